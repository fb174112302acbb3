package engine

import (
	"context"

	"fizzer/fizzer/engine/executor"
)

// step is one thing that the engine does: how the statistics name it, and how its runs count.
type step struct {
	name  string
	arm   *arm                               // of the bandit, whose success its runs are; nil: that of the analyses
	aside bool                               // its runs are nobody's success
	blind bool                               // of its runs that are recorded in part nobody asks later how they go on
	again bool                               // inputs that end at a limit are kept although their paths are known
	worth func(*executor.Made) (bool, error) // runs for which it is false leave no node; nil: all are worth one
}

// The engine's own steps that are no stages.
var (
	stepStart     = step{name: "start", aside: true} // the first input, once for each fill value
	stepSeeds     = step{name: "seeds", aside: true} // inputs that the search starts from
	stepAgain     = step{name: "again", aside: true} // inputs whose nodes found no place in the full tree
	stepOptimizer = step{name: "optimizer"}          // report Sec. 7
)

// stage is one way to go on with the search.
type stage struct {
	step
	// of what is evaluated, when it wins as much as the analyses do; 0: it is done whenever it is due
	share float64
	due   func(s *stage) bool                                    // cheap: it is asked before each step
	run   func(context.Context, *stage) (worked bool, err error) // worked: something was done
}

// newStages returns the table of stages in the order in which they are asked. The first that is due and works is done; then all
// are asked anew. Those behind the analyses widen the search when no node is left to work on.
func newStages(e *Engine) []*stage {
	ahead, breeding, mail := &ahead{e: e}, newBreeding(e), &mail{e: e}
	raise, cut, fill, proof := raising{e}, whole{e}, filling{e}, proof{e}
	random := &random{e: e, breeder: breeding.breeder}
	return withArms(&e.ledger.bandit, []*stage{
		{step{name: "shared", aside: true}, 0, mail.due, mail.run},                  // inputs that other members of the crew found
		{step{name: "limits", again: true}, 0, raise.due, raise.run},                // inputs that ended at a limit, after it was raised
		{step{name: "ahead", worth: ahead.worth}, aheadShare, ahead.due, ahead.run}, // inputs that ended at a limit, within higher ones
		{step{name: StepBreed}, breedShare, breeding.due, breeding.run},             // inputs made of those that covered something
		{step{name: StepSymbolic}, symbolicShare, e.symbolic.due, e.symbolic.run},   // answers to conditions of recorded runs
		{step{name: stepSeek}, 0, e.seeker.due, e.seeker.run},                       // inputs that cover what was lost
		{step{name: "analyses"}, 0, always, e.analyses.run},                         // of a node; each counts under its own name
		{step{name: "limits", again: true}, 0, cut.due, cut.run},                    // inputs whose runs were recorded in part
		{stepStart, 0, fill.due, fill.run},                                          // the first input, with the next fill value
		{step{name: "limits", again: true}, 0, always, raise.run},                   // as above, for lack of other work
		{step{name: "end"}, 0, proof.due, proof.run},                                // when nothing is left to do
		{step{name: "random", blind: true}, 0, always, random.run},                  // random inputs
	})
}

func always(*stage) bool { return true }

// withArms gives each stage with a share an arm of the bandit.
func withArms(b *bandit, stages []*stage) []*stage {
	for _, s := range stages {
		if s.share > 0 {
			s.arm = b.add(s.share)
			s.due(s) // one that waits says so
		}
	}
	return stages
}

// next makes room in the tree where it is full, and does the first stage that is due and finds something to do.
func (e *Engine) next(ctx context.Context) error {
	if e.tree.Full() {
		if err := e.prune(ctx); err != nil {
			return err
		}
	}
	for _, s := range e.stages {
		if !s.due(s) || s.arm != nil && !s.arm.due() {
			continue
		}
		if worked, err := s.run(ctx, s); worked || err != nil {
			return err
		}
	}
	return nil
}

// prune frees nodes until the tree has room again, and runs inputs again whose new nodes found no place.
func (e *Engine) prune(ctx context.Context) error {
	for most := 64; ; most /= 4 {
		e.analyses.strategy.Retain(most, e.tree.Prune)
		e.ledger.counts.Pruned++
		if most <= 1 || !e.tree.Crowded() {
			break
		}
	}
	e.ledger.begin(stepAgain)
	inputs, _ := e.corpus.Truncated.Take()
	return e.run(ctx, inputs)
}
