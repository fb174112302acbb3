package endtoend

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
)

// watcher counts file events in folders and in folders created below them.
type watcher struct {
	fd      int
	folders map[int]string // by watch descriptor
	events  atomic.Int64
	at      int64  // number of the event at which act is called, or when there are no more events for long; 0: never
	act     func() //
	quiet   int    // polls without an event
}

// maxQuiet is after how many polls of 20 ms without an event act is called: events in a folder are missed until it is watched.
const maxQuiet = 500

const watched = unix.IN_CREATE | unix.IN_CLOSE_WRITE | unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_DELETE

// watchFiles counts until the test ends.
func watchFiles(t *testing.T, at int, act func(), folders ...string) *watcher {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{fd: fd, folders: map[int]string{}, at: int64(at), act: act}
	for _, folder := range folders {
		w.add(folder)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(stop); <-ended; unix.Close(fd) }) // not before: another test's file could get the number
	go func() { defer close(ended); w.run(stop) }()
	return w
}

func (w *watcher) add(folder string) {
	if id, err := unix.InotifyAddWatch(w.fd, folder, watched|unix.IN_ONLYDIR); err == nil { // it may be gone
		w.folders[id] = folder
		inside, _ := os.ReadDir(folder) // folders may have been made before the watch
		for _, entry := range inside {
			if entry.IsDir() {
				w.add(filepath.Join(folder, entry.Name()))
			}
		}
	}
}

// run reads events until stop is closed.
func (w *watcher) run(stop <-chan struct{}) {
	buffer := make([]byte, 1<<16)
	for {
		select {
		case <-stop:
			return
		default:
		}
		poll := []unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(poll, 20); errors.Is(err, unix.EINTR) || n == 0 && err == nil {
			if w.quiet++; w.quiet == maxQuiet && w.at > 0 && w.events.Load() > 0 {
				w.at = 0
				w.act()
			}
			continue
		}
		w.quiet = 0
		n, err := unix.Read(w.fd, buffer)
		if err != nil || n <= 0 {
			return
		}
		w.take(buffer[:n])
	}
}

func (w *watcher) take(events []byte) {
	for len(events) >= unix.SizeofInotifyEvent {
		event := (*unix.InotifyEvent)(unsafe.Pointer(&events[0]))
		name := strings.TrimRight(string(events[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+event.Len]), "\x00")
		events = events[unix.SizeofInotifyEvent+event.Len:]
		if event.Mask&unix.IN_ISDIR != 0 && event.Mask&unix.IN_CREATE != 0 {
			w.add(filepath.Join(w.folders[int(event.Wd)], name))
		}
		if event.Mask&watched != 0 && w.events.Add(1) == w.at {
			w.act()
		}
	}
}

// killProgram has a short run with everything: tests, swaps, a crash, a zip.
const killProgram = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n" +
	"  if (x == 77) *(volatile int *)0 = 1;\n  if (x > 1000) return 1;\n  if (x * 3 == 600) return 2;\n  switch (x) { case 5: return 3; case 9: return 4; }\n  return 0;\n}\n"

// killedRun is a run to be killed.
type killedRun struct {
	*started
	cache string // folder of its cache; empty: the user's, which is filled
}

// prepareKilled prepares a run to be killed; with a cold cache, its cache is empty.
func prepareKilled(t *testing.T, cold bool) killedRun {
	t.Helper()
	s := prepareRun(t, ready(t).fizzer, "--max-executions", "400", source(t, killProgram))
	if !cold {
		return killedRun{started: s}
	}
	cache := t.TempDir()
	s.command.Env = append(s.command.Env, "XDG_CACHE_HOME="+cache)
	return killedRun{s, cache}
}

// half is the pattern of entries of the cache that are half made; none matches if the cache is the user's.
func (r killedRun) half() string { return filepath.Join(r.cache, "fizzer", "*", "new-*") }

// folders returns the folders whose files count: of a run with a cold cache the cache, otherwise all others.
func (r killedRun) folders() []string {
	if r.cache != "" {
		return []string{r.cache}
	}
	return []string{r.output, r.temporary}
}

// fileEvents counts the file events of a run that is not killed, and measures its time.
func fileEvents(t *testing.T, cold bool, least int) (events int, took time.Duration) {
	t.Helper()
	s := prepareKilled(t, cold)
	w := watchFiles(t, 0, nil, s.folders()...)
	begin := time.Now()
	s.begin(t)
	s.wait(t)
	took = time.Since(begin)
	s.checkEnd(t)
	if events = int(w.events.Load()); events < least {
		t.Fatalf("%d file events only", events)
	}
	return events, took
}

// Numbers of file events below which a run has done something else.
const (
	leastEvents = 50
	leastCached = 8
)

// ownName matches the files that a run leaves.
var ownName = regexp.MustCompile(`^(previous-\d+(/.*)?|run\.json|details\.json|statistics\.json|progress\.jsonl|test-suite\.zip|test-suite(/(metadata|testcase-\d+)\.xml)?|` +
	`crashes(/SIGSEGV(/\d+(/(inputs\.c|values\.c|program\.sh|reproduce\.sh|crash\.json|report\.txt|test-suite(/(metadata|testcase-\d+)\.xml)?))?)?)?)$`)

// killAt kills a run at a file event, or after a delay if event is 0. Existing tests stay complete, no file is half written, and the
// next run cleans up. It returns whether the run was killed: it may have ended before the delay.
func killAt(t *testing.T, cold bool, event int, delay time.Duration) (hit bool) {
	t.Parallel()
	s := prepareKilled(t, cold)
	var before map[int]bool
	kill := func() {
		if left, _ := filepath.Glob(s.half()); len(left) > 0 {
			t.Logf("half made: %v", left)
		}
		before, _ = s.ways() // what is not yet a suite has no tests
		s.family.note()
		_ = s.command.Process.Kill() // it may have ended
	}
	if event > 0 {
		held := make(chan struct{})
		watchFiles(t, event, func() { <-held; kill() }, s.folders()...)
		s.begin(t)
		close(held)
	} else {
		s.begin(t)
		time.Sleep(delay)
		kill()
	}
	_ = s.command.Wait() // it was killed, or ended before
	status, _ := s.command.ProcessState.Sys().(syscall.WaitStatus)
	s.checkProcesses(t)
	s.checkKilled(t, before)
	s.checkNext(t, (event+int(delay))%2 == 0)
	return status.Signaled()
}

// wayOf returns which way killProgram takes with a value; false: it crashes, and no validator counts that.
func wayOf(x int32) (way int, counts bool) {
	switch {
	case x == 77:
		return 0, false
	case x > 1000:
		return 1, true
	case x*3 == 600:
		return 2, true
	case x == 5:
		return 3, true
	case x == 9:
		return 4, true
	}
	return 5, true
}

// ways returns which ways of killProgram the tests on disk take.
func (s *started) ways() (map[int]bool, error) {
	read, err := suite.Read(filepath.Join(s.output, "test-suite"))
	if err != nil {
		return nil, err
	}
	taken := map[int]bool{}
	for _, test := range read.Tests {
		if len(test.Inputs) == 0 {
			continue
		}
		x, err := strconv.ParseInt(test.Inputs[0].Value, 10, 32)
		if err != nil {
			return nil, err
		}
		if way, counts := wayOf(int32(x)); counts {
			taken[way] = true
		}
	}
	return taken, nil
}

// checkKilled checks the files of a killed run. Its tests take all ways that those took which it had before; superfluous ones may be gone.
func (s *started) checkKilled(t *testing.T, before map[int]bool) {
	t.Helper()
	s.checkWhole(t)
	if !exists(filepath.Join(s.output, "test-suite")) {
		return // nothing was announced yet
	}
	checkSuite(t, filepath.Join(s.output, "test-suite"))
	read, err := suite.Read(filepath.Join(s.output, "test-suite"))
	if err != nil || len(read.Skipped) > 0 {
		t.Errorf("%v, %v", err, read)
	}
	after, err := s.ways()
	for way := range before {
		if !after[way] {
			t.Errorf("no test takes way %d any more: %v, %v before, %v", way, after, before, err)
		}
	}
	if zip := filepath.Join(s.output, "test-suite.zip"); exists(zip) {
		checkSuite(t, zip)
	}
}

// checkWhole checks that the JSON files of a killed run are complete, and that each folder of a bad end has all its files.
func (s *started) checkWhole(t *testing.T) {
	t.Helper()
	for _, pattern := range []string{"*.json", "crashes/*/[0-9]*/*.json"} {
		found, _ := filepath.Glob(filepath.Join(s.output, pattern)) // the pattern is constant
		for _, path := range found {
			if text := readFile(t, path); !json.Valid([]byte(text)) {
				t.Errorf("%s: %q", path, text)
			}
		}
	}
	crashes, _ := filepath.Glob(filepath.Join(s.output, "crashes", "*", "[0-9]*"))
	for _, folder := range crashes {
		if strings.HasSuffix(folder, files.Unfinished) {
			continue
		}
		checkSuite(t, filepath.Join(folder, "test-suite"))
		for _, name := range []string{"inputs.c", "values.c", "program.sh", "reproduce.sh", "crash.json"} {
			if !exists(filepath.Join(folder, name)) {
				t.Errorf("%s lacks %s", folder, name)
			}
		}
	}
}

// checkNext makes the next run in the same folders, resumed or new, and checks the files of both.
func (s killedRun) checkNext(t *testing.T, resumed bool) {
	t.Helper()
	next := prepareKilled(t, false)
	if resumed && exists(filepath.Join(s.output, "run.json")) {
		next.command.Args = []string{next.command.Args[0], "resume", s.output}
	} else {
		next.command.Args[2] = s.output
	}
	next.output, next.temporary = s.output, s.temporary
	next.command.Env = append(next.command.Env, "TMPDIR="+s.temporary)
	if s.cache != "" {
		next.command.Env = append(next.command.Env, "XDG_CACHE_HOME="+s.cache)
	}
	next.begin(t)
	next.wait(t)
	next.checkEnd(t)
	if left, err := filepath.Glob(s.half()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if left := s.family.groups(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	err := fs.WalkDir(os.DirFS(s.output), ".", func(path string, _ fs.DirEntry, err error) error {
		if path != "." && !ownName.MatchString(path) {
			t.Errorf("left behind: %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A run killed at any file event loses no test and leaves no half-written file. After another run nothing of it is left. The long
// tests kill at every event.
func TestKillsAtEvents(t *testing.T) {
	count, _ := fileEvents(t, false, leastEvents)
	const sample = 12
	for i := range sample {
		event := 1 + i*count/sample
		t.Run(fmt.Sprintf("event %d of %d", event, count), func(t *testing.T) { killAt(t, false, event, 0) })
	}
}

// The same while a run fills its cache.
func TestKillsWhileCaching(t *testing.T) {
	count, _ := fileEvents(t, true, leastCached)
	for _, event := range []int{3, count / 2} {
		t.Run(fmt.Sprintf("event %d of %d", event, count), func(t *testing.T) { killAt(t, true, event, 0) })
	}
}
