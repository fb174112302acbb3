package vector

import (
	"testing"

	"fizzer/libfizzer/layout"
)

func TestShortened(t *testing.T) {
	for _, test := range []struct {
		ending layout.Ending
		reads  int
		want   int
	}{
		{layout.EndingNormal, 3, 3}, {layout.EndingAborted, 3, 3}, {layout.EndingAssumptionFailed, 1, 1},
		{layout.EndingLimitInput, 4, 4}, {layout.EndingCrashed, 3, 2}, {layout.EndingTimeout, 1, 0}, {layout.EndingCrashed, 0, 0},
		{layout.EndingLimitSteps, 2, 1},
	} {
		if got := Shortened(test.ending, test.reads); got != test.want {
			t.Errorf("Shortened(%v, %d) = %d, want %d", test.ending, test.reads, got, test.want)
		}
	}
}

func TestReadsWithin(t *testing.T) {
	reads := []layout.Read{{Offset: 0, Size: 4}, {Offset: 4, Size: 1}, {Offset: 5, Size: 8}}
	for bytes, want := range map[uint32]int{0: 0, 3: 0, 4: 1, 5: 2, 12: 2, 13: 3, 99: 3} {
		if got := ReadsWithin(reads, bytes); got != want {
			t.Errorf("ReadsWithin(%d) = %d, want %d", bytes, got, want)
		}
	}
}
