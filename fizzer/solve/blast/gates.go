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
	"fmt"
	"strconv"
	"strings"
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

// netlist holds gates as clauses. It shares equal ones.
type netlist struct {
	Clauses [][]int // of literals as in DIMACS; the first says that 1 is true
	Bits    int     // variables used

	ands, xors map[pair]literal
	maxClauses int
}

// word holds the bits of a number, the lowest first.
type word []literal

// fresh returns a new bit without constraints.
func (n *netlist) fresh() literal {
	n.Bits++
	return literal(n.Bits)
}

func (n *netlist) freshWord(width int) word {
	w := make(word, width)
	for i := range w {
		w[i] = n.fresh()
	}
	return w
}

// clause demands that at least one of the literals is true.
func (n *netlist) clause(literals ...literal) {
	clause := make([]int, 0, len(literals))
	for _, l := range literals {
		if l == yes {
			return
		}
		if l != -yes {
			clause = append(clause, int(l))
		}
	}
	n.Clauses = append(n.Clauses, clause)
}

func (n *netlist) and(a, b literal) literal {
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
	if g, ok := n.ands[pair{a, b}]; ok {
		return g
	}
	g := n.fresh()
	n.ands[pair{a, b}] = g
	n.clause(-g, a)
	n.clause(-g, b)
	n.clause(g, -a, -b)
	return g
}

func (n *netlist) or(a, b literal) literal { return -n.and(-a, -b) }

func (n *netlist) xor(a, b literal) literal {
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
	g, ok := n.xors[pair{a, b}]
	if !ok {
		g = n.fresh()
		n.xors[pair{a, b}] = g
		n.clause(-g, a, b)
		n.clause(-g, -a, -b)
		n.clause(g, -a, b)
		n.clause(g, a, -b)
	}
	return sign * g
}

// choose returns a where s is true, else b.
func (n *netlist) choose(s, a, b literal) literal {
	switch {
	case s == yes || a == b:
		return a
	case s == -yes:
		return b
	case a == -b:
		return -n.xor(s, a)
	case a == yes || a == s:
		return n.or(s, b)
	case a == -yes || a == -s:
		return n.and(-s, b)
	case b == yes || b == -s:
		return n.or(-s, a)
	case b == -yes || b == s:
		return n.and(s, a)
	}
	g := n.fresh()
	n.clause(-s, -a, g)
	n.clause(-s, a, -g)
	n.clause(s, -b, g)
	n.clause(s, b, -g)
	n.clause(-a, -b, g)
	n.clause(a, b, -g)
	return g
}

// majority returns the value that at least two of the three have: the carry of an adder.
func (n *netlist) majority(a, b, d literal) literal {
	switch {
	case a == yes || a == -yes:
		a, d = d, a
	case b == yes || b == -yes:
		b, d = d, b
	}
	switch {
	case d == yes:
		return n.or(a, b)
	case d == -yes, a == b:
		return n.and(a, b)
	case a == -b:
		return d
	}
	g := n.fresh()
	n.clause(-a, -b, g)
	n.clause(-a, -d, g)
	n.clause(-b, -d, g)
	n.clause(a, b, -g)
	n.clause(a, d, -g)
	n.clause(b, d, -g)
	return g
}

// any returns whether at least one of them is true, by a balanced tree of gates.
func (n *netlist) any(w word) literal {
	switch len(w) {
	case 0:
		return -yes
	case 1:
		return w[0]
	}
	return n.or(n.any(w[:len(w)/2]), n.any(w[len(w)/2:]))
}

// full reports whether the circuit has more clauses than it may.
func (n *netlist) full() bool { return len(n.Clauses) > n.maxClauses }

// DIMACS returns the clauses as text.
func (n *netlist) DIMACS() string {
	var text strings.Builder
	fmt.Fprintf(&text, "p cnf %d %d\n", n.Bits, len(n.Clauses))
	for _, clause := range n.Clauses {
		for _, l := range clause {
			text.WriteString(strconv.Itoa(l))
			text.WriteByte(' ')
		}
		text.WriteString("0\n")
	}
	return text.String()
}
