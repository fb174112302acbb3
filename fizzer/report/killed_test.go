package report

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

const branchy = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) {
    if (x == 2)
      return 2;
    return 1;
  }
  return 0;
}
`

// folder writes the files of a run, each as JSON, with a suite of these values.
func folder(t *testing.T, specification string, values []string, contents map[string]any) string {
	t.Helper()
	path := t.TempDir()
	for name, content := range contents {
		text, err := json.Marshal(content)
		if err == nil {
			err = os.WriteFile(filepath.Join(path, name), append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w, err := suite.Create(filepath.Join(path, formats.SuiteFolder), suite.Metadata{Producer: "fizzer 7", Specification: specification,
		Architecture: "64bit"})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if _, err := w.Add(suite.Test{Inputs: []suite.Input{{Type: "int", Value: v}}}); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// A killed run has a page from its files: goals, endings and lines are those of its replayed tests.
func TestKilledRun(t *testing.T) {
	branches := property.Property{Kind: property.Branches}
	source := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(source, []byte(branchy), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := replay.Build(context.Background(), replay.Options{Programs: []string{source}, DataModel: task.LP64, Property: branches,
		Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	details := formats.Details{
		Running: true, Programs: []formats.Program{{Path: source, Source: branchy}},
		Locations: &locations.Table{Format: locations.Format, PointerBits: 64},
	}
	for _, g := range program.Goals() {
		details.Goals = append(details.Goals, formats.Goal{Kind: string(g.Kind), Function: g.Function, File: g.File, Line: g.Line,
			Owner: g.Owner, OwnerText: g.OwnerText, TextLine: g.TextLine})
	}
	progress := formats.Progress{CPUSeconds: 3}
	progress.Engine.Executions = 77
	path := folder(t, branches.String(), []string{"0"}, map[string]any{formats.DetailsFile: details, formats.ProgressFile: progress,
		formats.StatisticsFile: "of the run before"})
	if err := os.WriteFile(filepath.Join(path, formats.ProgressFile),
		[]byte(`{"searches":[{"name":"elsewhere"}]}`+"\n"+`{"cpu_seconds":3,"engine":{"executions":77}}`+"\n"+`{"cpu_sec`), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Execute(context.Background(), replay.Options{Scratch: t.TempDir()}, nil); err != nil || r.NoLines != "" {
		t.Fatalf("%v, %s", err, r.NoLines)
	}
	text := page(t, r)
	for _, words := range []string{"This run was killed", "<b>1 / 4</b>", "<b>77</b>", "<b>killed</b>", whyOther, whyNever,
		"<td>elsewhere</td>", "Not known: the run has not ended"} {
		if !strings.Contains(text, words) {
			t.Errorf("the page lacks %q", words)
		}
	}
	if got := missedGoals(r); len(got) != 3 || got[0].Why != whyOther || got[1].Why != whyNever || got[2].Why != whyNever {
		t.Errorf("missed: %+v", got)
	}
	if rows := testsOf(r); rows[0].New != 1 || rows[0].Details.Ending != string(replay.Exited) {
		t.Errorf("the test is %+v", rows[0])
	}
}

func TestWhyGoalsAreMissed(t *testing.T) {
	r := run(10)
	r.Details.Goals[0].Lost = formats.LostByEnd
	if got := missedGoals(r); len(got) != 1 || got[0].Why != whyEnd || got[0].Anchor != "L3" {
		t.Errorf("%+v", got)
	}
	r.Details.Goals[0].Lost = formats.LostByBuild
	if got := missedGoals(r); got[0].Why != whyBuild {
		t.Errorf("%+v", got)
	}
	r.Details.Goals[0].Lost = ""
	for why, want := range map[string]string{formats.UnreachableUncalled: whyUncalled, formats.UnreachableNoWay: whyNoWay} {
		r.Details.Goals[0].Unreachable = why
		if got := missedGoals(r); got[0].Why != want {
			t.Errorf("%s: %q", why, got[0].Why)
		}
	}
	r.Details.Goals[0].Unreachable, r.Details.Goals[1].Covered = "", false
	if got := missedGoals(r); got[0].Why != whyUnknown {
		t.Errorf("without lines: %+v", got[0])
	}
	r.Lines = [][]replay.Line{make([]replay.Line, 10)}
	for state, want := range map[replay.Line]string{replay.Executed: whyOther, replay.Partly: whyOther, replay.Unexecuted: whyNever,
		replay.NoCode: whyUnknown} {
		r.Lines[0][2] = state
		if got := missedGoals(r); got[0].Why != want {
			t.Errorf("line is %v: %q instead of %q", state, got[0].Why, want)
		}
	}
	r.Details.Goals[0].Kind = onStatement
	if got := missedGoals(r); got[0].Why != whyUnmoved {
		t.Errorf("a statement: %q", got[0].Why)
	}
}

func TestValues(t *testing.T) {
	for _, test := range []struct{ kind, text, want string }{
		{"int", "65", "65"}, {"char", "65", "'A' 65"}, {"unsigned char", "10", `'\n' 10`}, {"char", "-1", "-1"}, {"char", "0",
			`'\x00' 0`}, {"char", "200", "200"},
		{formats.PointerType, "0", "null"}, {formats.PointerType, "4096", "address 0x1000"}, {"unsigned long long", "4096", "4096"}, {"char",
			"no number", "no number"},
	} {
		if got := value(test.kind, test.text); got != test.want {
			t.Errorf("%s %s: %q instead of %q", test.kind, test.text, got, test.want)
		}
	}
}

// In a test, a pointer is an integer of a type that no other input has. The page shows it as a pointer.
func TestPointersInTests(t *testing.T) {
	for kind := layout.InputTypeBoolean; kind < layout.InputTypeString; kind++ {
		size := uint16(8)
		if kind == layout.InputTypeUint128 || kind == layout.InputTypeSint128 {
			size = 16
		}
		input, err := vector.Inputs([]layout.Read{{Type: uint16(kind), Size: size}}, make([]byte, size))
		isPointer := kind == layout.InputTypePointer32 || kind == layout.InputTypePointer64
		if err != nil || (input[0].Type == formats.PointerInput) != isPointer {
			t.Errorf("%v: %+v, %v", kind, input, err)
		}
	}
	r := run(10)
	hold(t, r, suite.Test{Inputs: []suite.Input{{Type: formats.PointerInput, Value: "4096"}}})
	if text := page(t, r); !strings.Contains(text, "<i>pointer</i> address 0x1000") {
		t.Error("a pointer is shown as a number")
	}
}

func TestClosest(t *testing.T) {
	zero, some := 0.0, -12.5
	for _, test := range []struct {
		distance *float64
		kind     locations.Kind
		want     string
	}{
		{&some, locations.KindInteger, "12.5"}, {nil, locations.KindInteger, "unknown"}, {&zero, locations.KindFloat,
			"next to it: the operands were equal"},
		{&some, locations.KindPointer, "between pointers"}, {&zero, locations.KindCall, "unknown"},
	} {
		if got := closest(test.distance, test.kind); got != test.want {
			t.Errorf("%q instead of %q", got, test.want)
		}
	}
}

// The figures of a resumed run are the sums of both runs, and its curve never falls.
func TestResumedRun(t *testing.T) {
	r := run(10)
	r.Statistics.Executions, r.Statistics.CPUSeconds = 100, 2
	r.Statistics.Before = &formats.Before{Executions: 1000, CPUSeconds: 30}
	r.Progress = append(r.Progress, r.Progress[0])
	text := page(t, r)
	for _, words := range []string{"<b>1\u202f100</b><span>executions, 100 of them since", "<b>32.0 s</b>"} {
		if !strings.Contains(text, words) {
			t.Errorf("the page lacks %q", words)
		}
	}
	if curve := text[strings.Index(text, `class="line"`):]; !strings.HasSuffix(curve[:strings.Index(curve, `"/>`)], "H544.0V12.0H544.0V12.0") {
		t.Errorf("the curve falls: %s", curve[:200])
	}
}

// Bad ends have a section of their own, sorted as people count.
func TestCrashes(t *testing.T) {
	path := t.TempDir()
	for name, program := range map[string]string{"SIGSEGV/10": "",
		"SIGSEGV/2": "# shell\n# SIGSEGV, after the condition at p.c:7 in main\nseconds=3\n", "SIGSEGV/3.unfinished": ""} {
		folder := filepath.Join(path, formats.CrashFolder, name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if program == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, formats.CrashProgram), []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	crashes, err := ReadCrashes(path)
	if err != nil || len(crashes) != 2 || crashes[0].Folder != "crashes/SIGSEGV/2" ||
		crashes[0].Place != "after the condition at p.c:7 in main" {
		t.Fatalf("%+v, %v", crashes, err)
	}
	r := run(10)
	r.Crashes = crashes
	if text := page(t, r); !strings.Contains(text, "crashes/SIGSEGV/2/reproduce.sh") || !strings.Contains(text,
		"after the condition at p.c:7 in main") || !strings.Contains(text, `href="#crashes"`) {
		t.Error("the page does not show the crashes")
	}
}

// Each line has the tests that execute it.
func TestTestsOfLines(t *testing.T) {
	r := run(10)
	r.By = [][][]int{{{0}}}
	if text := page(t, r); !strings.Contains(text, `<li id="L1" class="covered" data-by="1" value="1">`) {
		t.Error("the first line does not know its test")
	}
}

// Damaged files are refused with a message. The table has some kinds of damage; the fuzz target looks for more.
func TestDamagedFiles(t *testing.T) {
	whole := func() (string, string) {
		r := run(10)
		details, _ := json.Marshal(r.Details)
		statistics, _ := json.Marshal(r.Statistics)
		return string(details), string(statistics)
	}
	for name, damage := range map[string][2]string{
		"a location that is missed":  {`"missed":[{"location":0`, `"missed":[{"location":7`},
		"a branch of the tree":       {`"tree":{"location":0`, `"tree":{"location":9`},
		"a function of a condition":  {`"conditions":[{"function":0`, `"conditions":[{"function":5`},
		"coverage that does not fit": {`"covered":[[true,false]]`, `"covered":[]`},
		"a goal of a test":           {`"tests":null`, `"tests":[{"goals":[99]}]`},
		"an analysis":                {`"analyses":[`, `"analyses":[null,`},
		"a time":                     {`"cpu_seconds":0`, `"cpu_seconds":1e300`},
		"no table":                   {`"locations":{`, `"locations":null,"x":{`},
	} {
		details, statistics := whole()
		both := strings.Replace(details, damage[0], damage[1], 1) + "\x00" + strings.Replace(statistics, damage[0], damage[1], 1)
		if both == details+"\x00"+statistics {
			t.Fatalf("%s: nothing was damaged", name)
		}
		details, statistics, _ = strings.Cut(both, "\x00")
		if _, err := Read(written(t, details, statistics, "")); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// written makes the folder of a run with these files and one test.
func written(t testing.TB, details, statistics, progress string) string {
	t.Helper()
	path := t.TempDir()
	for name, text := range map[string]string{formats.DetailsFile: details, formats.StatisticsFile: statistics,
		formats.ProgressFile: progress} {
		if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w, err := suite.Create(filepath.Join(path, formats.SuiteFolder), suite.Metadata{})
	if err == nil {
		_, err = w.Add(suite.Test{Inputs: []suite.Input{{Type: "char", Value: "5"}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// FuzzRead: whatever the files of a run contain, reading and writing end with a page or an error.
func FuzzRead(f *testing.F) {
	r := run(10)
	details, _ := json.Marshal(r.Details)
	statistics, _ := json.Marshal(r.Statistics)
	progress, _ := json.Marshal(r.Progress[2])
	f.Add(string(details), string(statistics), string(progress)+"\n")
	f.Add(`{"running":true,"locations":{"format":"`+locations.Format+`","pointer_bits":64}}`, "", `{"cpu_seconds":1e11}`+"\n")
	f.Add(string(details), `{"engine":{"analyses":[{"covered":18446744073709551615},{"covered":3}]}}`, `{"engine":{"executions":9}}`)
	f.Fuzz(func(t *testing.T, details, statistics, progress string) {
		if r, err := Read(written(t, details, statistics, progress)); err == nil {
			page(t, r)
		}
	})
}

// TestProofs: a direction that was proved out of reach on some path is said to be so, with what excludes it.
func TestProofs(t *testing.T) {
	r := run(10)
	if len(r.Details.Missed) == 0 {
		t.Fatal("nothing is missed")
	}
	m := r.Details.Missed[0]
	direction := formats.Direction{Location: m.Location, Outcome: m.Outcome}
	because := []formats.Direction{{Location: 0, Outcome: true}, {Location: 1 << 30}}
	r.Statistics.Engine.Symbolic = &formats.Symbolic{Impossible: []formats.Proof{{Direction: direction, Paths: 1, Because: because}}}
	want := fmt.Sprintf("cannot be reached on one path: line %d, ", r.Details.Locations.Conditions[0].Line)
	if got := missedOf(r)[0].Proof; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "is true") {
		t.Errorf("%q", got)
	}
	r.Statistics.Engine.Symbolic.Impossible[0].Direction.Outcome = !m.Outcome
	if got := missedOf(r)[0].Proof; got != "" {
		t.Errorf("of the other direction: %q", got)
	}
	r.Statistics.Engine.Symbolic.Paths = formats.Paths{Recorded: 31, All: true}
	if got := missedOf(r)[0].Proof; !strings.Contains(got, "31 paths") {
		t.Errorf("of all paths: %q", got)
	}
}
