package expression

// Each rule gets a node whose operands are already simplified and not all constant. It returns a simpler expression, or 0.

// is reports whether r is of that kind, and returns its node.
func (g *Graph) is(r Ref, kind Kind) (Node, bool) {
	n := g.nodes[r]
	return n, Kind(n.Kind) == kind
}

func (g *Graph) not(n Node) Ref {
	x := g.nodes[n.A]
	switch Kind(x.Kind) {
	case Not:
		return x.A
	case LessUnsigned:
		return g.Compare(LessOrEqualUnsigned, x.B, x.A)
	case LessOrEqualUnsigned:
		return g.Compare(LessUnsigned, x.B, x.A)
	case LessSigned:
		return g.Compare(LessOrEqualSigned, x.B, x.A)
	case LessOrEqualSigned:
		return g.Compare(LessSigned, x.B, x.A)
	}
	return 0
}

func (g *Graph) negate(n Node) Ref {
	x := g.nodes[n.A]
	switch Kind(x.Kind) {
	case Negate:
		return x.A
	case Subtract:
		return g.Make(Subtract, int(n.Width), 0, x.B, x.A, 0)
	}
	if n.Width == 1 {
		return n.A
	}
	return 0
}

func (g *Graph) add(n Node) Ref {
	w := int(n.Width)
	k, constant := g.Constant(n.B)
	if constant {
		if k.IsZero() {
			return n.A
		}
		if inner, ok := g.is(n.A, Add); ok {
			if k2, ok := g.Constant(inner.B); ok {
				return g.Make(Add, w, 0, inner.A, g.Const(w, k.Add(k2)), 0)
			}
		}
		return 0
	}
	if x, ok := g.is(n.B, Negate); ok {
		return g.Make(Subtract, w, 0, n.A, x.A, 0)
	}
	if x, ok := g.is(n.A, Negate); ok {
		return g.Make(Subtract, w, 0, n.B, x.A, 0)
	}
	return g.fields(n)
}

func (g *Graph) subtract(n Node) Ref {
	w := int(n.Width)
	if n.A == n.B {
		return g.Const(w, Value{})
	}
	if k, ok := g.Constant(n.B); ok {
		return g.Make(Add, w, 0, n.A, g.Const(w, k.Neg()), 0)
	}
	if k, ok := g.Constant(n.A); ok && k.IsZero() {
		return g.Make(Negate, w, 0, n.B, 0, 0)
	}
	if x, ok := g.is(n.B, Negate); ok {
		return g.Make(Add, w, 0, n.A, x.A, 0)
	}
	return 0
}

func (g *Graph) multiply(n Node) Ref {
	w := int(n.Width)
	k, ok := g.Constant(n.B)
	if !ok {
		return 0
	}
	switch k {
	case Value{}:
		return n.B
	case Of(1):
		return n.A
	case Mask(w):
		return g.Make(Negate, w, 0, n.A, 0, 0)
	}
	if inner, ok := g.is(n.A, Multiply); ok {
		if k2, ok := g.Constant(inner.B); ok {
			return g.Make(Multiply, w, 0, inner.A, g.Const(w, k.Mul(k2)), 0)
		}
	}
	return 0
}

func (g *Graph) divide(n Node) Ref {
	w := int(n.Width)
	k, ok := g.Constant(n.B)
	if !ok || k.IsZero() {
		return 0
	}
	power := k.Length() - 1
	switch kind := Kind(n.Kind); {
	case k == Of(1) && (kind == DivideUnsigned || kind == DivideSigned):
		return n.A
	case k == Of(1):
		return g.Const(w, Value{})
	case k != Of(1).Left(power):
		return 0
	case kind == DivideUnsigned:
		return g.Make(ZeroExtend, w, 0, g.Slice(n.A, power, w-power), 0, 0)
	case kind == RemainderUnsigned:
		return g.Extend(g.Slice(n.A, 0, power), w)
	}
	return 0
}

func (g *Graph) bitwise(n Node) Ref {
	w, kind := int(n.Width), Kind(n.Kind)
	if n.A == n.B {
		if kind == Xor {
			return g.Const(w, Value{})
		}
		return n.A
	}
	k, constant := g.Constant(n.B)
	if !constant {
		return g.opposites(n)
	}
	zero, ones := k.IsZero(), k == Mask(w)
	switch {
	case zero && kind == And, ones && kind == Or:
		return n.B
	case zero, ones && kind == And:
		return n.A
	case ones:
		return g.Not(n.A)
	}
	if inner, ok := g.is(n.A, kind); ok {
		if k2, ok := g.Constant(inner.B); ok {
			o := operation{kind: kind, width: w, a: k, b: k2}
			return g.Make(kind, w, 0, inner.A, g.Const(w, o.compute()), 0)
		}
	}
	return g.masked(n, k)
}

// opposites simplifies operations on x and not x.
func (g *Graph) opposites(n Node) Ref {
	w := int(n.Width)
	x, inverted := g.is(n.A, Not)
	y, other := g.is(n.B, Not)
	if inverted && x.A == n.B || other && y.A == n.A {
		if Kind(n.Kind) == And {
			return g.Const(w, Value{})
		}
		return g.Const(w, Mask(w))
	}
	if Kind(n.Kind) != And {
		return g.fields(n)
	}
	return 0
}

// masked turns an AND with a mask of consecutive bits into the remaining field with zeros around it.
func (g *Graph) masked(n Node, k Value) Ref {
	if Kind(n.Kind) != And {
		return 0
	}
	w, lowest, length := int(n.Width), k.zeros(), k.Length()
	if k != Mask(length).Xor(Mask(lowest)) {
		return 0
	}
	field := g.Slice(n.A, lowest, length-lowest)
	if lowest > 0 {
		field = g.concat(field, g.Const(lowest, Value{}))
	}
	return g.Extend(field, w)
}

// fields turns the sum, OR or XOR of two values without common bits into a concatenation: x << k and y below 2^k.
func (g *Graph) fields(n Node) Ref {
	for _, pair := range [2][2]Ref{{n.A, n.B}, {n.B, n.A}} {
		low, ok := g.is(pair[1], ZeroExtend)
		if !ok {
			continue
		}
		high, zeros := g.lowZeros(pair[0])
		if zeros >= g.Width(low.A) && zeros < int(n.Width) {
			return g.concat(high, g.Extend(low.A, zeros))
		}
	}
	return 0
}

// lowZeros returns the part of r above its low bits that are certainly 0, and the number of these bits.
func (g *Graph) lowZeros(r Ref) (Ref, int) {
	n := g.nodes[r]
	w := int(n.Width)
	switch Kind(n.Kind) {
	case ShiftLeft:
		if k, ok := g.Constant(n.B); ok && k.Low > 0 && k.Low < uint64(w) {
			return g.Slice(n.A, 0, w-int(k.Low)), int(k.Low)
		}
	case Concat:
		if k, ok := g.Constant(n.B); ok && k.IsZero() {
			return n.A, g.Width(n.B)
		}
	case ZeroExtend:
		x, ok := g.is(n.A, Concat)
		if !ok {
			return 0, 0
		}
		if k, ok := g.Constant(x.B); ok && k.IsZero() {
			return g.Extend(x.A, w-g.Width(x.B)), g.Width(x.B)
		}
	}
	return 0, 0
}

func (g *Graph) shift(n Node) Ref {
	w := int(n.Width)
	if k, ok := g.Constant(n.A); ok && k.IsZero() {
		return n.A
	}
	k, ok := g.Constant(n.B)
	if !ok {
		return 0
	}
	o := operation{width: w, b: k}
	distance := o.distance()
	switch kind := Kind(n.Kind); {
	case distance == 0:
		return n.A
	case kind == ShiftRightSigned:
		distance = min(distance, w-1)
		return g.Make(SignExtend, w, 0, g.Slice(n.A, distance, w-distance), 0, 0)
	case distance == w:
		return g.Const(w, Value{})
	case kind == ShiftRight:
		return g.Make(ZeroExtend, w, 0, g.Slice(n.A, distance, w-distance), 0, 0)
	case k != Of(uint64(distance)):
		return g.Make(ShiftLeft, w, 0, n.A, g.Const(w, Of(uint64(distance))), 0)
	}
	return 0
}

// joined reunites adjacent slices of one value.
func (g *Graph) joined(n Node) Ref {
	if k, ok := g.Constant(n.A); ok && k.IsZero() {
		return g.Make(ZeroExtend, int(n.Width), 0, n.B, 0, 0)
	}
	if r := g.adjacent(n.A, n.B); r != 0 {
		return r
	}
	if x, ok := g.is(n.A, Concat); ok {
		if r := g.adjacent(x.B, n.B); r != 0 {
			return g.concat(x.A, r)
		}
	}
	if x, ok := g.is(n.B, Concat); ok {
		if r := g.adjacent(n.A, x.A); r != 0 {
			return g.concat(r, x.B)
		}
	}
	return 0
}

// adjacent merges two expressions: slices of the same value, if high lies directly above low, or two constants. It returns 0 for
// others.
func (g *Graph) adjacent(high, low Ref) Ref {
	h, hk := g.Constant(high)
	l, lk := g.Constant(low)
	wl := g.Width(low)
	if hk && lk {
		return g.Const(g.Width(high)+wl, h.Left(wl).Or(l))
	}
	a, bitA := g.slice(high)
	b, bitB := g.slice(low)
	if a != b || bitA != bitB+wl {
		return 0
	}
	return g.Slice(a, bitB, wl+g.Width(high))
}

// slice returns the expression that r is a slice of, and the lowest bit; other expressions are slices of themselves.
func (g *Graph) slice(r Ref) (of Ref, lowest int) {
	if n, ok := g.is(r, Extract); ok {
		return n.A, int(n.B)
	}
	return r, 0
}

func (g *Graph) extend(n Node) Ref {
	w := int(n.Width)
	x := g.nodes[n.A]
	switch {
	case Kind(x.Kind) == ZeroExtend:
		return g.Make(ZeroExtend, w, 0, x.A, 0, 0)
	case x.Kind == n.Kind:
		return g.Make(SignExtend, w, 0, x.A, 0, 0)
	}
	return 0
}

func (g *Graph) extract(n Node) Ref {
	w, lowest := int(n.Width), int(n.B)
	x := g.nodes[n.A]
	if w == int(x.Width) {
		return n.A
	}
	switch Kind(x.Kind) {
	case Extract:
		return g.Slice(x.A, int(x.B)+lowest, w)
	case Concat:
		return g.sliceOfConcat(x, lowest, w)
	case ZeroExtend, SignExtend:
		return g.sliceOfExtended(x, lowest, w)
	case ShiftLeft:
		return g.sliceOfShifted(x, lowest, w)
	case And, Or, Xor, Not:
		return g.narrow(x, lowest, w)
	case Add, Subtract, Multiply, Negate:
		if lowest == 0 {
			return g.narrow(x, 0, w)
		}
	case Select:
		if g.shortens(x.B) && g.shortens(x.C) {
			return g.Make(Select, w, 0, x.A, g.Slice(x.B, lowest, w), g.Slice(x.C, lowest, w))
		}
	}
	return 0
}

func (g *Graph) sliceOfConcat(x Node, lowest, w int) Ref {
	wl := g.Width(x.B)
	switch {
	case lowest >= wl:
		return g.Slice(x.A, lowest-wl, w)
	case lowest+w <= wl:
		return g.Slice(x.B, lowest, w)
	}
	return g.concat(g.Slice(x.A, 0, lowest+w-wl), g.Slice(x.B, lowest, wl-lowest))
}

func (g *Graph) sliceOfExtended(x Node, lowest, w int) Ref {
	inner := g.Width(x.A)
	switch {
	case lowest+w <= inner:
		return g.Slice(x.A, lowest, w)
	case Kind(x.Kind) == ZeroExtend && lowest >= inner:
		return g.Const(w, Value{})
	case lowest >= inner: // copies of the sign
		lowest = inner - 1
	}
	return g.Make(Kind(x.Kind), w, 0, g.Slice(x.A, lowest, inner-lowest), 0, 0)
}

func (g *Graph) sliceOfShifted(x Node, lowest, w int) Ref {
	k, ok := g.Constant(x.B)
	switch {
	case !ok:
		return 0
	case uint64(lowest) >= k.Low:
		return g.Slice(x.A, lowest-int(k.Low), w)
	case uint64(lowest+w) <= k.Low:
		return g.Const(w, Value{})
	}
	return g.concat(g.Slice(x.A, 0, lowest+w-int(k.Low)), g.Const(int(k.Low)-lowest, Value{}))
}

// shortens reports whether a slice of r is simpler than r.
func (g *Graph) shortens(r Ref) bool {
	switch g.Kind(r) {
	case Constant, ZeroExtend, SignExtend, Concat, Extract:
		return true
	}
	return false
}

// narrow computes only the wanted bits, if the operands are wide only because of C's promotions.
func (g *Graph) narrow(x Node, lowest, w int) Ref {
	if !g.shortens(x.A) || x.B != 0 && !g.shortens(x.B) {
		return 0
	}
	b := Ref(0)
	if x.B != 0 {
		b = g.Slice(x.B, lowest, w)
	}
	return g.Make(Kind(x.Kind), w, 0, g.Slice(x.A, lowest, w), b, 0)
}

func (g *Graph) choose(n Node) Ref {
	w := int(n.Width)
	if n.B == n.C {
		return n.B
	}
	if k, ok := g.Constant(n.A); ok {
		if k.IsZero() {
			return n.C
		}
		return n.B
	}
	if x, ok := g.is(n.A, Not); ok {
		return g.Make(Select, w, 0, x.A, n.C, n.B)
	}
	if x, ok := g.is(n.B, Select); ok && x.A == n.A {
		return g.Make(Select, w, 0, n.A, x.B, n.C)
	}
	if x, ok := g.is(n.C, Select); ok && x.A == n.A {
		return g.Make(Select, w, 0, n.A, n.B, x.C)
	}
	if w == 1 {
		return g.chooseBit(n)
	}
	return 0
}

// chooseBit turns a selection between bits, one of which is constant, into a conjunction or disjunction.
func (g *Graph) chooseBit(n Node) Ref {
	if k, ok := g.Constant(n.B); ok {
		if k.IsZero() {
			return g.And(g.Not(n.A), n.C)
		}
		return g.Or(n.A, n.C)
	}
	if k, ok := g.Constant(n.C); ok {
		if k.IsZero() {
			return g.And(n.A, n.B)
		}
		return g.Or(g.Not(n.A), n.B)
	}
	return 0
}

func (g *Graph) element(n Node) Ref {
	k, ok := g.Constant(n.A)
	if !ok {
		return 0
	}
	elements := g.Tables[n.B].Nodes
	if k.High != 0 || k.Low >= uint64(len(elements)) {
		return g.Const(int(n.Width), Value{})
	}
	return elements[k.Low]
}
