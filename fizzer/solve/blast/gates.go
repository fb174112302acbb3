// Package blast does bit-blasting: it turns expressions into clauses over single bits, for SAT solvers.
//
//	c := blast.New(graph, 1_000_000)
//	err := c.Assert(holds)           // ErrModel or ErrSize: there are no clauses for it
//	... a solver finds a model of c.Clauses ...
//	v := c.Value(variable, model)
//
// Additions, comparisons, shifts, selections, tables, products and divisions become circuits. Floats can be compared, negated and
// moved, but not computed with. Equal gates are shared, and gates of constants are folded.
package blast

import (
	"errors"

	"fizzer/fizzer/expression"
)

// Reasons for which an expression has no clauses.
var (
	ErrModel = errors.New("arithmetic of floats has no circuit")
	ErrSize  = errors.New("the circuit is too large")
)

// literal is a variable, numbered from 1 on; negative: inverted. Variable 1 is true.
type literal int32

const yes literal = 1

// pair identifies a gate by its two inputs.
type pair struct{ a, b literal }

// Circuit holds clauses and the literals of expressions.
type Circuit struct {
	Clauses [][]int // of literals as in DIMACS; the first says that 1 is true
	Bits    int     // variables used

	graph      *expression.Graph
	words      map[expression.Ref]word
	ands, xors map[pair]literal
	divisions  map[division][2]word
	maxClauses int
}

// word holds the bits of a number, the lowest first.
type word []literal

// New returns a circuit without expressions. It may get about maxClauses clauses; then it is too large.
func New(graph *expression.Graph, maxClauses int) *Circuit {
	return &Circuit{
		Clauses: [][]int{{1}}, Bits: 1, graph: graph, words: map[expression.Ref]word{},
		ands: map[pair]literal{}, xors: map[pair]literal{}, maxClauses: maxClauses, divisions: map[division][2]word{},
	}
}

// fresh returns a new bit without constraints.
func (c *Circuit) fresh() literal {
	c.Bits++
	return literal(c.Bits)
}

func (c *Circuit) freshWord(width int) word {
	w := make(word, width)
	for i := range w {
		w[i] = c.fresh()
	}
	return w
}

// clause demands that at least one of the literals is true.
func (c *Circuit) clause(literals ...literal) {
	clause := make([]int, 0, len(literals))
	for _, l := range literals {
		if l == yes {
			return
		}
		if l != -yes {
			clause = append(clause, int(l))
		}
	}
	c.Clauses = append(c.Clauses, clause)
}

func (c *Circuit) and(a, b literal) literal {
	switch {
	case a == -yes || b == -yes || a == -b:
		return -yes
	case a == yes || a == b:
		return b
	case b == yes:
		return a
	case b < a:
		a, b = b, a
	}
	if g, ok := c.ands[pair{a, b}]; ok {
		return g
	}
	g := c.fresh()
	c.ands[pair{a, b}] = g
	c.clause(-g, a)
	c.clause(-g, b)
	c.clause(g, -a, -b)
	return g
}

func (c *Circuit) or(a, b literal) literal { return -c.and(-a, -b) }

func (c *Circuit) xor(a, b literal) literal {
	switch {
	case a == yes || a == -yes:
		return b * -a
	case b == yes || b == -yes:
		return a * -b
	case a == b:
		return -yes
	case a == -b:
		return yes
	}
	sign := literal(1)
	if a < 0 {
		a, sign = -a, -sign
	}
	if b < 0 {
		b, sign = -b, -sign
	}
	if b < a {
		a, b = b, a
	}
	g, ok := c.xors[pair{a, b}]
	if !ok {
		g = c.fresh()
		c.xors[pair{a, b}] = g
		c.clause(-g, a, b)
		c.clause(-g, -a, -b)
		c.clause(g, -a, b)
		c.clause(g, a, -b)
	}
	return sign * g
}

// choose returns a where s is true, else b.
func (c *Circuit) choose(s, a, b literal) literal {
	switch {
	case s == yes || a == b:
		return a
	case s == -yes:
		return b
	case a == -b:
		return -c.xor(s, a)
	case a == yes || a == s:
		return c.or(s, b)
	case a == -yes || a == -s:
		return c.and(-s, b)
	case b == yes || b == -s:
		return c.or(-s, a)
	case b == -yes || b == s:
		return c.and(s, a)
	}
	g := c.fresh()
	c.clause(-s, -a, g)
	c.clause(-s, a, -g)
	c.clause(s, -b, g)
	c.clause(s, b, -g)
	c.clause(-a, -b, g)
	c.clause(a, b, -g)
	return g
}

// majority returns the value that at least two of the three have: the carry of an adder.
func (c *Circuit) majority(a, b, d literal) literal {
	switch {
	case a == yes || a == -yes:
		a, d = d, a
	case b == yes || b == -yes:
		b, d = d, b
	}
	switch {
	case d == yes:
		return c.or(a, b)
	case d == -yes, a == b:
		return c.and(a, b)
	case a == -b:
		return d
	}
	g := c.fresh()
	c.clause(-a, -b, g)
	c.clause(-a, -d, g)
	c.clause(-b, -d, g)
	c.clause(a, b, -g)
	c.clause(a, d, -g)
	c.clause(b, d, -g)
	return g
}

// any returns whether at least one of them is true, by a balanced tree of gates.
func (c *Circuit) any(w word) literal {
	switch len(w) {
	case 0:
		return -yes
	case 1:
		return w[0]
	}
	return c.or(c.any(w[:len(w)/2]), c.any(w[len(w)/2:]))
}
