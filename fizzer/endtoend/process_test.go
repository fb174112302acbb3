package endtoend

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// maxWait bounds every wait. No run needs a tenth of it.
const maxWait = 10 * time.Minute

// started is a running fizzer with folders of its own.
type started struct {
	command        *exec.Cmd
	output         string // --output
	temporary      string // its TMPDIR, by which its processes are recognised
	stdout, stderr bytes.Buffer
}

// start runs fizzer with these arguments and an output folder.
func start(t *testing.T, p places, arguments ...string) *started {
	t.Helper()
	s := prepareRun(t, p.fizzer, arguments...)
	s.begin(t)
	return s
}

// prepareRun is start for this executable, but does not start it, so that the command can be changed.
func prepareRun(t *testing.T, fizzer string, arguments ...string) *started {
	t.Helper()
	s := &started{output: t.TempDir(), temporary: t.TempDir()}
	s.command = exec.Command(fizzer, append([]string{"--output", s.output}, arguments...)...)
	s.command.Dir = t.TempDir()
	s.command.Env = append(os.Environ(), "TMPDIR="+s.temporary)
	s.command.Stdout, s.command.Stderr = &s.stdout, &s.stderr
	return s
}

func (s *started) begin(t *testing.T) {
	t.Helper()
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.command.Process.Kill() })
}

// wait waits until fizzer has ended by itself. It fails the test if that takes too long.
func (s *started) wait(t *testing.T) {
	t.Helper()
	watch := time.AfterFunc(maxWait, func() { s.command.Process.Kill() })
	err := s.command.Wait()
	if !watch.Stop() {
		t.Fatalf("fizzer has not ended by itself\n%s%s", &s.stdout, &s.stderr)
	}
	if err != nil {
		t.Fatalf("fizzer: %v\n%s%s", err, &s.stdout, &s.stderr)
	}
}

// waitFor waits until a file in the output folder matches the pattern.
func (s *started) waitFor(t *testing.T, pattern string) {
	t.Helper()
	for end := time.Now().Add(maxWait); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if found, err := filepath.Glob(filepath.Join(s.output, pattern)); err != nil {
			t.Fatal(err)
		} else if len(found) > 0 {
			return
		}
	}
	t.Fatalf("fizzer has not written %s\n%s%s", pattern, &s.stdout, &s.stderr)
}

// checkEnd checks the files of a run that was not killed: a valid suite, a summary, nothing else.
func (s *started) checkEnd(t *testing.T) {
	t.Helper()
	checkSuite(t, filepath.Join(s.output, "test-suite"))
	checkSuite(t, filepath.Join(s.output, "test-suite.zip"))
	out := s.stdout.String()
	for _, name := range []string{"executions", "cpu-seconds", "tests", "goals", "stopped-by"} {
		if !strings.Contains("\n"+out, "\n"+name+": ") {
			t.Errorf("the summary lacks %q:\n%s", name, out)
		}
	}
	if last := lastLine(out); !strings.HasPrefix(last, "RESULT: ") {
		t.Errorf("the last line is %q", last)
	}
	if printed := s.stdout.Len() + s.stderr.Len(); printed >= outputLimit {
		t.Errorf("fizzer printed %d bytes, allowed are less than %d", printed, outputLimit)
	}
	for _, folder := range []string{s.temporary, s.command.Dir} {
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
	s.checkProcesses(t)
}

// checkProcesses fails the test if a process of the run survives.
func (s *started) checkProcesses(t *testing.T) {
	t.Helper()
	var left []string
	for end := time.Now().Add(maxWait / 20); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if left = s.processes(); len(left) == 0 {
			return
		}
	}
	t.Errorf("processes left behind: %s", strings.Join(left, "; "))
}

// processes returns the living processes of the run: those with its temporary folder in their environment, command line, executable
// or working directory.
func (s *started) processes() []string {
	var found []string
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, folder := range folders {
		var traces []byte
		for _, name := range []string{"environ", "cmdline"} {
			content, _ := os.ReadFile(filepath.Join(folder, name)) // empty if the process has just ended
			traces = append(traces, content...)
		}
		for _, name := range []string{"exe", "cwd"} {
			link, _ := os.Readlink(filepath.Join(folder, name))
			traces = append(traces, link...)
		}
		if bytes.Contains(traces, []byte(s.temporary)) {
			command, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
			found = append(found, filepath.Base(folder)+" "+string(bytes.ReplaceAll(command, []byte{0}, []byte{' '})))
		}
	}
	return found
}
