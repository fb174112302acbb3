package expression

// bounds are what the facts of a path, so far, say about an expression of at most 64 bits, as an unsigned and as a signed number.
type bounds struct {
	low, high             uint64
	signedLow, signedHigh int64
}

// known holds the bounds of expressions that facts compare with constants.
type known struct {
	graph *Graph
	of    map[Ref]bounds
}

// maxPieces bounds the conjuncts of a fact that are learned from, and the nodes looked at to find out whether an expression is fixed.
const maxPieces = 64

// learn adds a fact: a one-bit expression that holds on the path from here on.
func (k *known) learn(holds Ref) {
	todo := []Ref{holds}
	for n := 0; len(todo) > 0 && n < maxPieces; n++ {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		x := k.graph.nodes[r]
		switch kind := Kind(x.Kind); {
		case kind == And:
			todo = append(todo, x.A, x.B)
		case kind == Not:
			k.learnNot(k.graph.nodes[x.A])
		case kind == Equal:
			k.learnEqual(x)
		case kind >= LessUnsigned && kind <= LessOrEqualSigned:
			k.learnOrder(x)
		}
	}
}

// learnNot adds that a node is false. The graph turns the negation of an order into the opposite one.
func (k *known) learnNot(x Node) {
	if Kind(x.Kind) != Equal || k.graph.Width(x.A) > 64 {
		return
	}
	c, constant := k.graph.Constant(x.B)
	if !constant {
		return
	}
	b := k.boundsOf(x.A)
	if v := c.Low; v == b.low && v != b.high {
		b.low++
	} else if v == b.high && v != b.low {
		b.high--
	}
	if v := signedOf(c, k.graph.Width(x.A)); v == b.signedLow && v != b.signedHigh {
		b.signedLow++
	} else if v == b.signedHigh && v != b.signedLow {
		b.signedHigh--
	}
	k.set(x.A, b)
}

func (k *known) learnEqual(x Node) {
	if c, constant := k.graph.Constant(x.B); constant && k.graph.Width(x.A) <= 64 {
		v := signedOf(c, k.graph.Width(x.A))
		k.of[x.A] = bounds{c.Low, c.Low, v, v}
	}
}

// learnOrder adds a comparison, one side of which is constant.
func (k *known) learnOrder(x Node) {
	kind := Kind(x.Kind)
	w := k.graph.Width(x.A)
	right, onRight := k.graph.Constant(x.B)
	left, onLeft := k.graph.Constant(x.A)
	if w > 64 || onLeft == onRight {
		return
	}
	signed := kind == LessSigned || kind == LessOrEqualSigned
	less := uint64(0) // by how much the bound lies within the constant
	if kind == LessUnsigned || kind == LessSigned {
		less = 1
	}
	at, c := x.A, right
	if onLeft {
		at, c = x.B, left
	}
	b := k.boundsOf(at)
	switch { // a constant at the end of its range leaves nothing below it: then no input comes here, and the run did
	case onRight && signed:
		b.signedHigh = min(b.signedHigh, signedOf(c, w)-int64(less))
	case onRight:
		b.high = min(b.high, c.Low-less)
	case signed:
		b.signedLow = max(b.signedLow, signedOf(c, w)+int64(less))
	default:
		b.low = max(b.low, c.Low+less)
	}
	k.set(at, b)
}

// signedOf returns a value of that width, at most 64 bits, as a signed number.
func signedOf(v Value, width int) int64 { return int64(v.Extend(width).Low) }

// boundsOf returns what is known of an expression of at most 64 bits.
func (k *known) boundsOf(r Ref) bounds {
	if b, ok := k.of[r]; ok {
		return b
	}
	half := int64(Mask(k.graph.Width(r) - 1).Low)
	return bounds{0, Mask(k.graph.Width(r)).Low, -half - 1, half}
}

// set stores bounds, after each number has learned from the other: they are equal where the highest bit is 0.
func (k *known) set(r Ref, b bounds) {
	half := Mask(k.graph.Width(r) - 1).Low
	if b.high <= half {
		b.signedLow, b.signedHigh = max(b.signedLow, int64(b.low)), min(b.signedHigh, int64(b.high))
	}
	if b.signedLow >= 0 {
		b.low, b.high = max(b.low, uint64(b.signedLow)), min(b.high, uint64(b.signedHigh))
	}
	k.of[r] = b
}

// fixed reports whether the facts leave an expression one value only. It looks at operands as far as that is cheap.
func (k *known) fixed(r Ref) bool {
	todo := []Ref{r}
	for n := 0; len(todo) > 0; n++ {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b, ok := k.of[at]; ok && (b.low == b.high || b.signedLow == b.signedHigh) {
			continue
		}
		if k.graph.Kind(at) == Read || n == maxPieces {
			return false
		}
		todo = k.graph.Below(at, todo)
	}
	return true
}
