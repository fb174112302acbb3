// Package campaign is one run of the tool from task to test suite: build the target, fuzz it within the budget, check the suite by
// replay, and write suite, zip and statistics.
package campaign

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/scratch"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// Options are what the user asked for.
type Options struct {
	Task       *task.Task
	Property   property.Property
	CPU        time.Duration  // of all processes together, from the start of this one; 0: unlimited
	Wall       time.Duration  // from Start on; 0: enough for CPU, unlimited if CPU is
	Start      time.Time      // when the run began; default: now
	Load       func() float64 // how much longer than alone everything takes at present, at least 1; nil: no longer
	Executions uint64         // 0: unlimited
	Memory     uint64         // bytes for the tool and all that it starts
	TestMemory int64          // bytes that one replayed test may occupy; 0: as TestCov gives it
	Sandbox    sandbox.Policy
	Output     string // folder that gets test-suite/, test-suite.zip and statistics.json
	Seed       uint64
	Seeds      suite.Tests // tests to start from; nil: none
	Dictionary [][]byte    // words that inputs may need, besides those of the program
	RawSeeds   [][]byte    // inputs to start from, as the program reads them
	CutSeeds   int         // of these, those that lack their end because a harness gives no more
	Resume     bool        // continue with the suite and the progress file in Output
	Jobs       int         // number of engines, each with a target process; at least 1
	Check      bool        // check the invariants of the execution tree after each run that adds something
	Sanitize   []string    // sanitizers by whose build kept tests and a sample of the runs are repeated
	Without    []string    // analyses and sources of nodes that are switched off
	Alone      bool        // the symbolic search begins at once and goes on as long as it has something to do
	Solver     string      // one of smt.Names, asked when the steps of package solve find no answer; empty: none
	Version    string      // of this tool
	Clock      func() time.Time
	Meter      *budget.Meter // of what the run starts, and of what was started for it before; default: a new one
	// Interrupted is why a limit or a signal ended what makes the task: as it lacks its harness, nothing is built and there is a suite
	// without tests. nil: nothing was interrupted.
	Interrupted error
	Finish      <-chan struct{}                       // when it is closed, the search ends and its results are judged; may be nil
	Tools       Tools                                 // compilers and processes; default: those of this machine
	Exchange    Exchange                              // with searches of the same program on other machines; nil: there are none
	Helper      bool                                  // somebody else judges what this run finds: nothing is replayed
	OnProgress  func(formats.Progress)                // called about once a second while the engine works, and when a phase begins; may be nil
	Log         func(format string, arguments ...any) // for the user, one line each
}

// campaign is the state of a run.
type campaign struct {
	Options
	timing     timing
	scratch    *scratch.Folder
	output     *output
	program    program  // zero until it is built
	early      early    // what an excerpt of the program gave
	verdict    *verdict // of the gcc build; nil if goals cannot be measured
	later      later    // gcc's build, while it is put off
	watcher    watcher
	crashes    crashes
	statistics formats.Statistics
	details    formats.Details
	stopped    string        // why the search may end early; empty: it may not
	lastTest   time.Duration // CPU time when the newest test was found
}

// Run makes one run. When ctx is cancelled or a limit is reached, it ends within a second, in every phase. Also when Run returns an
// error, the statistics are valid and the suite found so far is on disk.
func Run(ctx context.Context, options Options) (*formats.Statistics, error) {
	c := newCampaign(options)
	err := c.prepare()
	if err == nil {
		defer c.removeScratch()
		if err = c.work(ctx); err != nil {
			err = cmp.Or(c.scratch.Check(), err)
		}
	}
	c.statistics.StoppedBy = cmp.Or(c.statistics.StoppedBy, formats.StoppedByFailure)
	if c.output.suite != nil {
		err = errors.Join(err, c.finish())
	}
	return &c.statistics, err
}

func newCampaign(options Options) *campaign {
	options.setDefaults()
	c := &campaign{Options: options}
	c.timing = options.timing()
	c.output = &output{folder: options.Output, clock: options.Clock, added: c.noteTest}
	c.watcher = watcher{
		timing: &c.timing, tell: options.OnProgress, others: options.Exchange,
		tests: func() int { return len(c.output.found) },
		ends:  func() int { return c.crashes.number() },
		goals: func() *formats.Goals { return c.verdict.soFar() },
	}
	c.statistics = formats.Statistics{
		Version: options.Version, Program: options.Task.Programs[0], Property: options.Property.String(),
		DataModel: string(options.Task.DataModel), Seed: options.Seed,
	}
	return c
}

// noteTest is called for each test that was written. It returns the CPU time.
func (c *campaign) noteTest() time.Duration {
	c.lastTest = c.timing.meter.CPU()
	c.watcher.reportTest()
	return c.lastTest
}

// prepare creates the scratch folder and the suite with its metadata. From now on there is a valid suite.
func (c *campaign) prepare() (err error) {
	if err := os.MkdirAll(c.Output, 0o755); err != nil {
		return &OutputError{err}
	}
	if c.output.metadata, err = c.metadata(); err != nil {
		return err
	}
	old, err := c.output.open(c.Resume)
	if err != nil {
		return err
	}
	c.Seeds = joined(old, c.Seeds)
	c.crashes = crashes{folder: c.Output, resumed: c.Resume, metadata: c.output.metadata, task: c.Task, program: &c.program,
		version: c.Version, allows: func(values int) bool { return c.timing.allowsValues(values, searchParts) }}
	if c.scratch, err = scratch.Make(); err != nil {
		return err
	}
	return nil
}

func (c *campaign) removeScratch() {
	if err := c.scratch.Remove(); err != nil {
		c.Log("note: %v", err)
	}
}

func (c *campaign) metadata() (suite.Metadata, error) {
	return Metadata(c.Task, c.Property, c.Version, c.Clock())
}

// Metadata returns the metadata of a suite for a task: its first program is the one that the suite is for.
func Metadata(t *task.Task, p property.Property, version string, created time.Time) (suite.Metadata, error) {
	program := t.Programs[0]
	content, err := files.Read(program, files.MaxSource)
	if err != nil {
		return suite.Metadata{}, fmt.Errorf("program %s: %w", program, err)
	}
	hash := sha256.Sum256(content)
	return suite.Metadata{
		Producer:      formats.Producer + " " + version,
		Specification: p.String(),
		ProgramFile:   program,
		ProgramHash:   hex.EncodeToString(hash[:]),
		Architecture:  t.DataModel.Architecture(),
		Created:       created,
	}, nil
}

// work does all but the last steps. The end by a limit or a signal is no error.
func (c *campaign) work(ctx context.Context) error {
	judging, stop := c.timing.until(ctx, judgingParts)
	defer stop()
	search, stop := c.timing.until(judging, searchParts)
	defer stop()
	search, stop = budget.Until(search, c.Finish)
	defer stop()
	defer func() { c.verdict.close() }() // it is created later
	err := c.find(search, judging)
	if budget.Spent(search) == budget.ReasonSignal {
		c.Log("finishing: judging the tests found so far; interrupt again (Ctrl-C) to stop at once")
	}
	if err == nil {
		err = c.judge(judging)
	}
	if err == nil {
		err = c.explain(judging)
	}
	if reason := endedBy(judging, err); reason != "" {
		c.statistics.StoppedBy = reason
		if tool := toolOf(err); tool != "" {
			c.statistics.Interrupted = tool
			c.Log("note: %v", err)
		}
		return nil
	}
	return err
}

// find builds and searches until the context search ends. Tests found last are judged until the context judging ends.
func (c *campaign) find(search, judging context.Context) error {
	if err := c.buildAndFuzz(search, judging); err != nil {
		return causeOf(search, err)
	}
	return c.buildLater(judging, true)
}

func (c *campaign) buildAndFuzz(search, judging context.Context) error {
	c.watcher.enter(formats.PhaseBuilding, c.statistics.Engine)
	if err := c.build(search); err != nil {
		return err
	}
	if !c.later.putOff(&c.timing, c.program.bytes()) {
		if err := c.buildReplay(search); err != nil {
			return err
		}
	}
	if err := c.announce(); err != nil {
		return err
	}
	return c.fuzz(search, judging)
}

// causeOf returns why a step was interrupted if all it says is that it was: judging may go on after the search, so that its context does
// not tell. An error that names the tool that was killed stays.
func causeOf(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && toolOf(err) == "" && budget.Spent(ctx) != "" {
		return context.Cause(ctx)
	}
	return err
}

func (c *campaign) build(ctx context.Context) (err error) {
	if c.Interrupted != nil {
		return c.Interrupted
	}
	if !c.Helper {
		if err := c.Tools.FindCompilers(ctx); err != nil { // gcc is needed later, but without it nothing that is found can be judged
			return err
		}
	}
	copies := filepath.Join(c.scratch.Path, "source")
	c.program.sources, err = budget.Within(ctx, func() (*source.Program, error) { return source.CopyTask(ctx, c.Task, copies) })
	if err != nil {
		return err
	}
	if err := c.searchExcerpt(ctx); err != nil {
		return err
	}
	if c.program.target, err = budget.Within(ctx, func() (*toolchain.Target, error) { return c.buildTarget(ctx) }); err != nil {
		return err
	}
	table := c.program.target.Locations
	recorded := table.Recorded()
	locations, directions := table.Awaited()
	c.statistics.Implied, c.statistics.Unreachable = len(table.Conditions)-recorded, recorded-locations
	c.statistics.Constant = 2*locations - directions
	c.statistics.Contexts = table.Contexts
	if c.program.target.Placeless {
		c.Log("note: the report tells no lines of conditions: the text is too long for the CPU time of the run")
	}
	for _, note := range slices.Concat(table.Notes, advice(table, c.Property)) {
		c.Log("note: %s", note)
	}
	return nil
}

// longRun is the CPU time from which on a run does more work on a large target (toolchain.Options.Long).
const longRun = time.Minute

// buildTarget does not change the campaign, which may have stopped waiting for it.
func (c *campaign) buildTarget(ctx context.Context) (*toolchain.Target, error) {
	folder := filepath.Join(c.scratch.Path, "build")
	if err := files.MakeFolder(folder, 0o755); err != nil {
		return nil, err
	}
	return c.Tools.Build(ctx, c.Task, toolchain.Options{
		Sources: c.program.sources,
		Runtime: c.early.runtime,
		Scratch: folder,
		Goals:   c.Property.Kind == property.Branches,
		All:     slices.Contains(c.Without, engine.PartImplied),
		Long:    c.CPU == 0 || c.CPU >= longRun,
		Quick:   c.Executions == 0,
		CPU:     c.CPU,
		Memory:  c.Memory, Policy: c.Sandbox, Started: c.timing.meter.Started, Ended: c.timing.meter.Ended,
	})
}

// buildReplay compiles the program as the validators do. Without that build the suite is written as it was found.
func (c *campaign) buildReplay(ctx context.Context) error {
	if c.Helper {
		return nil
	}
	folder := filepath.Join(c.scratch.Path, "replay")
	if err := files.MakeFolder(folder, 0o755); err != nil {
		return &OutputError{err}
	}
	limited, stop := c.timing.whileBuilding(ctx, replayBuildShare)
	defer stop()
	built, err := budget.Within(limited, func() (Replayed, error) {
		return c.Tools.BuildReplay(limited, replay.Options{
			Programs: c.Task.Programs, Sources: c.program.sources, DataModel: c.Task.DataModel, Property: c.Property, Scratch: folder,
			MemoryLimit: c.TestMemory, ToolMemory: c.Memory, Policy: c.Sandbox,
			Started: c.timing.meter.Started, Ended: c.timing.meter.Ended,
		})
	})
	var rejected *replay.CompileError
	switch {
	case err == nil:
		c.verdict = newVerdict(built, c.program.target)
		c.verdict.output, c.verdict.timing, c.verdict.statistics = c.output, &c.timing, &c.statistics
	case ctx.Err() != nil:
		return err
	case errors.Is(err, exec.ErrNotFound):
		return toolchain.NoGCC // it was there when the run began
	case errors.As(err, &rejected):
		c.Log("note: gcc does not compile the program, so no validator can run its tests: %v", err)
	default:
		if tool := toolOf(err); tool != "" {
			c.statistics.Interrupted = tool
		}
		c.Log("note: the goals are not measured: %v", err)
	}
	return nil
}

// judge judges the suite if goals can be measured.
func (c *campaign) judge(ctx context.Context) error {
	v := c.verdict
	if v == nil {
		return nil
	}
	c.watcher.enter(formats.PhaseJudging, c.statistics.Engine)
	c.markNeedless()
	if err := v.judge(ctx); err != nil {
		return err
	}
	addGoals(&c.details, v)
	addTests(&c.details, v)
	if c.Property.Kind == property.Branches {
		c.statistics.Goals.Engine, c.statistics.Goals.BadEnd = v.reached()
	}
	return nil
}

// finish zips the suite and writes the other files, as far as it can. It returns the first error.
func (c *campaign) finish() error {
	s := &c.statistics
	s.CPUSeconds = c.timing.meter.CPU().Seconds()
	s.WallSeconds = c.timing.elapsed().Seconds()
	s.LastTestCPUSeconds = c.lastTest.Seconds()
	s.Machine = fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	reported := c.watcher.close()
	var thinned error
	if c.verdict == nil {
		c.markNeedless()
		thinned = c.output.dropNeedless()
	}
	s.Tests = c.output.suite.Len()
	zipped, told := c.output.lastZip(), c.output.writeJSON(formats.StatisticsFile, s, indented)
	for _, err := range []error{reported, thinned, zipped, told} {
		if err != nil {
			return err
		}
	}
	if c.program.target == nil {
		return nil
	}
	c.details.Locations = c.program.target.Locations
	if c.details.Covered == nil { // the engine never ran
		c.details.Covered = make([][2]bool, len(c.details.Locations.Conditions))
	}
	addPrograms(&c.details, c.program.sources)
	return c.output.writeJSON(formats.DetailsFile, &c.details, json.Marshal)
}
