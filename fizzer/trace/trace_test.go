package trace

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
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

// left is a run as a target leaves it, in parts so that tests can spoil it.
type left struct {
	execution.Run
	conditions []layout.Condition
	wides      []layout.Wide
}

func valid() *left {
	l := &left{
		conditions: []layout.Condition{{Location: 0, Left: 0xffffffff, Right: 1}, {Location: 1 | layout.DirectionBit, InputBytes: 4, Wide: 1}},
		wides:      []layout.Wide{{Left: 1}},
	}
	l.Reads, l.Bytes = []layout.Read{{Offset: 0, Type: uint16(layout.InputTypeSint32), Size: 4}}, []byte{1, 2, 3, 4}
	l.hash()
	return l
}

// hash sets the path hashes of the conditions and the run as a real run has them.
func (l *left) hash() {
	l.Path = layout.StartPath
	for i := range l.conditions {
		c := &l.conditions[i]
		c.Path, l.Path = l.Path, execution.ExtendPath(l.Path, c.Location, c.Context)
	}
}

func (l *left) run() *execution.Run {
	l.Conditions = execution.NewTrace(l.conditions, l.wides)
	return &l.Run
}

func TestDistance(t *testing.T) {
	d := NewDecoder(table)
	run := valid().run()
	if records, err := d.Check(run, 0, nil); err != nil || len(records) != 2 {
		t.Fatal(records, err)
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
		spoil   func(*left)
	}{
		{"location 2 of 2", func(l *left) { l.conditions[0].Location = 2 }},
		{"wide operand 2", func(l *left) { l.conditions[1].Wide = 2 }},
		{"follows path", func(l *left) { l.conditions[1].Path++ }},
		{"follows path", func(l *left) { l.conditions[0].Path++ }},
		{"the run has path", func(l *left) { l.Path++ }},
		{"follows 5 input bytes of 4", func(l *left) { l.conditions[1].InputBytes = 5 }},
		{"the one before it 1", func(l *left) { l.conditions[0].InputBytes, l.conditions[1].InputBytes = 1, 0 }},
		{"has bytes 0+5 of 4", func(l *left) { l.Reads[0].Size = 5 }},
		{"belong to no input", func(l *left) { l.Reads = nil }},
		{"has 4 bytes of unknown-21", func(l *left) { l.Reads[0].Type = 21 }},
		{"has 4 bytes of none", func(l *left) { l.Reads[0].Type = 0 }},
		{"has 4 bytes of uint8", func(l *left) { l.Reads[0].Type = uint16(layout.InputTypeUint8) }},
		{"is no text", func(l *left) { l.Reads[0].Type = uint16(layout.InputTypeString) }},
		{"is no text", func(l *left) { l.Reads[0].Type, l.Bytes = uint16(layout.InputTypeString), []byte("\x00abc") }},
		{"has 0 bytes of sint32", func(l *left) { l.Reads = append(l.Reads, layout.Read{Offset: 4, Type: uint16(layout.InputTypeSint32)}) }},
	}
	for _, test := range tests {
		l := valid()
		test.spoil(l)
		if _, err := NewDecoder(table).Check(l.run(), 0, nil); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("error %v instead of %q", err, test.message)
		}
	}
}

// TestCheckBehind: if the beginning of a run is known, only the rest is copied and checked, as the continuation of a copy of the
// beginning.
func TestCheckBehind(t *testing.T) {
	l, d := valid(), NewDecoder(table)
	before := l.conditions[0]
	l.conditions[0] = layout.Condition{Location: 77, InputBytes: 99}
	records, err := d.Check(l.run(), 1, []layout.Condition{before})
	if err != nil || len(records) != 2 || records[0] != before || records[1] != l.conditions[1] {
		t.Errorf("%v, %v", records, err)
	}
	l.conditions[1].Path++
	if _, err := d.Check(l.run(), 1, []layout.Condition{before}); err == nil || !strings.Contains(err.Error(), "condition 1 follows path") {
		t.Error(err)
	}
}

// TestCheckInPieces: a trace of several pieces is copied and checked whole, also where one piece ends and the next begins, and the memory
// for one piece is enough to see them all.
func TestCheckInPieces(t *testing.T) {
	d := NewDecoder(table)
	long := func() *left {
		l := valid()
		l.conditions = slices.Repeat(l.conditions[1:], 2*piece+5)
		for i := range l.conditions[piece+1:] {
			l.conditions[piece+1+i].Location |= layout.DirectionBit
		}
		l.hash()
		return l
	}
	l := long()
	records, err := d.Check(l.run(), 0, nil)
	if err != nil || !slices.Equal(records, l.conditions) {
		t.Fatalf("%d of %d conditions, %v", len(records), len(l.conditions), err)
	}
	var part, all []layout.Condition
	for c := d.Checker(l.run(), 3, &l.conditions[2]); c.Left(); all = append(all, part...) {
		if part, err = c.Piece(part[:0]); err != nil || len(part) > piece {
			t.Fatalf("a piece of %d conditions, %v", len(part), err)
		}
	}
	if !slices.Equal(all, l.conditions[3:]) {
		t.Errorf("%d of %d conditions", len(all), len(l.conditions)-3)
	}
	for _, at := range []int{0, piece - 1, piece, piece + 1, 2 * piece, 2*piece + 4} {
		l := long()
		l.conditions[at].Path ^= 1 << 40
		want := fmt.Sprintf("condition %d follows path", at)
		if _, err := d.Check(l.run(), 0, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v instead of %q", err, want)
		}
	}
}

// TestGarbledWhenRead: records that cannot be true harm no reader, and they make the run garbled.
func TestGarbledWhenRead(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*layout.Condition)
	}{
		{"location", func(c *layout.Condition) { c.Location = 2 }},
		{"location with outcome", func(c *layout.Condition) { c.Location = 0xffffffff }},
		{"wide operand", func(c *layout.Condition) { c.Wide = 3 }},
		{"both", func(c *layout.Condition) { c.Location, c.Wide = 12345, 0xffffffff }},
	}
	d := NewDecoder(table)
	for _, test := range tests {
		spoiled := func() *execution.Run {
			l := valid()
			test.spoil(&l.conditions[1])
			return l.run()
		}
		if run := spoiled(); d.Distance(run, 1).Finite() || !run.Garbled {
			t.Errorf("%s: distance %v, garbled %v", test.name, d.Distance(run, 1), run.Garbled)
		}
		if run := spoiled(); !math.IsInf(d.Magnitude(run, 1), 1) || !run.Garbled {
			t.Errorf("%s: magnitude %v, garbled %v", test.name, d.Magnitude(run, 1), run.Garbled)
		}
		run := spoiled()
		if sums, sum := d.Sums(run, 0, 2, nil, 0); len(sums) != 2 || sums[0] != 4 || !math.IsInf(sum, 1) || !run.Garbled {
			t.Errorf("%s: sums %v, garbled %v", test.name, sums, run.Garbled)
		}
		run = spoiled()
		if _, ok := d.Condition(run, 1); ok != (execution.Location(&layout.Condition{Location: run.Conditions.At(1).Location}) < 2) ||
			run.Garbled == ok {
			t.Errorf("%s: exists %v, garbled %v", test.name, ok, run.Garbled)
		}
	}
}

// FuzzCheck shows that Check reads nothing outside of an array, and that what it accepts is not garbled.
func FuzzCheck(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, uint8(1), uint8(4))
	f.Fuzz(func(t *testing.T, records []byte, wides, bytes uint8) {
		l := &left{wides: make([]layout.Wide, wides)}
		l.Bytes = make([]byte, bytes)
		for ; len(records) >= 12; records = records[12:] {
			l.conditions = append(l.conditions, layout.Condition{
				Location:   binary.LittleEndian.Uint32(records),
				InputBytes: binary.LittleEndian.Uint32(records[4:]),
				Wide:       binary.LittleEndian.Uint32(records[8:]),
			})
			l.Reads = append(l.Reads, layout.Read{
				Offset: binary.LittleEndian.Uint32(records[4:]), Type: uint16(records[0]), Size: binary.LittleEndian.Uint16(records[8:]),
			})
		}
		l.hash()
		d, run := NewDecoder(table), l.run()
		_, err := d.Check(run, 0, nil)
		for i := range l.conditions {
			d.Distance(run, i)
		}
		if err != nil {
			return
		}
		if run.Garbled {
			t.Error("what was checked is garbled")
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
		if got := Common(execution.NewTrace(test.run, nil), execution.NewTrace(base, nil)); got != test.want {
			t.Errorf("%s: %d conditions in common instead of %d", test.name, got, test.want)
		}
	}
	run := &execution.Run{Conditions: execution.NewTrace(base, nil)}
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
	reads := []layout.Read{{Offset: 0, Type: 3, Size: 1}, {Offset: 1, Type: 7, Size: 4},
		{Offset: 5, Type: uint16(layout.InputTypeUntyped16), Size: 2}}
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
