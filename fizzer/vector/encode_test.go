package vector

import (
	"bytes"
	"strings"
	"testing"

	"fizzer/libfizzer/layout"
	"fizzer/testcomp/suite"
)

// TestEncodeIsTheOppositeOfInputs: bytes that a run read, turned into values and encoded again, are the same bytes.
func TestEncodeIsTheOppositeOfInputs(t *testing.T) {
	sizes := map[layout.InputType]int{layout.InputTypePointer32: 4, layout.InputTypePointer64: 8, layout.InputTypeUntyped32: 4}
	for kind, size := range widths {
		sizes[kind] = size
	}
	for kind, size := range sizes {
		for _, pattern := range []byte{0, 1, 0x3f, 0x7e, 0x80, 0xc1} {
			data := bytes.Repeat([]byte{pattern}, size)
			if kind == layout.InputTypeBoolean {
				data[0] &= 1
			}
			reads := []layout.Read{{Type: uint16(kind), Size: uint16(size)}}
			inputs, err := Inputs(reads, data)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := Encode(reads, inputs); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%v % x became %s and then % x, %v", kind, data, inputs[0].Value, got, err)
			}
			if kind > layout.InputTypeFloat64 {
				continue
			}
			if got, err := Encode(nil, inputs); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%v % x by its own type became %s %s and then % x, %v", kind, data, inputs[0].Type, inputs[0].Value, got, err)
			}
		}
	}
}

func TestEncodeReadsOtherTools(t *testing.T) {
	tests := []struct {
		kind  layout.InputType
		size  uint16
		value string
		want  []byte // nil: an error
	}{
		{layout.InputTypeSint32, 4, "-2", []byte{0xfe, 0xff, 0xff, 0xff}},
		{layout.InputTypeSint32, 4, "4294967295", []byte{0xff, 0xff, 0xff, 0xff}},
		{layout.InputTypeUint32, 4, "0x10U", []byte{16, 0, 0, 0}},
		{layout.InputTypeSint64, 8, "-1L", []byte{255, 255, 255, 255, 255, 255, 255, 255}},
		{layout.InputTypeSint16, 2, "08", []byte{8, 0}},
		{layout.InputTypeSint8, 1, "'a'", []byte{'a'}},
		{layout.InputTypeSint32, 4, "3.7", []byte{3, 0, 0, 0}},
		{layout.InputTypeFloat32, 4, "1.5f", []byte{0, 0, 0xc0, 0x3f}},
		{layout.InputTypeFloat64, 8, "-inf", []byte{0, 0, 0, 0, 0, 0, 0xf0, 0xff}},
		{layout.InputTypeFloat64, 8, "1e999", []byte{0, 0, 0, 0, 0, 0, 0xf0, 0x7f}},
		{layout.InputTypeString, 4, "ab", []byte{'a', 'b', 0, 0}},
		{layout.InputTypeSint32, 4, "x", nil},
		{layout.InputTypeSint32, 4, "nan", nil},
		{layout.InputTypeSint32, 4, "1e999999999", nil},
		{layout.InputTypeFloat64, 8, "x", nil},
	}
	for _, test := range tests {
		got, err := Encode([]layout.Read{{Type: uint16(test.kind), Size: test.size}}, []suite.Input{{Value: test.value}})
		if !bytes.Equal(got, test.want) || (err != nil) != (test.want == nil) {
			t.Errorf("%s as %v: % x, %v, want % x", test.value, test.kind, got, err, test.want)
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add("int", "5", uint16(layout.InputTypeSint32))
	f.Fuzz(func(t *testing.T, kind, value string, read uint16) {
		size := uint16(widths[layout.InputType(read)])
		for _, reads := range [][]layout.Read{nil, {{Type: read, Size: max(size, 1)}}} {
			if read == uint16(layout.InputTypeString) || size > 0 || reads == nil {
				_, _ = Encode(reads, []suite.Input{{Type: kind, Value: value}}) // must not panic
			}
		}
	})
}

// By their own types values become the bytes that a program reads in either data model.
func TestBytes(t *testing.T) {
	inputs := []suite.Input{{Type: "unsigned char", Value: "7"}, {Type: "unsigned long", Value: "258"}, {Value: "-1"},
		{Type: "char *", Value: "ab"}}
	for bits, want := range map[int]string{
		32: "\x07\x02\x01\x00\x00\xff\xff\xff\xffab" + strings.Repeat("\x00", 29),
		64: "\x07\x02\x01\x00\x00\x00\x00\x00\x00\xff\xff\xff\xffab" + strings.Repeat("\x00", 29),
	} {
		if got, err := Bytes(inputs, bits); err != nil || string(got) != want {
			t.Errorf("%d bits: %q, %v, want %q", bits, got, err, want)
		}
	}
	if got, err := Bytes([]suite.Input{{Type: "int", Value: "x"}}, 64); err == nil {
		t.Errorf("no number became %q", got)
	}
}
