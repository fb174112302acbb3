package replay

import (
	"testing"
	"time"
)

// TestPatience: a run is ended by its CPU time, however long it has to wait for a processor, and a run that sleeps ends all the same.
func TestPatience(t *testing.T) {
	const limit, look = 3 * time.Second, checksPerLook * watchInterval
	tests := map[string]struct {
		cpu  func(clock time.Duration) time.Duration
		want time.Duration // by the clock
	}{
		"alone on its processor": {func(clock time.Duration) time.Duration { return clock }, limit + look},
		"a tenth of a processor": {func(clock time.Duration) time.Duration { return clock / 10 }, 10*limit + look},
		"a processor now and then": {
			func(clock time.Duration) time.Duration { return clock.Truncate(2*time.Second) / 20 }, sleepFactor*limit + look,
		},
		"asleep": {func(time.Duration) time.Duration { return 0 }, limit + look},
		"asleep after a second": {
			func(clock time.Duration) time.Duration { return min(clock, time.Second) }, time.Second + limit + look,
		},
	}
	for name, test := range tests {
		p := patience{limit: limit}
		clock := watchInterval
		for !p.ends(func() time.Duration { return test.cpu(clock) }) {
			if clock += watchInterval; clock > time.Hour {
				break
			}
		}
		if clock < test.want-look || clock > test.want+look {
			t.Errorf("%s: ended after %v, want %v", name, clock, test.want)
		}
	}
}
