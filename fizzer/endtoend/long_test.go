//go:build long

package endtoend

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestLongFaults is TestFaults with all faults.
func TestLongFaults(t *testing.T) {
	for _, f := range faults(t) {
		t.Run(f.name, func(t *testing.T) { inject(t, f) })
	}
}

// killedRuns is the number of runs to kill.
const killedRuns = 1000

// TestLongKillsAtEvents is TestKillsAtEvents for every file event of a run, and then for random moments.
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
