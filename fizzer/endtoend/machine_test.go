package endtoend

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A missing temporary folder is no fault of the tool, and the message says what to change. A relative one works.
func TestTemporaryFolders(t *testing.T) {
	p := ready(t)
	files := map[string]string{"good.c": goodProgram, "below/x": ""}
	environment := append(os.Environ(), "TMPDIR=/nonexistent")
	message := failing(t, p, environment, map[string]string{"good.c": goodProgram}, []string{"good.c"}, exitOutput,
		"name another one with the environment variable TMPDIR")
	if strings.Contains(message, "--output") {
		t.Errorf("the output folder is not at fault:\n%s", message)
	}
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(p.fizzer, "--max-executions", "20", "good.c")
	command.Dir, command.Env = folder, append(os.Environ(), "TMPDIR=below")
	if out, err := command.CombinedOutput(); err != nil || strings.Contains(string(out), "not measured") {
		t.Errorf("%v\n%s", err, out)
	}
}

// A full temporary folder is reported as such, whatever step filled it.
func TestFullTemporaryFolder(t *testing.T) {
	p := ready(t)
	for _, size := range []string{"4k", "64k", "256k"} {
		folder := t.TempDir()
		script := `mount -t tmpfs -o size=` + size + ` none "$1" && shift && exec "$@"`
		command := exec.Command("unshare", "--user", "--map-root-user", "--mount", "bash", "-c", script, "bash", folder, p.fizzer, "--quiet",
			"--output", t.TempDir(), source(t, goodProgram))
		command.Env = append(os.Environ(), "TMPDIR="+folder, "HOME="+t.TempDir())
		out, err := command.CombinedOutput()
		if err == nil || command.ProcessState.ExitCode() != exitOutput || !strings.Contains(string(out), "TMPDIR") ||
			strings.Contains(string(out), "C library") {
			t.Errorf("%s: %v\n%s", size, err, out)
		}
	}
}

// A compiler that breaks is named. One without a message is not mistaken for a missing library.
func TestBrokenCompilers(t *testing.T) {
	p := ready(t)
	for script, words := range map[string]string{
		"exit 1":        "a working clang-19 is missing",
		"kill -SEGV $$": "clang-19: signal: segmentation fault",
	} {
		folder := t.TempDir()
		text := "#!/bin/sh\n" + script + "\n"
		if err := os.WriteFile(filepath.Join(folder, "clang-19"), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(p.fizzer, "--quiet", "--output", t.TempDir(), source(t, goodProgram))
		command.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "HOME="+t.TempDir())
		if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), words) {
			t.Errorf("%s: %v, want %q\n%s", script, err, words, out)
		}
	}
}

// The output folder of a run stands for its suite. Tests that are skipped are named. The number of executions is exact.
func TestFoldersOfRuns(t *testing.T) {
	p := ready(t)
	output, program := t.TempDir(), source(t, goodProgram)
	out := run(t, p, "--max-executions", "20", "--output", output, program)
	if !strings.Contains(out, "\nexecutions: ") && !strings.HasPrefix(out, "executions: ") {
		t.Fatal(out)
	}
	if out := run(t, p, "replay", output, program); !strings.Contains(out, "covered: ") {
		t.Error(out)
	}
	if out := run(t, p, "--seeds", output, "--max-executions", "5", "--output", t.TempDir(), program); !strings.Contains(out, "RESULT: done") {
		t.Error(out)
	}
	odd := filepath.Join(output, "test-suite", "odd.xml")
	if err := os.WriteFile(odd, []byte("no test\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	failing(t, p, nil, nil, []string{"replay", output, program}, 0, "odd.xml")
}

// --json --quiet prints the summary alone.
func TestQuietJSON(t *testing.T) {
	p := ready(t)
	out := run(t, p, "--json", "--quiet", "--max-executions", "100", "--output", t.TempDir(), filepath.Join(p.root, "examples",
		"endless-controller.yml"))
	var line struct {
		Summary struct {
			Executions uint64 `json:"executions"`
			StoppedBy  string `json:"stopped_by"`
		} `json:"summary"`
	}
	if err := json.Unmarshal([]byte(out), &line); err != nil || line.Summary.Executions != 100 || line.Summary.StoppedBy != "executions" {
		t.Errorf("%v in %s", err, out)
	}
}
