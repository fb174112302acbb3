// Package flow computes how far a program is from a call of its error function. For each direction of each condition, this is
// the least number of conditions that are evaluated on a way to such a call, through control flow and calls. Ways that return
// to the caller match calls with returns. The package also finds which functions pointers may hold (pointers.go), which calling contexts a
// program has (contexts.go), and which conditions follow from others (implied.go). It knows nothing of LLVM.
package flow

import "math"

// None is the distance where no way leads to a call of an error function.
const None = math.MaxInt32

// Program is the flow of a whole program.
type Program struct {
	Functions []Function // named by their index
	Main      int        // where the program starts; the functions of Finally run after its return
	Finally   []int      // functions that run when the program ends: exit handlers, destructors
	Signalled []int      // functions that run when a signal arrives

	// For calling contexts.
	AddressTaken []int // functions that a pointer may call
	Callbacks    bool  // code outside the program may call the functions of AddressTaken, in any context
	Untold       bool  // calls alone do not tell contexts apart: threads, coroutines
	Handlers     bool  // signal handlers are installed, perhaps others than those of Signalled
	Unnamed      bool  // functions of AddressTaken may run when the program ends
	Back         bool  // code outside the program may get a pointer to a function, by whatever call
}

// Function is one function; its first block is the entry.
type Function struct {
	Error  bool // it is an error function: entering it is the goal
	Blocks []Block
	Calls  []Call // the calls whose context the runtime keeps
}

// Block is a sequence of steps and the edges out of it. A block without edges that does not return ends the run.
type Block struct {
	Steps   []Step
	Edges   []Edge
	Returns bool // the block ends with the function's return
}

// Step is a condition or a call.
type Step struct {
	Condition int   // location, -1 for a call
	Candidate int   // of a condition: the function that the next call enters if the condition is true; -1: it decides no callee
	Callees   []int // functions, one of which the call enters
	Handed    []int // functions that external code may call during or after the call
	Held      []int // functions of any type that the call may enter besides Callees
	Any       bool  // the call may enter each function whose address is taken
	Kept      bool  // the runtime keeps the context of the call: the call is among Function.Calls
	Passes    bool  // the call may go on without entering one of its callees: the function is defined elsewhere
	Error     bool  // the call enters an error function that is defined elsewhere
	Effect    Effect
}

// Effect is what a call does in addition to entering its callees.
type Effect int

// The effects of calls.
const (
	Plain   Effect = iota
	Ends           // the program ends: the functions of Program.Finally are entered
	Signals        // a signal may arrive: its handlers are entered
	Marks          // the place behind the call can be jumped back to (setjmp)
	Jumps          // the run continues behind a call that marks (longjmp)
)

// State is what is known, on entry to a block, about the value that chooses the block's edge.
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
	State     State // state of the target block when it is entered by this edge
	If        State // the edge is taken only if its own block is in this state; Unknown: in any state
	Condition int   // location of the condition in the block that must have Outcome; -1: none
	Outcome   bool
}

// Distances are the distances of one location: of its false and of its true direction.
type Distances [2]int

// Distances returns the distances of locations 0 to count-1. The cost is about linear in the size of the program. If no
// function is an error function and no call enters one, Distances does no work.
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
