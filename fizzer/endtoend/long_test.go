//go:build long

package endtoend

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// leastFaults is how many faults there are to be.
const leastFaults = 200

// TestLongFaults is TestFaults with all faults.
func TestLongFaults(t *testing.T) {
	all := faults(t)
	if len(all) < leastFaults {
		t.Errorf("%d faults only", len(all))
	}
	for _, f := range all {
		t.Run(f.name, func(t *testing.T) { inject(t, f) })
	}
}

// killedRuns is how many runs are killed.
const killedRuns = 1000

// TestLongKillsAtEvents is TestKillsAtEvents at every file event of a run, and then at random moments.
func TestLongKillsAtEvents(t *testing.T) {
	count := fileEvents(t)
	random := rand.New(rand.NewPCG(5, 6))
	for i := range killedRuns {
		if event := i + 1; event <= count {
			t.Run(fmt.Sprintf("event %d of %d", event, count), func(t *testing.T) { killAt(t, event, 0) })
			continue
		}
		delay := time.Duration(random.IntN(3000)) * time.Millisecond
		t.Run(fmt.Sprintf("after %v", delay), func(t *testing.T) { killAt(t, 0, delay) })
	}
}
