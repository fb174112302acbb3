package blast

import "fizzer/fizzer/expression"

// Circuit holds clauses and the literals of expressions.
type Circuit struct {
	arithmetic
	graph     *expression.Graph
	words     map[expression.Ref]word
	divisions map[division][2]word
}

// New returns a circuit without expressions. It may get about maxClauses clauses; then it is too large.
func New(graph *expression.Graph, maxClauses int) *Circuit {
	net := netlist{Clauses: [][]int{{1}}, Bits: 1, ands: map[pair]literal{}, xors: map[pair]literal{}, maxClauses: maxClauses}
	return &Circuit{arithmetic: arithmetic{net}, graph: graph, words: map[expression.Ref]word{}, divisions: map[division][2]word{}}
}

// Assert demands that a one-bit expression is true. After an error the circuit must not be used.
func (c *Circuit) Assert(holds expression.Ref) error {
	l, err := c.Literal(holds)
	if err == nil {
		c.clause(literal(l))
	}
	return err
}

// Literal returns the literal, as in DIMACS, of a one-bit expression.
func (c *Circuit) Literal(r expression.Ref) (int, error) {
	for _, at := range c.graph.ConeUntil([]expression.Ref{r}, c.made) {
		w, err := c.word(at)
		if err != nil {
			return 0, err
		}
		if c.full() {
			return 0, ErrSize
		}
		c.words[at] = w
	}
	return int(c.words[r][0]), nil
}

// made reports whether a node has its circuit.
func (c *Circuit) made(r expression.Ref) bool {
	_, made := c.words[r]
	return made
}

// Value returns the value of a variable of the graph in a model, whose index i-1 holds bit i. found: some expression uses the
// variable.
func (c *Circuit) Value(variable int, model []bool) (v expression.Value, found bool) {
	w, found := c.words[c.graph.Variable(variable)]
	for i, l := range w {
		at := max(l, -l)
		if int(at) <= len(model) && model[at-1] == (l > 0) {
			v = v.Or(expression.Of(1).Left(i))
		}
	}
	return v, found
}

// Assume returns the literals, as in DIMACS, that give a variable of the graph a value; none if no expression uses it.
func (c *Circuit) Assume(variable int, v expression.Value) (literals []int) {
	for i, l := range c.words[c.graph.Variable(variable)] {
		if !v.Bit(i) {
			l = -l
		}
		literals = append(literals, int(l))
	}
	return literals
}

// word builds the circuit of one node; those of the nodes below exist already.
func (c *Circuit) word(r expression.Ref) (word, error) {
	n := c.graph.Node(r)
	width := int(n.Width)
	switch expression.Kind(n.Kind) {
	case expression.Constant:
		v, _ := c.graph.Constant(r)
		return constant(v, width), nil
	case expression.Read:
		if c.graph.Variables[n.A].Boolean {
			return padded(word{c.fresh()}, width, -yes), nil
		}
		return c.freshWord(width), nil
	case expression.Table:
		var elements []word
		for _, e := range c.graph.Tables[n.B].Nodes {
			elements = append(elements, c.words[e])
		}
		return c.element(elements, c.words[n.A], width), nil
	case expression.Extract:
		return c.words[n.A][int(n.B) : int(n.B)+width], nil
	}
	return c.operation(n, c.words[n.A], c.words[n.B], c.words[n.C], width)
}

// operation builds the circuit of a node with operands.
func (c *Circuit) operation(n expression.Node, a, b, d word, width int) (word, error) {
	switch expression.Kind(n.Kind) {
	case expression.Concat:
		return append(append(word{}, b...), a...), nil
	case expression.ZeroExtend:
		return padded(a, width, -yes), nil
	case expression.SignExtend:
		return padded(a, width, a.sign()), nil
	case expression.Not:
		return inverted(a), nil
	case expression.Negate:
		return c.negate(a), nil
	case expression.Add:
		return c.add(a, b, -yes), nil
	case expression.Subtract:
		return c.subtract(a, b), nil
	case expression.Multiply:
		return c.multiply(a, b), nil
	case expression.And:
		return each(c.and, a, b), nil
	case expression.Or:
		return each(c.or, a, b), nil
	case expression.Xor:
		return each(c.xor, a, b), nil
	case expression.Select:
		return c.pick(a[0], b, d), nil
	}
	return c.rare(n, a, b, d)
}

// rare builds the circuits of kinds that are less frequent in programs.
func (c *Circuit) rare(n expression.Node, a, b, d word) (word, error) {
	switch expression.Kind(n.Kind) {
	case expression.ShiftLeft:
		return c.shift(a, b, true, -yes), nil
	case expression.ShiftRight:
		return c.shift(a, b, false, -yes), nil
	case expression.ShiftRightSigned:
		return c.shift(a, b, false, a.sign()), nil
	case expression.FunnelLeft:
		if len(d)&(len(d)-1) != 0 {
			_, d = c.divide(d, constant(expression.Of(uint64(len(d))), len(d)))
		}
		return c.funnel(a, b, d), nil
	case expression.SwapBytes:
		x := make(word, len(a))
		for i := range x {
			x[i] = a[len(a)-8-i/8*8+i%8]
		}
		return x, nil
	case expression.CountOnes:
		return c.ones(a), nil
	case expression.LeadingZeros:
		return c.leading(a), nil
	case expression.TrailingZeros:
		return c.trailing(a), nil
	case expression.DivideUnsigned, expression.DivideSigned, expression.RemainderUnsigned, expression.RemainderSigned:
		return c.quotient(n, a, b), nil
	}
	return c.relation(n, a, b)
}

// quotient builds divisions. Signed ones divide the absolute values, as C defines them.
func (c *Circuit) quotient(n expression.Node, a, b word) word {
	kind := expression.Kind(n.Kind)
	signA, signB := -yes, -yes
	if kind == expression.DivideSigned || kind == expression.RemainderSigned {
		signA, signB = a.sign(), b.sign()
	}
	q, r := c.divideOnce(n, c.absolute(signA, a), c.absolute(signB, b))
	switch kind {
	case expression.DivideSigned:
		zero := -c.any(b)
		return c.absolute(c.choose(zero, signA, c.xor(signA, signB)), q)
	case expression.RemainderSigned:
		return c.absolute(signA, r)
	case expression.DivideUnsigned:
		return q
	}
	return r
}

// division identifies a division by its operands.
type division struct {
	a, b   expression.Ref
	signed bool
}

// divideOnce shares the circuit between a quotient and the remainder of the same operands.
func (c *Circuit) divideOnce(n expression.Node, a, b word) (q, r word) {
	kind := expression.Kind(n.Kind)
	key := division{n.A, n.B, kind == expression.DivideSigned || kind == expression.RemainderSigned}
	made, ok := c.divisions[key]
	if !ok {
		made[0], made[1] = c.divide(a, b)
		c.divisions[key] = made
	}
	return made[0], made[1]
}

// relation builds comparisons, and the kinds of floats that need only their bits.
func (c *Circuit) relation(n expression.Node, a, b word) (word, error) {
	switch expression.Kind(n.Kind) {
	case expression.Equal:
		return word{c.equal(a, b)}, nil
	case expression.LessUnsigned:
		return word{c.less(a, b)}, nil
	case expression.LessOrEqualUnsigned:
		return word{-c.less(b, a)}, nil
	case expression.LessSigned:
		return word{c.less(biased(a), biased(b))}, nil
	case expression.LessOrEqualSigned:
		return word{-c.less(biased(b), biased(a))}, nil
	case expression.FloatNegate:
		return biased(a), nil
	case expression.FloatAbsolute:
		return padded(a[:len(a)-1], len(a), -yes), nil
	case expression.FloatCompare:
		return word{c.floats(n.Flags, a, b)}, nil
	}
	return nil, ErrModel
}

// floats compares floats by their bits: they are ordered like sign and magnitude.
func (c *Circuit) floats(predicate uint16, a, b word) literal {
	unordered := c.or(c.nan(a), c.nan(b))
	bothZero := -c.or(c.any(a[:len(a)-1]), c.any(b[:len(b)-1]))
	same := c.or(c.equal(a, b), bothZero)
	less := c.and(c.less(c.ordered(a), c.ordered(b)), -same)
	result := -yes
	for bit, is := range [4]literal{same, c.and(-same, -less), c.and(less, -same), yes} {
		if predicate>>bit&1 == 0 {
			continue
		}
		if bit < 3 {
			is = c.and(is, -unordered)
		} else {
			is = unordered
		}
		result = c.or(result, is)
	}
	return result
}

func (c *Circuit) nan(a word) literal {
	fraction := 23
	if len(a) == 64 {
		fraction = 52
	}
	exponent := c.any(inverted(a[fraction : len(a)-1]))
	return c.and(-exponent, c.any(a[:fraction]))
}

// ordered returns an unsigned number for the bits of a float, in the order of floats: negative ones are inverted, the others lie
// above.
func (c *Circuit) ordered(a word) word {
	return append(each(c.xor, a[:len(a)-1], padded(nil, len(a)-1, a.sign())), -a.sign())
}
