package analysis

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// maxAbove is the maximum of conditions before a node at which ReadsNear looks. It is picked by hand.
const maxAbove = 16

// ReadsNear returns the values to which the node of ctx is sensitive. If there are none, perhaps because almost all changes leave the
// path, it returns those of the nearest condition before it that has any.
func ReadsNear(ctx *Context) []layout.Read {
	for n, i := ctx.Node, 0; n != tree.None && i < maxAbove; n, i = ctx.Tree.Parent(n), i+1 {
		if set := ctx.Tree.Sensitive(n); len(set) > 0 {
			return trace.Reads(ctx.Base.Reads, set)
		}
	}
	return nil
}

// EncodeFloat returns the bytes of v as a float of 4 or 8 bytes in the target's byte order, little endian.
func EncodeFloat(v float64, size int) []byte {
	if size == 4 {
		return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(v)))
	}
	return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
}

// DecodeFloat is the inverse of EncodeFloat for 4 or 8 bytes.
func DecodeFloat(raw []byte) float64 {
	if len(raw) == 4 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(raw)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(raw))
}

// IsFloat reports whether r is a floating-point number.
func IsFloat(r layout.Read) bool {
	return r.Type == uint16(layout.InputTypeFloat32) || r.Type == uint16(layout.InputTypeFloat64)
}

// IsBoolean reports whether only one bit of r has a meaning.
func IsBoolean(r layout.Read) bool { return r.Type == uint16(layout.InputTypeBoolean) }

// Extremes returns the special values of the type of r, each in the target's byte order: for integers zero, all bits set and both ends
// of the signed range; for floats zero, plus and minus one, both infinities, NaN and the smallest step from 1.
func Extremes(r layout.Read) [][]byte {
	size := int(r.Size)
	switch {
	case IsBoolean(r):
		return [][]byte{{0}, {1}}
	case IsFloat(r):
		return floatExtremes(size)
	}
	zeros, ones := make([]byte, size), bytes.Repeat([]byte{0xff}, size)
	least, greatest := bytes.Clone(zeros), bytes.Clone(ones)
	least[size-1], greatest[size-1] = 0x80, 0x7f
	return [][]byte{zeros, ones, least, greatest}
}

func floatExtremes(size int) [][]byte {
	epsilon := 0x1p-52
	if size == 4 {
		epsilon = 0x1p-23
	}
	var all [][]byte
	for _, v := range []float64{0, -1, 1, math.Inf(1), math.Inf(-1), math.NaN(), epsilon} {
		all = append(all, EncodeFloat(v, size))
	}
	return all
}

// Turn changes the number at r in an input by the distance d of a condition, times sign (-1 or 1). The condition then turns if its left
// operand grows one for one with the number (sign -1), or falls one for one (sign 1): the change goes to distance zero, one further if
// the condition is ordered, and one step if d is zero. Integers wrap around. Turn returns false, and leaves the input unchanged, if d
// tells nothing: it is not finite, or not of the number's kind.
func Turn(input []byte, r layout.Read, d distance.Distance, ordered bool, sign int) bool {
	value := input[r.Offset : r.Offset+uint32(r.Size)]
	if IsFloat(r) {
		return turnFloat(value, d, ordered, sign)
	}
	low, high, ok := d.Bits()
	if !ok {
		return false
	}
	var step int64
	switch {
	case low == 0 && high == 0 && ordered:
		step = -1 // up with sign -1: zero minus one is the highest number, and a loop that counts it down never ends
	case low == 0 && high == 0:
		step = 1
	case ordered && int64(high) < 0:
		step = -1
	case ordered:
		step = 1
	}
	low, carry := bits.Add64(low, uint64(step), 0)
	high, _ = bits.Add64(high, uint64(step>>63), carry)
	if sign < 0 {
		low, carry = bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, carry)
	}
	AddInteger(value, low, high)
	return true
}

func turnFloat(value []byte, d distance.Distance, ordered bool, sign int) bool {
	if !d.Finite() {
		return false
	}
	x := DecodeFloat(value) + float64(sign)*d.Float()
	if ordered || d.Float() == 0 {
		towards := math.Inf(sign)
		if d.Float() < 0 {
			towards = -towards
		}
		x = next(x, towards, len(value))
	}
	copy(value, EncodeFloat(x, len(value)))
	return true
}

// next returns the neighbour of x in the type of that many bytes.
func next(x, towards float64, size int) float64 {
	if size == 4 {
		return float64(math.Nextafter32(float32(x), float32(towards)))
	}
	return math.Nextafter(x, towards)
}

// AddInteger adds a number of 128 bits to the integer of at most 16 bytes in value, modulo its width.
func AddInteger(value []byte, low, high uint64) {
	var raw [16]byte
	copy(raw[:], value)
	l, carry := bits.Add64(binary.LittleEndian.Uint64(raw[:]), low, 0)
	h, _ := bits.Add64(binary.LittleEndian.Uint64(raw[8:]), high, carry)
	binary.LittleEndian.PutUint64(raw[:], l)
	binary.LittleEndian.PutUint64(raw[8:], h)
	copy(value, raw[:])
}

// DecodeInteger returns the signed integer of at most 16 bytes in value, rounded to the nearest double.
func DecodeInteger(value []byte) float64 {
	var raw [16]byte
	copy(raw[:], value)
	if value[len(value)-1]&0x80 != 0 {
		for i := len(value); i < len(raw); i++ {
			raw[i] = 0xff
		}
	}
	high := float64(int64(binary.LittleEndian.Uint64(raw[8:])))
	low := binary.LittleEndian.Uint64(raw[:])
	if high == 0 || high == -1 {
		return float64(int64(low))
	}
	return high*0x1p64 + float64(low)
}
