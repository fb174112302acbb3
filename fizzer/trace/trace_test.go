package trace

import (
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

var table = &locations.Table{Conditions: []locations.Condition{
	{Kind: locations.KindInteger, Predicate: "slt", Bits: 32},
	{Kind: locations.KindInteger, Predicate: "eq", Bits: 128, Xor: true},
}}

func valid() *execution.Run {
	run := &execution.Run{
		Conditions: []layout.Condition{{Location: 0, Left: 0xffffffff, Right: 1, Path: 1}, {Location: 1 | layout.DirectionBit, InputBytes: 4, Wide: 1}},
		Wides:      []layout.Wide{{Left: 1}},
		Reads:      []layout.Read{{Offset: 0, Type: uint16(layout.InputTypeSint32), Size: 4}},
		Bytes:      []byte{1, 2, 3, 4},
	}
	hash(run)
	return run
}

// hash gives the conditions and the run the path hashes of a real one.
func hash(run *execution.Run) {
	run.Path = 1
	for i := range run.Conditions {
		c := &run.Conditions[i]
		c.Path, run.Path = run.Path, execution.ExtendPath(run.Path, c.Location, c.Context)
	}
}

func TestDistance(t *testing.T) {
	d := NewDecoder(table)
	run := valid()
	if err := d.Check(run, 0); err != nil {
		t.Fatal(err)
	}
	if got := d.Distance(run, 0); got != distance.Integer(-2) {
		t.Errorf("-1 < 1 has distance %v", got.Float())
	}
	if got := d.Distance(run, 1).Float(); got != 0x1p64 {
		t.Errorf("2^64 == 0 has distance %v", got)
	}
	if d.Xor(0) || !d.Xor(1) || d.Locations() != 2 {
		t.Error("xor flags or number of locations differ from the table")
	}
}

func TestCheckRejects(t *testing.T) {
	tests := []struct {
		message string
		spoil   func(*execution.Run)
	}{
		{"location 2 of 2", func(r *execution.Run) { r.Conditions[0].Location = 2 }},
		{"wide operand 2 of 1", func(r *execution.Run) { r.Conditions[1].Wide = 2 }},
		{"follows path", func(r *execution.Run) { r.Conditions[1].Path++ }},
		{"the run has path", func(r *execution.Run) { r.Path++ }},
		{"follows 5 input bytes of 4", func(r *execution.Run) { r.Conditions[1].InputBytes = 5 }},
		{"the one before it 1", func(r *execution.Run) { r.Conditions[0].InputBytes, r.Conditions[1].InputBytes = 1, 0 }},
		{"has bytes 0+5 of 4", func(r *execution.Run) { r.Reads[0].Size = 5 }},
		{"belong to no input", func(r *execution.Run) { r.Reads = nil }},
	}
	for _, test := range tests {
		run := valid()
		test.spoil(run)
		if err := NewDecoder(table).Check(run, 0); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("error %v instead of %q", err, test.message)
		}
	}
}

// FuzzCheck shows that what Check accepts can be decoded: nothing is read outside of its array.
func FuzzCheck(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, uint8(1), uint8(4))
	f.Fuzz(func(t *testing.T, records []byte, wides, bytes uint8) {
		run := &execution.Run{Wides: make([]layout.Wide, wides), Bytes: make([]byte, bytes)}
		for ; len(records) >= 12; records = records[12:] {
			run.Conditions = append(run.Conditions, layout.Condition{
				Location:   binary.LittleEndian.Uint32(records),
				InputBytes: binary.LittleEndian.Uint32(records[4:]),
				Wide:       binary.LittleEndian.Uint32(records[8:]),
			})
			run.Reads = append(run.Reads, layout.Read{Offset: binary.LittleEndian.Uint32(records[4:]), Size: binary.LittleEndian.Uint16(records[8:])})
		}
		hash(run)
		d := NewDecoder(table)
		if d.Check(run, 0) != nil {
			return
		}
		for i := range run.Conditions {
			d.Distance(run, i)
		}
		for _, r := range run.Reads {
			_ = run.Bytes[r.Offset : r.Offset+uint32(r.Size)]
		}
	})
}

func TestCommon(t *testing.T) {
	record := func(location uint32, path uint64) layout.Condition {
		return layout.Condition{Location: location, Path: path}
	}
	base := []layout.Condition{record(0, 1), record(1, 2), record(0, 3), record(1, 4)}
	tests := []struct {
		name string
		run  []layout.Condition
		want int
	}{
		{"the same", base, 4},
		{"shorter", base[:2], 2},
		{"other direction of the last common one", []layout.Condition{record(0, 1), record(1|layout.DirectionBit, 2), record(0, 9)}, 2},
		{"other location", []layout.Condition{record(0, 1), record(0, 2)}, 1},
		{"empty", nil, 0},
	}
	for _, test := range tests {
		if got := Common(test.run, base); got != test.want {
			t.Errorf("%s: %d conditions in common instead of %d", test.name, got, test.want)
		}
	}
	run := &execution.Run{Conditions: base}
	if !Passes(run, 2, 3, 0) || Passes(run, 2, 4, 0) || Passes(run, 2, 3, 1) || Passes(run, 4, 0, 0) {
		t.Error("Passes does not compare depth, path and location")
	}
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		ending               layout.Ending
		exceptional, limited bool
	}{
		{layout.EndingNormal, false, false}, {layout.EndingAborted, false, false}, {layout.EndingCrashed, true, false},
		{layout.EndingTimeout, true, true}, {layout.EndingLimitDepth, false, true}, {layout.EndingLimitConditions, false, true},
		{layout.EndingLimitMemory, false, true}, {layout.EndingLost, true, false},
	} {
		if Exceptional(test.ending) != test.exceptional || Limited(test.ending) != test.limited {
			t.Errorf("%v: exceptional %v, limited %v", test.ending, Exceptional(test.ending), Limited(test.ending))
		}
	}
}

func TestReadsWithSensitiveBytes(t *testing.T) {
	reads := []layout.Read{{Offset: 0, Type: 3, Size: 1}, {Offset: 1, Type: 7, Size: 4}, {Offset: 5, Type: uint16(layout.InputTypeUntyped16), Size: 2}}
	if got := Reads(reads, []uint32{2, 4, 6}); !reflect.DeepEqual(got, reads[1:]) {
		t.Errorf("reads %v", got)
	}
	if got := Reads(reads, []uint32{0}); !reflect.DeepEqual(got, reads[:1]) {
		t.Errorf("reads %v", got)
	}
	if !Numeric(reads[0]) || !Numeric(reads[1]) || Numeric(reads[2]) {
		t.Error("numbers are told from untyped input wrongly")
	}
	input := Input{Bytes: []byte{1}, Reads: reads}
	clone := input.Clone()
	clone.Bytes[0] = 2
	if input.Bytes[0] != 1 {
		t.Error("a clone shares its bytes")
	}
}
