package symbolic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// asks returns a question about a location.
func asks(location uint32, lineage Lineage) *Open {
	return &Open{Generation: &Generation{lineage: lineage}, Location: location, Outcome: true, Score: 1}
}

// TestScoresLearn: of twenty kinds of questions one covers something now and then; soon it is asked for most.
func TestScoresLearn(t *testing.T) {
	const good, kinds, rounds = 13, 20, 2000
	random, scores := rand.New(rand.NewPCG(1, 2)), &Scores{}
	asked := 0
	for range rounds {
		best := asks(0, Lineage{})
		for location := range uint32(kinds) {
			if o := asks(location, Lineage{}); scores.Factor(o) > scores.Factor(best) {
				best = o
			}
		}
		if random.IntN(10) == 0 { // other orders come in between
			best = asks(uint32(random.IntN(kinds)), Lineage{})
		}
		covered := 0
		if best.Location == good {
			asked++
			covered = random.IntN(2)
		}
		scores.Learn(best, covered, questionCost)
	}
	if asked < rounds/2 {
		t.Errorf("the kind that covers something was asked for %d of %d times", asked, rounds)
	}
}

// TestScoresCost: of two kinds that cover as much, the cheaper one scores higher.
func TestScoresCost(t *testing.T) {
	var scores Scores
	for range 10 {
		scores.Learn(asks(1, Lineage{}), 1, 0)
		scores.Learn(asks(2, Lineage{}), 1, 5*questionCost)
	}
	if cheap, dear := scores.Factor(asks(1, Lineage{})), scores.Factor(asks(2, Lineage{})); cheap <= 1 || dear >= 1 {
		t.Errorf("factors %v and %v", cheap, dear)
	}
}

// TestScoresBounds: factors stay between 1/8 and 8, and are 1 for what is new.
func TestScoresBounds(t *testing.T) {
	var none *Scores
	none.Learn(asks(1, Lineage{}), 1, 1)
	if none.Factor(asks(1, Lineage{})) != 1 {
		t.Error("a score without a past changed")
	}
	scores := &Scores{}
	for range 100_000 {
		scores.Learn(asks(1, Lineage{}), 0, math.MaxInt64)
		scores.Learn(asks(2, Lineage{}), math.MaxInt32, 0)
	}
	for location, want := range []float64{1, 1.0 / maxFactor, maxFactor} {
		if got := scores.Factor(asks(uint32(location), Lineage{})); got != want {
			t.Errorf("location %d: factor %v, not %v", location, got, want)
		}
	}
}

// TestScoresLineage: the questions before one that covers something have a part in it, the nearest ones the largest.
func TestScoresLineage(t *testing.T) {
	var before Lineage
	for location := range uint32(ancestors + 2) {
		before = before.Then(asks(location, Lineage{}))
	}
	scores := &Scores{}
	for location := range uint32(ancestors + 2) {
		scores.Learn(asks(location, Lineage{}), 0, 0)
	}
	scores.Learn(asks(100, before), 1, 0)
	var factors []float64
	for location := range uint32(ancestors + 2) {
		factors = append(factors, scores.Factor(asks(location, Lineage{})))
	}
	if !slices.IsSorted(factors) || factors[0] != factors[1] || factors[1] >= factors[2] || factors[2] >= factors[5] {
		t.Errorf("factors %v", factors)
	}
}

// TestScoresMemory: what is kept is bounded by the number of locations, and a question allocates nothing for a kind that is known.
func TestScoresMemory(t *testing.T) {
	const locations = 50
	random, scores := rand.New(rand.NewPCG(1, 2)), &Scores{}
	var before Lineage
	draw := func() *Open {
		return &Open{Generation: &Generation{lineage: before}, Location: uint32(random.IntN(locations)), Way: Way(random.IntN(4)),
			Outcome: random.IntN(2) == 0, Index: random.Uint32()}
	}
	for range 20_000 {
		o := draw()
		scores.Learn(o, random.IntN(2), random.Uint64()>>30)
		before = before.Then(o)
	}
	if len(scores.kinds) > 3*locations+1 {
		t.Errorf("%d kinds of %d locations", len(scores.kinds), locations)
	}
	o := draw()
	if n := testing.AllocsPerRun(100, func() { scores.Learn(o, 1, 1) }); n > 0 {
		t.Errorf("%v allocations for a question", n)
	}
}

// TestQueueScores: of two questions with the same fixed score, the queue asks the one first whose kind has won; the same past gives the
// same order.
func TestQueueScores(t *testing.T) {
	order := func() (locations []uint32) {
		scores := &Scores{}
		scores.Learn(asks(0, Lineage{}), 3, 0)
		scores.Learn(asks(2, Lineage{}), 0, 3*questionCost)
		q, g := NewQueue(scores), generation(t)
		q.AddOpen(g, g.Open(equal{}, []bool{true, true, true}, 10))
		for o, ok := q.Next(equal{}, 0); ok; o, ok = q.Next(equal{}, 0) {
			locations = append(locations, o.Location)
		}
		return locations
	}
	first := order()
	if want := []uint32{0, 2}; !slices.Equal(first, want) {
		t.Errorf("order %v, not %v", first, want)
	}
	q, g := NewQueue(nil), generation(t)
	q.AddOpen(g, g.Open(equal{}, []bool{true, true, true}, 10))
	if o, _ := q.Next(equal{}, 0); o.Location != 2 {
		t.Error("the fixed order begins with the same question: the test shows nothing")
	}
}

// equal is a view in which later locations are a little better.
type equal struct{}

func (equal) Worth(c *layout.Condition, missing bool) float64 {
	if !missing {
		return 0
	}
	return 1 + float64(execution.Location(c))/100
}

func (equal) Depth(uint32) float64 { return 1 }
