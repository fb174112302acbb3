package expression

import (
	"cmp"
	"math/bits"
)

// Value is a number of up to 128 bits. Bits beyond the width of the expression that it belongs to are 0.
type Value struct{ Low, High uint64 }

// Of returns x as a value.
func Of(x uint64) Value { return Value{Low: x} }

// Mask returns the value whose low width bits are set, width 0 to 128.
func Mask(width int) Value {
	switch {
	case width >= 128:
		return Value{^uint64(0), ^uint64(0)}
	case width >= 64:
		return Value{^uint64(0), 1<<(width-64) - 1}
	}
	return Value{Low: 1<<width - 1}
}

// Cut returns the low width bits of v.
func (v Value) Cut(width int) Value { return v.And(Mask(width)) }

// IsZero reports whether v is 0.
func (v Value) IsZero() bool { return v.Low|v.High == 0 }

// And returns the bits that are set in both.
func (v Value) And(o Value) Value { return Value{v.Low & o.Low, v.High & o.High} }

// Or returns the bits that are set in at least one of them.
func (v Value) Or(o Value) Value { return Value{v.Low | o.Low, v.High | o.High} }

// Xor returns the bits that are set in exactly one of them.
func (v Value) Xor(o Value) Value { return Value{v.Low ^ o.Low, v.High ^ o.High} }

// Not returns v with all 128 bits inverted; Cut the result to its width.
func (v Value) Not() Value { return Value{^v.Low, ^v.High} }

// Add returns the sum modulo 2^128.
func (v Value) Add(o Value) Value {
	low, carry := bits.Add64(v.Low, o.Low, 0)
	high, _ := bits.Add64(v.High, o.High, carry)
	return Value{low, high}
}

// Sub returns the difference modulo 2^128.
func (v Value) Sub(o Value) Value {
	low, borrow := bits.Sub64(v.Low, o.Low, 0)
	high, _ := bits.Sub64(v.High, o.High, borrow)
	return Value{low, high}
}

// Neg returns 0 - v modulo 2^128.
func (v Value) Neg() Value { return Value{}.Sub(v) }

// Mul returns the product modulo 2^128.
func (v Value) Mul(o Value) Value {
	high, low := bits.Mul64(v.Low, o.Low)
	return Value{low, high + v.High*o.Low + v.Low*o.High}
}

// Left returns v shifted to the left by n, 0 to 128.
func (v Value) Left(n int) Value {
	if n >= 64 {
		return Value{0, v.Low << (n - 64)}
	}
	return Value{v.Low << n, v.High<<n | v.Low>>(64-n)}
}

// Right returns v shifted to the right by n, 0 to 128.
func (v Value) Right(n int) Value {
	if n >= 64 {
		return Value{v.High >> (n - 64), 0}
	}
	return Value{v.Low>>n | v.High<<(64-n), v.High >> n}
}

// Compare compares v and o as unsigned numbers.
func (v Value) Compare(o Value) int {
	if c := cmp.Compare(v.High, o.High); c != 0 {
		return c
	}
	return cmp.Compare(v.Low, o.Low)
}

// Bit returns bit n.
func (v Value) Bit(n int) bool { return v.Right(n).Low&1 != 0 }

// Extend returns v, a value of that width, with its sign bit repeated up to bit 127.
func (v Value) Extend(width int) Value {
	if width < 128 && v.Bit(width-1) {
		return v.Or(Mask(width).Not())
	}
	return v
}

// compareSigned compares values of that width as two's complement.
func compareSigned(a, b Value, width int) int {
	sign := Of(1).Left(width - 1)
	return a.Xor(sign).Compare(b.Xor(sign))
}

// Length returns the number of bits up to the highest one that is set.
func (v Value) Length() int {
	if v.High != 0 {
		return 64 + bits.Len64(v.High)
	}
	return bits.Len64(v.Low)
}

// zeros returns the number of zero bits below the lowest one that is set, 128 for zero.
func (v Value) zeros() int {
	if v.Low != 0 {
		return bits.TrailingZeros64(v.Low)
	}
	return 64 + bits.TrailingZeros64(v.High)
}

// Divide returns the unsigned quotient and remainder; d must not be 0.
func (v Value) Divide(d Value) (quotient, remainder Value) {
	if d.High == 0 {
		high := v.High / d.Low
		low, rest := bits.Div64(v.High%d.Low, v.Low, d.Low)
		return Value{low, high}, Of(rest)
	}
	n := bits.LeadingZeros64(d.High)
	half := v.Right(1)
	guess, _ := bits.Div64(half.High, half.Low, d.Left(n).High) // at most one too large (Hacker's Delight 9-5)
	guess >>= 63 - n
	if guess != 0 {
		guess--
	}
	quotient, remainder = Of(guess), v.Sub(d.Mul(Of(guess)))
	if remainder.Compare(d) >= 0 {
		quotient, remainder = Of(guess+1), remainder.Sub(d)
	}
	return quotient, remainder
}

// Inverse returns the number that multiplied by v, which must be odd, gives 1 modulo 2^128.
func (v Value) Inverse() Value {
	x := v // correct in 3 bits; each step doubles them
	for range 6 {
		x = x.Mul(Of(2).Sub(v.Mul(x)))
	}
	return x
}
