package solve

import (
	"math/bits"
	"slices"

	"fizzer/fizzer/expression"
)

// Picked by hand.
const (
	maxTerms    = 64  // atoms of one equation
	maxUnknowns = 256 // atoms of a system
	maxRows     = 256 // equations of a system
	maxOpen     = 4 * maxTerms
	termPrice   = 64 // cost of looking at a term of a sum, in nodes evaluated
	factorPrice = 2  // cost of a factor of an equation in one step of elimination, in nodes evaluated
	pivotPrice  = 16 // cost of computing an unknown, besides its factors, in nodes evaluated
	repairPrice = 64 // cost of a repair, besides goals and variables, in nodes evaluated
	maxRestarts = 6  // orders of elimination that are tried
	maxRepairs  = 80 // changes of free unknowns, for each order
	repairShare = 4  // nodes that all of them may evaluate, in those of the search
)

// equation is a linear equation over atoms, modulo 2^width. Atoms are expressions that are not sums themselves.
type equation struct {
	factors []expression.Value // by unknown
	right   expression.Value
}

// system holds the equations of one width.
type system struct {
	width    int
	unknowns []expression.Ref
	place    map[expression.Ref]int
	rows     []equation
	pivots   []pivot
}

// pivot names the unknown that a row determines; twos is the exponent of 2 in its factor.
type pivot struct {
	row, unknown, twos int
}

// linear solves the linear equations among the goals exactly. Then it changes the unknowns that they leave free until the other
// goals hold. That ends after a number of nodes evaluated: a long path has thousands of equations, and each change evaluates it anew.
func (s *Solver) linear(p *problem) (Verdict, []expression.Value) {
	end := p.machine.Steps + repairShare*s.config.Evaluations<<s.effort
	systems := p.systems(end)
	if len(systems) == 0 {
		return Unknown, nil
	}
	for restart := 0; restart < maxRestarts && p.machine.Steps < end && !s.ended(); restart++ {
		for _, sys := range systems {
			if !sys.eliminate(s, p.machine, end, restart > 0) {
				return Refuted, nil
			}
		}
		if s.project(p, systems, end) {
			return Solved, p.current()
		}
	}
	return Unknown, nil
}

// project changes free unknowns so that broken goals become true, and solves for the others again, until the machine's step counter
// reaches end.
func (s *Solver) project(p *problem, systems []*system, end uint64) bool {
	walker := inverter{p: p, random: s.random}
	p.assign(p.run)
	for repairs := 0; repairs < maxRepairs && p.machine.Steps < end && !s.ended(); repairs++ {
		for _, sys := range systems {
			sys.solve(p, &walker, end)
		}
		if p.holds() {
			return true
		}
		p.keep()
		p.machine.Steps += repairPrice + uint64(4*len(p.goals)+2*len(p.variables))
		broken := p.broken()
		goal := broken[s.random.IntN(len(broken))]
		p.take(walker.walk(goal, expression.Of(1)))
	}
	return false
}

// broken returns the goals that do not hold in the machine.
func (p *problem) broken() []expression.Ref {
	var broken []expression.Ref
	for _, goal := range p.goals {
		if p.machine.Value(goal).IsZero() {
			broken = append(broken, goal)
		}
	}
	return broken
}

// systems returns the linear equations among the goals, one system for each width. It adds its cost to the machine's step counter, and
// leaves the last goals out once that has reached end.
func (p *problem) systems(end uint64) []*system {
	var systems []*system
	for _, goal := range p.goals {
		if p.machine.Steps >= end {
			break
		}
		n := p.Graph.Node(goal)
		if expression.Kind(n.Kind) != expression.Equal {
			continue
		}
		w := p.Graph.Width(n.A)
		at := slices.IndexFunc(systems, func(s *system) bool { return s.width == w })
		if at < 0 {
			at = len(systems)
			systems = append(systems, &system{width: w, place: map[expression.Ref]int{}})
		}
		p.machine.Steps += systems[at].add(p.Graph, n)
	}
	return slices.DeleteFunc(systems, func(s *system) bool { return len(s.rows) == 0 })
}

// add adds an equation whose sides are sums, if there is room. It returns the cost, in nodes evaluated.
func (s *system) add(g *expression.Graph, n expression.Node) (cost uint64) {
	if len(s.rows) == maxRows {
		return 0
	}
	sum := map[expression.Ref]expression.Value{n.A: expression.Of(1)}
	sum[n.B] = sum[n.B].Sub(expression.Of(1))
	atoms, right, steps, ok := expand(g, sum, s.width)
	cost = termPrice * uint64(steps)
	if !ok || len(s.unknowns)+len(atoms) > maxUnknowns {
		return cost
	}
	row := equation{right: right.Neg().Cut(s.width), factors: make([]expression.Value, len(s.unknowns))}
	for _, a := range atoms {
		at, known := s.place[a]
		if !known {
			at = len(s.unknowns)
			s.unknowns, s.place[a] = append(s.unknowns, a), at
			row.factors = append(row.factors, expression.Value{})
		}
		row.factors[at] = sum[a]
	}
	s.rows = append(s.rows, row)
	return cost
}

// expand splits sums, the greatest node first, until only atoms are left. It returns the atoms smallest first, and how many terms it
// looked at.
func expand(g *expression.Graph, sum map[expression.Ref]expression.Value, w int) (atoms []expression.Ref, constant expression.Value,
	steps int, ok bool) {
	var todo []expression.Ref
	for r := range sum {
		todo = append(todo, r)
	}
	give := func(r expression.Ref, factor expression.Value) {
		if _, there := sum[r]; !there {
			todo = append(todo, r)
		}
		sum[r] = sum[r].Add(factor).Cut(w)
	}
	for ; len(todo) > 0; steps++ {
		if steps > 16*maxTerms || len(atoms) > maxTerms || len(todo) > maxOpen {
			return nil, constant, steps, false
		}
		slices.Sort(todo)
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		factor := sum[r].Cut(w)
		n := g.Node(r)
		switch kind := expression.Kind(n.Kind); {
		case kind == expression.Constant:
			v, _ := g.Constant(r)
			constant = constant.Add(factor.Mul(v)).Cut(w)
			delete(sum, r)
		case factor.IsZero():
			delete(sum, r)
		case kind == expression.Add, kind == expression.Subtract:
			delete(sum, r)
			give(n.A, factor)
			if kind == expression.Subtract {
				factor = factor.Neg()
			}
			give(n.B, factor)
		case kind == expression.Negate, kind == expression.Not:
			delete(sum, r)
			give(n.A, factor.Neg())
			if kind == expression.Not {
				constant = constant.Sub(factor).Cut(w)
			}
		case kind == expression.Multiply && g.Kind(n.B) == expression.Constant:
			delete(sum, r)
			give(n.A, factor.Mul(constantOf(g, n.B)))
		case kind == expression.ShiftLeft && g.Kind(n.B) == expression.Constant:
			delete(sum, r)
			give(n.A, factor.Left(int(constantOf(g, n.B).Low)))
		default:
			atoms = append(atoms, r)
		}
	}
	slices.Sort(atoms)
	return atoms, constant, steps, true
}

func constantOf(g *expression.Graph, r expression.Ref) expression.Value {
	v, _ := g.Constant(r)
	return v
}

// twos returns the exponent of 2 in v, and 128 for 0.
func twos(v expression.Value) int {
	if v.Low != 0 {
		return bits.TrailingZeros64(v.Low)
	}
	return 64 + bits.TrailingZeros64(v.High)
}

// eliminate brings the rows into echelon form. It returns false if they cannot all hold. It adds its cost to the machine's step counter,
// and leaves the last rows out once that has reached end.
func (s *system) eliminate(solver *Solver, machine *expression.Machine, end uint64, shuffled bool) bool {
	s.pivots = s.pivots[:0]
	order := make([]int, len(s.unknowns))
	for i := range order {
		order[i] = i
	}
	if shuffled {
		solver.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for i := range s.rows {
		s.rows[i].factors = append(s.rows[i].factors, make([]expression.Value, len(s.unknowns)-len(s.rows[i].factors))...)
	}
	left := make([]int, len(s.rows))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 && machine.Steps < end {
		best, looked := s.best(left, order)
		machine.Steps += uint64(looked)
		if best.unknown < 0 {
			return !slices.ContainsFunc(left, func(i int) bool { return !s.rows[i].right.IsZero() })
		}
		if twos(s.rows[best.row].right) < best.twos {
			return false
		}
		left = slices.DeleteFunc(left, func(i int) bool { return i == best.row })
		for _, i := range left {
			if !s.rows[i].factors[best.unknown].IsZero() {
				s.reduce(i, best)
				machine.Steps += factorPrice * uint64(len(order))
			}
		}
		s.pivots = append(s.pivots, best)
	}
	return true
}

// best returns the pivot whose factor has the lowest exponent of 2, and how many factors it looked at.
func (s *system) best(left, order []int) (best pivot, looked int) {
	best = pivot{unknown: -1, twos: s.width}
	for _, row := range left {
		looked += len(order)
		for _, unknown := range order {
			if n := twos(s.rows[row].factors[unknown]); n < best.twos {
				best = pivot{row, unknown, n}
			}
		}
		if best.twos == 0 {
			break
		}
	}
	return best, looked
}

// reduce eliminates the unknown of a pivot from a row.
func (s *system) reduce(row int, by pivot) {
	from, to := &s.rows[by.row], &s.rows[row]
	odd := from.factors[by.unknown].Right(by.twos).Inverse()
	factor := to.factors[by.unknown].Right(by.twos).Mul(odd).Cut(s.width)
	for i := range to.factors {
		to.factors[i] = to.factors[i].Sub(factor.Mul(from.factors[i])).Cut(s.width)
	}
	to.right = to.right.Sub(factor.Mul(from.right)).Cut(s.width)
}

// solve computes the unknowns of the pivots from the others, the last row first, until the machine's step counter reaches end.
func (s *system) solve(p *problem, walker *inverter, end uint64) {
	for at := len(s.pivots) - 1; at >= 0 && p.machine.Steps < end; at-- {
		pivot := s.pivots[at]
		row := &s.rows[pivot.row]
		p.machine.Steps += pivotPrice + uint64(len(row.factors))
		rest := row.right
		for i, factor := range row.factors {
			if i != pivot.unknown && !factor.IsZero() {
				rest = rest.Sub(factor.Mul(p.machine.Value(s.unknowns[i])))
			}
		}
		rest = rest.Cut(s.width)
		odd := row.factors[pivot.unknown].Right(pivot.twos).Inverse()
		v := rest.Right(pivot.twos).Mul(odd).Cut(s.width - pivot.twos)
		now := p.machine.Value(s.unknowns[pivot.unknown])
		high := now.And(expression.Mask(s.width - pivot.twos).Not()) // the bits that the factor shifts out are free
		if v = v.Or(high).Cut(s.width); v != now {
			p.take(walker.walk(s.unknowns[pivot.unknown], v))
		}
	}
}
