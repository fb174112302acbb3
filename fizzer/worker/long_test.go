//go:build long

package worker

import "testing"

// TestLongKillings: 200 workers and 50 hubs are killed.
func TestLongKillings(t *testing.T) { killings(t, 1000, 100, 200, 50) }

// TestLongSimulation: 16 000 tasks and 500 workers at one hub.
func TestLongSimulation(t *testing.T) { simulate(t, 16_000, 500) }
