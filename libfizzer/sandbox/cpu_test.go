package sandbox

import (
	"strings"
	"testing"
)

func TestStatTicks(t *testing.T) {
	const stat = "42 (a name) S 1 42 42 0 -1 4194560 100 200 0 0 11 22 33 44 20 0 1 0 100 1 1\n"
	if got, err := statTicks([]byte(stat)); err != nil || got != 110 {
		t.Errorf("statTicks = %d, %v, want 110", got, err)
	}
	brackets := strings.Replace(stat, "a name", "name) with (brackets)) S 1", 1)
	if got, err := statTicks([]byte(brackets)); err != nil || got != 110 {
		t.Errorf("statTicks with brackets in the name = %d, %v, want 110", got, err)
	}
	for _, broken := range []string{"", "1 (x) S 1", "no name", strings.Replace(stat, " 11 ", " x ", 1)} {
		if _, err := statTicks([]byte(broken)); err == nil {
			t.Errorf("%q was accepted", broken)
		}
	}
}
