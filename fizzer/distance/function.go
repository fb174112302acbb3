package distance

import (
	"math"
	"math/bits"

	"fizzer/libfizzer/locations"
)

// Operand is one side of a comparison as raw bits, zero-extended to 128.
type Operand struct{ Low, High uint64 }

type arithmetic uint8

const (
	constantOne arithmetic = iota
	signed
	unsigned
	floating
)

// Function is the branching function of one location, ready to be evaluated.
type Function struct {
	arithmetic arithmetic
	width      uint8 // bits of an operand, at most 128
}

// Of returns the branching function of the location described by c. Integers are signed or unsigned as the predicate
// says. For eq and ne, which do not say, they are signed: small negative numbers are then near zero instead of
// 2^width away from it. Pointers are unsigned.
func Of(c *locations.Condition) Function {
	f := Function{width: uint8(min(c.Bits, 128))}
	switch c.Kind {
	case locations.KindInteger:
		f.arithmetic = signed
		if _, isUnsigned := c.Predicate.Relation(); isUnsigned {
			f.arithmetic = unsigned
		}
	case locations.KindPointer:
		f.arithmetic = unsigned
	case locations.KindFloat:
		f.arithmetic = floating
	}
	return f
}

// Value returns left - right, or 1 for truncations and calls.
func (f Function) Value(left, right Operand) Distance {
	switch f.arithmetic {
	case signed:
		return subtractSigned(f.extend(left), f.extend(right))
	case unsigned:
		return subtract(left, right)
	case floating:
		return f.subtractFloats(left, right)
	}
	return Distance{low: 1, form: integer}
}

// Magnitude returns |left - right| as Value computes it, for operands of at most 64 bits, rounded to the nearest
// double.
func (f Function) Magnitude(left, right uint64) float64 {
	switch {
	case f.arithmetic == constantOne:
		return 1
	case f.arithmetic == floating || f.width > 64:
		return f.Value(Operand{Low: left}, Operand{Low: right}).Magnitude()
	case f.arithmetic == signed:
		shift := 64 - f.width
		left, right = uint64(int64(left<<shift)>>shift)^1<<63, uint64(int64(right<<shift)>>shift)^1<<63
	}
	if left < right {
		left, right = right, left
	}
	return float64(left - right)
}

// extend copies the sign bit of an operand of f's width upwards.
func (f Function) extend(o Operand) Operand {
	if f.width <= 64 {
		shift := 64 - f.width
		low := int64(o.Low<<shift) >> shift
		return Operand{uint64(low), uint64(low >> 63)}
	}
	shift := 128 - f.width
	return Operand{o.Low, uint64(int64(o.High<<shift) >> shift)}
}

// subtractSigned maps two's complement to unsigned numbers in the same order; the difference stays the same.
func subtractSigned(left, right Operand) Distance {
	left.High ^= 1 << 63
	right.High ^= 1 << 63
	return subtract(left, right)
}

func subtract(left, right Operand) Distance {
	result := integer
	if left.High < right.High || left.High == right.High && left.Low < right.Low {
		left, right, result = right, left, negativeInteger
	}
	low, borrow := bits.Sub64(left.Low, right.Low, 0)
	high, _ := bits.Sub64(left.High, right.High, borrow)
	return Distance{low, high, result}
}

// subtractFloats computes left - right in double precision. The result is not finite exactly when an operand is not.
// A difference beyond the range of double becomes the largest double; a difference of wide operands that double would
// round to zero becomes the smallest.
func (f Function) subtractFloats(left, right Operand) Distance {
	x, y := f.toFloat(left), f.toFloat(right)
	if math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return Distance{}
	}
	difference := x - y
	if math.IsInf(difference, 0) {
		difference = math.Copysign(math.MaxFloat64, difference)
	}
	if difference == 0 && left != right && f.width > 64 && x != 0 {
		difference = math.Copysign(math.SmallestNonzeroFloat64, x)
		if left.High < right.High || left.High == right.High && left.Low < right.Low {
			difference = -difference
		}
	}
	return Real(difference)
}

// toFloat reads the bits of a floating-point number of 16, 32, 64, 80 (x87) or 128 bits. A number beyond the range of
// double becomes the largest double with its sign.
func (f Function) toFloat(o Operand) float64 {
	switch f.width {
	case 16:
		return assemble(o.Low>>15&1, int(o.Low>>10&0x1f), 0x1f, 15, float64(o.Low&0x3ff)/(1<<10))
	case 32:
		return float64(math.Float32frombits(uint32(o.Low)))
	case 64:
		return math.Float64frombits(o.Low)
	case 80:
		return extended(o)
	}
	fraction := float64(o.High&(1<<48-1))/(1<<48) + math.Ldexp(float64(o.Low), -112)
	return assemble(o.High>>63, int(o.High>>48&0x7fff), 0x7fff, 16383, fraction)
}

// extended reads the 80 bits of an x87 number, whose integer bit is explicit.
func extended(o Operand) float64 {
	fraction := float64(o.Low<<1) / (1 << 63) / 2
	if o.Low>>63 == 0 && o.High&0x7fff != 0 { // an invalid encoding: the processor raises an exception
		return math.NaN()
	}
	return assemble(o.High>>15&1, int(o.High&0x7fff), 0x7fff, 16383, fraction)
}

// assemble builds a number from its sign, biased exponent and fraction in [0, 1].
func assemble(sign uint64, exponent, top, bias int, fraction float64) float64 {
	value := math.Ldexp(1+fraction, exponent-bias)
	switch {
	case exponent == top && fraction != 0:
		return math.NaN()
	case exponent == top:
		value = math.Inf(1)
	case exponent == 0:
		value = math.Ldexp(fraction, 1-bias)
	case math.IsInf(value, 0):
		value = math.MaxFloat64
	}
	if sign != 0 {
		return -value
	}
	return value
}
