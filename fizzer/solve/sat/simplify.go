package sat

import "slices"

// reduced holds clauses without the variables whose values are known, numbered anew: a circuit that was built for one path has many.
type reduced struct {
	known   []int8  // by variable: 1 true, -1 false, 0 not known
	number  []int   // by variable: its number among the remaining ones, 0 for none
	clauses [][]int // over the remaining variables
	left    int     // number of remaining variables
	empty   bool    // some clause is false
}

// reduce propagates units until there are none, and renumbers the remaining variables.
func reduce(clauses [][]int) *reduced {
	variables := 0
	for _, clause := range clauses {
		for _, l := range clause {
			variables = max(variables, l, -l)
		}
	}
	r := &reduced{known: make([]int8, variables+1), number: make([]int, variables+1)}
	r.propagate(clauses)
	if r.empty {
		return r
	}
	for _, clause := range clauses {
		r.add(clause)
	}
	for v, used := range r.number { // their order stays
		if used != 0 {
			r.left++
			r.number[v] = r.left
		}
	}
	for _, clause := range r.clauses {
		for i, l := range clause {
			if clause[i] = r.number[max(l, -l)]; l < 0 {
				clause[i] = -clause[i]
			}
		}
	}
	return r
}

// value returns 1 for a literal known to be true, -1 for one known to be false, else 0.
func (r *reduced) value(l int) int8 {
	if l < 0 {
		return -r.known[-l]
	}
	return r.known[l]
}

// propagate does unit propagation. It visits a clause once for each of its literals that becomes false.
func (r *reduced) propagate(clauses [][]int) {
	open := make([]int32, len(clauses)) // literals that are not known to be false
	first := make([]int32, 2*len(r.known)+1)
	at := func(l int) int { // index in first of a literal's clauses
		if l < 0 {
			return -2 * l
		}
		return 2*l + 1
	}
	for i, clause := range clauses {
		open[i] = int32(len(clause))
		for _, l := range clause {
			first[at(l)]++
		}
	}
	sum := int32(0)
	for i, n := range first {
		sum += n
		first[i] = sum
	}
	with := make([]int32, sum)
	for i, clause := range clauses {
		for _, l := range clause {
			first[at(l)]--
			with[first[at(l)]] = int32(i)
		}
	}
	var todo []int
	for i, clause := range clauses {
		if len(clause) < 2 {
			todo = r.unit(clauses[i], todo)
		}
	}
	for len(todo) > 0 && !r.empty {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range with[first[at(-l)]:first[at(-l)+1]] {
			if open[i]--; open[i] < 2 {
				todo = r.unit(clauses[i], todo)
			}
		}
	}
}

// unit handles a clause in which at most one literal is not known to be false.
func (r *reduced) unit(clause []int, todo []int) []int {
	for _, l := range clause {
		switch r.value(l) {
		case 1:
			return todo
		case 0:
			if l < 0 {
				r.known[-l] = -1
			} else {
				r.known[l] = 1
			}
			return append(todo, l)
		}
	}
	r.empty = true
	return todo
}

// add keeps the remaining literals of a clause, under their old numbers.
func (r *reduced) add(clause []int) {
	if slices.ContainsFunc(clause, func(l int) bool { return r.value(l) == 1 }) {
		return
	}
	rest := make([]int, 0, len(clause))
	for _, l := range clause {
		if r.value(l) != 0 {
			continue
		}
		r.number[max(l, -l)] = 1
		rest = append(rest, l)
	}
	r.clauses = append(r.clauses, rest)
}

// model returns the values of all variables; of holds those of the remaining ones.
func (r *reduced) model(of []bool) []bool {
	all := make([]bool, len(r.known)-1)
	for v := 1; v < len(r.known); v++ {
		all[v-1] = r.known[v] > 0 || r.number[v] > 0 && of[r.number[v]-1]
	}
	return all
}

// remaining returns those of literals whose variables remain.
func (r *reduced) remaining(literals []int) (left []literal) {
	for _, l := range literals {
		switch n := r.number[max(l, -l)]; {
		case n == 0:
		case l < 0:
			left = append(left, fromDIMACS(-n))
		default:
			left = append(left, fromDIMACS(n))
		}
	}
	return left
}
