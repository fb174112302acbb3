package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/plain"
)

// printSummary writes the main figures of a run, one "name: value" per line.
func printSummary(w io.Writer, s *formats.Statistics) {
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
	if s.Goals != nil && s.Goals.Unreachable > 0 {
		fmt.Fprintf(w, "goals-out-of-reach: %d\n", s.Goals.Unreachable)
	}
	if symbolic := s.Engine.Symbolic; symbolic != nil && symbolic.Paths.All {
		fmt.Fprintf(w, "all-paths: %d\n", symbolic.Paths.Recorded)
	}
	if s.Goals != nil && s.Goals.Total > 0 {
		fmt.Fprintf(w, "coverage: %.2f%%\n", 100*float64(s.Goals.Covered)/float64(s.Goals.Total))
	}
	if b := s.Before; b != nil {
		fmt.Fprintf(w, "total-executions: %d\ntotal-cpu-seconds: %.2f\ntotal-wall-seconds: %.2f\n",
			b.Executions+s.Executions, b.CPUSeconds+s.CPUSeconds, b.WallSeconds+s.WallSeconds)
	}
	if s.Goals != nil && s.Goals.Partial {
		fmt.Fprintln(w, "goals-partial: the budget ended before every test was replayed")
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Crashes)) {
		fmt.Fprintf(w, "bad-ends-%s: %d\n", kind, s.Crashes[kind])
	}
	for _, search := range s.Searches {
		fmt.Fprintf(w, "search on %s: %d executions, %d finds, %d counted\n", plain.Line(search.Name), search.Executions,
			search.Finds, search.Counted)
	}
	fmt.Fprintf(w, "stopped-by: %s\n", s.StoppedBy)
}
