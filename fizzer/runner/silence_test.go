package runner

import (
	"testing"
	"time"
)

// TestSilence: a target without a heartbeat is given up by its CPU time, also when it uses none, and by the clock alone only after several
// times that.
func TestSilence(t *testing.T) {
	start := time.Unix(1000, 0)
	tests := map[string]struct {
		cpu  func(clock time.Duration) time.Duration
		want time.Duration
	}{
		"alone on its processor": {func(clock time.Duration) time.Duration { return time.Hour + clock }, maxSilentCPU(impatient)},
		"on many processors":     {func(clock time.Duration) time.Duration { return time.Hour + 50*clock }, 0},
		"a fifth of a processor": {func(clock time.Duration) time.Duration { return clock / 5 }, 5 * maxSilentCPU(impatient)},
		"asleep":                 {func(time.Duration) time.Duration { return time.Minute }, maxAsleep(impatient)},
		"asleep at once":         {func(time.Duration) time.Duration { return 0 }, maxAsleep(impatient)},
		"unknown":                {nil, maxSilence(impatient)},
	}
	for name, test := range tests {
		q := silence{limits: impatient, since: start}
		now := start
		for heartbeat := uint32(0); ; now = now.Add(maxWait) {
			if now.Sub(start) <= time.Minute { // many runs, one after the other
				heartbeat++
			}
			cpu := func() (time.Duration, bool) {
				if test.cpu == nil {
					return 0, false
				}
				return test.cpu(now.Sub(start)), true
			}
			if q.tooLong(heartbeat, now, cpu) {
				break
			}
		}
		got := now.Sub(start) - time.Minute
		if got < test.want-time.Second || got > test.want+time.Second {
			t.Errorf("%s: given up after %v, want %v", name, got, test.want)
		}
	}
}
