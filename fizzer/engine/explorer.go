package engine

import (
	"context"

	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/tree"
)

// Picked by hand.
const (
	exploreShare  = 1.0 / 4  // of the conditions of everything else, from the first recorded run on
	exploreSoon   = 1 << 26  // conditions of everything else after which there are probably too many paths
	exploreLater  = 1.0 / 16 // the share from then on
	exploreCredit = 1 << 24  // conditions that it may cost before that
)

// explorer is the stage that explores all paths of the program (symbolic.Whole), where nothing has been covered for some time: the
// symbolic search asks for what is worth most, this one for everything. When each input takes a path that was recorded, what is still open
// cannot be covered, and the run ends.
type explorer struct {
	s      *symbolicSearch
	whole  symbolic.Whole
	start  uint64  // conditions that the others had spent when it began; 0: it did not begin
	spent  uint64  // conditions
	others float64 // conditions that count in addition to what the others have spent
	known  bool    // confirm found that all paths are known
}

// due reports whether there is something to explore.
func (x *explorer) due(*stage) bool {
	e := x.s.e
	if x.s.recorder == nil || e.parts.off(StepPaths) || !x.whole.Left(x.s.rounds.effort) {
		return false
	}
	if e.config.Alone {
		return true
	}
	if !x.s.rounds.begun {
		return false
	}
	if x.start == 0 {
		x.start = max(e.ledger.bandit.spent, 1)
	}
	others := x.others + float64(e.ledger.bandit.spent-x.start)
	return float64(x.spent) <= exploreCredit+exploreShare*min(others, exploreSoon)+exploreLater*max(others-exploreSoon, 0)
}

// run asks a question or records a run.
func (x *explorer) run(ctx context.Context, stage *stage) (bool, error) {
	s := x.s
	s.e.ledger.begin(stage.step)
	s.e.ledger.doing.Started++
	s.solver.Until(ctx.Done())
	s.solver.Effort(s.rounds.effort)
	before := s.statistics.Cost
	defer func() { x.spent += (s.statistics.Cost - before) / nanoseconds }()
	x.whole.Begin(nil)
	x.refute()
	if question, ok := x.whole.Question(s.rounds.effort); ok {
		x.ask(question)
		return true, nil
	}
	promise, ok := x.whole.Promise()
	if !ok {
		return false, nil
	}
	return true, x.record(ctx, promise)
}

// ask asks a question. A step that is impossible needs no descent.
func (x *explorer) ask(question *symbolic.Question) {
	answer := x.s.solver.Solve(question.Query())
	x.s.spend(answer.Cost)
	x.whole.Answered(question, answer, x.s.rounds.effort, maxEffort)
	if answer.Proved() && question.Way == symbolic.Straight {
		x.s.close(question.Generation.Conditions()[:question.Index])
	}
}

// record records the run of an input.
func (x *explorer) record(ctx context.Context, promise symbolic.Promise) error {
	candidate := symbolic.Candidate{Input: promise.Input, Conditions: promise.Conditions}
	before := x.s.e.ledger.doing.Covered
	ran, err := x.s.repeat(ctx, &candidate)
	x.s.solver.Won(promise.Step, x.s.e.ledger.doing.Covered-before)
	if err != nil {
		return err
	}
	if x.whole.Ran(promise, ran.ending, ran.reads, x.s.conditions); x.whole.Failure() != "" {
		return nil
	}
	generation, err := x.s.generate(ctx, ran, &candidate)
	if generation == nil {
		x.whole.GiveUp("a run could not be recorded")
		return err
	}
	x.whole.Recorded(generation)
	return err
}

// refute gives up if some run shows that paths exist which the exploration cannot see.
func (x *explorer) refute() {
	if x.s.e.limits.crashed {
		x.whole.GiveUp("a run crashed")
	}
}

// all reports whether each input takes a path that was recorded.
func (x *explorer) all() bool {
	if x.whole.Done() && !x.known {
		x.confirm()
	}
	return x.known && x.s.e.seeker.enough()
}

// confirm compares the explored paths with those in the tree: a run on another one shows that the program does not depend on its input
// alone. The cost is proportional to the tree.
func (x *explorer) confirm() {
	x.refute()
	t := x.s.e.tree
	todo := []tree.Node{t.Root()}
	for len(todo) > 0 && x.whole.Failure() == "" {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, outcome := range [2]bool{false, true} {
			if n == tree.None || t.Label(n, outcome) == tree.NotVisited {
				continue
			}
			if !x.whole.Knows(t.Path(n), t.ID(n).Location, outcome) {
				x.whole.GiveUp("a run took a path that the exploration does not know")
			}
			todo = append(todo, t.Successor(n, outcome))
		}
	}
	x.known = x.whole.Done()
}

// ends reports whether nothing more can be covered, and only coverage is wanted.
func (x *explorer) ends(stage *stage) bool {
	return x.all() && !x.s.e.config.Faults && !x.s.e.finds.trials.last(stage)
}

func (x *explorer) end(context.Context, *stage) (bool, error) {
	return true, x.s.e.stop(reasonExplored)
}

// tries reports whether the validators' build has to be tried before the end: memory that nobody wrote may hold something else there.
func (x *explorer) tries(stage *stage) bool { return x.all() && x.s.e.finds.trials.last(stage) }

func (x *explorer) statistics() formats.Paths {
	recorded, refuted, told := x.whole.Paths()
	return formats.Paths{Recorded: recorded, Refuted: refuted, Told: told, All: x.known, Failure: x.whole.Failure()}
}
