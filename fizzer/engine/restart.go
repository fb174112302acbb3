package engine

import (
	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/symbolic"
)

// restarts let the symbolic search begin anew when no question is left and nearly all runs end at failed assumptions: which path leads
// through the assumptions depends on values chosen long before, and the search keeps those of the run that it began with (decision 069).
type restarts struct {
	s      *symbolicSearch
	random *draw.Source // private to them
	made   int
}

func newRestarts(s *symbolicSearch) restarts {
	return restarts{s: s, random: draw.New(s.e.config.Seed, 0x7265737461727473)}
}

// wanted reports whether most of the program lies behind a chain of assumptions, and the part is not switched off.
func (r *restarts) wanted() bool {
	return !r.s.e.parts.off(PartRestarts) && r.s.e.limits.endings.behindAssumptions()
}

// due reports whether the search may begin anew when no question is left. One that works alone ends then instead.
func (r *restarts) due() bool {
	e := r.s.e
	return !e.config.Alone && r.wanted() && e.limits.widest > 0
}

// next returns the input to begin with as a candidate: in turns random bytes, as many as the longest run has read, and an input of the
// tree with some of its bytes replaced.
func (r *restarts) next() symbolic.Candidate {
	r.made++
	r.s.statistics.Restarts++
	input := randomBytes(r.random, r.s.e.limits.widest, r.made/2%3)
	if known := r.s.e.tree.Sample(r.random); known != nil && r.made%2 == 0 {
		input = replaceSome(r.random, append([]byte(nil), known...))
	}
	return symbolic.Candidate{Input: input, Score: 1}
}
