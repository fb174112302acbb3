package sat

// learner derives clauses from conflicts (first unique implication point), and shortens them by literals that the others imply.
type learner struct {
	state   []mark    // by variable
	touched []uint32  // variables whose state is not open
	bumped  []uint32  // variables that took part in the last conflict
	clause  []literal // the last one
	open    []literal // of the walk that looks for redundant literals
	atLevel []uint64  // by level: the number of the last clause that was counted
	counted uint64    // clauses counted
}

// mark says what is known about a variable while a clause is derived.
type mark uint8

const (
	untouched mark = iota
	inClause       // its literal is in the clause, or was resolved
	implied        // its literal follows from those in the clause
	needed         // it does not
)

func newLearner(variables int) learner {
	return learner{state: make([]mark, variables), atLevel: make([]uint64, variables+1)}
}

// derive returns the clause, the level to go back to, and the number of levels in it. Its first literal becomes a unit there; its second
// one is of that level. The clause is valid until the next call.
func (d *learner) derive(a *assignment, conflict clause) (literals []literal, level, glue int) {
	d.bumped, d.clause = d.bumped[:0], append(d.clause[:0], 0)
	current, here, at := int32(len(a.levels)), 0, len(a.trail)
	for c := conflict; ; {
		d.use(a, c)
		for _, word := range a.literals(c) {
			l := literal(word)
			v := uint32(l / 2)
			if d.state[v] != untouched || a.values[l] > 0 || a.level[v] == 0 {
				continue
			}
			d.touch(v, inClause)
			d.bumped = append(d.bumped, v)
			if a.level[v] == current {
				here++
			} else {
				d.clause = append(d.clause, l)
			}
		}
		at--
		for d.state[a.trail[at]/2] != inClause {
			at--
		}
		l := a.trail[at]
		c = a.reason[l/2]
		if here--; here == 0 {
			d.clause[0] = l ^ 1
			break
		}
	}
	d.shorten(a)
	level = d.second(a)
	glue = d.glue(a, d.clause)
	for _, v := range d.touched {
		d.state[v] = untouched
	}
	d.touched = d.touched[:0]
	return d.clause, level, glue
}

// use notes that a learned clause took part in a conflict.
func (d *learner) use(a *assignment, c clause) {
	about := a.words[c+1]
	if about&isLearned == 0 {
		return
	}
	a.words[c+1] |= isUsed
	if about&glueMask <= keptGlue {
		return
	}
	d.counted++
	glue := uint32(0)
	for _, l := range a.literals(c) {
		if level := a.level[l/2]; d.atLevel[level] != d.counted {
			d.atLevel[level] = d.counted
			glue++
		}
	}
	if glue < about&glueMask {
		a.words[c+1] = isLearned | isUsed | glue
	}
}

func (d *learner) touch(v uint32, m mark) {
	if d.state[v] == untouched {
		d.touched = append(d.touched, v)
	}
	d.state[v] = m
}

// shorten removes literals that follow from the others.
func (d *learner) shorten(a *assignment) {
	kept := 1
	for _, l := range d.clause[1:] {
		if a.reason[l/2] == none || !d.follows(a, l) {
			d.clause[kept] = l
			kept++
		}
	}
	d.clause = d.clause[:kept]
}

// follows reports whether a false literal follows from others of the clause: each way back through reasons ends at one of them, or
// without a decision. It keeps what it learns about the variables on the way.
func (d *learner) follows(a *assignment, l literal) bool {
	d.open = append(d.open[:0], l)
	for len(d.open) > 0 {
		top := d.open[len(d.open)-1]
		next, ok := d.unknown(a, top)
		switch {
		case !ok: // nothing on the way is implied
			for _, on := range d.open {
				if v := uint32(on / 2); d.state[v] != inClause {
					d.touch(v, needed)
				}
			}
			return false
		case next != top:
			d.open = append(d.open, next)
		default:
			d.open = d.open[:len(d.open)-1]
			if v := uint32(top / 2); d.state[v] == untouched {
				d.touch(v, implied)
			}
		}
	}
	return true
}

// unknown returns a literal of the reason of l about which nothing is known, or l itself if all of them are implied; ok is false if one of
// them is not.
func (d *learner) unknown(a *assignment, l literal) (next literal, ok bool) {
	for _, word := range a.literals(a.reason[l/2]) {
		other := literal(word)
		v := other / 2
		if v == l/2 || a.level[v] == 0 {
			continue
		}
		switch d.state[v] {
		case inClause, implied:
		case needed:
			return l, false
		default:
			if a.reason[v] == none {
				return l, false
			}
			next = other
			return next, true
		}
	}
	return l, true
}

// second puts a literal of the highest level but the current one at index 1, and returns that level.
func (d *learner) second(a *assignment) int {
	if len(d.clause) == 1 {
		return 0
	}
	best := 1
	for i := 2; i < len(d.clause); i++ {
		if a.level[d.clause[i]/2] > a.level[d.clause[best]/2] {
			best = i
		}
	}
	d.clause[1], d.clause[best] = d.clause[best], d.clause[1]
	return int(a.level[d.clause[1]/2])
}

// glue returns the number of different levels of literals.
func (d *learner) glue(a *assignment, literals []literal) (n int) {
	d.counted++
	for _, l := range literals {
		if level := a.level[l/2]; d.atLevel[level] != d.counted {
			d.atLevel[level] = d.counted
			n++
		}
	}
	return n
}
