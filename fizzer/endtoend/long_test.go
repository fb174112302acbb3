//go:build long

package endtoend

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"
)

// TestLongFaults is TestFaults with all faults.
func TestLongFaults(t *testing.T) {
	for _, f := range faults(t) {
		t.Run(f.name, func(t *testing.T) { inject(t, f) })
	}
}

// killedRuns is the number of runs to kill at random moments.
const killedRuns = 1000

// TestLongKillsAtEvents is TestKillsAtEvents for every file event of a run.
func TestLongKillsAtEvents(t *testing.T) {
	count, _ := fileEvents(t, false, leastEvents)
	for event := 1; event <= count; event++ {
		t.Run(fmt.Sprintf("event %d of %d", event, count), func(t *testing.T) { killAt(t, false, event, 0) })
	}
}

// TestLongKillsWhileCaching is TestKillsWhileCaching for every file event in the cache.
func TestLongKillsWhileCaching(t *testing.T) {
	count, _ := fileEvents(t, true, leastCached)
	for event := 1; event <= count; event++ {
		t.Run(fmt.Sprintf("event %d of %d", event, count), func(t *testing.T) { killAt(t, true, event, 0) })
	}
}

// TestLongKillsAtRandom kills runs at random moments of the time that one takes. Those that had ended by then do not count.
func TestLongKillsAtRandom(t *testing.T) {
	_, took := fileEvents(t, false, leastEvents)
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(uint64(seed), 6))
	var hits atomic.Int64
	for hits.Load() < killedRuns {
		t.Run("part", func(t *testing.T) {
			for range min(killedRuns-hits.Load(), killedAtOnce) {
				delay := time.Duration(random.Int64N(int64(took)))
				t.Run(fmt.Sprintf("after %v", delay), func(t *testing.T) {
					if killAt(t, false, 0, delay) {
						hits.Add(1)
					}
				})
			}
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d runs were killed", hits.Load())
}

// killedAtOnce is the number of runs after which those that were killed are counted.
const killedAtOnce = 50
