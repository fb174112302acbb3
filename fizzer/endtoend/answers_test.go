package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// Programs that overwrite the memory that they share with the engine do not harm the run. It uses its executions, leaves a valid
// suite with the tests of the honest runs, and counts garbled runs.
func TestAnswers(t *testing.T) {
	p := ready(t)
	programs, err := filepath.Glob(filepath.Join("testdata", "answers", "*.c"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, program := range programs {
		for _, model := range []string{"ILP32", "LP64"} {
			t.Run(filepath.Base(program)+" "+model, func(t *testing.T) {
				t.Parallel()
				want := garbled(filepath.Base(program))
				s := start(t, p, "--max-executions", fmt.Sprint(want.executions), "--memory", hostileMemory, "--data-model", model,
					withLayout(t, program))
				s.wait(t)
				s.checkEnd(t)
				if printed := s.stderr.String(); strings.Contains(printed, "panic") || strings.Contains(printed, "goroutine") {
					t.Errorf("the tool broke:\n%s", printed)
				}
				want.check(t, s)
			})
		}
	}
}

// garbledRuns is what a run of executions must have counted: the bounds of its garbled runs, and at least these tests.
type garbledRuns struct{ executions, minimum, maximum, tests uint64 }

// garbled returns what is known about this program. Only its executions limit the run: nothing timed decides.
func garbled(program string) garbledRuns {
	switch program {
	case "always.c":
		return garbledRuns{executions: 150, minimum: 100, maximum: 500}
	case "control.c":
		// Each garbled run waits for seconds: both sides wait for words that it has overwritten.
		return garbledRuns{executions: 40, minimum: 1, maximum: 500, tests: 2}
	case "truncate.c":
		return garbledRuns{executions: 150, tests: 2} // the memory is sealed
	}
	return garbledRuns{executions: 150, minimum: 1, maximum: 500, tests: 2}
}

// check checks the counts in the statistics.
func (want garbledRuns) check(t *testing.T, s *started) {
	t.Helper()
	var statistics formats.Statistics
	readStatistics(t, s.output, &statistics)
	e := statistics.Engine
	if e.Garbled < want.minimum || e.Garbled > want.maximum || e.Executions < want.executions || e.Executions > 500 || e.Tests < want.tests {
		t.Errorf("%+v instead of %+v", e, want)
	}
}

// withLayout writes the program with its headers: the layout of the shared memory, and what the program knows about it.
func withLayout(t *testing.T, program string) string {
	t.Helper()
	var text []byte
	for _, name := range []string{filepath.Join("..", "..", "libfizzer", "c", "layout.h"), filepath.Join("testdata", "answers", "memory.h"),
		program} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, content...)
	}
	source := strings.ReplaceAll(string(text), `#include "memory.h"`, "")
	if strings.Contains(source, "_GNU_SOURCE") {
		source = "#define _GNU_SOURCE\n" + strings.ReplaceAll(source, "#define _GNU_SOURCE", "")
	}
	file := filepath.Join(t.TempDir(), filepath.Base(program))
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
