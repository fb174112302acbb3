package endtoend

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// fault is one thing that goes wrong in a run.
type fault struct {
	name   string
	prefix []string                            // command that starts the run with too few resources
	tool   [2]string                           // a tool and its misbehaviour
	signal func(t *testing.T, s *started)      // called when the run works
	place  func(t *testing.T, s *started) bool // replaces folders of the run; returns whether they are gone when it has ended
}

// faultLimit is the wall time of a run with a fault.
const faultLimit = 15 * time.Second

// faults returns all faults to inject.
func faults(t *testing.T) []fault {
	t.Helper()
	var all []fault
	behaviours := make([]string, 0, len(misbehaviour))
	for name := range misbehaviour {
		behaviours = append(behaviours, name)
	}
	slices.Sort(behaviours)
	for _, tool := range []string{clang(t), "fizzer-instrument", "gcc", "as", "ld"} {
		for _, behaviour := range behaviours {
			all = append(all, fault{name: tool + " " + behaviour, tool: [2]string{tool, behaviour}})
		}
	}
	limit := func(option string, values ...int) {
		for _, value := range values {
			script := fmt.Sprintf("ulimit %s %d; exec \"$@\"", option, value)
			all = append(all, fault{name: fmt.Sprintf("ulimit %s %d", option, value), prefix: []string{"bash", "-c", script, "bash"}})
		}
	}
	// With less than these, the system or Go's runtime ends the process before our first instruction.
	limit("-n", 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 28, 32, 40, 64)
	limit("-f", 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
	limit("-v", 1_500_000, 1_900_000, 2_000_000, 3_000_000, 4_000_000)
	limit("-u", 1, 8, 16, 32, 47, 48, 64, 128)
	limit("-s", 64, 128, 256, 1024)
	limit("-t", 1, 2, 3)
	for _, size := range []string{"4k", "16k", "64k", "128k", "256k", "512k", "1m", "2m", "4m"} {
		all = append(all, fullDisk("output", size), fullDisk("temporary", size))
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, s := range []syscall.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE} {
		for range 18 {
			delay := time.Duration(random.IntN(4000)) * time.Millisecond
			all = append(all, fault{name: fmt.Sprintf("%v after %v", s, delay), signal: func(t *testing.T, run *started) {
				time.Sleep(delay)
				_ = run.command.Process.Signal(s) // the process may have ended
			}})
		}
	}
	return all
}

// fullDisk is a fault in which a folder lies on a file system of this size. Its content disappears with the mount of the run.
func fullDisk(which, size string) fault {
	return fault{name: which + " of " + size, place: func(t *testing.T, s *started) bool {
		folder := s.output
		if which == "temporary" {
			folder = s.temporary
		}
		script := `mount -t tmpfs -o size="$0" fizzer-test "$1" && shift && "$@"; code=$?; ls -A "$TMPDIR" >&9; exit $code`
		s.command.Args = append([]string{"unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, size, folder}, s.command.Args...)
		return which == "output"
	}}
}

// Whatever goes wrong, the run ends with a message and an exit code of the table, or with a valid suite, within its limits, and
// leaves nothing behind. The long tests have all faults, this one a few of each kind.
func TestFaults(t *testing.T) {
	all := faults(t)
	const every = 14
	for i, f := range all {
		if i%every == 0 {
			t.Run(f.name, func(t *testing.T) { inject(t, f) })
		}
	}
}

// inject makes a run with the fault.
func inject(t *testing.T, f fault) {
	t.Parallel()
	p := ready(t)
	arguments := []string{"--wall-time", faultLimit.String(), "--max-executions", "3000",
		filepath.Join(p.root, "examples", "string-command.yml")}
	var s *started
	if f.tool[0] != "" {
		s = runWithFake(t, p, f.tool[0], f.tool[1], arguments...)
	} else {
		s = prepareRun(t, p.fizzer, arguments...)
	}
	gone := false
	if f.place != nil {
		gone = f.place(t, s)
		left, err := os.Create(filepath.Join(t.TempDir(), "left"))
		if err != nil {
			t.Fatal(err)
		}
		defer left.Close()
		s.command.ExtraFiles = make([]*os.File, 7)
		s.command.ExtraFiles[6] = left // descriptor 9
		defer func() {
			if text, err := os.ReadFile(left.Name()); err != nil || len(text) > 0 {
				t.Errorf("left in the temporary folder: %q, %v", text, err)
			}
		}()
	}
	s.command.Args = append(slices.Clone(f.prefix), s.command.Args...)
	var err error
	if s.command.Path, err = exec.LookPath(s.command.Args[0]); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s.begin(t)
	if f.signal != nil {
		f.signal(t, s)
	}
	watch := time.AfterFunc(maxWait, func() { s.command.Process.Kill() })
	_ = s.command.Wait() // its exit code is checked
	if !watch.Stop() {
		t.Fatalf("no end\n%s%s", &s.stdout, &s.stderr)
	}
	s.checkFault(t, gone)
	if took := time.Since(began); took > faultLimit+faultLimit/10+limitRoom {
		t.Errorf("it took %v", took)
	}
	s.checkProcesses(t)
}

// checkFault checks the files of a run with a fault.
func (s *started) checkFault(t *testing.T, outputGone bool) {
	t.Helper()
	code, out, text := s.command.ProcessState.ExitCode(), s.stdout.String(), s.stderr.String()
	if status := s.command.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() && !exists(filepath.Join(s.output, "run.json")) {
		return // the signal came before the run began
	}
	known := code == 0 || code == 1 || exitNoFile <= code && code <= exitOutput
	if !known || strings.Contains(text, "goroutine ") || code != 0 && !strings.Contains(text, "fizzer: ") {
		t.Errorf("code %d\n%s%s", code, out, text)
	}
	if last := lastLine(out); code == 0 && !strings.HasPrefix(last, "RESULT: done") && !strings.HasPrefix(last, "RESULT: unknown (") {
		t.Errorf("code 0 and %q\n%s", last, text)
	}
	if metadata := filepath.Join(s.output, "test-suite", "metadata.xml"); !outputGone && exists(metadata) {
		checkSuite(t, filepath.Dir(metadata))
		if code == 0 {
			checkSuite(t, filepath.Join(s.output, "test-suite.zip"))
		}
	}
	if left, err := os.ReadDir(s.temporary); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v %v", left, err)
	}
}
