package engine

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

var update = flag.Bool("update", false, "write testdata/sequences.txt anew: the search was changed on purpose")

const goldenFile = "testdata/sequences.txt"

// scribe is a target that records each batch before it is run.
type scribe struct {
	execution.Target
	to io.Writer
}

func (s *scribe) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	fmt.Fprintf(s.to, "%x %v %d %v\n", batch.Inputs, batch.Limits, batch.Fill, batch.StopAtError)
	if batch.Goal != nil {
		fmt.Fprintf(s.to, "goal %v\n", *batch.Goal)
	}
	if batch.Cut != nil {
		fmt.Fprintf(s.to, "cut %v %d\n", batch.Cut.Follow, batch.Cut.After)
	}
	return s.Target.Execute(ctx, batch)
}

// goldenRun is one run of the engine whose sequence of batches and tests must not change.
type goldenRun struct {
	name   string
	target *faketarget.Target
	wrap   func(*faketarget.Target) execution.Target // nil: the target itself
	config Config
	reject func(Found) bool // tests that replay rejects; nil: none
}

// goldenRuns together use every stage, source and analysis.
func goldenRuns() []goldenRun {
	queueTarget := func() *faketarget.Target {
		return faketarget.New(faketarget.Integers("slt", "eq", "slt", "eq", "slt", "slt"), queue)
	}
	machineTarget := func() *faketarget.Target { return enginetest.NewTarget() }
	endless := func() *faketarget.Target {
		return faketarget.New(faketarget.Integers("eq", "sgt", "eq"), func(m *faketarget.Machine) {
			for i := int64(0); ; i++ {
				m.Compare(0, int64(m.Char())&1, 2)
				if m.Compare(1, i, 200) && m.Compare(2, int64(m.Char()), 7) {
					return
				}
			}
		})
	}
	low := DefaultLimits()
	low.Conditions, low.InputBytes = 32, 32
	mailed := 0
	mail := func() []Shared {
		if mailed++; mailed%50 != 1 || mailed > 500 {
			return nil
		}
		return []Shared{{Bytes: []byte{'p', 'p', 'g', byte(mailed)}, Limits: DefaultMaxLimits()}}
	}
	runs := []goldenRun{
		{name: "state machine", target: machineTarget(), config: Config{Seed: 1, Budget: Executions(8000), Check: true}},
		{name: "little memory", target: machineTarget(), config: Config{Seed: 2, Budget: Executions(20000), Tree: tree.Config{Bytes: 1 << 16}}},
		{name: "long runs in part", target: longTarget(), config: Config{Seed: 1, Budget: Executions(4000)}},
		{name: "long runs whole", target: longTarget(), config: Config{Seed: 1, Budget: Executions(800), Without: []string{PartCut}}},
		{name: "long runs lost", target: longTarget(), config: Config{Seed: 3, Budget: Executions(4000)},
			reject: func(f Found) bool { return f.Executions%2 == 0 }},
		{name: "children", target: queueTarget(), config: Config{Seed: 4, Budget: Executions(40000)}},
		{name: "no children", target: queueTarget(),
			config: Config{Seed: 4, Budget: Executions(20000), Without: []string{StepBreed, PartBandit}}},
		{name: "the report's parts", target: queueTarget(), config: Config{Seed: 5, Budget: Executions(10000), Without: Beyond()}},
		{name: "seeds and mail", target: queueTarget(),
			config: Config{Seed: 6, Seeds: [][]byte{{'p', 1, 'g', 1}, {2}}, Others: mail, Budget: Executions(10000)}},
		{name: "limits", target: endless(), config: Config{Seed: 7, Limits: low, Budget: Executions(40000)}},
		{name: "limits rise", target: endless(), config: Config{Seed: 7, Limits: low, Budget: Executions(100000)}},
		{name: "a crash", target: faketarget.New(faketarget.Integers("eq", "sgt"), func(m *faketarget.Machine) {
			if x := m.Char(); m.Compare(0, int64(x), 77) {
				m.Compare(1, int64(m.Char()), 0)
				m.Crash()
			}
		}), config: Config{Seed: 8, Budget: Executions(20000)}, reject: func(f Found) bool { return f.Ending == layout.EndingCrashed }},
		{name: "tests are lost", target: faketarget.New(faketarget.Integers("eq", "sgt", "slt"), both),
			config: Config{Seed: 9, Budget: Executions(30000)},
			reject: func(f Found) bool { return len(f.Bytes) > 1 && f.Bytes[1] < 128 }},
		{name: "garbled traces", target: machineTarget(), config: Config{Seed: 10, Budget: Executions(3000)},
			wrap: func(t *faketarget.Target) execution.Target { return &garbling{Target: t, every: 50} }},
		{name: "parts of batches", target: machineTarget(), config: Config{Seed: 11, Budget: Executions(3000)},
			wrap: func(t *faketarget.Target) execution.Target { return &sparing{t, 3} }},
		{name: "an error", target: machineTarget(), config: Config{Seed: 12, Budget: Executions(20000), ErrorGoal: true, StopAtError: true}},
		{name: "half of the targets", target: machineTarget(),
			config: Config{Seed: 13, Budget: Executions(5000), Strategy: strategy.Config{Shares: strategy.Part{Number: 1, Of: 2}}}},
	}
	for _, p := range puzzles {
		runs = append(runs, goldenRun{name: "puzzle " + p.name, target: faketarget.New(p.conditions, p.program),
			config: Config{Seed: 1, Budget: Executions(min(p.executions, 5000))}})
	}
	return runs
}

// digest runs the engine and its optimizer, and returns a hash of all batches, tests and statistics.
func (r *goldenRun) digest(t *testing.T) string {
	sum := fnv.New64a()
	target := &scribe{Target: r.target, to: sum}
	if r.wrap != nil {
		target.Target = r.wrap(r.target)
	}
	config := r.config
	config.Target, config.Locations = target, r.target.Table()
	var e *Engine
	config.OnTest = func(f Found) error {
		writeJSON(sum, f)
		if r.reject != nil && r.reject(f) {
			e.Seek(slices.Concat(f.Covered, f.Again))
		}
		return nil
	}
	config.BadEnd = func(run *execution.Run) { fmt.Fprintf(sum, "bad end %x\n", run.Bytes) }
	e, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Optimize(context.Background()); err != nil {
		t.Fatal(err)
	}
	after := e.Progress()
	for _, s := range []*formats.Summary{&summary, &after} {
		s.Tree.Bytes = 0 // Go's version decides how much memory a table takes
		writeJSON(sum, s)
	}
	missed, branch := e.Missed(context.Background())
	fmt.Fprintf(sum, "%v\n", missed)
	writeJSON(sum, branch)
	return fmt.Sprintf("%016x %d executions, %d tests", sum.Sum64(), after.Executions, after.Tests)
}

func writeJSON(w io.Writer, value any) {
	if err := json.NewEncoder(w).Encode(value); err != nil {
		panic(err)
	}
}

// TestGolden: with the same seed, the engine does the same as before, batch by batch and test by test. After an intended change of the
// search, run it with -update; any other change must not change the file.
func TestGolden(t *testing.T) {
	var text strings.Builder
	for _, r := range goldenRuns() {
		fmt.Fprintf(&text, "%s: %s\n", r.name, r.digest(t))
	}
	if *update {
		if err := os.WriteFile(goldenFile, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	golden, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(string(golden), "\n"), strings.Split(text.String(), "\n")
	for i, line := range got {
		if i >= len(want) || line != want[i] {
			t.Errorf("the search has changed; run with -update if that is intended: %s", line)
		}
	}
}
