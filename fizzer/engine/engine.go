// Package engine is the loop of the fuzzer (report Sec. 3 to 7): select a node and an analysis, run the inputs that the
// analysis proposes, map every run onto the execution tree, and hand over each run that covers something new.
//
// The way of one input: a stage (stages.go) asks the executor for a run; the run is mapped onto the tree and shown to the
// observers (observe.go), the last of which hands it over (finds.go). Package corpus holds the inputs worth keeping.
//
//	e, err := engine.New(engine.Config{Target: target, Locations: table, Seed: 1, Budget: budget, OnTest: write})
//	summary, err := e.Run(ctx)      // until the budget ends, nothing is left to do, or OnTest returns ErrStop
//	err = e.Optimize(ctx)           // report Sec. 7: tests that ended at a limit again with higher limits
//	snapshot := e.Snapshot()        // at any time, from any goroutine
//
// Run and Optimize belong to one goroutine, which owns the tree. With the same seed, target and a budget that only looks
// at the number of executions, the sequence of batches and tests is the same.
package engine

import (
	"context"
	"errors"
	"math"
	"time"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// ErrStop ends a run normally when OnTest returns it.
var ErrStop = errors.New("no more tests are wanted")

// Budget says when a run has to end. It is asked before every batch.
type Budget interface {
	// Done reports whether the run has to end after this many executions, and why.
	Done(executions uint64) (reason string, done bool)
}

// Counted is a Budget that bounds the number of executions. The bound is kept exactly.
type Counted interface {
	Budget
	// Left returns how many executions may be made after this many.
	Left(executions uint64) uint64
}

// Unlimited is the budget that never ends.
type Unlimited struct{}

// Done returns false.
func (Unlimited) Done(uint64) (string, bool) { return "", false }

// Executions is a budget of a fixed number of executions.
type Executions uint64

// Done reports whether all executions are used.
func (e Executions) Done(executions uint64) (string, bool) {
	return "the executions are used", executions >= uint64(e)
}

// Left implements Counted.
func (e Executions) Left(executions uint64) uint64 { return uint64(e) - min(executions, uint64(e)) }

// Config is everything that an engine is made of. Target and Locations are needed, everything else has a default.
type Config struct {
	Target    execution.Target
	Locations *locations.Table
	Seed      uint64            // of all random choices
	Budget    Budget            // default Unlimited
	OnTest    func(Found) error // called at once for each test found; ErrStop ends the run normally, other errors fail it

	Seeds  [][]byte             // inputs to run right after the first run, for example those of an earlier suite
	BadEnd func(*execution.Run) // called for each run on a new path that crashed, aborted or timed out; it must not keep the run

	Limits    execution.Limits // limits of the first runs; default DefaultLimits
	MaxLimits execution.Limits // maximum to which limits rise when work runs out; default DefaultMaxLimits
	Fills     []byte           // values of input beyond the given bytes, one after the other; default 0 and 85 (report Sec. 3)
	BatchSize int              // maximum of inputs handed over at once; default 64
	Records   int              // maximum of conditions that one batch should record: longer traces make smaller batches; default 1<<17

	// Others returns what other engines have found since the last call; nil: there are no others.
	Others func() []Shared

	Clock func() time.Time     // for the time of analyses; default: a clock that stands still
	Time  func() time.Duration // CPU time of the calling thread, for the steps of solving; default: it stands still

	StopAtError bool // reach_error ends a run of the program
	ErrorGoal   bool // the goal is reach_error: go on when all locations are covered
	Faults      bool // runs that cover nothing new may show faults: only the budget ends the search of a program that reads input

	// Trials runs inputs on the validators' build; nil: there is none.
	Trials Trials

	// Recorder turns runs into expressions for the symbolic search; nil: there is no such search. Child is a child solver for it.
	Recorder symbolic.Recorder
	Child    solve.Child
	Alone    bool // the symbolic search begins at once and goes on as long as it has something to do; then the others have their turn

	// Without names the parts to switch off (see Parts), so that their worth can be measured.
	Without []string

	Tree     tree.Config     // the engine sets Interrupted
	Strategy strategy.Config // the engine sets Without, Fixed, Error and Interrupted
	Thorough bool            // sensitivity as in the report, without saving runs for values that show no effect
	Check    bool            // check the tree's invariants after every run that adds something: slow
}

// DefaultLimits returns the limits of the first runs. They are low, because an endless program uses them up in every
// run; a program that ends by itself raises them at once (start.probe).
func DefaultLimits() execution.Limits {
	return execution.Limits{Conditions: 1 << 10, Depth: 1 << 8, InputBytes: 1 << 8, Steps: 1 << 18, Milliseconds: 1000,
		ContextDepth: locations.ContextDepth}
}

// DefaultMaxLimits returns the limits beyond which no limit is raised. Milliseconds is the time after which the validator rejects a
// test; Steps is as many steps as fit into it; Depth is as deep as the validator's stack of 8 MB allows with gcc's frames of 16 bytes.
// InputBytes holds a million values of 4 bytes. Whoever has little memory lowers Conditions.
func DefaultMaxLimits() execution.Limits {
	return execution.Limits{Conditions: 1 << 24, Depth: 1 << 19, InputBytes: 1 << 22, Steps: 1 << 31, Milliseconds: 3000,
		ContextDepth: locations.ContextDepth}
}

// reportMaxLimits is DefaultMaxLimits without PartReach.
func reportMaxLimits() execution.Limits {
	return execution.Limits{Conditions: 1 << 20, Depth: 1 << 14, InputBytes: 1 << 16, Steps: 1 << 26, Milliseconds: 3000,
		ContextDepth: locations.ContextDepth}
}

// Found is a run that is handed over, for one of these reasons: it is the first run of all; it covers something that no earlier run
// covered; it is the first to enter reach_error (if that is the goal, each run that enters it: the first ones may not be reproducible);
// or it is the first to cover something with an ending that validators keep. It shares no memory with the engine.
type Found struct {
	Bytes           []byte           // the input read
	Reads           []layout.Read    // its types, in order
	Ending          layout.Ending    // how the run ended
	Detail          uint32           // exit status or signal
	ErrorReached    bool             // reach_error was entered
	ErrorInputBytes uint32           // bytes read when it was first entered
	FirstError      bool             // no earlier run entered reach_error, or reach_error is the goal
	Covered         []Direction      // what no earlier run covered
	Again           []Direction      // what was covered only by runs that validators may not keep or that replay rejected
	Executions      uint64           // number of this execution, from 1
	Analysis        string           // the step or analysis that proposed the input
	Source          string           // the source of the node that was analysed; empty when there is none
	Fill            byte             // value of the bytes beyond the given input
	Limits          execution.Limits // of the run
}

// Direction is a location evaluated to an outcome.
type Direction struct {
	Location uint32
	Outcome  bool
}

// Engine is one run of the fuzzer. Make it with New.
type Engine struct {
	config   Config
	parts    parts // switched off
	random   *draw.Source
	tree     *tree.Tree
	executor *executor.Executor
	corpus   *corpus.Corpus
	limits   limits
	ledger   ledger
	analyses *analyses
	seeker   *seeker
	symbolic *symbolicSearch
	stages   []*stage
	finds    finds
	reason   string // why the run ended
	progress progress
}

// Reasons why a run ends.
const (
	Interrupted       = "interrupted"           // its context was done
	reasonNothingLeft = "nothing is left to do" // by a proof
	reasonExplored    = "all paths are known"   // by another proof
	reasonLimits      = formats.StoppedByLimits // nothing is left to try, but that is no proof
)

// errStopped unwinds everything at the end of a run.
var errStopped = errors.New("the run has ended")

// New returns an engine that has not run anything yet.
func New(config Config) (*Engine, error) {
	if config.Target == nil || config.Locations == nil {
		return nil, errors.New("an engine needs a target and its table of locations")
	}
	config = config.WithDefaults()
	e := &Engine{config: config, parts: config.Without, random: draw.New(config.Seed, 0x66697a7a6572), corpus: corpus.New()}
	config.Tree.Interrupted = func() bool { return e.executor.Interrupted() }
	e.tree = tree.New(config.Locations, config.Tree)
	e.finds = finds{e: e, kept: newKept(e.tree.Decoder().Locations(), e.tree.Coverage()), trials: newTrials(e), errorGoal: config.ErrorGoal}
	e.ledger.clock = config.Clock
	e.ledger.bandit.off = e.parts.off(PartBandit)
	e.limits = newLimits(&config, newBehind(e))
	e.executor = executor.New(executor.Config{
		Target: config.Target, BatchSize: config.BatchSize, Records: config.Records, StopAtError: config.StopAtError, Whole: e.parts.off(PartCut),
		Coverage: e.tree.Coverage(), Lacking: func() bool { return e.finds.kept.lacking > 0 },
		Stalled: func() bool { return e.limits.idle > idleBeforeLess }, Spares: !e.parts.off(PartSpare),
		Gate: e.gate, Left: allowance{e}.left, Observe: e.absorb, Lost: e.absorbLost, After: e.publish,
	})
	var err error
	if e.analyses, err = newAnalyses(e); err != nil {
		return nil, err
	}
	e.seeker = newSeeker(e)
	e.symbolic = newSymbolic(e)
	e.stages = newStages(e)
	e.ledger.begin(stepStart)
	return e, nil
}

func newAnalyses(e *Engine) (*analyses, error) {
	config := e.config.Strategy
	if e.config.ErrorGoal {
		config.Error = e.config.Locations
	}
	config.Fixed = config.Fixed || e.ledger.bandit.off
	config.Without, config.Interrupted = e.parts.ofStrategy(), e.executor.Interrupted
	chosen, err := strategy.New(e.tree, e.random, config)
	if err != nil {
		return nil, err
	}
	context := analysis.Context{Tree: e.tree, Random: e.random, Thorough: e.config.Thorough, Iteration: e.executor.Iteration}
	return &analyses{e: e, strategy: chosen, context: context}, nil
}

// WithDefaults returns the configuration with defaults for everything left out.
func (c Config) WithDefaults() Config {
	if c.Budget == nil {
		c.Budget = Unlimited{}
	}
	if c.OnTest == nil {
		c.OnTest = func(Found) error { return nil }
	}
	if c.BadEnd == nil {
		c.BadEnd = func(*execution.Run) {}
	}
	if c.Limits == (execution.Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.MaxLimits == (execution.Limits{}) {
		c.MaxLimits = DefaultMaxLimits()
	}
	if parts(c.Without).off(PartReach) {
		c.MaxLimits = lower(c.MaxLimits, reportMaxLimits())
	}
	if len(c.Fills) == 0 {
		c.Fills = []byte{0, 85}
	}
	if c.BatchSize <= 0 {
		c.BatchSize = 64
	}
	if c.Clock == nil {
		c.Clock = func() time.Time { return time.Time{} }
	}
	if c.Records <= 0 {
		c.Records = 1 << 17
	}
	return c
}

// Run works until the budget ends, nothing is left to do, OnTest returns ErrStop or ctx is cancelled. All of these
// are normal ends; Summary.Reason tells them apart. An error means that the tool failed: the target cannot run any
// more, a trace is not one of this program's, or OnTest failed.
func (e *Engine) Run(ctx context.Context) (formats.Summary, error) {
	err := start{e}.run(ctx)
	for err == nil {
		before := e.executor.Counts().Executions
		if err = e.next(ctx); err == nil && e.executor.Counts().Executions == before {
			err = e.mayGoOn(ctx) // asked before each batch, but there was no batch
		}
	}
	e.publish()
	err = e.ended(err)
	return e.summary(), err
}

// Optimize is report Sec. 7: it repeats the tests that ended at a limit with higher limits. Those that cover
// something new are handed to OnTest, with the input that they then read. It ignores limits of time; ctx ends it.
func (e *Engine) Optimize(ctx context.Context) error {
	e.limits.raiseForOptimizer()
	e.ledger.begin(stepOptimizer)
	tests := e.corpus.TakeLimitedTests()
	request := e.request(tests[:min(uint64(len(tests)), allowance{e}.allowed())])
	request.Free, request.Record = true, executor.Cut
	if (allowance{e}).allowed() < math.MaxUint64 { // a cut run may have to be repeated
		request.Record = executor.Whole
	}
	return e.ended(e.executor.Do(ctx, request, ignore))
}

// ended tells the normal ends of a run from failures, and records why the run ended.
func (e *Engine) ended(err error) error {
	switch {
	case errors.Is(err, executor.ErrInterrupted):
		e.reason = Interrupted
		return nil
	case errors.Is(err, errStopped):
		return nil
	}
	return err
}

// request makes a request with the current limits.
func (e *Engine) request(inputs [][]byte) *executor.Request {
	return &executor.Request{Inputs: inputs, Limits: e.limits.now, Fill: e.limits.fill}
}

// run runs inputs for what they cover.
func (e *Engine) run(ctx context.Context, inputs [][]byte) error {
	return e.executor.Do(ctx, e.request(inputs), ignore)
}

// ignore is the visitor of runs that are made for their coverage only.
func ignore(int, *execution.Run) {}

// mayGoOn returns an error when the run has to end.
func (e *Engine) mayGoOn(ctx context.Context) error {
	if ctx.Err() != nil {
		return executor.ErrInterrupted
	}
	return e.gate()
}

// gate is called before each batch. It returns errStopped when the budget is used up or everything is covered.
func (e *Engine) gate() error {
	executions := e.executor.Counts().Executions
	if executions > 0 {
		executions += allowance{e}.reserved()
	}
	if reason, done := e.config.Budget.Done(executions); done {
		return e.stop(reason)
	}
	if e.tree.AllCovered() && e.finds.tests > 0 && !e.config.ErrorGoal && !e.config.Faults && e.seeker.enough() {
		return e.stop("everything is covered")
	}
	return nil
}

func (e *Engine) stop(reason string) error {
	e.reason = reason
	return errStopped
}
