package puzzles

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// With fewer puzzles than this, the folder was not found.
const fewest = 60

// A puzzle that is not solved within its budget may use this many times the budget, so that the failure shows how far
// off it is.
const overrun = 10

// seed is the seed of all runs: the executions allowed for puzzles are those of seed 1 with room.
var seed = flag.Uint64("seed", 1, "`N` of all runs")

// made is what TestMain builds once for all puzzles.
var made struct {
	clang        string
	major        int
	instrumenter string
	runtimes     map[int]*toolchain.Runtime // by data model
}

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	folder, err := os.MkdirTemp("", "fizzer-puzzles-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	if err := makeTools(folder); err != nil {
		fmt.Fprintf(os.Stderr, "%v; call make setup\n", err)
		return 1
	}
	return m.Run()
}

// makeTools makes the instrumenter and the runtime for both data models.
func makeTools(folder string) (err error) {
	made.instrumenter = filepath.Join(folder, toolchain.InstrumenterName)
	command := exec.Command("go", "build", "-tags", "llvm19", "-o", made.instrumenter, "fizzer/instrument")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("building the instrumenter: %w\n%s", err, output)
	}
	if made.clang, made.major, err = toolchain.FindClang(context.Background()); err != nil {
		return err
	}
	made.runtimes = map[int]*toolchain.Runtime{}
	for _, bits := range []int{32, 64} {
		options := buildOptions(filepath.Join(folder, fmt.Sprint(bits)), bits)
		if err := os.Mkdir(options.Scratch, 0o755); err != nil {
			return err
		}
		if made.runtimes[bits], err = toolchain.CompileRuntime(context.Background(), options); err != nil {
			return err
		}
	}
	return nil
}

func buildOptions(scratch string, bits int) toolchain.Options {
	return toolchain.Options{
		Bits: bits, Scratch: scratch, Clang: made.clang, ClangMajor: made.major, Instrumenter: made.instrumenter,
		Runtime: made.runtimes[bits],
	}
}

func TestPuzzles(t *testing.T) {
	puzzles, err := readPuzzles("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if len(puzzles) < fewest {
		t.Errorf("%d puzzles only", len(puzzles))
	}
	var results table
	t.Run("all", func(t *testing.T) {
		for _, p := range puzzles {
			for _, bits := range p.models {
				t.Run(fmt.Sprintf("%s/%d", p.name, bits), func(t *testing.T) {
					t.Parallel()
					if executions, ok := solve(t, p, bits); ok {
						results.add(p, bits, executions)
					}
				})
			}
		}
	})
	if *tableFile != "" {
		results.write(t, puzzles)
	}
}

// solve fails the test unless the engine covers everything reachable within the puzzle's executions. It returns how
// many executions it took, and whether the puzzle was solved at all.
func solve(t *testing.T, p *puzzle, bits int) (executions uint64, solved bool) {
	built := buildPuzzle(t, p, bits)
	if p.note != "" && !slices.ContainsFunc(built.Locations.Notes, func(note string) bool { return strings.Contains(note, p.note) }) {
		t.Errorf("no note says %q: %q", p.note, built.Locations.Notes)
	}
	a := &attempt{puzzle: p, table: built.Locations, missing: wanted(p, built.Locations)}
	summary := a.run(t, startTarget(t, p, built))
	if !a.solved() {
		t.Errorf("not solved within %d executions; %s", p.executions*overrun, a.describe(summary))
	} else if a.last > p.executions {
		t.Errorf("solved with %d executions instead of %d; %s", a.last, p.executions, a.describe(summary))
	}
	if len(a.missing) < p.uncovered {
		t.Errorf("only %d of the %d directions that no input reaches are missing", len(a.missing), p.uncovered)
	}
	t.Logf("%d of %d executions", a.last, p.executions)
	return a.last, a.solved()
}

func buildPuzzle(t *testing.T, p *puzzle, bits int) *toolchain.Target {
	t.Helper()
	options := buildOptions(t.TempDir(), bits)
	options.Programs = p.files
	built, err := toolchain.Build(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// startTarget runs the program persistently where that is allowed, as the tool does.
func startTarget(t *testing.T, p *puzzle, built *toolchain.Target) *runner.Process {
	t.Helper()
	persistent, because := runner.ModeFor(built.Locations.Externals, libfizzer.Replaced)
	persistent = persistent && !built.Locations.ThreadLocal
	if persistent == p.forked {
		t.Errorf("persistent: %v %s", persistent, because)
	}
	process, err := runner.Start(context.Background(), runner.Options{
		Executable: built.Executable, Scratch: t.TempDir(), MemoryBytes: 1 << 30, FileBytes: 1 << 20,
		Limits: engine.DefaultLimits(), Locations: len(built.Locations.Conditions), Wide: wide(built.Locations), Persistent: persistent,
		FellBack: func(why string) { t.Errorf("the target fell back to forked runs: %s", why) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Close(); err != nil {
			t.Error(err)
		}
	})
	return process
}

func wide(table *locations.Table) bool {
	return slices.ContainsFunc(table.Conditions, func(c locations.Condition) bool { return c.Bits > 64 })
}

// wanted returns all directions of recorded conditions in the puzzle's own files.
func wanted(p *puzzle, table *locations.Table) map[engine.Direction]bool {
	directions := map[engine.Direction]bool{}
	for id, c := range table.Conditions {
		base := filepath.Base(table.Files[c.File])
		if !c.Implied && slices.ContainsFunc(p.files, func(path string) bool { return filepath.Base(path) == base }) {
			directions[engine.Direction{Location: uint32(id), Outcome: true}] = true
			directions[engine.Direction{Location: uint32(id), Outcome: false}] = true
		}
	}
	return directions
}

// attempt is one run of the engine on a puzzle.
type attempt struct {
	puzzle       *puzzle
	table        *locations.Table
	seed         uint64                    // 0: the seed of the option
	recorder     symbolic.Recorder         // nil: no run can be recorded
	without      []string                  // analyses and sources that are switched off
	end          time.Time                 // time at which to give up; zero: never
	missing      map[engine.Direction]bool // wanted and not covered yet
	last         uint64                    // execution of the test that solved the puzzle, or of the newest test so far
	errorReached bool
	bad          int // tests that crash, or whose process died
}

func (a *attempt) run(t *testing.T, process *runner.Process) formats.Summary {
	e, err := engine.New(engine.Config{
		Target: process, Locations: a.table, Seed: cmp.Or(a.seed, *seed), Budget: a,
		OnTest: a.take, ErrorGoal: a.puzzle.errorGoal, StopAtError: a.puzzle.errorGoal,
		Without: a.without, Recorder: a.recorder,
	})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// Done implements engine.Budget.
func (a *attempt) Done(executions uint64) (string, bool) {
	over := !a.end.IsZero() && time.Now().After(a.end)
	return "the budget is used", executions >= a.puzzle.executions*overrun || over
}

// take records what a test covers; when nothing is left it ends the run.
func (a *attempt) take(found engine.Found) error {
	if !a.solved() {
		a.last = found.Executions
	}
	for _, d := range found.Covered {
		delete(a.missing, d)
	}
	a.errorReached = a.errorReached || found.FirstError
	if found.Ending == layout.EndingCrashed || found.Ending == layout.EndingLost {
		a.bad++
	}
	if a.solved() && a.puzzle.uncovered == 0 {
		return engine.ErrStop
	}
	return nil
}

func (a *attempt) solved() bool {
	if a.puzzle.errorGoal {
		return a.errorReached
	}
	return len(a.missing) <= a.puzzle.uncovered
}

// describe says which directions are missing and what the engine did.
func (a *attempt) describe(summary formats.Summary) string {
	var text []string
	for d := range a.missing {
		c := a.table.Conditions[d.Location]
		text = append(text, fmt.Sprintf("line %d:%d %s is never %v", c.Line, c.Column, c.Predicate, d.Outcome))
	}
	slices.Sort(text)
	for _, s := range summary.Analyses {
		text = append(text, fmt.Sprintf("%s: started %d, forced %d, executions %d, covered %d", s.Name, s.Started, s.Forced, s.Executions,
			s.Covered))
	}
	return summary.Reason + "\n" + strings.Join(text, "\n")
}
