package endtoend

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
				s := start(t, p, "--max-executions", "150", "--cpu-time", "60s", "--wall-time", "90s", "--memory", hostileMemory, "--data-model", model,
					withLayout(t, program))
				s.wait(t)
				s.checkEnd(t)
				if printed := s.stderr.String(); strings.Contains(printed, "panic") || strings.Contains(printed, "goroutine") {
					t.Errorf("the tool broke:\n%s", printed)
				}
				checkGarbled(t, s, filepath.Base(program))
			})
		}
	}
}

// garbledRuns is the number of garbled runs of each program: the minimum, and the maximum if it is known.
var garbledRuns = map[string]struct{ minimum, maximum, tests uint64 }{
	"always.c":   {100, 500, 0},
	"truncate.c": {0, 0, 2}, // the memory is sealed
}

// checkGarbled checks the counts in the statistics.
func checkGarbled(t *testing.T, s *started, program string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.output, "statistics.json"))
	if err != nil {
		t.Fatal(err)
	}
	var statistics struct {
		StoppedBy string `json:"stopped_by"`
		Engine    struct {
			Executions uint64 `json:"executions"`
			Garbled    uint64 `json:"garbled"`
			Tests      uint64 `json:"tests"`
		} `json:"engine"`
	}
	if err := json.Unmarshal(content, &statistics); err != nil {
		t.Fatal(err)
	}
	want, known := garbledRuns[program]
	if !known {
		want.minimum, want.maximum, want.tests = 1, 500, 2
	}
	e := &statistics.Engine
	if e.Garbled < want.minimum || e.Garbled > want.maximum || e.Executions < 150 || e.Executions > 500 || e.Tests < want.tests {
		t.Errorf("%s: %+v", program, statistics)
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
