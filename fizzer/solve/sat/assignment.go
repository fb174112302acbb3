package sat

import "slices"

// literal is twice a variable, counted from 0, plus one for its negation.
type literal uint32

func fromDIMACS(l int) literal {
	if l < 0 {
		return literal(2*(-l-1) + 1)
	}
	return literal(2 * (l - 1))
}

// clause is the index of a clause in the words of an assignment.
type clause uint32

// none is no clause: the reason of a decision.
const none = ^clause(0)

// A clause is a word with its size, a word about it, and its literals. The first two literals are watched.
const (
	headerWords = 2
	isLearned   = 1 << 31 // in the second word, beside the glue
	isUsed      = 1 << 30 // it took part in a conflict since the last cleaning
	glueMask    = isUsed - 1
)

// watch says that a clause is to be visited when a literal becomes false, unless its blocker is true.
type watch struct {
	clause  clause
	blocker literal
}

// assignment holds the clauses, and the values of the variables so far.
type assignment struct {
	words        []uint32  // all clauses
	watches      [][]watch // by literal
	values       []int8    // by literal: 1 true, -1 false, 0 open
	trail        []literal // the true ones, in the order of their assignment
	levels       []int     // length of the trail before each decision
	level        []int32   // by variable
	reason       []clause  // by variable
	head         int       // of the trail: what lies before is propagated
	inconsistent bool      // two units contradict each other
	learned      int       // learned clauses
	cleaning     int       // the number of learned clauses at which the worse half goes
	cleanings    int       // done so far
	visits       uint64    // of clauses
}

// firstCleaning is the number of learned clauses at which the first cleaning is due; each later one is due a little later.
const (
	firstCleaning = 2000
	moreEachTime  = 500
)

func newAssignment(variables int) assignment {
	return assignment{watches: make([][]watch, 2*variables), values: make([]int8, 2*variables), level: make([]int32, variables),
		reason: make([]clause, variables), cleaning: firstCleaning}
}

// original adds a clause of the problem.
func (a *assignment) original(literals []literal) {
	slices.Sort(literals)
	literals = slices.Compact(literals)
	for i := 1; i < len(literals); i++ {
		if literals[i] == literals[i-1]^1 {
			return // always true
		}
	}
	if len(literals) > 1 {
		a.store(literals, 0)
		return
	}
	switch l := literals[0]; {
	case a.values[l] < 0:
		a.inconsistent = true
	case a.values[l] == 0:
		a.assign(l, none)
	}
}

// add adds a learned clause. Its first literal is open, and its second one the last of the others to become false.
func (a *assignment) add(literals []literal, glue int) clause {
	a.learned++
	return a.store(literals, isLearned|isUsed|uint32(min(glue, glueMask)))
}

func (a *assignment) store(literals []literal, about uint32) clause {
	c := clause(len(a.words))
	a.words = append(a.words, uint32(len(literals)), about)
	for _, l := range literals {
		a.words = append(a.words, uint32(l))
	}
	a.watch(c)
	return c
}

// watch enters a clause at its first two literals.
func (a *assignment) watch(c clause) {
	first, second := a.words[c+headerWords], a.words[c+headerWords+1]
	a.watches[first] = append(a.watches[first], watch{c, literal(second)})
	a.watches[second] = append(a.watches[second], watch{c, literal(first)})
}

// literals returns the literals of a clause, which may be reordered.
func (a *assignment) literals(c clause) []uint32 {
	begin := uint32(c) + headerWords
	return a.words[begin : begin+a.words[c]]
}

// size returns the words of a clause.
func (a *assignment) size(c clause) clause { return headerWords + clause(a.words[c]) }

// undecided returns those of literals that have no value.
func (a *assignment) undecided(literals []uint32) []literal {
	open := make([]literal, 0, len(literals))
	for _, l := range literals {
		if a.values[l] == 0 {
			open = append(open, literal(l))
		}
	}
	return open
}

// assign makes a literal true.
func (a *assignment) assign(l literal, reason clause) {
	a.values[l], a.values[l^1] = 1, -1
	a.level[l/2], a.reason[l/2] = int32(len(a.levels)), reason
	a.trail = append(a.trail, l)
}

// propagate assigns what follows from the trail by single clauses. It returns a clause that has become false, or none.
func (a *assignment) propagate() clause {
	for a.head < len(a.trail) {
		l := a.trail[a.head]
		a.head++
		if conflict := a.visit(l ^ 1); conflict != none {
			return conflict
		}
	}
	return none
}

// visit visits the clauses that watch a literal, which is false now.
func (a *assignment) visit(wrong literal) clause {
	all := a.watches[wrong]
	kept := 0
next:
	for i, w := range all {
		if a.values[w.blocker] > 0 {
			all[kept] = w
			kept++
			continue
		}
		a.visits++
		literals := a.literals(w.clause)
		if literals[0] == uint32(wrong) {
			literals[0], literals[1] = literals[1], literals[0]
		}
		first := literal(literals[0])
		w.blocker = first
		if a.values[first] <= 0 {
			for k := 2; k < len(literals); k++ {
				if other := literals[k]; a.values[other] >= 0 {
					literals[1], literals[k] = other, uint32(wrong)
					a.watches[other] = append(a.watches[other], w)
					continue next
				}
			}
		}
		all[kept] = w
		kept++
		switch a.values[first] {
		case 0:
			a.assign(first, w.clause)
		case -1:
			kept += copy(all[kept:], all[i+1:])
			a.watches[wrong] = all[:kept]
			return w.clause
		}
	}
	a.watches[wrong] = all[:kept]
	return none
}

// clean forgets the worse half of the learned clauses, and clauses that are always true by now.
func (a *assignment) clean() {
	a.cleanings++
	reasons := map[clause]bool{}
	for _, l := range a.trail {
		reasons[a.reason[l/2]] = true
	}
	bound := a.worst()
	moved := map[clause]clause{}
	words := a.words[:0]
	a.learned = 0
	for c := clause(0); int(c) < len(a.words); {
		size, about := a.words[c], a.words[c+1]
		next := c + headerWords + clause(size)
		keep := about&isLearned == 0 || about&isUsed != 0 || value(about, size) <= bound
		if reasons[c] || keep && !a.settled(c) {
			if about&isLearned != 0 {
				a.learned++
				about &^= isUsed
			}
			if reasons[c] {
				moved[c] = clause(len(words))
			}
			words = append(append(words, size, about), a.words[c+headerWords:next]...)
		}
		c = next
	}
	a.words = words
	for _, l := range a.trail {
		if c := a.reason[l/2]; c != none {
			a.reason[l/2] = moved[c]
		}
	}
	for i := range a.watches {
		a.watches[i] = a.watches[i][:0]
	}
	for c := clause(0); int(c) < len(a.words); c += headerWords + clause(a.words[c]) {
		a.watch(c)
	}
	a.cleaning = a.learned + firstCleaning + moreEachTime*a.cleanings
}

// value orders learned clauses: the fewer levels, and then the fewer literals, the better.
func value(about, size uint32) uint64 { return uint64(about&glueMask)<<32 | uint64(size) }

// keptGlue is the number of levels up to which a learned clause is always kept.
const keptGlue = 2

// worst returns the value that half of the learned clauses that may go exceed.
func (a *assignment) worst() uint64 {
	var all []uint64
	for c := clause(0); int(c) < len(a.words); c += headerWords + clause(a.words[c]) {
		if about := a.words[c+1]; about&isLearned != 0 && about&isUsed == 0 && about&glueMask > keptGlue {
			all = append(all, value(about, a.words[c]))
		}
	}
	if len(all) == 0 {
		return ^uint64(0)
	}
	slices.Sort(all)
	return max(all[len(all)/2], keptGlue<<32|glueMask)
}

// settled reports whether a clause is true without any decision.
func (a *assignment) settled(c clause) bool {
	return slices.ContainsFunc(a.literals(c), func(l uint32) bool { return a.values[l] > 0 && a.level[l/2] == 0 })
}
