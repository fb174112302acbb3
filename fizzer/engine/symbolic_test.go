package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// tracer computes for the programs written for these tests: it runs on a fake target and records expressions.
type tracer struct {
	m   *faketarget.Machine
	run *expression.Run
}

// number is a number of 32 bits and its expression.
type number struct {
	v  uint32
	id uint32
}

func (t *tracer) record(x layout.Expression) uint32 {
	t.run.Nodes = append(t.run.Nodes, x)
	return uint32(len(t.run.Nodes))
}

func (t *tracer) read() number {
	v := t.m.Uint()
	n := uint32(len(t.run.Reads))
	t.run.Reads = append(t.run.Reads, layout.Read{Offset: 4 * n, Type: uint16(layout.InputTypeUint32), Size: 4})
	return number{v, t.record(layout.Expression{Kind: uint8(expression.Read), Width: 32, A: n, Value: uint64(v)})}
}

func (t *tracer) k(v uint32) number {
	return number{v, t.record(layout.Expression{Kind: uint8(expression.Constant), Width: 32, Value: uint64(v)})}
}

func (t *tracer) do(kind expression.Kind, a, b number) number {
	var v uint32
	switch kind {
	case expression.Add:
		v = a.v + b.v
	case expression.Subtract:
		v = a.v - b.v
	case expression.Multiply:
		v = a.v * b.v
	case expression.And:
		v = a.v & b.v
	case expression.Xor:
		v = a.v ^ b.v
	case expression.ShiftRight:
		v = a.v >> (b.v & 31)
	case expression.DivideUnsigned:
		v = a.v / b.v
	default:
		panic(kind)
	}
	return number{v, t.record(layout.Expression{Kind: uint8(kind), Width: 32, A: a.id, B: b.id, Value: uint64(v)})}
}

// is evaluates a condition: equal, or less unsigned.
func (t *tracer) is(location uint32, kind expression.Kind, a, b number) bool {
	outcome := a.v == b.v
	if kind == expression.LessUnsigned {
		outcome = a.v < b.v
	}
	x := layout.Expression{Kind: uint8(kind), Width: 1, A: a.id, B: b.id}
	c := layout.Constraint{Kind: uint32(layout.ConstraintKindCondition), Condition: uint32(t.run.Conditions), Left: a.id, Right: b.id,
		Value: uint64(a.v)}
	if outcome {
		x.Value, c.Taken = 1, 1
	}
	c.Outcome = t.record(x)
	t.run.Constraints = append(t.run.Constraints, c)
	t.run.Conditions++
	return t.m.Condition(location, outcome, uint64(a.v), uint64(b.v))
}

// fakeRecorder runs the program of a fake target once more.
type fakeRecorder struct {
	conditions []locations.Condition
	program    func(*tracer)
	recorded   int
	fault      func(*expression.Run) error // changes what was recorded; nil: nothing
}

func (r *fakeRecorder) target(visit func(*tracer)) *faketarget.Target {
	return faketarget.New(r.conditions, func(m *faketarget.Machine) {
		t := &tracer{m, &expression.Run{}}
		visit(t)
		r.program(t)
	})
}

func (r *fakeRecorder) Record(ctx context.Context, request *symbolic.Request) (*expression.Run, error) {
	r.recorded++
	var last *tracer
	runs, err := r.target(func(t *tracer) { last = t }).Execute(ctx,
		&execution.Batch{Inputs: [][]byte{request.Input}, Limits: request.Limits, Fill: request.Fill})
	if err != nil {
		return nil, err
	}
	if a, b := runs[0].Conditions.Len(), request.Trace.Len(); a != b {
		return nil, fmt.Errorf("%d conditions, not %d", a, b)
	}
	last.run.Input = runs[0].Bytes
	if r.fault != nil {
		err = r.fault(last.run)
	}
	return last.run, err
}

// chain is the program of the issue: four numbers that can only move together, and have to be 66, 77, 88, 99 in the end.
func chain(t *tracer) {
	var a [4]number
	for i := range a {
		a[i] = t.read()
	}
	for i := range a {
		if !t.is(uint32(i), expression.LessUnsigned, t.k(0), a[i]) {
			return
		}
	}
	for i := range 3 {
		if !t.is(uint32(4+i), expression.Equal, t.do(expression.Subtract, a[i+1], a[i]), t.k(11)) {
			return
		}
	}
	if !t.is(7, expression.Equal, t.do(expression.Subtract, a[3], a[0]), t.k(33)) ||
		!t.is(8, expression.Equal, t.do(expression.DivideUnsigned, a[0], t.k(11)), t.k(6)) {
		return
	}
	for i := range a {
		if !t.is(uint32(9+i), expression.LessUnsigned, a[i], t.k(100)) {
			return
		}
	}
	t.m.ReachError()
}

// mix is the end of a hash: no bit of it says anything about the input.
func mix(t *tracer) {
	x := t.read()
	for range 2 {
		x = t.do(expression.Xor, x, t.do(expression.ShiftRight, x, t.k(16)))
		x = t.do(expression.Multiply, x, t.k(0x85ebca6b))
	}
	if t.is(0, expression.Equal, t.do(expression.Xor, x, t.do(expression.ShiftRight, x, t.k(13))), t.k(0x12345678)) {
		t.m.ReachError()
	}
}

// dead has a direction that no input takes.
func dead(t *tracer) {
	x := t.read()
	square := t.do(expression.Multiply, x, x)
	if t.is(0, expression.Equal, t.do(expression.Subtract, square,
		t.do(expression.Multiply, t.do(expression.ShiftRight, square, t.k(2)), t.k(4))), t.k(2)) {
		t.m.ReachError()
	}
}

func newFake(program func(*tracer), predicates ...locations.Predicate) *fakeRecorder {
	return &fakeRecorder{conditions: faketarget.Integers(predicates...), program: program}
}

func chainRecorder() *fakeRecorder {
	return newFake(chain, "ult", "ult", "ult", "ult", "eq", "eq", "eq", "eq", "eq", "ult", "ult", "ult", "ult")
}

// runSymbolic runs an engine on a program for the given number of executions.
func runSymbolic(t *testing.T, r *fakeRecorder, executions int, without ...string) formats.Summary {
	t.Helper()
	target := r.target(func(*tracer) {})
	config := Config{Target: target, Locations: target.Table(), Seed: 1, Budget: Executions(executions), StopAtError: true, ErrorGoal: true,
		Recorder: r, Without: without, Check: true}
	config.OnTest = stopAtError
	return searched(t, config)
}

// searched returns the summary of a search.
func searched(t *testing.T, config Config) formats.Summary {
	t.Helper()
	e, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

func stopAtError(f Found) error {
	if f.ErrorReached {
		return ErrStop
	}
	return nil
}

// TestSymbolic: coupled numbers and a mixing function are solved with recorded runs, and not without.
func TestSymbolic(t *testing.T) {
	for name, make := range map[string]func() *fakeRecorder{
		"chain": chainRecorder,
		"mix":   func() *fakeRecorder { return newFake(mix, "eq") },
	} {
		t.Run(name, func(t *testing.T) {
			summary := runSymbolic(t, make(), 20000)
			if s := summary.Symbolic; !summary.ErrorReached || s.Recorded == 0 || s.Solved == 0 || s.Astray != 0 || s.Mismatches != 0 {
				t.Errorf("error reached: %v, %+v", summary.ErrorReached, s)
			}
			if summary := runSymbolic(t, make(), 10*int(summary.Executions), StepSymbolic); summary.ErrorReached || summary.Symbolic != nil {
				t.Errorf("without it: error reached %v, %+v", summary.ErrorReached, summary.Symbolic)
			}
		})
	}
}

// credited returns how many directions the steps of solving covered, and how many the stages that ask them did.
func credited(summary *formats.Summary) (steps, stages uint64) {
	for _, step := range summary.Symbolic.Steps {
		steps += step.Covered
	}
	for _, analysis := range summary.Analyses {
		if analysis.Name == StepSymbolic || analysis.Name == StepPaths {
			stages += analysis.Covered
		}
	}
	return steps, stages
}

// TestStepsAreCredited: what the runs of answers cover is counted for the steps of solving that gave them, whichever stage asked.
func TestStepsAreCredited(t *testing.T) {
	symbolic, pursuit := runSymbolic(t, chainRecorder(), 20000), pursue(t, 4000)
	for name, summary := range map[string]*formats.Summary{"symbolic": &symbolic, "pursuit": &pursuit} {
		if steps, stages := credited(summary); steps == 0 || steps > stages {
			t.Errorf("%s: steps %d, stages %d", name, steps, stages)
		}
	}
	var all uint64
	for seed := range uint64(20) {
		summary := explore(t, newDrawn(seed), 100_000)
		steps, stages := credited(&summary)
		if all += steps; steps > stages {
			t.Errorf("program %d: steps %d, stages %d", seed, steps, stages)
		}
	}
	if all == 0 {
		t.Error("the exploration of all paths has no credit")
	}
}

// TestSymbolicRepeats: the same seed gives the same run.
func TestSymbolicRepeats(t *testing.T) {
	one, two := runSymbolic(t, chainRecorder(), 20000), runSymbolic(t, chainRecorder(), 20000)
	if one.Executions != two.Executions || fmt.Sprint(one.Symbolic) != fmt.Sprint(two.Symbolic) {
		t.Errorf("%+v and %+v", one.Symbolic, two.Symbolic)
	}
}

// TestSymbolicProof: a direction that no input takes is known as such, and asked for once.
func TestSymbolicProof(t *testing.T) {
	s := runSymbolic(t, newFake(dead, "eq"), 6000).Symbolic
	if s.Proved != 1 || s.Asked != 1 || len(s.Impossible) != 1 ||
		s.Impossible[0].Direction != (formats.Direction{Location: 0, Outcome: true}) || s.Impossible[0].Paths != 1 {
		t.Errorf("%+v", s)
	}
	inexact := newFake(dead, "eq")
	inexact.fault = func(r *expression.Run) error { r.Concrete.External = 1; return nil }
	if s := runSymbolic(t, inexact, 6000).Symbolic; s.Proved != 0 || s.Refuted == 0 {
		t.Errorf("where the expressions do not say everything: %+v", s)
	}
}

// TestSymbolicFaults: the engine gives up a recorder that fails or returns what cannot be true.
func TestSymbolicFaults(t *testing.T) {
	for name, fault := range map[string]func(*expression.Run) error{
		"fails":  func(*expression.Run) error { return errors.New("no room") },
		"never":  func(*expression.Run) error { return symbolic.ErrNever },
		"broken": func(r *expression.Run) error { r.Nodes[0].Width = 200; return nil },
		"reads":  func(r *expression.Run) error { r.Reads[0].Offset = 1 << 20; return nil },
	} {
		r := chainRecorder()
		r.fault = fault
		summary := runSymbolic(t, r, 6000)
		if s := summary.Symbolic; s.Recorded != 0 || s.Failure == "" || s.Failed == 0 || r.recorded > symbolicFailures {
			t.Errorf("%s: recorded %d times, %+v", name, r.recorded, s)
		}
	}
}

// TestSymbolicWithout switches off steps of solving by name.
func TestSymbolicWithout(t *testing.T) {
	for _, step := range runSymbolic(t, chainRecorder(), 6000, "sat", "linear").Symbolic.Steps {
		if step.Name == "sat" || step.Name == "linear" {
			t.Errorf("%+v", step)
		}
	}
}

// excluded has a direction that a condition before it excludes.
func excluded(t *tracer) {
	x := t.read()
	if t.is(0, expression.LessUnsigned, x, t.k(10)) && t.is(1, expression.Equal, x, t.k(20)) {
		t.m.ReachError()
	}
}

// TestSymbolicBecause: for a proved direction, the conditions that exclude it are known.
func TestSymbolicBecause(t *testing.T) {
	s := runSymbolic(t, newFake(excluded, "ult", "eq"), 8000).Symbolic
	because := []formats.Direction{{Location: 0, Outcome: true}}
	i := slices.IndexFunc(s.Impossible, func(p formats.Proof) bool { return p.Location == 1 && p.Outcome })
	if i < 0 || !slices.Equal(s.Impossible[i].Because, because) {
		t.Errorf("%+v", s)
	}
}

// deadBehind is dead behind conditions that any input may turn.
func deadBehind(t *tracer) {
	x := t.read()
	for i := range deadConditions {
		t.is(uint32(1+i), expression.LessUnsigned, t.read(), t.k(1000))
	}
	square := t.do(expression.Multiply, x, x)
	t.is(0, expression.Equal, t.do(expression.Subtract, square,
		t.do(expression.Multiply, t.do(expression.ShiftRight, square, t.k(2)), t.k(4))), t.k(2))
}

const deadConditions = 9

// TestDoubtedDirections: after proofs on some paths, the nodes of a direction on other paths come last.
func TestDoubtedDirections(t *testing.T) {
	kinds := append([]locations.Predicate{"eq"}, slices.Repeat([]locations.Predicate{"ult"}, deadConditions)...)
	r := newFake(deadBehind, kinds...)
	summary := runSymbolic(t, r, 60_000)
	if summary.Symbolic.Proved < 3 {
		t.Fatalf("%+v", summary.Symbolic)
	}
	late := slices.IndexFunc(summary.Sources, func(s *formats.Source) bool { return s.Name == "doubted" || s.Name == "left doubted" })
	if late < 0 || summary.Sources[late].Chosen == 0 {
		t.Errorf("no node was set aside")
	}
	for _, s := range runSymbolic(t, r, 60_000, "left doubted", "doubted").Sources {
		if s.Name == "doubted" || s.Name == "left doubted" {
			t.Errorf("%s is switched off", s.Name)
		}
	}
}

// TestSymbolicAlone: a search that is measured by itself begins at once, and asks for nothing else.
func TestSymbolicAlone(t *testing.T) {
	r := chainRecorder()
	target := r.target(func(*tracer) {})
	e, err := New(Config{Target: target, Locations: target.Table(), Seed: 1, Budget: Executions(300), StopAtError: true, ErrorGoal: true,
		Recorder: r, Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !summary.ErrorReached || summary.Symbolic.Cost == 0 {
		t.Errorf("error reached: %v, %+v", summary.ErrorReached, summary.Symbolic)
	}
}

// TestScoresPart: nothing is learned about questions without the part, and something with it.
func TestScoresPart(t *testing.T) {
	for _, off := range []bool{false, true} {
		r := chainRecorder()
		config := Config{Target: r.target(func(*tracer) {}), Locations: r.target(func(*tracer) {}).Table(), Recorder: r}
		if off {
			config.Without = []string{PartScores}
		}
		e, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		if learns := e.symbolic.scores != nil; learns == off {
			t.Errorf("without scores: %v, and yet it learns: %v", off, learns)
		}
	}
}
