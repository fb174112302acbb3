package expression

import (
	"encoding/binary"
	"errors"
	"testing"

	"fizzer/libfizzer/layout"
)

// decode makes records from arbitrary bytes, in which small numbers are likely.
func decode(data []byte) *Run {
	run := &Run{
		Input: make([]byte, 64), TableBytes: make([]byte, 64), Elements: []uint32{0, 1, 2, 3, 1 << 31},
		Reads: []layout.Read{{Size: 4}, {Offset: 4, Size: 1, Type: 1}, {Offset: 5, Size: 40},
			{Offset: 45, Size: 8, Type: uint16(layout.InputTypeFloat64)}},
	}
	next := func() uint32 {
		if len(data) == 0 {
			return 0
		}
		x := uint32(data[0])
		data = data[1:]
		if x == 0xff && len(data) >= 4 {
			x = binary.LittleEndian.Uint32(data)
			data = data[4:]
		}
		return x
	}
	for len(data) > 0 {
		switch next() % 4 {
		case 0:
			run.Tables = append(run.Tables, layout.Table{Offset: next(), Count: next(), ElementBytes: uint16(next()), FirstExpression: next() - 1})
		case 1:
			run.Constraints = append(run.Constraints,
				layout.Constraint{Kind: next(), Left: next(), Right: next(), Outcome: next(), Taken: next(), Guard: next(), Value: uint64(next()),
					Low: uint64(next()), High: uint64(next())})
		default:
			run.Nodes = append(run.Nodes,
				layout.Expression{Kind: uint8(next()), Width: uint8(next()), Flags: uint16(next()), A: next(), B: next(), C: next(),
					Value: uint64(next())})
		}
	}
	return run
}

// FuzzBuild: arbitrary records are refused, or give a path whose facts hold in the run.
func FuzzBuild(f *testing.F) {
	f.Add([]byte{2, 2, 32, 0, 0, 0, 0, 0, 2, 1, 32, 0, 0, 0, 0, 7, 2, 27, 1, 0, 1, 2, 0, 0, 1, 1, 1, 2, 3, 0, 0, 0, 0, 0})
	f.Add([]byte{0, 0, 4, 4, 0, 2, 2, 8, 0, 1, 0, 0, 0, 2, 33, 8, 0, 1, 0, 0, 0, 1, 6, 1, 0, 0, 0, 0, 0, 0, 4})
	f.Fuzz(func(t *testing.T, data []byte) {
		path, err := Build(decode(data))
		if err != nil {
			if !errors.Is(err, ErrBroken) {
				t.Fatal(err)
			}
			return
		}
		for r := 1; r < path.Len(); r++ {
			for _, below := range path.Below(Ref(r), nil) {
				if below == 0 || int(below) >= r {
					t.Fatalf("%v is made of %d", path.Node(Ref(r)), below)
				}
			}
		}
		for _, fact := range path.Facts {
			m := path.Compile(fact.Holds).NewMachine()
			m.SetAll(path.Values)
			m.Run()
			if path.Mismatches == 0 && fact.Evaluated && fact.Kind != layout.ConstraintKindRange && m.Value(fact.Holds) != Of(1) {
				t.Fatalf("%+v does not hold", fact)
			}
		}
	})
}

// TestBroken lists records that cannot be true.
func TestBroken(t *testing.T) {
	read := layout.Expression{Kind: uint8(Read), Width: 32}
	for name, run := range map[string]Run{
		"a read outside":      {Reads: []layout.Read{{Size: 4}}, Input: make([]byte, 3)},
		"a read of nothing":   {Reads: []layout.Read{{}}},
		"no such read":        {Nodes: []layout.Expression{read}},
		"itself":              {Nodes: []layout.Expression{{Kind: uint8(Not), Width: 1, A: 1}}},
		"none":                {Nodes: []layout.Expression{{}}},
		"no such kind":        {Nodes: []layout.Expression{{Kind: 200, Width: 1}}},
		"129 bits":            {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 129}}},
		"widths":              {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 8}, {Kind: uint8(Not), Width: 9, A: 1}}},
		"bits of half a byte": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 8}, {Kind: uint8(Extract), Width: 8, A: 1, B: 1}}},
		"a half float":        {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 16}, {Kind: uint8(FloatNegate), Width: 16, A: 1}}},
		"no such table":       {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 8}, {Kind: uint8(Table), Width: 8, A: 1}}},
		"a table of 5000": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 8}, {Kind: uint8(Table), Width: 8, A: 1}},
			Tables: []layout.Table{{Count: 5000, ElementBytes: 1}}, TableBytes: make([]byte, 5000)},
		"a constraint of none": {Constraints: []layout.Constraint{{}}},
		"a constraint on none": {Constraints: []layout.Constraint{{Kind: uint32(layout.ConstraintKindCondition), Outcome: 1}}},
		"an outcome of 8 bits": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 8}},
			Constraints: []layout.Constraint{{Kind: uint32(layout.ConstraintKindCondition), Outcome: 1}}},
		"an outcome that lies": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 1}},
			Constraints: []layout.Constraint{{Kind: uint32(layout.ConstraintKindCondition), Outcome: 1, Taken: 1}}},
		"an address that lies": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 32}},
			Constraints: []layout.Constraint{{Kind: uint32(layout.ConstraintKindAddress), Left: 1, Value: 1}}},
		"an address out of it": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 32}},
			Constraints: []layout.Constraint{{Kind: uint32(layout.ConstraintKindRange), Left: 1, Low: 1, High: 4}}},
		"a guard of 8 bits": {Nodes: []layout.Expression{{Kind: uint8(Constant), Width: 1}, {Kind: uint8(Constant), Width: 8}},
			Constraints: []layout.Constraint{{Kind: uint32(layout.ConstraintKindMerged), Outcome: 1, Guard: 2}}},
		"too many to be worked": {Nodes: make([]layout.Expression, MaxNodes+1)},
	} {
		if _, err := Build(&run); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
