package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
)

func reached(task, without string, covered, total int) *result {
	return &result{Task: task, Configuration: without, Statistics: &formats.Statistics{
		Executions: 100, Mode: formats.ModePersistent, Persistent: true, Compared: 3, Tests: 1,
		Goals: &formats.Goals{Covered: covered, Total: total},
	}}
}

func TestAblation(t *testing.T) {
	results := []*result{
		reached("a", "", 8, 8), reached("a", "typed", 4, 8),
		reached("b", "", 1, 2), reached("b", "typed", 2, 2),
		reached("c", "", 3, 3), {Task: "c", Configuration: "typed", Code: 3},
		reached("alone", "typed", 3, 3), // the whole engine has no measurement
	}
	var out strings.Builder
	ablation(&out, results)
	for _, want := range []string{
		"3 tasks, 13 goals",
		"| nothing | 3 | 0 | 12 | 83.33 % | 2 | 0 | 0 | 300 |",
		"| typed | 3 | 0 | 6 | 50.00 % | 1 | 1 | 2 | 200 |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
}

func TestReachedErrors(t *testing.T) {
	search := func(task, without string, reached bool, stopped string) *result {
		return &result{Task: task, Configuration: without, Statistics: &formats.Statistics{
			ErrorReached: reached, StoppedBy: stopped, CPUSeconds: 2,
		}}
	}
	results := []*result{
		search("a", "", true, formats.StoppedByError), search("a", "symbolic", false, formats.StoppedByComplete),
		search("b", "", false, "cpu-time"), search("b", "symbolic", true, formats.StoppedByError),
		search("c", "", true, formats.StoppedByError), {Task: "c", Configuration: "symbolic", Code: 3},
		search("alone", "symbolic", true, formats.StoppedByError), // the whole engine has not run
	}
	var out strings.Builder
	reachedErrors(&out, results)
	for _, want := range []string{"| nothing | 3 | 2 | 0 | 0 | 0 | 0 | 6 s |", "| symbolic | 3 | 1 | 1 | 1 | 1 | 2 | 4 s |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
}

func TestSame(t *testing.T) {
	r := reached("a", "", 1, 2)
	r.Statistics.Engine.Analyses = []*formats.Analysis{{Name: "direct", Started: 3}, {Name: "typed"}}
	r.Statistics.Engine.Sources = []*formats.Source{{Name: "fresh", Chosen: 1}, {Name: "twins"}}
	for configuration, want := range map[string]bool{
		"direct": false, "typed": true, "fresh": false, "twins": true, "binary+pivots": true, "binary+fresh": false, "seed=2": false,
		"strategy=report": false, "bianry": false,
		"bandit": false, "typed+cut": false, "typed+implied": true,
	} {
		if r.same(configuration) != want {
			t.Errorf("%s: same is %v", configuration, !want)
		}
	}
	parts := strings.Join([]string{"sat", engine.PartSupport, engine.PartScores, engine.PartDetours, engine.PartRoom, engine.PartRestarts},
		"+")
	if !r.same(parts) {
		t.Error("parts of the symbolic search are used without it")
	}
	r.Statistics.Engine.Analyses = append(r.Statistics.Engine.Analyses, &formats.Analysis{Name: engine.StepSymbolic, Started: 1})
	for part := range strings.SplitSeq(parts+"+"+engine.PartReach+"+"+engine.PartBehind, "+") {
		if r.same(part) {
			t.Errorf("%s is unused", part)
		}
	}
	if (&result{}).same("typed") {
		t.Error("a run without statistics is the same as another")
	}
}

func TestModes(t *testing.T) {
	forked := reached("b", "", 1, 2)
	forked.Statistics.Mode, forked.Statistics.Persistent, forked.Statistics.Forked = formats.ModeForked, false, "fopen"
	results := []*result{
		reached("a", "", 1, 2), reached("a", "typed", 1, 2), forked,
		{Task: "c", Hung: true}, {Task: "d", Code: 4, Line: "RESULT: ERROR (x)"},
	}
	var out strings.Builder
	modes(&out, results)
	for _, want := range []string{
		"| suite | 2 |", "| hung | 1 |", "| exit status 4: RESULT: ERROR (x) | 1 |",
		"| persistent | 1 |", "| forked: fopen | 1 |", "| not executed | 2 |",
		"200 executions; 6 runs were repeated",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
}

func TestSolvers(t *testing.T) {
	one, two := reached("a", "", 1, 2), reached("b", "", 1, 2)
	one.Statistics.Engine.Analyses = []*formats.Analysis{{Name: "direct", Started: 3, Forced: 1, Executions: 10, Covered: 2, Milliseconds: 5}}
	two.Statistics.Engine.Analyses = []*formats.Analysis{
		{Name: "bits", Started: 1, Executions: 30, Milliseconds: 1},
		{Name: "direct", Started: 4, Forced: 3, Executions: 30, Covered: 1, Milliseconds: 11},
	}
	var out strings.Builder
	solvers(&out, []*result{one, two, reached("a", "typed", 1, 2), {Task: "c", Hung: true}})
	for _, want := range []string{"| direct | 7 | 4 | 3 | 40 | 0.0 | 10 | 4.00 |", "| bits | 1 | 0 | 0 | 30 | 0.0 | | |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
}

// An interrupted survey continues: runs that have a line in the results are not repeated.
func TestResumes(t *testing.T) {
	folder := t.TempDir()
	tool, list, results := filepath.Join(folder, "tool"), filepath.Join(folder, "list"), filepath.Join(folder, "results")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(tool, "#!/bin/sh\necho \"$@\" >> '"+folder+"/calls'\necho RESULT: done\n")
	write(list, "one.c\ntwo.c\tILP32\n")
	write(results, `{"task":"one.c","configuration":""}`+"\n")
	app := application()
	if err := app.Run([]string{"survey", "run", "--tool", tool, "--results", results, "--configuration", "typed+binary", list}); err != nil {
		t.Fatal(err)
	}
	calls, err := os.ReadFile(filepath.Join(folder, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(calls)), "\n")
	if len(lines) != 3 || !strings.HasSuffix(lines[0], "--without typed --without binary -- one.c") ||
		strings.Contains(lines[1], "--without") ||
		!strings.Contains(lines[1], "--data-model ILP32") || strings.Contains(lines[0], "--data-model") {
		t.Errorf("calls of the tool:\n%s", calls)
	}
	if all, err := readResults(results); err != nil || len(all) != 4 {
		t.Errorf("%d results, error %v; want 4", len(all), err)
	}
}
