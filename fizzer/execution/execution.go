// Package execution is the contract between the engine, which decides what to run, and a target, which runs it.
//
// A target is a real process (package runner) or, in tests, a function in closed form.
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
	Milliseconds uint32 // CPU time, the last resort against a program that hangs; see libfizzer/c/watchdog.c for those that sleep
	ContextDepth uint32 // calls that enter the hash of the calling context
}

// Goal ends a batch early. A run reaches it when its condition number Index follows the path Path and evaluates
// Location to Direction. The later inputs of the batch are not run.
type Goal struct {
	Index     uint32 // index in the trace
	Path      uint64 // path hash before that condition
	Location  uint32 // location id
	Direction bool   // the outcome wanted
}

// Cut lets a target record long runs in part. It records the conditions on the path followed, the chunk of
// layout.ChunkConditions conditions in which the run leaves this path, and some chunks more. It checks the later
// conditions only for directions that are not covered yet.
type Cut struct {
	Follow  []uint64  // hashes of the path before conditions 0, ChunkConditions, 2*ChunkConditions and so on; none: no path
	After   int       // chunks recorded after the one in which the run leaves the path, at least 1
	Covered *Coverage // what all runs have covered
}

// Coverage is a set of directions, as targets look for new ones.
type Coverage struct {
	Version    uint64   // grows whenever the set changes
	Directions []uint32 // bit 2*location, plus 1 for the outcome true: taken in some context
	Lacking    []uint32 // likewise: a validator may lose what took them (Keeps); a lean form looks for these, too
	Contexts   []uint32 // layout.CoveredContexts bits: taken in a context, by a hash of both
}

// NewCoverage returns an empty set for a number of locations.
func NewCoverage(locations int) *Coverage {
	words := (2*locations + 31) / 32
	return &Coverage{
		Version: 1, Directions: make([]uint32, words), Lacking: make([]uint32, words), Contexts: make([]uint32, layout.CoveredContexts/32),
	}
}

// directionNumber is the number of a direction's bit.
func directionNumber(location uint32, outcome bool) uint32 {
	if outcome {
		return 2*location + 1
	}
	return 2 * location
}

// Lacks reports whether the condition's direction is lacking.
func (c *Coverage) Lacks(condition *layout.Condition) bool {
	number := directionNumber(Location(condition), Direction(condition))
	return c.Lacking[number/32]>>(number%32)&1 != 0
}

// SetLacking says whether a direction of a location is lacking: a validator may lose all runs that took it.
func (c *Coverage) SetLacking(location uint32, outcome, lacks bool) {
	number := directionNumber(location, outcome)
	if c.Lacking[number/32] &^= 1 << (number % 32); lacks {
		c.Lacking[number/32] |= 1 << (number % 32)
	}
	c.Version++
}

// Keeps reports whether validators keep the coverage of a run with this ending. If reach_error was entered, the
// validator may abort there.
func Keeps(ending layout.Ending) bool {
	switch ending {
	case layout.EndingNormal, layout.EndingAssumptionFailed, layout.EndingAssertionFailed, layout.EndingAborted, layout.EndingLimitInput:
		return true
	}
	return false
}

// Add adds a location evaluated in a context to an outcome.
func (c *Coverage) Add(location, context uint32, outcome bool) {
	number, directed := directionNumber(location, outcome), location
	if outcome {
		directed |= layout.DirectionBit
	}
	c.Directions[number/32] |= 1 << (number % 32)
	hash := ExtendPath(0, directed, context) >> layout.ContextShift
	c.Contexts[hash/32] |= 1 << (hash % 32)
	c.Version++
}

// Has reports whether the set has the condition's direction in its context; another context with the same hash counts
// too.
func (c *Coverage) Has(condition *layout.Condition) bool {
	number := directionNumber(Location(condition), Direction(condition))
	if c.Directions[number/32]>>(number%32)&1 == 0 {
		return false
	}
	hash := ExtendPath(0, condition.Location, condition.Context) >> layout.ContextShift
	return condition.Context == 0 || c.Contexts[hash/32]>>(hash%32)&1 != 0
}

// AddContexts adds all contexts of all locations: from then on they are not told apart.
func (c *Coverage) AddContexts() {
	for i := range c.Contexts {
		c.Contexts[i] = 1<<32 - 1
	}
	c.Version++
}

// Batch is what the target runs in one hand-over, in order.
type Batch struct {
	Inputs      [][]byte // the bytes given to the input functions, one slice a run
	Goal        *Goal    // nil: run all
	Limits      Limits   //
	Fill        byte     // value of bytes read beyond an input: 0 or 85 (report Sec. 3)
	StopAtError bool     // reach_error ends the run
	Cut         *Cut     // nil: record all runs whole; a target may always do so
	// not none: a run that asks for more than its input ends there with EndingLimitInput, its State is recorded, and its Detail is the
	// number of bytes that it asked for; a target may always leave that out
	States layout.States
	Lean   LeanPart // of the runs; needs a Cut
}

// Run is the result of one execution. Its slices belong to the target and are valid until its next Execute. The
// program cannot reach any of it but the trace: it was copied, and each number is one that a run within the limits of
// the batch can have left.
type Run struct {
	Path            uint64        // hash of the whole path, the last direction included
	Conditions      Trace         // one record per evaluated Boolean instruction
	Reads           []layout.Read // inputs in the order read; offsets are into Bytes, once trace.CheckInput accepts them
	Bytes           []byte        // the bytes read: the given input, truncated or extended with Fill
	Ending          layout.Ending //
	Detail          uint32        // exit status or signal number; bytes asked for at the end of the input
	Call            uint32        // call site last entered, 0xffffffff when none
	ErrorReached    bool          // reach_error was entered
	ErrorInputBytes uint32        // bytes read when it was first entered
	Unrecorded      uint32        // conditions evaluated after those in Conditions; nonzero only where the batch allows recording in part
	Novel           bool          // of a run with unrecorded conditions: one of them took a direction that was not covered
	Last            uint32        // location of the last unrecorded condition, with its outcome in layout.DirectionBit
	State           uint64        // of the program, where Batch.States asks for it: equal states go on in the same way; 0: not known
	Reached         bool          // the run reached the goal of its batch: set once, by the caller of the target, for all later readers
	Garbled         bool          // the results cannot be true: set by the target, and by whoever finds out when reading the trace
}

// Lost returns a run of which nothing is known.
func Lost() Run { return Run{Ending: layout.EndingLost, Call: layout.NoCall} }

// Evaluated returns how many conditions the run evaluated.
func (r *Run) Evaluated() int { return r.Conditions.Len() + int(r.Unrecorded) }

// Lean reports whether the run evaluated conditions, and none was recorded (LeanAll).
func (r *Run) Lean() bool { return r.Unrecorded > 0 && r.Conditions.Len() == 0 }

// Whole reports whether all conditions were recorded.
func (r *Run) Whole() bool { return r.Unrecorded == 0 }

// Target runs programs. It is not safe for concurrent use.
type Target interface {
	// Execute runs the inputs of the batch in order and returns one Run for each of the first ones, at least one.
	// There are fewer runs than inputs when the last Run reached the goal, or when the results do not fit; the caller
	// goes on with the rest. The runs say what the program did; an error means that the tool itself cannot go on with
	// this target. Of a garbled run nothing else is known: the target has replaced the processes that made it.
	Execute(ctx context.Context, batch *Batch) ([]Run, error)
	// Discard replaces the processes that made the runs: a result cannot be true, so the program has overwritten
	// memory that is not its own.
	Discard() error
	// Close ends the target's processes and frees its memory.
	Close() error
}

// LeanPart says what of the runs of a batch the lean form of the program may make. It takes half the time for conditions that are not
// recorded, of which only their number and Run.Novel are known then. Novel is true if one of them took a direction that was not covered in
// any context, or one that is lacking, in a run that validators keep.
type LeanPart uint8

// Parts.
const (
	LeanNone LeanPart = iota // the ordinary form makes all
	LeanTail                 // what comes after the conditions that are recorded
	LeanAll                  // all: no conditions are recorded
)

// Lean is a target that may get a lean form of the program.
type Lean interface {
	Target
	// Lean reports whether there is one, and is how the target learns that it is wanted.
	Lean() bool
}

// Bound is a target that keeps the thread that calls Execute on one processor.
type Bound interface {
	Target
	// Release lets that thread, which calls it, run where it could before.
	Release()
}

// Direction returns the outcome of the condition.
func Direction(c *layout.Condition) bool { return c.Location&layout.DirectionBit != 0 }

// Location returns the location id of the condition.
func Location(c *layout.Condition) uint32 { return c.Location &^ layout.DirectionBit }

// ExtendPath returns the hash of a path extended by a condition: its location with the direction, and its context.
// The runtime computes the same (fizzer_extend in libfizzer/c/state.h); a test of package runner compares the two.
func ExtendPath(path uint64, location, context uint32) uint64 {
	path = (path ^ (uint64(context)<<32 | uint64(location))) * 0x9e3779b97f4a7c15
	return path ^ path>>32
}
