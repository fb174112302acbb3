package vector

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"fizzer/libfizzer/layout"
	"fizzer/testcomp/suite"
)

// Encode returns the bytes that hand the values of a test to a program that reads them as reads say: it is the
// inverse of Inputs. Values beyond the reads are encoded by their own type, as an int where they have none, and left
// out where that is impossible. The error names the first value that is read but is not a number of its type.
func Encode(reads []layout.Read, inputs []suite.Input) ([]byte, error) {
	var bytes []byte
	for i, input := range inputs {
		kind, size := guess(input.Type)
		if i < len(reads) {
			kind, size = layout.InputType(reads[i].Type), int(reads[i].Size)
		}
		encoded, err := encode(kind, size, input.Value)
		if err != nil && i < len(reads) {
			return nil, fmt.Errorf("value %d of the test: %w", i+1, err)
		}
		bytes = append(bytes, encoded...) // none for a value of unknown type
	}
	return bytes, nil
}

// guess returns what a program reads when it asks for a value of the type in C's spelling.
func guess(name string) (layout.InputType, int) {
	for kind, spelt := range spelling {
		if spelt == name && kind < layout.InputTypeUntyped8 {
			return kind, widths[kind]
		}
	}
	return layout.InputTypeSint32, 4
}

// widths are the sizes in bytes of the types with only one spelling.
var widths = map[layout.InputType]int{
	layout.InputTypeBoolean: 1, layout.InputTypeUint8: 1, layout.InputTypeSint8: 1, layout.InputTypeUint16: 2, layout.InputTypeSint16: 2,
	layout.InputTypeUint32: 4, layout.InputTypeSint32: 4, layout.InputTypeUint64: 8, layout.InputTypeSint64: 8,
	layout.InputTypeUint128: 16, layout.InputTypeSint128: 16, layout.InputTypeFloat32: 4, layout.InputTypeFloat64: 8,
}

func encode(kind layout.InputType, size int, value string) ([]byte, error) {
	bytes := make([]byte, size)
	if kind == layout.InputTypeString {
		copy(bytes, value)
		return bytes, nil
	}
	if kind == layout.InputTypeFloat32 || kind == layout.InputTypeFloat64 {
		f, err := parseFloat(value)
		if err != nil {
			return nil, err
		}
		if kind == layout.InputTypeFloat32 {
			binary.LittleEndian.PutUint32(bytes, math.Float32bits(float32(f)))
		} else {
			binary.LittleEndian.PutUint64(bytes, math.Float64bits(f))
		}
		return bytes, nil
	}
	n, err := parseInteger(value)
	if err != nil {
		return nil, err
	}
	n.And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(8*size)), big.NewInt(1))) // two's complement
	for i, b := range n.Bytes() {
		bytes[len(n.Bytes())-1-i] = b
	}
	return bytes, nil
}

// parseFloat reads a number in C's spelling; suffixes of C literals are allowed. Numbers that are too large become
// infinite.
func parseFloat(value string) (float64, error) {
	digits := strings.TrimRight(value, "lL")
	if !strings.HasPrefix(digits, "0x") && !strings.HasSuffix(strings.ToLower(digits), "inf") {
		digits = strings.TrimRight(digits, "fF")
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, fmt.Errorf("%.40q is no number", value)
	}
	return f, nil
}

// parseInteger reads an integer in decimal, hexadecimal or octal, with suffixes of C literals, a character in single
// quotes, or a number with a fraction, which is dropped.
func parseInteger(value string) (*big.Int, error) {
	if len(value) == 3 && value[0] == '\'' && value[2] == '\'' {
		return big.NewInt(int64(value[1])), nil
	}
	if n, ok := new(big.Int).SetString(strings.TrimRight(value, "uUlL"), 0); ok {
		return n, nil
	}
	if n, ok := new(big.Int).SetString(strings.TrimRight(value, "uUlL"), 10); ok {
		return n, nil
	}
	if f, ok := new(big.Float).SetString(value); ok && !f.IsInf() && f.MantExp(nil) < 1<<12 {
		n, _ := f.Int(nil)
		return n, nil
	}
	return nil, fmt.Errorf("%.40q is no number", value)
}

// stringBytes are what a program reads when it asks for a string: longer ones are cut (libfizzer/c/input.c).
const stringBytes = 31

// Bytes returns the bytes of the values of a test, each by its own type, as an int where it has none. bits is the width of an address.
// It is what Encode returns for a program that reads these types. The error names the first value that is not a number of its type.
func Bytes(inputs []suite.Input, bits int) (bytes []byte, err error) {
	for i, input := range inputs {
		kind, size := guess(input.Type)
		switch {
		case input.Type == spelling[layout.InputTypeString]:
			kind, size = layout.InputTypeString, stringBytes
		case input.Type == "long" || input.Type == spelling[layout.InputTypePointer64]:
			kind, size = layout.InputTypePointer64, bits/8
		}
		encoded, err := encode(kind, size, input.Value)
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
		bytes = append(bytes, encoded...)
	}
	return bytes, nil
}
