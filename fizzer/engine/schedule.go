package engine

import (
	"context"
	"errors"

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
	reads     bool                        // some run read input
}

func newSchedule(config Config) schedule {
	return schedule{fills: config.Fills[1:], most: config.MaxLimits}
}

// observe notes a run. Its input is remembered when it is new what it shows, or when it was run for the limits again.
func (s *schedule) observe(run *execution.Run, fresh, truncated bool) {
	s.reads = s.reads || len(run.Bytes) > 0
	if trace.Limited(run.Ending) {
		s.hit[run.Ending] = true
		if fresh {
			s.limited = keep(s.limited, run.Bytes)
		}
	}
	if truncated {
		s.truncated = keep(s.truncated, run.Bytes)
	}
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
	return rose
}

// widen goes on when no node can be selected: with the next fill value, with higher limits and the inputs that ended at
// the old ones, and in the end with random inputs. It stops the run when a proof says that nothing is left: the program reads
// no input; or there are execution IDs and all ever seen are covered, no run ended at a limit that could not be raised, and coverage
// is the goal.
func (e *Engine) widen() error {
	s := &e.schedule
	if len(s.fills) > 0 && s.reads {
		e.batch.Fill = s.fills[0]
		s.fills = s.fills[1:]
		return e.start()
	}
	if s.raise(&e.batch.Limits) {
		e.statistics.Raised++
		e.credit(stepLimits, nil)
		inputs := s.limited
		s.limited = nil
		return e.runAll(append([][]byte{{}}, inputs...))
	}
	if known := e.tree.KnownCovered() && e.tree.Root() != tree.None; !s.reads || known && !s.limitEver && !e.config.ErrorGoal {
		return e.stop(reasonNothingLeft)
	}
	e.credit(stepRandom, nil)
	return e.runAll(e.randomInputs())
}

// randomInputs returns a batch of inputs of various lengths: random bytes, small numbers, one byte repeated, and known
// best inputs with a few bytes replaced.
func (e *Engine) randomInputs() [][]byte {
	inputs := make([][]byte, e.config.BatchSize)
	for i := range inputs {
		if known := e.tree.Sample(e.random); known != nil && i%2 == 0 {
			inputs[i] = e.replaceSome(append([]byte(nil), known...))
			continue
		}
		length := 1 + e.random.IntN(max(2*e.tree.Summary().InputBytes, 64))
		inputs[i] = e.randomBytes(length, i/2%3)
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

// Optimize is report Sec. 7: the tests that ended at a limit are run again with the largest limits, and those that cover
// something new, with the input that they then read, are handed to OnTest. It ignores the budget; ctx ends it.
func (e *Engine) Optimize(ctx context.Context) error {
	inputs := e.schedule.tests
	e.schedule.tests = nil
	e.batch.Limits, e.unbudgeted = e.config.MaxLimits, true
	defer func() { e.unbudgeted = false }()
	e.credit(stepOptimizer, nil)
	err := e.execute(ctx, inputs, nil, func(int, *execution.Run) {})
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}
