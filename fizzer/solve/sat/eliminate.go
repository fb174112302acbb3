package sat

import (
	"container/heap"
	"math/bits"
	"slices"
)

// Bounds of an elimination.
const (
	maxOccurrences = 24      // of either literal of a variable to eliminate, unless the other literal has at most two
	maxLiterals    = 40      // of a new clause, and of one that is looked for in others
	maxMore        = 8       // clauses that may be made beyond those that go
	maxLooks       = 400     // clauses in which another one is looked for
	maxSteps       = 1 << 25 // literals looked at
)

// eliminator removes variables and clauses during a search, without a change to whether there is a model (Eén, Biere, "Effective
// preprocessing in SAT through variable and clause elimination", 2005): a variable goes if its clauses, resolved with each other in all
// ways, are hardly more than before; a clause goes if another one is a part of it; a literal goes from a clause if another one is a part of
// it but for having that literal negated.
type eliminator struct {
	clauses [][]literal // sorted; nil: removed
	marks   []uint64    // by clause: a set of hashes of its literals, to see quickly that one is no part of another
	with    [][]int32   // by literal: clauses that have it, and some that no longer do
	values  []int8      // by literal: 1 true, -1 false, 0 open
	units   []literal   // to propagate
	todo    []int32     // clauses that may be a part of others
	queued  []bool      // by clause: it is in todo
	queue   *candidates // variables to try
	seen    []uint32    // by literal: the number of the last look that met it
	look    uint32
	gone    []removal // eliminated variables, in their order
	removed []bool    // by variable: it is gone
	empty   bool      // some clause is false
	steps   int       // literals looked at
}

const noLiteral = ^literal(0)

// removal holds what gives an eliminated variable its value: it makes literal false, unless one of these clauses with it needs it true.
type removal struct {
	literal literal
	clauses [][]literal
}

// newEliminator returns one for n variables, without clauses.
func newEliminator(n int) *eliminator {
	return &eliminator{with: make([][]int32, 2*n), values: make([]int8, 2*n), seen: make([]uint32, 2*n), removed: make([]bool, n),
		queue: newCandidates(n)}
}

// hash is the set of one literal.
func hash(l literal) uint64 { return 1 << (l % 64) }

// add adds a clause, which is kept.
func (e *eliminator) add(c []literal) {
	slices.Sort(c)
	if len(c) == 1 {
		e.unit(c[0])
		return
	}
	i := int32(len(e.clauses))
	set := uint64(0)
	for _, l := range c {
		set |= hash(l)
		e.with[l] = append(e.with[l], i)
		e.queue.change(l, 1)
	}
	e.clauses, e.marks = append(e.clauses, c), append(e.marks, set)
	e.queued = append(e.queued, true)
	e.todo = append(e.todo, i)
}

// unit makes a literal true.
func (e *eliminator) unit(l literal) {
	switch {
	case e.values[l] < 0:
		e.empty = true
	case e.values[l] == 0:
		e.values[l], e.values[l^1] = 1, -1
		e.units = append(e.units, l)
	}
}

// remove removes a clause.
func (e *eliminator) remove(i int32) {
	for _, l := range e.clauses[i] {
		e.queue.change(l, -1)
		if e.values[l] == 0 && !e.removed[l/2] {
			e.queue.again(l)
		}
	}
	e.clauses[i] = nil
}

// drop removes a literal from a clause.
func (e *eliminator) drop(i int32, l literal) {
	c := e.clauses[i]
	e.queue.change(l, -1)
	rest := make([]literal, 0, len(c)-1)
	set := uint64(0)
	for _, other := range c {
		if other != l {
			rest = append(rest, other)
			set |= hash(other)
		}
	}
	if len(rest) == 1 {
		e.unit(rest[0])
		e.queue.change(rest[0], -1)
		e.clauses[i] = nil
		return
	}
	e.clauses[i], e.marks[i] = rest, set
	if !e.queued[i] {
		e.queued[i] = true
		e.todo = append(e.todo, i)
	}
}

// run removes what can be removed within the bound of steps.
func (e *eliminator) run() {
	e.settle()
	for e.queue.Len() > 0 && !e.empty && e.steps < maxSteps {
		v := heap.Pop(e.queue).(uint32)
		if e.values[2*v] == 0 && e.eliminate(v) {
			e.settle()
		}
	}
	e.propagate()
}

// settle propagates units and removes parts until there are none.
func (e *eliminator) settle() {
	for !e.empty {
		e.propagate()
		if len(e.todo) == 0 || e.empty || e.steps >= maxSteps {
			return
		}
		i := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		e.queued[i] = false
		if e.clauses[i] != nil {
			e.subsume(i)
		}
	}
}

// propagate removes the clauses and literals that units decide.
func (e *eliminator) propagate() {
	for len(e.units) > 0 && !e.empty {
		l := e.units[len(e.units)-1]
		e.units = e.units[:len(e.units)-1]
		for _, i := range e.of(l) {
			e.remove(i)
		}
		for _, i := range e.of(l ^ 1) {
			e.drop(i, l^1)
		}
	}
}

// of returns the clauses that have a literal.
func (e *eliminator) of(l literal) []int32 {
	all := e.with[l]
	e.steps += len(all)
	if int(e.queue.count[l]) < len(all) {
		kept := all[:0]
		for _, i := range all {
			if e.clauses[i] != nil && e.marks[i]&hash(l) != 0 && slices.Contains(e.clauses[i], l) {
				kept = append(kept, i)
			}
		}
		e.with[l] = kept
	}
	return slices.Clone(e.with[l])
}

// subsume removes the clauses of which clause i is a part, and drops literals by it.
func (e *eliminator) subsume(i int32) {
	c := e.clauses[i]
	best := c[0]
	for _, l := range c {
		if e.queue.count[l]+e.queue.count[l^1] < e.queue.count[best]+e.queue.count[best^1] {
			best = l
		}
	}
	if len(c) > maxLiterals || e.queue.count[best]+e.queue.count[best^1] > maxLooks {
		return
	}
	for _, l := range [2]literal{best, best ^ 1} {
		for _, other := range e.of(l) {
			if other == i || e.clauses[other] == nil || len(e.clauses[other]) < len(c) {
				continue
			}
			switch flipped, part := e.part(c, e.marks[i], other); {
			case !part:
			case flipped == noLiteral:
				e.remove(other)
			default:
				e.drop(other, flipped)
			}
			if e.clauses[i] == nil {
				return
			}
		}
	}
}

// part reports whether each literal of c is in another clause, except for at most one that is there negated: flipped.
func (e *eliminator) part(c []literal, set uint64, other int32) (flipped literal, part bool) {
	if bits.OnesCount64(set&^e.marks[other]) > 1 {
		return noLiteral, false
	}
	flipped = noLiteral
	d := e.clauses[other]
	e.steps += len(d)
	at := 0
	for _, l := range c {
		for at < len(d) && d[at]|1 < l|1 {
			at++
		}
		switch {
		case at == len(d) || d[at]|1 != l|1:
			return noLiteral, false
		case d[at] == l:
		case flipped != noLiteral:
			return noLiteral, false
		default:
			flipped = l ^ 1
		}
		at++
	}
	return flipped, true
}

// eliminate removes a variable if its clauses, resolved with each other, are few enough, and reports whether it did.
func (e *eliminator) eliminate(v uint32) bool {
	l := literal(2 * v)
	a, b := e.queue.count[l], e.queue.count[l^1]
	if min(a, b) > 2 && max(a, b) > maxOccurrences || min(a, b) == 0 && max(a, b) == 0 {
		return false
	}
	with, against := e.of(l), e.of(l^1)
	var made [][]literal
	for _, i := range with {
		e.look++
		for _, other := range e.clauses[i] {
			e.seen[other] = e.look
		}
		for _, k := range against {
			c, ok := e.resolve(i, k, l)
			if !ok {
				continue
			}
			if made = append(made, c); len(made) > len(with)+len(against)+maxMore || len(c) > maxLiterals {
				return false
			}
		}
	}
	kept := removal{literal: l}
	few := with
	if len(against) < len(with) {
		kept.literal, few = l^1, against
	}
	for _, i := range few {
		kept.clauses = append(kept.clauses, e.clauses[i])
	}
	e.gone = append(e.gone, kept)
	e.removed[v] = true
	for _, i := range append(with, against...) {
		e.remove(i)
	}
	for _, c := range made {
		e.add(c)
	}
	return true
}

// resolve returns all literals of two clauses but l and its negation; ok is false if that is always true. Those of the first one are seen.
func (e *eliminator) resolve(i, k int32, l literal) (c []literal, ok bool) {
	e.steps += len(e.clauses[k])
	for _, other := range e.clauses[k] {
		if other != l^1 && e.seen[other^1] == e.look {
			return nil, false
		}
	}
	c = make([]literal, 0, len(e.clauses[i])+len(e.clauses[k])-2)
	for _, other := range e.clauses[i] {
		if other != l {
			c = append(c, other)
		}
	}
	for _, other := range e.clauses[k] {
		if other != l^1 && e.seen[other] != e.look {
			c = append(c, other)
		}
	}
	return c, true
}

// extend completes a model, values by variable, by the eliminated variables.
func extend(model []bool, gone []removal) {
	holds := func(l literal) bool { return model[l/2] == (l&1 == 0) }
	for i := len(gone) - 1; i >= 0; i-- {
		r := gone[i]
		model[r.literal/2] = r.literal&1 == 1
		needed := slices.ContainsFunc(r.clauses, func(c []literal) bool { return !slices.ContainsFunc(c, holds) })
		model[r.literal/2] = needed == (r.literal&1 == 0)
	}
}
