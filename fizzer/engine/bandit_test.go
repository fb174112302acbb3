package engine

import (
	"math"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/strategy"
)

// play lets an arm with the given prior share and the analyses take turns. A run costs 100 conditions; each side covers something in
// every nth run, for the given n, and never for 0. play returns the arm's share of the last half.
func play(off bool, prior float64, armWins, analysesWin int) float64 {
	b := bandit{off: off}
	a := b.add(prior)
	const rounds = 4_000_000
	spent, turns, others := 0, 0, 0
	for i := range rounds {
		win := func(every int, count *int) {
			if *count++; every > 0 && *count%every == 0 {
				b.win(1)
			}
		}
		b.settle()
		if a.due() {
			b.begin(a, false)
			b.spend(100)
			win(armWins, &turns)
			b.begin(nil, false)
			if i >= rounds/2 {
				spent++
			}
		} else {
			b.spend(100)
			win(analysesWin, &others)
		}
	}
	return float64(spent) / (rounds / 2)
}

// TestBandit: an arm has its prior share when it wins as much as the analyses do. When it wins more or less, its odds
// change by a factor between a fourth and four.
func TestBandit(t *testing.T) {
	for name, c := range map[string]struct {
		off                bool
		arm, analyses      int
		smallest, greatest float64
	}{
		"the same":                {false, 1000, 1000, 0.24, 0.26},
		"nothing on either side":  {false, 0, 0, 0.24, 0.27},
		"much more":               {false, 100, 0, 4.0/7 - 0.01, 4.0/7 + 0.01},
		"twice as much":           {false, 100, 200, 0.39, 0.41},
		"nothing beside much":     {false, 0, 100, 1.0/13 - 0.01, 1.0/13 + 0.01},
		"much more, switched off": {true, 100, 0, 0.249, 0.251},
	} {
		if share := play(c.off, 0.25, c.arm, c.analyses); share < c.smallest || share > c.greatest {
			t.Errorf("%s: a share of %.3f", name, share)
		}
	}
}

// TestBanditSavesLittle: an arm with nothing to do saves up at most maxCredit, and one that waits saves nothing.
func TestBanditSavesLittle(t *testing.T) {
	var b bandit
	idle, waiting := b.add(0.25), b.add(0.5)
	waiting.waiting = true
	for range 1000 {
		b.spend(1 << 20)
	}
	if idle.credit != maxCredit || waiting.credit != 0 || waiting.due() {
		t.Errorf("credits of %v and %v", idle.credit, waiting.credit)
	}
}

// TestNobodysSuccess: what the first run, seeds and other engines of a crew win and cost counts for no arm.
func TestNobodysSuccess(t *testing.T) {
	target := faketarget.New(faketarget.Integers("slt", "eq", "slt", "eq", "slt", "slt"), queue)
	shared := 0
	e := newEngine(t, target, Config{Seeds: [][]byte{{'p', 1, 'g', 1}}, Budget: Executions(4), Others: func() []Shared {
		shared++
		return []Shared{{Bytes: []byte{'p', 'p', 'g', byte(shared)}, Limits: DefaultMaxLimits()}}
	}})
	summary := enginetest.MustRun(t, e)
	if shared == 0 || summary.Tree.CoveredDirections < 6 || e.ledger.bandit.analyses != (strategy.Success{}) {
		t.Errorf("the analyses have %+v after %s", e.ledger.bandit.analyses, describe(summary))
	}
	e.ledger.begin(step{name: "direct"})
	e.ledger.bandit.spend(10)
	e.ledger.bandit.win(3)
	if want := (3.0 + 1) / (10.0/(1<<20) + 1); math.Abs(e.ledger.bandit.analyses.Rate()-want) > 1e-6 {
		t.Errorf("a rate of %v instead of %v", e.ledger.bandit.analyses.Rate(), want)
	}
}

// TestBanditIsDeterministic: the shares follow from the seed alone.
func TestBanditIsDeterministic(t *testing.T) {
	run := func() string {
		target := faketarget.New(faketarget.Integers("slt", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq"), word)
		return describe(enginetest.MustRun(t, newEngine(t, target, Config{Seed: 5, Budget: Executions(60000)})))
	}
	if a, b := run(), run(); a != b {
		t.Errorf("two runs of the same seed:\n%s\n%s", a, b)
	}
}

// TestBanditOff: if an arm wins, the fixed order runs other inputs than the bandit.
func TestBanditOff(t *testing.T) {
	run := func(without ...string) string {
		target := faketarget.New(faketarget.Integers("slt", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq"), word)
		return describe(enginetest.MustRun(t, newEngine(t, target, Config{Seed: 5, Budget: Executions(60000), Without: without})))
	}
	if run() == run(PartBandit) {
		t.Error("the bandit changes nothing")
	}
}

// TestRates: old wins count less and less.
func TestRates(t *testing.T) {
	var s strategy.Success
	if s.Rate() != 1 {
		t.Errorf("a rate of %v before anything is known", s.Rate())
	}
	s.Win(100)
	before := s.Rate()
	for range 400 {
		s.Spend(1 << 20)
	}
	if after := s.Rate(); before != 101 || math.Abs(after-1.0/33) > 0.002 {
		t.Errorf("a rate of %v, %v after 400 million conditions", before, after)
	}
}
