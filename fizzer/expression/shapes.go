package expression

import "slices"

// rule says which widths of operands and result a kind permits.
type rule uint8

const (
	none    rule = iota
	leaf         // checked by itself
	same         // all operands are as wide as the result
	relate       // operands are equally wide, the result has one bit
	wider        // the result is wider than the operand
	free         // checked by itself
	float        // same, 32 or 64
	convert      // between a float and something else
)

// shape holds the number of operands of a kind and its rule for widths.
type shape struct {
	operands int
	rule     rule
}

var shapes = func() (s [256]shape) {
	set := func(operands int, r rule, kinds ...Kind) {
		for _, k := range kinds {
			s[k] = shape{operands, r}
		}
	}
	set(0, leaf, Constant, Read)
	set(1, leaf, Extract, Table)
	set(2, free, Concat)
	set(3, free, Select)
	set(1, wider, ZeroExtend, SignExtend)
	set(1, same, Not, Negate, SwapBytes, CountOnes, LeadingZeros, TrailingZeros)
	set(2, same, Add, Subtract, Multiply, DivideUnsigned, DivideSigned, RemainderUnsigned, RemainderSigned, And, Or, Xor,
		ShiftLeft, ShiftRight, ShiftRightSigned)
	set(3, same, FunnelLeft)
	set(2, relate, Equal, LessUnsigned, LessOrEqualUnsigned, LessSigned, LessOrEqualSigned, FloatCompare)
	set(2, float, FloatAdd, FloatSubtract, FloatMultiply, FloatDivide, FloatRemainder, FloatMinimum, FloatMaximum)
	set(1, float, FloatNegate, FloatAbsolute, FloatSquareRoot, FloatRound)
	set(3, float, FloatFused)
	set(1, convert, FloatConvert, FloatToUnsigned, FloatToSigned, UnsignedToFloat, SignedToFloat)
	return s
}()

func isFloat(width int) bool { return width == 32 || width == 64 }

// fits reports whether an expression of that kind may have these widths. Extract, table, read and constant are checked elsewhere.
func fits(kind Kind, flags uint16, width int, of []int) bool {
	switch shapes[kind].rule {
	case same:
		return allEqual(width, of) && (kind != SwapBytes || width%16 == 0)
	case relate:
		return width == 1 && of[0] == of[1] && (kind != FloatCompare || isFloat(of[0]) && flags < 16)
	case wider:
		return width > of[0]
	case float:
		return isFloat(width) && allEqual(width, of) && (kind != FloatRound || flags <= 4)
	case convert:
		return converts(kind, width, of[0])
	}
	if kind == Concat {
		return width == of[0]+of[1]
	}
	return kind == Select && of[0] == 1 && of[1] == width && of[2] == width
}

func converts(kind Kind, width, of int) bool {
	switch kind {
	case FloatConvert:
		return isFloat(width) && isFloat(of) && width != of
	case UnsignedToFloat, SignedToFloat:
		return isFloat(width)
	}
	return isFloat(of)
}

func allEqual(width int, of []int) bool {
	return !slices.ContainsFunc(of, func(w int) bool { return w != width })
}

func sortRefs(refs []Ref) { slices.Sort(refs) }
