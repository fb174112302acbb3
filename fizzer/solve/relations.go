package solve

import (
	"math"
	"math/bits"

	"fizzer/fizzer/expression"
)

// others inverts the remaining kinds: shifts, comparisons, floats.
func (i *inverter) others(n expression.Node, kind expression.Kind, v expression.Value, w int) {
	switch kind {
	case expression.ShiftLeft, expression.ShiftRight, expression.ShiftRightSigned:
		i.shift(n, kind, v, w)
	case expression.FunnelLeft:
		_, c := i.value(n.C).Divide(expression.Of(uint64(w)))
		d := int(c.Low)
		if n.A == n.B {
			i.want(n.A, v.Right(d).Or(v.Left(w-d)))
			return
		}
		i.want(n.A, v.Right(d))
		i.want(n.B, v.Left(w-d))
	case expression.SwapBytes:
		swapped := expression.Value{Low: bits.ReverseBytes64(v.High), High: bits.ReverseBytes64(v.Low)}
		i.want(n.A, swapped.Right(128-w))
	case expression.Equal, expression.LessUnsigned, expression.LessOrEqualUnsigned, expression.LessSigned, expression.LessOrEqualSigned:
		i.relation(n, kind, !v.IsZero())
	case expression.FloatCompare:
		i.floats(n, !v.IsZero())
	default:
		i.float(n, kind, v, w)
	}
}

func (i *inverter) shift(n expression.Node, kind expression.Kind, v expression.Value, w int) {
	if !i.constant(n.B) && (i.constant(n.A) || i.random.IntN(4) == 0) {
		i.want(n.B, expression.Of(uint64(i.random.IntN(w))))
		return
	}
	turns := uint64(32)
	switch {
	case w > 64:
		turns = 128
	case w > 32:
		turns = 64
	}
	d := int(min(i.value(n.B).Low%turns, uint64(w)))
	now := i.value(n.A)
	if kind == expression.ShiftLeft {
		i.want(n.A, v.Right(d).Or(now.And(expression.Mask(w-d).Not())))
		return
	}
	i.want(n.A, v.Left(d).Or(now.Cut(d)))
}

// relation makes a comparison true or false: it moves one side to the value of the other, a bit beyond it, or to an extreme.
func (i *inverter) relation(n expression.Node, kind expression.Kind, outcome bool) {
	w := i.p.Graph.Width(n.A)
	x, other := n.A, i.value(n.B)
	second := i.side(n)
	if second {
		x, other = n.B, i.value(n.A)
	}
	one := expression.Of(1)
	if kind == expression.Equal {
		if !outcome {
			other = i.beyond(other, i.random.IntN(2) == 0, w)
		}
		i.want(x, other)
		return
	}
	strict := kind == expression.LessUnsigned || kind == expression.LessSigned
	// x must become less than the other side; with the second operand, or for the opposite outcome, greater
	less := second != outcome
	borders := strict != outcome // equal sides give the outcome
	v := other
	switch roll := i.random.IntN(8); {
	case roll == 0:
		v = i.extreme(kind, less, w)
	case roll < 4 || !borders:
		v = other
		if !borders {
			v = other.Add(one)
			if less {
				v = other.Sub(one)
			}
		}
	default:
		v = i.beyond(other, !less, w)
	}
	i.want(x, v)
}

// beyond returns v plus or minus a random step, mostly a small one.
func (i *inverter) beyond(v expression.Value, up bool, w int) expression.Value {
	step := expression.Of(1 + i.random.Uint64()>>(64-i.random.IntN(min(w, 63))))
	if up {
		return v.Add(step)
	}
	return v.Sub(step)
}

// extreme returns the least or the greatest value of a type.
func (i *inverter) extreme(kind expression.Kind, least bool, w int) expression.Value {
	signed := kind == expression.LessSigned || kind == expression.LessOrEqualSigned
	switch {
	case signed && least:
		return expression.Of(1).Left(w - 1)
	case signed:
		return expression.Mask(w - 1)
	case least:
		return expression.Value{}
	}
	return expression.Mask(w)
}

func number(v expression.Value, w int) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(v.Low)))
	}
	return math.Float64frombits(v.Low)
}

func bitsOf(x float64, w int) expression.Value {
	if w == 32 {
		return expression.Of(uint64(math.Float32bits(float32(x))))
	}
	return expression.Of(math.Float64bits(x))
}

// floats makes a comparison of floats true or false: one side becomes equal, less, greater, or a NaN.
func (i *inverter) floats(n expression.Node, outcome bool) {
	w := i.p.Graph.Width(n.A)
	x, v := n.A, i.value(n.B)
	if i.side(n) {
		x, v = n.B, i.value(n.A)
	}
	other := number(v, w)
	predicate := n.Flags
	if !outcome {
		predicate ^= 15
	}
	way := i.random.IntN(4)
	for predicate != 0 && predicate>>way&1 == 0 {
		way = (way + 1) % 4
	}
	greater := (way == 1) == (x == n.A)
	switch {
	case way == 3:
		i.want(x, bitsOf(math.NaN(), w))
	case way == 0:
		i.want(x, v)
	default:
		i.want(x, nudged(other, w, greater, i.random.IntN(4)))
	}
}

// nudged returns a float above or below x: the next one, or one farther away.
func nudged(x float64, w int, greater bool, how int) expression.Value {
	to := math.Inf(-1)
	if greater {
		to = math.Inf(1)
	}
	switch how {
	case 0:
		return bitsOf(x+math.Copysign(1, to), w)
	case 1:
		return bitsOf(x+math.Copysign(math.Abs(x)+1, to), w)
	}
	if w == 32 {
		return bitsOf(float64(math.Nextafter32(float32(x), float32(to))), w)
	}
	return bitsOf(math.Nextafter(x, to), w)
}

// float inverts floating-point arithmetic, as far as rounding permits, and conversions.
func (i *inverter) float(n expression.Node, kind expression.Kind, v expression.Value, w int) {
	y := 0.0
	if w == 32 || w == 64 {
		y = number(v, w)
	}
	switch kind {
	case expression.FloatAdd, expression.FloatSubtract, expression.FloatMultiply, expression.FloatDivide:
		i.arithmetic(n, kind, y, w)
	case expression.FloatNegate:
		i.want(n.A, bitsOf(-y, w))
	case expression.FloatAbsolute, expression.FloatRound, expression.FloatMinimum, expression.FloatMaximum:
		i.want(n.A, v)
	case expression.FloatSquareRoot:
		i.want(n.A, bitsOf(y*y, w))
	case expression.FloatConvert:
		i.want(n.A, bitsOf(y, i.p.Graph.Width(n.A)))
	case expression.FloatToSigned, expression.FloatToUnsigned:
		x := float64(v.Low)
		if kind == expression.FloatToSigned && v.Bit(w-1) {
			x = -float64(v.Neg().Cut(w).Low)
		}
		i.want(n.A, bitsOf(x, i.p.Graph.Width(n.A)))
	case expression.SignedToFloat, expression.UnsignedToFloat:
		if y >= -0x1p63 && y < 0x1p64 {
			x := expression.Of(uint64(math.Abs(y)))
			if y < 0 {
				x = x.Neg()
			}
			i.want(n.A, x)
		}
	}
}

func (i *inverter) arithmetic(n expression.Node, kind expression.Kind, y float64, w int) {
	a, b := number(i.value(n.A), w), number(i.value(n.B), w)
	second := i.side(n)
	x := n.A
	if second {
		x = n.B
	}
	if n.A == n.B && kind == expression.FloatMultiply {
		i.want(x, bitsOf(math.Sqrt(y), w))
		return
	}
	var z float64
	switch {
	case kind == expression.FloatAdd && second:
		z = y - a
	case kind == expression.FloatAdd:
		z = y - b
	case kind == expression.FloatSubtract && second:
		z = a - y
	case kind == expression.FloatSubtract:
		z = y + b
	case kind == expression.FloatMultiply && second:
		z = y / a
	case kind == expression.FloatMultiply:
		z = y / b
	case second:
		z = a / y
	default:
		z = y * b
	}
	i.want(x, bitsOf(z, w))
}

// attempts is the number of walks that the step makes; most of what it can solve is solved by the first ones.
const attempts = 48

// invert makes the wanted goals true by inverse operations, starting from the values of the run.
func (s *Solver) invert(p *problem) (Verdict, []expression.Value) {
	walker := inverter{p: p, random: s.random}
	for range attempts {
		p.assign(p.run)
		for _, goal := range p.goals[:p.wanted] {
			if p.machine.Value(goal).IsZero() {
				p.take(walker.walk(goal, expression.Of(1)))
			}
		}
		if p.holds() {
			return Solved, p.current()
		}
	}
	return Unknown, nil
}

// take sets the variables found and evaluates what depends on them.
func (p *problem) take(found map[int]expression.Value) {
	place := 0
	for number, v := range found {
		place = p.place[number]
		p.machine.Set(place, v)
	}
	switch len(found) {
	case 0:
	case 1:
		p.machine.RunFrom(place)
	default:
		p.machine.Run()
	}
}
