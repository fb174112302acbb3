//go:build long

package worker

import "testing"

// TestLongSimulation: 16 000 tasks and 500 workers at one hub.
func TestLongSimulation(t *testing.T) { simulate(t, 16_000, 500) }
