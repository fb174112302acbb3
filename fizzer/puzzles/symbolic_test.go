package puzzles

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/recorder"
	"fizzer/fizzer/toolchain"
)

// fewestSymbolic is the least number of puzzles for the symbolic search.
const fewestSymbolic = 60

// second records runs in the second form of a puzzle, which is built when the first is asked for.
type second struct {
	t        *testing.T
	built    *toolchain.Target
	recorder *recorder.Recorder
}

// Record implements symbolic.Recorder.
func (s *second) Record(ctx context.Context, request *symbolic.Request) (*expression.Run, error) {
	if s.recorder == nil {
		executable, err := s.built.Second(ctx, nil, nil)
		if err != nil {
			return nil, err
		}
		s.recorder, err = recorder.Start(ctx,
			recorder.Options{Executable: executable, Scratch: s.t.TempDir(), MemoryBytes: 1 << 30, FileBytes: 1 << 20, Limits: request.Limits})
		if err != nil {
			return nil, err
		}
		s.t.Cleanup(func() {
			if err := s.recorder.Close(); err != nil {
				s.t.Error(err)
			}
		})
	}
	limits := request.Limits
	limits.Milliseconds *= 20
	recorded, err := s.recorder.Record(ctx,
		recorder.Request{Input: request.Input, Limits: limits, Fill: request.Fill, StopAtError: true, Follow: request.Trace})
	if err != nil {
		return nil, err
	}
	return &recorded.Run, nil
}

// TestSymbolicPuzzles solves each puzzle of testdata/symbolic with the symbolic search, and not without it within ten times the executions
// (and without the children of the nearest inputs, which solve one of them in nine times the executions).
func TestSymbolicPuzzles(t *testing.T) {
	puzzles, err := readPuzzles("testdata/symbolic")
	if err != nil {
		t.Fatal(err)
	}
	if len(puzzles) < fewestSymbolic {
		t.Errorf("%d puzzles only", len(puzzles))
	}
	for _, p := range puzzles {
		for _, bits := range p.models {
			t.Run(fmt.Sprintf("%s/%d", p.name, bits), func(t *testing.T) {
				t.Parallel()
				solveSymbolically(t, p, bits)
			})
		}
	}
}

func solveSymbolically(t *testing.T, p *puzzle, bits int) {
	built := buildPuzzle(t, p, bits)
	with := &attempt{puzzle: &puzzle{executions: p.executions / overrun, errorGoal: true}, table: built.Locations,
		recorder: &second{t: t, built: built}}
	summary := with.run(t, startTarget(t, p, built))
	s := summary.Symbolic
	if !with.solved() || s.Solved == 0 {
		t.Fatalf("not solved within %d executions: %+v; %s", p.executions, s, with.describe(summary))
	}
	if 50*s.Astray > s.Solved {
		t.Errorf("of %d answers %d did not go the predicted way", s.Solved, s.Astray)
	}
	without := &attempt{puzzle: &puzzle{executions: with.last, errorGoal: true}, table: built.Locations,
		without: []string{engine.StepSymbolic, engine.StepNearest}}
	if without.run(t, startTarget(t, p, built)); without.solved() {
		t.Errorf("solved with %d executions, and without the symbolic search with %d", with.last, without.last)
	}
	t.Logf("%d executions", with.last)
}

// fewerByRoom is how many times as many questions the archive takes at least without room.
const fewerByRoom = 4

// TestRoom: the archive of testdata/symbolic takes several times as many questions without longer inputs for what a path excludes.
func TestRoom(t *testing.T) {
	puzzles, err := readPuzzles("testdata/symbolic")
	if err != nil {
		t.Fatal(err)
	}
	p := puzzles[slices.IndexFunc(puzzles, func(p *puzzle) bool { return p.name == "archive" })]
	built := buildPuzzle(t, p, 64)
	search := func(without ...string) (asked uint64, solved bool) {
		a := &attempt{puzzle: &puzzle{executions: p.executions / overrun, errorGoal: true}, table: built.Locations, without: without,
			recorder: &second{t: t, built: built}}
		summary := a.run(t, startTarget(t, p, built))
		return summary.Symbolic.Asked, a.solved()
	}
	with, solved := search()
	if !solved {
		t.Fatal("not solved")
	}
	if without, solved := search(engine.PartRoom); solved && without < fewerByRoom*with {
		t.Errorf("solved with %d questions, and without room with %d", with, without)
	}
}
