package solve

import "fizzer/fizzer/expression"

// All returns up to count answers in which an expression has different values, none of them the one in the run (FUZZY-SAT's SOLVE
// ALL): the possible addresses of an access, the cases of a switch. It ends at the first query that is not solved; complete reports
// that this was because there is no further value; cost is that of all queries.
func (s *Solver) All(query *Query, r expression.Ref, count int) (answers []Answer, complete bool, cost uint64) {
	g, wanted := query.Graph, *query
	differs := func(values []expression.Value) {
		wanted.Wanted = g.And(wanted.Wanted, g.Not(g.Equal(r, g.Const(g.Width(r), g.ValueOf(r, values)))))
	}
	differs(query.Values)
	for len(answers) < count {
		answer := s.Solve(&wanted)
		cost += answer.Cost
		if answer.Verdict != Solved {
			return answers, answer.Verdict == Refuted, cost
		}
		answers = append(answers, answer)
		differs(answer.Values)
	}
	return answers, false, cost
}

// Extreme returns the answer with the greatest unsigned value of an expression that the steps find, or with the smallest
// (FUZZY-SAT's MAX and MIN): the size of a block. Its Verdict is Solved if that value lies beyond the one in the run; its
// Cost is that of all queries.
func (s *Solver) Extreme(query *Query, r expression.Ref, greatest bool) (best Answer) {
	g, wanted, cost := query.Graph, *query, uint64(0)
	defer func() { best.Cost = cost }()
	w := g.Width(r)
	reached, limit := g.ValueOf(r, query.Values), expression.Value{}
	if greatest {
		limit = expression.Mask(w)
	}
	for range 2 * w {
		middle := halfway(reached, limit)
		if middle == reached {
			break
		}
		k := g.Const(w, middle)
		beyond := g.Compare(expression.LessOrEqualUnsigned, r, k)
		if greatest {
			beyond = g.Compare(expression.LessOrEqualUnsigned, k, r)
		}
		wanted.Wanted = g.And(query.Wanted, beyond)
		answer := s.Solve(&wanted)
		cost += answer.Cost
		if answer.Verdict != Solved {
			if limit = middle; greatest {
				limit = limit.Sub(expression.Of(1))
			} else {
				limit = limit.Add(expression.Of(1))
			}
			continue
		}
		best, reached = answer, g.ValueOf(r, answer.Values)
		wanted.Values = answer.Values
	}
	return best
}

// halfway returns the middle of two values, rounded towards the second.
func halfway(from, to expression.Value) expression.Value {
	if from.Compare(to) <= 0 {
		gap := to.Sub(from)
		return to.Sub(gap.Right(1))
	}
	return to.Add(from.Sub(to).Right(1))
}
