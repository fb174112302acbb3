// Package flow computes how far a program is from a call of its error function, over control flow and calls: for each
// direction of each condition the least number of conditions that are evaluated on a way to such a call. Ways that return
// to the caller match calls with returns. Besides, which calling contexts a program has (contexts.go), and which conditions follow
// from others (implied.go). It knows nothing of LLVM.
package flow

import "math"

// None is the distance where no way leads to a call of an error function.
const None = math.MaxInt32

// Program is the flow of a whole program.
type Program struct {
	Functions []Function // named by their index
	Main      int        // where the program starts; what is called at its end follows its return
	Finally   []int      // functions that run when the program ends: exit handlers, destructors
	Signalled []int      // functions that run when a signal arrives

	// For calling contexts.
	AddressTaken []int // functions that a pointer may call
	Callbacks    bool  // others may call these, in any context
	Untold       bool  // contexts are not told apart by calls alone: threads, coroutines
}

// Function is one function; its first block is the entry.
type Function struct {
	Error  bool // it is an error function: to enter it is the goal
	Blocks []Block
	Calls  []Call // those of which the runtime keeps the context
}

// Block is a sequence of steps and the ways out of it. One without edges that does not return ends the run.
type Block struct {
	Steps   []Step
	Edges   []Edge
	Returns bool // it ends with the return of the function
}

// Step is a condition or a call.
type Step struct {
	Condition int   // location, -1 for a call
	Candidate int   // of a condition: the function that the next call enters when it holds, -1: it says nothing of a call
	Callees   []int // functions, one of which the call enters
	Handed    []int // functions that somebody else may call during or after the call
	Kept      bool  // the runtime keeps the context of the call: it is among Function.Calls
	Passes    bool  // the call may go on without entering one of its callees: the function is defined elsewhere
	Error     bool  // the call enters an error function that is defined elsewhere
	Effect    Effect
}

// Effect is what a call does besides.
type Effect int

// The effects of calls.
const (
	Plain   Effect = iota
	Ends           // the program ends: what runs finally is entered
	Signals        // a signal may arrive: its handlers are entered
	Marks          // a place to jump back to (setjmp)
	Jumps          // goes on behind a call that marks (longjmp)
)

// State says what is known on entry to a block about the value that chooses its edge.
type State int8

// The states.
const (
	Unknown State = iota
	False
	True
)

// Edge is a way from one block to another.
type Edge struct {
	To        int
	State     State // of the target, when it is entered this way
	If        State // the edge is taken only in this state of its own block; Unknown: in any
	Condition int   // location of the condition in the block that must have Outcome, -1: none
	Outcome   bool
}

// Distances are those of one location: of its false and its true direction.
type Distances [2]int

// Distances returns the distances of locations 0 to count-1. The cost is about linear in the size of the program; nothing
// is done when no function is an error function and no call enters one.
func (p *Program) Distances(count int) []Distances {
	s := newSolver(p)
	result := make([]Distances, count)
	for i := range result {
		result[i] = Distances{None, None}
	}
	if !s.hasError() {
		return result
	}
	s.solve()
	for f := range p.Functions {
		s.record(f, result)
	}
	return result
}
