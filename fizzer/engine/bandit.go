package engine

import "fizzer/fizzer/strategy"

// bandit shares out what is recorded among the engine's own ways of finding inputs and the analyses of nodes, by what each has
// won lately for its cost. What the strategy selects it shares out in the same way (strategy.Success).
type bandit struct {
	off      bool
	analyses strategy.Success // of nodes, and everything else that is no arm
	arms     []*arm
	running  *arm // whose runs those of now are; nil: of the analyses
	aside    bool // they are nobody's merit, such as those of seeds
}

// arm is one of the ways.
type arm struct {
	success strategy.Success
	prior   float64 // share of the cost of both when it wins as much as the analyses do
	credit  float64 // conditions that may be recorded by it before its share is used up
	waiting bool    // it is not its time yet, and its credit does not grow
}

// maxCredit bounds what an arm saves up while there is nothing for it to do.
const maxCredit = 1 << 24

// due reports whether the share of an arm is not used up.
func (a *arm) due() bool { return !a.waiting && a.credit >= 0 }

// add returns a new arm with that share.
func (b *bandit) add(prior float64) *arm {
	a := &arm{prior: prior}
	b.arms = append(b.arms, a)
	return a
}

// begin lets the runs from now on count as those of an arm, nil: of the analyses; aside: as nobody's.
func (b *bandit) begin(a *arm, aside bool) { b.running, b.aside = a, aside }

// spend accounts for a run of that cost, in conditions.
func (b *bandit) spend(cost uint64) {
	if b.aside {
		return
	}
	if b.running != nil {
		b.running.success.Spend(cost)
		b.running.credit -= float64(cost)
		return
	}
	b.analyses.Spend(cost)
	for _, a := range b.arms {
		if !a.waiting {
			share := b.share(a)
			a.credit = min(a.credit+float64(cost)*share/(1-share), maxCredit)
		}
	}
}

// win accounts for directions covered first by the run of now.
func (b *bandit) win(directions int) {
	switch {
	case b.aside:
	case b.running != nil:
		b.running.success.Win(directions)
	default:
		b.analyses.Win(directions)
	}
}

func (b *bandit) share(a *arm) float64 {
	if b.off {
		return a.prior
	}
	return a.success.Share(&b.analyses, a.prior)
}
