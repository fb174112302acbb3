package engine

import (
	"context"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/breed"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
)

// nearing is the stage of children of the inputs that came nearest to the directions that no kept run has taken (corpus.Nearest, decision
// 063). It waits as long as breeding.
type nearing struct {
	e       *Engine
	breeder *breed.Breeder
	random  *draw.Source // private to the stage
	begun   bool
	fresh   fresh // entries of the corpus that are to be run once more: nobody has looked how near their runs came
}

// Picked by hand.
const (
	nearShare   = 1.0 / 8 // of the conditions of the analyses and this stage, if both win equally
	nearInputs  = 32      // children of one parent at a time
	nearPart    = 2       // so many times fewer inputs at a time than the executor's series
	nearChanges = 2       // maximum of changes that a child gets
)

func newNearing(e *Engine, breeder *breed.Breeder) *nearing {
	return &nearing{e: e, breeder: breeder, random: draw.New(e.config.Seed, 0x6e656172), fresh: fresh{corpus: e.corpus}}
}

// due reports whether there are parents. The stage waits until nothing has been covered for some time.
func (n *nearing) due(s *stage) bool {
	n.begun = n.begun || n.e.limits.idle > idleBeforeBreed
	s.arm.waiting = !n.begun
	if !n.begun || n.e.parts.off(StepNearest) || !n.breeder.Able() {
		return false
	}
	if n.e.corpus.Nearest == nil {
		n.e.corpus.Nearest = corpus.NewNearest(n.e.tree.Decoder(), n.e.finds.wanted, n.random)
	}
	return true
}

// run runs children of one input, or an input of the corpus that is new to it.
func (n *nearing) run(ctx context.Context, s *stage) (bool, error) {
	inputs, longest := n.inputs()
	if len(inputs) == 0 {
		return false, nil
	}
	n.e.ledger.begin(s.step)
	n.e.ledger.doing.Started++
	request := n.e.request(inputs)
	request.Record, request.Limits.InputBytes = executor.Whole, uint32(max(int(request.Limits.InputBytes), longest))
	return true, n.e.executor.Do(ctx, request, ignore)
}

// inputs returns the next inputs, none if there are no parents, and the length of the longest.
func (n *nearing) inputs() (inputs [][]byte, longest int) {
	n.fresh.look(corpus.MayBeNearest)
	if i := n.fresh.next(func(*corpus.Entry) bool { return true }); i >= 0 {
		entry := n.fresh.take(i)
		return [][]byte{entry.Bytes}, len(entry.Bytes)
	}
	for len(inputs) == 0 || len(inputs) < n.e.executor.Series()/nearPart {
		parent := n.e.corpus.Nearest.Take()
		if parent == nil {
			break
		}
		bounds := breed.Bounds{MaxBytes: max(int(n.e.limits.now.InputBytes), len(parent.Bytes)), Changes: nearChanges}
		for range nearInputs {
			inputs = append(inputs, n.breeder.ChildOf(n.random, parent, bounds))
		}
		longest = max(longest, bounds.MaxBytes)
	}
	return inputs, longest
}

// worth reports whether a run covers something or came nearer. Other runs leave no nodes.
func (n *nearing) worth(made *executor.Made) (bool, error) {
	covers, err := n.e.covers(made)
	if err != nil {
		return false, err
	}
	return n.e.corpus.Nearest.Observe(made.Run) || covers, nil
}
