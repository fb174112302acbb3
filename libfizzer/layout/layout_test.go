package layout

import "testing"

func TestGoStructsHaveTheLayoutsSizes(t *testing.T) {
	for name, sizes := range structSizes {
		if sizes[0] != sizes[1] {
			t.Errorf("%s has %d bytes in Go, the layout says %d", name, sizes[0], sizes[1])
		}
	}
}

func TestNames(t *testing.T) {
	if got := EndingLimitInput.String(); got != "limit_input" {
		t.Errorf("name %q", got)
	}
	if got := Ending(77).String(); got != "unknown-77" {
		t.Errorf("name of an unknown value %q", got)
	}
}
