package endtoend

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// A missing temporary folder is no fault of the tool, and the message says what to change. A relative one works.
func TestTemporaryFolders(t *testing.T) {
	p := ready(t)
	files := map[string]string{"good.c": goodProgram, "below/x": ""}
	environment := append(os.Environ(), "TMPDIR="+filepath.Join(t.TempDir(), "missing"))
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

// A disk that fills up while tests are found leaves a zip of all tests that are in the folder, or none.
func TestFullOutputFolder(t *testing.T) {
	p := ready(t)
	script := `mount -t tmpfs -o size="$0" none "$1" && "${@:3}"; code=$?; cp -r "$1"/. "$2"; exit $code`
	zips := 0
	for kib := 16; kib <= 64; kib += 8 {
		folder, left := t.TempDir(), t.TempDir()
		command := exec.Command("unshare", "--user", "--map-root-user", "--mount", "bash", "-c", script, fmt.Sprintf("%dk", kib), folder, left,
			p.fizzer, "--quiet", "--max-executions", "3000", "--output", folder, filepath.Join(p.root, "examples", "string-command.yml"))
		out, err := command.CombinedOutput()
		code, zip := command.ProcessState.ExitCode(), filepath.Join(left, formats.SuiteZip)
		if code != exitOutput && code != exitDone {
			t.Fatalf("%d KiB: %v\n%s", kib, err, out)
		}
		if !exists(zip) {
			if code == exitDone {
				t.Errorf("%d KiB: no zip\n%s", kib, out)
			}
			continue
		}
		if zipped, tests := testsOf(t, zip), testsOf(t, filepath.Join(left, formats.SuiteFolder)); len(zipped) != len(tests) {
			t.Errorf("%d KiB: %d tests in the zip, %d in the folder\n%s", kib, len(zipped), len(tests), out)
		}
		if code == exitOutput {
			zips++
		}
	}
	if zips == 0 {
		t.Error("no full disk has a zip")
	}
}

// leavesGarbage is a compiler that writes a text into each output file.
const leavesGarbage = `for word in "$@"; do [ "$before" = -o ] && echo text > "$word"; before=$word; done; exit 0`

// A compiler that breaks is named, whatever it does instead of its work. That is neither a missing library, nor a missing file, nor a
// fault of the program.
func TestBrokenCompilers(t *testing.T) {
	p := ready(t)
	output, program, front := t.TempDir(), source(t, goodProgram), clang(t)
	run(t, p, "--max-executions", "20", "--output", output, program)
	for _, test := range []struct {
		tool, script, words string
		code                int
	}{
		{front, "exit 1", "a working " + front + " is missing", exitMissing},
		{front, "exit 0", "a working " + front + " is missing", exitMissing},
		{front, leavesGarbage, "a working " + front + " is missing", exitMissing},
		{front, "kill -SEGV $$", front + ": signal: segmentation fault", exitMissing},
		{"gcc", "exit 1", "a working gcc is missing", exitMissing},
		{"gcc", "exit 0", "a working gcc is missing", exitMissing},
		{"gcc", leavesGarbage, "a working gcc is missing", exitMissing},
		{"gcc", "kill -SEGV $$", "gcc: signal: segmentation fault", exitMissing},
		{"gcc", "echo 'as: a.s: No space left on device' >&2; exit 1", "gcc: no space left on device", exitOutput},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, test.tool), []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		arguments := []string{"--quiet", "--output", t.TempDir(), program}
		if test.tool == "gcc" {
			arguments = []string{"replay", output}
		}
		environment := append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "HOME="+t.TempDir(), "XDG_CACHE_HOME=")
		failing(t, p, environment, nil, arguments, test.code, test.words)
	}
}

// Without gcc no test can be judged: the run says so at once, before the program is built.
func TestNoGCC(t *testing.T) {
	p := ready(t)
	path, err := exec.LookPath(clang(t))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(path, filepath.Join(folder, filepath.Base(path))); err != nil {
		t.Fatal(err)
	}
	output := t.TempDir()
	arguments := []string{"--quiet", "--output", output, source(t, "no program")}
	failing(t, p, append(os.Environ(), "PATH="+folder), nil, arguments, exitMissing, "gcc is missing")
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
