package analysis

import (
	"encoding/binary"
	"math"
)

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
