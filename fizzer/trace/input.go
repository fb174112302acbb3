package trace

import (
	"bytes"
	"encoding/binary"
	"strings"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// Input is what a run has read: the report's x and t.
type Input struct {
	Bytes []byte        // in the order read
	Reads []layout.Read // types of consecutive ranges of Bytes, from offset 0 on
}

// Clone returns a copy that shares nothing with i.
func (i Input) Clone() Input {
	return Input{append([]byte(nil), i.Bytes...), append([]layout.Read(nil), i.Reads...)}
}

// Number returns the first eight bytes of a value as a number, zero-extended.
func Number(value []byte) uint64 {
	var word [8]byte
	copy(word[:], value)
	return binary.LittleEndian.Uint64(word[:])
}

// PutNumber makes a value a number, as far as it holds it.
func PutNumber(value []byte, n uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], n)
	clear(value[copy(value, word[:]):])
}

// Reads returns the reads that hold at least one of the bytes (sorted offsets), in order.
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

// Numeric reports whether the typed minimization can compute with the type: it is a number or pointer of the width
// that the type says.
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

// CheckInput returns a GarbledError when the runtime cannot have recorded the values that run read: each value must have an existing
// type and its size, and in sequence the values must make up all of the bytes. The cost is proportional to the number of values.
func CheckInput(run *execution.Run) error {
	end := uint32(0)
	for i, r := range run.Reads {
		if r.Offset != end || uint64(end)+uint64(r.Size) > uint64(len(run.Bytes)) {
			return Garbled("input %d has bytes %d+%d of %d, the one before it ends at %d", i, r.Offset, r.Size, len(run.Bytes), end)
		}
		if !sized(r) {
			return Garbled("input %d has %d bytes of %v", i, r.Size, layout.InputType(r.Type))
		}
		end += uint32(r.Size)
		if r.Type == uint16(layout.InputTypeString) && !printable(run.Bytes[r.Offset:end]) {
			return Garbled("input %d is no text", i)
		}
	}
	if int(end) != len(run.Bytes) {
		return Garbled("%d bytes were read that belong to no input", len(run.Bytes)-int(end))
	}
	return nil
}

// sizes holds the bytes of a value by its type; 0: there is no such type, or its values differ in size.
var sizes = func() (sizes [layout.InputTypeString + 1]uint16) {
	for t := range sizes {
		sizes[t] = uint16(TypeSize(layout.InputType(t)))
	}
	sizes[layout.InputTypeUntyped8], sizes[layout.InputTypeUntyped16] = 1, 2
	sizes[layout.InputTypeUntyped32], sizes[layout.InputTypeUntyped64] = 4, 8
	return sizes
}()

// sized reports whether the type of a value exists and the value has its size.
func sized(r layout.Read) bool {
	return int(r.Type) < len(sizes) && r.Size != 0 && (r.Size == sizes[r.Type] || r.Type == uint16(layout.InputTypeString))
}

// printable reports whether a text can come from __VERIFIER_nondet_string, so that a test can hold it.
func printable(text []byte) bool {
	for _, b := range text {
		if b != 0 && (b < ' ' || b > '~') {
			return false
		}
	}
	text, _, _ = bytes.Cut(text, []byte{0})
	return len(text) > 0 && !strings.ContainsRune("'\"0 ", rune(text[0])) && text[len(text)-1] != ' '
}
