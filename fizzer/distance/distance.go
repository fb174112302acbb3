// Package distance computes the branching function of a Boolean instruction (report Sec. 2): how far one evaluation
// of it was from its border, with a sign.
//
// The report computes (double)l - (double)r inside the target and loses up to 11 bits of 64. Here the value is computed
// from the raw operands: exactly for integers and pointers of up to 128 bits, in double precision for floating-point
// numbers. Truncations and calls always have the value 1, as in the report.
package distance

import (
	"math"
	"math/bits"
)

// Form is how a distance is represented.
type Form uint8

const (
	notFinite Form = iota
	integer
	negativeInteger
	float
)

// Distance is one value of a branching function. The zero value is not finite: it means failure and is farther than
// any other. Values are comparable with ==; equal values of one location mean equal results of its branching
// function.
type Distance struct {
	low, high uint64 // magnitude of an integer; low holds the bits of a float
	form      Form
}

// Pack returns the parts of d, for callers that store many. The high half is nonzero only for integers of more than
// 64 bits.
func (d Distance) Pack() (low, high uint64, form Form) { return d.low, d.high, d.form }

// Unpack is the inverse of Pack.
func Unpack(low, high uint64, form Form) Distance { return Distance{low, high, form} }

// Integer returns the distance of the signed value v.
func Integer(v int64) Distance {
	if v < 0 {
		return Distance{low: -uint64(v), form: negativeInteger}
	}
	return Distance{low: uint64(v), form: integer}
}

// Real returns the distance v; infinities and NaN are not finite.
func Real(v float64) Distance {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Distance{}
	}
	return Distance{low: math.Float64bits(v + 0), form: float}
}

// Finite reports whether d is a number.
func (d Distance) Finite() bool { return d.form != notFinite }

// Float returns d with its sign, rounded to the nearest double; infinity when d is not finite.
func (d Distance) Float() float64 {
	if d.form == negativeInteger {
		return -d.Magnitude()
	}
	if d.form == float {
		return math.Float64frombits(d.low)
	}
	return d.Magnitude()
}

// Magnitude returns |d| rounded to the nearest double; infinity when d is not finite.
func (d Distance) Magnitude() float64 {
	switch d.form {
	case notFinite:
		return math.Inf(1)
	case float:
		return math.Abs(math.Float64frombits(d.low))
	}
	return unsignedFloat(d.high, d.low)
}

// Bits returns the low and high half of an integer d as a number of 128 bits in two's complement, and whether d is an
// integer.
func (d Distance) Bits() (low, high uint64, ok bool) {
	low, high = d.low, d.high
	if d.form == negativeInteger {
		var borrow uint64
		low, borrow = bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, borrow)
	}
	return low, high, d.form == integer || d.form == negativeInteger
}

// Compare orders by magnitude, exactly for two integers: -1 when |d| < |e|, 0 when equal, 1 when greater. A distance
// that is not finite is greater than all finite ones.
func (d Distance) Compare(e Distance) int {
	if !d.Finite() || !e.Finite() {
		return order(!d.Finite() && e.Finite(), d.Finite() && !e.Finite())
	}
	if d.form == float || e.form == float {
		x, y := d.Magnitude(), e.Magnitude()
		return order(x > y, x < y)
	}
	return order(d.high > e.high || d.high == e.high && d.low > e.low, d.high < e.high || d.high == e.high && d.low < e.low)
}

func order(greater, less bool) int {
	switch {
	case greater:
		return 1
	case less:
		return -1
	}
	return 0
}

// Difference returns |d| - |e|. For integers it computes exactly and rounds once, so that neighbours far from zero
// keep their difference. It is NaN or infinite when d or e is not finite.
func (d Distance) Difference(e Distance) float64 {
	if d.form == float || e.form == float || !d.Finite() || !e.Finite() {
		return d.Magnitude() - e.Magnitude()
	}
	if d.Compare(e) < 0 {
		return -e.Difference(d)
	}
	low, borrow := bits.Sub64(d.low, e.low, 0)
	high, _ := bits.Sub64(d.high, e.high, borrow)
	return unsignedFloat(high, low)
}

// unsignedFloat rounds a 128-bit number to the nearest double.
func unsignedFloat(high, low uint64) float64 {
	if high == 0 {
		return float64(low)
	}
	shift := 64 - bits.LeadingZeros64(high) // bits of the number above the lowest 64
	top := low>>shift | high<<(64-shift)
	if low<<(64-shift) != 0 {
		top |= 1 // sticky: the bits dropped only decide ties
	}
	return math.Ldexp(float64(top), shift)
}
