//go:build long

package exchange

import "testing"

// TestLongLoad: finds from 64 searches.
func TestLongLoad(t *testing.T) { load(t, 64, 5) }
