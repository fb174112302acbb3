package engine

import (
	"context"
	"math/rand/v2"

	"fizzer/fizzer/engine/breed"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
)

// nearing is the stage of children of the inputs that came nearest to the directions that no kept run has taken (corpus.Nearest, decision
// 063). It waits as long as breeding.
type nearing struct {
	e       *Engine
	breeder *breed.Breeder
	random  *rand.Rand // private to the stage
	nearest *corpus.Nearest
	begun   bool
	entries uint64   // of the corpus, as in Corpus.Added, that were looked at
	waiting [][]byte // their inputs, to be run once more: nobody has looked how near their runs came
}

// Picked by hand.
const (
	nearShare    = 1.0 / 8 // of the conditions of the analyses and this stage, if both win equally
	nearInputs   = 32      // children at a time, of one parent
	nearChanges  = 2       // maximum of changes that a child gets
	nearEntries  = 64      // inputs of the corpus that are run once more at a time
	maxNearWaits = 256     // inputs in nearing.waiting; the newest stay
)

func newNearing(e *Engine, breeder *breed.Breeder) *nearing {
	random := rand.New(rand.NewPCG(e.config.Seed, 0x6e656172))
	return &nearing{e: e, breeder: breeder, random: random, nearest: corpus.NewNearest(e.tree.Decoder(), e.wanted, random)}
}

// wanted reports whether some input may take a direction and no kept run has.
func (e *Engine) wanted(location uint32, outcome bool) bool {
	if e.finds.kept.has(Direction{location, outcome}) {
		return false
	}
	c := &e.config.Locations.Conditions[location]
	return !c.NeverTrue && outcome || !c.NeverFalse && !outcome
}

// due reports whether there are parents. The stage waits until nothing has been covered for some time.
func (n *nearing) due(s *stage) bool {
	n.begun = n.begun || n.e.limits.idle > idleBeforeBreed
	s.arm.waiting = !n.begun
	return n.begun && !n.e.parts.off(StepNearest) && n.breeder.Able()
}

// run runs children of one input, or inputs of the corpus that are new to it.
func (n *nearing) run(ctx context.Context, s *stage) (bool, error) {
	n.look()
	inputs := n.waiting[:min(len(n.waiting), nearEntries)]
	if n.waiting = n.waiting[len(inputs):]; len(inputs) == 0 {
		parent := n.nearest.Take()
		if parent == nil {
			return false, nil
		}
		bounds := breed.Bounds{MaxBytes: int(n.e.limits.now.InputBytes), Changes: nearChanges}
		for range nearInputs {
			inputs = append(inputs, n.breeder.ChildOf(n.random, parent, bounds))
		}
	}
	n.e.ledger.begin(s.step)
	n.e.ledger.doing.Started++
	request := n.e.request(inputs)
	request.Record = executor.Whole
	return true, n.e.executor.Do(ctx, request, ignore)
}

// look takes the inputs of new entries of the corpus.
func (n *nearing) look() {
	covering, added := n.e.corpus.Covering(), n.e.corpus.Added()
	fresh := int(min(added-n.entries, uint64(len(covering)), maxNearWaits))
	for _, entry := range covering[len(covering)-fresh:] {
		n.waiting = append(n.waiting, entry.Bytes)
	}
	n.waiting = n.waiting[max(len(n.waiting)-maxNearWaits, 0):]
	n.entries = added
}

// worth reports whether a run covers something or came nearer. Other runs leave no nodes.
func (n *nearing) worth(made *executor.Made) (bool, error) {
	covers, err := n.e.covers(made) // this checks the trace
	if err != nil {
		return false, err
	}
	return n.nearest.Observe(made.Run) || covers, nil
}

// observe looks at the runs of others.
func (n *nearing) observe(run inserted) {
	if n.begun && n.e.ledger.step.name != StepNearest && !n.e.parts.off(StepNearest) {
		n.nearest.Observe(run.Run)
	}
}
