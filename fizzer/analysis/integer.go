package analysis

import (
	"encoding/binary"
	"math"

	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Integer is an integer of at most 8 bytes in the input.
type Integer struct {
	layout.Read
	Signed bool
}

// IntegerOf returns r as an integer, and whether it is one. Booleans are.
func IntegerOf(r layout.Read) (Integer, bool) {
	if !trace.Numeric(r) || IsFloat(r) || r.Size > 8 {
		return Integer{}, false
	}
	switch layout.InputType(r.Type) {
	case layout.InputTypeSint8, layout.InputTypeSint16, layout.InputTypeSint32, layout.InputTypeSint64:
		return Integer{r, true}, true
	}
	return Integer{r, false}, true
}

// Load returns the value in an input, extended to 64 bits by its sign or by zeros.
func (n Integer) Load(input []byte) uint64 {
	var raw [8]byte
	copy(raw[:], input[n.Offset:n.Offset+uint32(n.Size)])
	v := binary.LittleEndian.Uint64(raw[:])
	if n.Signed {
		shift := 64 - 8*n.Size
		return uint64(int64(v<<shift) >> shift)
	}
	return v
}

// Store writes the lowest bytes of a value into an input.
func (n Integer) Store(v uint64, input []byte) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], v)
	copy(input[n.Offset:n.Offset+uint32(n.Size)], raw[:])
}

// FloatPlace returns the place of a float of 4 or 8 bytes, given by its bits, in the order of all numbers of its type: places of
// neighbours differ by one, and so do those of the two zeros. Places from 0 up are the positive numbers, places from -1 down the
// negative ones.
func FloatPlace(bits uint64, size int) int64 {
	if sign := uint64(1) << (8*size - 1); bits&sign != 0 {
		return -int64(bits&^sign) - 1
	}
	return int64(bits)
}

// FloatAt is the inverse of FloatPlace.
func FloatAt(place int64, size int) uint64 {
	if place < 0 {
		return uint64(-place-1) | 1<<(8*size-1)
	}
	return uint64(place)
}

// FloatBits returns the bits of x as a float of 4 or 8 bytes.
func FloatBits(x float64, size int) uint64 {
	if size == 4 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// FloatOf is the inverse of FloatBits.
func FloatOf(bits uint64, size int) float64 {
	if size == 4 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}
