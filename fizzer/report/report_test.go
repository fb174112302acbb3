package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/formats"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// run is a run of a program with this many lines, with a missed goal and a missed direction in line 3.
func run(lines int) *Run {
	distance := -12.5
	r := new(Run)
	if err := r.hold(suite.Each([]suite.Test{oneTest("<5>")})); err != nil {
		panic(err)
	}
	r.Details = formats.Details{
		Programs: []formats.Program{{Path: "/a/program.c", Source: "first\n\nif (x < y && \"</script>\")\n" + strings.Repeat("more\n", lines-3)}},
		Locations: &locations.Table{
			Format: locations.Format, PointerBits: 64, Files: []string{"program.c"}, Functions: []locations.Function{{Name: "main"}},
			Conditions: []locations.Condition{{Line: 3, Column: 5, Kind: locations.KindInteger, Predicate: "slt", Bits: 32}},
		},
		Goals: []formats.Goal{
			{Kind: string(goal.Then), Function: "main", File: "/a/program.c", Line: 3},
			{Kind: string(goal.Else), Function: "main", File: "/a/program.c", Line: 3, Covered: true},
			{Kind: string(goal.Else), Function: "main", File: "/a/program.c", Line: 1, Covered: true},
		},
		Missed: []formats.MissedDirection{{Location: 0, Outcome: true, Distance: &distance, Known: true,
			Values: []formats.Value{{Index: 0, Type: "int", Text: "7"}}, Reads: 1}},
		Covered: [][2]bool{{true, false}},
		Tree:    &formats.Branch{Missed: true, Skipped: 3, Outcomes: [2]formats.Edge{{State: "ended"}, {State: "not taken"}}},
	}
	r.Statistics.Goals = &formats.Goals{Covered: 2, Total: 3}
	r.Statistics.Engine.Analyses = []*formats.Analysis{{Name: "start", Covered: 1}, {Name: "typed", Covered: 3}}
	for i := range 3 {
		p := formats.Progress{CPUSeconds: float64(i)}
		p.Engine.Executions, p.Engine.Tree.CoveredDirections = uint64(1000*i), i
		r.Progress = append(r.Progress, p)
	}
	return r
}

func oneTest(value string) suite.Test {
	return suite.Test{Name: "testcase-000001", Inputs: []suite.Input{{Type: "int", Value: value}}}
}

// hold sets the tests of a run.
func hold(t *testing.T, r *Run, tests ...suite.Test) {
	t.Helper()
	if err := r.hold(suite.Each(tests)); err != nil {
		t.Fatal(err)
	}
}

// Of a long test the page shows the first values and how many more there are.
func TestLongTests(t *testing.T) {
	r := run(10)
	hold(t, r, suite.Test{Name: "testcase-000001", Inputs: slices.Repeat([]suite.Input{{Type: "int", Value: "7"}}, maxValues+12345)})
	r.Crashes = []Crash{{Kind: "SIGSEGV", Inputs: slices.Repeat([]suite.Input{{Type: "char", Value: "7"}}, maxValues+2)}}
	text := page(t, r)
	for what, want := range map[string]int{"<i>int</i> 7<": maxValues, "<i>char</i>": maxValues, "and 12\u202f345 more": 1, "and 2 more": 1} {
		if got := strings.Count(text, what); got != want {
			t.Errorf("%q %d times instead of %d", what, got, want)
		}
	}
}

func page(t *testing.T, r *Run) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPageSaysItAll(t *testing.T) {
	text := page(t, run(10))
	for _, words := range []string{
		"<b>2 / 3</b>", "main:3", "&lt;, 32 bit", "12.5", "#0 int", "&lt;5&gt;", `<li id="L3" class="partly" value="3">`,
		`<li id="L1" class="covered"`,
		"missed: then", "&#34;&lt;/script&gt;&#34;", `title="conditions left out">+3`, "not taken",
	} {
		if !strings.Contains(text, words) {
			t.Errorf("the page lacks %q", words)
		}
	}
	if strings.Contains(text, "http") || strings.Contains(text, `<link`) || strings.Contains(text, " src=") {
		t.Error("the page needs the network")
	}
	if strings.Index(text, "<td>typed</td>") > strings.Index(text, "<td>start</td>") {
		t.Error("the analysis that found most is not the first")
	}
}

// A condition whose line is not known is named by its function.
func TestConditionsWithoutLines(t *testing.T) {
	r := run(10)
	r.Details.Locations.Conditions[0].Line, r.Details.Locations.Conditions[0].Column, r.Details.Goals = 0, 0, nil
	proof := formats.Proof{Direction: formats.Direction{Outcome: true}, Paths: 1, Because: []formats.Direction{{}}}
	r.Statistics.Engine.Symbolic = &formats.Symbolic{Impossible: []formats.Proof{proof}}
	text := page(t, r)
	if strings.Contains(text, "main:") || strings.Contains(text, "line 0") || !strings.Contains(text, "<td>main</td>") ||
		!strings.Contains(text, "cannot be reached on one path: &lt;, 32 bit, is false") {
		t.Errorf("the page is\n%s", text)
	}
}

// A statement behind a condition that never held does not get the colour of the condition's missing else. Goals are on the line of
// the condition.
func TestColoursByExecution(t *testing.T) {
	r := run(10)
	source := `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    abort();
  return 0;
}
`
	r.Details.Programs[0] = formats.Program{Path: "/gone/program.c", Source: source}
	r.Details.Goals = []formats.Goal{
		{Kind: string(goal.Then), Function: "main", File: "/gone/program.c", Line: 5, Owner: 5},
		{Kind: string(goal.Else), Function: "main", File: "/gone/program.c", Line: 6, Owner: 5, Covered: true},
	}
	r.Details.Missed = nil
	r.Statistics.DataModel = "LP64"
	hold(t, r, oneTest("0"))
	if err := r.Execute(context.Background(), replay.Options{Scratch: t.TempDir()}, nil); err != nil || r.NoLines != "" {
		t.Fatalf("%v, %s", err, r.NoLines)
	}
	var marks []string
	for _, l := range sourceOf(r, 0).Lines {
		marks = append(marks, l.Mark)
	}
	if got, want := strings.Join(marks, " "), "  covered covered partly missed covered "; got != want {
		t.Errorf("the lines are %q, want %q", got, want)
	}
	if text := page(t, r); !strings.Contains(text, "never executed") ||
		!strings.Contains(text, `<li id="L6" class="missed" value="6"><code>    abort();`) {
		t.Error("the page does not say that line 6 was never executed")
	}
}

// If the program can no longer be built, the page says so, and goals colour the lines of their conditions.
func TestLinesNotKnown(t *testing.T) {
	r := run(10)
	r.Statistics.DataModel = "ILP32"
	if err := r.Execute(context.Background(), replay.Options{Scratch: t.TempDir()}, &task.Task{Programs: []string{"/none"}}); err != nil ||
		!strings.Contains(r.NoLines, "gcc does not compile") {
		t.Fatalf("%v, %q", err, r.NoLines)
	}
	if text := page(t, r); !strings.Contains(text, "lines were executed is not known (gcc does not compile") ||
		!strings.Contains(text, `<li id="L3" class="partly"`) {
		t.Errorf("the page does not say that the lines are not known")
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if err := run(10).Execute(stopped, replay.Options{Scratch: t.TempDir()}, nil); err == nil {
		t.Error("a stopped build is no error")
	}
}

// The page of a shared run says which machine found which test, and counts its goals.
func TestMachines(t *testing.T) {
	r := run(10)
	if strings.Contains(page(t, r), "Which machine found what") {
		t.Error("the page of a run of one machine has a table of machines")
	}
	hold(t, r, oneTest("<5>"), suite.Test{Name: "testcase-000002"}, suite.Test{Name: "testcase-000003"})
	r.Details.Tests = []formats.Test{{Goals: []int{1}}, {Goals: []int{1, 2}, Search: "<b>/7"}, {Goals: []int{2}, Search: "c/9"}}
	r.Statistics.Executions = 500
	r.Statistics.Searches = []formats.Search{{Name: "<b>/7", Executions: 12345, Directions: 4, Finds: 6, Counted: 5, Gone: true},
		{Name: "c/9"}}
	got := searchesOf(r, testsOf(r))
	want := []search{
		{Search: r.Statistics.Searches[0], Tests: 1, New: 1},
		{Search: formats.Search{Name: "this machine", Executions: 500}, Own: true, Tests: 1, New: 1},
		{Search: r.Statistics.Searches[1], Tests: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	text := page(t, r)
	for _, words := range []string{"Which machine found what", "&lt;b&gt;/7 <span class=\"quiet\">gone</span>", "12\u202f345",
		`data-label="counted">5</td>`, "<td>&lt;b&gt;/7</td>", "<td>this machine</td>"} {
		if !strings.Contains(text, words) {
			t.Errorf("the page lacks %q", words)
		}
	}
}

func TestPageOfNothing(t *testing.T) {
	r := run(10)
	r.Details.Missed, r.Details.Tree, r.Details.Goals, r.Progress, r.Tests, r.Statistics.Goals = nil, nil, nil, nil, nil, nil
	if text := page(t, r); !strings.Contains(text, "Nothing is missed") || !strings.Contains(text, "goals not measured") {
		t.Error("the page does not say that nothing is missed and measured")
	}
}

func TestLongProgramsAreShortened(t *testing.T) {
	s := sourceOf(run(longProgram+100), 0)
	if last := s.Lines[len(s.Lines)-1]; len(s.Lines) != 3+contextual || last.Number != 3+contextual {
		t.Errorf("%d lines, the last is number %d", len(s.Lines), last.Number)
	}
	if s := sourceOf(run(longProgram), 0); len(s.Lines) != longProgram {
		t.Errorf("%d lines of %d", len(s.Lines), longProgram)
	}
}

// In a preprocessed program the location table has lines of the original, the goals have lines of the text.
func TestPreprocessedPrograms(t *testing.T) {
	r := run(10)
	r.Details.Programs[0] = formats.Program{Path: "/a/program.i", Source: "# 1 \"program.c\"\nfirst\n\nif (x < y)\n"}
	for i := range r.Details.Goals {
		r.Details.Goals[i].TextLine = r.Details.Goals[i].Line + 1
	}
	s := sourceOf(r, 0)
	if l := s.Lines[3]; l.Mark != "partly" || len(l.Missed) != 1 || l.Text != "if (x < y)" {
		t.Errorf("line 4 is %+v", l)
	}
}

// Each file of a program has its own lines, goals and missed directions.
func TestSeveralFiles(t *testing.T) {
	r := run(10)
	r.Details.Programs = append(r.Details.Programs, formats.Program{Path: "/a/other.c", Source: "int other(int x) {\n  return x == 5;\n}\n"})
	r.Details.Locations.Files = append(r.Details.Locations.Files, "other.c")
	r.Details.Locations.Conditions = append(r.Details.Locations.Conditions,
		locations.Condition{File: 1, Line: 2, Column: 3, Kind: locations.KindInteger, Predicate: "eq", Bits: 32})
	r.Details.Covered = append(r.Details.Covered, [2]bool{true, false})
	r.Details.Missed = append(r.Details.Missed, formats.MissedDirection{Location: 1, Outcome: true})
	r.Details.Goals = append(r.Details.Goals,
		formats.Goal{Kind: string(goal.Then), Function: "other", File: "/a/other.c", Line: 2, Program: 1})
	all := sources(r)
	if len(all) != 2 || all[0].Missed != 1 || all[1].Missed != 1 || len(all[0].Lines[2].Missed) != 1 || len(all[1].Lines[1].Missed) != 1 ||
		len(all[0].Lines[1].Missed) != 0 {
		t.Fatalf("%+v", all)
	}
	text := page(t, r)
	for _, words := range []string{"<h3>other.c", `<li id="F2L2" class="missed" value="2">`, `<a href="#F2L2">`, `<a href="#L3">`} {
		if !strings.Contains(text, words) {
			t.Errorf("the page lacks %q", words)
		}
	}
	if strings.Contains(page(t, run(10)), "<h3>program.c") {
		t.Error("a single file has a heading")
	}
}

func TestTicks(t *testing.T) {
	for limit, want := range map[float64]string{1: "[0 0.2 0.4 0.6 0.8 1]", 40: "[0 10 20 30 40]", 25: "[0 5 10 15 20 25]"} {
		var rounded []string
		for _, v := range ticks(limit) {
			rounded = append(rounded, short(v))
		}
		if got := fmt.Sprint(rounded); got != want {
			t.Errorf("up to %v: %s, want %s", limit, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	folder := t.TempDir()
	want := run(10)
	write := func(name string, content any) {
		text, err := json.Marshal(content)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), "resume") {
		t.Errorf("of an empty folder: %v", err)
	}
	write(formats.StatisticsFile, formats.Statistics{StoppedBy: formats.StoppedByFailure})
	if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), "before its program was built") {
		t.Errorf("of a run whose program was not built: %v", err)
	}
	write(formats.StatisticsFile, want.Statistics)
	if _, err := Read(folder); err == nil || strings.Contains(err.Error(), "before its program was built") {
		t.Errorf("of a run that has lost its details: %v", err)
	}
	write(formats.DetailsFile, want.Details)
	write(formats.ProgressFile, want.Progress[2])
	w, err := suite.Create(filepath.Join(folder, formats.SuiteFolder),
		suite.Metadata{Producer: "p", Specification: "s", ProgramFile: "f", ProgramHash: "0", Architecture: "32bit", Created: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(want.Tests[0].Test); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, formats.CrashFolder, "SIGSEGV", "1"), 0o755); err != nil {
		t.Fatal(err)
	}
	got, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Tests) != 1 || got.Killed || len(got.Progress) != 1 || len(got.Details.Missed) != 1 || len(got.Crashes) != 1 {
		t.Errorf("read %+v", got)
	}
	page(t, got)
	want.Details.Covered = nil
	write(formats.DetailsFile, want.Details)
	if _, err := Read(folder); err == nil {
		t.Error("details that do not fit the location table are read")
	}
}
