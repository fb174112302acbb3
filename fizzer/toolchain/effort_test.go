package toolchain

import (
	"math"
	"slices"
	"testing"
	"time"

	"fizzer/testcomp/source"
)

// The instrumenter's attempts keep their share of the run's time, whatever the program, and the last one is always made.
func TestEffortKeepsItsShare(t *testing.T) {
	for _, test := range []struct {
		o       Options
		attempt int
		limit   time.Duration
		large   int64
	}{
		{Options{}, 0, 5 * time.Second, 3000 << 10},
		{Options{Long: true}, 0, 20 * time.Second, 12000 << 10},
		{Options{CPU: 24 * time.Second}, 0, 2 * time.Second, 1200 << 10},
		{Options{CPU: time.Second}, 0, time.Second, 600 << 10},
		{Options{Long: true, CPU: 900 * time.Second}, 0, 20 * time.Second, 12000 << 10},
		{Options{CPU: 24 * time.Second}, 1, 3 * time.Second, 3 << 20},
		{Options{CPU: 24 * time.Second}, 2, 0, math.MaxInt64},
	} {
		if limit, large := attempts[test.attempt].limit(&test.o); limit != test.limit || large != test.large {
			t.Errorf("attempt %d of %+v: %v, %d bytes", test.attempt, test.o, limit, large)
		}
	}
}

// TestMarksThatAreAfforded: a text that takes the front end longer than its share of the budget is compiled without marks at once.
func TestMarksThatAreAfforded(t *testing.T) {
	for _, test := range []struct {
		cpu   time.Duration
		bytes int
		want  bool
	}{
		{0, 1 << 30, true}, {10 * time.Second, 500_000, true}, {10 * time.Second, 3 << 20, false}, {20 * time.Second, 3 << 20, false},
		{time.Minute, 3 << 20, true}, {time.Second, 100_000, true},
	} {
		if o := (&Options{CPU: test.cpu}); o.affords(test.bytes) != test.want {
			t.Errorf("%v for %d bytes: %v", test.cpu, test.bytes, !test.want)
		}
	}
}

// TestColumnsOfLongTexts: columns are left out of the debug information of a text that is too long for the run's time, and of no other.
func TestColumnsOfLongTexts(t *testing.T) {
	short, long := &source.File{Text: make([]byte, 500_000)}, &source.File{Text: make([]byte, 3<<20)}
	for _, test := range []struct {
		file *source.File
		cpu  time.Duration
		want bool
	}{{short, 10 * time.Second, true}, {long, 10 * time.Second, false}, {long, 0, true}} {
		f := frontEnd{tools: &tools{Options: Options{CPU: test.cpu}}}
		if has := !slices.Contains(f.flagsFor(test.file), "-gno-column-info"); has != test.want {
			t.Errorf("%v for %d bytes: columns %v", test.cpu, len(test.file.Text), has)
		}
	}
}
