package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/formats"
)

func TestDemands(t *testing.T) {
	goals := func(covered, total int) *formats.Statistics {
		return &formats.Statistics{Goals: &formats.Goals{Covered: covered, Total: total}}
	}
	crashed := goals(9, 10)
	crashed.Crashes = map[string]int{"timeout": 1, "SIGSEGV": 2}
	for i, test := range []struct {
		demands demands
		run     *formats.Statistics
		code    int
		said    string
	}{
		{demands{}, crashed, exitDone, ""},
		{demands{coverage: 90}, goals(9, 10), exitDone, ""},
		{demands{coverage: 90.1}, goals(9, 10), exitCoverage, "9 of 10 goals are covered (90.00%), and --min-coverage demands 90.1%"},
		{demands{coverage: 100}, goals(0, 0), exitDone, ""},
		{demands{coverage: 1}, &formats.Statistics{}, exitCoverage, "not measured"},
		{demands{noCrash: true}, goals(0, 10), exitDone, ""},
		{demands{noCrash: true, coverage: 95}, crashed, exitCrash, "(SIGSEGV, timeout)"},
	} {
		err := test.demands.check(test.run, "out")
		if got := exitCode(err); got != test.code || err != nil && !strings.Contains(err.Error(), test.said) {
			t.Errorf("%d: code %d, %v, want %d, %q", i, got, err, test.code, test.said)
		}
	}
	program, output := bare(t)
	for _, wrong := range []string{"101", "-1", "x", "NaN"} {
		if code, _, messages := call("fizzer --min-coverage=" + wrong + " --output " + output + " " + program); code != exitUsage {
			t.Errorf("%s: %d, %s", wrong, code, messages)
		}
	}
}

func TestSanitizerNames(t *testing.T) {
	program, output := bare(t)
	for options, want := range map[string]string{
		"--sanitize=adress":                            "did you mean address",
		"--sanitize=address,memory --data-model=ILP32": "no memory sanitizer for ILP32",
	} {
		if code, _, messages := call("fizzer " + options + " --output " + output + " " + program); code != exitUsage ||
			!strings.Contains(messages, want) {
			t.Errorf("%s: %d, %s", options, code, messages)
		}
	}
}

// The example of a workflow has only commands and options that there are.
func TestExampleWorkflowHasOurOptions(t *testing.T) {
	text, err := os.ReadFile("../../docs/workflow-example.yml")
	if err != nil {
		t.Fatal(err)
	}
	calls := regexp.MustCompile(`(?m)^ +fizzer ([a-z]+) (.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(calls) < 5 {
		t.Fatalf("%d calls only", len(calls))
	}
	app := newApp(&strings.Builder{}, &strings.Builder{})
	for _, call := range calls {
		command := app.Command(call[1])
		if command == nil {
			t.Errorf("there is no command %s", call[1])
			continue
		}
		for _, option := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(call[2], -1) {
			if !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return f.Names()[0] == option[1] }) {
				t.Errorf("%s has no option %s", call[1], option[1])
			}
		}
	}
}
