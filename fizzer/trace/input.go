package trace

import (
	"fizzer/libfizzer/layout"
)

// Input is what a run read: the report's x and t.
type Input struct {
	Bytes []byte        // in the order read
	Reads []layout.Read // types of consecutive ranges of Bytes, from offset 0 on
}

// Clone returns a copy that shares nothing with i.
func (i Input) Clone() Input {
	return Input{append([]byte(nil), i.Bytes...), append([]layout.Read(nil), i.Reads...)}
}

// Reads returns those of reads that hold at least one of the bytes (sorted offsets), in order.
func Reads(reads []layout.Read, bytes []uint32) []layout.Read {
	var found []layout.Read
	for _, r := range reads {
		for len(bytes) > 0 && bytes[0] < r.Offset {
			bytes = bytes[1:]
		}
		if len(bytes) > 0 && bytes[0] < r.Offset+uint32(r.Size) {
			found = append(found, r)
		}
	}
	return found
}

// Numeric reports whether a type is one that the typed minimization can count with: a number or pointer of the width
// that its type says.
func Numeric(read layout.Read) bool {
	return read.Size > 0 && TypeSize(layout.InputType(read.Type)) == int(read.Size)
}

// TypeSize returns the number of bytes of a numeric type, 0 for all others.
func TypeSize(t layout.InputType) int {
	switch t {
	case layout.InputTypeBoolean, layout.InputTypeUint8, layout.InputTypeSint8:
		return 1
	case layout.InputTypeUint16, layout.InputTypeSint16:
		return 2
	case layout.InputTypeUint32, layout.InputTypeSint32, layout.InputTypeFloat32, layout.InputTypePointer32:
		return 4
	case layout.InputTypeUint64, layout.InputTypeSint64, layout.InputTypeFloat64, layout.InputTypePointer64:
		return 8
	case layout.InputTypeUint128, layout.InputTypeSint128:
		return 16
	}
	return 0
}
