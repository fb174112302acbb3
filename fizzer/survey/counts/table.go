package counts

import (
	"fmt"
	"slices"
	"strings"

	"fizzer/testcomp/plain"
)

// sums are the counts of several tasks. A task counts as judged if TestCov could judge it and sees as many goals as
// we do.
type sums struct {
	tasks, judged, hopeless                         int
	goals, engine, badEnd, replay, testcov          int // of the judged tasks
	tests, skipped, useless, differing, unequalGoal int
}

func (s *sums) add(r *row) {
	s.tasks++
	if r.Hopeless {
		s.hopeless++
	}
	if r.Failure != "" {
		return
	}
	s.judged++
	s.goals += r.Goals
	s.engine += r.Engine
	s.badEnd += r.BadEnd
	s.replay += r.Replay
	s.testcov += r.TestCov
	s.tests += r.Tests
	s.skipped += r.Skipped
	s.useless += r.Useless
	if r.Replay != r.TestCov {
		s.differing++
	}
	if r.Goals != r.TheirAll && r.TheirAll != 0 {
		s.unequalGoal++
	}
}

func (s *sums) line(name string) string {
	lost := "-"
	if s.engine > 0 {
		lost = fmt.Sprintf("%.2f %%", 100*float64(s.engine-s.testcov)/float64(s.engine))
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %s | %d | %d | %d | %d |\n",
		name, s.tasks, s.judged, s.goals, s.engine, s.replay, s.testcov, lost, s.badEnd, s.tests, s.skipped, s.useless)
}

// heading: "lost" is the share of the engine's goals that TestCov does not credit; "bad ends" are those of them that
// are only reached by runs that crash or never end.
const heading = `| family | tasks | judged by TestCov | goals | engine | replay | TestCov | lost | bad ends | tests | skipped | without credit |
|---|---|---|---|---|---|---|---|---|---|---|---|
`

// table returns the counts by family in Markdown, followed by each task with a difference or without a judgement.
func table(rows []row) string {
	var total sums
	families := map[string]*sums{}
	var names []string
	for i := range rows {
		r := &rows[i]
		if families[r.Family] == nil {
			families[r.Family] = new(sums)
			names = append(names, r.Family)
		}
		families[r.Family].add(r)
		total.add(r)
	}
	slices.Sort(names)
	var text strings.Builder
	text.WriteString(heading)
	for _, name := range names {
		text.WriteString(families[name].line(plain.Cell(name)))
	}
	text.WriteString(total.line("**all**"))
	fmt.Fprintf(&text, "\nReplay and TestCov differ in the goals reached on %d tasks, in the goals that there are on %d. "+
		"TestCov cannot judge %d tasks whatever the suite is; tasks.jsonl says why.\n\n", total.differing, total.unequalGoal, total.hopeless)
	slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.Family, b.Family) })
	for i := range rows {
		text.WriteString(rows[i].remark())
	}
	return text.String()
}

// remark returns a list item for a task that needs an explanation, and "" for the others.
func (r *row) remark() string {
	switch {
	case r.Hopeless:
		return ""
	case r.Failure != "":
		return fmt.Sprintf("- %s: %s\n", plain.Cell(r.Path), plain.Cell(r.Failure))
	case r.Engine != r.TestCov || r.Replay != r.TestCov || r.Goals != r.TheirAll || r.Skipped > 0 || r.Useless > 0:
		return fmt.Sprintf("- %s: engine %d (%d by bad ends only), replay %d, TestCov %d of %d (%d by TestCov); disagreements %d; tests %d, skipped %d, without credit %d\n",
			plain.Cell(r.Path), r.Engine, r.BadEnd, r.Replay, r.TestCov, r.Goals, r.TheirAll, r.Disagreements, r.Tests, r.Skipped, r.Useless)
	}
	return ""
}
