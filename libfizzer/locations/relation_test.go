package locations

import "testing"

// TestRelations: each predicate of integers has its relation, and the outcome false gives the opposite one.
func TestRelations(t *testing.T) {
	holds := func(r Relation, x, y int) bool {
		return r == Equal && x == y || r == NotEqual && x != y || r == Less && x < y || r == LessOrEqual && x <= y ||
			r == Greater && x > y || r == GreaterOrEqual && x >= y
	}
	tests := map[Predicate]func(x, y int) bool{
		"eq":  func(x, y int) bool { return x == y },
		"ne":  func(x, y int) bool { return x != y },
		"ult": func(x, y int) bool { return x < y },
		"ule": func(x, y int) bool { return x <= y },
		"ugt": func(x, y int) bool { return x > y },
		"sge": func(x, y int) bool { return x >= y },
		"slt": func(x, y int) bool { return x < y },
	}
	for predicate, compare := range tests {
		r, unsigned := predicate.Relation()
		if unsigned != (predicate[0] == 'u') {
			t.Errorf("%s: unsigned %v", predicate, unsigned)
		}
		for _, pair := range [][2]int{{1, 2}, {2, 2}, {3, 2}} {
			outcome := compare(pair[0], pair[1])
			if !holds(r.When(outcome), pair[0], pair[1]) || holds(r.When(!outcome), pair[0], pair[1]) {
				t.Errorf("%s of %v: relation %d", predicate, pair, r)
			}
		}
	}
	for _, predicate := range []Predicate{"", "oeq", "une", "uno"} {
		if r, _ := predicate.Relation(); predicate == "" && r != NoRelation || r.When(false).When(false) != r {
			t.Errorf("%q has relation %d", predicate, r)
		}
	}
}
