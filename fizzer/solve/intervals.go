package solve

import (
	"fizzer/fizzer/expression"
)

// interval is the count+1 values from low on, modulo 2^width; it may wrap around.
type interval struct{ low, count expression.Value }

// intervals bounds each variable by the goals that compare only it with a constant. If few values are left, it tries all of them;
// if none of them works, the query is refuted.
func (s *Solver) intervals(p *problem) (Verdict, []expression.Value) {
	bounds := make([]interval, len(p.variables))
	total := expression.Of(uint64(p.program.Len()))
	for i, number := range p.variables {
		bounds[i].count = p.Graph.Variables[number].Domain()
	}
	for _, goal := range p.goals {
		if number, allowed, ok := p.bound(goal); ok {
			i := p.place[number]
			w := p.Graph.Variables[number].Width()
			if bounds[i], ok = bounds[i].meet(allowed, w); !ok {
				return Refuted, nil
			}
		}
	}
	for _, b := range bounds {
		if b.count.High != 0 || b.count.Low >= s.config.Enumerated {
			return Unknown, nil
		}
		total = total.Mul(b.count.Add(expression.Of(1)))
		if total.Compare(expression.Of(s.config.Enumerated)) > 0 {
			return Unknown, nil
		}
	}
	return p.enumerate(bounds)
}

// enumerate tries all values within the bounds, the first variable fastest.
func (p *problem) enumerate(bounds []interval) (Verdict, []expression.Value) {
	at := make([]expression.Value, len(bounds))
	for i, b := range bounds {
		p.machine.Set(i, b.low)
	}
	p.machine.Run()
	for {
		if p.holds() {
			return Solved, p.current()
		}
		i := 0
		for ; i < len(at); i++ {
			if at[i] != bounds[i].count {
				at[i] = at[i].Add(expression.Of(1))
				p.machine.Set(i, bounds[i].low.Add(at[i]))
				break
			}
			at[i] = expression.Value{}
			p.machine.Set(i, bounds[i].low)
		}
		switch {
		case i == len(at):
			return Refuted, nil
		case i == 0:
			p.machine.RunFrom(0)
		default:
			p.machine.Run()
		}
	}
}

// bound returns the values that a goal allows a single variable x, if it compares x or x + k with a constant.
func (p *problem) bound(goal expression.Ref) (variable int, allowed interval, ok bool) {
	g := p.Graph
	n, opposite := g.Node(goal), false
	if expression.Kind(n.Kind) == expression.Not {
		n, opposite = g.Node(n.A), true
	}
	kind := expression.Kind(n.Kind)
	if kind < expression.Equal || kind > expression.LessOrEqualSigned {
		return 0, interval{}, false
	}
	x, left := n.A, false
	k, constant := g.Constant(n.B)
	if !constant {
		x, left = n.B, true
		if k, constant = g.Constant(n.A); !constant {
			return 0, interval{}, false
		}
	}
	w := g.Width(x)
	allowed, ok = between(kind, k, left, w)
	if !ok {
		return 0, interval{}, false
	}
	if opposite {
		allowed = interval{allowed.low.Add(allowed.count).Add(expression.Of(1)).Cut(w),
			expression.Mask(w).Sub(allowed.count).Sub(expression.Of(1)).Cut(w)}
	}
	if n := g.Node(x); expression.Kind(n.Kind) == expression.Add {
		if c, constant := g.Constant(n.B); constant {
			x, allowed.low = n.A, allowed.low.Sub(c).Cut(w)
		}
	}
	n = g.Node(x)
	return int(n.A), allowed, expression.Kind(n.Kind) == expression.Read
}

// between returns the values of x for which a comparison with k holds. left: k is the left side. ok: some values remain, but not
// all.
func between(kind expression.Kind, k expression.Value, left bool, w int) (interval, bool) {
	one := expression.Of(1)
	least, greatest := expression.Value{}, expression.Mask(w)
	if kind == expression.LessSigned || kind == expression.LessOrEqualSigned {
		least, greatest = one.Left(w-1), expression.Mask(w-1)
	}
	strict := kind == expression.LessUnsigned || kind == expression.LessSigned
	switch {
	case kind == expression.Equal:
		return interval{low: k}, w > 0
	case strict && left && k == greatest, strict && !left && k == least:
		return interval{}, false
	case strict && left:
		k = k.Add(one).Cut(w)
	case strict:
		k = k.Sub(one).Cut(w)
	}
	if left {
		return interval{k, greatest.Sub(k).Cut(w)}, true
	}
	return interval{least, k.Sub(least).Cut(w)}, true
}

// meet returns the values that are in both or, where these are two pieces, the smaller interval. ok: there are some.
func (a interval) meet(b interval, w int) (interval, bool) {
	if a.count.Compare(b.count) > 0 {
		a, b = b, a
	}
	start := a.low.Sub(b.low).Cut(w) // start of a, relative to the start of b
	inside := start.Compare(b.count) <= 0
	untilWrap := expression.Value{}.Sub(start).Cut(w) // from a's start to b's
	switch {
	case inside && start.Add(a.count).Cut(w).Compare(start) >= 0 && start.Add(a.count).Compare(b.count) <= 0:
		return a, true
	case inside && !start.IsZero() && untilWrap.Compare(a.count) <= 0: // a wraps around into the start of b
		return a, true
	case inside:
		return interval{a.low, b.count.Sub(start)}, true
	case untilWrap.Compare(a.count) <= 0:
		return interval{b.low, a.count.Sub(untilWrap)}, true
	}
	return interval{}, false
}
