package runner

import (
	"strings"
	"testing"

	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
)

// TestEachRunIsSilent: a program whose first runs each stop the target is no broken target, either.
func TestEachRunIsSilent(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, 64), true)
	for range maxFutileRestarts + 2 {
		if run := executeWithin(t, p, impatient, []byte{39})[0]; run.Ending != layout.EndingLost {
			t.Errorf("a run ended with %s", run.Ending)
		}
	}
	if run := execute(t, p, []byte{0})[0]; run.Ending != layout.EndingNormal {
		t.Errorf("the run after them ended with %s", run.Ending)
	}
}

// TestEachRunExceeds: a program whose first runs each end the sandbox, because it has too many processes, is no broken target. Its runs are
// lost, and the next ones are made. Each of the layers left out would keep it from starting that many.
func TestEachRunExceeds(t *testing.T) {
	t.Setenv(sandbox.WithoutVariable, strings.Join([]string{string(sandbox.Filter), string(sandbox.Namespaces), string(sandbox.Groups)}, ","))
	for _, bits := range []int{32, 64} {
		p := start(t, compile(t, bits), true)
		for range maxFutileRestarts + 2 {
			if run := execute(t, p, []byte{45})[0]; run.Ending != layout.EndingLost {
				t.Errorf("%d bits: a run ended with %s", bits, run.Ending)
			}
		}
		if restarts := p.Restarts(); restarts <= maxFutileRestarts {
			t.Errorf("%d bits: %d restarts", bits, restarts)
		}
		if run := execute(t, p, []byte{0})[0]; run.Ending != layout.EndingNormal {
			t.Errorf("%d bits: the run after them ended with %s", bits, run.Ending)
		}
	}
}
