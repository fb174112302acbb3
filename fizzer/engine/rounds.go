package engine

// rounds divides the time of a stage that may be of no use at all. The stage works in rounds; after a round that won nothing it pauses
// until all others have done a multiple of that round's work: a smaller one if, since the last pause, they won nothing either, or if they
// lately won less for their work than the stage. Rounds without success grow, so that the stage's share of the work falls no further but it
// may try harder. After a success it goes on at once.
type rounds struct {
	begun  bool
	length uint64 // conditions that the current round may cost
	spent  uint64 // conditions that the arm had spent when the current round began
	won    uint64 // directions that the arm had won by then
	// conditions that the arm had spent when it last came nearer to its aim, or when the round began; the round may cost length conditions
	// from then on, but no more than maxProgressing in all
	progressed uint64
	resume     uint64 // the stage pauses until this many conditions in all
	effort     int    // how much harder it tries than at first: 0 to maxEffort
	pause      uint64 // after a round that won nothing, the others do this many times the round's work before the next round
	others     uint64 // directions that all others had won by the last such pause
	lately     yields
}

// yields are what the stage and all others have won and spent lately: each pause halves what was before.
type yields struct {
	stage, others     yield
	before, allBefore yield // of the stage and in all, by the last pause
}

// yield is directions won and conditions spent.
type yield struct{ won, spent float64 }

// add takes what was won and spent since the last call, and tells whether the stage has won more for its work than the others.
func (y *yields) add(b *bandit, a *arm) bool {
	stage, all := yield{float64(a.won), float64(a.spent)}, yield{float64(b.won), float64(b.spent)}
	won, spent := stage.won-y.before.won, stage.spent-y.before.spent
	y.stage.fade(won, spent)
	y.others.fade(all.won-y.allBefore.won-won, all.spent-y.allBefore.spent-spent)
	y.before, y.allBefore = stage, all
	return y.stage.won > 0 && (y.others.won == 0 || y.stage.won*y.others.spent > y.others.won*y.stage.spent)
}

func (y *yield) fade(won, spent float64) { y.won, y.spent = y.won/2+won, y.spent/2+spent }

// begin begins the first round.
func (r *rounds) begin(b *bandit, a *arm) {
	r.begun, r.length, r.pause, r.others = true, symbolicRound, maxPause, b.won-a.won
	r.lately.before, r.lately.allBefore = yield{float64(a.won), float64(a.spent)}, yield{float64(b.won), float64(b.spent)}
	r.start(b, a)
}

// start starts a round now.
func (r *rounds) start(b *bandit, a *arm) {
	r.spent, r.progressed, r.won, r.resume = a.spent, a.spent, a.won, b.spent
}

// hurry shortens the pause: it is as if all others had done this much more.
func (r *rounds) hurry(work uint64) {
	r.resume -= min(work, r.resume)
}

// progress is called when the arm came nearer to its aim; the current round lasts longer then.
func (r *rounds) progress(a *arm) { r.progressed = a.spent }

// running reports whether the arm may work now.
func (r *rounds) running(b *bandit, a *arm) bool {
	if !r.begun || b.spent < r.resume {
		return false
	}
	switch cost := a.spent - r.spent; {
	case a.won > r.won:
		r.length, r.effort = max(r.length/2, symbolicRound), max(r.effort-1, 0)
		r.start(b, a)
	case cost >= r.length && (cost >= maxProgressing || a.spent-r.progressed >= r.length):
		r.length, r.effort = min(2*r.length, maxSymbolicRound), min(r.effort+1, maxEffort)
		r.start(b, a)
		if others := b.won - a.won; others > r.others {
			r.pause, r.others = maxPause, others
		}
		if r.lately.add(b, a) {
			r.pause = minPause
		}
		r.resume += r.pause * cost
		r.pause = max(r.pause/2, minPause)
	}
	return b.spent >= r.resume
}
