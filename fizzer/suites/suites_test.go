package suites

import (
	"context"
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

func TestUnion(t *testing.T) {
	m := suite.Metadata{ProgramHash: "h", Architecture: "64bit"}
	second := tests("1 | 1 2 | 3")
	second[0].CoversError = true
	got, err := Union([]*suite.Suite{{Metadata: m, Tests: tests("1 | 12 | 1")}, {Metadata: m, Tests: second}})
	if err != nil || text(got.Tests) != "1 | 12 | 1 2 | 3" || !got.Tests[0].CoversError || got.Tests[1].CoversError {
		t.Errorf("%+v, %v", got, err)
	}
	for want, other := range map[string]suite.Metadata{
		"another program": {ProgramHash: "i", Architecture: "64bit"}, "it is for 32bit": {ProgramHash: "h", Architecture: "32bit"},
	} {
		if _, err := Union([]*suite.Suite{{Metadata: m}, {Metadata: other}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Union(nil); err == nil {
		t.Error("a union of nothing")
	}
}

func TestMinimize(t *testing.T) {
	for given, want := range map[string]string{
		"0 | 1 | 0 1 2 | 3":     "0 1 2 | 3",
		"0 1 | 1 2 | 2 3 | 0 3": "0 1 | 2 3",
		"0 | 0 | 0":             "0",
	} {
		kept, reached, err := Minimize(t.Context(), reaching(5), 5, tests(given))
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
