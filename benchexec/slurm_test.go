package benchexec

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// TestArray: every run comes to its result on a cluster that loses some. A run without task and result is submitted again at the
// second question to Slurm, at most three times; a Slurm that does not answer or has no room changes nothing.
func TestArray(t *testing.T) {
	drive(t, "cluster.py", `{
		"back": true,
		"chunks": [[4, null], [4, null], [2, null]], "batches": [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]],
		"after one question": 3, "without an answer": 3, "after two": [[1, null]], "again": [5],
		"ended": [5], "jobs at last": 4,
		"lost": [[[], [], [], [], [], [0], [0]], [[1, null], [1, null], [1, null]], [0], "why"],
		"bound": [[[4, 2]], [[4, 2]], [[4, 2], [2, 2]]],
		"full": 2, "room": [[1, null]], "refused": "Slurm takes no jobs: no room",
		"values kept": true
	}`)
}

// TestOrphans: a task whose submitter is dead makes no run, and ends one that it makes; all tasks are cancelled then.
func TestOrphans(t *testing.T) {
	drive(t, "orphan.py", `{
		"alive": [0, true, ["0"], ""],
		"dead before": [1, false, [], "--name=benchexec-1\n"],
		"folder removed": [1, false, [], "--name=benchexec-1\n"],
		"dead meanwhile": [1, true, [], "--name=benchexec-1\n"],
		"no scancel": [1, false, [], ""],
		"silent at last": true
	}`)
}

// drive runs a Python file of testdata and compares what it says, as JSON in its last line, with what is wanted.
func drive(t *testing.T, name, want string) {
	t.Helper()
	root := project(t)
	t.Setenv("TMPDIR", t.TempDir())
	command := exec.Command(filepath.Join(root, ".venv", "bin", "python"), filepath.Join("testdata", name),
		filepath.Join(root, "benchexec", "array"))
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got, wanted map[string]any
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	for name, value := range wanted {
		if !reflect.DeepEqual(got[name], value) {
			t.Errorf("%s: %v, want %v", name, got[name], value)
		}
	}
}
