package expression

import (
	"math"
	"math/bits"

	"fizzer/libfizzer/layout"
)

// Kind is what an expression computes.
type Kind = layout.ExpressionKind

// The kinds, under shorter names.
const (
	Constant            = layout.ExpressionKindConstant
	Read                = layout.ExpressionKindRead
	Concat              = layout.ExpressionKindConcat
	Extract             = layout.ExpressionKindExtract
	ZeroExtend          = layout.ExpressionKindZeroExtend
	SignExtend          = layout.ExpressionKindSignExtend
	Not                 = layout.ExpressionKindNot
	Negate              = layout.ExpressionKindNegate
	Add                 = layout.ExpressionKindAdd
	Subtract            = layout.ExpressionKindSubtract
	Multiply            = layout.ExpressionKindMultiply
	DivideUnsigned      = layout.ExpressionKindDivideUnsigned
	DivideSigned        = layout.ExpressionKindDivideSigned
	RemainderUnsigned   = layout.ExpressionKindRemainderUnsigned
	RemainderSigned     = layout.ExpressionKindRemainderSigned
	And                 = layout.ExpressionKindAnd
	Or                  = layout.ExpressionKindOr
	Xor                 = layout.ExpressionKindXor
	ShiftLeft           = layout.ExpressionKindShiftLeft
	ShiftRight          = layout.ExpressionKindShiftRight
	ShiftRightSigned    = layout.ExpressionKindShiftRightSigned
	FunnelLeft          = layout.ExpressionKindFunnelLeft
	SwapBytes           = layout.ExpressionKindSwapBytes
	CountOnes           = layout.ExpressionKindCountOnes
	LeadingZeros        = layout.ExpressionKindLeadingZeros
	TrailingZeros       = layout.ExpressionKindTrailingZeros
	Equal               = layout.ExpressionKindEqual
	LessUnsigned        = layout.ExpressionKindLessUnsigned
	LessOrEqualUnsigned = layout.ExpressionKindLessOrEqualUnsigned
	LessSigned          = layout.ExpressionKindLessSigned
	LessOrEqualSigned   = layout.ExpressionKindLessOrEqualSigned
	Select              = layout.ExpressionKindSelect
	Table               = layout.ExpressionKindTable
	FloatAdd            = layout.ExpressionKindFloatAdd
	FloatSubtract       = layout.ExpressionKindFloatSubtract
	FloatMultiply       = layout.ExpressionKindFloatMultiply
	FloatDivide         = layout.ExpressionKindFloatDivide
	FloatRemainder      = layout.ExpressionKindFloatRemainder
	FloatNegate         = layout.ExpressionKindFloatNegate
	FloatAbsolute       = layout.ExpressionKindFloatAbsolute
	FloatSquareRoot     = layout.ExpressionKindFloatSquareRoot
	FloatRound          = layout.ExpressionKindFloatRound
	FloatMinimum        = layout.ExpressionKindFloatMinimum
	FloatMaximum        = layout.ExpressionKindFloatMaximum
	FloatFused          = layout.ExpressionKindFloatFused
	FloatCompare        = layout.ExpressionKindFloatCompare
	FloatConvert        = layout.ExpressionKindFloatConvert
	FloatToUnsigned     = layout.ExpressionKindFloatToUnsigned
	FloatToSigned       = layout.ExpressionKindFloatToSigned
	UnsignedToFloat     = layout.ExpressionKindUnsignedToFloat
	SignedToFloat       = layout.ExpressionKindSignedToFloat
)

// operation is an expression whose operands are values. Tables, reads and constants are not operations.
type operation struct {
	kind    Kind
	width   int // of the result
	of      int // of the first operand
	flags   uint16
	lowest  int // of extract
	a, b, c Value
}

// compute returns the value of an operation, as the package comment defines it.
func (o *operation) compute() Value {
	if o.kind >= FloatAdd {
		return o.float()
	}
	return o.integer().Cut(o.width)
}

func truth(b bool) Value {
	if b {
		return Of(1)
	}
	return Value{}
}

func (o *operation) integer() Value {
	a, b := o.a, o.b
	switch o.kind {
	case Concat:
		return a.Left(o.width - o.of).Or(b)
	case Extract:
		return a.Right(o.lowest)
	case ZeroExtend:
		return a
	case SignExtend:
		return a.Extend(o.of)
	case Not:
		return a.Not()
	case Negate:
		return a.Neg()
	case Add:
		return a.Add(b)
	case Subtract:
		return a.Sub(b)
	case Multiply:
		return a.Mul(b)
	case And:
		return a.And(b)
	case Or:
		return a.Or(b)
	case Xor:
		return a.Xor(b)
	case Select:
		if a.Low != 0 {
			return b
		}
		return o.c
	case DivideUnsigned, DivideSigned, RemainderUnsigned, RemainderSigned:
		return o.divide()
	case ShiftLeft, ShiftRight, ShiftRightSigned, FunnelLeft:
		return o.shift()
	case SwapBytes, CountOnes, LeadingZeros, TrailingZeros:
		return o.count()
	}
	return truth(o.compare())
}

// divide evaluates divisions and remainders.
func (o *operation) divide() Value {
	w := o.width
	a, b := o.a, o.b
	signed := o.kind == DivideSigned || o.kind == RemainderSigned
	negativeA, negativeB := signed && a.Bit(w-1), signed && b.Bit(w-1)
	remainder := o.kind == RemainderSigned || o.kind == RemainderUnsigned
	switch {
	case b.IsZero() && remainder:
		return a
	case b.IsZero() && negativeA:
		return Of(1)
	case b.IsZero():
		return Mask(w)
	}
	if negativeA {
		a = a.Neg().Cut(w)
	}
	if negativeB {
		b = b.Neg().Cut(w)
	}
	q, r := a.Divide(b)
	if negativeA != negativeB {
		q = q.Neg()
	}
	if negativeA {
		r = r.Neg()
	}
	if remainder {
		return r
	}
	return q
}

// turns returns the modulus of shift distances at that width.
func turns(width int) uint64 {
	switch {
	case width <= 32:
		return 32
	case width <= 64:
		return 64
	}
	return 128
}

// distance returns how far a shift goes, at most the width.
func (o *operation) distance() int { return int(min(o.b.Low%turns(o.width), uint64(o.width))) }

func (o *operation) shift() Value {
	switch o.kind {
	case ShiftLeft:
		return o.a.Left(o.distance())
	case ShiftRight:
		return o.a.Right(o.distance())
	case ShiftRightSigned:
		x := o.a.Extend(o.width)
		n := o.distance()
		if x.High>>63 != 0 && n > 0 {
			return x.Right(n).Or(Mask(128 - n).Not())
		}
		return x.Right(n)
	}
	_, c := o.c.Divide(Of(uint64(o.width)))
	n := int(c.Low)
	return o.a.Left(n).Or(o.b.Right(o.width - n))
}

func (o *operation) count() Value {
	switch o.kind {
	case SwapBytes:
		swapped := Value{bits.ReverseBytes64(o.a.High), bits.ReverseBytes64(o.a.Low)}
		return swapped.Right(128 - o.width)
	case CountOnes:
		return Of(uint64(bits.OnesCount64(o.a.Low) + bits.OnesCount64(o.a.High)))
	case LeadingZeros:
		return Of(uint64(o.width - o.a.Length()))
	}
	return Of(uint64(min(o.a.zeros(), o.width)))
}

func (o *operation) compare() bool {
	switch o.kind {
	case Equal:
		return o.a == o.b
	case LessUnsigned:
		return o.a.Compare(o.b) < 0
	case LessOrEqualUnsigned:
		return o.a.Compare(o.b) <= 0
	case LessSigned:
		return compareSigned(o.a, o.b, o.of) < 0
	}
	return compareSigned(o.a, o.b, o.of) <= 0
}

// The NaN of x86, which every operation returns.
const (
	nan32 = 0xffc00000
	nan64 = 0xfff8000000000000
)

func bits32(x float32) Value {
	if x != x {
		return Of(nan32)
	}
	return Of(uint64(math.Float32bits(x)))
}

func bits64(x float64) Value {
	if x != x {
		return Of(nan64)
	}
	return Of(math.Float64bits(x))
}

func single(v Value) float32     { return math.Float32frombits(uint32(v.Low)) }
func double(v Value) float64     { return math.Float64frombits(v.Low) }
func isNaN(v Value, of int) bool { return number(v, of) != number(v, of) }

// number returns a float of 32 or 64 bits as a double, without rounding.
func number(v Value, of int) float64 {
	if of == 32 {
		return float64(single(v))
	}
	return double(v)
}

// float evaluates the floating-point kinds.
func (o *operation) float() Value {
	switch o.kind {
	case FloatCompare:
		return truth(holds(o.flags, number(o.a, o.of), number(o.b, o.of)))
	case FloatNegate:
		return o.a.Xor(Of(1).Left(o.width - 1))
	case FloatAbsolute:
		return o.a.And(Mask(o.width - 1))
	case FloatToSigned, FloatToUnsigned:
		return o.toInteger(number(o.a, o.of)).Cut(o.width)
	case UnsignedToFloat, SignedToFloat:
		return o.fromInteger()
	case FloatConvert:
		if o.width == 32 {
			return bits32(float32(number(o.a, o.of)))
		}
		return bits64(number(o.a, o.of))
	}
	if o.width == 32 {
		return bits32(o.arithmetic32())
	}
	return bits64(o.arithmetic64())
}

// holds compares two floats by a predicate as LLVM numbers it: bit 0 equal, 1 greater, 2 less, 3 unordered.
func holds(predicate uint16, a, b float64) bool {
	switch {
	case a != a || b != b:
		return predicate&8 != 0
	case a < b:
		return predicate&4 != 0
	case a > b:
		return predicate&2 != 0
	}
	return predicate&1 != 0
}

func (o *operation) arithmetic32() float32 {
	a, b := single(o.a), single(o.b)
	switch o.kind {
	case FloatAdd:
		return a + b
	case FloatSubtract:
		return a - b
	case FloatMultiply:
		return a * b
	case FloatDivide:
		return a / b
	case FloatFused:
		return fused32(a, b, single(o.c))
	}
	return float32(o.rest(float64(a), float64(b))) // exact, or rounded twice where that changes nothing
}

func (o *operation) arithmetic64() float64 {
	a, b := double(o.a), double(o.b)
	switch o.kind {
	case FloatAdd:
		return a + b
	case FloatSubtract:
		return a - b
	case FloatMultiply:
		return a * b
	case FloatDivide:
		return a / b
	case FloatFused:
		return math.FMA(a, b, double(o.c))
	}
	return o.rest(a, b)
}

// rest evaluates the kinds that are computed the same way in both widths.
func (o *operation) rest(a, b float64) float64 {
	switch o.kind {
	case FloatRemainder:
		return math.Mod(a, b)
	case FloatSquareRoot:
		return math.Sqrt(a)
	case FloatRound:
		return rounded(o.flags, a)
	case FloatMinimum, FloatMaximum:
		switch {
		case a != a:
			return b
		case b != b:
			return a
		case o.kind == FloatMinimum:
			return math.Min(a, b)
		}
		return math.Max(a, b)
	}
	return math.NaN()
}

func rounded(way uint16, a float64) float64 {
	switch way {
	case 0:
		return math.Floor(a)
	case 1:
		return math.Ceil(a)
	case 2:
		return math.Trunc(a)
	case 3:
		return math.RoundToEven(a)
	}
	return math.Round(a)
}

// fused32 rounds the exact product plus c only once: it rounds the sum of doubles to odd first, so that the second rounding cannot
// err.
func fused32(a, b, c float32) float32 {
	product, addend := float64(a)*float64(b), float64(c)
	sum := product + addend
	if math.IsInf(sum, 0) || sum != sum {
		return float32(sum)
	}
	back := sum - product
	rest := (product - (sum - back)) + (addend - back)
	if rest != 0 && math.Float64bits(sum)&1 == 0 {
		sum = math.Nextafter(sum, math.Copysign(math.Inf(1), rest))
	}
	return float32(sum)
}

// toInteger converts towards zero as x86-64 does.
func (o *operation) toInteger(x float64) Value {
	switch {
	case o.kind == FloatToSigned && o.width <= 32, o.kind == FloatToUnsigned && o.width < 32:
		return signedWithin(x, 32)
	case o.kind == FloatToSigned && o.width <= 64, o.kind == FloatToUnsigned && o.width == 32:
		return signedWithin(x, 64)
	case o.kind == FloatToSigned:
		return signedWithin(x, 128)
	case o.width <= 64 && x >= 1<<63:
		return signedWithin(x-1<<63, 64).Xor(Of(1 << 63))
	case o.width <= 64:
		return signedWithin(x, 64)
	case x != x || x <= -1:
		return Value{}
	case x >= 0x1p128:
		return Mask(128)
	}
	return magnitude(math.Trunc(x))
}

// signedWithin returns x rounded towards zero, or the least number of that width if that does not fit.
func signedWithin(x float64, width int) Value {
	bound := math.Ldexp(1, width-1)
	x = math.Trunc(x)
	switch {
	case x != x || x >= bound || x < -bound:
		return Of(1).Left(width - 1).Extend(width)
	case x < 0:
		return magnitude(-x).Neg()
	}
	return magnitude(x)
}

// magnitude returns x as a value; x is an integer from 0 to less than 2^128.
func magnitude(x float64) Value {
	if x < 1<<63 {
		return Of(uint64(x))
	}
	fraction, exponent := math.Frexp(x)
	return Of(uint64(math.Ldexp(fraction, 53))).Left(exponent - 53)
}

// fromInteger converts to a float, rounded to nearest.
func (o *operation) fromInteger() Value {
	x, sign := o.a, 1.0
	if o.kind == SignedToFloat && x.Bit(o.of-1) {
		x, sign = x.Neg().Cut(o.of), -1
	}
	shift := max(0, x.Length()-64)
	top := x.Right(shift)
	if x.Cut(shift) != (Value{}) {
		top.Low |= 1 // a sticky bit below all bits that are kept
	}
	if o.width == 32 {
		return bits32(float32(sign) * float32(math.Ldexp(float64(float32(top.Low)), shift)))
	}
	return bits64(sign * math.Ldexp(float64(top.Low), shift))
}
