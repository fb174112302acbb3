// Package campaign is one run of the tool from task to test suite: build the target, fuzz it within the budget, check
// the suite by replay, leave suite, zip and statistics.
package campaign

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/build"
	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/scratch"
	"fizzer/fizzer/target"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// Options are what the user asked for.
type Options struct {
	Task       *task.Task
	Property   property.Property
	CPU        time.Duration // of all processes together, since the start of this one; 0: unlimited
	Wall       time.Duration // since Start; 0: enough for CPU, unlimited where that is, too
	Start      time.Time     // when the run began; default: now
	Executions uint64        // 0: unlimited
	Memory     uint64        // bytes for the tool and all that it starts
	Sandbox    sandbox.Policy
	Output     string // folder that gets test-suite/, test-suite.zip and statistics.json
	Seed       uint64
	Seeds      []suite.Test // tests to start from
	Resume     bool         // go on with the suite and the progress file that are in Output
	Jobs       int          // engines at work at once, each with a target process, at least 1
	Check      bool         // check the invariants of the execution tree after each run that adds something
	Without    []string     // analyses and sources of nodes that are switched off
	Version    string       // of this tool
	Clock      func() time.Time
	Finish     <-chan struct{}                       // when it is closed the search ends, and what was found is judged; may be nil
	OnProgress func(Progress)                        // called about once a second while the engine works, and when a phase begins; may be nil
	Log        func(format string, arguments ...any) // for the user, one line each
}

// Producer is the first word of the producer in the metadata of suites of ours.
const Producer = "fizzer"

// Names of what a run leaves in its output folder.
const (
	SuiteFolder    = "test-suite"
	SuiteZip       = "test-suite.zip"
	StatisticsFile = "statistics.json"
)

// OutputError is a failure to write what the run leaves.
type OutputError struct{ Err error }

// Error says what could not be written and what to do.
func (e *OutputError) Error() string {
	return fmt.Sprintf("cannot write the output: %v; choose another folder with --output", e.Err)
}

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }

// campaign is a run in the making.
type campaign struct {
	Options
	start     time.Time
	meter     *budget.Meter
	scratch   *scratch.Folder
	sources   *source.Program // copies of the program's files, which compilers read
	suite     *suite.Writer
	zip       zipKeeper
	built     *build.Target
	processes []*target.Process // that the engine uses
	fresh     *target.Process   // in which each test is reproduced before it is written
	verdict   *verdict          // of the gcc build; nil when the goals cannot be measured
	engine    *crew.Crew

	stopped    string  // why the tests found so far are enough; empty: they are not
	found      []found // what is in the suite, in the order of its tests
	timed      int     // tests that the clock ended in one of two processes only
	statistics Statistics
	modeLock   sync.Mutex    // of the mode in statistics while targets are at work
	lastTest   time.Duration // CPU time at which the newest test was found
	before     Progress      // where the run that is resumed stopped

	reportState func(told bool) // writes the progress file, and tells it to whoever watches; nil while the engine does not work
	reported    time.Time       // when it was called for a test

	details      Details
	crashes      crashes
	crashFailure error // why a bad end could not be written
}

// found is one test of the suite with what the engine knows about it.
type found struct {
	test   suite.Test
	ending string
	at     time.Duration // CPU time at which it was found; 0: by a run before
}

// ofRunBefore is the ending of a test that was there when the run was resumed.
const ofRunBefore = "of the run before"

// Run makes one run. When ctx is cancelled, or a limit is reached, it ends within a second with a valid suite, whatever it
// is doing. The statistics are valid, and the suite that was found so far is on disk, also when an error is returned.
func Run(ctx context.Context, options Options) (*Statistics, error) {
	options.setDefaults()
	c := &campaign{Options: options, start: options.Start, meter: budget.NewMeter()}
	c.statistics = Statistics{
		Version: options.Version, Program: options.Task.Programs[0], Property: options.Property.String(),
		DataModel: string(options.Task.DataModel), Seed: options.Seed,
	}
	err := c.prepare()
	if err == nil {
		defer c.removeScratch()
		err = c.work(ctx)
	}
	c.statistics.StoppedBy = cmp.Or(c.statistics.StoppedBy, stoppedByFailure)
	if c.suite != nil {
		err = errors.Join(err, c.finish())
	}
	return &c.statistics, err
}

// prepare makes the suite with its metadata, so that from now on there is a valid suite, and the scratch folder.
func (c *campaign) prepare() error {
	if err := os.MkdirAll(c.Output, 0o755); err != nil {
		return &OutputError{err}
	}
	metadata, err := c.metadata()
	if err != nil {
		return err
	}
	if err := errors.Join(c.openSuite(metadata), c.removeZip(), c.removeUnfinished()); err != nil {
		return &OutputError{err}
	}
	if c.scratch, err = scratch.Make(); err != nil {
		return &OutputError{fmt.Errorf("%w; or another temporary folder with TMPDIR", err)}
	}
	return nil
}

func (c *campaign) removeScratch() {
	if err := c.scratch.Remove(); err != nil {
		c.Log("note: %v", err)
	}
}

// removeUnfinished removes what a run before that was killed left of files that this run may not write again.
func (c *campaign) removeUnfinished() (err error) {
	output := os.DirFS(c.Output)
	for _, folder := range []string{"", CrashFolder + "/*/"} {
		left, _ := fs.Glob(output, folder+"*"+files.Unfinished) // the pattern is constant
		for _, name := range left {
			err = errors.Join(err, os.RemoveAll(filepath.Join(c.Output, name)))
		}
	}
	return err
}

// openSuite makes an empty suite. A resumed run keeps the tests that are there and starts from them.
func (c *campaign) openSuite(metadata suite.Metadata) (err error) {
	folder := filepath.Join(c.Output, SuiteFolder)
	if !c.Resume {
		c.suite, err = suite.Create(folder, metadata)
		return err
	}
	if c.suite, err = suite.Continue(folder, metadata); err != nil {
		return err
	}
	old, err := suite.Read(folder)
	if err != nil {
		return err
	}
	for _, test := range old.Tests {
		c.found = append(c.found, found{test: test, ending: ofRunBefore})
	}
	c.Seeds = append(old.Tests, c.Seeds...)
	return nil
}

func (c *campaign) metadata() (suite.Metadata, error) {
	program := c.Task.Programs[0]
	content, err := files.Read(program, files.MaxSource)
	if err != nil {
		return suite.Metadata{}, fmt.Errorf("program %s: %w", program, err)
	}
	hash := sha256.Sum256(content)
	return suite.Metadata{
		Producer:      Producer + " " + c.Version,
		Specification: c.Property.String(),
		ProgramFile:   program,
		ProgramHash:   hex.EncodeToString(hash[:]),
		Architecture:  c.Task.DataModel.Architecture(),
		Created:       c.Clock(),
	}, nil
}

// work does all but the last steps. What the limits or a signal end is no error.
func (c *campaign) work(ctx context.Context) error {
	judging, stop := c.until(ctx, judgingParts)
	defer stop()
	search, stop := c.until(judging, searchParts)
	defer stop()
	search, stop = budget.Until(search, c.Finish)
	defer stop()
	defer func() { c.verdict.close() }() // there may be one later
	err := c.find(search, judging)
	if budget.Spent(search) == budget.ReasonSignal {
		c.Log("finishing: the tests that were found are judged; interrupt once more (Ctrl-C) to stop at once")
	}
	if err == nil {
		err = c.replay(judging)
	}
	if reason := endedBy(judging, err); reason != "" {
		c.statistics.StoppedBy = reason
		if c.noteTool(err) {
			c.Log("note: %v", err)
		}
		return nil
	}
	return err
}

// find builds and searches until the context search ends, which leaves time for what is found last in judging.
func (c *campaign) find(search, judging context.Context) error {
	c.enter(PhaseBuilding)
	if err := c.build(search); err != nil {
		return err
	}
	if err := c.buildReplay(search); err != nil {
		return err
	}
	if err := c.announce(); err != nil {
		return err
	}
	return c.fuzz(search, judging)
}

func (c *campaign) build(ctx context.Context) error {
	made, err := within(ctx, func() (made, error) { return c.buildTarget(ctx) })
	if err != nil {
		return err
	}
	c.sources, c.built = made.sources, made.target
	c.statistics.Implied = len(c.built.Locations.Conditions) - c.built.Locations.Recorded()
	for _, note := range slices.Concat(c.built.Locations.Notes, advice(c.built.Locations, c.Property)) {
		c.Log("note: %s", note)
	}
	return nil
}

// made is the target and what it is made of.
type made struct {
	sources *source.Program
	target  *build.Target
}

// buildTarget changes nothing of the campaign, which may have given it up.
func (c *campaign) buildTarget(ctx context.Context) (m made, err error) {
	options, err := BuildOptions(c.Task, filepath.Join(c.scratch.Path, "build"))
	if err != nil {
		return m, err
	}
	if m.sources, err = source.Copy(c.Task.Programs, filepath.Join(c.scratch.Path, "source")); err != nil {
		return m, err
	}
	options.Sources = m.sources
	options.Goals = c.Property.Kind == property.Branches
	options.All = slices.Contains(c.Without, engine.PartImplied)
	options.Memory, options.Policy, options.Started, options.Ended = c.Memory, c.Sandbox, c.meter.Started, c.meter.Ended
	options.Long = c.CPU == 0 || c.CPU >= longRun
	m.target, err = build.Build(ctx, options)
	return m, err
}

// BuildOptions finds the tools to build the task with, in the folder scratch, which it makes.
func BuildOptions(t *task.Task, scratch string) (build.Options, error) {
	clang, major, err := build.FindClang()
	if err != nil {
		return build.Options{}, err
	}
	instrumenter, err := build.FindInstrumenter()
	if err != nil {
		return build.Options{}, err
	}
	return build.Options{
		Programs: t.Programs, Bits: t.DataModel.Bits(), Scratch: scratch,
		Clang: clang, ClangMajor: major, Instrumenter: instrumenter,
	}, os.MkdirAll(scratch, 0o755)
}

// longRun is the CPU time of a run before which more work on a large target is worth it (build.Options.Long).
const longRun = time.Minute

// Shares of the memory that the user allows. The rest is for the front end and for replay, which run alone.
const (
	treeShare   = 10            // the tree gets memory/treeShare
	treeMost    = 1 << 30       // bytes, and no more than this; picked by hand, so that a run stays at some gigabytes
	heapRoom    = 768 << 20     // bytes that the heap may take besides the tree before the garbage collector works harder
	targetShare = 4             // the runs of all jobs together get memory/targetShare
	targetMost  = 2_000_000_000 // one run: the validators allow a test no more
	fileBytes   = 16 << 20      // a file that the program writes
)

func treeBytes(memory uint64) uint64 { return min(memory/treeShare, treeMost) }

// HeapLimit returns where the garbage collector is to work harder in a run that may use that much memory: above what the
// tree is bounded by, because otherwise the heap doubles before garbage is looked for.
func HeapLimit(memory uint64) int64 { return int64(min(memory/2, treeBytes(memory)+heapRoom)) }

// startTargets starts one process a job.
func (c *campaign) startTargets(ctx context.Context, limits execution.Limits) error {
	c.statistics.Contexts = c.built.Locations.Contexts
	persistent, because := target.ModeFor(c.built.Locations.Externals, libfizzer.Replaced)
	if c.built.Locations.ThreadLocal {
		persistent, because = false, "thread-local variables"
	}
	c.setMode(ModePersistent, "")
	if !persistent {
		c.setMode(ModeForked, because)
	}
	for job := range c.Jobs {
		process, err := c.startProcess(ctx, fmt.Sprintf("work%d", job), limits, persistent, true)
		if err != nil {
			return errors.Join(err, c.closeTargets())
		}
		if job == 0 {
			c.noteSandbox(process.Missing())
		}
		c.processes = append(c.processes, process)
	}
	return nil
}

// noteSandbox tells which layers of the sandbox are missing. Without control groups processes are counted instead, which is no loss.
func (c *campaign) noteSandbox(missing []sandbox.Layer, why []string) {
	c.statistics.SandboxLacks = missing
	lost := slices.ContainsFunc(missing, func(layer sandbox.Layer) bool { return slices.Contains(sandbox.Required, layer) })
	if lost {
		c.Log("note: the sandbox lacks %v (%s); the program runs with the rest", missing, strings.Join(why, "; "))
	}
}

func (c *campaign) closeTargets() error {
	var failures []error
	for _, process := range c.processes {
		failures = append(failures, process.Close())
	}
	return errors.Join(failures...)
}

func (c *campaign) setMode(mode, because string) {
	c.statistics.Mode, c.statistics.Persistent, c.statistics.Forked = mode, mode == ModePersistent, because
}

// fallBack makes all targets fork for good, unless they do. Any of them may call it while it works, also several at once.
func (c *campaign) fallBack(because string) {
	c.modeLock.Lock()
	defer c.modeLock.Unlock()
	if c.statistics.Mode != ModePersistent {
		return
	}
	c.setMode(ModeFellBack, because)
	for _, process := range c.processes {
		process.FallBack(because)
	}
}

// startProcess starts a target with a scratch folder of that name; oneCore: on the processor of the engine's thread.
func (c *campaign) startProcess(ctx context.Context, name string, limits execution.Limits, persistent, oneCore bool) (*target.Process, error) {
	folder := filepath.Join(c.scratch.Path, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, &OutputError{err}
	}
	return target.Start(ctx, target.Options{
		Executable:  c.built.Executable,
		Scratch:     folder,
		MemoryBytes: min(targetMost, c.Memory/targetShare/uint64(c.Jobs)),
		FileBytes:   fileBytes,
		Limits:      limits,
		Locations:   len(c.built.Locations.Conditions),
		Wide:        usesWides(c.built),
		Persistent:  persistent,
		OneCore:     oneCore,
		FellBack:    c.fallBack,
		Started:     c.meter.Started,
		Ended:       c.meter.Ended,
		Policy:      c.Sandbox,
	})
}

func usesWides(built *build.Target) bool {
	for _, condition := range built.Locations.Conditions {
		if condition.Bits > 64 && condition.Kind != "fcmp" {
			return true
		}
	}
	return false
}

// fuzz runs the engine until the budget less the reserve for the last steps is used up. At the end of ctx the runs that are
// under way are ended; what the runs before them found becomes tests as long as judging goes on.
func (c *campaign) fuzz(ctx, judging context.Context) (failure error) {
	runtime.LockOSThread() // the engine shares a processor with its target
	defer runtime.UnlockOSThread()
	limits := engine.DefaultLimits()
	err := c.startTargets(ctx, limits)
	if err != nil {
		return err
	}
	defer c.closeTargets()
	if c.fresh, err = c.startProcess(judging, "fresh", limits, false, false); err != nil {
		return err
	}
	defer c.fresh.Close()
	seeds, err := c.encodeSeeds(ctx, c.Seeds)
	if err != nil {
		return err
	}
	progress, err := c.createProgress()
	if err != nil {
		return err
	}
	defer func() { failure = errors.Join(failure, progress.close()) }()
	limit := &engineBudget{c: c}
	var targets []execution.Target
	for _, process := range c.processes {
		targets = append(targets, process)
	}
	config := engine.Config{
		Locations:   c.built.Locations,
		Seed:        c.Seed,
		Budget:      limit,
		Clock:       c.Clock,
		Check:       c.Check,
		OnTest:      func(f engine.Found) error { return c.add(ctx, judging, f) },
		Seeds:       seeds,
		BadEnd:      c.keepCrash,
		Limits:      limits,
		StopAtError: c.Property.Kind == property.Error,
		ErrorGoal:   c.Property.Kind == property.Error,
		Tree:        tree.Config{Bytes: treeBytes(c.Memory)},
		Without:     c.Without,
	}
	e, err := crew.New(config, targets)
	if err != nil {
		return err
	}
	c.engine = e
	c.reportState = c.report(progress, e)
	limit.progress = func() { c.reportState(true); c.keepZip() }
	defer func() { c.reportState = nil }()
	limit.progress()
	summary, err := e.Run(ctx)
	limit.progress()
	if err == nil && ctx.Err() == nil && c.Property.Kind != property.Error && c.stopped == "" {
		err = c.optimize(ctx, e)
		summary.Snapshot = e.Progress().Snapshot
	}
	c.statistics.record(summary, ctx)
	for _, process := range c.processes {
		c.statistics.Compared += process.Sampled()
	}
	if c.stopped != "" {
		c.statistics.StoppedBy = c.stopped
	}
	c.statistics.Crashes = c.crashes.count
	c.crashFailure = errors.Join(c.crashFailure, c.keepDetails(e))
	if err == nil && budget.Spent(ctx) == "" {
		err = ctx.Err()
	}
	return errors.Join(err, c.crashFailure)
}

// The optimizer may use this part of the wall time and CPU time that the engine has used.
const optimizerShare = 20

func (c *campaign) optimize(ctx context.Context, e *crew.Crew) error {
	limited, cancel := context.WithTimeout(ctx, time.Second+c.Clock().Sub(c.start)/optimizerShare)
	defer cancel()
	err := e.Optimize(limited)
	if limited.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// mostTimed is how many tests may end otherwise in a fresh process because of the clock, before all runs are forked.
const mostTimed = 3

// add writes a test for what the engine found, as a fresh process reproduces it. When there is no time for that it is
// written as it was found.
func (c *campaign) add(ctx, judging context.Context, f engine.Found) error {
	stopAtError := c.Property.Kind == property.Error
	run := &execution.Run{Ending: f.Ending, Reads: f.Reads, Bytes: f.Bytes, ErrorReached: f.ErrorReached, ErrorInputBytes: f.ErrorInputBytes}
	runs, err := c.fresh.Execute(judging, &execution.Batch{Inputs: [][]byte{f.Bytes}, Limits: f.Limits, Fill: f.Fill, StopAtError: stopAtError})
	switch {
	case err == nil:
		run = &runs[0]
	case judging.Err() == nil:
		return err
	}
	if run.Garbled || trace.CheckInput(run) != nil { // nothing that a test could be made of
		c.statistics.NotReproduced++
		if err != nil || run.Garbled {
			return nil // it was discarded
		}
		return c.fresh.Discard()
	}
	if run.Ending != f.Ending || !slices.Equal(run.Reads, f.Reads) || !slices.Equal(run.Bytes, f.Bytes) {
		c.statistics.NotReproduced++
		timed := target.Timed(run.Ending, f.Ending)
		if timed {
			c.timed++
		}
		if !timed || c.timed > mostTimed {
			c.fallBack(fmt.Sprintf("test %d was not reproduced: it ended as %v, in a fresh process as %v", len(c.found)+1, f.Ending, run.Ending))
		}
	}
	if stopAtError {
		return c.addError(ctx, run)
	}
	inputs, err := vector.Inputs(run.Reads[:vector.Cut(run.Ending, len(run.Reads))], run.Bytes)
	if err != nil {
		return err
	}
	if err := c.write(suite.Test{Inputs: inputs}, run.Ending.String()); err != nil {
		return err
	}
	return c.considerNew(ctx, &f)
}

// addError writes the one test that the error property wants: cut right after the last value that it needs. Where the gcc
// build goes another way, the search goes on.
func (c *campaign) addError(ctx context.Context, run *execution.Run) error {
	if !run.ErrorReached {
		return nil
	}
	inputs, err := vector.Inputs(run.Reads[:vector.ReadsWithin(run.Reads, run.ErrorInputBytes)], run.Bytes)
	if err != nil {
		return err
	}
	if err := c.write(suite.Test{Inputs: inputs, CoversError: true}, run.Ending.String()); err != nil {
		return err
	}
	counts, err := c.countsAsError(ctx)
	if err != nil || !counts {
		return err
	}
	c.stopped = stoppedByError
	return engine.ErrStop
}

func (c *campaign) write(test suite.Test, ending string) error {
	name, err := c.suite.Add(test)
	if err != nil {
		return &OutputError{err}
	}
	test.Name = name
	c.lastTest = c.meter.CPU()
	c.found = append(c.found, found{test, ending, c.lastTest})
	c.reportTest()
	return nil
}

// finish zips the suite and writes the statistics.
func (c *campaign) finish() error {
	s := &c.statistics
	s.Tests = c.suite.Len()
	s.CPUSeconds = c.meter.CPU().Seconds()
	s.WallSeconds = c.Clock().Sub(c.start).Seconds()
	s.LastTestCPUSeconds = c.lastTest.Seconds()
	s.Machine = fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if err := c.suite.Zip(c.zipPath()); err != nil {
		return &OutputError{err}
	}
	if err := c.writeDetails(); err != nil {
		return err
	}
	if err := s.write(filepath.Join(c.Output, StatisticsFile)); err != nil {
		return &OutputError{err}
	}
	return nil
}
