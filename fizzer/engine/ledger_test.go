package engine

import (
	"testing"
	"time"
)

// TestUnfinishedWorkIsCounted: the time of the work that the end of a run interrupts is in its statistics.
func TestUnfinishedWorkIsCounted(t *testing.T) {
	now := time.Time{}
	l := ledger{clock: func() time.Time { return now }}
	l.begin(step{name: "one"})
	now = now.Add(2 * time.Second)
	l.begin(step{name: "two"})
	now = now.Add(3 * time.Second)
	for range 2 { // a copy changes nothing
		counts := l.copy()
		for i, want := range []float64{2000, 3000} {
			if got := counts.Analyses[i].Milliseconds; got != want {
				t.Errorf("%s: %g ms instead of %g", counts.Analyses[i].Name, got, want)
			}
		}
	}
}
