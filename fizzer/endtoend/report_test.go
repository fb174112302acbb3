package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// A killed run has a page. The run that resumes it has one with the figures of both, and its curve never falls.
func TestReportOfKilledAndResumed(t *testing.T) {
	p := ready(t)
	s := start(t, p, filepath.Join(p.root, "examples", "eca-states-60.yml"))
	s.waitFor(t, "test-suite/testcase-000020.xml")
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait() // it was killed
	s.checkProcesses(t)
	page := func() string {
		t.Helper()
		run(t, p, "report", s.output)
		text, err := os.ReadFile(filepath.Join(s.output, "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := page(); !strings.Contains(text, "This run was killed") || strings.Contains(text, "goals not measured") ||
		strings.Contains(text, "is not known (") {
		t.Error("the page of the killed run does not say what it is, or not what the tests reach")
	}
	out := run(t, p, "resume", "--max-executions", "500", s.output)
	if !strings.Contains(out, "\ntotal-executions: ") {
		t.Errorf("no figures of both runs:\n%s", out)
	}
	if text := page(); strings.Contains(text, "This run was killed") || !strings.Contains(text, "of them since the run was resumed") {
		t.Error("the page of the resumed run does not say so")
	}
	checkProgress(t, filepath.Join(s.output, "progress.jsonl"))
}

// A text that is too long for the CPU time of its run is built without lines. The run says so, its goals are judged, and its page names
// conditions by their functions.
func TestReportWithoutLines(t *testing.T) {
	p := ready(t)
	long := source(t, "/*"+strings.Repeat(" a long comment\n", 50_000)+"*/\nextern int __VERIFIER_nondet_int(void);\n"+
		"static int deep(int x) { if (x == 123456789) return 1; if (x * x == 7) return 2; return 0; }\n"+
		"int main(void) { return deep(__VERIFIER_nondet_int()); }\n")
	s := start(t, p, "--max-executions", "2000", "--cpu-time", "11s", long)
	s.wait(t)
	s.checkEnd(t)
	if !strings.Contains(s.stderr.String(), "the report tells no lines of conditions") {
		t.Errorf("the run does not say that lines are missing:\n%s", &s.stderr)
	}
	var statistics formats.Statistics
	readStatistics(t, s.output, &statistics)
	if g := statistics.Goals; g == nil || g.Covered != 3 || g.Total != 4 {
		t.Errorf("goals: %+v", g)
	}
	run(t, p, "report", s.output)
	text, err := os.ReadFile(filepath.Join(s.output, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "deep:0") || !strings.Contains(string(text), "<td>deep</td>") {
		t.Error("the page does not name the condition by its function alone")
	}
}
