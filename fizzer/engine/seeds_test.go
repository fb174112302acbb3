package engine

import (
	"context"
	"encoding/binary"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
)

// TestSeedsAreRunFirst: seeds run right after the first run, once each; those that cover something become tests.
func TestSeedsAreRunFirst(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 123456789) })
	var order []string
	target.Log = func(input []byte) { order = append(order, string(input)) }
	seed := binary.LittleEndian.AppendUint32(nil, 123456789)
	var found []Found
	e, err := New(Config{
		Target: target, Locations: target.Table(), Seeds: [][]byte{{7, 0, 0, 0}, seed},
		OnTest: func(f Found) error { found = append(found, f); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(order) != 3 || order[2] != string(seed) || summary.Executions != 3 {
		t.Errorf("%d executions of the inputs %q", summary.Executions, order)
	}
	if len(found) != 2 || found[1].Analysis != stepSeeds.name {
		t.Errorf("found %+v", found)
	}
}

// TestLongSeeds: a seed whose run goes beyond the first limits covers what is behind them at once, and a seed that is longer than any run
// may be is cut. Without PartReach it stays as it was.
func TestLongSeeds(t *testing.T) {
	const turns = 1 << 17
	for _, on := range []bool{true, false} {
		target := faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
			x := int64(m.Int())
			for n := int64(0); m.Compare(0, n, turns); n++ {
			}
			m.Compare(1, x, 123456789)
		})
		seed := binary.LittleEndian.AppendUint32(nil, 123456789)
		config := Config{Target: target, Locations: target.Table(), Budget: Executions(8), Seeds: [][]byte{seed, make([]byte, 1<<23)}}
		if !on {
			config.Without = []string{PartReach}
		}
		covered := 0
		config.OnTest = func(f Found) error { covered += len(f.Covered); return nil }
		e, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if all := covered == 4; all != on {
			t.Errorf("with longer runs %v: %d directions", on, covered)
		}
	}
}

// TestBadEndsAreTold: each crash on a new path is reported once.
func TestBadEndsAreTold(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "slt"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		if m.Compare(0, x, 42) {
			m.Crash()
		}
		m.Compare(1, x, 42)
	})
	crashes := 0
	e, err := New(Config{
		Target: target, Locations: target.Table(), Budget: Executions(300),
		BadEnd: func(run *execution.Run) {
			crashes++
			if run.Ending != layout.EndingCrashed || run.Bytes[0] != 42 {
				t.Errorf("told of a run that ended as %v", run.Ending)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if crashes != 1 {
		t.Errorf("told of %d crashes, want one", crashes)
	}
}

// TestMissed: the missed directions are reported with the run that came closest and the values that matter, and the tree leads to them.
func TestMissed(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Int()), 7)
		m.Compare(1, 0, int64(m.Uchar())-300) // never
	})
	e, err := New(Config{Target: target, Locations: target.Table(), Budget: Executions(3000)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if missed, around := e.Missed(ended); len(missed) > 0 || around != nil {
		t.Errorf("without time it looked at the tree all the same: %+v", missed)
	}
	missed, around := e.Missed(context.Background())
	if len(missed) != 1 || missed[0].Direction != (Direction{1, true}) || missed[0].Distance != 45 || missed[0].Input.Bytes[4] != 255 {
		t.Fatalf("missed %+v, want location 1, closest with 255", missed)
	}
	if len(missed[0].Sensitive) != 1 || missed[0].Sensitive[0] != 4 || missed[0].Depth != 1 {
		t.Errorf("sensitive are %v at depth %d, want byte 4 at depth 1", missed[0].Sensitive, missed[0].Depth)
	}
	for around != nil && !around.Missed {
		if next := around.Outcomes[0].Branch; next != nil {
			around = next
		} else {
			around = around.Outcomes[1].Branch
		}
	}
	if around == nil || around.Location != 1 || around.Outcomes[1].State != "not taken" {
		t.Errorf("the tree ends with %+v", around)
	}
	if covered := e.Covered(); covered[0] != [2]bool{true, true} || covered[1] != [2]bool{true, false} {
		t.Errorf("covered are %v", covered)
	}
}
