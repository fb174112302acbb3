package symbolic

import (
	"bytes"
	"fmt"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
	"fizzer/libfizzer/layout"
)

// open is a view in which a missing direction scores one more than the number of its location.
type open struct{}

func (open) Worth(c *layout.Condition, missing bool) float64 {
	if !missing {
		return 0
	}
	return float64(1 + execution.Location(c))
}

func (open) Depth(uint32) float64 { return 1 }

// recorded is a run that reads two bytes a and b: a == 5, b == a (merged), b == 5.
func recorded() (*expression.Run, []layout.Condition) {
	x := func(kind expression.Kind, width uint8, a, b uint32, value uint64) layout.Expression {
		return layout.Expression{Kind: uint8(kind), Width: width, A: a, B: b, Value: value}
	}
	c := func(kind layout.ConstraintKind, condition, outcome, taken uint32) layout.Constraint {
		return layout.Constraint{Kind: uint32(kind), Condition: condition, Outcome: outcome, Taken: taken}
	}
	run := &expression.Run{
		Input: []byte{5, 7}, Reads: []layout.Read{{Type: uint16(layout.InputTypeUint8), Size: 1},
			{Offset: 1, Type: uint16(layout.InputTypeUint8), Size: 1}}, Conditions: 3,
		Nodes: []layout.Expression{
			x(expression.Read, 8, 0, 0, 5), x(expression.Read, 8, 1, 0, 7), x(expression.Constant, 8, 0, 0, 5),
			x(expression.Equal, 1, 1, 3, 1), x(expression.Equal, 1, 2, 1, 0), x(expression.Equal, 1, 2, 3, 0),
		},
		Constraints: []layout.Constraint{
			c(layout.ConstraintKindCondition, 0, 4, 1), c(layout.ConstraintKindMerged, 1, 5, 0), c(layout.ConstraintKindCondition, 2, 6, 0),
		},
	}
	path, conditions := uint64(layout.StartPath), []layout.Condition{{Location: layout.DirectionBit}, {Location: 1}, {Location: 2}}
	for i := range conditions {
		conditions[i].Path = path
		path = execution.ExtendPath(path, conditions[i].Location, 0)
	}
	return run, conditions
}

func generation(t *testing.T) *Generation {
	t.Helper()
	run, conditions := recorded()
	g, err := NewGeneration(run, conditions, &Candidate{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestOpen: the best direction comes first; merged conditions are not asserted, and no path identifies what comes after them.
func TestOpen(t *testing.T) {
	g := generation(t)
	all := g.Open(open{}, []bool{true, true, true}, 10)
	if len(all) != 2 || all[0].Location != 2 || all[1].Location != 0 {
		t.Fatalf("%d open directions", len(all))
	}
	last := all[0]
	if last.Way != Merged || last.Facts() != 0 || !last.Exact || !last.Outcome {
		t.Errorf("%+v", last)
	}
	answer := solve.New(solve.Config{}).Solve(last.Query())
	if input := g.Input(answer.Values); answer.Verdict != solve.Solved || !bytes.Equal(input, []byte{5, 5}) {
		t.Errorf("%v %v", answer.Verdict, input)
	}
	if none := g.Open(open{}, make([]bool, 3), 10); len(none) != 0 {
		t.Errorf("%d directions where all is known", len(none))
	}
	if one := g.Open(open{}, []bool{true, true, true}, 1); len(one) != 1 {
		t.Errorf("%d of 1", len(one))
	}
}

// deep is a view in which later conditions have a higher score.
type deep struct{ open }

func (deep) Depth(index uint32) float64 { return float64(1 + index) }

// TestDepthStays: a direction keeps what its depth adds when its worth is looked up again; otherwise the end of a chain of assumptions
// would come after what older runs left open.
func TestDepthStays(t *testing.T) {
	q, g := NewQueue(nil), generation(t)
	q.AddOpen(g, g.Open(deep{}, []bool{true, true, true}, 10))
	if o, ok := q.Next(deep{}, 0); !ok || o.Location != 2 || o.Score != 9 {
		t.Errorf("%+v", o)
	}
}

// even is a view in which all directions have the same worth, and later conditions a slightly higher score.
type even struct{ worth float64 }

func (e even) Worth(*layout.Condition, bool) float64 { return e.worth }
func (even) Depth(index uint32) float64              { return 1 + float64(index)/8 }

// TestFailureFalls: after a question that failed come less deep ones, although what they ask for lost worth by the failure as well.
func TestFailureFalls(t *testing.T) {
	q, g := NewQueue(nil), generation(t)
	q.AddOpen(g, g.Open(even{1}, []bool{true, true, true}, 10))
	deepest, _ := q.Next(even{1}, 0)
	q.Again(deepest, 0)
	if o, ok := q.Next(even{1.0 / 2}, 1); !ok || o.Index+1 != deepest.Index {
		t.Errorf("%+v after %+v", o, deepest)
	}
}

// TestTook compares runs with what was predicted.
func TestTook(t *testing.T) {
	g := generation(t)
	o := g.Open(open{}, []bool{true, true, true}, 10)[0]
	for _, test := range []struct {
		name       string
		conditions []layout.Condition
		want       bool
	}{
		{"the same number", []layout.Condition{{Location: layout.DirectionBit}, {Location: 1 | layout.DirectionBit},
			{Location: 2 | layout.DirectionBit}}, true},
		{"another number", []layout.Condition{{Location: layout.DirectionBit}, {Location: 2 | layout.DirectionBit}}, true},
		{"the old direction", g.Conditions(), false},
		{"nothing", nil, false},
	} {
		if took := o.Took(&execution.Run{Conditions: execution.NewTrace(test.conditions, nil)}); took != test.want {
			t.Errorf("%s: %v", test.name, took)
		}
	}
}

// TestQueue: each input is a candidate once, each direction behind a path is asked for once, and the best comes first.
func TestQueue(t *testing.T) {
	q := NewQueue(nil)
	for i := range 2 * maxCandidates {
		q.AddCandidate(Candidate{Input: []byte{byte(i), byte(i >> 8)}, Score: float64(i)})
		q.AddCandidate(Candidate{Input: []byte{byte(i), byte(i >> 8)}, Score: 1e9})
	}
	if best := q.BestCandidate(); best != 2*maxCandidates-1 || len(q.candidates) != maxCandidates {
		t.Errorf("the best of %d is %v", len(q.candidates), best)
	}
	for range 2 {
		g := generation(t)
		q.AddOpen(g, g.Open(open{}, []bool{true, true, true}, 10))
	}
	var order []uint32
	for o, ok := q.Next(open{}, 0); ok; o, ok = q.Next(open{}, 0) {
		order = append(order, o.Location)
	}
	if len(order) != 2 || order[0] != 2 {
		t.Errorf("%v", order)
	}
}

// TestAgain: a direction that was asked for in vain is asked for again with more effort, and only then.
func TestAgain(t *testing.T) {
	q, g := NewQueue(nil), generation(t)
	q.AddOpen(g, g.Open(open{}, []bool{true, true, true}, 1))
	o, ok := q.Next(open{}, 0)
	if !ok {
		t.Fatal("nothing is open")
	}
	q.Again(o, 0)
	if _, ok := q.Next(open{}, 0); ok || !q.Empty(0) || q.BestOpen(0) != 0 {
		t.Error("it is asked for again with the same effort")
	}
	if again, ok := q.Next(open{}, 1); !ok || again != o {
		t.Error("it is not asked for with more effort")
	}
	old := o
	for range maxGenerations + 1 {
		g := generation(t)
		q.AddOpen(g, nil)
	}
	q.Again(old, 1)
	if !q.Empty(2) {
		t.Error("a question of a run that is forgotten came back")
	}
}

// TestUnasked: a run with questions that were never asked is a candidate again when it is forgotten, and its questions are asked once it is
// recorded anew; one whose questions were all asked is not.
func TestUnasked(t *testing.T) {
	for _, asked := range []int{0, 1, 2} {
		q, g := NewQueue(nil), generation(t)
		q.AddOpen(g, g.Open(open{}, []bool{true, true, true}, 10))
		for range asked {
			if _, ok := q.Next(open{}, 0); !ok {
				t.Fatal("too few questions")
			}
		}
		for range maxGenerations {
			q.AddOpen(generation(t), nil)
		}
		if q.BestOpen(0) != 0 {
			t.Error("a question of a run that is forgotten is left")
		}
		c, ok := q.Candidate()
		if ok != (asked < 2) || ok && (!bytes.Equal(c.Input, g.Input(g.path.Values)) || c.Conditions != 3 || c.Score <= 0) {
			t.Errorf("%d of 2 were asked: %v %+v", asked, ok, c)
		}
		again := generation(t)
		q.AddOpen(again, again.Open(open{}, []bool{true, true, true}, 10))
		left := 0
		for _, ok := q.Next(open{}, 0); ok; _, ok = q.Next(open{}, 0) {
			left++
		}
		if left != 2-asked {
			t.Errorf("%d of 2 were asked, then %d", asked, left)
		}
	}
}

// TestSupports: each condition depends on the bytes below its expression, up to the first fact that hides some.
func TestSupports(t *testing.T) {
	known := func(change func(*expression.Run), work int) string {
		run, conditions := recorded()
		change(run)
		g, err := NewGeneration(run, conditions, &Candidate{})
		if err != nil {
			t.Fatal(err)
		}
		sensitive, visited := g.Supports(work)
		if visited > work {
			t.Errorf("%d nodes instead of %d", visited, work)
		}
		return fmt.Sprint(sensitive)
	}
	for _, test := range []struct {
		name   string
		change func(*expression.Run)
		work   int
		want   string
	}{
		{"all", func(*expression.Run) {}, 100, "[[0] [0 1] [1]]"},
		{"one depends on no input", func(r *expression.Run) { r.Constraints = r.Constraints[1:] }, 100, "[[] [0 1] [1]]"},
		{"the last depends on no input", func(r *expression.Run) { r.Constraints = r.Constraints[:2] }, 100, "[[0] [0 1] []]"},
		{"not exact", func(r *expression.Run) { r.Concrete.External = 1 }, 100, "[]"},
		{"the expressions end", func(r *expression.Run) { r.Conditions, r.Constraints = 2, r.Constraints[:1] }, 100, "[[0] []]"},
		{"much work", func(*expression.Run) {}, 3, "[[0]]"},
		{"an address", func(r *expression.Run) {
			r.Constraints[1] = layout.Constraint{Kind: uint32(layout.ConstraintKindAddress), Condition: 1, Left: 2, Value: 7}
		}, 100, "[[0]]"},
		{"an address that cannot be another one", func(r *expression.Run) {
			r.Constraints[1] = layout.Constraint{Kind: uint32(layout.ConstraintKindAddress), Condition: 1, Left: 1, Value: 5}
		}, 100, "[[0] [] [1]]"},
	} {
		if got := known(test.change, test.work); got != test.want {
			t.Errorf("%s: %s instead of %s", test.name, got, test.want)
		}
	}
}
