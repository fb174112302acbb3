package sat

import (
	"sync"
	"testing"
)

// pigeons says that n+1 pigeons have places in n holes, no two in one.
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

// TestAtOnce: searches at the same time do not disturb each other.
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
