package engine

import (
	"testing"

	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// TestPattern: two arrays of 200 values are read and compared. That they are equal, differ once, and differ at a place that a constant
// names takes tens of runs, not thousands.
func TestPattern(t *testing.T) {
	const size, place, budget = 200, 123, 900
	search := func(without ...string) int {
		target := faketarget.New(faketarget.Integers("slt", "ne", "eq", "eq", "eq"), func(m *faketarget.Machine) {
			var values [2 * size]int32
			for i := range values {
				m.Compare(0, int64(i), 2*size)
				values[i] = m.Int()
			}
			m.Compare(0, 2*size, 2*size)
			different, last := 0, -1
			for i := range size {
				if m.Compare(1, int64(values[i]), int64(values[size+i])) {
					different, last = different+1, i
				}
			}
			m.Compare(2, int64(different), 0)
			if m.Compare(3, int64(different), 1) {
				m.Compare(4, int64(last), place)
			}
		})
		target.Table().Constants = []uint64{size, place}
		e := newEngine(t, target, Config{Budget: Executions(budget), Without: without})
		return enginetest.MustRun(t, e).Tree.CoveredDirections
	}
	if with, without := search(), search(StepPattern); with != 10 || without >= with {
		t.Errorf("of 10 directions %d with, %d without", with, without)
	}
}

// TestHeadOf: values before the loop stay, and so does a number of values to follow.
func TestHeadOf(t *testing.T) {
	entry := func(first byte, locations ...uint32) *corpus.Entry {
		e := &corpus.Entry{Input: trace.Input{Bytes: make([]byte, 100)}}
		for i := range 100 {
			e.Reads = append(e.Reads, layout.Read{Offset: uint32(i), Size: 1})
		}
		for i, l := range locations {
			e.Seams = append(e.Seams, corpus.Seam{Location: l, Offset: uint32(i)})
		}
		e.Bytes[0] = first
		return e
	}
	for name, test := range map[string]struct {
		entry *corpus.Entry
		want  int
	}{
		"one loop":             {entry(3, 7, 7, 7, 7), 0},
		"two questions before": {entry(3, 1, 2, 7, 7, 7), 2},
		"a number of values":   {entry(99, 7, 7, 7, 7), 1},
		"no questions":         {entry(3), 0},
		"all are different":    {entry(3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9), maxHead},
	} {
		if got := headOf(test.entry); got != test.want {
			t.Errorf("%s: %d instead of %d", name, got, test.want)
		}
	}
}
