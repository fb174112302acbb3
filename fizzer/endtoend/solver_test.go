package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/solve"
)

// badSolver is a way in which a child solver may misbehave: a shell script, and what the statistics say about it.
type badSolver struct {
	script string
	limit  bool   // it reaches a limit, which is no fault
	words  string // of the statistics
}

// noAnswer are the words for a solver that is slow, which any is on a busy machine.
const noAnswer = "it does not answer in time"

// noMemory asks for more memory than a fifth of 1 GiB, and says so if that is refused.
const noMemory = `dd if=/dev/zero of=/dev/null bs=900M count=1 || echo '(error "out of memory")'; cat`

var badSolvers = map[string]badSolver{
	"hangs":              {"exec sleep 100000", true, noAnswer},
	"leaves children":    {"(sleep 100000 &); exec sleep 100000", true, noAnswer},
	"computes":           {"while :; do :; done", true, noAnswer},
	"allocates":          {"exec tail /dev/zero", true, "it has used up its memory"},
	"gets no memory":     {noMemory, true, "it has used up its memory of 204 MB"},
	"crashes":            {"kill -SEGV $$", false, "it has ended without an answer: signal: segmentation fault"},
	"fails":              {"exit 3", false, "it has ended without an answer: exit status 3"},
	"is killed":          {"kill -KILL $$", false, "it has ended without an answer: signal: killed"},
	"prints garbage":     {"while read x; do echo garbage; done", false, `it answers "garbage"`},
	"refutes unasked":    {"exec yes unsat", false, `it answers "unsat"`},
	"prints without end": {"exec yes garbage", false, `it answers "garbage"`},
}

// A child solver that misbehaves costs its answers only: the run ends by itself within its limits, with a valid suite, and the statistics
// say what happened. Without the other steps the solver is asked all questions.
func TestBadSolvers(t *testing.T) {
	p := ready(t)
	for name, bad := range badSolvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bad.check(t, runWithSolver(t, p, bad.script).Solver)
		})
	}
}

// A child solver that says unsat to all that it is asked ends questions, but proves nothing: no direction is closed, and the run goes on.
func TestLyingSolver(t *testing.T) {
	t.Parallel()
	const script = `while read -r x; do case $x in '(echo'*) x=${x#*'"'}; echo "${x%'"'*}";; '(check-sat'*) echo unsat;; esac; done`
	statistics := runWithSolver(t, ready(t), script)
	if did := statistics.Solver; did.Refuted == 0 || did.Faults != 0 {
		t.Fatalf("it was not believed at all: %+v", did)
	}
	if s := statistics.Engine.Symbolic; s.Told == 0 || s.Proved != 0 || s.Paths.All || len(s.Impossible) != 0 {
		t.Errorf("%+v", s)
	}
}

// runWithSolver runs a puzzle with a shell script as the only step of solving, and checks that the run comes to its end.
func runWithSolver(t *testing.T, p places, script string) *formats.Statistics {
	t.Helper()
	limit := fmt.Sprintf("%gs", ampleLimit.Seconds())
	arguments := []string{"--solver", "z3", "--memory", "1GiB", "--max-executions", "3000", "--wall-time", limit}
	steps := solve.Names()
	for _, step := range steps[:len(steps)-1] {
		arguments = append(arguments, "--without", step)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "z3"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := prepareRun(t, p.fizzer, append(arguments, filepath.Join(p.root, "fizzer/puzzles/testdata/symbolic/product-semiprime.c"))...)
	s.command.Env = append(s.command.Env, "PATH="+folder+":"+os.Getenv("PATH"))
	s.begin(t)
	s.wait(t)
	s.checkEnd(t)
	s.checkWithin(t, ampleLimit)
	statistics := s.statistics(t)
	if statistics.StoppedBy != budget.ReasonExecutions || statistics.Tests == 0 || statistics.Solver == nil {
		t.Fatalf("%+v\n%s", statistics, &s.stderr)
	}
	return statistics
}

// check compares what a solver did with what it was to do. On a busy machine some questions, or all with a limit, may end for lack of time.
func (b *badSolver) check(t *testing.T, did *formats.Solver) {
	t.Helper()
	says := func(words, wanted string) bool { return strings.HasPrefix(words, "solver z3: "+wanted) }
	good := did.Asked > 0 && did.Asked == did.Unfinished+did.Faults
	if b.limit {
		good = good && did.Faults == 0 && (says(did.Limit, b.words) || says(did.Limit, noAnswer))
	} else {
		good = good && did.Faults > 0 && says(did.Failure, b.words)
	}
	if !good {
		t.Errorf("%+v", did)
	}
}
