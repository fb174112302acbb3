package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Trials are runs on the validators' build. There, memory that the program never wrote is not zero, so that a run may reach a goal
// that no run of the target reaches.
type Trials interface {
	// Open reports whether there are goals to be reached, and time to try.
	Open() bool
	// Try runs an input. ErrStop ends the search normally.
	Try(Trial) (Tried, error)
}

// Trial is an input for the validators' build. It belongs to the callee.
type Trial struct {
	Bytes  []byte
	Reads  []layout.Read // types of all values in Bytes
	Read   int           // number of these values that the target read; the others are there in case the other build reads on
	Ending layout.Ending // of the run of the target
}

// Tried is what a trial showed.
type Tried struct {
	Differs bool // the program ended in another way than on the target, or read more or fewer values
	Goals   int  // number of goals that it was the first to reach
}

// trials is the stage that tries inputs on the validators' build, whatever they cover on the target (decision 036). It begins with some
// trials as a test. It goes on only if one of them showed that the two builds differ, or won something.
type trials struct {
	e       *Engine
	random  *draw.Source // private to the stage
	first   *trace.Input // of the first test, for programs of which no run covers anything
	probes  int          // conditions that trials may still cost as a test
	differs bool         // the builds differ
	vain    int          // trials in a row that won nothing
}

// Picked by hand. A trial takes some milliseconds, as long as a hundred thousand conditions.
const (
	idleBeforeTrial = 1 << 16  // conditions without a new location before the first trial
	trialShare      = 1.0 / 32 // of the conditions of the analyses and this stage, if both win equally
	trialPrice      = 1 << 17  // of one trial, in conditions
	trialValuePrice = 1 << 6   // of each of its values
	probeTrials     = 64       // short trials as a test; of long ones there are fewer
	maxVainTrials   = 512      // trials in a row without a win after which there are no more if nothing else is left to do
	trialInputs     = 4        // inputs at a time
	trialHead       = 8        // half of the changes are within that many values at the beginning, which are often sizes
	trialBits       = 20       // maximum length of most new values
	trialTail       = 16       // values behind what the parent read
)

func newTrials(e *Engine) *trials {
	return &trials{e: e, random: draw.New(e.config.Seed, 0x747269616c), probes: probeTrials * trialPrice}
}

// offer shows the stage the input of a test.
func (t *trials) offer(input *trace.Input) {
	if t.first == nil && len(input.Reads) > 0 {
		t.first = input
	}
}

// able reports whether a trial is possible at all.
func (t *trials) able() bool {
	return t.e.config.Trials != nil && !t.e.parts.off(StepTrial) && t.first != nil && t.e.config.Trials.Open()
}

// probing reports whether the next trial is a part of the test.
func (t *trials) probing(*stage) bool {
	return t.probes > 0 && t.e.limits.idle > idleBeforeTrial && t.able()
}

// due reports whether the test has shown that the builds differ.
func (t *trials) due(s *stage) bool {
	s.arm.waiting = !t.differs || t.probes > 0
	return !s.arm.waiting && t.able()
}

// last reports whether trials are to be made because nothing else is left to do.
func (t *trials) last(*stage) bool {
	return (t.probes > 0 || t.differs && t.vain < maxVainTrials) && t.able()
}

// run runs some inputs on the target, which tells the types of their values, and then on the other build.
func (t *trials) run(ctx context.Context, s *stage) (bool, error) {
	t.e.ledger.begin(s.step)
	t.e.ledger.doing.Started++
	inputs := make([][]byte, trialInputs)
	for i := range inputs {
		inputs[i] = t.input()
	}
	var made []Trial
	err := t.e.executor.Do(ctx, t.e.request(inputs), func(i int, run *execution.Run) {
		if len(run.Reads) > 0 && trace.CheckInput(run) == nil {
			made = append(made, trialOf(run, inputs[i]))
		}
	})
	for i := 0; i < len(made) && err == nil; i++ {
		err = t.try(made[i])
	}
	return true, err
}

// try makes one trial.
func (t *trials) try(trial Trial) error {
	price := trialPrice + trialValuePrice*len(trial.Reads)
	t.probes = max(t.probes-price, 0)
	tried, err := t.e.config.Trials.Try(trial)
	t.vain++
	if tried.Goals > 0 {
		t.vain = 0
		t.e.ledger.win(tried.Goals)
	}
	t.differs = t.differs || tried.Differs || tried.Goals > 0
	t.e.ledger.bandit.spend(uint64(price))
	if errors.Is(err, ErrStop) {
		return t.e.stop("no more tests are wanted")
	}
	if err != nil {
		return fmt.Errorf("a trial: %w", err)
	}
	return nil
}

// trialOf returns the trial of an input: what its run read, and behind that the rest of the input as values of the last type.
func trialOf(run *execution.Run, input []byte) Trial {
	trial := Trial{Bytes: slices.Clone(run.Bytes), Reads: slices.Clone(run.Reads), Read: len(run.Reads), Ending: run.Ending}
	last := run.Reads[len(run.Reads)-1]
	if last.Size == 0 || last.Type == uint16(layout.InputTypeString) {
		return trial
	}
	for at := len(trial.Bytes); at+int(last.Size) <= len(input); at += int(last.Size) {
		trial.Reads = append(trial.Reads, layout.Read{Offset: uint32(at), Type: last.Type, Size: last.Size})
		trial.Bytes = append(trial.Bytes, input[at:at+int(last.Size)]...)
	}
	return trial
}

// input returns an input that covered something, with some values replaced by numbers of any magnitude, and some more numbers behind it.
func (t *trials) input() []byte {
	parent := t.first
	if covering := t.e.corpus.Covering(); len(covering) > 0 && t.random.IntN(4) > 0 {
		parent = &covering[t.random.IntN(len(covering))].Input
	}
	input := slices.Clone(parent.Bytes)
	reads := parent.Reads
	for range t.random.IntN(4) {
		among := len(reads)
		if t.random.IntN(2) == 0 {
			among = min(among, trialHead)
		}
		r := reads[t.random.IntN(among)]
		t.number(input[r.Offset:][:r.Size])
	}
	size := int(reads[len(reads)-1].Size)
	for range trialTail {
		input = append(input, make([]byte, size)...)
		t.number(input[len(input)-size:])
	}
	return input
}

// number replaces a value by a number of up to trialBits bits, seldom by any bits, sometimes negative.
func (t *trials) number(value []byte) {
	n := t.random.Uint64()
	if t.random.IntN(8) > 0 {
		n >>= 64 - t.random.IntN(trialBits+1)
	}
	if t.random.IntN(8) == 0 {
		n = -n
	}
	for i := range value {
		value[i] = byte(n)
		if i < 8 {
			n = uint64(int64(n) >> 8)
		}
	}
}
