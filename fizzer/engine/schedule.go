package engine

import (
	"context"
	"errors"
	"slices"
	"sort"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// kept bounds the inputs that are remembered to be run again.
const kept = 256

// reasonNothingLeft ends a run by a proof.
const reasonNothingLeft = "nothing is left to do"

// schedule is how the search widens when no analysis can make progress: the next fill value, higher limits, random
// inputs.
type schedule struct {
	fills     []byte // still to be tried
	most      execution.Limits
	hit       [layout.EndingLost + 1]bool // limits that runs ended at since they were raised
	limitEver bool                        // some run ended at a limit that was never raised enough for it
	limited   [][]byte                    // inputs of runs that ended at a limit
	truncated [][]byte                    // inputs of runs whose new nodes found no place in the tree
	tests     [][]byte                    // inputs of tests that ended at a limit
	reads     bool                        // some run read input, or may have: it was lost
	cramped   int                         // runs since limits rose that were cut before they read a few values
	ahead     ahead
	newest    int    // place in limited of the next input when it is full
	idle      uint64 // conditions recorded since a location was covered or a limit was raised
}

func newSchedule(config Config) schedule {
	return schedule{fills: config.Fills[1:], most: config.MaxLimits}
}

// observe notes a run. Its input is remembered when it is new what it shows, or when it was run for the limits again.
func (s *schedule) observe(run *execution.Run, fresh bool, insertion *tree.Insertion) {
	s.idle += uint64(run.Evaluated()) + runPrice
	if slices.ContainsFunc(insertion.Covered, func(c tree.Coverage) bool { return c.Location }) {
		s.idle = 0
	}
	s.reads = s.reads || len(run.Bytes) > 0 || run.Ending == layout.EndingLost
	if trace.Limited(run.Ending) {
		s.hit[run.Ending] = true
		if fresh {
			s.keepLimited(run.Bytes)
		}
	}
	if run.Ending == layout.EndingLimitConditions && len(run.Reads) < leastReads {
		s.cramped++
	}
	if insertion.Truncated {
		s.truncated = keep(s.truncated, run.Bytes)
	}
}

// keepLimited remembers the newest inputs.
func (s *schedule) keepLimited(input []byte) {
	if len(s.limited) < kept {
		s.limited = keep(s.limited, input)
		return
	}
	s.limited[s.newest%kept] = append(s.limited[s.newest%kept][:0], input...)
	s.newest++
}

func (s *schedule) keepTest(ending layout.Ending, input []byte) {
	if trace.Limited(ending) {
		s.tests = append(s.tests, input)
	}
}

func (s *schedule) takeTruncated() [][]byte {
	inputs := s.truncated
	s.truncated = nil
	return inputs
}

// keep appends a copy of the input unless there are enough.
func keep(inputs [][]byte, input []byte) [][]byte {
	if len(inputs) >= kept {
		return inputs
	}
	return append(inputs, append([]byte{}, input...))
}

const (
	// patience is how many runs of full length may cover nothing before the limits that runs end at are raised. It is
	// picked by hand: half a second at the first limits, four times as long at the next.
	patience = 1 << 14
	// runPrice is what a run costs besides its conditions, in conditions.
	runPrice = 64
	// crampedRuns is how many runs have to be cut before they read a few values.
	crampedRuns = 16
)

// tooLow reports whether runs ended at a limit and either none has covered anything for a time that grows with the
// limits, or some could not even read a few values. In a loop that never ends there is always work left, so that lack of
// work alone would never raise the limits.
func (s *schedule) tooLow(limits execution.Limits) bool {
	if s.cramped >= crampedRuns && limits.Conditions < mostConditions {
		return true
	}
	return s.idle > patience*uint64(limits.Conditions) && slices.Contains(s.hit[:], true)
}

// raise multiplies the limits that were hit, up to the most allowed, and reports whether one of them rose.
func (s *schedule) raise(limits *execution.Limits) bool {
	rose := false
	raise := func(ending layout.Ending, limit *uint32, factor, most uint32) {
		if s.hit[ending] && *limit < most {
			*limit = min(*limit*factor, most)
			rose = true
		} else if s.hit[ending] {
			s.limitEver = true
		}
		s.hit[ending] = false
	}
	raise(layout.EndingLimitConditions, &limits.Conditions, 4, s.most.Conditions)
	raise(layout.EndingLimitDepth, &limits.Depth, 4, s.most.Depth)
	raise(layout.EndingLimitInput, &limits.InputBytes, 4, s.most.InputBytes)
	raise(layout.EndingLimitSteps, &limits.Steps, 8, s.most.Steps)
	raise(layout.EndingTimeout, &limits.Milliseconds, 2, s.most.Milliseconds)
	raise(layout.EndingLimitMemory, new(uint32), 1, 0)
	s.cramped = 0
	if rose {
		s.idle = 0
	}
	return rose
}

// widen goes on when no node can be selected: with the next fill value, with higher limits and the inputs that ended at
// the old ones, and in the end with random inputs. It stops the run when a proof says that nothing is left: the program reads
// no input; or there are execution IDs and all ever seen are covered, no run ended at a limit that could not be raised, and coverage
// is the goal.
func (e *Engine) widen() error {
	s := &e.schedule
	if len(e.cutting.inputs) > 0 {
		return e.runCut()
	}
	if len(s.fills) > 0 && s.reads {
		e.batch.Fill = s.fills[0]
		s.fills = s.fills[1:]
		return e.start()
	}
	if s.raise(&e.batch.Limits) {
		return e.runLimited()
	}
	if known := e.tree.KnownCovered() && e.tree.Root() != tree.None; !s.reads || known && !s.limitEver && !e.config.ErrorGoal && e.soundEnough() {
		return e.stop(reasonNothingLeft)
	}
	e.credit(stepRandom, nil)
	return e.runAll(e.randomInputs())
}

// runLimited makes the runs again that ended at the limits before they were raised.
func (e *Engine) runLimited() error {
	e.statistics.Raised++
	e.credit(stepLimits, nil)
	inputs := e.schedule.limited
	e.schedule.limited = nil
	return e.runAll(append([][]byte{{}}, inputs...))
}

// The first run is made within these limits; what it needs of them times roomForLongerRuns is the first limit of others.
const (
	probeConditions   = 1 << 16
	probeBytes        = 1 << 16
	roomForLongerRuns = 2
	leastReads        = 16      // values that a run should be able to read within the first limits
	mostConditions    = 1 << 15 // more than that is not spent on them
)

// probe makes the first run, on the empty input, with high limits. A program that ends by itself within them gets limits
// by the length of this run. One that does not keeps the low limits that it was started with, or gets what it takes to
// read a few values; the run is forgotten.
func (e *Engine) probe(ctx context.Context) error {
	e.credit(stepStart, nil)
	if err := e.mayGoOn(ctx); err != nil {
		return err
	}
	first := e.batch.Limits
	e.batch.Limits.Conditions = max(first.Conditions, min(probeConditions, e.config.MaxLimits.Conditions))
	e.batch.Limits.InputBytes = max(first.InputBytes, min(probeBytes, e.config.MaxLimits.InputBytes))
	e.batch.Inputs, e.batch.Goal = [][]byte{{}}, nil
	runs, err := e.config.Target.Execute(ctx, &e.batch)
	if err != nil {
		return e.failed(ctx, err)
	}
	if len(runs) == 0 || trace.Limited(runs[0].Ending) {
		if len(runs) > 0 {
			first.Conditions = max(first.Conditions, min(conditionsBefore(&runs[0], leastReads), mostConditions))
		}
		e.batch.Limits = first
		err := e.start() // counted first: a budget that was used up before still gets the first test
		e.executions++
		e.doing.Executions++
		return err
	}
	first.Conditions = max(first.Conditions, roomForLongerRuns*uint32(runs[0].Conditions.Len()))
	first.InputBytes = max(first.InputBytes, roomForLongerRuns*uint32(len(runs[0].Bytes)))
	defer func() { e.batch.Limits = first }()
	_, err = e.take(runs, func(int, *execution.Run) {})
	return err
}

// runSeeds runs the inputs that the search starts from, with as much room as the first run.
func (e *Engine) runSeeds() error {
	e.credit(stepSeeds, nil)
	limits := e.batch.Limits
	defer func() { e.batch.Limits = limits }()
	e.batch.Limits.Conditions = max(limits.Conditions, min(probeConditions, e.config.MaxLimits.Conditions))
	e.batch.Limits.InputBytes = max(limits.InputBytes, min(probeBytes, e.config.MaxLimits.InputBytes))
	return e.runAll(e.config.Seeds)
}

// runShared runs what other engines found, each within the limits of its run.
func (e *Engine) runShared(shared []Shared) error {
	e.credit(stepShared, nil)
	limits := e.batch.Limits
	defer func() { e.batch.Limits = limits }()
	for _, s := range shared {
		e.batch.Limits = s.Limits
		if err := e.runAll([][]byte{s.Bytes}); err != nil {
			return err
		}
	}
	return nil
}

// endsBadly reports whether the program ended in a way that its author would want to know of.
func endsBadly(ending layout.Ending) bool {
	switch ending {
	case layout.EndingCrashed, layout.EndingAborted, layout.EndingAssertionFailed, layout.EndingTimeout:
		return true
	}
	return false
}

// conditionsBefore returns how many conditions run evaluates before it has read that many values, or all that it reads.
func conditionsBefore(run *execution.Run, reads int) uint32 {
	if len(run.Reads) == 0 {
		return 0
	}
	last := run.Reads[min(reads, len(run.Reads))-1]
	return uint32(sort.Search(run.Conditions.Len(), func(i int) bool { return run.Conditions.InputBytes(i) > last.Offset }))
}

// randomInputs returns a batch of inputs of various lengths: children of those that covered something, and known best
// inputs with a few bytes replaced, random bytes, small numbers, one byte repeated.
func (e *Engine) randomInputs() [][]byte {
	inputs := make([][]byte, e.config.BatchSize)
	for i := range inputs {
		if i%2 == 0 && e.breeding.able() {
			inputs[i] = e.breeding.newChild(e.random, int(e.batch.Limits.InputBytes), 2)
			continue
		}
		if known := e.tree.Sample(e.random); known != nil && i%4 < 2 {
			inputs[i] = e.replaceSome(append([]byte(nil), known...))
			continue
		}
		length := 1 + e.random.IntN(max(2*e.tree.Summary().InputBytes, 64))
		inputs[i] = e.randomBytes(length, i/4%3)
	}
	return inputs
}

func (e *Engine) replaceSome(input []byte) []byte {
	for range 1 + e.random.IntN(4) {
		if len(input) > 0 {
			input[e.random.IntN(len(input))] = byte(e.random.Uint32())
		}
	}
	return input
}

func (e *Engine) randomBytes(length, kind int) []byte {
	input := make([]byte, length)
	repeated := byte(e.random.Uint32())
	for i := range input {
		switch b := byte(e.random.Uint32()); {
		case kind == 0:
			input[i] = b
		case kind == 1 && i%4 == 0:
			input[i] = b & 15
		case kind == 2:
			input[i] = repeated
		}
	}
	return input
}

// optimizerFactor is by how much the optimizer raises the limits that the run ended with, up to the largest. A program
// that never ends uses up whatever it is given: with the largest limits at once a short run overran its budget.
const optimizerFactor = 16

// Optimize is report Sec. 7: the tests that ended at a limit are run again with higher limits, and those that cover
// something new, with the input that they then read, are handed to OnTest. It ignores the budget; ctx ends it.
func (e *Engine) Optimize(ctx context.Context) error {
	inputs := e.schedule.tests
	e.schedule.tests = nil
	e.raiseForOptimizer(&e.batch.Limits)
	e.unbudgeted = true
	defer func() { e.unbudgeted = false }()
	e.credit(stepOptimizer, nil)
	err := e.execute(ctx, inputs, nil, func(int, *execution.Run) {})
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

func (e *Engine) raiseForOptimizer(limits *execution.Limits) {
	most := &e.config.MaxLimits
	raise := func(limit *uint32, most uint32) { *limit = max(*limit, min(optimizerFactor**limit, most)) }
	raise(&limits.Conditions, most.Conditions)
	raise(&limits.Depth, most.Depth)
	raise(&limits.InputBytes, most.InputBytes)
	raise(&limits.Steps, most.Steps)
	limits.Milliseconds = max(limits.Milliseconds, most.Milliseconds)
}
