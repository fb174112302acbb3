package endtoend

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// maxWait bounds every wait. No run needs a tenth of it.
const maxWait = 10 * time.Minute

// started is a running fizzer with folders of its own.
type started struct {
	command        *exec.Cmd
	output         string // --output
	temporary      string // its TMPDIR, by which its processes are recognised
	stdout, stderr bytes.Buffer
	family         family
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
	s.family.watch(t, s.command.Process.Pid)
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
		if left = slices.Concat(s.processes(), s.family.living(), orphans()); len(left) == 0 {
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
			pid, _ := strconv.Atoi(filepath.Base(folder)) // the pattern has digits only
			found = append(found, named(pid))
		}
	}
	return found
}

// named returns the number and the command line of a process.
func named(pid int) string {
	return fmt.Sprintf("%d %s", pid, strings.ReplaceAll(readText(fmt.Sprintf("/proc/%d/cmdline", pid)), "\x00", " "))
}

// family is all processes that a run has had: also those that hide what they belong to, or that others have adopted.
type family struct {
	mutex        sync.Mutex
	first        int // process of the run
	firstStarted string
	known        map[int]string // by process: when it began
}

// familyPause is the time between two looks at the family.
const familyPause = 20 * time.Millisecond

// watch notes the processes below the first one until the test ends.
func (f *family) watch(t *testing.T, first int) {
	f.first, f.firstStarted, f.known = first, began(first), map[int]string{}
	stop, ended := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(stop); <-ended })
	go func() {
		defer close(ended)
		for {
			f.note()
			select {
			case <-stop:
				return
			case <-time.After(familyPause):
			}
		}
	}()
}

// note notes the present processes.
func (f *family) note() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if began(f.first) != f.firstStarted {
		return // another process may have got its number
	}
	for _, pid := range sandbox.Family(f.first) {
		if f.known[pid] == "" {
			f.known[pid] = began(pid)
		}
	}
}

// living returns those of the noted processes that live.
func (f *family) living() (found []string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for pid, start := range f.known {
		if start != "" && began(pid) == start {
			found = append(found, named(pid))
		}
	}
	return found
}

// groups returns the control groups of the noted processes.
func (f *family) groups() (found []string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for line := range strings.Lines(readText("/proc/self/cgroup")) { // hierarchy:controllers:path
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		for _, mounted := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/*"} {
			groups, _ := filepath.Glob(filepath.Join(mounted, fields[len(fields)-1], "fizzer-*")) // none if there are no control groups
			for _, group := range groups {
				_, number, _ := strings.Cut(strings.TrimPrefix(filepath.Base(group), "fizzer-"), "-") // the PID namespace comes first
				if pid, err := strconv.Atoi(number); err == nil && f.known[pid] != "" {
					found = append(found, group)
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found) // several hierarchies may have the same path
}

// began returns when a process began, in the system's ticks; empty: it has ended.
func began(pid int) string {
	_, fields, _ := strings.Cut(readText(fmt.Sprintf("/proc/%d/stat", pid)), ") ")
	words := strings.Fields(fields) // the first one is the state, which is the third field
	if len(words) < 20 || words[0] == "Z" || words[0] == "X" {
		return ""
	}
	return words[19]
}

// orphansBefore are those that lived before the tests.
var orphansBefore []string

// orphans returns the launchers whose parent is no program that starts any: it was killed. Their executables cannot be asked, for launchers
// hide from others.
func orphans() (found []string) {
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, folder := range folders {
		if !strings.HasPrefix(readText(folder+"/cmdline"), "fizzer-sandbox") {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(folder)) // the pattern has digits only
		above := statusOf(pid)["PPid"]                // empty if it has just ended
		name, _, _ := strings.Cut(readText("/proc/"+above+"/cmdline"), "\x00")
		name = filepath.Base(name)
		starts := strings.HasPrefix(name, "fizzer") || strings.HasSuffix(name, ".test") || name == "tests" || name == "exe"
		if above != "" && !starts && statusOf(pid)["PPid"] == above && !slices.Contains(orphansBefore, named(pid)) {
			found = append(found, named(pid))
		}
	}
	return found
}

// What outlives a run is found, although it shows nothing of the run.
func TestSurvivorsAreFound(t *testing.T) {
	script := "env -i setsid sleep 1000 & (exec -a fizzer-sandbox sleep 1000) & read line"
	s := &started{temporary: t.TempDir(), command: exec.Command("bash", "-c", script)}
	input, err := s.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.begin(t)
	survivors := func(count int) (found []string) {
		for end := time.Now().Add(maxWait); len(found) != count && time.Now().Before(end); time.Sleep(time.Millisecond) {
			s.family.note()
			found = slices.DeleteFunc(s.family.living(), func(line string) bool {
				return !strings.HasSuffix(line, " sleep 1000 ") && !strings.HasSuffix(line, " fizzer-sandbox 1000 ")
			})
		}
		return found
	}
	found := survivors(2)
	defer func() {
		for _, line := range found {
			_ = unix.Kill(number(line), unix.SIGKILL)
		}
	}()
	if orphaned := orphans(); len(found) != 2 || len(orphaned) != 1 || !slices.Contains(found, orphaned[0]) {
		t.Errorf("found %q, orphans %q", found, orphaned)
	}
	if err := errors.Join(input.Close(), ignoreExit(s.command.Wait())); err != nil {
		t.Fatal(err)
	}
	if after := s.family.living(); len(after) != 2 {
		t.Errorf("found %q after the end", after)
	}
}

// ignoreExit returns nil for a process that ended with a code.
func ignoreExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}
