package expression

// maxDepth bounds rewrites within rewrites; beyond it a node is made as it is.
const maxDepth = 64

// Make returns an expression of that kind over operands of fitting widths, or a simpler one of the same value if a rule finds one.
// Operands that the kind does not have are 0; extract has its lowest bit in b, table its number.
func (g *Graph) Make(kind Kind, width int, flags uint16, a, b, c Ref) Ref {
	n := Node{Kind8(kind), uint8(width), flags, a, b, c}
	if r := g.fold(n); r != 0 {
		return r
	}
	if g.depth >= maxDepth {
		return g.intern(n)
	}
	g.depth++
	r := g.simplify(g.ordered(n))
	g.depth--
	return r
}

// Not returns a with all bits inverted: for one bit, the negation.
func (g *Graph) Not(a Ref) Ref { return g.Make(Not, g.Width(a), 0, a, 0, 0) }

// And returns the conjunction of expressions of equal width.
func (g *Graph) And(a, b Ref) Ref { return g.Make(And, g.Width(a), 0, a, b, 0) }

// Or returns the disjunction of expressions of equal width.
func (g *Graph) Or(a, b Ref) Ref { return g.Make(Or, g.Width(a), 0, a, b, 0) }

// Equal returns the comparison for equality of expressions of equal width.
func (g *Graph) Equal(a, b Ref) Ref { return g.Make(Equal, 1, 0, a, b, 0) }

// Compare returns a comparison of expressions of equal width.
func (g *Graph) Compare(kind Kind, a, b Ref) Ref { return g.Make(kind, 1, 0, a, b, 0) }

// Slice returns width bits of a from bit lowest on.
func (g *Graph) Slice(a Ref, lowest, width int) Ref {
	return g.Make(Extract, width, 0, a, Ref(lowest), 0)
}

// Extend returns a zero-extended to that width, or a itself if it is that wide.
func (g *Graph) Extend(a Ref, width int) Ref {
	if g.Width(a) == width {
		return a
	}
	return g.Make(ZeroExtend, width, 0, a, 0, 0)
}

func (g *Graph) concat(high, low Ref) Ref {
	return g.Make(Concat, g.Width(high)+g.Width(low), 0, high, low, 0)
}

// fold evaluates an operation whose operands are all constant; it returns 0 for others.
func (g *Graph) fold(n Node) Ref {
	o := operation{kind: Kind(n.Kind), width: int(n.Width), flags: n.Flags}
	operands := shapes[n.Kind].operands
	if o.kind == Table || operands == 0 {
		return 0
	}
	for i, at := range [3]Ref{n.A, n.B, n.C} {
		if i >= operands {
			break
		}
		v, constant := g.Constant(at)
		if !constant {
			return 0
		}
		*[]*Value{&o.a, &o.b, &o.c}[i] = v
	}
	o.of, o.lowest = g.Width(n.A), int(n.B)
	return g.Const(o.width, o.compute())
}

// ordered puts the operands of a commutative kind into canonical order: constants last, else the smaller Ref first.
func (g *Graph) ordered(n Node) Node {
	switch Kind(n.Kind) {
	case Add, Multiply, And, Or, Xor, Equal:
		_, constant := g.Constant(n.A)
		_, other := g.Constant(n.B)
		if constant || !other && n.B < n.A {
			n.A, n.B = n.B, n.A
		}
	}
	return n
}

// simplify applies the rules of the kind.
func (g *Graph) simplify(n Node) Ref {
	r := Ref(0)
	switch Kind(n.Kind) {
	case Not:
		r = g.not(n)
	case Negate:
		r = g.negate(n)
	case Add:
		r = g.add(n)
	case Subtract:
		r = g.subtract(n)
	case Multiply:
		r = g.multiply(n)
	case DivideUnsigned, DivideSigned, RemainderUnsigned, RemainderSigned:
		r = g.divide(n)
	case And, Or, Xor:
		r = g.bitwise(n)
	case ShiftLeft, ShiftRight, ShiftRightSigned:
		r = g.shift(n)
	case Concat:
		r = g.joined(n)
	case Extract:
		r = g.extract(n)
	case ZeroExtend, SignExtend:
		r = g.extend(n)
	case Equal:
		r = g.equal(n)
	case LessUnsigned, LessOrEqualUnsigned, LessSigned, LessOrEqualSigned:
		r = g.less(n)
	case Select:
		r = g.choose(n)
	case Table:
		r = g.element(n)
	}
	if r == 0 {
		return g.intern(n)
	}
	return r
}
