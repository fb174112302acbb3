package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/scratch"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// program is the target and what it was built from.
type program struct {
	sources *source.Program // copies of the program's files, which compilers read
	target  *toolchain.Target
}

// bytes returns how long the program is.
func (p *program) bytes() (n int) {
	for i := range p.sources.Files {
		n += len(p.sources.Files[i].Text)
	}
	return n
}

// targets are the processes of a run: one for each job's engine, and a fresh one that reproduces tests.
type targets struct {
	tools     Tools
	scratch   string // folder
	memory    uint64 // bytes for the whole run
	table     *locations.Table
	harness   *task.Harness  // of the program; nil: it has none
	options   runner.Options // of all processes
	processes []Process      // of the engines
	fresh     Process
	timed     int // tests that the clock ended in only one of two processes

	lock          sync.Mutex // guards the fields below while the processes work
	mode, because string     // of the processes: one of the formats.Mode constants, and why they are not persistent
}

// Shares of the user's memory limit. The rest is for the front end and for replay, which run alone.
const (
	treeShare      = 10            // the tree gets memory/treeShare
	maxTree        = 1 << 30       // bytes at most; picked by hand, so that a run stays at a few gigabytes
	heapRoom       = 768 << 20     // bytes of the heap, besides the tree, before the garbage collector works harder
	targetShare    = 5             // the runs of all jobs together get memory/targetShare, and those of their lean forms as much again
	maxTargetBytes = 2_000_000_000 // of one run; validators give a test no more
	fileBytes      = 16 << 20      // of a file that the program writes
)

func treeBytes(memory uint64) uint64 { return min(memory/treeShare, maxTree) }

// HeapLimit returns the heap size, in bytes, above which the garbage collector works harder in a run with this memory limit. It is
// above the bound of the tree. Without it the heap would double before the next collection.
func HeapLimit(memory uint64) int64 { return int64(min(memory/2, treeBytes(memory)+heapRoom)) }

// targetsOf returns the targets of a built program; none runs yet. Their files are in the folder.
func (c *campaign) targetsOf(built *toolchain.Target, folder string) *targets {
	return &targets{
		tools: c.Tools, scratch: folder, memory: c.Memory, table: built.Locations, harness: c.Task.Harness,
		options: runner.Options{
			Executable: built.Executable, FileBytes: fileBytes, Limits: engine.DefaultLimits(), Locations: len(built.Locations.Conditions),
			Started: c.timing.meter.Started, Ended: c.timing.meter.Ended, Policy: c.Sandbox,
		},
	}
}

// start starts one process for each job, persistent if the program allows it, and the fresh one, which lives until judging ends.
func (t *targets) start(ctx, judging context.Context, jobs int) error {
	persistent, because := runner.ModeFor(t.table.Externals, t.handled())
	if t.table.ThreadLocal {
		persistent, because = false, "thread-local variables"
	}
	t.mode, t.because = formats.ModePersistent, ""
	if !persistent {
		t.mode, t.because = formats.ModeForked, because
	}
	t.options.MemoryBytes = min(maxTargetBytes, t.memory/targetShare/uint64(jobs))
	t.options.Wide = usesWides(t.table)
	for job := range jobs {
		process, err := t.startOne(ctx, fmt.Sprintf("work%d", job), persistent, true)
		if err != nil {
			return errors.Join(err, t.close())
		}
		t.processes = append(t.processes, process)
	}
	fresh, err := t.startOne(judging, "fresh", false, false)
	if err != nil {
		return errors.Join(err, t.close())
	}
	t.fresh = fresh
	return nil
}

// handled returns the functions whose effect does not outlive a run, because the runtime or the program's harness sees to that.
func (t *targets) handled() []string {
	if t.harness == nil {
		return libfizzer.Replaced
	}
	return slices.Concat(libfizzer.Replaced, t.harness.Resets)
}

// startOne starts a process with a scratch folder of this name; oneCore: on the processor of the engine's thread.
func (t *targets) startOne(ctx context.Context, name string, persistent, oneCore bool) (Process, error) {
	options := t.options
	options.Scratch, options.Persistent, options.OneCore = filepath.Join(t.scratch, name), persistent, oneCore
	options.FellBack = t.fallBack
	if err := files.MakeFolder(options.Scratch, 0o755); err != nil {
		return nil, &OutputError{err}
	}
	process, err := t.tools.Start(ctx, options)
	if start := new(sandbox.StartError); errors.As(err, &start) && start.Errno == unix.EACCES {
		return nil, &scratch.Error{Folder: os.TempDir(), Err: fmt.Errorf("programs in it may not be executed (noexec?): %w", err)}
	}
	return process, err
}

func usesWides(table *locations.Table) bool {
	for _, condition := range table.Conditions {
		if condition.Bits > 64 && condition.Kind != locations.KindFloat {
			return true
		}
	}
	return false
}

func (t *targets) close() error {
	var failures []error
	for _, process := range t.processes {
		failures = append(failures, process.Close())
	}
	if t.fresh != nil {
		failures = append(failures, t.fresh.Close())
	}
	return errors.Join(failures...)
}

// missing returns the missing layers of the sandbox, why each is missing, and whether one of them is required. Control groups are
// not: without them processes are counted.
func (t *targets) missing() (layers, why []string, required bool) {
	missing, why := t.processes[0].Missing()
	for _, layer := range missing {
		layers = append(layers, string(layer))
		required = required || slices.Contains(sandbox.Required, layer)
	}
	return layers, why, required
}

// work returns the targets of the engines.
func (t *targets) work() (all []execution.Target) {
	for _, process := range t.processes {
		all = append(all, process)
	}
	return all
}

// fallBack makes all targets fork from now on. Any of them may call it while it works, also several at once.
func (t *targets) fallBack(because string) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.mode != formats.ModePersistent {
		return
	}
	t.mode, t.because = formats.ModeFellBack, because
	for _, process := range t.processes {
		process.FallBack(because)
	}
}

// count records how the program was run.
func (t *targets) count(s *formats.Statistics) {
	t.lock.Lock()
	defer t.lock.Unlock()
	s.Mode, s.Persistent, s.Forked = t.mode, t.mode == formats.ModePersistent, t.because
	s.Compared = 0
	for _, process := range t.processes {
		s.Compared += process.Sampled()
	}
}

// maxTimed is the number of tests that may end differently in a fresh process because of the clock before all runs are forked.
const maxTimed = 3

// reproduce repeats the run of a test in the fresh process and tells whether it was the same; number counts tests, from 1. If there
// is no time for that, it returns the run as it was found. It returns nil if nothing is left to make a test of.
func (t *targets) reproduce(judging context.Context, f *engine.Found, stopAtError bool, number int) (run *execution.Run, same bool,
	err error) {
	run = &execution.Run{
		Ending: f.Ending, Reads: f.Reads, Bytes: f.Bytes, ErrorReached: f.ErrorReached, ErrorInputBytes: f.ErrorInputBytes,
	}
	batch := execution.Batch{Inputs: [][]byte{f.Bytes}, Limits: f.Limits, Fill: f.Fill, StopAtError: stopAtError}
	runs, err := t.fresh.Execute(judging, &batch)
	switch {
	case err == nil:
		run = &runs[0]
	case judging.Err() == nil:
		return nil, false, err
	}
	if run.Garbled || trace.CheckInput(run) != nil {
		if err != nil || run.Garbled {
			return nil, false, nil // it was discarded
		}
		return nil, false, t.fresh.Discard()
	}
	same = run.Ending == f.Ending && slices.Equal(run.Reads, f.Reads) && slices.Equal(run.Bytes, f.Bytes)
	if !same {
		t.doubt(run, f, number)
	}
	return run, same, nil
}

// doubt makes the targets fork because a test was not reproduced, unless the clock may be the reason.
func (t *targets) doubt(run *execution.Run, f *engine.Found, number int) {
	timed := runner.Timed(run.Ending, f.Ending)
	if timed {
		t.timed++
	}
	if !timed || t.timed > maxTimed {
		t.fallBack(fmt.Sprintf("test %d was not reproduced: it ended as %v, in a fresh process as %v", number, f.Ending, run.Ending))
	}
}
