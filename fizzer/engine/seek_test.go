package engine

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
)

// TestSeek: a direction whose test turns out to be lost is covered by other tests, until one is not lost, or it is asked
// for too often.
func TestSeek(t *testing.T) {
	wanted := Direction{0, true}
	for name, test := range map[string]struct {
		lost        func(input []byte) bool
		least, most int // tests that cover it
	}{
		"nothing is lost":          {func([]byte) bool { return false }, 1, 1},
		"half of the runs is lost": {func(input []byte) bool { return input[1] < 128 }, 2, 1 + mostTries},
		"all is lost":              {func([]byte) bool { return true }, 2, 1 + mostTries},
	} {
		target := faketarget.New(faketarget.Integers("eq", "sgt"), func(m *faketarget.Machine) {
			x, y := m.Char(), m.Char()
			m.Compare(0, int64(x), 77)
			m.Compare(1, int64(y), 200)
		})
		var e *Engine
		tests, saved := 0, false
		e = newEngine(t, target, Config{Budget: Executions(200_000), Check: true, OnTest: func(f Found) error {
			if !slices.Contains(f.Covered, wanted) && !slices.Contains(f.Again, wanted) {
				return nil
			}
			tests++
			if test.lost(f.Bytes) {
				e.Seek([]Direction{wanted})
			} else {
				saved = true
			}
			return nil
		}})
		summary := mustRun(t, e)
		if tests < test.least || tests > test.most || saved != (name != "all is lost") {
			t.Errorf("%s: %d tests, saved %v: %s", name, tests, saved, describe(summary))
		}
	}
}

// TestOneTestAtLeast: a program without conditions that never ends gives a test, too.
func TestOneTestAtLeast(t *testing.T) {
	target := faketarget.New(faketarget.Integers(), func(m *faketarget.Machine) {
		m.Int()
		m.End(layout.EndingLimitSteps, 0)
	})
	tests := 0
	summary := mustRun(t, newEngine(t, target, Config{Budget: Executions(1000), OnTest: func(Found) error { tests++; return nil }}))
	if tests != 1 || summary.Executions >= 1000 {
		t.Errorf("%d tests: %s", tests, describe(summary))
	}
}

// TestSeekExtremes: a loop that would count down to the end of the range ends soon only where it begins beside that end.
func TestSeekExtremes(t *testing.T) {
	e := newEngine(t, faketarget.New(nil, func(*faketarget.Machine) {}), Config{})
	reads := []layout.Read{{Offset: 0, Type: uint16(layout.InputTypeSint32), Size: 4}, {Offset: 4, Type: uint16(layout.InputTypeSint32), Size: 4}}
	least := uint32(math.MaxInt32 + 1)
	wanted := map[[2]uint32]bool{{1, least + 1}: false, {7, math.MaxInt32}: false, {least, 7}: false, {math.MaxUint32 - 1, 0}: false}
	for i := range 8 * mostTries * mostWitness * variants { // for one of 64 values, no more than eight times what a direction gets
		input := e.variant([]byte{7, 0, 0, 0, 7, 0, 0, 0}, reads, i)
		pair := [2]uint32{binary.LittleEndian.Uint32(input), binary.LittleEndian.Uint32(input[4:])}
		if _, ok := wanted[pair]; ok {
			wanted[pair] = true
		}
	}
	for pair, made := range wanted {
		if !made {
			t.Errorf("%#x was not made", pair)
		}
	}
	if short := e.variant([]byte{1, 2}, reads, 3); len(short) != 2 {
		t.Errorf("the read behind the input's end changed its length: %v", short)
	}
}
