package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
