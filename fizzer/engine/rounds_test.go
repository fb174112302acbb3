package engine

import (
	"context"
	"slices"
	"testing"

	"fizzer/fizzer/expression"
	"fizzer/libfizzer/locations"
)

// TestHurry: a pause becomes shorter by what is counted in addition, and no shorter than nothing.
func TestHurry(t *testing.T) {
	b := &bandit{}
	a := b.add(0.5)
	var r rounds
	r.begin(b, a)
	for r.running(b, a) {
		b.begin(a, false)
		b.spend(1 << 16)
	}
	pause := r.resume - b.spent
	r.hurry(pause - 1)
	if r.running(b, a) {
		t.Error("it runs within the pause")
	}
	if r.hurry(1); !r.running(b, a) {
		t.Error("the pause does not end")
	}
	r.hurry(1 << 62)
	if !r.running(b, a) {
		t.Error("it does not run")
	}
}

// TestRounds: an arm that wins nothing gets a small part of the work, in rounds that grow, and a larger one if all others win nothing
// either; one that wins goes on.
func TestRounds(t *testing.T) {
	for _, test := range []struct {
		wins, others bool
		share        float64
	}{{true, false, 1}, {true, true, 1}, {false, true, 1.0 / (1 + maxPause)}, {false, false, 1.0 / (1 + minPause)}} {
		b := &bandit{}
		a := b.add(0.5)
		var r rounds
		if r.running(b, a) {
			t.Error("it runs before it begins")
		}
		r.begin(b, a)
		for b.spent < 1<<34 {
			if !r.running(b, a) {
				b.begin(nil, false)
				b.spend(1 << 16)
				if test.others {
					b.win(1)
				}
				continue
			}
			b.begin(a, false)
			b.spend(1 << 16)
			if test.wins {
				b.win(1)
			}
		}
		if share := float64(a.spent) / float64(b.spent); share > 1.2*test.share || share < 0.5*test.share {
			t.Errorf("%+v: share %.3f", test, share)
		}
		if (r.effort == maxEffort) == test.wins {
			t.Errorf("%+v: effort %d", test, r.effort)
		}
	}
}

// TestRoundsOfTheBetter: an arm that has won more for its work than the others pauses as if they had won nothing, until that is long ago.
func TestRoundsOfTheBetter(t *testing.T) {
	b := &bandit{}
	a := b.add(0.5)
	var r rounds
	r.begin(b, a)
	share := func(conditions uint64, wins bool) float64 {
		before, all := a.spent, b.spent
		for b.spent < all+conditions {
			b.begin(nil, false)
			if r.running(b, a) && !(wins && b.spent>>16%2 == 0) {
				b.begin(a, false)
			}
			b.spend(1 << 16)
			if wins && b.running == a && b.spent%(1<<22) == 0 || b.running == nil && b.spent%(1<<26) == 0 {
				b.win(1)
			}
		}
		return float64(a.spent-before) / float64(conditions)
	}
	share(1<<27, true)
	if got := share(1<<28, false); got < 0.2 {
		t.Errorf("share %.3f after its success", got)
	}
	share(1<<34, false)
	if got := share(1<<34, false); got > 1.2/(1+maxPause) {
		t.Errorf("share %.3f long after it", got)
	}
}

// endless asks forever whether a square ends in bits in which no square ends.
func endless(t *tracer) {
	for i := range uint32(16) {
		x := t.read()
		square := t.do(expression.Multiply, x, x)
		if t.is(i, expression.Equal, t.do(expression.Subtract, square,
			t.do(expression.Multiply, t.do(expression.ShiftRight, square, t.k(2)), t.k(4))), t.k(2)) {
			return
		}
	}
}

// TestSymbolicCostIsBounded: if there is nothing to win, for nobody, the symbolic search takes no more than minPause lets it.
func TestSymbolicCostIsBounded(t *testing.T) {
	r := newFake(endless, slices.Repeat([]locations.Predicate{"eq"}, 16)...)
	r.fault = func(r *expression.Run) error { r.Concrete.External = 1; return nil } // no proof ends the search
	target := r.target(func(*tracer) {})
	e, err := New(Config{Target: target, Locations: target.Table(), Seed: 1, Budget: Executions(400000), Recorder: r,
		OnTest: func(Found) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(e.stages, func(s *stage) bool { return s.name == StepSymbolic })
	spent, all := float64(e.stages[i].arm.spent), float64(e.ledger.bandit.spent)
	if spent == 0 || spent > 1.1*(symbolicRound+all/minPause) {
		t.Errorf("%.0f of %.0f conditions, %+v", spent, all, summary.Symbolic)
	}
	t.Logf("%.4f of %.0f", spent/all, all)
}
