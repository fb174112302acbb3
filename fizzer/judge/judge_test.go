package judge

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// fake reaches the goals that a test's inputs name, and crashes after an input "crash".
type fake struct {
	goals int
	runs  int
}

func (f *fake) Run(_ context.Context, test suite.Test) (*replay.Outcome, error) {
	f.runs++
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

func always() bool { return true }

func TestOrderAndMinimality(t *testing.T) {
	tests := []suite.Test{test("0"), test("0", "1"), test("2", "3", "4"), test("3"), test("1", "2")}
	v, err := Judge(context.Background(), &fake{goals: 6}, 6, tests, always)
	if err != nil {
		t.Fatal(err)
	}
	if want := []suite.Test{tests[2], tests[1]}; !reflect.DeepEqual(v.Tests, want) || v.Count() != 5 {
		t.Errorf("kept %v with %d goals, want %v with 5", v.Tests, v.Count(), want)
	}
}

func TestCrashesAreCut(t *testing.T) {
	tests := []suite.Test{test("0", "1", "crash", "2"), test("crash")}
	v, err := Judge(context.Background(), &fake{goals: 3}, 3, tests, always)
	if err != nil {
		t.Fatal(err)
	}
	if want := []suite.Test{test("0", "1")}; !reflect.DeepEqual(v.Tests[0].Inputs, want[0].Inputs) || v.Repaired != 2 || v.Count() != 2 {
		t.Errorf("kept %v, repaired %d, %d goals", v.Tests, v.Repaired, v.Count())
	}
}

func TestEndOfBudgetKeepsWhatIsNotJudged(t *testing.T) {
	tests := []suite.Test{test("0"), test("0"), test("0")}
	runner := &fake{goals: 1}
	v, err := Judge(context.Background(), runner, 1, tests, func() bool { return runner.runs < 2 })
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Tests) != 2 || v.Unjudged != 1 {
		t.Errorf("kept %d, unjudged %d, want 2 and 1", len(v.Tests), v.Unjudged)
	}
}

func TestSuiteIsNeverEmptied(t *testing.T) {
	v, err := Judge(context.Background(), &fake{}, 0, []suite.Test{test(), test()}, always)
	if err != nil || len(v.Tests) != 1 {
		t.Errorf("kept %v, %v, want one test", v, err)
	}
}

func TestFailureOfTheMachine(t *testing.T) {
	if _, err := Judge(context.Background(), &fake{goals: 1}, 1, []suite.Test{test("fail")}, always); err == nil {
		t.Error("no error")
	}
}
