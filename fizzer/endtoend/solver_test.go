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
	"prints without end": {"exec yes garbage", false, `it answers "garbage"`},
}

// A child solver that misbehaves costs its answers only: the run ends by itself within its limits, with a valid suite, and the statistics
// say what happened. Without the other steps the solver is asked all questions.
func TestBadSolvers(t *testing.T) {
	p := ready(t)
	limit := fmt.Sprintf("%gs", ampleLimit.Seconds())
	arguments := []string{"--solver", "z3", "--memory", "1GiB", "--max-executions", "3000", "--wall-time", limit}
	steps := solve.Names()
	for _, step := range steps[:len(steps)-1] {
		arguments = append(arguments, "--without", step)
	}
	arguments = append(arguments, filepath.Join(p.root, "fizzer", "puzzles", "testdata", "symbolic", "product-semiprime.c"))
	for name, bad := range badSolvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "z3"), []byte("#!/bin/sh\n"+bad.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			s := prepareRun(t, p.fizzer, arguments...)
			s.command.Env = append(s.command.Env, "PATH="+folder+":"+os.Getenv("PATH"))
			s.begin(t)
			s.wait(t)
			s.checkEnd(t)
			s.checkWithin(t, ampleLimit)
			statistics := s.statistics(t)
			if statistics.StoppedBy != budget.ReasonExecutions || statistics.Tests == 0 || statistics.Solver == nil {
				t.Fatalf("%+v\n%s", statistics, &s.stderr)
			}
			bad.check(t, statistics.Solver)
		})
	}
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
