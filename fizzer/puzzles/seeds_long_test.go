//go:build long

package puzzles

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// seeds is the number of seeds for each puzzle, from 1 on; ninetieth is the index of the 90th percentile in their
// sorted results.
const (
	seeds      = 10
	ninetieth  = 8
	fewestDone = 0.9 // of the puzzles: their 90th percentile must be within what their header allows
)

// spread is what a puzzle takes with each seed, sorted; a failed attempt counts as the maximum allowed.
type spread struct {
	puzzle     *puzzle
	bits       int
	executions [seeds]uint64
	unsolved   int
}

// TestLongSeeds runs each puzzle with ten seeds. What the header allows was measured with seed 1, so it says little
// about other seeds. For nine of ten puzzles the 90th percentile over the seeds must be within what the header
// allows, and for all within ten times that. The distribution is written to build/puzzles.md.
func TestLongSeeds(t *testing.T) {
	puzzles, err := readPuzzles("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var lock sync.Mutex
	var all []spread
	t.Run("all", func(t *testing.T) {
		for _, p := range puzzles {
			bits := p.models[len(p.models)-1]
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				s := measure(t, p, bits)
				lock.Lock()
				defer lock.Unlock()
				all = append(all, s)
			})
		}
	})
	slices.SortFunc(all, func(a, b spread) int { return cmp.Compare(a.puzzle.name, b.puzzle.name) })
	within := 0
	for _, s := range all {
		if s.executions[ninetieth] <= s.puzzle.executions {
			within++
		}
		if s.unsolved > seeds-1-ninetieth {
			t.Errorf("%s is not solved with %d of %d seeds within %d executions", s.puzzle.name, s.unsolved, seeds, overrun*s.puzzle.executions)
		}
	}
	if float64(within) < fewestDone*float64(len(all)) {
		t.Errorf("the 90th percentile is within what is allowed for %d of %d puzzles", within, len(all))
	}
	writeSpreads(t, filepath.Join("..", "..", "build", "puzzles.md"), all)
}

func measure(t *testing.T, p *puzzle, bits int) spread {
	s := spread{puzzle: p, bits: bits}
	built := buildPuzzle(t, p, bits)
	for i := range s.executions {
		a := &attempt{puzzle: p, table: built.Locations, seed: uint64(i + 1), missing: wanted(p, built.Locations)}
		a.run(t, startTarget(t, p, built))
		s.executions[i] = a.last
		if !a.solved() {
			s.executions[i] = overrun * p.executions
			s.unsolved++
		}
	}
	slices.Sort(s.executions[:])
	return s
}

// writeSpreads writes the table as Markdown.
func writeSpreads(t *testing.T, path string, all []spread) {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "| puzzle | bits | allowed | least | median | 90th percentile | most | not solved, of %d seeds |\n|---|---|---|---|---|---|---|---|\n", seeds)
	for _, s := range all {
		e := s.executions
		fmt.Fprintf(&text, "| %s | %d | %d | %d | %d | %d | %d | %d |\n",
			s.puzzle.name, s.bits, s.puzzle.executions, e[0], e[seeds/2], e[ninetieth], e[seeds-1], s.unsolved)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
