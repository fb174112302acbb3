package smt

import (
	"errors"
	"fmt"
	"strings"

	"fizzer/fizzer/expression"
)

// errText is the error for an expression that has no SMT-LIB text.
var errText = errors.New("a kind that SMT-LIB does not have")

// writer writes expressions as SMT-LIB 2. What was defined once stays defined until reset.
type writer struct {
	graph   *expression.Graph
	defined map[expression.Ref]bool
	out     strings.Builder
}

// reset begins with another graph.
func (w *writer) reset(g *expression.Graph) {
	w.graph, w.defined = g, map[expression.Ref]bool{}
	w.out.Reset()
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }

func name(r expression.Ref) string { return fmt.Sprintf("e%d", r) }

func number(v expression.Value, width int) string {
	var digits strings.Builder
	digits.WriteString("#b")
	for i := width - 1; i >= 0; i-- {
		digits.WriteByte('0' + byte(v.Right(i).Low&1))
	}
	return digits.String()
}

// define writes the definitions of an expression and of all below it that are not defined yet.
func (w *writer) define(r expression.Ref) error {
	for _, at := range w.graph.Cone([]expression.Ref{r}) {
		if w.defined[at] {
			continue
		}
		text, err := w.term(at)
		if err != nil {
			return err
		}
		if text != "" {
			w.printf("(define-fun %s () (_ BitVec %d) %s)\n", name(at), w.graph.Width(at), text)
		}
		w.defined[at] = true
	}
	return nil
}

// plain are the kinds for which SMT-LIB has the same operator on bit vectors.
var plain = map[expression.Kind]string{
	expression.Concat: "concat", expression.Not: "bvnot", expression.Negate: "bvneg", expression.Add: "bvadd", expression.Subtract: "bvsub",
	expression.Multiply: "bvmul", expression.DivideUnsigned: "bvudiv", expression.DivideSigned: "bvsdiv",
	expression.RemainderUnsigned: "bvurem", expression.RemainderSigned: "bvsrem",
	expression.And: "bvand", expression.Or: "bvor", expression.Xor: "bvxor",
}

// relations are the kinds whose SMT-LIB operator gives a Boolean.
var relations = map[expression.Kind]string{
	expression.Equal: "=", expression.LessUnsigned: "bvult", expression.LessOrEqualUnsigned: "bvule",
	expression.LessSigned: "bvslt", expression.LessOrEqualSigned: "bvsle",
}

var shifts = map[expression.Kind]string{
	expression.ShiftLeft: "bvshl", expression.ShiftRight: "bvlshr", expression.ShiftRightSigned: "bvashr",
}

func bit(text string) string { return "(ite " + text + " #b1 #b0)" }

// term returns the term of a node, or "" if the node is declared and not defined.
func (w *writer) term(r expression.Ref) (string, error) {
	n := w.graph.Node(r)
	kind, width := expression.Kind(n.Kind), int(n.Width)
	a, b, c := name(n.A), name(n.B), name(n.C)
	if op, ok := plain[kind]; ok {
		if kind == expression.Not || kind == expression.Negate {
			return "(" + op + " " + a + ")", nil
		}
		return "(" + op + " " + a + " " + b + ")", nil
	}
	if op, ok := relations[kind]; ok {
		return bit("(" + op + " " + a + " " + b + ")"), nil
	}
	if op, ok := shifts[kind]; ok {
		return fmt.Sprintf("(%s %s (bvand %s %s))", op, a, b, number(expression.Of(turns(width)-1), width)), nil
	}
	switch kind {
	case expression.Constant:
		v, _ := w.graph.Constant(r)
		return number(v, width), nil
	case expression.Read:
		w.printf("(declare-const %s (_ BitVec %d))\n", name(r), width)
		if w.graph.Variables[n.A].Boolean {
			w.printf("(assert (bvult %s %s))\n", name(r), number(expression.Of(2), width))
		}
		return "", nil
	case expression.Extract:
		return fmt.Sprintf("((_ extract %d %d) %s)", int(n.B)+width-1, n.B, a), nil
	case expression.ZeroExtend:
		return fmt.Sprintf("((_ zero_extend %d) %s)", width-w.graph.Width(n.A), a), nil
	case expression.SignExtend:
		return fmt.Sprintf("((_ sign_extend %d) %s)", width-w.graph.Width(n.A), a), nil
	case expression.Select:
		return fmt.Sprintf("(ite (= %s #b1) %s %s)", a, b, c), nil
	case expression.Table:
		return w.table(n, width), nil
	}
	return w.bits(r, n, width)
}

func turns(width int) uint64 {
	switch {
	case width <= 32:
		return 32
	case width <= 64:
		return 64
	}
	return 128
}

func (w *writer) table(n expression.Node, width int) string {
	elements := w.graph.Tables[n.B].Nodes
	index := w.graph.Width(n.A)
	if index < 16 {
		elements = elements[:min(len(elements), 1<<index)]
	}
	var text strings.Builder
	for i, e := range elements {
		fmt.Fprintf(&text, "(ite (= %s %s) %s ", name(n.A), number(expression.Of(uint64(i)), index), name(e))
	}
	return text.String() + number(expression.Value{}, width) + strings.Repeat(")", len(elements))
}

// bits returns the term of a kind that is made of single bits.
func (w *writer) bits(r expression.Ref, n expression.Node, width int) (string, error) {
	a, b, c := name(n.A), name(n.B), name(n.C)
	at := func(i int) string { return fmt.Sprintf("((_ extract %d %d) %s)", i, i, a) }
	count := func(i int) string { return number(expression.Of(uint64(i)), width) }
	text := count(width)
	switch expression.Kind(n.Kind) {
	case expression.FunnelLeft:
		return fmt.Sprintf("((_ extract %d %d) (bvshl (concat %s %s) ((_ zero_extend %d) (bvurem %s %s))))",
			2*width-1, width, a, b, width, c, count(width)), nil
	case expression.SwapBytes:
		text = "(concat"
		for i := 0; i < width; i += 8 {
			text += fmt.Sprintf(" ((_ extract %d %d) %s)", i+7, i, a)
		}
		return text + ")", nil
	case expression.CountOnes:
		text = count(0)
		for i := range width {
			bit := at(i)
			if width > 1 {
				bit = fmt.Sprintf("((_ zero_extend %d) %s)", width-1, bit)
			}
			text = "(bvadd " + text + " " + bit + ")"
		}
		return text, nil
	case expression.LeadingZeros:
		for i := range width {
			text = fmt.Sprintf("(ite (= %s #b1) %s %s)", at(i), count(width-1-i), text)
		}
		return text, nil
	case expression.TrailingZeros:
		for i := width - 1; i >= 0; i-- {
			text = fmt.Sprintf("(ite (= %s #b1) %s %s)", at(i), count(i), text)
		}
		return text, nil
	}
	return w.float(r, n, width)
}
