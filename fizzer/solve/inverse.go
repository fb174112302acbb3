package solve

import (
	"math"
	"math/rand/v2"

	"fizzer/fizzer/expression"
)

// target pairs an expression with the value that it is to get.
type target struct {
	r expression.Ref
	v expression.Value
}

// inverter carries a wanted value from an expression down to variables by inverse operations. Operands that it does not descend
// into keep the value that they have in the machine. Where several operands or values would do, it picks one at random.
type inverter struct {
	p      *problem
	random *rand.Rand
	todo   []target
	found  map[int]expression.Value // by variable of the graph
	steps  int
}

const (
	maxWalk   = 4096 // expressions that one walk visits at most
	freeWalk  = 16   // of them, those that cost nothing: each move has a price of its own
	walkPrice = 8    // cost of each of the others, in nodes evaluated
)

// walk returns values of variables that may give the expression r the value v. The machine must hold an evaluated assignment. It adds its
// cost to the machine's step counter: where sums and choices share operands, as in checksums, a walk visits the same ones many times.
func (i *inverter) walk(r expression.Ref, v expression.Value) map[int]expression.Value {
	i.todo, i.found, i.steps = append(i.todo[:0], target{r, v}), map[int]expression.Value{}, 0
	for len(i.todo) > 0 && i.steps < maxWalk {
		at := i.todo[len(i.todo)-1]
		i.todo = i.todo[:len(i.todo)-1]
		i.steps++
		if i.value(at.r) != at.v {
			i.down(i.p.Graph.Node(at.r), at.r, at.v)
		}
	}
	i.p.machine.Steps += walkPrice * uint64(max(i.steps-freeWalk, 0))
	return i.found
}

func (i *inverter) value(r expression.Ref) expression.Value { return i.p.machine.Value(r) }

func (i *inverter) constant(r expression.Ref) bool {
	return i.p.Graph.Kind(r) == expression.Constant
}

func (i *inverter) want(r expression.Ref, v expression.Value) {
	if r != 0 && !i.constant(r) {
		i.todo = append(i.todo, target{r, v.Cut(i.p.Graph.Width(r))})
	}
}

// side chooses the operand to change; the other one keeps its value. second reports that it is the second operand.
func (i *inverter) side(n expression.Node) (second bool) {
	switch {
	case i.constant(n.A):
		return true
	case i.constant(n.B):
		return false
	}
	return i.random.IntN(2) == 1
}

// down finds the value that an operand must have so that node r gets the value v.
func (i *inverter) down(n expression.Node, r expression.Ref, v expression.Value) {
	w := int(n.Width)
	switch kind := expression.Kind(n.Kind); kind {
	case expression.Read:
		i.found[int(n.A)] = i.halved(n, r, v)
	case expression.Concat:
		low := i.p.Graph.Width(n.B)
		i.want(n.A, v.Right(low))
		i.want(n.B, v)
	case expression.Extract:
		keep := expression.Mask(w).Left(int(n.B)).Not()
		i.want(n.A, i.value(n.A).And(keep).Or(v.Left(int(n.B))))
	case expression.ZeroExtend, expression.SignExtend:
		i.want(n.A, v)
	case expression.Not:
		i.want(n.A, v.Not())
	case expression.Negate:
		i.want(n.A, v.Neg())
	case expression.Add, expression.Subtract, expression.Xor:
		i.sum(n, kind, v)
	case expression.And, expression.Or:
		i.bits(n, kind, v, w)
	case expression.Multiply:
		i.product(n, v, w)
	case expression.Select:
		i.choice(n, v)
	case expression.Table:
		i.element(n, v)
	case expression.DivideUnsigned, expression.DivideSigned, expression.RemainderUnsigned, expression.RemainderSigned:
		i.quotient(n, kind, v, w)
	default:
		i.others(n, kind, v, w)
	}
}

// halved sometimes moves a float only half way to the wanted value: where two equations want different values of it, that
// converges.
func (i *inverter) halved(n expression.Node, r expression.Ref, v expression.Value) expression.Value {
	if !i.p.Graph.Variables[n.A].Float || i.random.IntN(2) == 0 {
		return v
	}
	w := int(n.Width)
	middle := number(i.value(r), w)/2 + number(v, w)/2
	if math.IsInf(middle, 0) || middle != middle {
		return v
	}
	return bitsOf(middle, w)
}

func (i *inverter) sum(n expression.Node, kind expression.Kind, v expression.Value) {
	a, b := i.value(n.A), i.value(n.B)
	second := i.side(n)
	if n.A == n.B && kind == expression.Add {
		i.want(n.A, v.Right(1))
		return
	}
	switch {
	case kind == expression.Xor && second:
		i.want(n.B, v.Xor(a))
	case kind == expression.Xor:
		i.want(n.A, v.Xor(b))
	case kind == expression.Subtract && second:
		i.want(n.B, a.Sub(v))
	case kind == expression.Subtract:
		i.want(n.A, v.Add(b))
	case second:
		i.want(n.B, v.Sub(a))
	default:
		i.want(n.A, v.Sub(b))
	}
}

// bits inverts AND and OR: it sets or clears those bits of one operand that the other one does not decide.
func (i *inverter) bits(n expression.Node, kind expression.Kind, v expression.Value, w int) {
	a, b := i.value(n.A), i.value(n.B)
	and := kind == expression.And
	if w == 1 && v.IsZero() != and { // both operands must have that value
		i.want(n.A, v)
		i.want(n.B, v)
		return
	}
	x, other, way := n.A, b, a
	if i.side(n) {
		x, other, way = n.B, a, b
	}
	if and {
		i.want(x, way.And(other.Not()).Or(v.And(other)))
		i.lack(n, x, v.And(other.Not()), true)
		return
	}
	i.want(x, way.And(other).Or(v.And(other.Not())))
	i.lack(n, x, other.And(v.Not()), false)
}

// lack also changes the operand that was to keep its value, where bits of it make the wanted value impossible.
func (i *inverter) lack(n expression.Node, changed expression.Ref, bits expression.Value, set bool) {
	other := n.A
	if changed == n.A {
		other = n.B
	}
	if bits.IsZero() || i.constant(other) {
		return
	}
	if set {
		i.want(other, i.value(other).Or(bits))
		i.want(changed, i.value(changed).Or(bits))
	} else {
		i.want(other, i.value(other).And(bits.Not()))
		i.want(changed, i.value(changed).And(bits.Not()))
	}
}

// product inverts a multiplication: it divides v by the other operand modulo 2^w, which works if v is a multiple of the power of
// two in that operand.
func (i *inverter) product(n expression.Node, v expression.Value, w int) {
	x, k := n.A, i.value(n.B)
	if i.side(n) {
		x, k = n.B, i.value(n.A)
	}
	if n.A == n.B {
		i.want(x, expression.Of(uint64(math.Sqrt(float64(v.Low)))))
		return
	}
	if k.IsZero() {
		return
	}
	twos := 0
	for !k.Bit(twos) {
		twos++
	}
	if v.Cut(twos).IsZero() {
		high := i.value(x).And(expression.Mask(w - twos).Not()) // the product loses these bits: keep them
		i.want(x, v.Right(twos).Mul(k.Right(twos).Inverse()).Cut(w-twos).Or(high))
	}
}

// choice changes the operand that a select takes now, or makes it take the other one.
func (i *inverter) choice(n expression.Node, v expression.Value) {
	taken, other := n.B, n.C
	now := i.value(n.A)
	if now.IsZero() {
		taken, other = other, taken
	}
	switch {
	case i.value(other) == v, i.constant(taken), !i.constant(other) && i.random.IntN(2) == 0:
		i.want(n.A, now.Xor(expression.Of(1)))
		if i.value(other) != v {
			i.want(other, v)
		}
	default:
		i.want(taken, v)
	}
}

// element looks for an index whose element has the value v; among several, it picks one at random.
func (i *inverter) element(n expression.Node, v expression.Value) {
	elements, count := i.p.Graph.Tables[n.B].Nodes, 0
	i.p.machine.Steps += uint64(len(elements))
	var index uint64
	for at, e := range elements {
		if i.value(e) == v {
			if count++; i.random.IntN(count) == 0 {
				index = uint64(at)
			}
		}
	}
	now := i.value(n.A)
	switch {
	case count > 0:
		i.want(n.A, expression.Of(index))
	case now.High == 0 && now.Low < uint64(len(elements)):
		i.want(elements[now.Low], v)
	}
}

// quotient inverts a division or a remainder; the operand that it does not change keeps its value.
func (i *inverter) quotient(n expression.Node, kind expression.Kind, v expression.Value, w int) {
	a, b := i.value(n.A), i.value(n.B)
	if b.IsZero() {
		i.want(n.B, expression.Of(1+uint64(i.random.IntN(16))))
		return
	}
	if i.side(n) && !v.IsZero() && (kind == expression.DivideUnsigned || kind == expression.DivideSigned) {
		q, _ := a.Divide(v)
		i.want(n.B, q)
		return
	}
	var rest expression.Value
	signed := kind == expression.DivideSigned || kind == expression.RemainderSigned
	if !signed || !a.Bit(w-1) && !b.Bit(w-1) {
		_, rest = a.Divide(b)
	}
	if kind == expression.DivideUnsigned || kind == expression.DivideSigned {
		if i.random.IntN(2) == 0 && !(signed && v.Bit(w-1)) {
			i.want(n.A, v.Mul(b).Add(rest))
		} else {
			i.want(n.A, v.Mul(b))
		}
		return
	}
	i.want(n.A, a.Sub(rest).Add(v))
}
