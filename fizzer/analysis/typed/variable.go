package typed

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// variable is one typed numerical variable v_i in the input (report 5.3, Fig. 5).
type variable struct {
	offset    int    // of its bytes in the input
	size      int    // bytes
	sensitive []bool // by byte: only sensitive bytes are changed
	float     bool
	signed    bool
	boolean   bool
}

// scalar is a value of a variable. Integers are kept in offset binary: 0 is the lowest value of the type and 2^bits - 1 the highest,
// whatever the sign, so that the same arithmetic serves all types.
type scalar struct {
	high, low uint64
	float     float64
}

// variables returns the values of the input that have sensitive bytes, or nil when one of them has no numeric type.
func variables(reads []layout.Read, sensitive []uint32) []variable {
	var all []variable
	for _, r := range trace.Reads(reads, sensitive) {
		if !trace.Numeric(r) {
			return nil
		}
		v := variable{offset: int(r.Offset), size: int(r.Size), sensitive: make([]bool, r.Size)}
		switch layout.InputType(r.Type) {
		case layout.InputTypeBoolean:
			v.boolean = true
		case layout.InputTypeFloat32, layout.InputTypeFloat64:
			v.float = true
		case layout.InputTypeSint8, layout.InputTypeSint16, layout.InputTypeSint32, layout.InputTypeSint64, layout.InputTypeSint128:
			v.signed = true
		}
		for i := range v.sensitive {
			_, v.sensitive[i] = slices.BinarySearch(sensitive, r.Offset+uint32(i))
		}
		all = append(all, v)
	}
	return all
}

func (v *variable) bits() int {
	if v.boolean {
		return 1
	}
	return 8 * v.size
}

// top returns the highest integer in offset binary.
func (v *variable) top() (high, low uint64) {
	switch n := v.bits(); {
	case n == 128:
		return math.MaxUint64, math.MaxUint64
	default:
		return 0, math.MaxUint64 >> (64 - n)
	}
}

// load reads the value from an input.
func (v *variable) load(input []byte) scalar {
	if v.float {
		return scalar{float: analysis.DecodeFloat(input[v.offset : v.offset+v.size])}
	}
	var raw [16]byte
	copy(raw[:], input[v.offset:v.offset+v.size])
	n := scalar{low: binary.LittleEndian.Uint64(raw[:]), high: binary.LittleEndian.Uint64(raw[8:])}
	switch {
	case v.boolean:
		return scalar{low: min(n.low, 1)}
	}
	return v.turnSign(n)
}

// store writes the sensitive bytes of the value into an input.
func (v *variable) store(n scalar, input []byte) {
	var raw [16]byte
	if v.float {
		copy(raw[:], analysis.EncodeFloat(n.float, v.size))
	} else {
		n = v.turnSign(n)
		binary.LittleEndian.PutUint64(raw[:], n.low)
		binary.LittleEndian.PutUint64(raw[8:], n.high)
	}
	for i, sensitive := range v.sensitive {
		if sensitive {
			input[v.offset+i] = raw[i]
		}
	}
}

// turnSign converts between two's complement and offset binary.
func (v *variable) turnSign(n scalar) scalar {
	switch {
	case v.signed && v.size == 16:
		n.high ^= 1 << 63
	case v.signed:
		n.low ^= 1 << (8*v.size - 1)
	}
	return n
}

// add returns n + step: for integers rounded and kept within the type, for floats in the type's precision.
func (v *variable) add(n scalar, step float64) scalar {
	switch {
	case v.float && v.size == 4:
		return scalar{float: float64(float32(n.float + step))}
	case v.float:
		return scalar{float: n.float + step}
	case step < 0:
		return v.subtract(n, -step)
	}
	topHigh, topLow := v.top()
	high, low := integerPart(step)
	low, carry := bits.Add64(n.low, low, 0)
	high, carry = bits.Add64(n.high, high, carry)
	if carry != 0 || high > topHigh || high == topHigh && low > topLow {
		return scalar{high: topHigh, low: topLow}
	}
	return scalar{high: high, low: low}
}

func (v *variable) subtract(n scalar, step float64) scalar {
	high, low := integerPart(step)
	low, borrow := bits.Sub64(n.low, low, 0)
	high, borrow = bits.Sub64(n.high, high, borrow)
	if borrow != 0 {
		return scalar{}
	}
	return scalar{high: high, low: low}
}

// integerPart returns the integer nearest to a nonnegative number, at most 2^128 - 1.
func integerPart(x float64) (high, low uint64) {
	x = math.Round(x)
	if !(x < 0x1p128) {
		return math.MaxUint64, math.MaxUint64
	}
	if x < 0x1p64 {
		return 0, uint64(x)
	}
	high = uint64(x / 0x1p64)
	return high, uint64(x - float64(high)*0x1p64)
}

// neighbour returns v + delta for the smallest delta > 0 that changes v, and delta. At the top of an integer type it
// returns the neighbour below, and delta is -1.
func (v *variable) neighbour(n scalar) (scalar, float64) {
	if v.float {
		next := math.Nextafter(n.float, math.Inf(1))
		if v.size == 4 {
			next = float64(math.Nextafter32(float32(n.float), float32(math.Inf(1))))
		}
		return scalar{float: next}, next - n.float
	}
	if high, low := v.top(); n.high == high && n.low == low {
		return v.add(n, -1), -1
	}
	return v.add(n, 1), 1
}

// largerSteps are the changes to try, one after the other, when the least change shows no effect. For floats they are multiplied by the
// magnitude of the value or by 1, whichever is greater. They are picked by hand: usual shifts, the square root of the precision, and
// the top of the range of each type.
var largerSteps = [...]struct{ integer, float float64 }{{0x1p4, 0x1p-26}, {0x1p8, 1}, {0x1p16, 0x1p60}, {0x1p32, 0x1p120},
	{0x1p48, 0x1p1020}}

// larger returns n changed by a larger step than that of neighbour, and the change; it goes down if there is no room above. The change
// is not finite if the type has no room for it at all.
func (v *variable) larger(n scalar, round int) (scalar, float64) {
	step := largerSteps[round]
	if v.float {
		m := v.add(n, max(math.Abs(n.float), 1)*step.float)
		return m, m.float - n.float
	}
	if step.integer >= math.Exp2(float64(v.bits()-1)) {
		return n, math.Inf(1)
	}
	if m := v.subtract(v.add(n, step.integer), step.integer); m.high != n.high || m.low != n.low {
		return v.add(n, -step.integer), -step.integer
	}
	return v.add(n, step.integer), step.integer
}

// reflect returns the neighbour of n on the other side of it.
func (v *variable) reflect(n, neighbour scalar) scalar {
	switch {
	case v.float && v.size == 4:
		return scalar{float: float64(math.Nextafter32(float32(n.float), float32(math.Inf(-1))))}
	case v.float:
		return scalar{float: math.Nextafter(n.float, math.Inf(-1))}
	}
	if high, low := v.top(); n.high == high && n.low == low {
		return neighbour
	}
	return v.add(n, -1)
}

// middle returns the float halfway between two others, counted by the floats of the type between them.
func (v *variable) middle(m, n scalar) scalar {
	x, y := v.ordinal(m.float), v.ordinal(n.float)
	middle := x/2 + y/2 + (x%2+y%2)/2
	if middle < 0 {
		middle-- // skip the second zero
	}
	return scalar{float: analysis.FloatOf(analysis.FloatAt(middle, v.size), v.size)}
}

// ordinal numbers the floats of the type in their order; both zeros have number 0.
func (v *variable) ordinal(x float64) int64 {
	place := analysis.FloatPlace(analysis.FloatBits(x, v.size), v.size)
	if place < 0 {
		place++
	}
	return place
}

// moved returns to - from for integers, in the precision of a double.
func moved(from, to scalar) float64 {
	low, borrow := bits.Sub64(to.low, from.low, 0)
	high, borrow := bits.Sub64(to.high, from.high, borrow)
	if borrow != 0 {
		return -moved(to, from)
	}
	return float64(high)*0x1p64 + float64(low)
}

// minus returns m - n for neighbours.
func (v *variable) minus(m, n scalar) float64 {
	if v.float {
		return m.float - n.float
	}
	return float64(int64(m.low - n.low))
}

// seed returns a random value from the interval that the report gives for progress = k/K in [0, 1].
func (v *variable) seed(random *draw.Source, progress float64) scalar {
	switch n := v.bits(); {
	case v.float:
		q := 115.0
		if v.size == 4 {
			q = 119
		}
		p := math.Exp2(7 + (q-8)*progress)
		return v.add(scalar{}, p*(2*random.Float64()-1))
	case n < 16:
		return scalar{low: random.Uint64() >> (64 - n)}
	case v.signed:
		zero := v.turnSign(scalar{})
		step := below(random, math.Exp2(7+float64(n-9)*progress))
		if random.Uint64()&1 != 0 {
			return scalar{high: zero.high - step.high - borrow(zero.low, step.low), low: zero.low - step.low}
		}
		return scalar{high: zero.high + step.high, low: zero.low + step.low}
	default:
		return below(random, math.Exp2(7+float64(n-8)*progress))
	}
}

func borrow(x, y uint64) uint64 {
	_, b := bits.Sub64(x, y, 0)
	return b
}

// below returns a uniform random integer of [0, p] for p < 2^127.
func below(random *draw.Source, p float64) scalar {
	topHigh, topLow := integerPart(p)
	length := bits.Len64(topHigh)
	for {
		n := scalar{high: random.Uint64() & (1<<length - 1), low: random.Uint64()}
		if length == 0 {
			n = scalar{low: n.low >> bits.LeadingZeros64(topLow)}
		}
		if n.high < topHigh || n.high == topHigh && n.low <= topLow {
			return n
		}
	}
}
