package engine

import (
	"context"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/tally"
	"fizzer/fizzer/execution"
)

// tallying is the stage that learns from a change at one place of a long input at how many places it has to be made (package tally): a
// count, a sum or a number of differences that a loop over many values makes, and the program asks for (decision 071). It waits until
// nothing has been covered for some time, and has no arm of the bandit, as patterned: what it may study ends.
type tallying struct {
	e     *Engine
	board *tally.Board
	fresh fresh  // entries of the corpus that are to be run once more: nobody has looked how near their runs came
	spent uint64 // conditions of its runs
}

// Picked by hand.
const (
	tallyShare  = 4       // it may spend one in so many of the conditions that the search has spent,
	tallyFree   = 1 << 26 // on top of these: about two hundred runs of 300,000 conditions
	tallyProbes = 12      // changed inputs of one study
	tallySteps  = 8       // inputs with scaled changes
)

func newTallying(e *Engine) *tallying {
	random := draw.New(e.config.Seed, 0x74616c6c79)
	return &tallying{e: e, board: tally.NewBoard(e.tree.Decoder(), e.finds.wanted, random), fresh: fresh{corpus: e.corpus}}
}

// due reports whether there is a long input to study.
func (t *tallying) due(*stage) bool {
	if t.e.parts.off(StepTally) || t.e.limits.idle <= idleBeforeRepeat || t.spent > tallyFree+t.e.ledger.bandit.spent/tallyShare {
		return false
	}
	t.fresh.look(func(entry *corpus.Entry) bool { return tally.Long(entry.Input) })
	return len(t.fresh.waiting) > 0 || t.board.Waits()
}

// run runs an input of the corpus that is new to it, or studies one.
func (t *tallying) run(ctx context.Context, s *stage) (bool, error) {
	if i := t.fresh.next(func(*corpus.Entry) bool { return true }); i >= 0 {
		t.begin(s)
		return true, t.do(ctx, [][]byte{t.fresh.take(i).Bytes}, t.observe)
	}
	_, numbers := numbersOf(t.e.tree.Decoder())
	study := t.board.Study(numbers)
	if study == nil {
		return false, nil
	}
	t.begin(s)
	defer study.End()
	if err := t.do(ctx, study.Probes(tallyProbes), study.Probed); err != nil {
		return true, err
	}
	return true, t.do(ctx, study.Steps(tallySteps), t.observe)
}

func (t *tallying) begin(s *stage) {
	t.e.ledger.begin(s.step)
	t.e.ledger.doing.Started++
}

func (t *tallying) observe(_ int, run *execution.Run) { t.board.Observe(run) }

// do runs inputs, recorded whole.
func (t *tallying) do(ctx context.Context, inputs [][]byte, visit func(int, *execution.Run)) error {
	longest := 0
	for _, input := range inputs {
		longest = max(longest, len(input))
	}
	request := t.e.request(inputs)
	request.Limits, request.Record = t.e.limits.long(longest), executor.Whole
	return t.e.executor.Do(ctx, request, visit)
}

// worth is covers, and counts what the runs cost.
func (t *tallying) worth(made *executor.Made) (bool, error) {
	t.spent += price(made.Run, &made.Request.Limits)
	return t.e.covers(made)
}
