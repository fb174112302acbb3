package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every command of the tutorial works, and the text about it is true.
func TestTutorial(t *testing.T) {
	p := ready(t)
	content, err := os.ReadFile(filepath.Join(p.root, "docs", "tutorial.md"))
	if err != nil {
		t.Fatal(err)
	}
	script := "set -euxo pipefail\n"
	for line := range strings.Lines(string(content)) {
		if command, indented := strings.CutPrefix(line, "    "); indented {
			script += command
		}
	}
	command := exec.Command("bash", "-c", script)
	command.Dir = t.TempDir()
	command.Env = append(os.Environ(), "PATH="+filepath.Join(p.root, "bin")+":"+os.Getenv("PATH"))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for words, times := range map[string]int{"goals: 3/4\n": 3, "RESULT: done\n": 6, "covered: 3\n": 1, "AddressSanitizer: SEGV": 1,
		"report: out/report.html\n": 1, "<testcase": 1,
		"100% tests passed": 2, "AddressSanitizer: heap-buffer-overflow": 1, "only-first: 0\n": 1, "only-second: 0\n": 1} {
		if got := strings.Count(string(out), words); got < times {
			t.Errorf("%q is there %d times, want %d", words, got, times)
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}
