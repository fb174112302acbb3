package endtoend

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// SIGTERM and SIGINT end a run: everything is written, nothing is left behind.
func TestSignals(t *testing.T) {
	p := ready(t)
	for _, test := range []struct {
		signal syscall.Signal
		moment string // file in the output folder after whose appearance the signal is sent
	}{
		{syscall.SIGTERM, "test-suite/metadata.xml"},
		{syscall.SIGTERM, "test-suite/testcase-*.xml"},
		{syscall.SIGINT, "test-suite/testcase-*.xml"},
	} {
		t.Run(fmt.Sprintf("%v at %s", test.signal, filepath.Base(test.moment)), func(t *testing.T) {
			t.Parallel()
			s := start(t, p, filepath.Join(p.root, "examples", "endless-controller.yml"))
			s.waitFor(t, test.moment)
			if err := s.command.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			s.wait(t)
			s.checkEnd(t)
		})
	}
}

// TestZipOfKilled: a run that is killed while it searches leaves a zip of the tests found so far.
func TestZipOfKilled(t *testing.T) {
	p := ready(t)
	s := start(t, p, filepath.Join(p.root, "examples", "endless-controller.yml"))
	s.waitFor(t, "test-suite.zip")
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait() // killed
	checkSuite(t, filepath.Join(s.output, "test-suite.zip"))
}

// TestZipOfRunBefore: the zip of a run before does not survive in the folder of one that makes no suite.
func TestZipOfRunBefore(t *testing.T) {
	p := ready(t)
	output := t.TempDir()
	run(t, p, "--max-executions", "20", "--output", output, filepath.Join(p.root, "examples", "no-input.yml"))
	broken := filepath.Join(t.TempDir(), "broken.c")
	if err := os.WriteFile(broken, []byte("int main(void) { return x; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(p.fizzer, "--output", output, broken).Run(); err == nil {
		t.Fatal("a program that does not compile was accepted")
	}
	if tests := testsOf(t, filepath.Join(output, "test-suite.zip")); len(tests) > 0 {
		t.Errorf("the zip holds %d tests of the run before", len(tests))
	}
}

// A process killed at any moment leaves a valid suite with the tests found so far, and no processes.
func TestKills(t *testing.T) {
	p := ready(t)
	const kills = 50
	random := rand.New(rand.NewPCG(1, 2))
	for i := range kills {
		delay := time.Duration(random.IntN(1500)) * time.Millisecond
		t.Run(fmt.Sprintf("kill %d after %v", i, delay), func(t *testing.T) {
			t.Parallel()
			s := start(t, p, "--max-executions", "10000", filepath.Join(p.root, "examples", "eca-states-60.yml"))
			s.waitFor(t, "test-suite/metadata.xml")
			time.Sleep(delay)
			if err := s.command.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := s.command.Wait(); err == nil {
				t.Log("the run was over before the kill")
			}
			checkSuite(t, filepath.Join(s.output, "test-suite"))
			if zip := filepath.Join(s.output, "test-suite.zip"); exists(zip) {
				checkSuite(t, zip)
			}
			s.checkProcesses(t)
		})
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
