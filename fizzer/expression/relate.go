package expression

// equal simplifies a == b; a constant is always on the right.
func (g *Graph) equal(n Node) Ref {
	if n.A == n.B {
		return g.Const(1, Of(1))
	}
	if k, ok := g.Constant(n.B); ok {
		if Kind(g.nodes[n.A].Kind) != Select {
			return g.equalTo(n.A, k)
		}
		pair := [2]Ref{n.A, n.B}
		r, known := g.choices[pair]
		if !known {
			r = g.equalTo(n.A, k)
			g.choices[pair] = r
		}
		return r
	}
	x, y := g.nodes[n.A], g.nodes[n.B]
	if x.Kind != y.Kind {
		return 0
	}
	switch Kind(x.Kind) {
	case ZeroExtend, SignExtend:
		if g.Width(x.A) == g.Width(y.A) {
			return g.Equal(x.A, y.A)
		}
	case Not, Negate:
		return g.Equal(x.A, y.A)
	case Add, Xor:
		if x.B == y.B {
			return g.Equal(x.A, y.A)
		}
	}
	return 0
}

// equalTo simplifies x == k.
func (g *Graph) equalTo(r Ref, k Value) Ref {
	n := g.nodes[r]
	w := int(n.Width)
	if w == 1 {
		if k.IsZero() {
			return g.Not(r)
		}
		return r
	}
	switch Kind(n.Kind) {
	case ZeroExtend, SignExtend:
		inner := g.Width(n.A)
		o := operation{kind: Kind(n.Kind), width: w, of: inner, a: k.Cut(inner)}
		if o.compute() != k {
			return g.Const(1, Value{})
		}
		return g.Equal(n.A, g.Const(inner, k))
	case Not:
		return g.Equal(n.A, g.Const(w, k.Not()))
	case Negate:
		return g.Equal(n.A, g.Const(w, k.Neg()))
	case Subtract:
		if k.IsZero() {
			return g.Equal(n.A, n.B)
		}
	case Concat:
		low := g.Width(n.B)
		return g.And(g.Equal(n.A, g.Const(w-low, k.Right(low))), g.Equal(n.B, g.Const(low, k)))
	case Add, Xor, Multiply, Or:
		return g.equalToOperation(n, k)
	case Select:
		return g.equalToChoice(n, k)
	}
	return 0
}

func (g *Graph) equalToOperation(n Node, k Value) Ref {
	w := int(n.Width)
	zero := g.Const(w, Value{})
	c, constant := g.Constant(n.B)
	switch kind := Kind(n.Kind); {
	case kind == Or && k.IsZero():
		return g.And(g.Equal(n.A, zero), g.Equal(n.B, zero))
	case kind == Xor && k.IsZero():
		return g.Equal(n.A, n.B)
	case !constant || kind == Or:
		return 0
	case kind == Add:
		return g.Equal(n.A, g.Const(w, k.Sub(c)))
	case kind == Xor:
		return g.Equal(n.A, g.Const(w, k.Xor(c)))
	case c.Low&1 != 0:
		return g.Equal(n.A, g.Const(w, k.Mul(c.Inverse())))
	case k.zeros() < c.zeros():
		return g.Const(1, Value{})
	}
	zeros := c.zeros() // what they leave out of the product is zero on both sides
	odd := g.Make(Multiply, w, 0, n.A, g.Const(w, c.Right(zeros)), 0)
	return g.Equal(g.Slice(odd, 0, w-zeros), g.Const(w-zeros, k.Right(zeros)))
}

// equalToChoice simplifies (c ? k1 : x) == k.
func (g *Graph) equalToChoice(n Node, k Value) Ref {
	for side, arm := range [2]Ref{n.B, n.C} {
		known, constant := g.Constant(arm)
		if !constant {
			continue
		}
		chosen, other := n.A, n.C
		if side == 1 {
			chosen, other = g.Not(n.A), n.B
		}
		rest := g.Equal(other, g.Const(int(n.Width), k))
		if known == k {
			return g.Or(chosen, rest)
		}
		return g.And(g.Not(chosen), rest)
	}
	return 0
}

// less simplifies the four comparisons.
func (g *Graph) less(n Node) Ref {
	kind, w := Kind(n.Kind), g.Width(n.A)
	strict := kind == LessUnsigned || kind == LessSigned
	signed := kind == LessSigned || kind == LessOrEqualSigned
	if n.A == n.B {
		return g.Const(1, truth(!strict))
	}
	least, greatest := Value{}, Mask(w)
	if signed {
		least, greatest = Of(1).Left(w-1), Mask(w-1)
	}
	if k, ok := g.Constant(n.B); ok {
		switch {
		case strict && k == least:
			return g.Const(1, Value{})
		case !strict && k == greatest:
			return g.Const(1, Of(1))
		case !strict && k == least, strict && k == least.Add(Of(1)).Cut(w):
			return g.Equal(n.A, g.Const(w, least))
		case strict && k == greatest:
			return g.Not(g.Equal(n.A, n.B))
		}
	}
	if k, ok := g.Constant(n.A); ok {
		switch {
		case strict && k == greatest:
			return g.Const(1, Value{})
		case !strict && k == least:
			return g.Const(1, Of(1))
		case !strict && k == greatest, strict && k == greatest.Sub(Of(1)).Cut(w):
			return g.Equal(n.B, g.Const(w, greatest))
		case strict && k == least:
			return g.Not(g.Equal(n.B, n.A))
		}
	}
	return g.lessExtended(n, signed, strict)
}

// lessExtended compares the values before C's promotions instead of the extended ones.
func (g *Graph) lessExtended(n Node, signed, strict bool) Ref {
	x, y := g.nodes[n.A], g.nodes[n.B]
	kindX, kindY := Kind(x.Kind), Kind(y.Kind)
	extended := func(k Kind) bool { return k == ZeroExtend || k == SignExtend && signed }
	switch {
	case kindX == kindY && extended(kindX) && g.Width(x.A) == g.Width(y.A):
		return g.Compare(comparison(kindX == SignExtend, strict), x.A, y.A)
	case extended(kindX) && kindY == Constant:
		return g.lessWithin(x, n.B, false, signed, strict)
	case extended(kindY) && kindX == Constant:
		return g.lessWithin(y, n.A, true, signed, strict)
	}
	return 0
}

// lessWithin compares an extended value with a constant; left: the constant is on the left.
func (g *Graph) lessWithin(x Node, constant Ref, left, signed, strict bool) Ref {
	k, _ := g.Constant(constant)
	w, inner := int(x.Width), g.Width(x.A)
	signedInner := Kind(x.Kind) == SignExtend
	low, high := Value{}, Mask(inner) // range of x before the extension
	if signedInner {
		low, high = Mask(w).Xor(Mask(inner-1)), Mask(inner-1)
	}
	compare := Value.Compare
	if signed {
		compare = func(a, b Value) int { return compareSigned(a, b, w) }
	}
	switch {
	case compare(k, low) < 0:
		return g.Const(1, truth(left))
	case compare(k, high) > 0:
		return g.Const(1, truth(!left))
	}
	kind, narrow := comparison(signedInner, strict), g.Const(inner, k)
	if left {
		return g.Compare(kind, narrow, x.A)
	}
	return g.Compare(kind, x.A, narrow)
}

func comparison(signed, strict bool) Kind {
	switch {
	case signed && strict:
		return LessSigned
	case signed:
		return LessOrEqualSigned
	case strict:
		return LessUnsigned
	}
	return LessOrEqualUnsigned
}
