package solve

import (
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve/blast"
	"fizzer/fizzer/solve/sat"
)

// complete bit-blasts all goals and looks for a model of the circuit.
func (s *Solver) complete(p *problem) (Verdict, []expression.Value) {
	circuit := blast.New(p.Graph, s.config.Clauses)
	for _, goal := range p.goals {
		if circuit.Assert(goal) != nil {
			p.limit = 1
			p.cost += clausePrice * uint64(len(circuit.Clauses))
			return Unknown, nil
		}
	}
	p.cost += clausePrice * uint64(len(circuit.Clauses))
	limit := sat.Limit{Conflicts: s.config.Conflicts << s.effort, Visits: s.config.Visits << s.effort}
	var near []int
	if s.effort%2 == 1 { // a question that is asked again is looked at from elsewhere
		for i, number := range p.variables {
			near = append(near, circuit.Assume(number, p.run[i])...)
		}
	}
	verdict, model, work := sat.Solve(circuit.Clauses, near, limit, s.done)
	p.work = work.Conflicts
	p.cost += visitPrice * work.Visits
	switch verdict {
	case sat.Satisfiable:
		values := make([]expression.Value, len(p.variables))
		for i, number := range p.variables {
			values[i], _ = circuit.Value(number, model)
		}
		return Solved, values
	case sat.Unsatisfiable:
		return Refuted, nil
	}
	return Unknown, nil
}

// child asks the child solver.
func (s *Solver) child(p *problem) (Verdict, []expression.Value) {
	verdict, found := s.config.Child.Solve(p.Query)
	if verdict != Solved {
		return verdict, nil
	}
	values := make([]expression.Value, len(p.variables))
	for i, number := range p.variables {
		v, ok := found[number]
		if !ok {
			v = p.run[i]
		}
		values[i] = v
	}
	return Solved, values
}
