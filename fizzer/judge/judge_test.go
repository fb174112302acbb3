package judge

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// fake reaches the goals that a test's inputs name. It crashes after an input "crash".
type fake struct {
	goals int
	runs  int
	least int // with fewer inputs it crashes, too
}

func (f *fake) Run(_ context.Context, test suite.Test) (*replay.Outcome, error) {
	f.runs++
	if f.least > 0 && len(test.Inputs) < f.least {
		return &replay.Outcome{Covered: make([]bool, f.goals), Ending: replay.Signalled}, nil
	}
	o := &replay.Outcome{Covered: make([]bool, f.goals), Published: true, Ending: replay.OutOfInputs}
	for _, input := range test.Inputs {
		o.Inputs++
		switch input.Value {
		case "crash":
			return &replay.Outcome{Covered: make([]bool, f.goals), Ending: replay.Signalled, Inputs: o.Inputs}, nil
		case "fail":
			return nil, errors.New("no such machine")
		default:
			o.Covered[input.Value[0]-'0'] = true
		}
	}
	return o, nil
}

func test(values ...string) suite.Test {
	var t suite.Test
	for _, v := range values {
		t.Inputs = append(t.Inputs, suite.Input{Value: v})
	}
	return t
}

// judging is a judge with the tests that it kept.
type judging struct {
	*Judge
	kept []suite.Test
}

// chosen returns the tests that the judge chooses.
func (j *judging) chosen() (tests []suite.Test) {
	for _, c := range j.Choose() {
		tests = append(tests, j.kept[c.Number])
	}
	return tests
}

// judge adds the tests to a judge for a program with that many goals.
func judge(t *testing.T, runner Runner, goals int, tests ...suite.Test) *judging {
	t.Helper()
	j := &judging{Judge: New(runner, goals)}
	for _, test := range tests {
		kept, err := j.Add(context.Background(), test)
		if err != nil {
			t.Fatal(err)
		}
		j.kept = append(j.kept, kept)
	}
	return j
}

func TestOrderAndMinimality(t *testing.T) {
	tests := []suite.Test{test("0"), test("0", "1"), test("2", "3", "4"), test("3"), test("1", "2")}
	j := judge(t, &fake{goals: 6}, 6, tests...)
	if want := []suite.Test{tests[2], tests[1]}; !reflect.DeepEqual(j.chosen(), want) || j.Count() != 5 {
		t.Errorf("kept %v with %d goals, want %v with 5", j.Choose(), j.Count(), want)
	}
}

// The test that adds most at first can be superfluous once all are chosen.
func TestSuperfluous(t *testing.T) {
	tests := []suite.Test{test("0", "1", "2", "3"), test("0", "1", "4"), test("2", "3", "5")}
	if got := judge(t, &fake{goals: 6}, 6, tests...).chosen(); !reflect.DeepEqual(got, tests[1:]) {
		t.Errorf("kept %v, want %v", got, tests[1:])
	}
}

// For any tests: no goal gets lost, each chosen test has a goal of its own, and each adds the most that it can.
func TestChoiceOfRandomSuites(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var tests []suite.Test
		for range 1 + random.IntN(20) {
			var values []string
			for range random.IntN(6) {
				values = append(values, string(rune('0'+random.IntN(10))))
			}
			tests = append(tests, test(values...))
		}
		j := judge(t, &fake{goals: 10}, 10, tests...)
		chosen := j.chosen()
		if got := judge(t, &fake{goals: 10}, 10, chosen...).Count(); got != j.Count() {
			t.Fatalf("%v keeps %d of the %d goals of %v", chosen, got, j.Count(), tests)
		}
		for i := range chosen {
			others := slices.Delete(slices.Clone(chosen), i, i+1)
			if got := judge(t, &fake{goals: 10}, 10, others...).Count(); got == j.Count() && j.Count() > 0 {
				t.Fatalf("%v of %v is superfluous", chosen[i], chosen)
			}
			before := judge(t, &fake{goals: 10}, 10, chosen[:i+1]...).Count()
			for k := i + 1; k < len(chosen); k++ {
				if other := judge(t, &fake{goals: 10}, 10, append(slices.Clone(chosen[:i]), chosen[k])...).Count(); other > before {
					t.Fatalf("number %d of %v adds more than number %d", k, chosen, i)
				}
			}
		}
	}
}

func TestCrashesAreCut(t *testing.T) {
	j := judge(t, &fake{goals: 3}, 3, test("0", "1", "crash", "2"), test("crash"))
	if got, want := j.chosen(), test("0", "1"); len(got) != 1 || !reflect.DeepEqual(got[0].Inputs, want.Inputs) || j.Repaired != 2 ||
		j.Count() != 2 {
		t.Errorf("kept %v, repaired %d, %d goals", got, j.Repaired, j.Count())
	}
}

// A test of a program that crashes while it ends is shortened until the program does not crash; a test that crashes without
// reading is lost.
func TestCutsAreRepeated(t *testing.T) {
	j := judge(t, &fake{goals: 3, least: 2}, 3, test("0", "1", "2", "crash"), test("1", "crash"))
	if got := j.chosen(); len(got) != 1 || len(got[0].Inputs) != 3 || j.Repaired != 1 || j.Lost != 1 {
		t.Errorf("kept %v, repaired %d, lost %d", got, j.Repaired, j.Lost)
	}
}

// orderly reaches goal 1 when its two values come as 7, 5, otherwise goal 0.
type orderly struct{ runs int }

func (o *orderly) Run(_ context.Context, test suite.Test) (*replay.Outcome, error) {
	o.runs++
	right := len(test.Inputs) == 3 && test.Inputs[1].Value == "7" && test.Inputs[2].Value == "5"
	return &replay.Outcome{Covered: []bool{!right, right}, Published: true, Inputs: len(test.Inputs)}, nil
}

func TestSwap(t *testing.T) {
	for most, want := range map[int]bool{1: false, 9: true} {
		runner := new(orderly)
		j := judge(t, runner, 2, test("1", "5", "7"))
		found, got, err := j.Swap(context.Background(), []int{1}, func(made int) bool { return made < most })
		if want && !reflect.DeepEqual(found, test("1", "7", "5")) {
			t.Errorf("at most %d: found %v", most, found)
		}
		if err != nil || got != want || j.Covered[1] != want || runner.runs > 1+most {
			t.Errorf("at most %d: %v, %v, covered %v, %d runs", most, got, err, j.Covered, runner.runs)
		}
	}
}

// TestExchanges: a sequence of members changes places with the arguments beside it, shorter ones first, and of these those of one type.
func TestExchanges(t *testing.T) {
	var got []string
	for inputs := range exchanges(test("1", "2", "3", "3").Inputs) {
		text := ""
		for _, input := range inputs {
			text += input.Value
		}
		got = append(got, text)
	}
	if want := []string{"2133", "1323", "2313", "1332", "3123", "1323", "2331", "3312", "3123"}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	mixed := test("1", "2", "3")
	mixed.Inputs[0].Type = "char"
	got = nil
	for inputs := range exchanges(mixed.Inputs) {
		got = append(got, fmt.Sprint(inputs))
	}
	want := []string{"[{char 1} { 3} { 2}]", "[{ 2} {char 1} { 3}]", "[{ 2} { 3} {char 1}]", "[{ 3} {char 1} { 2}]"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// hanging runs too long, whatever the values.
type hanging struct{ runs int }

func (h *hanging) Run(context.Context, suite.Test) (*replay.Outcome, error) {
	h.runs++
	return &replay.Outcome{Covered: make([]bool, 2), Ending: replay.TimedOut}, nil
}

func TestNoSwapsOfHangingTests(t *testing.T) {
	runner := new(hanging)
	j := judge(t, runner, 2, test("1", "5", "7"))
	before := runner.runs
	if _, found, err := j.Swap(context.Background(), []int{1}, func(int) bool { return true }); err != nil || found || runner.runs != before {
		t.Errorf("found %v, %v after %d runs", found, err, runner.runs-before)
	}
}

func TestSuiteIsNeverEmptied(t *testing.T) {
	if got := judge(t, &fake{}, 0, test(), test()).Choose(); len(got) != 1 {
		t.Errorf("kept %v, want one test", got)
	}
}

func TestFailureOfTheMachine(t *testing.T) {
	if _, err := New(&fake{goals: 1}, 1).Add(context.Background(), test("fail")); err == nil {
		t.Error("no error")
	}
}

// garbage is a program of which each run reaches other goals: those of its inputs, and one more, which depends on the number of the run.
type garbage struct{ fake }

func (g *garbage) Run(ctx context.Context, test suite.Test) (*replay.Outcome, error) {
	o, err := g.fake.Run(ctx, test)
	if err == nil && o.Published {
		o.Covered[4+g.runs%2] = true
	}
	return o, err
}

// TestTry: a test is added if it reaches a wanted goal in each run. A goal that only such tests reach is wanted until several reach it, and
// all these tests are chosen.
func TestTry(t *testing.T) {
	ctx := context.Background()
	runner := &garbage{fake{goals: 6}}
	j := New(runner, 6)
	try := func(values ...string) *suite.Test {
		t.Helper()
		_, kept, err := j.Try(ctx, test(values...), 3)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	if kept := try(); kept != nil || j.Count() != 0 {
		t.Errorf("%v was added for goals that it reaches by chance", kept)
	}
	for n := range maxDoubts {
		if kept := try("1"); kept == nil || j.Wants(1) != (n < maxDoubts-1) {
			t.Errorf("test %d of goal 1: %v, wanted %v", n, kept, j.Wants(1))
		}
	}
	if try("1") != nil {
		t.Error("a test was added for a goal that is reached often enough")
	}
	if kept := try("2", "crash", "3"); kept == nil || len(kept.Inputs) != 1 || !j.Covered[2] || j.Covered[3] {
		t.Errorf("a test that crashes: %v", kept)
	}
	if _, err := j.Add(ctx, test("2")); err != nil || j.Wants(2) {
		t.Errorf("goal 2 is wanted (%v) although an ordinary test reaches it", err)
	}
	if try("2") != nil {
		t.Error("a test was added for a goal that an ordinary test reaches")
	}
	if chosen := j.Choose(); len(chosen) != maxDoubts+1 {
		t.Errorf("%d tests chosen: %v", len(chosen), chosen)
	}
}
