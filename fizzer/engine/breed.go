package engine

import (
	"context"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/breed"
	"fizzer/fizzer/execution"
)

// breeding is the stage of inputs made from those that covered something (package breed). It costs nothing while the
// analyses find something; from then on it gets the share of the conditions that the bandit gives it.
type breeding struct {
	e       *Engine
	breeder *breed.Breeder
	random  *draw.Source // private to the stage, so that children influence the analyses only by what they find
	begun   bool
}

// Picked by hand.
const (
	idleBeforeBreed = 1 << 18 // conditions without a new location before breeding begins
	breedShare      = 1.0 / 4 // share of the conditions of children and analyses from then on, if both win equally
	// The longer nothing is covered, the more changes a child gets: their number doubles after each plateauStep
	// conditions, at most maxPlateaus times.
	plateauStep = 1 << 26
	maxPlateaus = 3
)

func newBreeding(e *Engine) *breeding {
	return &breeding{e: e, breeder: breed.New(e.corpus), random: draw.New(e.config.Seed, 0x6272656564)}
}

// due reports whether there are parents. The stage waits until nothing has been covered for some time.
func (b *breeding) due(s *stage) bool {
	b.begun = b.begun || b.e.limits.idle > idleBeforeBreed
	s.arm.waiting = !b.begun
	return b.breeder.Able()
}

// run runs a batch of children.
func (b *breeding) run(ctx context.Context, s *stage) (bool, error) {
	b.e.ledger.begin(s.step)
	b.e.ledger.doing.Started++
	plateaus := min(int(b.e.limits.idle/plateauStep), maxPlateaus)
	bounds := breed.Bounds{MaxBytes: int(b.e.limits.now.InputBytes), Changes: 2 << plateaus}
	request := b.e.request(b.breeder.Children(b.random, b.e.executor.Series(), bounds))
	request.Lean = true
	locations := b.e.tree.Decoder().Locations()
	return true, b.e.executor.Do(ctx, request, func(_ int, run *execution.Run) { b.breeder.Observe(run, locations) })
}
