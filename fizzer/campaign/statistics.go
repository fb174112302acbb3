package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
)

// Reasons for the end of a run besides the budget's cpu-time, wall-time and executions.
const (
	stoppedBySignal   = budget.ReasonSignal
	stoppedByError    = "error-reached"
	stoppedByComplete = "nothing-left"
	stoppedByFailure  = "error"         // the line RESULT says which
	stoppedByGoals    = "goals-covered" // the tests reach all of the validators' goals
)

// Goals is what replay counted.
type Goals struct {
	Covered int  `json:"covered"`
	Total   int  `json:"total"`
	Engine  int  `json:"engine,omitempty"`  // branches: goals that runs of the instrumented program lead to, those covered included
	BadEnd  int  `json:"bad_end,omitempty"` // of these, those not covered that only runs lead to which crash or never end
	Partial bool `json:"partial,omitempty"` // the budget ended before every test was replayed
}

// How a program was run.
const (
	ModePersistent = "persistent" // many runs in one process
	ModeForked     = "forked"     // a process for each run, since the program uses what cannot be put back
	ModeFellBack   = "fell back"  // persistent at first, and forked since a run differed from one in a fresh process
)

// Before are the figures of the runs that were resumed, together.
type Before struct {
	Executions  uint64  `json:"executions"`
	CPUSeconds  float64 `json:"cpu_seconds"` // of all processes
	WallSeconds float64 `json:"wall_seconds"`
}

// Statistics are the figures of a run, written as JSON and, the main ones, as lines of text.
type Statistics struct {
	Version            string             `json:"version"`
	Program            string             `json:"program"`
	Property           string             `json:"property"`
	DataModel          string             `json:"data_model"`
	Seed               uint64             `json:"seed"`
	Machine            string             `json:"machine"`
	Executions         uint64             `json:"executions"`
	Before             *Before            `json:"before,omitempty"`      // what is not in the figures: the runs that this one resumed
	CPUSeconds         float64            `json:"cpu_seconds"`           // of all processes
	WallSeconds        float64            `json:"wall_seconds"`          //
	LastTestCPUSeconds float64            `json:"last_test_cpu_seconds"` // when the newest test was found
	Tests              int                `json:"tests"`
	Goals              *Goals             `json:"goals"`                   // null when the run ended before replay
	Mode               string             `json:"mode"`                    // of running the program, one of the Mode constants; empty when it never ran
	Persistent         bool               `json:"persistent"`              // many runs were made in one process
	Forked             string             `json:"forked,omitempty"`        // why each run had a process of its own
	SandboxLacks       []sandbox.Layer    `json:"sandbox_lacks,omitempty"` // layers of the target's sandbox that are not in force
	Implied            int                `json:"implied"`                 // locations that are not recorded, because they follow from others
	Contexts           locations.Contexts `json:"contexts"`                // what the hashes of calling contexts are worth
	Compared           uint64             `json:"compared"`                // persistent runs that were repeated in a fresh process
	NotReproduced      int                `json:"not_reproduced"`          // tests that a fresh process ran differently; those of which it left what cannot be true are not in the suite
	Repaired           int                `json:"repaired"`                // tests that crashed or hung on the gcc build and were cut
	Lost               int                `json:"lost"`                    // tests that crash or hang there whatever is cut
	Disagreements      int                `json:"disagreements"`           // tests that did not reach there what they reached on the instrumented program
	Swapped            int                `json:"swapped"`                 // of them, those that did when two values were exchanged
	Seeds              int                `json:"seeds"`                   // tests that the run started from
	Crashes            map[string]int     `json:"crashes"`                 // places of bad ends of the program, by signal or timeout
	StoppedBy          string             `json:"stopped_by"`
	Interrupted        string             `json:"interrupted,omitempty"` // compiler or other tool that was at work when the run had to end
	ErrorReached       bool               `json:"error_reached"`
	Engine             engine.Summary     `json:"engine"`
}

// record takes over what the engine counted.
func (s *Statistics) record(summary engine.Summary, ctx context.Context) {
	s.Engine = summary
	s.Executions = summary.Executions
	s.ErrorReached = summary.ErrorReached
	s.StoppedBy = summary.Reason
	if summary.Complete {
		s.StoppedBy = stoppedByComplete
	}
	switch spent := budget.Spent(ctx); {
	case spent != "":
		s.StoppedBy = spent
	case ctx.Err() != nil:
		s.StoppedBy = stoppedBySignal
	}
}

func (s *Statistics) write(path string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return files.Write(path, append(text, '\n'), 0o644)
}

// Print writes the summary, one "name: value" a line.
func (s *Statistics) Print(w io.Writer) {
	goals := "not measured"
	if s.Goals != nil {
		goals = fmt.Sprintf("%d/%d", s.Goals.Covered, s.Goals.Total)
	}
	fmt.Fprintf(w, "executions: %d\n", s.Executions)
	fmt.Fprintf(w, "cpu-seconds: %.2f\n", s.CPUSeconds)
	fmt.Fprintf(w, "wall-seconds: %.2f\n", s.WallSeconds)
	fmt.Fprintf(w, "last-test-cpu-seconds: %.2f\n", s.LastTestCPUSeconds)
	fmt.Fprintf(w, "tests: %d\n", s.Tests)
	fmt.Fprintf(w, "goals: %s\n", goals)
	if s.Goals != nil && s.Goals.Total > 0 {
		fmt.Fprintf(w, "coverage: %.2f%%\n", 100*float64(s.Goals.Covered)/float64(s.Goals.Total))
	}
	if b := s.Before; b != nil {
		fmt.Fprintf(w, "total-executions: %d\ntotal-cpu-seconds: %.2f\ntotal-wall-seconds: %.2f\n", b.Executions+s.Executions, b.CPUSeconds+s.CPUSeconds, b.WallSeconds+s.WallSeconds)
	}
	if s.Goals != nil && s.Goals.Partial {
		fmt.Fprintln(w, "goals-partial: the budget ended before every test was replayed")
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Crashes)) {
		fmt.Fprintf(w, "bad-ends-%s: %d\n", kind, s.Crashes[kind])
	}
	fmt.Fprintf(w, "stopped-by: %s\n", s.StoppedBy)
}
