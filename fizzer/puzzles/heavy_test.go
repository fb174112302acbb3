package puzzles

import (
	"fmt"
	"testing"

	"fizzer/fizzer/engine"
)

// fewestHeavy is the least number of programs of examples/heavy.
const fewestHeavy = 10

// coveringParts put off the symbolic search, because it begins when nothing has been covered for some time.
var coveringParts = []string{"sensitivity", "direct", engine.StepBreed, engine.StepNearest, engine.StepStretch, engine.StepPattern,
	engine.StepStates}

// TestHeavy: programs in which symbolic execution usually fails: large arrays, sizes and depths from the input, floats. An engine without
// coveringParts has a quarter of the executions, then the whole engine has all. Together they cover what an input may reach, no run is
// garbled, and no test crashes or is lost.
func TestHeavy(t *testing.T) {
	puzzles, err := readPuzzles("../../examples/heavy")
	if err != nil {
		t.Fatal(err)
	}
	if len(puzzles) < fewestHeavy {
		t.Errorf("%d programs only", len(puzzles))
	}
	for _, p := range puzzles {
		for _, bits := range p.models {
			t.Run(fmt.Sprintf("%s/%d", p.name, bits), func(t *testing.T) {
				t.Parallel()
				coverHeavy(t, p, bits)
			})
		}
	}
}

func coverHeavy(t *testing.T, p *puzzle, bits int) {
	built := buildPuzzle(t, p, bits)
	missing := wanted(p, built.Locations)
	recorder := &second{t: t, built: built}
	first := &attempt{puzzle: &puzzle{executions: p.executions / overrun / 4, uncovered: p.uncovered}, without: coveringParts}
	whole := &attempt{puzzle: &puzzle{executions: p.executions / overrun, uncovered: p.uncovered}}
	recorded := uint64(0)
	for _, a := range []*attempt{first, whole} {
		if a.table, a.missing, a.recorder = built.Locations, missing, recorder; a.solved() {
			break
		}
		summary := a.run(t, startTarget(t, p, built))
		s := summary.Symbolic
		recorded += s.Recorded
		if summary.Garbled > 0 || a.bad > 0 {
			t.Errorf("%d garbled runs, %d tests that crash or are lost", summary.Garbled, a.bad)
		}
		if s.Failed > 0 || s.Diverged > 0 || s.Mismatches > 0 && bits == 64 { // with 32 bits, floats have registers of 80
			t.Errorf("failed %d %s, diverged %d, mismatches %d", s.Failed, s.Failure, s.Diverged, s.Mismatches)
		}
		t.Logf("%d executions, %d missing, %d recorded, %d asked, %d answers, %d astray, concrete %v", summary.Executions, len(missing),
			s.Recorded, s.Asked, s.Solved, s.Astray, s.Concrete)
		if a == whole && !a.solved() {
			t.Error(a.describe(summary))
		}
	}
	if recorded == 0 {
		t.Error("nothing was recorded")
	}
}
