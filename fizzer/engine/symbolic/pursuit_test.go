package symbolic

import (
	"testing"

	"fizzer/fizzer/solve"
	"fizzer/libfizzer/layout"
)

// TestPursuitNext: what leads on from a run to x == 7 keeps x == 7. The last condition comes first if the run ended at an assumption; a
// question that was asked does not come again.
func TestPursuitNext(t *testing.T) {
	goal := narrowing(t, nil).Open(open{}, []bool{true, true, true}, 10)[0] // x == 7, behind x < 9 and x == 5
	aim := goal.Aim(1)
	p := goal.Pursue(aim)
	solver := solve.New(solve.Config{})
	g := narrowing(t, aim)
	aim.directions[1] = true // such a run has to leave the path at x == 5
	all := p.Next(g, layout.EndingNormal)
	if len(all) != 2 || all[0].Location != 2 || all[1].Location != 1 {
		t.Fatalf("%d questions", len(all))
	}
	if answer := solver.Solve(all[0].Query()); answer.Verdict != solve.Refuted || all[0].Exact {
		t.Errorf("x == 7 behind x == 5: %v", answer.Verdict)
	}
	answer := solver.Solve(all[1].Query())
	if answer.Verdict != solve.Solved || g.Input(answer.Values)[0] != 7 {
		t.Errorf("not x == 5: %v", answer)
	}
	p.Asked(all[0])
	if all = p.Next(g, layout.EndingNormal); len(all) != 1 || all[0].Location != 1 {
		t.Errorf("%d questions after one was asked", len(all))
	}
	aim.directions = nil
	if all = goal.Pursue(aim).Next(g, layout.EndingNormal); len(all) != 0 {
		t.Errorf("%d questions without a way to the aim", len(all))
	}
	if all = goal.Pursue(aim).Next(g, layout.EndingAssumptionFailed); len(all) != 1 || all[0].Location != 2 {
		t.Errorf("%d questions for the assumption", len(all))
	}
	more := generation(t)
	if all = goal.Pursue(aim).Next(more, layout.EndingAssumptionFailed); len(all) != 1 {
		t.Errorf("%d questions for a run that reads more", len(all))
	}
	more.path.Variables[0].Offset = 2
	if all = goal.Pursue(aim).Next(more, layout.EndingAssumptionFailed); len(all) != 0 {
		t.Errorf("%d questions for a run that reads something else", len(all))
	}
}
