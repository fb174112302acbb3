package smt

import (
	"fmt"

	"fizzer/fizzer/expression"
)

func sort(width int) string {
	if width == 32 {
		return "8 24"
	}
	return "11 53"
}

// real returns an expression's bits as a float.
func (w *writer) real(r expression.Ref) string {
	return fmt.Sprintf("((_ to_fp %s) %s)", sort(w.graph.Width(r)), name(r))
}

var roundings = [5]string{"RTN", "RTP", "RTZ", "RNE", "RNA"}

// float returns the term of a kind of floats. A computed float is a declared bit vector, of which only its number is asserted:
// SMT-LIB has a single NaN, and no bits of it. So a solution may be wrong, which the caller finds out by evaluating it.
func (w *writer) float(r expression.Ref, n expression.Node, width int) (string, error) {
	a, b, c := w.operand(n.A), w.operand(n.B), w.operand(n.C)
	var text string
	switch expression.Kind(n.Kind) {
	case expression.FloatCompare:
		return bit(compared(n.Flags, a, b)), nil
	case expression.FloatNegate:
		return fmt.Sprintf("(bvxor %s %s)", name(n.A), number(expression.Of(1).Left(width-1), width)), nil
	case expression.FloatAbsolute:
		return fmt.Sprintf("(bvand %s %s)", name(n.A), number(expression.Mask(width-1), width)), nil
	case expression.FloatToSigned:
		return fmt.Sprintf("((_ fp.to_sbv %d) RTZ %s)", width, a), nil
	case expression.FloatToUnsigned:
		return fmt.Sprintf("((_ fp.to_ubv %d) RTZ %s)", width, a), nil
	case expression.FloatAdd:
		text = fmt.Sprintf("(fp.add RNE %s %s)", a, b)
	case expression.FloatSubtract:
		text = fmt.Sprintf("(fp.sub RNE %s %s)", a, b)
	case expression.FloatMultiply:
		text = fmt.Sprintf("(fp.mul RNE %s %s)", a, b)
	case expression.FloatDivide:
		text = fmt.Sprintf("(fp.div RNE %s %s)", a, b)
	case expression.FloatSquareRoot:
		text = fmt.Sprintf("(fp.sqrt RNE %s)", a)
	case expression.FloatRound:
		text = fmt.Sprintf("(fp.roundToIntegral %s %s)", roundings[min(n.Flags, 4)], a)
	case expression.FloatMinimum:
		text = fmt.Sprintf("(fp.min %s %s)", a, b)
	case expression.FloatMaximum:
		text = fmt.Sprintf("(fp.max %s %s)", a, b)
	case expression.FloatFused:
		text = fmt.Sprintf("(fp.fma RNE %s %s %s)", a, b, c)
	case expression.FloatConvert:
		text = fmt.Sprintf("((_ to_fp %s) RNE %s)", sort(width), a)
	case expression.SignedToFloat:
		text = fmt.Sprintf("((_ to_fp %s) RNE %s)", sort(width), name(n.A))
	case expression.UnsignedToFloat:
		text = fmt.Sprintf("((_ to_fp_unsigned %s) RNE %s)", sort(width), name(n.A))
	default:
		return "", errText
	}
	w.printf("(declare-const %s (_ BitVec %d))\n(assert (= %s %s))\n", name(r), width, w.real(r), text)
	return "", nil
}

// operand returns an operand as a float, or "" if it is none.
func (w *writer) operand(r expression.Ref) string {
	if r == 0 || int(r) >= w.graph.Len() || w.graph.Width(r) != 32 && w.graph.Width(r) != 64 {
		return ""
	}
	return w.real(r)
}

// compared returns a comparison by a predicate as LLVM numbers it: bit 0 equal, 1 greater, 2 less, 3 unordered.
func compared(predicate uint16, a, b string) string {
	text := "(or false"
	for bit, op := range [3]string{"fp.eq", "fp.gt", "fp.lt"} {
		if predicate>>bit&1 != 0 {
			text += fmt.Sprintf(" (%s %s %s)", op, a, b)
		}
	}
	if predicate&8 != 0 {
		text += fmt.Sprintf(" (fp.isNaN %s) (fp.isNaN %s)", a, b)
	}
	return text + ")"
}
