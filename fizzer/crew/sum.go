package crew

import (
	"context"
	"maps"
	"slices"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
)

// sum adds the last summaries of all members.
func (c *Crew) sum() formats.Summary {
	sum := c.members[0].summary
	sum.Analyses, sum.Sources = nil, nil
	sum.Tests, sum.ErrorReached = c.tests, c.errorReached
	for i, m := range c.members {
		s := &m.summary
		c.addCredits(&sum.Counts, &s.Counts)
		sum.Complete = sum.Complete || s.Complete
		if i == 0 {
			continue
		}
		sum.Executions += s.Executions
		sum.Raised, sum.Pruned, sum.Garbled = sum.Raised+s.Raised, sum.Pruned+s.Pruned, sum.Garbled+s.Garbled
		sum.Cut, sum.Lean, sum.Repeated = sum.Cut+s.Cut, sum.Lean+s.Lean, sum.Repeated+s.Repeated
		addTree(&sum.Tree, &s.Tree)
	}
	sum.Tree.CoveredDirections = c.directions
	return sum
}

// addCredits adds what a member did for each analysis and source. Of the coverage, only directions that the crew
// covered first count: the others also cover what one member covered first.
func (c *Crew) addCredits(sum, s *formats.Counts) {
	for _, a := range s.Analyses {
		i := slices.IndexFunc(sum.Analyses, func(b *formats.Analysis) bool { return b.Name == a.Name })
		if i < 0 {
			i = len(sum.Analyses)
			sum.Analyses = append(sum.Analyses, &formats.Analysis{Name: a.Name})
		}
		engine.AddAnalysis(sum.Analyses[i], a)
		sum.Analyses[i].Covered = c.credits[a.Name]
	}
	for _, a := range s.Sources {
		i := slices.IndexFunc(sum.Sources, func(b *formats.Source) bool { return b.Name == a.Name })
		if i < 0 {
			i = len(sum.Sources)
			sum.Sources = append(sum.Sources, &formats.Source{Name: a.Name, Covered: c.credits[a.Name]})
		}
		sum.Sources[i].Chosen += a.Chosen
	}
}

// addTree adds the contents of two trees; where both count the same things of the program it takes the greater
// number.
func addTree(sum, t *formats.Tree) {
	sum.Nodes += t.Nodes
	sum.Bytes += t.Bytes
	sum.Inputs += t.Inputs
	sum.Strange += t.Strange
	sum.Locations = max(sum.Locations, t.Locations)
	sum.IDs = max(sum.IDs, t.IDs)
	sum.CoveredIDs = max(sum.CoveredIDs, t.CoveredIDs)
	sum.InputBytes = max(sum.InputBytes, t.InputBytes)
}

// Missed is Engine.Missed for all members: for each direction, the run of any member that came closest. The tree is
// that of the first member. Call it after Run has ended. If ctx ends, the directions are those found so far.
func (c *Crew) Missed(ctx context.Context) ([]engine.Missed, *formats.Branch) {
	first, branch := c.members[0].engine.Missed(ctx)
	best := map[engine.Direction]engine.Missed{}
	for i, m := range c.members {
		missed := first
		if i > 0 {
			missed, _ = m.engine.Missed(ctx)
		}
		for _, d := range missed {
			if known, ok := best[d.Direction]; !ok || d.Closer(&known) {
				best[d.Direction] = d
			}
		}
	}
	covered := c.Covered()
	maps.DeleteFunc(best, func(d engine.Direction, _ engine.Missed) bool {
		return d.Outcome && covered[d.Location][1] || !d.Outcome && covered[d.Location][0]
	})
	return slices.SortedFunc(maps.Values(best), engine.CompareMissed), branch
}

// Covered is Engine.Covered for all members: what any of them covered. Call it after Run has ended.
func (c *Crew) Covered() [][2]bool {
	covered := c.members[0].engine.Covered()
	for _, m := range c.members[1:] {
		for i, directions := range m.engine.Covered() {
			for k, yes := range directions {
				covered[i][k] = covered[i][k] || yes
			}
		}
	}
	return covered
}
