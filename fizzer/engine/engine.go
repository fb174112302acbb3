// Package engine is the loop of the fuzzer (report Sec. 3 to 7): select a node and an analysis, run the inputs that the
// analysis proposes, map every run onto the execution tree, and hand over each run that covers something new.
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
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/trace"
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

// Unlimited is the budget that never ends.
type Unlimited struct{}

// Done returns false.
func (Unlimited) Done(uint64) (string, bool) { return "", false }

// Executions is a budget of that many executions. A batch that was begun is finished.
type Executions uint64

// Done reports whether the executions are used.
func (e Executions) Done(executions uint64) (string, bool) {
	return "the executions are used", executions >= uint64(e)
}

// Config is everything that an engine is made of. Target and Locations are needed, everything else has a default.
type Config struct {
	Target    execution.Target
	Locations *locations.Table
	Seed      uint64            // of all random choices
	Budget    Budget            // default Unlimited
	OnTest    func(Found) error // called at once for each test found; ErrStop ends the run normally, other errors fail it

	Seeds  [][]byte             // inputs to run after the first run, e.g. those of an earlier suite
	BadEnd func(*execution.Run) // called for each run on a path not seen before that crashed, aborted or timed out; it may not keep the run

	Limits    execution.Limits // of the first runs; default DefaultLimits
	MaxLimits execution.Limits // to which limits rise when work runs out; default DefaultMaxLimits
	Fills     []byte           // values of input beyond that given, one after the other; default 0 and 85 (report Sec. 3)
	BatchSize int              // most inputs handed over at once; default 64
	Records   int              // conditions that one batch is expected to record at most: longer traces make smaller batches; default 1<<17

	// Others returns what other engines found since it was asked last; nil: there are none.
	Others func() []Shared

	Clock func() time.Time // for what analyses take; default: one that stands still

	StopAtError bool // reach_error ends a run of the program
	ErrorGoal   bool // go on when all locations are covered: what is looked for is reach_error

	Tree     tree.Config
	Strategy strategy.Config
	Thorough bool // sensitivity as in the report, without the saving for values that show no effect
	Check    bool // check the tree's invariants after every run that adds something: slow
}

// DefaultLimits returns the limits of the first runs. They are low, because a program that never ends uses them up in
// every run; a program that ends by itself raises them at once (Engine.probe).
func DefaultLimits() execution.Limits {
	return execution.Limits{Conditions: 1 << 10, Depth: 1 << 8, InputBytes: 1 << 8, Steps: 1 << 18, Milliseconds: 1000, ContextDepth: locations.ContextDepth}
}

// DefaultMaxLimits returns where the limits stop to rise. The time is that after which the validator loses a test.
func DefaultMaxLimits() execution.Limits {
	return execution.Limits{Conditions: 1 << 20, Depth: 1 << 14, InputBytes: 1 << 16, Steps: 1 << 26, Milliseconds: 3000, ContextDepth: locations.ContextDepth}
}

// Found is a run that covers something no run before it covered, the first run of all, the first to enter reach_error (each
// that does, when that is the goal: the first ones may not be reproduced), or
// the first to cover something with an end after which validators keep it. It shares nothing with the engine.
type Found struct {
	Bytes           []byte           // the input read
	Reads           []layout.Read    // its types, in order
	Ending          layout.Ending    // how the run ended
	Detail          uint32           // exit status or signal
	ErrorReached    bool             // reach_error was entered
	ErrorInputBytes uint32           // bytes read when it was first entered
	FirstError      bool             // no run entered reach_error before, or that is the goal
	Covered         []Direction      // what no run covered before
	Again           []Direction      // what only runs covered before that validators may lose, or that were lost
	Executions      uint64           // number of this execution, from 1
	Analysis        string           // what proposed the input
	Source          string           // where the node comes from that it was applied to; empty when there is none
	Fill            byte             // value of the bytes beyond the input given
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
	random   *rand.Rand
	tree     *tree.Tree
	strategy *strategy.Strategy
	context  analysis.Context
	batch    execution.Batch
	schedule schedule
	sound    sound
	seeker   seeker
	breeding breeding
	bandit   bandit
	cutting  cutting

	executions   uint64
	iteration    uint32 // executions of Run, as the tree counts them
	tests        uint64 // handed to OnTest
	errorReached bool
	choice       strategy.Choice
	doing        *AnalysisStatistics // what executions and coverage are credited to
	since        time.Time           // when it began
	source       *SourceStatistics   // likewise; nil when no node was selected
	statistics   Statistics
	longest      int    // recorded conditions of the longest of the last runs
	unbudgeted   bool   // the optimizer runs
	reason       string // why the run ended

	mutex    sync.Mutex
	snapshot Snapshot
}

// interrupted is the reason of a run that ended because its context was done.
const interrupted = "interrupted"

// errStopped unwinds everything at the end of a run.
var errStopped = errors.New("the run has ended")

// Parts returns what Config.Strategy.Without may name: analyses, sources, and what else can be switched off.
func Parts() []string { return append(strategy.Names(), StepBreed, PartCut, PartBandit, PartImplied) }

// isNoStrategy tells whether a part is none of the strategy's.
func isNoStrategy(part string) bool {
	return slices.Contains([]string{StepBreed, PartCut, PartBandit, PartImplied}, part)
}

// Beyond returns those of Parts that the report's engine does not have; without them the order of analyses and sources is
// the report's.
func Beyond() []string { return append(strategy.Beyond(), StepBreed, PartBandit, PartImplied) }

// New returns an engine that has not run anything yet.
func New(config Config) (*Engine, error) {
	if config.Target == nil || config.Locations == nil {
		return nil, errors.New("an engine needs a target and its table of locations")
	}
	config.setDefaults()
	e := &Engine{config: config, random: rand.New(rand.NewPCG(config.Seed, 0x66697a7a6572))}
	e.tree = tree.New(config.Locations, config.Tree)
	var err error
	if config.ErrorGoal {
		config.Strategy.Error = config.Locations
	}
	e.breeding.random = rand.New(rand.NewPCG(config.Seed, 0x6272656564))
	e.breeding.off = slices.Contains(config.Strategy.Without, StepBreed)
	e.cutting.off = slices.Contains(config.Strategy.Without, PartCut)
	e.bandit.off = slices.Contains(config.Strategy.Without, PartBandit)
	config.Strategy.Fixed = config.Strategy.Fixed || e.bandit.off
	config.Strategy.Without = slices.DeleteFunc(slices.Clone(config.Strategy.Without), isNoStrategy)
	if e.strategy, err = strategy.New(e.tree, e.random, config.Strategy); err != nil {
		return nil, err
	}
	e.batch = execution.Batch{Limits: config.Limits, Fill: config.Fills[0], StopAtError: config.StopAtError}
	e.schedule = newSchedule(config)
	e.schedule.ahead.arm, e.breeding.arm = e.bandit.add(aheadShare), e.bandit.add(breedShare)
	e.breeding.arm.waiting = true
	e.sound = newSound(e.tree.Decoder().Locations())
	e.seeker = newSeeker()
	e.context = analysis.Context{Tree: e.tree, Random: e.random, Thorough: config.Thorough, Iteration: func() uint32 { return e.iteration }}
	e.credit(stepStart, nil)
	return e, nil
}

func (c *Config) setDefaults() {
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
}

// Run works until the budget ends, nothing is left to do, OnTest returns ErrStop or ctx is cancelled; all of these are
// normal ends, told apart by Summary.Reason. An error means that the tool failed: the target cannot be run any more, a
// trace is not one of this program's, or OnTest failed.
func (e *Engine) Run(ctx context.Context) (Summary, error) {
	e.context.Execute = func(inputs [][]byte, goal *execution.Goal, visit func(int, *execution.Run)) error {
		return e.execute(ctx, inputs, goal, visit)
	}
	err := e.probe(ctx)
	if err == nil && len(e.config.Seeds) > 0 {
		err = e.runSeeds()
	}
	for err == nil {
		before := e.executions
		if err = e.next(); err == nil && e.executions == before {
			err = e.mayGoOn(ctx) // asked before each batch, and there was none
		}
	}
	e.publish()
	if errors.Is(err, errStopped) {
		err = nil
	}
	return e.summary(), err
}

// start runs the empty input with the current fill value (report Sec. 4).
func (e *Engine) start() error {
	e.credit(stepStart, nil)
	return e.runAll([][]byte{{}})
}

// runAll runs inputs for what they cover.
func (e *Engine) runAll(inputs [][]byte) error {
	return e.context.Execute(inputs, nil, func(int, *execution.Run) {})
}

// next applies one analysis to one node, or widens the search when there is none.
func (e *Engine) next() error {
	if e.tree.Full() {
		if err := e.prune(); err != nil {
			return err
		}
	}
	if e.config.Others != nil {
		if shared := e.config.Others(); len(shared) > 0 {
			return e.runShared(shared)
		}
	}
	if e.schedule.tooLow(e.batch.Limits) && e.schedule.raise(&e.batch.Limits) {
		return e.runLimited()
	}
	if higher, due := e.schedule.dueAhead(e.batch.Limits); due {
		return e.lookAhead(higher)
	}
	if e.breeding.due(e.schedule.idle) {
		return e.breed()
	}
	if e.seeker.due(e.executions) {
		return e.seek()
	}
	choice, ok := e.strategy.Select()
	if !ok {
		return e.widen()
	}
	return e.apply(choice)
}

// apply runs an analysis to its end.
func (e *Engine) apply(choice strategy.Choice) error {
	e.choice = choice
	e.credit(choice.Analysis.Name, choice.Source)
	e.doing.Started++
	limits := e.batch.Limits
	e.batch.Limits = e.room(choice.Node)
	defer func() { e.batch.Limits = limits }()
	e.context.Start(choice.Node)
	e.follow(choice.Node)
	defer e.follow(tree.None)
	err := e.context.Measure()
	if err == nil {
		err = e.strategy.Run(choice, &e.context)
	}
	reached := errors.Is(err, analysis.ErrReached)
	switch {
	case reached:
		e.doing.Forced++
	case err == nil || errors.Is(err, analysis.ErrExhausted):
		e.doing.Finished++
	default:
		return err
	}
	e.strategy.Finish(choice, reached, e.iteration)
	return nil
}

// execute is analysis.Execute: it runs inputs in batches and maps each run onto the tree before visit sees it. How many
// runs the target makes at once does not show: the budget is asked before each batch only.
func (e *Engine) execute(ctx context.Context, inputs [][]byte, goal *execution.Goal, visit func(int, *execution.Run)) error {
	for done := 0; done < len(inputs); {
		if err := e.mayGoOn(ctx); err != nil {
			return err
		}
		end := min(done+e.batchSize(), len(inputs))
		e.longest -= e.longest / 4
		for done < end {
			made, reached, err := e.part(ctx, inputs[done:end], goal, func(i int, run *execution.Run) { visit(done+i, run) })
			if err != nil || reached {
				return err
			}
			done += made
		}
	}
	return nil
}

// part makes the first runs of a batch. It returns their number and whether the last one reached the goal.
func (e *Engine) part(ctx context.Context, inputs [][]byte, goal *execution.Goal, visit func(int, *execution.Run)) (made int, reached bool, err error) {
	e.batch.Inputs, e.batch.Goal, e.batch.Cut = inputs, goal, e.cut()
	defer func() {
		if err == nil {
			err = e.runWhole(ctx)
		}
	}()
	runs, err := e.config.Target.Execute(ctx, &e.batch)
	if err != nil {
		return 0, false, e.failed(ctx, err)
	}
	if len(runs) == 0 {
		return 0, false, errors.New("the target made no run of a batch: this is an error in the tool")
	}
	if runs, err = e.take(runs, visit); err != nil {
		return 0, false, err
	}
	e.publish()
	return len(runs), runs[len(runs)-1].Reached, nil
}

// take absorbs the runs of a batch, up to the first that is garbled: of what the same process did after it nothing
// is to be believed. It returns the runs taken, at least one.
func (e *Engine) take(runs []execution.Run, visit func(int, *execution.Run)) ([]execution.Run, error) {
	for i := range runs {
		run := &runs[i]
		if run.Garbled { // as the target itself saw, which has replaced its processes
			run.Garbled = false
			e.statistics.Garbled++
		}
		e.longest = max(e.longest, run.Conditions.Len())
		e.cutting.observe(run)
		if !run.Whole() {
			e.statistics.Cut++
		}
		run.Reached = e.batch.Goal != nil && trace.Reaches(run, e.batch.Goal)
		err := e.absorb(run)
		if err != nil && errors.As(err, new(*trace.GarbledError)) {
			err = e.lose(run)
		}
		if err != nil {
			return nil, err
		}
		visit(i, run)
		if run.Garbled { // as whoever read its trace found out
			return runs[:i+1], e.discard(run)
		}
	}
	return runs, nil
}

// lose makes a run whose trace cannot be true a lost one.
func (e *Engine) lose(run *execution.Run) error {
	*run = execution.Lost()
	run.Garbled = true
	insertion, err := e.tree.Insert(run, e.iteration)
	if err != nil {
		return err
	}
	e.schedule.observe(run, false, insertion)
	return nil
}

// discard counts a garbled run, of which nothing is looked at any more, and has the target replaced that left it.
func (e *Engine) discard(run *execution.Run) error {
	e.statistics.Garbled++
	reached := run.Reached
	*run = execution.Lost()
	run.Reached = reached
	return e.config.Target.Discard()
}

// leastBatch is how many inputs are handed over at once however long their traces are.
const leastBatch = 1

// batchSize returns how many inputs are expected to leave no more than the records of a batch.
func (e *Engine) batchSize() int {
	room := e.config.Records - min(int(e.batch.Limits.Conditions), e.config.Records/2) // the last run needs room for a full trace
	return max(leastBatch, min(e.config.BatchSize, room/max(e.longest, 1)))
}

// failed tells the end of the run, which interrupts a batch, from a failure of the target.
func (e *Engine) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return e.stop(interrupted)
	}
	return fmt.Errorf("the target cannot go on: %w", err)
}

// mayGoOn returns errStopped when the run has to end.
func (e *Engine) mayGoOn(ctx context.Context) error {
	if ctx.Err() != nil {
		return e.stop(interrupted)
	}
	if e.unbudgeted {
		return nil
	}
	if reason, done := e.config.Budget.Done(e.executions); done {
		return e.stop(reason)
	}
	if e.tree.AllCovered() && e.tests > 0 && !e.config.ErrorGoal && e.soundEnough() {
		return e.stop("everything is covered")
	}
	return nil
}

func (e *Engine) stop(reason string) error {
	e.reason = reason
	return errStopped
}

// absorb maps one run onto the tree and hands it over when it covers something new.
func (e *Engine) absorb(run *execution.Run) error {
	e.executions++
	e.iteration++
	e.doing.Executions++
	cost := price(run, &e.batch.Limits)
	e.bandit.spend(cost)
	if e.source != nil {
		e.strategy.Spend(&e.choice, cost)
	}
	if nothing, err := e.beyond(run); err != nil || nothing {
		return err
	}
	if e.again(run) {
		return nil
	}
	insertion, err := e.tree.Insert(run, e.iteration)
	if err != nil {
		return fmt.Errorf("execution %d: %w", e.executions, err)
	}
	if insertion.Cut && e.doing.Name != stepRandom {
		e.cutting.keep(run.Bytes)
	}
	e.schedule.observe(run, !insertion.Known || e.doing.Name == stepLimits, insertion)
	firstError := run.ErrorReached && (!e.errorReached || e.config.ErrorGoal)
	if insertion.Known && !firstError {
		return nil
	}
	if !insertion.Known && endsBadly(run.Ending) {
		e.config.BadEnd(run)
	}
	e.strategy.Observe(insertion, run.Bytes)
	if len(insertion.Covered) > 0 {
		e.breeding.keep(trace.Input{Bytes: run.Bytes, Reads: run.Reads}, run.Conditions, insertion.Covered)
	}
	if e.config.Check {
		if err := e.checkInvariants(); err != nil {
			return fmt.Errorf("execution %d: %w", e.executions, err)
		}
	}
	again := e.sound.observe(run, insertion.Covered)
	return e.handOver(run, insertion, again, firstError)
}

func (e *Engine) checkInvariants() error {
	return errors.Join(e.tree.Check(), e.strategy.Check(e.choice))
}

// handOver calls OnTest when the run covers something new or is wanted for something else.
func (e *Engine) handOver(run *execution.Run, insertion *tree.Insertion, again []Direction, firstError bool) error {
	var covered []Direction
	for _, c := range insertion.Covered {
		if c.Location {
			covered = append(covered, Direction{c.ID.Location, c.Direction})
		}
	}
	if len(covered) == 0 && len(again) == 0 && !firstError && e.tests > 0 {
		return nil
	}
	if trace.CheckInput(run) != nil { // of a run on a known path nobody did it
		run.Garbled = true
		return nil
	}
	e.doing.Covered += uint64(len(covered))
	e.bandit.win(len(covered))
	source := ""
	if e.source != nil {
		e.strategy.Win(&e.choice, len(covered))
		e.source.Covered += uint64(len(covered))
		source = e.source.Name
	}
	e.errorReached = e.errorReached || firstError
	e.tests++
	input := trace.Input{Bytes: run.Bytes, Reads: run.Reads}.Clone()
	e.schedule.keepTest(run.Ending, input.Bytes)
	e.seeker.handed[hash(input.Bytes)] = struct{}{}
	err := e.config.OnTest(Found{
		Bytes: input.Bytes, Reads: input.Reads, Ending: run.Ending, Detail: run.Detail, ErrorReached: run.ErrorReached,
		ErrorInputBytes: run.ErrorInputBytes, FirstError: firstError, Covered: covered, Again: again, Executions: e.executions,
		Analysis: e.doing.Name, Source: source, Fill: e.batch.Fill, Limits: e.batch.Limits,
	})
	if errors.Is(err, ErrStop) {
		return e.stop("no more tests are wanted")
	}
	if err != nil {
		return fmt.Errorf("handing over test %d: %w", e.tests, err)
	}
	return nil
}

// prune frees nodes until the tree has room again, and runs inputs again whose new nodes found no place.
func (e *Engine) prune() error {
	for most := 64; ; most /= 4 {
		e.strategy.Retain(most, e.tree.Prune)
		e.statistics.Pruned++
		if most <= 1 || !e.tree.Crowded() {
			break
		}
	}
	e.credit(stepAgain, nil)
	return e.runAll(e.schedule.takeTruncated())
}
