package sat

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// pigeons returns clauses that put n+1 pigeons into n holes, no two into one.
func pigeons(n int) [][]int {
	var clauses [][]int
	in := func(pigeon, hole int) int { return pigeon*n + hole + 1 }
	for p := range n + 1 {
		var somewhere []int
		for h := range n {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				clauses = append(clauses, []int{-in(p, h), -in(q, h)})
			}
		}
		clauses = append(clauses, somewhere)
	}
	return clauses
}

func TestSolve(t *testing.T) {
	for _, test := range []struct {
		name      string
		clauses   [][]int
		conflicts uint64
		want      Verdict
	}{
		{"one", [][]int{{1}}, 10, Satisfiable},
		{"a chain", [][]int{{1}, {-1, 2}, {-2, 3}, {-3, -4}, {4, 5}}, 10, Satisfiable},
		{"both", [][]int{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}, 10, Unsatisfiable},
		{"nothing", [][]int{{1}, {}}, 10, Unsatisfiable},
		{"few pigeons", pigeons(5), 100000, Unsatisfiable},
		{"too many pigeons", pigeons(12), 1000, Unknown},
		{"contradiction", [][]int{{1}, {-1}}, 10, Unsatisfiable},
	} {
		verdict, model, work := Solve(test.clauses, nil, Limit{test.conflicts, 1 << 40}, nil)
		if verdict != test.want || work.Conflicts > test.conflicts {
			t.Errorf("%s: %v after %+v", test.name, verdict, work)
		}
		if verdict == Satisfiable {
			check(t, test.name, test.clauses, model)
		}
		if again, _, second := Solve(test.clauses, nil, Limit{test.conflicts, 1 << 40}, nil); again != verdict || second != work {
			t.Errorf("%s: %v after %+v the second time", test.name, again, second)
		}
	}
}

func check(t *testing.T, name string, clauses [][]int, model []bool) {
	for _, clause := range clauses {
		holds := false
		for _, l := range clause {
			holds = holds || l > 0 && model[l-1] || l < 0 && !model[-l-1]
		}
		if !holds {
			t.Errorf("%s: %v does not hold", name, clause)
		}
	}
}

// TestNear: a search that begins at a model finds it without a conflict, one that begins elsewhere comes to the same verdict, and variables
// that no clause has do not matter.
func TestNear(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	limit := Limit{1 << 20, 1 << 40}
	seen := map[Verdict]int{}
	for range 30 {
		clauses := append(drawn(random, 90), []int{95}, []int{-95, 96, 97})
		want, model, plain := Solve(clauses, nil, limit, nil)
		seen[want]++
		var near, far []int
		for v := 1; v <= 97; v++ {
			l := v
			if want == Satisfiable && !model[v-1] {
				l = -v
			}
			near, far = append(near, l), append(far, -l)
		}
		verdict, found, work := Solve(clauses, near, limit, nil)
		if verdict != want || want == Satisfiable && (work.Conflicts != 0 || !slices.Equal(found, model)) {
			t.Fatalf("%v instead of %v after %+v, without a start after %+v", verdict, want, work, plain)
		}
		if verdict, found, _ := Solve(clauses, far, limit, nil); verdict != want {
			t.Fatalf("%v instead of %v from afar", verdict, want)
		} else if want == Satisfiable {
			check(t, "from afar", clauses, found)
		}
	}
	if seen[Satisfiable] < 5 || seen[Unsatisfiable] < 5 {
		t.Errorf("verdicts: %v", seen)
	}
}

// TestAtOnce: concurrent searches do not disturb each other.
func TestAtOnce(t *testing.T) {
	_, _, want := Solve(pigeons(6), nil, Limit{100000, 1 << 40}, nil)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			if verdict, _, used := Solve(pigeons(6), nil, Limit{100000, 1 << 40}, nil); verdict != Unsatisfiable || used != want {
				t.Errorf("%v after %+v, not %+v", verdict, used, want)
			}
		}()
	}
	all.Wait()
}

// TestEnded: a search that would take hours ends when nobody waits for it any more.
func TestEnded(t *testing.T) {
	done := make(chan struct{})
	close(done)
	if verdict, _, _ := Solve(pigeons(14), nil, Limit{1 << 40, 1 << 60}, done); verdict != Unknown {
		t.Errorf("%v", verdict)
	}
}

// TestReduce: propagating a chain from its end costs no more than its length, and the remaining variables are renumbered.
func TestReduce(t *testing.T) {
	const length = 300000
	clauses := [][]int{{-length - 5, length + 9}}
	for i := 1; i < length; i++ {
		clauses = append(clauses, []int{-i - 1, i})
	}
	clauses = append(clauses, []int{length}, []int{-1, -2, length + 7, length + 9}, []int{-length - 7, length + 9, -3})
	r := reduce(clauses)
	if r.left != 3 || len(r.clauses) != 3 || r.empty || r.known[1] != 1 {
		t.Errorf("%d variables left, clauses %v", r.left, r.clauses)
	}
	verdict, model, _ := Solve(clauses, nil, Limit{100, 1 << 40}, nil)
	if verdict != Satisfiable {
		t.Fatal(verdict)
	}
	check(t, "chain", clauses, model)
	if verdict, _, used := Solve(append(clauses, []int{-1}), nil, Limit{100, 1 << 40}, nil); verdict != Unsatisfiable || used.Conflicts != 0 {
		t.Errorf("%v after %+v", verdict, used)
	}
}

// TestRandom compares the verdict with that of trying all values.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		var clauses [][]int
		variables := 1 + random.IntN(6)
		for range random.IntN(20) {
			var clause []int
			for range 1 + random.IntN(3) {
				clause = append(clause, (1+random.IntN(variables))*(1-2*random.IntN(2)))
			}
			clauses = append(clauses, clause)
		}
		want := Unsatisfiable
		for values := range 1 << variables {
			if !slices.ContainsFunc(clauses, func(clause []int) bool {
				return !slices.ContainsFunc(clause, func(l int) bool { return (values>>(max(l, -l)-1)&1 == 1) == (l > 0) })
			}) {
				want = Satisfiable
			}
		}
		verdict, model, _ := Solve(clauses, nil, Limit{1000, 1 << 40}, nil)
		if verdict != want {
			t.Fatalf("%v of %v, not %v", verdict, clauses, want)
		}
		if want == Satisfiable {
			check(t, "random", clauses, model)
		}
	}
}

// drawn returns clauses of three literals over variables, which have a model about as often as not.
func drawn(random *rand.Rand, variables int) [][]int {
	clauses := make([][]int, variables*43/10)
	for i := range clauses {
		for len(clauses[i]) < 3 {
			if v := 1 + random.IntN(variables); !slices.Contains(clauses[i], v) && !slices.Contains(clauses[i], -v) {
				clauses[i] = append(clauses[i], v*(1-2*random.IntN(2)))
			}
		}
	}
	return clauses
}

// split decides clauses by trying both values of one variable after the other, after units (DPLL).
func split(clauses [][]int) bool {
	r := reduce(clauses)
	if r.empty || len(r.clauses) == 0 {
		return !r.empty
	}
	l := r.clauses[0][0]
	return split(append(slices.Clone(r.clauses), []int{l})) || split(append(slices.Clone(r.clauses), []int{-l}))
}

// TestHard compares verdicts on problems that need hundreds of conflicts with those of a search that learns nothing.
func TestHard(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	satisfiable, conflicts := 0, uint64(0)
	for range 60 {
		clauses := drawn(random, 60+random.IntN(40))
		verdict, model, work := Solve(clauses, nil, Limit{1 << 20, 1 << 40}, nil)
		conflicts += work.Conflicts
		want := Unsatisfiable
		if split(clauses) {
			want = Satisfiable
			satisfiable++
		}
		if verdict != want {
			t.Fatalf("%v instead of %v: %v", verdict, want, clauses)
		}
		if want == Satisfiable {
			check(t, "drawn", clauses, model)
		}
	}
	if satisfiable < 10 || satisfiable > 50 || conflicts < 2000 {
		t.Errorf("%d of 60 have a model, %d conflicts: not what is to be compared", satisfiable, conflicts)
	}
}

// TestLearned: what is learned follows from the clauses, also after clauses were forgotten: it is false in no model.
func TestLearned(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 4 {
		clauses := drawn(random, 230)
		s := newSearch(230, clauses)
		verdict := s.run(Limit{30000, 1 << 40}, nil)
		if s.conflicts > firstCleaning+moreEachTime && s.cleanings == 0 {
			t.Errorf("%d conflicts, and nothing was forgotten", s.conflicts)
		}
		followed := 0
		for c := clause(0); int(c) < len(s.words) && followed < 200; c += headerWords + clause(s.words[c]) {
			if s.words[c+1]&isLearned == 0 {
				continue
			}
			followed++
			denied := slices.Clone(clauses)
			for _, l := range s.literals(c) {
				v := int(l/2) + 1
				if l&1 == 0 {
					v = -v
				}
				denied = append(denied, []int{v})
			}
			if verdict, _, _ := Solve(denied, nil, Limit{1 << 20, 1 << 40}, nil); verdict != Unsatisfiable {
				t.Fatalf("%v: a learned clause does not follow", s.literals(c))
			}
		}
		if verdict != Satisfiable && followed == 0 {
			t.Errorf("nothing was learned, verdict %v", verdict)
		}
	}
}

// TestVisits: the limit of visits ends a search.
func TestVisits(t *testing.T) {
	verdict, _, work := Solve(pigeons(12), nil, Limit{1 << 40, 10000}, nil)
	if verdict != Unknown || work.Visits < 10000 || work.Visits > 100000 {
		t.Errorf("%v after %+v", verdict, work)
	}
}

// BenchmarkSolve measures a conflict.
func BenchmarkSolve(b *testing.B) {
	clauses := drawn(rand.New(rand.NewPCG(4, 4)), 300)
	conflicts := uint64(0)
	for b.Loop() {
		_, _, work := Solve(clauses, nil, Limit{20000, 1 << 40}, nil)
		conflicts += work.Conflicts
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(conflicts), "ns/conflict")
}
