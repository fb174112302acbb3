package endtoend

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/scratch"
	"fizzer/libfizzer/sandbox"
)

// inject makes a run with the fault.
func inject(t *testing.T, f fault) {
	t.Parallel()
	s := f.prepare(t)
	begun := make(chan struct{})
	if f.event > 0 {
		watchFiles(t, f.event, func() { <-begun; f.meddle(t, s) }, s.output, s.temporary)
	}
	began := time.Now()
	s.begin(t)
	close(begun)
	if f.event == 0 && f.meddle != nil {
		f.meddle(t, s)
	}
	watch := time.AfterFunc(maxWait, func() { s.command.Process.Kill() })
	_ = s.command.Wait() // its exit code is checked
	if !watch.Stop() {
		t.Fatalf("no end\n%s%s", &s.stdout, &s.stderr)
	}
	took := time.Since(began)
	t.Logf("code %d after %v: %s", s.command.ProcessState.ExitCode(), took.Round(time.Millisecond), s.told())
	s.checkFault(t, &f)
	if limit := f.wall(); took > limit+limit/10+limitRoom {
		t.Errorf("it took %v of %v", took, limit)
	}
	s.checkProcesses(t)
}

// wall returns the limit of wall time of the run.
func (f *fault) wall() time.Duration { return cmp.Or(f.limit, ampleLimit) }

// prepare returns the run, which is not started yet.
func (f *fault) prepare(t *testing.T) *started {
	t.Helper()
	p := ready(t)
	arguments := append([]string{"--wall-time", fmt.Sprintf("%gs", f.wall().Seconds())}, f.arguments...)
	if f.program == "" {
		executions := "3000"
		if f.tool[0] != "" {
			executions = "300"
		}
		arguments = append(arguments, "--max-executions", executions)
	}
	arguments = append(arguments, filepath.Join(p.root, "examples", cmp.Or(f.program, "string-command.yml")))
	var s *started
	switch tool := f.tool[0]; tool {
	case "":
		s = prepareRun(t, p.fizzer, arguments...)
	case "clang":
		s = runWithFake(t, p, clang(t), f.tool[1], arguments...)
	default:
		s = runWithFake(t, p, tool, f.tool[1], arguments...)
	}
	if f.belt != (belted{}) {
		f.belt.around(t, s)
	}
	s.command.Args = append(slices.Clone(f.prefix), s.command.Args...)
	var err error
	if s.command.Path, err = exec.LookPath(s.command.Args[0]); err != nil {
		t.Fatal(err)
	}
	return s
}

// around puts the commands around the run. What is in its output folder at the end, which may vanish with a mount, is copied: the copy is
// the run's output from then on. What is left in the temporary folder is noted.
func (b *belted) around(t *testing.T, s *started) {
	t.Helper()
	kept, left := t.TempDir(), filepath.Join(t.TempDir(), "left")
	script := b.before + "\n"
	if b.during != "" {
		script += "( " + b.during + " ) &\n"
	}
	script += `"$@" ` + b.after + "\ncode=$?\n"
	if b.during != "" {
		script += "kill $! 2> /dev/null && code=99\nwait $! 2> /dev/null\n"
	}
	script += "cp -r \"$OUT\"/. \"$KEPT\" 2> /dev/null\nls -A \"$TMPDIR\" > \"$LEFT\" 2> /dev/null\nexit $code"
	s.command.Env = append(s.command.Env, "OUT="+s.output, "AWAY="+t.TempDir(), "KEPT="+kept, "LEFT="+left)
	s.command.Args = append([]string{"unshare", "--user", "--map-root-user", "--mount", "bash", "-c", script, "bash"}, s.command.Args...)
	s.output = kept
	t.Cleanup(func() {
		if text, err := os.ReadFile(left); err != nil || len(text) > 0 && !strings.HasPrefix(string(text), "/etc/passwd") {
			t.Errorf("left in the temporary folder: %q, %v", text, err)
		}
	})
}

// checkFault checks how the run ended and the files that it left.
func (s *started) checkFault(t *testing.T, f *fault) {
	t.Helper()
	var reasons []string
	for i := range f.ends {
		why := s.differs(t, &f.ends[i])
		if why == "" {
			reasons = nil
			break
		}
		reasons = append(reasons, why)
	}
	if len(reasons) > 0 {
		t.Errorf("not as allowed: %s\n%s%s", strings.Join(reasons, "; "), &s.stdout, &s.stderr)
	}
	if text := s.stderr.String(); strings.Contains(text, "goroutine ") {
		t.Errorf("a panic:\n%s", text)
	}
	suite, zip := filepath.Join(s.output, formats.SuiteFolder), filepath.Join(s.output, formats.SuiteZip)
	complete := s.command.ProcessState.ExitCode() == exitDone
	if complete || exists(filepath.Join(suite, "metadata.xml")) {
		checkSuite(t, suite)
	}
	if complete || exists(zip) {
		checkSuite(t, zip)
	}
	if f.leaves && strings.Contains(s.stderr.String(), "note: scratch folder ") {
		folder, err := scratch.MakeIn(s.temporary) // as the next run does
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Remove()
		if left, err := os.ReadDir(s.temporary); err != nil || len(left) != 1 {
			t.Errorf("the next run left in the temporary folder: %v %v", left, err)
		}
	} else if left, err := os.ReadDir(s.temporary); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v %v", left, err)
	}
}

// differs returns why the run did not end in this way; empty: it did.
func (s *started) differs(t *testing.T, e *end) string {
	t.Helper()
	if code := s.command.ProcessState.ExitCode(); code != e.code {
		return fmt.Sprintf("code %d instead of %d", code, e.code)
	}
	if last := lastLine(s.stdout.String()); !strings.HasPrefix(last, e.result) {
		return fmt.Sprintf("the last line is %q", last)
	}
	messages := s.stderr.String()
	for _, word := range e.words {
		if !strings.Contains(messages, word) {
			return fmt.Sprintf("%q is not in the messages", word)
		}
	}
	if e.code > exitDone && !strings.Contains(messages, "fizzer: ") {
		return "it says nothing"
	}
	if e.stopped != "" {
		var statistics formats.Statistics
		if readStatistics(t, s.output, &statistics); statistics.StoppedBy != e.stopped {
			return fmt.Sprintf("stopped by %q", statistics.StoppedBy)
		}
	}
	if tests, _ := filepath.Glob(filepath.Join(s.output, formats.SuiteFolder, "testcase-*.xml")); !e.empty && len(tests) == 0 {
		return "no tests"
	}
	return ""
}

// told returns the last line on standard output and those on standard error that are no progress, for the log.
func (s *started) told() string {
	lines := []string{lastLine(s.stdout.String())}
	for line := range strings.Lines(s.stderr.String()) {
		if line = strings.TrimSpace(line); !strings.Contains(line, " s left") {
			lines = append(lines, line[:min(len(line), 300)])
		}
	}
	return strings.Join(lines, " | ")
}

// awaitTest waits until the suite has this many tests.
func (s *started) awaitTest(t *testing.T, number int) {
	t.Helper()
	for file := filepath.Join(s.output, formats.SuiteFolder, fmt.Sprintf("testcase-%06d.xml", number)); !exists(file); {
		if s.over() {
			t.Fatalf("it ended before test %d\n%s%s", number, &s.stdout, &s.stderr)
		}
		time.Sleep(time.Millisecond)
	}
}

// over tells whether the first process of the run has ended.
func (s *started) over() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, s.command.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err != nil || info.Signo != 0
}

// part waits for a process of the run whose command line, with zeros behind its words, has these words, and returns its id, or that of its
// launcher. A word after ^ begins the line.
func (s *started) part(t *testing.T, launcher bool, words ...string) int {
	t.Helper()
	for end := time.Now().Add(maxWait); time.Now().Before(end) && !s.over(); time.Sleep(time.Millisecond) {
		for _, pid := range sandbox.Family(s.command.Process.Pid)[1:] {
			command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			lacks := func(word string) bool {
				if first, begins := strings.CutPrefix(word, "^"); begins {
					return !bytes.HasPrefix(command, []byte(first))
				}
				return !bytes.Contains(command, []byte(word))
			}
			if err != nil || slices.ContainsFunc(words, lacks) {
				continue
			}
			if launcher {
				return s.launcherOf(pid)
			}
			return pid
		}
	}
	t.Fatalf("no process with %q\n%s%s", words, &s.stdout, &s.stderr)
	return 0
}

// launcherOf returns the launcher above a process, or the process if it has ended.
func (s *started) launcherOf(pid int) int {
	for _, above := range sandbox.Family(s.command.Process.Pid)[1:] {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", above)) // it may have ended
		if bytes.HasPrefix(command, []byte("fizzer-sandbox")) && slices.Contains(sandbox.Family(above), pid) {
			return above
		}
	}
	return pid
}

// signal sends a signal to a process of the run; 0: none.
func (s *started) signal(t *testing.T, pid int, signal syscall.Signal) {
	t.Helper()
	if err := unix.Kill(pid, signal); err != nil && err != unix.ESRCH { // it may have ended
		t.Fatal(err)
	}
}
