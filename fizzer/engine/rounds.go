package engine

// rounds divides the time of a stage that may be of no use at all: it works in rounds, and after one that won nothing it pauses until
// all others have done some times as much. Rounds without success grow, so that its part of the work does not fall further but it may
// try harder; after a success it goes on at once.
type rounds struct {
	begun  bool
	length uint64 // conditions that the current round may cost
	spent  uint64 // by the arm until the current round began
	won    uint64 // likewise, directions
	deeper uint64 // by the arm until it last came nearer to what it looks for; the round lasts longer then, up to maxDeeper
	resume uint64 // conditions in all, before which the stage pauses
	effort int    // by how much harder it tries than at first
}

// begin begins the first round.
func (r *rounds) begin(b *bandit, a *arm) {
	r.begun, r.length = true, symbolicRound
	r.start(b, a)
}

// start begins a round now.
func (r *rounds) start(b *bandit, a *arm) {
	r.spent, r.deeper, r.won, r.resume = a.spent, a.spent, a.won, b.spent
}

// progress makes the round last longer.
func (r *rounds) progress(a *arm) { r.deeper = a.spent }

// running reports whether the arm may work now.
func (r *rounds) running(b *bandit, a *arm) bool {
	if !r.begun || b.spent < r.resume {
		return false
	}
	switch cost := a.spent - r.spent; {
	case a.won > r.won:
		r.length, r.effort = max(r.length/2, symbolicRound), max(r.effort-1, 0)
		r.start(b, a)
	case cost >= r.length && (cost >= maxDeeper || a.spent-r.deeper >= r.length):
		r.length, r.effort = min(2*r.length, maxSymbolicRound), min(r.effort+1, maxEffort)
		r.start(b, a)
		r.resume += symbolicPause * cost
	}
	return b.spent >= r.resume
}
