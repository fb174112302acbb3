package endtoend

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// fault is one thing that goes wrong in a run.
type fault struct {
	name      string
	prefix    []string                       // command that starts the run
	tool      [2]string                      // a tool and its misbehaviour
	belt      belted                         // what happens around the run, in a mount namespace of its own
	meddle    func(t *testing.T, s *started) // called when the run has begun, or at the event
	event     int                            // number of an event of the run's files; 0: none
	program   string                         // example to run; default: string-command.yml
	arguments []string                       // more arguments
	limit     time.Duration                  // of wall time; default: ample
	leaves    bool                           // its folder of temporary files may stay, for the next run to remove, if it says so
	ends      []end                          // the run must end in one of these ways
}

// belted are commands of a shell. OUT, TMPDIR and AWAY are its folders for output, for temporary files and for anything else.
type belted struct {
	before string // run before the run begins
	during string // run beside it
	after  string // words behind the command of the run: redirections
}

// end is a way in which a run may end.
type end struct {
	code    int      // the exit code; killed: a signal ended it
	result  string   // beginning of the last line on standard output
	words   []string // all are on standard error; at least one if the run fails
	stopped string   // what the statistics say that it was stopped by; empty: anything
	empty   bool     // the suite need not have tests
}

// killed is the code of a run that a signal ended.
const killed = -1

// done is a run with a suite of tests. Its messages have these words.
func done(words ...string) end { return end{code: exitDone, result: "RESULT: done", words: words} }

// unfinished is a run that was stopped before it had a test. Its messages have these words.
func unfinished(stopped string, words ...string) end {
	return end{code: exitDone, result: "RESULT: unknown (", words: words, stopped: stopped, empty: true}
}

// fails is a run that fails with this code. Its messages have these words.
func fails(code int, words ...string) end {
	return end{code: code, result: "RESULT: ERROR (", words: words, empty: true}
}

// Limits of wall time of runs with faults.
const (
	shortLimit = 15 * time.Second // of runs that end by it
	ampleLimit = 5 * time.Minute  // of all others, also on a busy machine
)

// faults returns all faults to inject.
func faults(t *testing.T) []fault {
	t.Helper()
	front := clang(t)
	return slices.Concat(faultyTools(front), fewResources(), fullDisks(), lostFolders(), lostStreams(), endedBySignals(),
		killedParts(front), loweredLimits())
}

// faultyTools are the faults of all programs that a run starts.
func faultyTools(front string) (all []fault) {
	behaviours := make([]string, 0, len(misbehaviour))
	for name := range misbehaviour {
		behaviours = append(behaviours, name)
	}
	slices.Sort(behaviours)
	for _, behaviour := range behaviours {
		for tool, ends := range map[string][]end{
			front: endsOfFront(front, behaviour), "fizzer-instrument": endsOfInstrumenter(behaviour),
			"gcc": endsOfReplay(behaviour), "as": endsOfReplay(behaviour), "ld": endsOfReplay(behaviour),
		} {
			f := fault{name: tool + " " + behaviour, tool: [2]string{tool, behaviour}, ends: ends}
			if slices.Contains(hangs, behaviour) || slices.Contains(noise, behaviour) {
				f.limit = shortLimit
			}
			if behaviour == "needs much memory" {
				f.arguments = []string{"--memory", "500MiB"}
			}
			all = append(all, f)
			if tool == "gcc" {
				f.name, f.program, f.ends = "gcc for an entry "+behaviour, ofEntry, endsOfEntry(behaviour)
				f.arguments = append(append(f.arguments, "--max-executions", "300"), entry...)
				all = append(all, f)
			}
		}
	}
	slices.SortFunc(all, func(a, b fault) int { return strings.Compare(a.name, b.name) })
	return all
}

// scarcities maps behaviours of a tool that lacks a resource to how a run without that tool fails.
var scarcities = map[string]end{
	"finds the disk full":          fails(exitOutput, "no space left on device", "TMPDIR"),
	"finds its quota used up":      fails(exitOutput, "disk quota exceeded", "TMPDIR"),
	"finds many open files":        fails(exitMissing, "too many open files", "ulimit -n"),
	"finds many open files of all": fails(exitMissing, "too many open files in system", "fs.file-max"),
	"finds many processes":         fails(exitMissing, "resource temporarily unavailable", "ulimit -u"),
	"finds no memory":              fails(exitMissing, "cannot allocate memory", "ulimit -v"),
	"gets few descriptors":         fails(exitMissing, "too many open files", "ulimit -n"),
	"gets no room in files":        fails(exitMissing, "file too large", "ulimit -f"),
	"gets little memory":           fails(exitMissing, "cannot allocate memory", "ulimit -v"),
	"needs much memory":            fails(exitMissing, "of memory together", "--memory"),
}

// endsOfFront returns how a run may end whose front end misbehaves: nothing works without it.
func endsOfFront(front, behaviour string) []end {
	working := "a working " + front + " is missing"
	if scarcity, ok := scarcities[behaviour]; ok {
		return []end{scarcity}
	}
	switch behaviour {
	case "leaves a child":
		return []end{done()}
	case "crashes":
		return []end{fails(exitMissing, working, "signal: segmentation fault")}
	case "aborts":
		return []end{fails(exitMissing, working, "signal: aborted")}
	case "fails":
		return []end{fails(exitMissing, working, "cannot work today")}
	case "is killed":
		return []end{fails(exitMissing, "room for "+front+" is missing: it was killed")}
	case "fails with noise", "does nothing", "leaves garbage", "makes too many processes":
		return []end{fails(exitMissing, working)}
	}
	return neverEnding(behaviour, front)
}

// endsOfInstrumenter returns how a run may end whose instrumenter misbehaves. It is a part of this tool, so that its crash is an internal
// error.
func endsOfInstrumenter(behaviour string) []end {
	const name = "fizzer-instrument"
	if scarcity, ok := scarcities[behaviour]; ok {
		scarcity.words = append([]string{name}, scarcity.words...)
		return []end{scarcity}
	}
	switch behaviour {
	case "leaves a child":
		return []end{done()}
	case "crashes":
		return []end{fails(exitInternal, name+": signal: segmentation fault")}
	case "aborts":
		return []end{fails(exitInternal, name+": signal: aborted")}
	case "fails":
		return []end{fails(exitProgram, "string-command.c does not instrument: cannot work today")}
	case "fails with noise":
		return []end{fails(exitInternal, name+": exit status 4")}
	case "is killed":
		return []end{fails(exitMissing, "room for "+name+" is missing: it was killed")}
	case "makes too many processes":
		return []end{fails(exitInternal, name+": exit status 2")}
	case "does nothing", "leaves garbage":
		return []end{fails(exitMissing, "a working "+name+" is missing")}
	}
	return neverEnding(behaviour, name)
}

// neverEnding returns how a run ends that waits for a tool until its time is over. A tool that writes all the time may keep a busy machine
// from saying which it was.
func neverEnding(behaviour, tool string) []end {
	if slices.Contains(noise, behaviour) {
		return []end{unfinished("wall-time")}
	}
	return []end{unfinished("wall-time", tool, " had not ended: the wall time for it is used up")}
}

// endsOfReplay returns how a run may end whose build by gcc fails: the suite is written as it was found, and a note says why.
func endsOfReplay(behaviour string) []end {
	switch {
	case behaviour == "leaves a child":
		return []end{done()}
	case slices.Contains(hangs, behaviour) || slices.Contains(noise, behaviour):
		// On a busy machine no time may be left for the search.
		return []end{done("the goals are not measured: replay: gcc", " had not ended: the wall time for it is used up"),
			unfinished("wall-time", "gcc", "the wall time for it is used up")}
	}
	ends := []end{done("note: the goals are not measured: ", "gcc"),
		done("note: gcc does not compile the program, so no validator can run its tests: ")}
	if strings.HasPrefix(behaviour, "gets ") { // it may be enough
		ends = append(ends, done())
	}
	return ends
}

// A program whose function is called, of which gcc tells the signature before anything else begins, and the options for it.
const ofEntry = "entry/shapes.c"

var entry = []string{"--entry", "heaviest"}

// endsOfEntry returns how a run may end for which gcc does not tell the signature of the function.
func endsOfEntry(behaviour string) []end {
	if behaviour == "gets no room in files" { // the compiler's own words: a signal ended a part of it
		return []end{fails(exitProgram, "gcc does not compile", "File size limit exceeded")}
	}
	if scarcity, ok := scarcities[behaviour]; ok {
		scarcity.words = append([]string{"gcc"}, scarcity.words...)
		if behaviour == "gets little memory" { // it may be enough
			return []end{scarcity, done()}
		}
		return []end{scarcity}
	}
	const working = "a working gcc is missing"
	switch behaviour {
	case "leaves a child":
		return []end{done()}
	case "crashes":
		return []end{fails(exitMissing, working, "signal: segmentation fault")}
	case "aborts":
		return []end{fails(exitMissing, working, "signal: aborted")}
	case "is killed":
		return []end{fails(exitMissing, working, "signal: killed")}
	case "does nothing", "leaves garbage":
		return []end{fails(exitMissing, working)}
	case "fails":
		return []end{fails(exitProgram, "gcc does not compile", "cannot work today")}
	case "fails with noise", "makes too many processes":
		return []end{fails(exitProgram, "gcc does not compile")}
	}
	return neverEnding(behaviour, "gcc")
}

// fewResources are limits of resources that hold from the beginning. With less than these, the system or Go's runtime ends the process
// before our first instruction.
func fewResources() (all []fault) {
	limit := func(option string, ends []end, values ...int) {
		for _, value := range values {
			script := fmt.Sprintf("ulimit %s %d; exec \"$@\"", option, value)
			prefix := []string{"bash", "-c", script, "bash"}
			all = append(all, fault{name: fmt.Sprintf("ulimit %s %d", option, value), prefix: prefix, ends: ends})
		}
	}
	lacks := func(what, option string) []end {
		return []end{fails(exitMissing, "room for ", what, "are left) is missing: raise the limit of", "(ulimit "+option+")")}
	}
	limit("-n", lacks("open files", "-n"), 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 28, 32, 40)
	limit("-n", []end{done()}, 64, 100)
	limit("-f", lacks("MiB in a file", "-f"), 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 500_000)
	limit("-f", []end{done()}, 524_288, 1_000_000)
	limit("-v", lacks("KiB of address space", "-v"), 1_500_000, 1_900_000)
	limit("-v", []end{done()}, 2_000_000, 3_000_000, 4_000_000)
	limit("-u", lacks("processes and threads", "-u"), 1, 8, 16, 32, 47)
	if os.Getuid() == 0 { // otherwise the user's other processes count
		limit("-u", []end{done()}, 48, 64, 128)
	}
	limit("-s", []end{done("gcc"), done()}, 64) // gcc needs more for its own stack
	limit("-s", []end{done()}, 256, 1024)
	short := []end{done(), unfinished("cpu-time", "the CPU time for it is used up")}
	limit("-t", short, 1, 2, 3)
	all = append(all, fault{name: "memory 100 MiB", arguments: []string{"--memory", "100MiB"},
		ends: []end{done(), fails(exitMissing, "of memory together", "--memory")}})
	return all
}

// fullDisks are file systems that are too small from the beginning, or get full.
func fullDisks() (all []fault) {
	const mount = `mount -t tmpfs -o size=%s fizzer-test "$%s"`
	output := fails(exitOutput, "cannot write the output: ", "no space left on device", "--output")
	temporary := fails(exitOutput, "no space left on device", "TMPDIR")
	for size, ends := range map[string][]end{
		"4k": {output}, "16k": {output}, "64k": {output, done()}, "128k": {output, done()}, "256k": {done()}, "512k": {done()}, "1m": {done()},
	} {
		all = append(all, fault{name: "output of " + size, belt: belted{before: fmt.Sprintf(mount, size, "OUT")}, ends: ends})
	}
	for size, ends := range map[string][]end{
		"4k": {temporary}, "16k": {temporary}, "64k": {temporary}, "128k": {temporary}, "256k": {temporary, done("no space left on device")},
		"512k": {done("no space left on device"), done()}, "1m": {done()}, "4m": {done()},
	} {
		all = append(all, fault{name: "temporary of " + size, belt: belted{before: fmt.Sprintf(mount, size, "TMPDIR")}, ends: ends})
	}
	slices.SortFunc(all, func(a, b fault) int { return strings.Compare(a.name, b.name) })
	for number := 1; number <= 4; number++ {
		script := fmt.Sprintf(untilTest, number) + `cat /dev/zero > "$OUT/fill" 2> "$AWAY/told"; `
		output := output
		output.empty = false
		all = append(all, fault{name: fmt.Sprintf("output gets full at test %d", number),
			belt: belted{before: fmt.Sprintf(mount, "8m", "OUT"), during: script + `[ -s "$AWAY/told" ]`}, ends: []end{output}})
	}
	cache := `export XDG_CACHE_HOME="$AWAY"; mount -t tmpfs -o size=4k fizzer-test "$AWAY"`
	return append(all, fault{name: "cache is full", belt: belted{before: cache}, ends: []end{done()}})
}

// untilTest waits for a test of the suite.
const untilTest = `until [ -e "$OUT/test-suite/testcase-%06d.xml" ]; do sleep 0.01; done; `

// lostFolders are folders that are not there, not writable, or removed.
func lostFolders() []fault {
	second := fmt.Sprintf(untilTest, 2)
	cannot := func(words ...string) []end {
		return []end{fails(exitOutput, append(words, "cannot write the output: ", "--output")...)}
	}
	unusable := func(words ...string) []end {
		return []end{fails(exitOutput, append(words, "the temporary folder ", " cannot be used: ", "TMPDIR")...)}
	}
	all := []fault{
		{name: "output is read-only", belt: belted{before: `mount -t tmpfs -o ro t "$OUT"`}, ends: cannot("read-only file system")},
		{name: "output is a file", belt: belted{before: `rmdir "$OUT"; > "$OUT"`}, ends: cannot("not a directory")},
		{name: "suite is a file", belt: belted{before: `> "$OUT/test-suite"`}, ends: cannot("is a file where a folder is to be")},
		{name: "output is a link to nothing", belt: belted{before: `rmdir "$OUT"; ln -s /etc/passwd/out "$OUT"`}, ends: cannot("file exists")},
		{name: "output is removed", belt: belted{during: second + `rm -rf "$OUT"`}, ends: cannot("no such file or directory")},
		{name: "suite is removed", belt: belted{during: second + `rm -rf "$OUT/test-suite"`}, ends: cannot("no such file or directory")},
		{name: "output is replaced", belt: belted{during: second + `mv "$OUT" "$OUT.old"; > "$OUT"`}, ends: cannot("not a directory")},
		{name: "temporary is read-only", belt: belted{before: `mount -t tmpfs -o ro t "$TMPDIR"`}, ends: unusable("read-only file system")},
		{name: "temporary is not executable", belt: belted{before: `mount -t tmpfs -o noexec t "$TMPDIR"`}, ends: unusable("noexec")},
		{name: "temporary is missing", belt: belted{before: `export TMPDIR="$AWAY/none"`}, ends: unusable("no such file or directory")},
		{name: "temporary is a file", belt: belted{before: `export TMPDIR=/etc/passwd`}, ends: unusable("not a directory")},
		{name: "temporary is removed while clang works",
			belt: belted{during: `until compgen -G "$TMPDIR/*/build/build/program0.bc" > /dev/null; do :; done; rm -rf "$TMPDIR"/*`},
			ends: unusable("was removed while it was used")},
		{name: "temporary is removed in the search", belt: belted{during: second + `rm -rf "$TMPDIR"/*`},
			ends: append(unusable("was removed while it was used"), done())},
		{name: "cache is a file", belt: belted{before: `export XDG_CACHE_HOME=/etc/passwd`}, ends: []end{done()}},
		{name: "cache is read-only", belt: belted{before: `export XDG_CACHE_HOME="$AWAY"; mount -t tmpfs -o ro t "$AWAY"`}, ends: []end{done()}},
		{name: "processes are hidden", belt: belted{before: `mount -t tmpfs t /proc`},
			ends: []end{fails(exitMissing, "the folder /proc is missing: mount -t proc")}},
	}
	return all
}

// lostStreams are standard streams that are closed or cannot be written.
func lostStreams() []fault {
	silent := end{code: exitDone}
	unread := belted{before: `mkfifo "$AWAY/p"; exec 9<> "$AWAY/p"; head -c 65536 /dev/zero >&9`} // full, and its reader lives
	to := func(redirections string) belted { return belted{before: unread.before, after: redirections} }
	notRead := end{code: exitOutput, words: []string{"fizzer: the standard output cannot be written: nobody reads it (the wall time"}}
	return []fault{
		{name: "standard output is not read", belt: to(">&9"), limit: shortLimit, ends: []end{notRead}},
		{name: "JSON is not read", belt: to(">&9"), limit: shortLimit, arguments: []string{"--json"}, ends: []end{notRead}},
		{name: "standard error is not read", belt: to("2>&9"), ends: []end{done()}},
		{name: "standard output is full", belt: belted{after: "> /dev/full"},
			ends: []end{{code: exitOutput, words: []string{"fizzer: the standard output cannot be written: ", "no space left on device"}}}},
		{name: "JSON on a full disk", belt: belted{after: "> /dev/full"}, arguments: []string{"--json"},
			ends: []end{{code: exitOutput, words: []string{"fizzer: the standard output cannot be written: ", "no space left on device"}}}},
		{name: "standard error is full", belt: belted{after: "2> /dev/full"}, ends: []end{done()}},
		{name: "standard input is closed", belt: belted{after: "<&-"}, ends: []end{done()}},
		{name: "standard output is closed", belt: belted{after: ">&-"}, ends: []end{silent}},
		{name: "standard error is closed", belt: belted{after: "2>&-"}, ends: []end{done()}},
		{name: "all streams are closed", belt: belted{after: "<&- >&- 2>&-"}, ends: []end{silent}},
	}
}

// signalled are the signals that end a run early.
var signalled = []syscall.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE}

// endedBySignals are signals at events of files, from the first file of the run to those of the search, and when a tool hangs. The program
// has no end, so that only the signal ends the run.
func endedBySignals() (all []fault) {
	ends := []end{{code: exitDone, result: "RESULT: done", stopped: "signal"}, unfinished("signal")}
	for _, s := range signalled {
		send := func(_ *testing.T, run *started) { _ = run.command.Process.Signal(s) } // it has not ended
		for _, event := range []int{2, 4, 8, 14, 20, 30, 40, 50, 60} {
			name := fmt.Sprintf("%v at event %d", s, event)
			all = append(all, fault{name: name, program: "endless-controller.yml", ends: ends, event: event, meddle: send})
		}
		for number := 1; number <= 4; number++ {
			all = append(all, fault{name: fmt.Sprintf("%v at test %d", s, number), program: "endless-controller.yml", ends: ends[:1],
				meddle: func(t *testing.T, run *started) { run.awaitTest(t, number); send(t, run) }})
		}
		all = append(all, fault{name: fmt.Sprintf("%v after an interrupt", s), program: "endless-controller.yml", ends: ends[:1],
			meddle: func(t *testing.T, run *started) {
				run.awaitTest(t, 3)
				_ = run.command.Process.Signal(unix.SIGINT) // it has not ended
				time.Sleep(20 * time.Millisecond)           // two at once would be one signal
				send(t, run)
			}})
		hanging := fault{name: fmt.Sprintf("%v while clang hangs", s), tool: [2]string{"clang", "sleeps"},
			ends: []end{unfinished("signal", " had not ended: ")}, meddle: func(t *testing.T, run *started) {
				run.signal(t, run.part(t, false, "sleep", "100000"), 0)
				_ = run.command.Process.Signal(s) // it has not ended
			}}
		all = append(all, hanging)
		hanging.name, hanging.tool = fmt.Sprintf("%v while a child of gcc hangs for an entry", s), [2]string{"gcc", "waits for a child"}
		hanging.program, hanging.arguments = ofEntry, entry
		all = append(all, hanging)
	}
	for _, s := range []syscall.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP} {
		all = append(all, fault{name: fmt.Sprintf("%v at once", s),
			ends: append([]end{{code: killed, empty: true}}, append(ends, done())...), meddle: func(t *testing.T, run *started) {
				_ = run.command.Process.Signal(s) // it has not ended
			}})
	}
	return all
}

// killedParts are processes of a run that somebody kills or stops: the kernel, when memory is used up.
func killedParts(front string) []fault {
	part := func(s syscall.Signal, launcher bool, words ...string) func(*testing.T, *started) {
		return func(t *testing.T, run *started) { run.signal(t, run.part(t, launcher, words...), s) }
	}
	note := []end{done("note: the goals are not measured: ", "gcc"), done("note: gcc does not compile the program", "gcc")}
	broken := []end{fails(exitMissing, front), done()} // another attempt may follow
	target := []end{done(), fails(exitMissing, "the target does not become ready: it was killed, probably for lack of memory")}
	return []fault{
		{name: "a process of clang is killed", meddle: part(unix.SIGKILL, false, front, "-emit-llvm"), ends: broken},
		{name: "clang gets a segmentation fault", meddle: part(unix.SIGSEGV, false, front, "-emit-llvm"), ends: broken},
		{name: "clang's launcher is killed", meddle: part(unix.SIGKILL, true, front, "-emit-llvm"), ends: broken},
		{name: "the instrumenter is killed", meddle: part(unix.SIGKILL, false, "fizzer-instrument", "--monitor"), ends: []end{done()}},
		{name: "the instrumenter's launcher is killed", meddle: part(unix.SIGKILL, true, "fizzer-instrument", "--monitor"), ends: []end{done()}},
		{name: "a process of gcc is killed", meddle: part(unix.SIGKILL, false, "^gcc\x00"), ends: note},
		{name: "cc1 is killed", meddle: part(unix.SIGKILL, false, "/cc1\x00"), ends: note},
		{name: "gcc's launcher is killed", meddle: part(unix.SIGKILL, true, "^gcc\x00"), ends: append(note, done())},
		{name: "a target is killed", meddle: part(unix.SIGKILL, false, "^target\x00"), ends: target},
		{name: "a target is stopped", meddle: part(unix.SIGSTOP, false, "^target\x00"), ends: []end{done()}},
		{name: "a target's launcher is killed", meddle: part(unix.SIGKILL, true, "^target\x00"), ends: target},
	}
}

// loweredLimits are limits of resources that somebody lowers while the run works.
func loweredLimits() (all []fault) {
	lower := func(name string, resource int, words string, values ...uint64) {
		for _, value := range values {
			set := func(t *testing.T, run *started) {
				if err := unix.Prlimit(run.command.Process.Pid, resource, &unix.Rlimit{Cur: value, Max: value}, nil); err != nil {
					t.Error(err)
				}
			}
			f := fault{ends: []end{fails(exitMissing, words), fails(exitOutput, words), done()}, leaves: true}
			for _, event := range []int{5, 40} {
				f.name, f.event, f.meddle = fmt.Sprintf("%s lowered to %d at event %d", name, value, event), event, set
				all = append(all, f)
			}
			f.name, f.event = fmt.Sprintf("%s lowered to %d at test 2", name, value), 0
			f.meddle = func(t *testing.T, run *started) { run.awaitTest(t, 2); set(t, run) }
			all = append(all, f)
		}
	}
	lower("open files", unix.RLIMIT_NOFILE, "too many open files", 3, 8, 12, 16, 20, 24)
	lower("size of files", unix.RLIMIT_FSIZE, "file too large", 0, 1000, 100_000, 10_000_000)
	return all
}

// Whatever goes wrong, the run ends as the table says: with the right exit code and words that name the cause, or with a valid suite,
// within its limits, and leaves nothing behind. The long tests have all faults, this one a few of each kind.
func TestFaults(t *testing.T) {
	all := faults(t)
	const every = 17
	for i, f := range all {
		if i%every == 0 {
			t.Run(f.name, func(t *testing.T) { inject(t, f) })
		}
	}
}

// The table of faults has no fault twice, and no failure without words.
func TestTableOfFaults(t *testing.T) {
	names := map[string]bool{}
	for _, f := range faults(t) {
		if names[f.name] || len(f.ends) == 0 {
			t.Errorf("%s: twice, or without an end", f.name)
		}
		names[f.name] = true
		for _, e := range f.ends {
			if e.code > exitDone && len(e.words) == 0 {
				t.Errorf("%s: code %d without words", f.name, e.code)
			}
		}
	}
	if len(names) < minFaults {
		t.Errorf("%d faults only", len(names))
	}
}

// minFaults is the minimum number of faults.
const minFaults = 200
