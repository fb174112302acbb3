package engine

import (
	"math/rand/v2"

	"fizzer/fizzer/engine/symbolic"
)

// restarts give the symbolic search another beginning when no question is left and nearly all runs end at failed assumptions: which path
// leads through the assumptions depends on values chosen long before, and the search keeps what the run that it began with had.
type restarts struct {
	s      *symbolicSearch
	random *rand.Rand // private to them
	made   int
}

func newRestarts(s *symbolicSearch) restarts {
	return restarts{s: s, random: rand.New(rand.NewPCG(s.e.config.Seed, 0x7265737461727473))}
}

// behind reports whether nearly all of the program lies behind a chain of assumptions.
func (r *restarts) behind() bool {
	return !r.s.e.parts.off(PartRestarts) && r.s.e.limits.ended.assumes()
}

// due reports whether another beginning is wanted. A search that works alone ends when no question is left.
func (r *restarts) due() bool {
	e := r.s.e
	return !e.config.Alone && r.behind() && e.limits.widest > 0
}

// next returns the input of the next beginning as a candidate: random bytes, as many as the longest run has read, or an input of the tree
// with some of its bytes replaced.
func (r *restarts) next() symbolic.Candidate {
	r.made++
	r.s.statistics.Restarts++
	input := randomBytes(r.random, r.s.e.limits.widest, r.made/2%3)
	if known := r.s.e.tree.Sample(r.random); known != nil && r.made%2 == 0 {
		input = replaceSome(r.random, append([]byte(nil), known...))
	}
	return symbolic.Candidate{Input: input, Score: 1}
}
