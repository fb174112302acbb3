package report

import (
	"cmp"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/replay"
)

// missedGoal is a goal that the suite misses, and why.
type missedGoal struct {
	formats.Goal
	At     int    // line of its condition, in the program's own numbering
	Anchor string // of the line in the shown source; empty: it is not shown
	Why    string
}

// Reasons for missed goals.
const (
	whyEnd      = "reached only by runs that crash or do not end, which validators do not count"
	whyBuild    = "reached only on the instrumented build: on gcc's build no test takes this direction"
	whyUncalled = "cannot be reached: nothing calls this function"
	whyNoWay    = "cannot be reached: constants close each way to it"
	whyOther    = "the condition is evaluated, but always takes the other direction"
	whyNever    = "no test reaches the condition"
	whyUnknown  = "no test reaches it"
	whyUnmoved  = "no test executes the line"
	onStatement = "statement"
)

// missedGoals lists the goals that the suite misses, in program order.
func missedGoals(r *Run) []missedGoal {
	siblings := map[goalOwner]bool{}
	for i := range r.Details.Goals {
		if g := &r.Details.Goals[i]; g.Covered {
			siblings[ownerOf(g)] = true
		}
	}
	var all []missedGoal
	for i := range r.Details.Goals {
		g := &r.Details.Goals[i]
		if g.Covered {
			continue
		}
		m := missedGoal{Goal: *g, At: cmp.Or(g.Owner, g.Line), Why: why(r, g, siblings[ownerOf(g)])}
		if at := lineOf(r, g); at > 0 {
			m.Anchor = anchor(g.Program, at)
		}
		all = append(all, m)
	}
	return all
}

// goalOwner is the condition of a goal.
type goalOwner struct {
	program    int
	function   string
	line, text int
}

func ownerOf(g *formats.Goal) goalOwner {
	return goalOwner{g.Program, g.Function, cmp.Or(g.Owner, g.Line), cmp.Or(g.OwnerText, g.TextLine)}
}

// why returns why a goal is missed; sibling: another goal of its condition is covered.
func why(r *Run, g *formats.Goal, sibling bool) string {
	switch executed, known := lineState(r, g); {
	case g.Lost == formats.LostByEnd:
		return whyEnd
	case g.Lost == formats.LostByBuild:
		return whyBuild
	case g.Unreachable == formats.UnreachableUncalled:
		return whyUncalled
	case g.Unreachable == formats.UnreachableNoWay:
		return whyNoWay
	case g.Kind == onStatement:
		return whyUnmoved
	case sibling, known && executed:
		return whyOther
	case known:
		return whyNever
	}
	return whyUnknown
}

// lineState tells whether the line of the goal's condition was executed, if known.
func lineState(r *Run, g *formats.Goal) (executed, known bool) {
	at := lineOf(r, g)
	if at == 0 || g.Program >= len(r.Lines) || at > len(r.Lines[g.Program]) {
		return false, false
	}
	state := r.Lines[g.Program][at-1]
	return state == replay.Executed || state == replay.Partly, state != replay.NoCode
}

// lineOf returns the line, from 1, of a goal's condition in the shown text; 0: it has none.
func lineOf(r *Run, g *formats.Goal) int {
	if g.Program < 0 || g.Program >= len(r.Details.Programs) {
		return 0
	}
	program := &r.Details.Programs[g.Program]
	if preprocessed(program) {
		return max(0, cmp.Or(g.OwnerText, g.TextLine))
	}
	if !sameFile(g.File, program.Path) {
		return 0
	}
	return max(0, cmp.Or(g.Owner, g.Line))
}
