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
		conflicts int
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
		verdict, model, used := Solve(test.clauses, test.conflicts, nil)
		if verdict != test.want || used > test.conflicts {
			t.Errorf("%s: %v after %d conflicts", test.name, verdict, used)
		}
		if verdict == Satisfiable {
			check(t, test.name, test.clauses, model)
		}
		if again, _, conflicts := Solve(test.clauses, test.conflicts, nil); again != verdict || conflicts != used {
			t.Errorf("%s: %v after %d conflicts the second time", test.name, again, conflicts)
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

// TestAtOnce: concurrent searches do not disturb each other.
func TestAtOnce(t *testing.T) {
	_, _, want := Solve(pigeons(6), 100000, nil)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			if verdict, _, used := Solve(pigeons(6), 100000, nil); verdict != Unsatisfiable || used != want {
				t.Errorf("%v after %d conflicts, not %d", verdict, used, want)
			}
		}()
	}
	all.Wait()
}

// TestEnded: a search that would take hours ends when nobody waits for it any more.
func TestEnded(t *testing.T) {
	done := make(chan struct{})
	close(done)
	if verdict, _, _ := Solve(pigeons(14), 1<<40, done); verdict != Unknown {
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
	verdict, model, _ := Solve(clauses, 100, nil)
	if verdict != Satisfiable {
		t.Fatal(verdict)
	}
	check(t, "chain", clauses, model)
	if verdict, _, used := Solve(append(clauses, []int{-1}), 100, nil); verdict != Unsatisfiable || used != 0 {
		t.Errorf("%v after %d conflicts", verdict, used)
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
		verdict, model, _ := Solve(clauses, 1000, nil)
		if verdict != want {
			t.Fatalf("%v of %v, not %v", verdict, clauses, want)
		}
		if want == Satisfiable {
			check(t, "random", clauses, model)
		}
	}
}
