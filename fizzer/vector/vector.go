// Package vector turns what a run read, typed bytes, into the values of a test in the exchange format.
package vector

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"fizzer/libfizzer/layout"
	"fizzer/testcomp/suite"
)

// spelling is the type= attribute of each type, in C; validators that support it read the value by it.
var spelling = map[layout.InputType]string{
	layout.InputTypeBoolean:   "bool",
	layout.InputTypeUint8:     "unsigned char",
	layout.InputTypeSint8:     "char",
	layout.InputTypeUint16:    "unsigned short",
	layout.InputTypeSint16:    "short",
	layout.InputTypeUint32:    "unsigned int",
	layout.InputTypeSint32:    "int",
	layout.InputTypeUint64:    "unsigned long long",
	layout.InputTypeSint64:    "long long",
	layout.InputTypeUint128:   "unsigned __int128",
	layout.InputTypeSint128:   "__int128",
	layout.InputTypeFloat32:   "float",
	layout.InputTypeFloat64:   "double",
	layout.InputTypeUntyped8:  "unsigned char",
	layout.InputTypeUntyped16: "unsigned short",
	layout.InputTypeUntyped32: "unsigned int",
	layout.InputTypeUntyped64: "unsigned long long",
	layout.InputTypePointer32: "unsigned long",
	layout.InputTypePointer64: "unsigned long",
	layout.InputTypeString:    suite.TextType,
}

// Inputs returns the values that reads describe within bytes, in order.
func Inputs(reads []layout.Read, bytes []byte) ([]suite.Input, error) {
	inputs := make([]suite.Input, 0, len(reads))
	for i, read := range reads {
		end := uint64(read.Offset) + uint64(read.Size)
		if end > uint64(len(bytes)) {
			return nil, fmt.Errorf("value %d of the run ends at byte %d of %d", i, end, len(bytes))
		}
		input, err := value(layout.InputType(read.Type), bytes[read.Offset:end])
		if err != nil {
			return nil, fmt.Errorf("value %d of the run: %w", i, err)
		}
		inputs = append(inputs, input)
	}
	return inputs, nil
}

func value(kind layout.InputType, bytes []byte) (suite.Input, error) {
	name, known := spelling[kind]
	if !known {
		return suite.Input{}, fmt.Errorf("unknown input type %v", kind)
	}
	text, err := format(kind, bytes)
	return suite.Input{Type: name, Value: text}, err
}

func format(kind layout.InputType, bytes []byte) (string, error) {
	switch kind {
	case layout.InputTypeString:
		return text(bytes), nil
	case layout.InputTypeUint128, layout.InputTypeSint128:
		return wide(kind == layout.InputTypeSint128, bytes), nil
	}
	bits, err := number(bytes)
	if err != nil {
		return "", err
	}
	switch kind {
	case layout.InputTypeBoolean:
		return strconv.FormatUint(bits&1, 10), nil
	case layout.InputTypeFloat32:
		return float(float64(math.Float32frombits(uint32(bits))), 32), nil
	case layout.InputTypeFloat64:
		return float(math.Float64frombits(bits), 64), nil
	case layout.InputTypeSint8, layout.InputTypeSint16, layout.InputTypeSint32, layout.InputTypeSint64:
		unused := 64 - 8*len(bytes)
		return strconv.FormatInt(int64(bits<<unused)>>unused, 10), nil
	}
	return strconv.FormatUint(bits, 10), nil
}

func number(bytes []byte) (uint64, error) {
	var eight [8]byte
	if len(bytes) > len(eight) {
		return 0, fmt.Errorf("a number of %d bytes", len(bytes))
	}
	copy(eight[:], bytes)
	return binary.LittleEndian.Uint64(eight[:]), nil
}

// wide formats an integer of 128 bits.
func wide(signed bool, bytes []byte) string {
	bigEndian := slices.Clone(bytes)
	slices.Reverse(bigEndian)
	n := new(big.Int).SetBytes(bigEndian)
	if signed && len(bigEndian) > 0 && bigEndian[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(bigEndian))))
	}
	return n.String()
}

// float formats v so that reading it back is exact, with scanf's spelling for the special values.
func float(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// text is the string before the terminating zero; the runtime has made sure that it is printable and not empty.
func text(bytes []byte) string {
	if end := slices.Index(bytes, 0); end >= 0 {
		bytes = bytes[:end]
	}
	return string(bytes)
}
