package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/layout"
)

// drawn is a program that is drawn with a seed: conditions over two values of four bits and a number that they change, some of them
// behind others, some in a loop.
func drawn(seed uint64) func(*tracer) {
	return func(t *tracer) {
		random := rand.New(rand.NewPCG(seed, 1))
		a, b := t.do(expression.And, t.read(), t.k(15)), t.do(expression.And, t.read(), t.k(15))
		x := a
		var block func(location uint32)
		block = func(location uint32) {
			kind := []expression.Kind{expression.Equal, expression.LessUnsigned}[location%2]
			side := []number{x, a, b}[random.IntN(3)]
			bound := t.k(uint32(random.IntN(24)))
			change := t.k(uint32(random.IntN(9)))
			do := []expression.Kind{expression.Add, expression.Xor, expression.Multiply}[random.IntN(3)]
			behind := random.IntN(2) == 0
			if location == 4 {
				return
			}
			if t.is(location, kind, t.do(do, side, x), bound) != behind {
				x = t.do(expression.Add, x, change)
				block(location + 1)
			} else if behind {
				block(location + 1)
			}
		}
		for turn := range 2 + random.IntN(2) {
			random = rand.New(rand.NewPCG(seed, 2)) // the same conditions in each turn
			block(0)
			if turn == 1 && t.is(4, expression.Equal, t.do(expression.Add, a, b), t.k(20)) {
				return
			}
		}
	}
}

func newDrawn(seed uint64) *fakeRecorder { return newFake(drawn(seed), "eq", "ult", "eq", "ult", "eq") }

// pathsOf counts the paths of a program of two values of four bits.
func pathsOf(t *testing.T, r *fakeRecorder) int {
	t.Helper()
	var inputs [][]byte
	for v := range uint32(256) {
		inputs = append(inputs, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, v&15), v>>4))
	}
	paths := map[string]bool{}
	target := r.target(func(*tracer) {})
	for _, input := range inputs {
		runs, err := target.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: DefaultLimits()})
		if err != nil {
			t.Fatal(err)
		}
		path := ""
		for _, c := range runs[0].Conditions.All() {
			path += fmt.Sprint(c.Location, " ")
		}
		paths[path] = true
	}
	return len(paths)
}

// explore runs an engine until all paths are known or the executions are used up.
func explore(t *testing.T, r *fakeRecorder, executions int) formats.Summary {
	t.Helper()
	target := r.target(func(*tracer) {})
	return searched(t, Config{Target: target, Locations: target.Table(), Seed: 1, Budget: Executions(executions),
		Recorder: r, ErrorGoal: true})
}

// TestAllPaths: the exploration of small programs ends, and has found all paths that there are.
func TestAllPaths(t *testing.T) {
	many := 0
	for seed := range uint64(60) {
		r := newDrawn(seed)
		summary := explore(t, r, 100_000)
		got, want := summary.Symbolic.Paths, pathsOf(t, r)
		if !got.All || got.Recorded != want || summary.Reason != reasonExplored || !summary.Complete {
			t.Errorf("program %d: %+v, %s; it has %d paths", seed, got, summary.Reason, want)
		}
		if want > 5 {
			many++
		}
	}
	if many < 15 {
		t.Errorf("only %d programs have more than five paths", many)
	}
}

// TestNotAllPaths: at the first thing that is not known for certain, nothing is said about all paths, and the search goes on.
func TestNotAllPaths(t *testing.T) {
	seed := uint64(0)
	for pathsOf(t, newDrawn(seed)) < 6 {
		seed++
	}
	for name, change := range map[string]func(r *fakeRecorder){
		"fails":    func(r *fakeRecorder) { r.fault = func(*expression.Run) error { return errors.New("no room") } },
		"external": func(r *fakeRecorder) { r.fault = func(r *expression.Run) error { r.Concrete.External = 1; return nil } },
		"foreign":  func(r *fakeRecorder) { r.fault = func(r *expression.Run) error { r.Foreign = true; return nil } },
		"diverges": func(r *fakeRecorder) { r.fault = func(r *expression.Run) error { r.Diverged = true; return nil } },
		"short":    func(r *fakeRecorder) { r.fault = func(r *expression.Run) error { r.Conditions--; return nil } },
		"address": func(r *fakeRecorder) { // of one object, that the first value chooses
			r.fault = func(r *expression.Run) error {
				r.Constraints = append([]layout.Constraint{{Kind: uint32(layout.ConstraintKindAddress), Left: 1, Value: r.Nodes[0].Value}},
					r.Constraints...)
				return nil
			}
		},
		"unsorted": func(r *fakeRecorder) {
			r.fault = func(r *expression.Run) error {
				slices.Reverse(r.Constraints)
				return nil
			}
		},
		"crash": func(r *fakeRecorder) {
			inner := r.program
			r.program = func(t *tracer) {
				inner(t)
				if t.is(4, expression.Equal, t.read(), t.k(3)) {
					t.m.Crash()
				}
			}
		},
		"chance": func(r *fakeRecorder) { // without a condition that shows it
			inner, random := r.program, rand.New(rand.NewPCG(1, 1))
			r.program = func(t *tracer) {
				inner(t)
				t.is(4, expression.Equal, t.k(uint32(random.IntN(2))), t.k(1))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newDrawn(seed)
			change(r)
			summary := explore(t, r, 100_000)
			if summary.Symbolic == nil || summary.Symbolic.Paths.All || summary.Reason == reasonExplored {
				t.Errorf("%+v, %s", summary.Symbolic, summary.Reason)
			}
			if name != "fails" && summary.Symbolic.Paths.Failure == "" {
				t.Errorf("no reason is given: %+v", summary.Symbolic.Paths)
			}
		})
	}
}

// TestWithoutPaths: the part can be switched off.
func TestWithoutPaths(t *testing.T) {
	if s := runSymbolic(t, newFake(dead, "eq"), 20000, StepPaths).Symbolic; s.Paths.Recorded > 0 || s.Paths.All {
		t.Errorf("%+v", s.Paths)
	}
	if s := runSymbolic(t, newFake(dead, "eq"), 20000); !s.Symbolic.Paths.All || s.Symbolic.Paths.Recorded != 1 || s.Reason != reasonExplored {
		t.Errorf("%+v, %s", s.Symbolic.Paths, s.Reason)
	}
}
