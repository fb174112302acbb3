package vector

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"fizzer/libfizzer/layout"
)

func TestValues(t *testing.T) {
	ones := bytes.Repeat([]byte{0xff}, 16)
	little := func(v any) []byte {
		b, err := binary.Append(nil, binary.LittleEndian, v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	tests := []struct {
		kind  layout.InputType
		bytes []byte
		want  string
	}{
		{layout.InputTypeBoolean, []byte{1}, "1"},
		{layout.InputTypeBoolean, []byte{0x54}, "0"},
		{layout.InputTypeUint8, []byte{200}, "200"},
		{layout.InputTypeSint8, []byte{200}, "-56"},
		{layout.InputTypeUint16, little(uint16(65535)), "65535"},
		{layout.InputTypeSint16, little(int16(-2)), "-2"},
		{layout.InputTypeUint32, ones[:4], "4294967295"},
		{layout.InputTypeSint32, little(int32(math.MinInt32)), "-2147483648"},
		{layout.InputTypeUint64, ones[:8], "18446744073709551615"},
		{layout.InputTypeSint64, little(int64(math.MinInt64)), "-9223372036854775808"},
		{layout.InputTypeUint128, ones, "340282366920938463463374607431768211455"},
		{layout.InputTypeSint128, ones, "-1"},
		{layout.InputTypeFloat32, little(float32(0.1)), "0.1"},
		{layout.InputTypeFloat64, little(math.Copysign(0, -1)), "-0"},
		{layout.InputTypeFloat64, little(math.MaxFloat64), "1.7976931348623157e+308"},
		{layout.InputTypeFloat64, little(math.NaN()), "nan"},
		{layout.InputTypeFloat32, little(float32(math.Inf(-1))), "-inf"},
		{layout.InputTypePointer32, []byte{1, 0, 0, 0}, "1"},
		{layout.InputTypeString, []byte("abc\x00zz"), "abc"},
	}
	for _, test := range tests {
		got, err := value(test.kind, test.bytes)
		if err != nil || got.Value != test.want || got.Type == "" {
			t.Errorf("value(%v, %v) = %q, %v, want %q", test.kind, test.bytes, got, err, test.want)
		}
	}
}

func TestInputsOutsideBytes(t *testing.T) {
	reads := []layout.Read{{Offset: 1, Type: uint16(layout.InputTypeUint32), Size: 4}}
	if _, err := Inputs(reads, make([]byte, 4)); err == nil {
		t.Error("a value beyond the bytes was accepted")
	}
	if _, err := Inputs([]layout.Read{{Type: 999, Size: 1}}, make([]byte, 4)); err == nil {
		t.Error("an unknown type was accepted")
	}
}

func TestEveryTypeHasASpelling(t *testing.T) {
	for kind := layout.InputTypeBoolean; kind <= layout.InputTypeString; kind++ {
		if spelling[kind] == "" {
			t.Errorf("%v has no spelling in C", kind)
		}
	}
}
