//go:build long

package queue

import "testing"

// TestLongSurvives: 200 deaths of workers and 50 kills of the hub.
func TestLongSurvives(t *testing.T) { survive(t, 2000, 200, 50) }
