package engine

import "fizzer/fizzer/strategy"

// bandit divides the work among the engine's own stages and the analyses of nodes, by what each has won lately for
// its cost. The strategy divides its choices in the same way (strategy.Success).
type bandit struct {
	off      bool
	analyses strategy.Success // of nodes, and of everything else that is not an arm
	arms     []*arm
	running  *arm   // the arm that the current runs count for; nil: the analyses
	aside    bool   // the current runs count for nobody, such as seeds
	spent    uint64 // conditions in all, without those that count for nobody
	won      uint64 // directions in all, also of those
	owed     uint64 // conditions of the analyses for which the arms have no credit yet
}

// arm is one of the ways to find inputs.
type arm struct {
	success strategy.Success
	prior   float64 // share of the cost of arm and analyses, if it wins as much as they do
	floor   float64 // its share is at least this
	credit  float64 // conditions that it may still record before its share is used up
	waiting bool    // it is not due yet, and its credit does not grow
	spent   uint64  // conditions in all
	won     uint64  // directions in all
}

// maxCredit bounds the credit that an arm saves up while it has nothing to do.
const maxCredit = 1 << 24

// maxOwed bounds what one settlement counts: success fades run by run, and a hundredth of its memory at a time is nearly the same.
const maxOwed = 1 << 18

// due reports whether an arm has credit left.
func (a *arm) due() bool { return !a.waiting && a.credit >= 0 }

// add returns a new arm with the share prior.
func (b *bandit) add(prior float64) *arm {
	a := &arm{prior: prior}
	b.arms = append(b.arms, a)
	return a
}

// begin makes the next runs count for an arm (nil: for the analyses), or, with aside, for nobody.
func (b *bandit) begin(a *arm, aside bool) {
	b.settle()
	b.running, b.aside = a, aside
}

// spend records a run of the given cost, in conditions.
func (b *bandit) spend(cost uint64) {
	if b.aside {
		return
	}
	b.spent += cost
	if b.running != nil {
		b.running.spent += cost
		b.running.success.Spend(cost)
		b.running.credit -= float64(cost)
		return
	}
	if b.owed += cost; b.owed >= maxOwed {
		b.settle()
	}
}

// settle gives the arms credit for what the analyses spent since the last call. Call it before a stage is chosen: doing it for each run
// costs more than some runs.
func (b *bandit) settle() {
	if b.owed == 0 {
		return
	}
	cost := b.owed
	b.owed = 0
	b.analyses.Spend(cost)
	for _, a := range b.arms {
		if !a.waiting {
			share := b.share(a)
			a.credit = min(a.credit+float64(cost)*share/(1-share), maxCredit)
		}
	}
}

// win records directions that the current run was the first to cover.
func (b *bandit) win(directions int) {
	b.settle()
	b.won += uint64(directions)
	switch {
	case b.aside:
	case b.running != nil:
		b.running.won += uint64(directions)
		b.running.success.Win(directions)
	default:
		b.analyses.Win(directions)
	}
}

func (b *bandit) share(a *arm) float64 {
	if b.off {
		return a.prior
	}
	return max(a.success.Share(&b.analyses, a.prior), a.floor)
}
