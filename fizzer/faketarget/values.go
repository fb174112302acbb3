package faketarget

import (
	"bytes"
	"encoding/binary"
	"math"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// inputs are what a run reads. There is an input function for each type.
type inputs struct {
	batch *execution.Batch
	given []byte        // the input; bytes after its end have the fill value
	bytes []byte        // read so far
	reads []layout.Read // likewise

	State uint64 // of the program's variables, which it sets; 0: a target cannot tell it
}

// Read reads an input of a type and size.
func (i *inputs) Read(t layout.InputType, size int) []byte {
	start := len(i.bytes)
	end := int(i.batch.Limits.InputBytes)
	if i.batch.States != layout.StatesNone {
		end = len(i.given)
	}
	if start+size > end {
		panic(ended{layout.EndingLimitInput, uint32(size)})
	}
	for at := start; at < start+size; at++ {
		b := i.batch.Fill
		if at < len(i.given) {
			b = i.given[at]
		}
		i.bytes = append(i.bytes, b)
	}
	if t == layout.InputTypeString {
		print(i.bytes[start:])
	}
	i.reads = append(i.reads, layout.Read{Offset: uint32(start), Type: uint16(t), Size: uint16(size)})
	return i.bytes[start:]
}

// print makes bytes printable text, as __VERIFIER_nondet_string does.
func print(text []byte) {
	for i, b := range text {
		if b != 0 && (b < ' ' || b > '~') {
			text[i] = ' ' + b%('~'-' '+1)
		}
	}
	if b := text[0]; b == 0 || b == ' ' || b == '\'' || b == '"' || b == '0' {
		text[0] = 'a'
	}
	if content, _, _ := bytes.Cut(text, []byte{0}); content[len(content)-1] == ' ' {
		last := min(len(content), len(text)-1)
		text[last] = 'a'
		clear(text[last+1 : min(last+2, len(text))])
	}
}

// Char reads a signed byte.
func (i *inputs) Char() int8 { return int8(i.Read(layout.InputTypeSint8, 1)[0]) }

// Uchar reads an unsigned byte.
func (i *inputs) Uchar() uint8 { return i.Read(layout.InputTypeUint8, 1)[0] }

// Bool reads a byte and returns whether its lowest bit is set.
func (i *inputs) Bool() bool { return i.Read(layout.InputTypeBoolean, 1)[0]&1 != 0 }

// Untyped reads a byte of unknown type.
func (i *inputs) Untyped() uint8 { return i.Read(layout.InputTypeUntyped8, 1)[0] }

// Short reads a signed number of 16 bits.
func (i *inputs) Short() int16 {
	return int16(binary.LittleEndian.Uint16(i.Read(layout.InputTypeSint16, 2)))
}

// Int reads a signed number of 32 bits.
func (i *inputs) Int() int32 {
	return int32(binary.LittleEndian.Uint32(i.Read(layout.InputTypeSint32, 4)))
}

// Uint reads an unsigned number of 32 bits.
func (i *inputs) Uint() uint32 {
	return binary.LittleEndian.Uint32(i.Read(layout.InputTypeUint32, 4))
}

// Long reads a signed number of 64 bits.
func (i *inputs) Long() int64 {
	return int64(binary.LittleEndian.Uint64(i.Read(layout.InputTypeSint64, 8)))
}

// Int128 reads a signed number of 128 bits: its low and high half.
func (i *inputs) Int128() [2]uint64 {
	b := i.Read(layout.InputTypeSint128, 16)
	return [2]uint64{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// Float reads a float.
func (i *inputs) Float() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(i.Read(layout.InputTypeFloat32, 4)))
}

// Double reads a double.
func (i *inputs) Double() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(i.Read(layout.InputTypeFloat64, 8)))
}
