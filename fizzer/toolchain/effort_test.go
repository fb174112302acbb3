package toolchain

import (
	"math"
	"testing"
	"time"
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
		if o := (&Options{CPU: test.cpu}); o.affordsMarks(test.bytes) != test.want {
			t.Errorf("%v for %d bytes: %v", test.cpu, test.bytes, !test.want)
		}
	}
}
