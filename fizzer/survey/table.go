package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/testcomp/plain"
)

// table returns the action that prints a table of a file of results.
func table(print func(io.Writer, []*result)) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() != 1 {
			return errors.New("give one RESULTS file")
		}
		results, err := readResults(c.Args().First())
		if err != nil {
			return err
		}
		print(c.App.Writer, results)
		return nil
	}
}

// count is a tally of names.
type count map[string]int

// rows returns the names, the most frequent first.
func (n count) rows() []string {
	return slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b))
	})
}

func (n count) print(w io.Writer, heading string) {
	fmt.Fprintf(w, "| %s | runs |\n|---|---|\n", heading)
	for _, name := range n.rows() {
		fmt.Fprintf(w, "| %s | %d |\n", plain.Cell(name), n[name])
	}
	fmt.Fprintln(w)
}

// ending says in a few words how the tool ended.
func (r *result) ending() string {
	switch {
	case r.Hung:
		return "hung"
	case r.Code != 0:
		return fmt.Sprintf("exit status %d: %s", r.Code, r.Line)
	case r.Statistics.Tests == 0:
		return "no test: " + r.Line
	case r.Statistics.Goals == nil:
		return "suite, goals not measured"
	}
	return "suite"
}

// mode says how the program was executed.
func (r *result) mode() string {
	switch {
	case r.Statistics == nil || r.Statistics.Executions == 0:
		return "not executed"
	case r.Statistics.Forked == "":
		return r.Statistics.Mode
	}
	return r.Statistics.Mode + ": " + r.Statistics.Forked
}

// modes prints how the runs of the whole engine ended and in which mode they ran.
func modes(w io.Writer, results []*result) {
	endings, modes := count{}, count{}
	executions, compared := uint64(0), uint64(0)
	for _, r := range results {
		if r.Configuration != "" {
			continue
		}
		endings[r.ending()]++
		modes[r.mode()]++
		if r.Statistics != nil {
			executions += r.Statistics.Executions
			compared += r.Statistics.Compared
		}
	}
	endings.print(w, "ending")
	modes.print(w, "mode")
	fmt.Fprintf(w, "%d executions; %d runs were repeated in a fresh process and compared\n", executions, compared)
}

// solvers prints what the analyses did in the runs of the whole engine, the most successful first.
func solvers(w io.Writer, results []*result) {
	sums := map[string]*formats.Analysis{}
	for _, r := range results {
		if r.Configuration != "" || r.Statistics == nil {
			continue
		}
		for _, a := range r.Statistics.Engine.Analyses {
			if sums[a.Name] == nil {
				sums[a.Name] = &formats.Analysis{Name: a.Name}
			}
			engine.AddAnalysis(sums[a.Name], a)
		}
	}
	all := slices.SortedFunc(maps.Values(sums), func(a, b *formats.Analysis) int {
		return cmp.Or(cmp.Compare(b.Forced, a.Forced), cmp.Compare(a.Name, b.Name))
	})
	fmt.Fprintln(w, "| analysis | started | solved | directions covered | executions | seconds | executions for each solved | milliseconds for each solved |\n|---|---|---|---|---|---|---|---|")
	for _, a := range all {
		each := "| | |"
		if a.Forced > 0 {
			each = fmt.Sprintf("| %.0f | %.2f |", float64(a.Executions)/float64(a.Forced), a.Milliseconds/float64(a.Forced))
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %.1f %s\n", a.Name, a.Started, a.Forced, a.Covered, a.Executions, a.Milliseconds/1000, each)
	}
}

// score is the result of one configuration.
type score struct {
	tasks, same   int     // same: not run, because the whole engine does not use the part there
	share         float64 // sum of covered goals / goals
	covered       int
	whole         int // tasks with all their goals
	better, worse int // tasks, against the whole engine
	executions    uint64
}

// ablation compares each configuration with the whole engine, over the tasks that have goals in both.
func ablation(w io.Writer, results []*result) {
	scores, order := map[string]*score{}, []string{}
	covered := map[string]float64{}
	goals := 0
	for _, r := range results {
		if r.Configuration == "" && r.measured() {
			covered[r.Task] = r.share()
			goals += r.Statistics.Goals.Total
		}
	}
	for _, r := range results {
		whole, ok := covered[r.Task]
		if !ok {
			continue
		}
		s := scores[r.Configuration]
		if s == nil {
			s = &score{}
			scores[r.Configuration] = s
			order = append(order, r.Configuration)
		}
		s.add(r, whole)
	}
	fmt.Fprintf(w, "%d tasks, %d goals\n\n", len(covered), goals)
	fmt.Fprintln(w, "| without | tasks | not used | goals | mean share | all goals | tasks better | worse | executions |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	for _, name := range order {
		s := scores[name]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %.2f %% | %d | %d | %d | %d |\n", plain.Cell(cmp.Or(name, "nothing")), s.tasks, s.same, s.covered,
			100*s.share/float64(s.tasks), s.whole, s.better, s.worse, s.executions)
	}
}

// add counts a run; a run without a measurement counts as no goals at all.
func (s *score) add(r *result, whole float64) {
	s.tasks++
	if r.Same {
		s.same++
	}
	if r.Statistics != nil {
		s.executions += r.Statistics.Executions
	}
	share := 0.0
	if r.measured() {
		share = r.share()
		s.covered += r.Statistics.Goals.Covered
	}
	s.share += share
	switch {
	case share > whole:
		s.better++
	case share < whole:
		s.worse++
	}
	if share == 1 {
		s.whole++
	}
}

// searches counts the runs of a configuration that searched for an error.
type searches struct {
	runs, reached, finished, failed, only, missed int
	cpuSeconds                                    float64
}

// reachedErrors prints, for each configuration, how many runs reached the error, how many had nothing left to do, and how many
// failed; and how many tasks one of this configuration and the whole engine solves alone.
func reachedErrors(w io.Writer, results []*result) {
	counts, order, whole := map[string]*searches{}, []string{}, map[string]bool{}
	for _, r := range results {
		if r.Configuration == "" {
			whole[r.Task] = r.reached()
		}
	}
	for _, r := range results {
		if _, ok := whole[r.Task]; !ok {
			continue
		}
		s := counts[r.Configuration]
		if s == nil {
			s = new(searches)
			counts[r.Configuration] = s
			order = append(order, r.Configuration)
		}
		s.add(r, whole[r.Task])
	}
	fmt.Fprintln(w, "| without | tasks | error reached | nothing left to do | failed | reached only by this | only by the whole | CPU time |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	for _, name := range order {
		s := counts[name]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %.0f s |\n", plain.Cell(cmp.Or(name, "nothing")), s.runs, s.reached, s.finished,
			s.failed, s.only, s.missed, s.cpuSeconds)
	}
}

// add counts a run of a task whose error the whole engine reached or not.
func (s *searches) add(r *result, whole bool) {
	s.runs++
	if r.Statistics != nil {
		s.cpuSeconds += r.Statistics.CPUSeconds
	}
	switch {
	case r.reached():
		s.reached++
	case r.Code != 0 || r.Hung || r.Statistics == nil:
		s.failed++
	case r.Statistics.StoppedBy == formats.StoppedByComplete:
		s.finished++
	}
	if r.reached() && !whole {
		s.only++
	}
	if whole && !r.reached() {
		s.missed++
	}
}

// reached tells whether a test of the run reaches the error.
func (r *result) reached() bool { return r.Statistics != nil && r.Statistics.ErrorReached }

func (r *result) measured() bool {
	return r.Statistics != nil && r.Statistics.Goals != nil && r.Statistics.Goals.Total > 0
}

func (r *result) share() float64 {
	return float64(r.Statistics.Goals.Covered) / float64(r.Statistics.Goals.Total)
}
