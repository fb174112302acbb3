package campaign

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/harness"
	"fizzer/fizzer/tree"
	"fizzer/fizzer/vector"
	"fizzer/testcomp/property"
	"fizzer/testcomp/suite"
)

// search is the part of a run in which the engine works.
type search struct {
	*campaign
	targets *targets
	seek    func([]engine.Direction) // gives directions back to the engines
	judging context.Context          // until it ends, the last finds still become tests
	ctx     context.Context          // its end stops the present runs
	late    int                      // finds that there was no time to make tests of
	trouble error                    // with tests that were replayed late

	sanitizing *sanitizing // nil: no sanitizers are asked for
}

// fuzz runs the engine until the budget, minus the reserve for the last steps, is used up. The end of ctx stops the present runs.
// What earlier runs found still becomes tests until judging ends.
func (c *campaign) fuzz(ctx, judging context.Context) (failure error) {
	runtime.LockOSThread() // the engine shares a processor with its target
	defer runtime.UnlockOSThread()
	built := c.program.target
	built.Locations.Words = slices.Concat(c.Dictionary, built.Locations.Words) // the user's first: of several that fit, some are tried
	s := &search{campaign: c, ctx: ctx, judging: judging, targets: c.targetsOf(built, c.scratch.Path)}
	defer s.targets.count(&c.statistics)
	if err := s.targets.start(ctx, judging, c.Jobs); err != nil {
		return err
	}
	defer s.targets.close()
	s.noteSandbox()
	seeds, err := s.encodeSeeds()
	if err != nil {
		return err
	}
	if err := c.watcher.open(c.output.path(formats.ProgressFile), c.Resume); err != nil {
		return err
	}
	if b := c.watcher.before; c.Resume {
		c.statistics.Before = &formats.Before{Executions: b.Engine.Executions, CPUSeconds: b.CPUSeconds, WallSeconds: b.WallSeconds}
	}
	defer func() { failure = errors.Join(failure, c.watcher.close()) }()
	return s.run(s.targets.options.Limits, seeds)
}

// noteSandbox reports missing layers of the sandbox.
func (s *search) noteSandbox() {
	layers, why, required := s.targets.missing()
	s.statistics.SandboxLacks = layers
	if required {
		s.Log("note: the sandbox lacks %v (%s); the program runs with the other layers", layers, strings.Join(why, "; "))
	}
}

// encodeSeeds returns the inputs to start from, first those of tests. It drops tests with values that are not numbers.
func (s *search) encodeSeeds() ([][]byte, error) {
	encoder := seeds{&s.timing, s.targets.fresh}
	inputs, number, unreadable, err := encoder.encode(s.ctx, s.Seeds)
	if unreadable > 0 {
		s.Log("note: %d of %d tests given as seeds have values that are not numbers; they are skipped", unreadable, number)
	}
	if s.CutSeeds > 0 {
		s.Log("note: %d of %d raw inputs given as seeds are longer than the %d bytes that a harness gives; they are cut", s.CutSeeds,
			len(s.RawSeeds), harness.MaxBytes)
	}
	s.statistics.CutSeeds = s.CutSeeds
	inputs = append(inputs, s.RawSeeds...)
	s.statistics.Seeds = len(inputs)
	return append(inputs, s.early.inputs...), err
}

// run lets the engines work and records what they did.
func (s *search) run(limits execution.Limits, seeds [][]byte) (failure error) {
	forms := newForms(s)
	defer forms.end()
	limit := &engineBudget{timing: &s.timing, later: &s.later, forms: forms}
	config := engine.Config{
		Locations:   s.program.target.Locations,
		Seed:        s.Seed,
		Budget:      limit,
		Clock:       s.Clock,
		Time:        budget.ThreadTime,
		Check:       s.Check,
		OnTest:      s.add,
		Seeds:       seeds,
		BadEnd:      s.crashes.keep,
		Limits:      limits,
		MaxLimits:   s.maxLimits(),
		StopAtError: s.Property.Kind == property.Error,
		ErrorGoal:   s.Property.Kind == property.Error,
		Faults:      len(s.Sanitize) > 0,
		Tree:        tree.Config{Bytes: treeBytes(s.Memory)},
		Without:     s.Without,
		Alone:       s.Alone,
		Trials:      &trials{search: s},
	}
	if s.Exchange != nil {
		config.Others, config.Strategy.Shares = s.Exchange.Take, s.Exchange
	}
	endRecording, err := s.withRecorder(&config)
	if err != nil {
		return err
	}
	defer func() { failure = errors.Join(failure, endRecording()) }()
	workers, err := s.workers()
	if err != nil {
		return err
	}
	defer func() { failure = errors.Join(failure, s.sanitizing.close()) }()
	e, err := crew.New(config, workers)
	if err != nil {
		return err
	}
	s.seek = e.Seek
	s.watcher.engine = e.Progress
	limit.progress = func() { s.watcher.reportAll(); s.output.keepZip() }
	limit.catchUp = s.catchUp
	limit.progress()
	summary, err := e.Run(s.ctx)
	limit.progress()
	if err == nil && s.ctx.Err() == nil && s.Property.Kind != property.Error && s.stopped == "" {
		err = s.optimize(e)
		summary.Snapshot = e.Progress().Snapshot
	}
	err = s.ended(err)
	if err == nil {
		err = errors.Join(s.sanitizing.trouble(), s.minimizeCrashes())
	}
	return errors.Join(err, s.note(summary, e))
}

// Bounds of the longest runs. A record takes 48 bytes, and memory is made for two such runs; the tree takes as much again.
const (
	memoryACondition = 8 * 96  // bytes of the run's memory for each condition of the longest run
	maxConditions32  = 1 << 22 // a 32-bit target must map the records besides its own memory
	minMaxConditions = 1 << 20 // whatever the memory
)

// The memory shared with a target is a file, for which the limit of a file's size holds.
const (
	fileACondition = 128       // bytes of it for each condition of the longest run, at most
	fileOfInputs   = 176 << 20 // bytes of it for all but conditions, at most
	LeastFile      = 512 << 20 // LeastFile is the size of a file, in bytes, that a run needs to be allowed, whatever the program
)

// maxLimits returns the limits beyond which no run goes.
func (s *search) maxLimits() execution.Limits {
	limits := engine.DefaultMaxLimits()
	file := max(budget.Soft(unix.Getrlimit, unix.RLIMIT_FSIZE), LeastFile)
	limits.Conditions = uint32(max(min(uint64(limits.Conditions), s.Memory/memoryACondition, (file-fileOfInputs)/fileACondition),
		minMaxConditions))
	if s.Task.DataModel.Bits() == 32 {
		limits.Conditions = min(limits.Conditions, maxConditions32)
	}
	return limits
}

// ended returns what ended the search: err or a signal. The end of the budget is neither.
func (s *search) ended(err error) error {
	switch {
	case budget.Spent(s.ctx) == "":
		return cmp.Or(err, s.ctx.Err())
	case errors.Is(err, context.Canceled):
		return nil
	}
	return err
}

// note copies the engines' counters and what they missed.
func (s *search) note(summary formats.Summary, e *crew.Crew) error {
	record(&s.statistics, summary, s.ctx)
	if s.stopped != "" {
		s.statistics.StoppedBy = s.stopped
	}
	s.statistics.Crashes = s.crashes.count
	if s.late > 0 {
		s.Log("note: %d finds became no tests, because their runs read too many values for the time that was left", s.late)
	}
	if n := s.crashes.leftOut; n > 0 {
		s.Log("note: %d bad ends have no folder, because their runs read too many values for the time that was left", n)
	}
	if s.Exchange != nil {
		s.statistics.Searches = s.Exchange.Searches()
	}
	return errors.Join(s.trouble, s.crashes.failure, addMissed(s.judging, &s.details, e))
}

// The optimizer may use 1/optimizerShare of the wall time and CPU time that the engine has used.
const optimizerShare = 20

func (s *search) optimize(e *crew.Crew) error {
	limited, cancel := context.WithTimeout(s.ctx, time.Second+s.timing.elapsed()/optimizerShare)
	defer cancel()
	err := e.Optimize(limited)
	if limited.Err() != nil && s.ctx.Err() == nil {
		return nil
	}
	return err
}

// add writes a test for a find, as a fresh process reproduces it. If there is no time for that, it writes the find as it is. A find with
// so many values that the run would end late becomes no test, unless it is the first one or reaches the error.
func (s *search) add(f engine.Found) error {
	if s.Property.Kind != property.Error && len(s.output.found) > 0 && !s.timing.allowsValues(len(f.Reads), judgingParts) {
		s.late++
		return nil
	}
	finder := ""
	if s.Exchange != nil {
		finder = s.Exchange.Found(&f)
	}
	stopAtError := s.Property.Kind == property.Error
	run, same, err := s.targets.reproduce(s.judging, &f, stopAtError, len(s.output.found)+1)
	if err != nil {
		return err
	}
	if !same {
		s.statistics.NotReproduced++
	}
	if run == nil {
		return nil
	}
	s.sanitizing.test(s.ctx, run)
	if stopAtError {
		return s.addError(run, finder)
	}
	inputs, err := vector.Inputs(run.Reads[:vector.Shortened(run.Ending, len(run.Reads))], run.Bytes)
	if err != nil {
		return err
	}
	test := suite.Test{Inputs: inputs}
	if err := s.output.add(test, run.Ending.String(), finder); err != nil {
		return err
	}
	s.early.recognise(&test)
	if err := s.needReplay(false); err != nil {
		return err
	}
	if s.verdict == nil {
		s.later.note(&f)
		return nil
	}
	complete, err := s.verdict.consider(s.ctx, &f)
	if err != nil || !complete || s.sanitizing != nil { // runs that cover nothing new may show faults to sanitizers
		return err
	}
	s.stopped = formats.StoppedByGoals
	return engine.ErrStop
}

// catchUp replays tests that had to wait. It tells whether the search may end.
func (s *search) catchUp() bool {
	if s.verdict == nil || s.Property.Kind == property.Error {
		return false
	}
	complete, err := s.verdict.catchUp(s.ctx)
	if s.trouble = err; err != nil {
		return true
	}
	if !complete || s.sanitizing != nil {
		return false
	}
	s.stopped = formats.StoppedByGoals
	return true
}

// needReplay makes gcc's build, where it was put off and is due, or is needed at once.
func (s *search) needReplay(atOnce bool) error {
	if err := s.buildLater(s.ctx, atOnce); err != nil {
		return err
	}
	if s.verdict != nil {
		s.verdict.seek = s.seek
	}
	return nil
}

// addError writes the only test that the error property needs, shortened to the last value that it needs. If the gcc build takes
// another way, the search goes on. finder is the search on another machine that found it; empty: this run did.
func (s *search) addError(run *execution.Run, finder string) error {
	if !run.ErrorReached {
		return nil
	}
	inputs, err := vector.Inputs(run.Reads[:vector.ReadsWithin(run.Reads, run.ErrorInputBytes)], run.Bytes)
	if err != nil {
		return err
	}
	test := suite.Test{Inputs: inputs, CoversError: true}
	if err := s.output.add(test, run.Ending.String(), finder); err != nil {
		return err
	}
	s.early.recognise(&test)
	if err := s.needReplay(true); err != nil {
		return err
	}
	counts, err := s.verdict.countsAsError(s.ctx)
	if err != nil || !counts {
		return err
	}
	s.stopped = formats.StoppedByError
	return engine.ErrStop
}
