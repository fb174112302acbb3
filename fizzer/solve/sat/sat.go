// Package sat decides whether clauses are satisfiable, with gophersat. It bounds the search by conflicts, so that the same clauses
// give the same answer everywhere.
package sat

import (
	"sync"

	"github.com/crillab/gophersat/solver"
)

// alone admits one search at a time: all solvers of gophersat v1.4.0 share the buffer in which they learn clauses.
var alone sync.Mutex

// Verdict is what a search found.
type Verdict uint8

// The verdicts.
const (
	Unknown       Verdict = iota // the conflicts were used up
	Satisfiable                  // there is a model
	Unsatisfiable                // there is none
)

// Solve looks for a model of clauses, which are as in DIMACS. It gives up after that many conflicts, or when done is closed (nil:
// never). Index i-1 of the model holds variable i.
func Solve(clauses [][]int, conflicts int, done <-chan struct{}) (verdict Verdict, model []bool, used int) {
	r := reduce(clauses)
	switch {
	case r.empty:
		return Unsatisfiable, nil, 0
	case len(r.clauses) == 0:
		return Satisfiable, r.model(nil), 0
	}
	alone.Lock()
	defer alone.Unlock()
	problem := solver.ParseSlice(r.clauses)
	s := solver.New(problem)
	if conflicts > 0 {
		stop := bound(s, conflicts, done)
		defer stop()
	}
	defer func() {
		if closed := recover(); closed != nil {
			if fault, ok := closed.(error); !ok || fault.Error() != "send on closed channel" {
				panic(closed)
			}
			verdict, model, used = Unknown, nil, conflicts
		}
	}()
	switch s.Solve() {
	case solver.Sat:
		return Satisfiable, r.model(s.Model()), s.Stats.NbConflicts
	case solver.Unsat:
		return Unsatisfiable, nil, s.Stats.NbConflicts
	}
	return Unknown, nil, s.Stats.NbConflicts
}

// bound ends a search after that many conflicts, or when given is closed. The solver has no limit of its own. But for a certificate
// it sends each clause that it learns, one per conflict, to a channel. After enough of them bound closes the channel; the next send
// panics, and Solve recovers.
func bound(s *solver.Solver, conflicts int, given <-chan struct{}) (stop func()) {
	learned, done := make(chan string), make(chan struct{})
	s.Certified, s.CertChan = true, learned
	go func() {
		defer close(learned)
		for range conflicts {
			select {
			case <-learned:
			case <-given:
				return
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}
