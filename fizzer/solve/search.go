package solve

import (
	"math"
	"math/bits"

	"fizzer/fizzer/expression"
)

// Picked by hand.
const (
	maxStale   = 300 // moves without improvement after which broken goals weigh more
	maxWeight  = 64.0
	longer     = 16
	movePrice  = 64 // additional cost of a move, in nodes evaluated
	maxOrDepth = 6  // nested conjunctions and disjunctions whose parts have distances of their own
)

// keep stores the machine's values as a starting point, if they break fewer goals than the ones stored before.
func (p *problem) keep() {
	if broken := len(p.broken()); p.start == nil || broken < p.startBroken {
		p.start, p.startBroken = p.current(), broken
	}
}

// searcher changes the values move by move until all goals hold. It works on all goals at once; a goal weighs more the longer it is
// broken.
type searcher struct {
	*Solver
	p         *problem
	weights   []float64
	distances []float64
	walker    inverter
	constants []expression.Value
	of        map[expression.Ref][]int // places of the variables below a goal
}

// search is local search on the expressions (FUZZY-SAT III: the primitives and the multi-goal repair, as moves of one search).
func (s *Solver) search(p *problem) (Verdict, []expression.Value) {
	return s.walk(p, s.config.Evaluations)
}

// long is the same search with more time, for queries that have no circuit or too hard a one.
func (s *Solver) long(p *problem) (Verdict, []expression.Value) {
	return s.walk(p, longer*s.config.Evaluations<<s.effort)
}

func (s *Solver) walk(p *problem, evaluations uint64) (Verdict, []expression.Value) {
	w := &searcher{Solver: s, p: p, walker: inverter{p: p, random: s.random}, of: map[expression.Ref][]int{}}
	w.weights, w.distances = make([]float64, len(p.goals)), make([]float64, len(p.goals))
	for i := range w.weights {
		w.weights[i] = 1
	}
	w.constants = p.constants()
	start := p.run
	if p.start != nil {
		start = p.start
	}
	p.assign(start)
	end := p.machine.Steps + evaluations
	if w.until(end) {
		return Solved, p.current()
	}
	return Unknown, nil
}

// constants returns the constants of the query.
func (p *problem) constants() []expression.Value {
	values := []expression.Value{{}, expression.Of(1), expression.Mask(128)}
	for _, r := range p.program.Refs() {
		if v, ok := p.Graph.Constant(r); ok && len(values) < 256 {
			values = append(values, v)
		}
	}
	return values
}

// cost stores the distance of each goal and returns their weighted sum.
func (w *searcher) cost() float64 {
	sum := 0.0
	for i, goal := range w.p.goals {
		w.distances[i] = w.p.distance(goal, true, 0)
		sum += w.weights[i] * w.distances[i]
	}
	return sum
}

// until makes moves until all goals hold, or nobody waits for the answer any more, or the machine's step counter reaches end: then it
// returns false. Each move adds to that counter.
func (w *searcher) until(end uint64) bool {
	cost, stale := w.cost(), 0
	for w.p.machine.Steps < end && !w.ended() {
		goal := w.worst()
		if goal < 0 {
			return true
		}
		back := w.p.current()
		w.move(goal)
		w.p.machine.Steps += movePrice + uint64(4*len(w.p.goals)+len(w.p.variables))
		next := w.cost()
		switch {
		case next < cost:
			stale = 0
		case next == cost || stale > maxStale/2 && w.random.IntN(32) == 0:
			stale++
		default:
			stale++
			w.p.assign(back)
			w.cost()
			next = cost
		}
		cost = next
		if stale > maxStale {
			stale = 0
			w.weigh()
			cost = w.cost()
		}
	}
	return false
}

// worst returns a random one of the broken goals, or -1 if there is none.
func (w *searcher) worst() int {
	chosen, broken := -1, 0
	for i, d := range w.distances {
		if d > 0 {
			if broken++; w.random.IntN(broken) == 0 {
				chosen = i
			}
		}
	}
	return chosen
}

// weigh raises the weights of broken goals and lowers the others.
func (w *searcher) weigh() {
	for i, d := range w.distances {
		if d > 0 {
			w.weights[i] = math.Min(maxWeight, 1.5*w.weights[i])
		} else {
			w.weights[i] = math.Max(1, 0.9*w.weights[i])
		}
	}
}

// move changes the machine's values so that a goal may become true, and evaluates them.
func (w *searcher) move(goal int) {
	r := w.p.goals[goal]
	if w.random.IntN(2) == 0 {
		if found := w.walker.walk(r, expression.Of(1)); len(found) > 0 {
			w.p.take(found)
			return
		}
	}
	variables := w.variables(r)
	i := variables[w.random.IntN(len(variables))]
	width := w.p.Graph.Variables[w.p.variables[i]].Width()
	w.p.machine.Set(i, w.mutated(w.p.machine.Get(i), width).Cut(width))
	w.p.machine.RunFrom(i)
}

// variables returns the places of the variables below a goal.
func (w *searcher) variables(r expression.Ref) []int {
	if found, ok := w.of[r]; ok {
		return found
	}
	var found []int
	for _, below := range w.p.Graph.Cone([]expression.Ref{r}) {
		if n := w.p.Graph.Node(below); expression.Kind(n.Kind) == expression.Read {
			found = append(found, w.p.place[int(n.A)])
		}
	}
	w.of[r] = found
	return found
}

// mutated returns a value near v, a value near a constant of the query, or a random one.
func (w *searcher) mutated(v expression.Value, width int) expression.Value {
	step := expression.Of(1).Left(w.random.IntN(width))
	switch w.random.IntN(6) {
	case 0:
		return v.Xor(step)
	case 1:
		return v.Add(step)
	case 2:
		return v.Sub(step)
	case 3:
		return v.Add(expression.Of(uint64(w.random.IntN(9)))).Sub(expression.Of(4))
	case 4:
		return w.constants[w.random.IntN(len(w.constants))].Add(expression.Of(uint64(w.random.IntN(3)))).Sub(expression.Of(1))
	}
	return expression.Value{Low: w.random.Uint64() >> w.random.IntN(64), High: w.random.Uint64()}
}

// distance returns how far a one-bit expression is from an outcome: 0 if it has that outcome, else at least 1.
func (p *problem) distance(r expression.Ref, outcome bool, depth int) float64 {
	if p.machine.Value(r).IsZero() != outcome {
		return 0
	}
	n := p.Graph.Node(r)
	switch kind := expression.Kind(n.Kind); {
	case kind == expression.Not:
		if p.Graph.Kind(n.A) == expression.Equal {
			return 1
		}
		if depth < maxOrDepth {
			return p.distance(n.A, !outcome, depth+1)
		}
	case (kind == expression.And || kind == expression.Or) && depth < maxOrDepth:
		a, b := p.distance(n.A, outcome, depth+1), p.distance(n.B, outcome, depth+1)
		if (kind == expression.And) == outcome {
			return a + b
		}
		return math.Min(a, b)
	case kind == expression.FloatCompare:
		return p.apart(n)
	case kind >= expression.Equal && kind <= expression.LessOrEqualSigned:
		return p.gap(n)
	}
	return 1
}

// gap returns the distance of two integers: by the bits of their difference or, for equality, by the number of bits in which they
// differ if that is less.
func (p *problem) gap(n expression.Node) float64 {
	a, b := p.machine.Value(n.A), p.machine.Value(n.B)
	width := p.Graph.Width(n.A)
	up, down := a.Sub(b).Cut(width), b.Sub(a).Cut(width)
	if up.Compare(down) > 0 {
		up = down
	}
	near := 1 + math.Log2(1+float64(up.High)*0x1p64+float64(up.Low))
	if expression.Kind(n.Kind) != expression.Equal {
		return near
	}
	different := a.Xor(b)
	return math.Min(near, 1+float64(bits.OnesCount64(different.Low)+bits.OnesCount64(different.High)))
}

// apart returns the distance of two floats, by how many floats lie between them.
func (p *problem) apart(n expression.Node) float64 {
	width := p.Graph.Width(n.A)
	a, b := rank(p.machine.Value(n.A), width), rank(p.machine.Value(n.B), width)
	return 1 + math.Log2(1+math.Abs(float64(a)-float64(b)))
}

// rank returns an integer for the bits of a float, in the order of the floats.
func rank(v expression.Value, width int) int64 {
	x := int64(v.Low << (64 - width))
	if x < 0 {
		x = math.MinInt64 - x
	}
	return x >> (64 - width)
}
