package suites

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// reaching runs a test by its values: each is the number of a goal that it reaches.
type reaching int

func (goals reaching) Run(_ context.Context, test suite.Test) (*replay.Outcome, error) {
	outcome := &replay.Outcome{Covered: make([]bool, goals), Published: true, Inputs: len(test.Inputs)}
	for _, input := range test.Inputs {
		var goal int
		if _, err := fmt.Sscan(input.Value, &goal); err != nil {
			return nil, err
		}
		outcome.Covered[goal] = true
	}
	return outcome, nil
}

// tests returns tests by their values: "0 1 | 2" are two.
func tests(text string) (all []suite.Test) {
	for part := range strings.SplitSeq(text, "|") {
		var test suite.Test
		for _, value := range strings.Fields(part) {
			test.Inputs = append(test.Inputs, suite.Input{Value: value})
		}
		all = append(all, test)
	}
	return all
}

func text(all []suite.Test) string {
	var parts []string
	for _, test := range all {
		var values []string
		for _, input := range test.Inputs {
			values = append(values, input.Value)
		}
		parts = append(parts, strings.Join(values, " "))
	}
	return strings.Join(parts, " | ")
}

func collect(tests suite.Tests) (all []suite.Test, err error) {
	for test, err := range tests {
		if err != nil {
			return all, err
		}
		all = append(all, test)
	}
	return all, nil
}

var errBroken = errors.New("broken")

// broken has one test, then an error.
func broken(yield func(suite.Test, error) bool) {
	_ = yield(suite.Test{Inputs: []suite.Input{{Value: "4"}}}, nil) && yield(suite.Test{}, errBroken)
}

func TestUnion(t *testing.T) {
	m := suite.Metadata{ProgramHash: "h", Architecture: "64bit"}
	second := tests("1 | 1 2 | 3")
	second[0].CoversError = true
	union, read, err := Union([]Suite{{m, suite.Each(tests("1 | 12 | 1"))}, {m, suite.Each(second)}})
	if err != nil || read != 6 {
		t.Fatalf("%d tests, %v", read, err)
	}
	for range 2 { // it can be read again
		got, err := collect(union.Tests)
		if err != nil || text(got) != "1 | 12 | 1 2 | 3" || !got[0].CoversError || got[1].CoversError {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for want, other := range map[string]suite.Metadata{
		"another program": {ProgramHash: "i", Architecture: "64bit"}, "it is for 32bit": {ProgramHash: "h", Architecture: "32bit"},
	} {
		if _, _, err := Union([]Suite{{m, suite.Each(nil)}, {other, suite.Each(nil)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, _, err := Union([]Suite{{m, suite.Each(second)}, {m, broken}}); !errors.Is(err, errBroken) {
		t.Errorf("a suite that cannot be read: %v", err)
	}
	if _, _, err := Union(nil); err == nil {
		t.Error("a union of nothing")
	}
}

func TestMinimize(t *testing.T) {
	for given, want := range map[string]string{
		"0 | 1 | 0 1 2 | 3":     "0 1 2 | 3",
		"0 1 | 1 2 | 2 3 | 0 3": "0 1 | 2 3",
		"0 | 0 | 0":             "0",
	} {
		all, reached, read, err := Minimize(t.Context(), reaching(5), 5, suite.Each(tests(given)))
		if err != nil || read != len(tests(given)) {
			t.Fatalf("%d tests, %v", read, err)
		}
		kept, err := collect(all)
		if err != nil || text(kept) != want {
			t.Errorf("of %s: %s, %v, want %s", given, text(kept), err, want)
		}
		before, _ := Reached(t.Context(), reaching(5), 5, suite.Each(tests(given)))
		after, err := Reached(t.Context(), reaching(5), 5, suite.Each(kept))
		if fmt.Sprint(before) != fmt.Sprint(after) || err != nil {
			t.Errorf("of %s: %v became %v, %v", given, before, after, err)
		}
		if n := strings.Count(fmt.Sprint(after), "true"); n != reached {
			t.Errorf("of %s: %d goals, said %d", given, n, reached)
		}
	}
}

// A test that crashes is kept shortened; an error of reading ends the work, and so does a suite that changes.
func TestMinimizeStored(t *testing.T) {
	given := tests("0 1 2 | 3")
	all, reached, _, err := Minimize(t.Context(), crashing{5, 2}, 5, suite.Each(given))
	if err != nil || reached != 3 {
		t.Fatalf("%d goals, %v", reached, err)
	}
	if kept, err := collect(all); err != nil || text(kept) != "0 1 | 3" || len(given[0].Inputs) != 3 {
		t.Errorf("%s, %v", text(kept), err)
	}
	given[0].Inputs = given[0].Inputs[:1]
	if kept, err := collect(all); err == nil {
		t.Errorf("of a suite that has changed, %s was kept", text(kept))
	}
	if _, _, _, err := Minimize(t.Context(), reaching(5), 5, broken); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

// crashing reaches goals as reaching does, and crashes at one.
type crashing struct {
	reaching
	at int
}

func (c crashing) Run(ctx context.Context, test suite.Test) (*replay.Outcome, error) {
	outcome, err := c.reaching.Run(ctx, test)
	if err == nil {
		outcome.Published = !outcome.Covered[c.at]
	}
	return outcome, err
}
