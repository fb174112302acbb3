package endtoend

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// terminal runs fizzer on a terminal of its own, by script of util-linux, and returns its output.
func terminal(t *testing.T, p places, arguments ...string) string {
	t.Helper()
	folder := t.TempDir()
	line := fmt.Sprintf("stty cols 70 rows 30; exec %s --output %s %s", p.fizzer, folder, strings.Join(arguments, " "))
	command := exec.Command("script", "-qec", line, filepath.Join(folder, "typescript"))
	command.Env = append(os.Environ(), "TERM=xterm-256color")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// The view is drawn on a terminal only. Other outputs have no escape codes.
func TestProgressOnTerminalAndInLog(t *testing.T) {
	p := ready(t)
	example := filepath.Join(p.root, "examples", "eca-states-60.yml")
	arguments := []string{"--max-executions", "500", example}
	drawn := terminal(t, p, arguments...)
	for _, words := range []string{"\x1b[", "building the program", "fizzer  eca-states-60.c", "\x1b[?25h", "The test suite is in ",
		"fizzer report "} {
		if !strings.Contains(drawn, words) {
			t.Errorf("the view lacks %q: %q", words, drawn)
		}
	}
	if strings.Contains(drawn, "\x1b]11;?") {
		t.Error("the terminal is asked for its background, and may never answer")
	}
	if last := strings.TrimSpace(lastLine(strings.ReplaceAll(drawn, "\r", ""))); last != "RESULT: done" {
		t.Errorf("the last line is %q", last)
	}
	if quiet := terminal(t, p, append([]string{"--quiet"}, arguments...)...); strings.Contains(quiet, "building the program") {
		t.Errorf("with --quiet there is %q", quiet)
	}
	logged, err := exec.Command(p.fizzer, append([]string{"--output", t.TempDir()}, arguments...)...).CombinedOutput()
	if err != nil || strings.Contains(string(logged), "\x1b") || !strings.Contains(string(logged), ": building the program") {
		t.Errorf("%v, the log is %q", err, logged)
	}
}

// With --json every line of standard output is JSON. The last one is the summary.
func TestJSONOutput(t *testing.T) {
	p := ready(t)
	out := run(t, p, "--json", "--max-executions", "500", "--output", t.TempDir(), filepath.Join(p.root, "examples", "switch-sparse.yml"))
	var last map[string]json.RawMessage
	for line := range strings.Lines(out) {
		last = nil
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
	}
	if string(last["result"]) != `"done"` || last["summary"] == nil {
		t.Errorf("the last line is %v", last)
	}
}
