package endtoend

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// SIGTERM and SIGINT end a run: all files are written, nothing keeps running.
func TestSignals(t *testing.T) {
	p := ready(t)
	for _, test := range []struct {
		signal syscall.Signal
		moment string // file in the output folder; when it appears, the signal is sent
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

// TestInterruptFinishes: after the first SIGINT the tests found so far are judged, and a note says so. It goes to the whole process
// group, as from a terminal. The second one stops at once.
func TestInterruptFinishes(t *testing.T) {
	p := ready(t)
	for _, interrupts := range []int{1, 2} {
		s := prepareRun(t, p.fizzer, filepath.Join(p.root, "examples", "endless-controller.yml"))
		s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		s.begin(t)
		s.waitFor(t, "test-suite/testcase-000003.xml")
		for range interrupts {
			if err := syscall.Kill(-s.command.Process.Pid, syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(interrupts-1) * 20 * time.Millisecond) // two at once would be one signal
		}
		s.wait(t)
		s.checkEnd(t)
		out := s.stdout.String()
		if lacks := !strings.Contains(out, "\nstopped-by: signal\n"); lacks || interrupts == 1 && goalsIn(t, out).covered == 0 {
			t.Errorf("after %d interrupts:\n%s", interrupts, out)
		}
		if told := strings.Contains(s.stderr.String(), "finishing: "); !told && interrupts == 1 {
			t.Errorf("not a word:\n%s", &s.stderr)
		}
		if !exists(filepath.Join(s.output, "statistics.json")) {
			t.Error("no statistics")
		}
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

// TestZipOfRunBefore: if a run makes no suite, it removes the zip of an earlier run.
func TestZipOfRunBefore(t *testing.T) {
	p := ready(t)
	output := t.TempDir()
	run(t, p, "--max-executions", "20", "--output", output, filepath.Join(p.root, "examples", "no-input.yml"))
	broken := filepath.Join(t.TempDir(), "broken.c")
	if err := os.WriteFile(broken, []byte("int main(void) { return x; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(p.fizzer, "--force", "--output", output, broken).Run(); err == nil {
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
