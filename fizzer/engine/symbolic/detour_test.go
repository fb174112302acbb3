package symbolic

import (
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
	"fizzer/libfizzer/layout"
)

// narrowing is a run that reads a byte x and asks: x < 9, x == 5, x == 7.
func narrowing(t *testing.T, aim *Aim) *Generation {
	t.Helper()
	x := func(kind expression.Kind, width uint8, a, b uint32, value uint64) layout.Expression {
		return layout.Expression{Kind: uint8(kind), Width: width, A: a, B: b, Value: value}
	}
	c := func(condition, outcome, taken uint32) layout.Constraint {
		return layout.Constraint{Kind: uint32(layout.ConstraintKindCondition), Condition: condition, Outcome: outcome, Taken: taken}
	}
	run := &expression.Run{
		Input: []byte{5}, Reads: []layout.Read{{Type: uint16(layout.InputTypeUint8), Size: 1}}, Conditions: 3,
		Nodes: []layout.Expression{
			x(expression.Read, 8, 0, 0, 5), x(expression.Constant, 8, 0, 0, 9), x(expression.Constant, 8, 0, 0, 5),
			x(expression.Constant, 8, 0, 0, 7), x(expression.LessUnsigned, 1, 1, 2, 1), x(expression.Equal, 1, 1, 3, 1),
			x(expression.Equal, 1, 1, 4, 0),
		},
		Constraints: []layout.Constraint{c(0, 5, 1), c(1, 6, 1), c(2, 7, 0)},
	}
	path, conditions := uint64(layout.StartPath), []layout.Condition{{Location: layout.DirectionBit}, {Location: 1 | layout.DirectionBit},
		{Location: 2}}
	for i := range conditions {
		conditions[i].Path = path
		path = execution.ExtendPath(path, conditions[i].Location, 0)
	}
	g, err := NewGeneration(run, conditions, &Candidate{Aim: aim})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// covered is a view in which a direction that is missing is worth nothing, and another one something while nothing covers it.
type covered struct{ not bool }

func (v covered) Worth(_ *layout.Condition, missing bool) float64 {
	if missing || !v.not {
		return 0
	}
	return 1.0 / 64
}
func (covered) Depth(uint32) float64 { return 1 }

// TestAim: x == 7 is excluded behind x < 9 and x == 5, but not behind x < 9 alone. For that aim the directions that lead to it are worth
// something, also if they are covered, until it is covered or too many questions were asked for it.
func TestAim(t *testing.T) {
	all := narrowing(t, nil).Open(open{}, []bool{true, true, true}, 10)
	last := all[0]
	if last.Location != 2 || last.Facts() != 2 {
		t.Fatalf("%+v", last)
	}
	solver := solve.New(solve.Config{})
	for facts, want := range []solve.Verdict{solve.Solved, solve.Solved, solve.Refuted} {
		if got := solver.Solve(last.Before(facts)).Verdict; got != want {
			t.Errorf("with %d facts: %v", facts, got)
		}
	}
	aim := last.Aim(1)
	for _, c := range []struct {
		location uint32
		belongs  bool
	}{{0, false}, {1, true}, {1 | layout.DirectionBit, false}, {2, true}, {2 | layout.DirectionBit, false}} {
		if got := aim.has(&layout.Condition{Location: c.location}); got != c.belongs {
			t.Errorf("the other direction of %#x belongs to it: %v", c.location, got)
		}
	}
	g := narrowing(t, aim)
	if all := g.Open(covered{}, []bool{true, true, true}, 10); len(all) > 0 {
		t.Errorf("an aim that is covered: %+v", all[0])
	}
	if all := g.Open(covered{not: true}, []bool{true, true, false}, 10); len(all) != 1 || all[0].Score == aimWorth {
		t.Errorf("only what is missing belongs to an aim: %d", len(all))
	}
	queue := NewQueue(nil)
	for questions := 0; ; questions++ {
		g := narrowing(t, aim)
		queue.AddOpen(g, g.Open(covered{not: true}, []bool{true, true, true}, 10))
		o, ok := queue.Next(covered{not: true}, 0)
		if !ok {
			if questions != aimQuestions {
				t.Errorf("%d questions", questions)
			}
			return
		}
		if o.Location != 2 || questions > aimQuestions {
			t.Fatalf("question %d is %+v", questions, o)
		}
		delete(queue.asked, o.key())
	}
}
