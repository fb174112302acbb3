//go:build long

package benchexec

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestLongSlurm: the table is complete, though one of two nodes died in the middle of a run and slurmd of the other one was killed.
// Only the run on the dead node is made again. Nothing of the cluster is left.
func TestLongSlurm(t *testing.T) {
	root := project(t)
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	t.Setenv("ON", "slurm")
	before := quickResults(t, root)
	out := bounded(t, filepath.Join(root, "scripts", "slurm-cluster"), "run", filepath.Join(root, "benchexec", "testdata", "deaths"))
	checkTable(t, root, out)
	if again := strings.Count(string(out), "ended without result; submitted again"); again != 1 {
		t.Errorf("%d runs were submitted again, want that of the dead node", again)
	}
	hosts := map[string]bool{}
	for _, file := range quickResults(t, root) {
		if slices.Contains(before, file) {
			continue
		}
		for _, run := range read(t, file).Runs {
			for _, column := range run.Columns {
				if column.Title == "host" {
					hosts[column.Value] = true
				}
			}
		}
	}
	if got := slices.Sorted(maps.Keys(hosts)); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("runs were on %v", got)
	}
	if left := processesWith(t, scratch); len(left) > 0 {
		t.Errorf("still there: %v", left)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left in TMPDIR: %v, %v", left, err)
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}

// TestLongSlurmOrphans: nothing is left in the queue where the command was killed.
func TestLongSlurmOrphans(t *testing.T) {
	root := project(t)
	t.Setenv("TMPDIR", t.TempDir())
	out := bounded(t, filepath.Join(root, "scripts", "slurm-cluster"), "run", filepath.Join(root, "benchexec", "testdata", "orphans"))
	if !strings.Contains(string(out), "Nobody waits for results any more: all jobs named benchexec-") {
		t.Errorf("%s", out)
	}
}

// TestLongSlurmClusterEnds: the cluster ends with its script, however that ends.
func TestLongSlurmClusterEnds(t *testing.T) {
	root := project(t)
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		scratch := t.TempDir()
		begun := filepath.Join(scratch, "begun")
		command := exec.Command(filepath.Join(root, "scripts", "slurm-cluster"), "run", "bash", "-c", "touch "+begun+"; sleep 1000")
		command.Env = append(os.Environ(), "TMPDIR="+scratch)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- command.Wait() }()
		wait(t, "the cluster to start", func() bool {
			select {
			case err := <-ended:
				t.Fatalf("the cluster ended: %v", err)
			default:
			}
			_, err := os.Stat(begun)
			return err == nil
		})
		if len(processesWith(t, scratch)) < 5 { // the script, munged, slurmctld, two nodes
			t.Errorf("the cluster is %v", processesWith(t, scratch))
		}
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		<-ended
		wait(t, "all processes to end", func() bool { return len(processesWith(t, scratch)) == 0 })
	}
}

// quickResults returns the files of results of quick.xml.
func quickResults(t *testing.T, root string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "build", "benchexec", "quick.*.results.*.quick.xml.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// wait returns when the condition holds. It gives up after callLimit.
func wait(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(callLimit); !condition(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// processesWith returns the names of the processes whose TMPDIR is there or below.
func processesWith(t *testing.T, scratch string) []string {
	t.Helper()
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range environments {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		if strings.Contains("\x00"+string(content), "\x00TMPDIR="+scratch) {
			name, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "comm"))
			names = append(names, strings.TrimSpace(string(name)))
		}
	}
	return names
}
