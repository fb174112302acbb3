package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEliminate: an elimination changes nothing about whether there is a model, and each model of the rest becomes one of the whole.
func TestEliminate(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	removed, units := 0, 0
	for range 3000 {
		variables := 3 + random.IntN(8)
		var clauses [][]int
		for range variables + random.IntN(3*variables) {
			var clause []int
			for range 1 + random.IntN(4) + random.IntN(2) {
				if v := 1 + random.IntN(variables); !slices.Contains(clause, v) && !slices.Contains(clause, -v) {
					clause = append(clause, v*(1-2*random.IntN(2)))
				}
			}
			clauses = append(clauses, clause)
		}
		e := newEliminator(variables)
		for _, c := range clauses {
			var literals []literal
			for _, l := range c {
				literals = append(literals, fromDIMACS(l))
			}
			e.add(literals)
		}
		e.run()
		removed += len(e.gone)
		models := 0
		for values := range 1 << variables {
			holds := func(l int) bool { return (values>>(max(l, -l)-1)&1 == 1) == (l > 0) }
			if !slices.ContainsFunc(clauses, func(c []int) bool { return !slices.ContainsFunc(c, holds) }) {
				models++
			}
		}
		if e.empty {
			if models > 0 {
				t.Fatalf("%v: empty", clauses)
			}
			continue
		}
		found := 0
		for values := range 1 << variables {
			value := func(l literal) bool { return (values>>(l/2)&1 == 1) == (l&1 == 0) }
			if slices.ContainsFunc(e.clauses, func(c []literal) bool { return c != nil && !slices.ContainsFunc(c, value) }) {
				continue
			}
			found++
			model := make([]bool, variables)
			for v := range model {
				if model[v] = value(literal(2 * v)); e.values[2*v] != 0 {
					model[v] = e.values[2*v] > 0
					units++
				}
			}
			extend(model, e.gone)
			check(t, "eliminated", clauses, model)
			if t.Failed() {
				t.Fatalf("%v -> %v, gone %v, values %v", clauses, e.clauses, e.gone, e.values)
			}
		}
		if models > 0 != (found > 0) {
			t.Fatalf("%v: %d models, %d after", clauses, models, found)
		}
	}
	if removed < 2000 || units == 0 {
		t.Errorf("%d variables were removed, %d units", removed, units)
	}
}

// TestEliminatedInSearch: with copies of variables, which a search eliminates, the verdict stays, and models hold.
func TestEliminatedInSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	verdicts := map[Verdict]int{}
	for range 12 {
		const variables = 150
		plain := drawn(random, variables)
		var copied [][]int
		next := variables
		for _, c := range plain {
			var d []int
			for _, l := range c {
				next++
				copied = append(copied, []int{-l, next}, []int{l, -next})
				d = append(d, next)
			}
			copied = append(copied, d)
		}
		want, _, _ := Solve(plain, nil, Limit{1 << 20, 1 << 40}, nil)
		s := newSearch(next, copied)
		if got := s.run(Limit{1 << 20, 1 << 40}, nil); got != want {
			t.Fatalf("%v, not %v: %v", got, want, plain)
		}
		if s.conflicts > 2*easyConflicts && len(s.gone) < next-variables {
			t.Errorf("%d of %d copies were eliminated after %d conflicts", len(s.gone), next-variables, s.conflicts)
		}
		if len(s.gone) > 0 {
			verdicts[want]++
		}
		if want == Satisfiable {
			check(t, "with copies", copied, s.model())
		}
	}
	if verdicts[Satisfiable] < 2 || verdicts[Unsatisfiable] < 2 {
		t.Errorf("verdicts after an elimination: %v", verdicts)
	}
}
