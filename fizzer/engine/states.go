package engine

import (
	"context"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/states"
	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// stateSearch is the stage that searches among the program's states. Programs that answer one value after the other, such as controllers
// and protocols, have few states and many paths. The target ends a run where the program asks for more than the input, and returns a hash
// of its variables there. From each state the search goes on once with each value of the alphabet (decision 061).
type stateSearch struct {
	e       *Engine
	random  *draw.Source // private to the stage
	begun   bool
	off     bool // states tell nothing
	space   *states.Space
	entries uint64        // entries of the corpus that were looked at, as in Corpus.Added
	seeds   [][]byte      // inputs of the corpus that wait to be run to their end
	given   [][]byte      // inputs of the current request that come from no state; the others are steps
	steps   []states.Step // of the current request
	stale   bool          // the states of the current request are forgotten
	anew    int           // how often that happened
	covered bool          // the current run covered something
}

// Picked by hand.
const (
	statesShare    = 1.0 / 4 // of the conditions of the analyses and this stage, if both win equally
	statesFloor    = 1.0 / 8 // of them, whatever it wins: new states are a gain of their own
	maxStateInputs = 256     // inputs at a time
	maxStateBytes  = 1 << 16 // their bytes, unless one alone is longer
	seedReads      = 1 << 8  // inputs of the corpus that read more values are not run to their end
	maxSeeds       = 64      // that wait; the oldest go first
	maxAnew        = 4       // where the hash of the first state changes more often, it tells nothing
)

func newStateSearch(e *Engine) *stateSearch {
	integers, _ := e.tree.Decoder().Constants()
	return &stateSearch{e: e, random: draw.New(e.config.Seed, 0x737461746573),
		space: states.NewSpace(states.NewAlphabet(integers))}
}

// due reports whether there is a state to go on from. The stage waits until nothing has been covered for some time.
func (s *stateSearch) due(at *stage) bool {
	s.begun = s.begun || s.e.limits.idle > idleBeforeStretch
	at.arm.waiting, at.arm.floor = !s.begun, statesFloor
	if s.e.parts.off(StepStates) || !s.begun || s.off {
		return false
	}
	s.look()
	return s.space.Len() == 0 && s.entries > 0 || len(s.seeds) > 0 || s.space.Left()
}

// worth reports whether a run covered something. Other runs leave no nodes.
func (s *stateSearch) worth(made *executor.Made) (bool, error) {
	covers, err := s.e.covers(made)
	s.covered = covers
	return covers, err
}

// look takes the values of new entries of the corpus into the alphabet, and their inputs as ways to states.
func (s *stateSearch) look() {
	added, covering := s.e.corpus.Added(), s.e.corpus.Covering()
	if added == s.entries {
		return
	}
	for _, entry := range covering[len(covering)-int(min(added-s.entries, uint64(len(covering)))):] {
		for _, r := range entry.Reads {
			s.space.Alphabet.Add(entry.Bytes[r.Offset:][:r.Size])
		}
		if n := len(entry.Reads); n > 0 && n <= seedReads {
			s.seeds = append(s.seeds, entry.Bytes, entry.Bytes[:entry.Reads[n-1].Offset]) // the last value may have been one too many
		}
	}
	s.seeds = s.seeds[max(len(s.seeds)-maxSeeds, 0):]
	s.entries = added
	s.space.Again()
}

// run goes on from some states.
func (s *stateSearch) run(ctx context.Context, at *stage) (bool, error) {
	e := s.e
	e.ledger.begin(at.step)
	e.ledger.doing.Started++
	inputs := s.inputs()
	longest := 0
	for _, input := range inputs {
		longest = max(longest, len(input))
	}
	request := e.request(inputs)
	request.Limits, request.Record, request.States = e.limits.long(longest), executor.Cut, layout.StatesVariables
	s.stale = false
	if err := e.executor.Do(ctx, request, s.visit); err != nil {
		return true, err
	}
	s.judge()
	return true, nil
}

// inputs returns the next inputs, and sets given and steps. The first one is empty: it tells whether the hashes are still those of the same
// build.
func (s *stateSearch) inputs() [][]byte {
	s.given, s.steps, s.seeds = append([][]byte{{}}, s.seeds...), s.steps[:0], nil
	inputs := s.given
	for bytes := 0; len(inputs) < maxStateInputs && bytes < maxStateBytes; {
		next, steps := s.space.Next(s.random)
		if len(next) == 0 && !s.space.Left() {
			break
		}
		for _, input := range next {
			bytes += len(input)
		}
		inputs, s.steps = append(inputs, next...), append(s.steps, steps...)
	}
	return inputs
}

// visit sees the run of an input of the request.
func (s *stateSearch) visit(index int, run *execution.Run) {
	switch wanted := int(run.Detail); {
	case run.Ending != layout.EndingLimitInput || run.State == 0 || s.stale:
	case len(run.Bytes)+wanted > int(s.e.limits.max.InputBytes): // no run may go on from there
	case index == 0:
		s.stale = !s.space.Begins(run.State)
		s.space.Give(run.State, wanted, nil)
	case index < len(s.given):
		s.space.Give(run.State, wanted, s.given[index])
	default:
		s.space.Came(s.steps[index-len(s.given)], run.State, wanted, s.covered)
	}
}

// judge ends the search if nothing is known of states.
func (s *stateSearch) judge() {
	if s.stale {
		s.anew++
	}
	s.off = s.anew > maxAnew || !s.stale && s.space.Len() == 0
}
