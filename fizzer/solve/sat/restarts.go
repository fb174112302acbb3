package sat

// restarts decides when to restart. Two modes alternate: in one, which proves more, a restart is due when recent clauses have more levels
// than those before; in the stable one, which finds more models, restarts are rare.
type restarts struct {
	stable bool
	modes  int     // changes so far
	change uint64  // conflicts at the next change
	next   uint64  // conflicts before which no restart is due
	seen   float64 // learned clauses
	fast   float64 // moving averages of the number of levels
	slow   float64
	luby   luby
}

const (
	fastWeight   = 1.0 / 32
	slowWeight   = 1.0 / 8192
	restartRatio = 1.15 // of the averages, at which a restart is due
	fewest       = 32   // conflicts between two restarts
	stableUnit   = 512  // conflicts of the shortest stable phase between two restarts
	modeUnit     = 1000 // conflicts of the first mode; the others grow with the square of their number
)

func newRestarts() restarts { return restarts{change: modeUnit, next: fewest, luby: luby{u: 1, v: 1}} }

// observe takes the number of levels of a learned clause.
func (r *restarts) observe(glue int) {
	r.seen++
	weight := 1 / r.seen // plain means at first
	r.fast += float64(max(weight, fastWeight) * (float64(glue) - r.fast))
	r.slow += float64(max(weight, slowWeight) * (float64(glue) - r.slow))
}

// due reports whether a restart is due after that many conflicts.
func (r *restarts) due(conflicts uint64) bool {
	return conflicts >= r.next && (r.stable || conflicts >= r.change || r.fast > restartRatio*r.slow)
}

// begin plans the next restart; changed reports that a new mode begins.
func (r *restarts) begin(conflicts uint64) (changed bool) {
	if conflicts >= r.change {
		r.modes++
		r.stable = !r.stable
		r.change = conflicts + modeUnit*uint64(r.modes+1)*uint64(r.modes+1)
		changed = true
	}
	r.next = conflicts + fewest
	if r.stable {
		r.next = conflicts + stableUnit*r.luby.next()
	}
	return changed
}

// luby makes the sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair, Zuckerman; computed as by Knuth).
type luby struct{ u, v uint64 }

func (l *luby) next() uint64 {
	now := l.v
	if l.u&-l.u == l.v {
		l.u, l.v = l.u+1, 1
	} else {
		l.v *= 2
	}
	return now
}
