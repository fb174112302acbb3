// Package execution is the contract between the engine, which decides what to run, and a target, which runs it.
//
// A target is a real process (package target) or, in tests, a function in closed form.
package execution

import (
	"context"

	"fizzer/libfizzer/layout"
)

// Limits bound one run of the program. They are the current step of a schedule, not constants (report Sec. 3).
type Limits struct {
	Conditions   uint32 // conditions a run may evaluate: the length of its trace
	Depth        uint32 // calls that may be open at once
	InputBytes   uint32 // bytes of input a run may read
	Steps        uint32 // loop iterations of a run
	Milliseconds uint32 // wall time, the last resort against hanging
	ContextDepth uint32 // calls that enter the hash of the calling context
}

// Goal ends a batch early: it is reached by a run whose condition number Index evaluates Location to Direction after
// the same path, Path. The runs behind it in the batch are not made.
type Goal struct {
	Index     uint32 // index in the trace
	Path      uint64 // path hash before that condition
	Location  uint32 // location id
	Direction bool   // outcome looked for
}

// Batch is what the target runs at one hand-over, in order.
type Batch struct {
	Inputs      [][]byte // the bytes given to the input functions, one slice a run
	Goal        *Goal    // nil: run all
	Limits      Limits   //
	Fill        byte     // value of bytes read beyond an input: 0 or 85 (report Sec. 3)
	StopAtError bool     // reach_error ends the run
}

// Run is what one execution left. Its slices belong to the target and are valid until its next Execute.
type Run struct {
	Path            uint64             // hash of the whole path, the last direction included
	Conditions      []layout.Condition // the trace: one record per evaluated Boolean instruction
	Wides           []layout.Wide      // high halves of operands wider than 64 bits, named by Condition.Wide (1 + index)
	Reads           []layout.Read      // inputs in the order read; offsets are into Bytes
	Bytes           []byte             // the bytes read: the given input, truncated or extended with Fill
	Ending          layout.Ending      //
	Detail          uint32             // exit status or signal number
	Call            uint32             // call site last entered, 0xffffffff when none
	ErrorReached    bool               // reach_error was entered
	ErrorInputBytes uint32             // bytes read when it was first entered
}

// Target runs programs. It is not safe for concurrent use.
type Target interface {
	// Execute runs the inputs of the batch in order and returns one Run for each of the first ones, at least one: fewer
	// than inputs when the goal was reached, by the last Run then, or when what the runs leave does not fit. The caller
	// goes on with the rest. What the program did is in the runs; an error means that the tool itself cannot go on with
	// this target.
	Execute(ctx context.Context, batch *Batch) ([]Run, error)
	// Discard replaces the processes in which runs were made: what a run left cannot be true, the program has overwritten
	// memory that is not its own.
	Discard() error
	// Close ends the target's processes and frees its memory.
	Close() error
}

// Bound is a target that keeps the thread that calls Execute on one processor.
type Bound interface {
	Target
	// Release, called by that thread, lets it run where it could before.
	Release()
}

// Direction returns the outcome of the condition.
func Direction(c *layout.Condition) bool { return c.Location&layout.DirectionBit != 0 }

// Location returns the location id of the condition.
func Location(c *layout.Condition) uint32 { return c.Location &^ layout.DirectionBit }

// ExtendPath returns the hash of a path that goes on with a condition: its location with the direction, and its context.
// It is what the runtime computes (extend in libfizzer/c/monitor.c); a test of package target compares the two.
func ExtendPath(path uint64, location, context uint32) uint64 {
	path = (path ^ (uint64(context)<<32 | uint64(location))) * 0x9e3779b97f4a7c15
	return path ^ path>>32
}
