//go:build long

package queue

import (
	"fmt"
	"testing"
)

// TestLongSurvives: 200 deaths of workers and 50 kills of the hub.
func TestLongSurvives(t *testing.T) { survive(t, 2000, 200, 50) }

// TestLongFaultyConnections: many messages, cuts and orders.
func TestLongFaultyConnections(t *testing.T) {
	for seed := range uint64(10) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { faultyConnections(t, 60, seed) })
	}
}
