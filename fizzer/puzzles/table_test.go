package puzzles

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

var tableFile = flag.String("table", "", "`FILE` for a table of what the puzzles exercise and the executions that they took")

// table collects the executions that the puzzles took. Its methods may be called from several goroutines.
type table struct {
	mutex      sync.Mutex
	executions map[string]map[int]uint64 // by puzzle and data model
}

func (t *table) add(p *puzzle, bits int, executions uint64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.executions == nil {
		t.executions = map[string]map[int]uint64{}
	}
	if t.executions[p.name] == nil {
		t.executions[p.name] = map[int]uint64{}
	}
	t.executions[p.name][bits] = executions
}

// write stores the table as Markdown. Puzzles that were not solved have no row.
func (t *table) write(test *testing.T, puzzles []*puzzle) {
	test.Helper()
	var text strings.Builder
	text.WriteString("# Shapes of programs and their puzzles\n\nMade by `go test ./fizzer/puzzles -run TestPuzzles -table FILE`, seed 1. " +
		"Each puzzle is a file of `fizzer/puzzles/testdata`. The columns\nILP32 and LP64 are the executions until everything reachable was covered.\n\n" +
		"| shape | puzzle | ILP32 | LP64 | allowed |\n|---|---|---|---|---|\n")
	for _, p := range puzzles {
		if solved := t.executions[p.name]; len(solved) == len(p.models) {
			fmt.Fprintf(&text, "| %s | %s | %s | %s | %d |\n", p.exercises, p.name, cell(p, solved, 32), cell(p, solved, 64), p.executions)
		}
	}
	if err := os.WriteFile(*tableFile, []byte(text.String()), 0o644); err != nil {
		test.Fatal(err)
	}
}

func cell(p *puzzle, executions map[int]uint64, bits int) string {
	if !slices.Contains(p.models, bits) {
		return ""
	}
	return fmt.Sprint(executions[bits])
}
