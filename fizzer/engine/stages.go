package engine

import (
	"context"

	"fizzer/fizzer/engine/executor"
)

// step is one thing that the engine does: how the statistics name it, and how its runs count.
type step struct {
	name  string
	arm   *arm                               // arm of the bandit for which its success counts; nil: the analyses
	aside bool                               // its runs count for nobody
	blind bool                               // nobody asks later how its cut runs continue
	again bool                               // keep inputs that end at a limit, even on known paths
	worth func(*executor.Made) (bool, error) // runs for which it is false leave no nodes; nil: all runs are worth it
}

// The steps of the engine that are not stages.
var (
	stepStart     = step{name: "start", aside: true} // the first input, once for each fill value
	stepSeeds     = step{name: "seeds", aside: true} // inputs that the search starts from
	stepAgain     = step{name: "again", aside: true} // inputs whose nodes did not fit into the full tree
	stepOptimizer = step{name: "optimizer"}          // report Sec. 7
)

// stage is one way to go on with the search.
type stage struct {
	step
	// share of the conditions, if the stage wins as much as the analyses; 0: the stage runs whenever it is due
	share float64
	due   func(s *stage) bool                                    // cheap: it is called before each step
	run   func(context.Context, *stage) (worked bool, err error) // worked: something was done
}

// newStages returns the table of stages in the order in which they are asked. The first stage that is due and finds work runs; then all
// are asked again. The stages after the analyses widen the search when no node is left to work on.
func newStages(e *Engine) []*stage {
	ahead, breeding, mail := &ahead{e: e, highest: highestClimb, free: freeConditions}, newBreeding(e), &mail{e: e}
	stretching, trimming := newStretching(e, breeding.breeder), &trimming{e: e, fresh: fresh{corpus: e.corpus}}
	wording := newWording(e, breeding.breeder, trimming)
	first := step{name: "ahead", worth: ahead.worth, aside: true}
	stretched := step{name: StepStretch, worth: e.covers}
	patterned, states := newPatterned(e), newStateSearch(e)
	structured := step{name: StepPattern, worth: patterned.worth, aside: true}
	repeating := newRepeating(e)
	repeated := step{name: StepRepeat, worth: repeating.worth, aside: true}
	tallying := newTallying(e)
	tallied := step{name: StepTally, worth: tallying.worth, aside: true}
	searched := step{name: StepStates, worth: states.worth}
	nearing := newNearing(e, breeding.breeder)
	near := step{name: StepNearest, worth: nearing.worth}
	raise, cut, fill, proof := raising{e}, whole{e}, filling{e}, proof{e}
	random := &random{e: e, breeder: breeding.breeder, words: wording.words}
	trials, paths := e.finds.trials, e.symbolic.paths
	probe := step{name: StepTrial, aside: true}
	return withArms(&e.ledger.bandit, []*stage{
		{step{name: "shared", aside: true}, 0, mail.due, mail.run},                  // inputs that other engines of the crew found
		{first, 0, ahead.first, ahead.run},                                          // the first input that ended at a limit
		{step{name: "limits", again: true}, 0, raise.due, raise.run},                // inputs that ended at a limit, after it was raised
		{step{name: "ahead", worth: ahead.worth}, aheadShare, ahead.due, ahead.run}, // inputs that ended at a limit, within higher limits
		{structured, 0, patterned.due, patterned.run},                               // long inputs of all simple structures
		{repeated, 0, repeating.due, repeating.run},                                 // values repeated to lengths that constants name
		{tallied, 0, tallying.due, tallying.run},                                    // changes made as often as a count asks for
		{step{name: StepBreed}, breedShare, breeding.due, breeding.run},             // inputs bred from others
		{stretched, stretchShare, stretching.due, stretching.run},                   // long inputs
		{near, nearShare, nearing.due, nearing.run},                                 // inputs bred from those that came nearest
		{searched, statesShare, states.due, states.run},                             // a value more behind inputs that lead to known states
		{step{name: StepTrim}, trimShare, trimming.due, trimming.run},               // inputs with shorter texts
		{step{name: StepDictionary}, wordShare, wording.due, wording.run},           // inputs with words of the program in them
		{probe, 0, trials.probing, trials.run},                                      // inputs tried on the validators' build, as a test
		{step{name: StepTrial}, trialShare, trials.due, trials.run},                 // more of them
		{step{name: StepSymbolic}, symbolicShare, e.symbolic.due, e.symbolic.run},   // answers for recorded runs
		{step{name: StepPaths, aside: true}, 0, paths.due, paths.run},               // inputs for all paths
		{probe, 0, paths.tries, trials.run},                                         // as above, if all paths are known
		{step{name: "end"}, 0, paths.ends, paths.end},                               // when all paths are known
		{step{name: stepSeek}, 0, e.seeker.due, e.seeker.run},                       // inputs that cover what replay rejected
		{step{name: "analyses"}, 0, always, e.analyses.run},                         // analyses of nodes; each counts under its own name
		{step{name: "limits", again: true}, 0, cut.due, cut.run},                    // inputs whose runs were cut
		{stepStart, 0, fill.due, fill.run},                                          // the first input, with the next fill value
		{step{name: "limits", again: true}, 0, always, raise.run},                   // as above, for lack of other work
		{probe, 0, trials.last, trials.run},                                         // as above, before the end
		{step{name: "end"}, 0, proof.due, proof.run},                                // when nothing is left to do
		{step{name: "random", blind: true}, 0, always, random.run},                  // random inputs
	})
}

func always(*stage) bool { return true }

// withArms gives an arm of the bandit to each stage with a share.
func withArms(b *bandit, stages []*stage) []*stage {
	for _, s := range stages {
		if s.share > 0 {
			s.arm = b.add(s.share)
			s.due(s) // a waiting stage sets its arm to waiting here
		}
	}
	return stages
}

// next prunes a full tree, and runs the first stage that is due and finds something to do.
func (e *Engine) next(ctx context.Context) error {
	if e.tree.Full() {
		if err := e.prune(ctx); err != nil {
			return err
		}
	}
	e.ledger.bandit.settle()
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

// prune frees nodes until the tree has room again, and repeats the inputs whose new nodes did not fit.
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
