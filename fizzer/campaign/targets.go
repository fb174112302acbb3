package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/source"
)

// program is the target and what it is made of.
type program struct {
	sources *source.Program // copies of the program's files, which compilers read
	target  *toolchain.Target
}

// targets are the processes of a run: one a job, in which the engine works, and one in which each test is reproduced.
type targets struct {
	tools     Tools
	scratch   string // folder
	memory    uint64 // bytes for the whole run
	table     *locations.Table
	options   runner.Options // of all processes
	processes []Process      // that the engine uses
	fresh     Process
	timed     int // tests that the clock ended in one of two processes only

	lock          sync.Mutex // of what follows, while the processes are at work
	mode, because string     // of the processes, one of the formats.Mode constants, and why they are not persistent
}

// Shares of the memory that the user allows. The rest is for the front end and for replay, which run alone.
const (
	treeShare      = 10            // the tree gets memory/treeShare
	maxTree        = 1 << 30       // bytes, and no more than this; picked by hand, so that a run stays at some gigabytes
	heapRoom       = 768 << 20     // bytes that the heap may take besides the tree before the garbage collector works harder
	targetShare    = 4             // the runs of all jobs together get memory/targetShare
	maxTargetBytes = 2_000_000_000 // one run: the validators allow a test no more
	fileBytes      = 16 << 20      // a file that the program writes
)

func treeBytes(memory uint64) uint64 { return min(memory/treeShare, maxTree) }

// HeapLimit returns where the garbage collector is to work harder in a run that may use that much memory: above what the
// tree is bounded by, because otherwise the heap doubles before garbage is looked for.
func HeapLimit(memory uint64) int64 { return int64(min(memory/2, treeBytes(memory)+heapRoom)) }

// start starts one process a job, persistent ones where the program allows it, and the fresh one, which lives as long as judging.
func (t *targets) start(ctx, judging context.Context, jobs int) error {
	persistent, because := runner.ModeFor(t.table.Externals, libfizzer.Replaced)
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

// startOne starts a process with a scratch folder of that name; oneCore: on the processor of the engine's thread.
func (t *targets) startOne(ctx context.Context, name string, persistent, oneCore bool) (Process, error) {
	options := t.options
	options.Scratch, options.Persistent, options.OneCore = filepath.Join(t.scratch, name), persistent, oneCore
	options.FellBack = t.fallBack
	if err := os.MkdirAll(options.Scratch, 0o755); err != nil {
		return nil, &OutputError{err}
	}
	return t.tools.Start(ctx, options)
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

// missing tells which layers the sandbox lacks, and why, and whether one of them is a loss: without control groups
// processes are counted instead.
func (t *targets) missing() (layers, why []string, lost bool) {
	missing, why := t.processes[0].Missing()
	for _, layer := range missing {
		layers = append(layers, string(layer))
		lost = lost || slices.Contains(sandbox.Required, layer)
	}
	return layers, why, lost
}

// work returns the targets for the engines.
func (t *targets) work() (all []execution.Target) {
	for _, process := range t.processes {
		all = append(all, process)
	}
	return all
}

// fallBack makes all targets fork for good, unless they do. Any of them may call it while it works, also several at once.
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

// count notes how the program was run.
func (t *targets) count(s *formats.Statistics) {
	t.lock.Lock()
	defer t.lock.Unlock()
	s.Mode, s.Persistent, s.Forked = t.mode, t.mode == formats.ModePersistent, t.because
	s.Compared = 0
	for _, process := range t.processes {
		s.Compared += process.Sampled()
	}
}

// maxTimed is how many tests may end otherwise in a fresh process because of the clock, before all runs are forked.
const maxTimed = 3

// reproduce makes the run of a test again in the fresh process, and says whether it was the same; number counts tests, from 1.
// When there is no time for it the run is as it was found. It returns none when nothing is left that a test could be made of.
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

// doubt makes the targets fork because a test was not reproduced, unless it may have been the clock's fault.
func (t *targets) doubt(run *execution.Run, f *engine.Found, number int) {
	timed := runner.Timed(run.Ending, f.Ending)
	if timed {
		t.timed++
	}
	if !timed || t.timed > maxTimed {
		t.fallBack(fmt.Sprintf("test %d was not reproduced: it ended as %v, in a fresh process as %v", number, f.Ending, run.Ending))
	}
}
