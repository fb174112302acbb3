package endtoend

import (
	"errors"
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
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/suite"
)

// misbehaviour maps the ways in which fake tools misbehave to shell scripts; REAL stands for the tool itself.
var misbehaviour = map[string]string{
	"sleeps":            "exec sleep 100000",
	"spins":             "while :; do :; done",
	"ignores signals":   "trap '' TERM INT HUP QUIT; while :; do sleep 1; done",
	"waits for a child": "sleep 100000 & wait",
	"prints garbage":    "exec cat /dev/urandom >&2",
	"prints to nobody":  "trap '' PIPE; while :; do cat /dev/zero; done >&2",
	"crashes":           "kill -SEGV $$",
	"aborts":            "echo internal error >&2; kill -ABRT $$",
	"fails":             "echo 'cannot work today' >&2; exit 1",
	"fails with noise":  "head -c 100000 /dev/urandom >&2; exit 4",
	"does nothing":      "exit 0",
	"leaves a child":    "sleep 100000 >&2 & exec REAL \"$@\"",
	"stops itself":      "kill -STOP $$",
	"leaves garbage":    leavesGarbage,
	"prints text":       "exec yes",

	"finds the disk full":          "echo 'x: No space left on device' >&2; exit 1",
	"finds its quota used up":      "echo 'x: Disk quota exceeded' >&2; exit 1",
	"finds many open files":        "echo 'x: Too many open files' >&2; exit 1",
	"finds many open files of all": "echo 'x: Too many open files in system' >&2; exit 1",
	"finds many processes":         "echo 'x: Resource temporarily unavailable' >&2; exit 1",
	"finds no memory":              "echo 'x: Cannot allocate memory' >&2; exit 1",
	"gets few descriptors":         "ulimit -n 4; exec REAL \"$@\"",
	"gets little memory":           "ulimit -v 60000; exec REAL \"$@\"",
	"gets no room in files":        "ulimit -f 0; exec REAL \"$@\"",
	"needs much memory":            "exec tail /dev/zero",
	"makes too many processes":     "for i in $(seq 100); do sleep 1000 & done; wait",
	"is killed":                    "kill -KILL $$",
}

// hangs names those that never end.
var hangs = []string{"sleeps", "spins", "ignores signals", "waits for a child", "stops itself"}

// noise names those that never end and write all the time.
var noise = []string{"prints garbage", "prints to nobody", "prints text"}

// fakeTool returns a folder with a fake of a tool, a script in which REAL stands for the tool itself.
func fakeTool(t *testing.T, name, script, real string) string {
	t.Helper()
	folder := t.TempDir()
	script = "#!/bin/sh\n" + strings.ReplaceAll(script, "REAL", real) + "\n"
	if err := os.WriteFile(filepath.Join(folder, name), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// clang returns the name of the front end that runs use.
func clang(t *testing.T) string {
	t.Helper()
	for major := 19; major >= 14; major-- {
		if path, err := exec.LookPath(fmt.Sprintf("clang-%d", major)); err == nil {
			return filepath.Base(path)
		}
	}
	t.Fatal("no clang-14 to clang-19; call make setup")
	return ""
}

// runWithFake prepares a run in which a tool misbehaves. A fake instrumenter lies beside a copy of the executable, other fakes on
// PATH. The cache of earlier runs is empty.
func runWithFake(t *testing.T, p places, name, behaviour string, arguments ...string) *started {
	t.Helper()
	script, known := misbehaviour[behaviour]
	if !known {
		t.Fatalf("nothing behaves like this: %q", behaviour)
	}
	return runWithScript(t, p, name, script, arguments...)
}

// runWithScript is runWithFake for a fake that is this script.
func runWithScript(t *testing.T, p places, name, script string, arguments ...string) *started {
	t.Helper()
	fizzer, path := p.fizzer, ""
	if name == "fizzer-instrument" {
		folder := fakeTool(t, name, script, `"${0%/*}"/real`)
		fizzer = filepath.Join(folder, "fizzer")
		copyFile(t, p.fizzer, fizzer)
		if strings.Contains(script, "REAL") {
			copyFile(t, p.fizzer+"-instrument", filepath.Join(folder, "real"))
		}
	} else {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := fakeTool(t, name, script, real)
		path = folder + ":"
		if name == "as" || name == "ld" { // gcc looks for them beside itself
			gcc, err := exec.LookPath("gcc")
			if err == nil {
				err = os.Symlink(gcc, filepath.Join(folder, "gcc"))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	s := prepareRun(t, fizzer, arguments...)
	s.command.Env = append(s.command.Env, "PATH="+path+os.Getenv("PATH"))
	if strings.HasPrefix(name, "clang") {
		s.command.Env = append(s.command.Env, "XDG_CACHE_HOME="+t.TempDir())
	}
	return s
}

// copyFile copies an executable.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// source writes a program and returns its file.
func source(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// limitRoom is the time that a run may need beyond its limits plus a tenth, on a busy machine.
const limitRoom = 5 * time.Second

// checkWithin checks that the run kept its limit of wall time.
func (s *started) checkWithin(t *testing.T, limit time.Duration) {
	t.Helper()
	var statistics formats.Statistics
	readStatistics(t, s.output, &statistics)
	if most := (limit + limit/10 + limitRoom).Seconds(); statistics.WallSeconds > most {
		t.Errorf("the run took %.1f s of %v", statistics.WallSeconds, limit)
	}
}

// A tool that never ends does not delay the run beyond its limit, and the message names it.
func TestHangingTools(t *testing.T) {
	p := ready(t)
	front := clang(t)
	program := source(t, goodProgram)
	// A busy machine needs most of 15 s to come to the last tools; the first ones wait for nothing but the limit.
	const first, last = 10 * time.Second, 20 * time.Second
	for i, test := range []struct {
		tool, named, stopped string
		limit                time.Duration
	}{
		{front, front, "wall-time", first}, {"fizzer-instrument", "fizzer-instrument", "wall-time", first},
		{"gcc", "gcc", "", last}, {"as", "gcc (", "", last}, {"ld", "", "", last},
	} {
		for j, behaviour := range hangs {
			if testing.Short() && (i+j)%len(hangs) != 0 {
				continue
			}
			t.Run(test.tool+" "+behaviour, func(t *testing.T) {
				t.Parallel()
				s := runWithFake(t, p, test.tool, behaviour, "--wall-time", test.limit.String(), program)
				s.begin(t)
				s.wait(t)
				s.checkEnd(t)
				s.checkWithin(t, test.limit)
				var statistics formats.Statistics
				readStatistics(t, s.output, &statistics)
				if test.named != "" && (!strings.HasPrefix(statistics.Interrupted, test.named) ||
					!strings.Contains(s.stderr.String(), statistics.Interrupted+" had not ended")) {
					t.Errorf("the tool that was interrupted is %q\n%s", statistics.Interrupted, &s.stderr)
				}
				want := "unknown (stopped before the first execution: " + test.stopped + ")"
				if test.stopped != "" && (statistics.StoppedBy != test.stopped || lastLine(s.stdout.String()) != "RESULT: "+want) {
					t.Errorf("stopped by %q\n%s", statistics.StoppedBy, &s.stdout)
				}
			})
		}
	}
}

// The CPU time of every running tool counts, also that of a child for which it waits.
func TestSpinningTool(t *testing.T) {
	p := ready(t)
	program := []string{source(t, goodProgram)}
	forEntry := append(slices.Clone(entry), filepath.Join(p.root, "examples", ofEntry))
	const limit = 6 * time.Second // the first tools run before the last ones
	for _, test := range []struct {
		tool      string
		arguments []string
		first     bool // nothing can be run without it
	}{
		{clang(t), program, true}, {"fizzer-instrument", program, true}, {"gcc", forEntry, true}, {"gcc", program, false},
		{"as", program, false}, {"ld", program, false},
	} {
		spins := misbehaviour["spins"]
		for name, script := range map[string]string{"spins": spins, "waits for a child": "(" + spins + ") & wait"} {
			if name == "waits for a child" && test.tool == "fizzer-instrument" {
				continue // it starts no process
			}
			t.Run(fmt.Sprintf("%s/%v/%s", test.tool, test.first, name), func(t *testing.T) {
				t.Parallel()
				s := runWithScript(t, p, test.tool, script, append([]string{"--cpu-time", limit.String()}, test.arguments...)...)
				s.begin(t)
				s.wait(t)
				s.checkEnd(t)
				var statistics formats.Statistics
				readStatistics(t, s.output, &statistics)
				used := s.command.ProcessState.UserTime() + s.command.ProcessState.SystemTime()
				if most := limit + limit/10 + limitRoom; used > most || statistics.CPUSeconds > most.Seconds() {
					t.Errorf("%v of CPU time, %v s by the statistics, of %v", used, statistics.CPUSeconds, limit)
				}
				if test.first && (statistics.StoppedBy != "cpu-time" || statistics.CPUSeconds < limit.Seconds()/2) ||
					!strings.Contains(s.stderr.String(), "the CPU time for it is used up") {
					t.Errorf("stopped by %q after %v s of CPU time\n%s", statistics.StoppedBy, statistics.CPUSeconds, &s.stderr)
				}
			})
		}
	}
}

// CPU time of the program counts although the process that uses it is a child of a thread that is not the first of its process.
func TestSpinningChildOfThread(t *testing.T) {
	p := ready(t)
	program := source(t, fmt.Sprintf(`#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static long child(void) { return syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, %#xL); }
static void *start(void *unused) {
  if (child() == 0)
    for (;;) {
    }
  for (;;)
    pause();
}
int main(void) {
  if (__VERIFIER_nondet_int() == 4711)
    return 1;
  int once = open("/usr/lib/os-release", O_RDONLY);
  if (flock(once, LOCK_EX | LOCK_NB) == 0 && child() == 0) {
    pthread_t thread;
    signal(SIGALRM, SIG_IGN);
    pthread_create(&thread, NULL, start, NULL);
    for (;;)
      pause();
  }
  sleep(1);
  return 0;
}
`, layout.ForkMark))
	s := prepareRun(t, p.fizzer, "--cpu-time", "4s", "--wall-time", "10min", program)
	s.begin(t)
	s.wait(t)
	s.checkEnd(t)
	var statistics formats.Statistics
	readStatistics(t, s.output, &statistics)
	if statistics.StoppedBy != "cpu-time" {
		t.Errorf("stopped by %q after %v s of CPU time\n%s", statistics.StoppedBy, statistics.CPUSeconds, &s.stderr)
	}
}

// A process that a tool leaves behind does not delay the run, and is killed.
func TestToolLeavesChild(t *testing.T) {
	p := ready(t)
	for _, tool := range []string{clang(t), "gcc", "fizzer-instrument"} {
		t.Run(tool, func(t *testing.T) {
			s := runWithFake(t, p, tool, "leaves a child", "--max-executions", "100", source(t, goodProgram))
			s.begin(t)
			s.wait(t)
			s.checkEnd(t)
			if last := lastLine(s.stdout.String()); last != "RESULT: done" {
				t.Errorf("%q\n%s", last, &s.stderr)
			}
		})
	}
}

// A limit ends a batch of long runs in the middle. The runs before count.
func TestLimitWithinBatch(t *testing.T) {
	p := ready(t)
	program := source(t, "#include <unistd.h>\n"+
		"extern int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == 3) return 1; for (;;) pause(); }\n")
	const limit = 20 * time.Second
	s := start(t, p, "--wall-time", limit.String(), program)
	s.wait(t)
	s.checkEnd(t)
	s.checkWithin(t, limit)
	var statistics formats.Statistics
	readStatistics(t, s.output, &statistics)
	if statistics.StoppedBy != "wall-time" || statistics.Executions == 0 || statistics.Tests == 0 {
		t.Errorf("stopped by %q after %d executions with %d tests", statistics.StoppedBy, statistics.Executions, statistics.Tests)
	}
}

// Sources, tasks, properties and seeds that are not regular files of sane size are refused.
func TestIrregularInput(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	good := source(t, goodProgram)
	sparse, err := os.Create(path("sparse.c"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sparse.Truncate(10<<30), sparse.Close(), unix.Mkfifo(path("pipe.c"), 0o600), unix.Mkfifo(path("pipe.yml"), 0o600),
		unix.Mkfifo(path("pipe"), 0o600), os.Mkdir(path("folder.c"), 0o700), os.Symlink("/dev/zero", path("zero.c")),
		os.Symlink(good, path("link.c")),
		os.WriteFile(path("task.yml"), []byte(strings.ReplaceAll(goodTask, "good.c", "pipe.c")), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		arguments []string
		words     string
	}{
		{[]string{path("sparse.c")}, "268435456 bytes"},
		{[]string{path("pipe.c")}, "is a pipe"},
		{[]string{path("pipe.yml")}, "is a pipe"},
		{[]string{path("folder.c")}, "is a folder"},
		{[]string{path("zero.c")}, "is a device"},
		{[]string{path("task.yml")}, "is a pipe"},
		{[]string{"--property", path("pipe"), good}, "is a pipe"},
		{[]string{"--property", "/dev/zero", good}, "is a device"},
		{[]string{"--seeds", path("pipe"), good}, "is a pipe"},
		{[]string{"--seeds", "/dev/zero", good}, "is a device"},
		{[]string{"replay", path("pipe"), good}, "is a pipe"},
		{[]string{"instrument", path("pipe.c")}, "is a pipe"},
	} {
		failing(t, p, nil, nil, test.arguments, exitNoFile, test.words)
	}
	if last := lastLine(run(t, p, "--max-executions", "50", "--output", t.TempDir(), path("link.c"))); last != "RESULT: done" {
		t.Errorf("a linked program: %q", last)
	}
}

// Planted links where results are written are not followed.
func TestPlantedLinks(t *testing.T) {
	p := ready(t)
	program := source(t, strings.ReplaceAll(goodProgram, "return", "if (__VERIFIER_nondet_int() == 5) *(volatile int *)0 = 0; return"))
	victims := t.TempDir()
	precious := filepath.Join(victims, "precious")
	for _, name := range []string{"test-suite.zip", "statistics.json", "run.json", "details.json", "progress.jsonl", "test-suite/metadata.xml",
		"test-suite/testcase-000001.xml"} {
		for _, suffix := range []string{"", ".unfinished"} {
			if err := os.WriteFile(precious, []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
			output := t.TempDir()
			planted := filepath.Join(output, name+suffix)
			if err := errors.Join(os.MkdirAll(filepath.Dir(planted), 0o755), os.Symlink(precious, planted)); err != nil {
				t.Fatal(err)
			}
			last := lastLine(run(t, p, "--force", "--max-executions", "200", "--output", output, program))
			if last != "RESULT: done" {
				t.Errorf("%s%s: %q", name, suffix, last)
			}
			if content, err := os.ReadFile(precious); string(content) != "precious" {
				t.Errorf("%s%s was followed: %q, %v", name, suffix, content, err)
			}
			if info, err := os.Lstat(planted); err == nil && info.Mode()&os.ModeSymlink != 0 {
				t.Errorf("the link stays: %s%s", name, suffix)
			}
		}
	}
	for _, name := range []string{"test-suite", "crashes"} {
		output := t.TempDir()
		if err := os.Symlink(victims, filepath.Join(output, name)); err != nil {
			t.Fatal(err)
		}
		failing(t, p, nil, nil, []string{"--max-executions", "2000", "--output", output, program}, exitOutput, "is a symbolic link")
	}
	if entries, err := os.ReadDir(victims); err != nil || len(entries) != 1 {
		t.Errorf("behind a linked folder there is now %v, %v", entries, err)
	}
}

// Seeds that unpack to an excessive size are refused before they fill the memory.
func TestLargeSeeds(t *testing.T) {
	p := ready(t)
	zip := filepath.Join(t.TempDir(), "seeds.zip")
	writeLargeSeeds(t, zip)
	command := exec.Command(p.fizzer, "--seeds", zip, "--output", t.TempDir(), source(t, goodProgram))
	out, err := command.CombinedOutput()
	if command.ProcessState.ExitCode() != exitNoFile || !strings.Contains(string(out), "give a part of it") {
		t.Errorf("%v\n%s", err, out)
	}
	if usage := command.ProcessState.SysUsage().(*syscall.Rusage); usage.Maxrss > 600<<10 {
		t.Errorf("%d MB were used", usage.Maxrss>>10)
	}
}

// Every signal that ends a process ends a run with all files written, also if nobody reads its output.
func TestMoreSignals(t *testing.T) {
	p := ready(t)
	task := filepath.Join(p.root, "examples", "endless-controller.yml")
	for _, signal := range []syscall.Signal{unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := start(t, p, task)
			s.waitFor(t, "test-suite/testcase-*.xml")
			if err := s.command.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			s.wait(t)
			s.checkEnd(t)
			s.checkStopped(t, "signal")
		})
	}
}

func (s *started) checkStopped(t *testing.T, want string) {
	t.Helper()
	var statistics formats.Statistics
	readStatistics(t, s.output, &statistics)
	if statistics.StoppedBy != want {
		t.Errorf("stopped by %q instead of %q", statistics.StoppedBy, want)
	}
}

// A run whose output nobody reads any more ends with all files written.
func TestNoReader(t *testing.T) {
	p := ready(t)
	task := filepath.Join(p.root, "examples", "endless-controller.yml")
	for _, which := range []string{"stdout", "stderr"} {
		t.Run(which, func(t *testing.T) {
			t.Parallel()
			s := prepareRun(t, p.fizzer, "--json", task)
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			if s.command.Stdout = write; which == "stderr" {
				s.command.Args = append(s.command.Args, "--json=false")
				s.command.Stdout, s.command.Stderr = &s.stdout, write
			}
			s.begin(t)
			write.Close()
			line := make([]byte, 1)
			if _, err := read.Read(line); err != nil {
				t.Fatal(err)
			}
			read.Close()
			s.wait(t)
			checkSuite(t, filepath.Join(s.output, "test-suite"))
			checkSuite(t, filepath.Join(s.output, "test-suite.zip"))
			s.checkStopped(t, "signal")
			if left, err := os.ReadDir(s.temporary); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v %v", left, err)
			}
			s.checkProcesses(t)
		})
	}
}

// unread returns a pipe that is full and whose reader lives.
func unread(t *testing.T) *os.File {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { read.Close(); write.Close() })
	size, err := unix.FcntlInt(write.Fd(), unix.F_GETPIPE_SZ, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := write.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	return write
}

// smallRun makes a run of a program with one condition. It returns the program, the folder of the run and its packed suite.
func smallRun(t *testing.T, p places) (program, output, zip string) {
	t.Helper()
	program = source(t, "extern int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() > 5) return 1; return 0; }\n")
	run := start(t, p, "--quiet", "--max-executions", "100", program)
	run.wait(t)
	return program, run.output, filepath.Join(run.output, formats.SuiteZip)
}

// Limits and signals end a command whose output nobody reads, though its reader lives. A run has written all its files then.
func TestUnread(t *testing.T) {
	p := ready(t)
	program, output, zip := smallRun(t, p)
	for name, arguments := range map[string][]string{
		"replay":  {"replay", "--wall-time", "5s", "--json", zip, program},
		"diff":    {"diff", "--wall-time", "5s", "--json", zip, zip, program},
		"harness": {"harness", "--wall-time", "5s", "--entry", "heaviest", filepath.Join(p.root, "examples", "entry", "shapes.c")},
		"report":  {"report", "--wall-time", "5s", "--output", filepath.Join(t.TempDir(), "report.html"), output},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := exec.Command(p.fizzer, arguments...)
			command.Stdout, command.Stderr = unread(t), unread(t)
			watch := time.AfterFunc(maxWait, func() { command.Process.Kill() })
			if err := command.Run(); !watch.Stop() || command.ProcessState.ExitCode() != exitOutput && command.ProcessState.ExitCode() != exitLimit {
				t.Error(err)
			}
		})
	}
	t.Run("quit", func(t *testing.T) {
		t.Parallel()
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer read.Close()
		defer write.Close()
		if _, err := unix.FcntlInt(write.Fd(), unix.F_SETPIPE_SZ, 4096); err != nil { // less than the text
			t.Fatal(err)
		}
		var messages strings.Builder
		command := exec.Command(p.fizzer, "man")
		command.Stdout, command.Stderr = write, &messages
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		watch := time.AfterFunc(maxWait, func() { command.Process.Kill() })
		if _, err := read.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		_ = command.Process.Signal(unix.SIGQUIT)
		if err := command.Wait(); !watch.Stop() || messages.Len() > 0 {
			t.Errorf("%v\n%s", err, &messages)
		}
	})
	endless := filepath.Join(p.root, "examples", "endless-controller.yml")
	for _, signal := range []syscall.Signal{unix.SIGTERM, unix.SIGHUP, unix.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := prepareRun(t, p.fizzer, "--json", endless)
			s.command.Stdout, s.command.Stderr = unread(t), unread(t)
			s.begin(t)
			s.waitFor(t, "test-suite/testcase-*.xml")
			if err := s.command.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			watch := time.AfterFunc(maxWait, func() { s.command.Process.Kill() })
			if err := s.command.Wait(); !watch.Stop() || s.command.ProcessState.ExitCode() != exitOutput {
				t.Error(err)
			}
			checkSuite(t, filepath.Join(s.output, "test-suite"))
			checkSuite(t, filepath.Join(s.output, "test-suite.zip"))
			s.checkStopped(t, "signal")
			s.checkProcesses(t)
		})
	}
}

// The next run removes what a killed run left in the temporary folder, and nothing of a living run.
func TestScratchOfKilled(t *testing.T) {
	p := ready(t)
	task := filepath.Join(p.root, "examples", "endless-controller.yml")
	killed := start(t, p, task)
	living := prepareRun(t, p.fizzer, task)
	living.command.Env = append(living.command.Env, "TMPDIR="+killed.temporary)
	living.begin(t)
	killed.waitFor(t, "test-suite/testcase-*.xml")
	living.waitFor(t, "test-suite/testcase-*.xml")
	if err := killed.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.command.Wait() // it was killed
	next := prepareRun(t, p.fizzer, "--max-executions", "20", source(t, goodProgram))
	next.command.Env = append(next.command.Env, "TMPDIR="+killed.temporary)
	next.begin(t)
	next.wait(t)
	if left, err := os.ReadDir(killed.temporary); err != nil || len(left) != 1 {
		t.Errorf("%d scratch folders instead of that of the living run, %v", len(left), err)
	}
	if err := living.command.Process.Signal(unix.SIGTERM); err != nil {
		t.Fatal(err)
	}
	living.wait(t)
	living.checkEnd(t)
	if left, err := os.ReadDir(killed.temporary); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Replay and the page about a run keep their own limits, also while a compiler works and while a test waits.
func TestReplayLimits(t *testing.T) {
	p := ready(t)
	program, output, zip := smallRun(t, p)
	hanging := append(os.Environ(), "PATH="+fakeTool(t, "gcc", misbehaviour["waits for a child"], "")+":"+os.Getenv("PATH"))
	failing(t, p, hanging, nil, []string{"replay", "--wall-time", "1s", zip, program}, exitLimit,
		"gcc (sleep) had not ended: the wall time for it is used up")
	spinning := append(os.Environ(), "PATH="+fakeTool(t, "gcc", misbehaviour["spins"], "")+":"+os.Getenv("PATH"))
	failing(t, p, spinning, nil, []string{"replay", "--cpu-time", "1s", zip, program}, exitLimit, "the CPU time for it is used up")
	waits := source(t, "extern int pause(void);\nint main(void) { return pause(); }\n")
	failing(t, p, nil, nil, []string{"replay", "--wall-time", "2s", "--time-limit", "1h", zip, waits}, exitLimit,
		"the wall time for it is used up")
	page := filepath.Join(t.TempDir(), "report.html")
	failing(t, p, hanging, nil, []string{"report", "--wall-time", "1s", "--output", page, output}, exitDone, "")
	if text := readFile(t, page); !strings.Contains(text, "the wall time for it is used up") {
		t.Error("the page does not say why the executed lines are not known")
	}
}

// A program whose preprocessed text is too large is refused. If the kernel kills a compiler for lack of memory, the program is not
// blamed.
func TestLargeTexts(t *testing.T) {
	p := ready(t)
	text := "#define A(x) x x x x x x x x x x x x x x x x\nint a = 1;\nchar *s = A(A(A(A(A(A(\"" + strings.Repeat("x",
		16) + "\"))))));\nint main(void) { return 0; }\n"
	suite := t.TempDir()
	for name, content := range map[string]string{"metadata.xml": suiteMetadata, "testcase-000001.xml": suiteTest} {
		if err := os.WriteFile(filepath.Join(suite, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	arguments := []string{"replay", suite, "large.c"}
	failing(t, p, nil, map[string]string{"large.c": text}, arguments, exitProgram, "its text without macros and headers has more than 64 MB")
	data := "int a[] = {" + strings.Repeat("1,", 8_000_000) + "};\nint main(void) { return 0; }\n"
	arguments = []string{"replay", "--memory", "100MiB", suite, "data.i"}
	failing(t, p, nil, map[string]string{"data.i": data}, arguments, exitMissing, "of memory together")
}

// writeLargeSeeds writes a small zip of a suite whose tests have very many inputs.
func writeLargeSeeds(t *testing.T, path string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "test-suite")
	writer, err := suite.Create(folder, suite.Metadata{Architecture: "64bit"})
	if err != nil {
		t.Fatal(err)
	}
	name, err := writer.Add(suite.Test{Inputs: []suite.Input{{Value: "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(folder, name+".xml")
	content, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	large := strings.Replace(string(content), "<input>1</input>", strings.Repeat("<input>1</input>", 3_000_000), 1)
	for i := range 10 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("testcase-%06d.xml", i+1)), []byte(large), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Zip(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 10<<20 {
		t.Fatalf("%v, %v", info, err)
	}
}
