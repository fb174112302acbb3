package formats

import "time"

// Symbolic is what the symbolic search did.
type Symbolic struct {
	Recorded    uint64      `json:"recorded"`              // runs whose expressions were recorded
	Failed      uint64      `json:"failed"`                // runs that could not be recorded
	Diverged    uint64      `json:"diverged"`              // recorded runs that left their path in the second form of the program
	Failure     string      `json:"failure,omitempty"`     // the last one
	Expressions uint64      `json:"expressions"`           // records in all of them
	Nodes       uint64      `json:"nodes"`                 // of these, those that remained after simplification
	Facts       uint64      `json:"facts"`                 // conditions and addresses that depend on the input
	Mismatches  uint64      `json:"mismatches"`            // expressions whose value differs from that in the run
	Concrete    Concrete    `json:"concrete"`              // values that are not modelled
	Asked       uint64      `json:"asked"`                 // questions for directions, without those that look for detours
	Solved      uint64      `json:"solved"`                // answers that were run
	Refuted     uint64      `json:"refuted"`               // directions that no input takes according to the expressions
	Proved      uint64      `json:"proved"`                // of these, those whose expressions are exact
	Told        uint64      `json:"told,omitempty"`        // of those refuted, what a child solver said: no proof
	Alone       uint64      `json:"alone"`                 // answers that ignore the conditions before
	Detours     uint64      `json:"detours"`               // answers that ignore the last conditions before, which exclude the direction
	Restarts    uint64      `json:"restarts,omitempty"`    // beginnings with other inputs, when no question was left behind assumptions
	TooLarge    uint64      `json:"too_large,omitempty"`   // questions that were not started
	Astray      uint64      `json:"astray"`                // answers whose run did not take the predicted direction
	Cost        uint64      `json:"cost"`                  // work on recordings and questions at measured prices, in nanoseconds; no clock
	Supports    uint64      `json:"supports"`              // sensitivity analyses without runs: recorded runs showed the result
	Steps       []SolveStep `json:"steps"`                 // of solving, in the order of their table
	Paths       Paths       `json:"paths"`                 // the exploration of all paths
	Impossible  []Proof     `json:"unreachable,omitempty"` // directions proved unreachable after some path, the first ones
}

// Paths says how far all paths of the program were explored.
type Paths struct {
	Recorded int    `json:"recorded"`          // different paths
	Refuted  int    `json:"refuted"`           // steps off these paths that no input takes: proofs
	Told     int    `json:"told,omitempty"`    // such steps by the word of a child solver: no proofs, so that all paths are never known
	All      bool   `json:"all"`               // each input takes one of the recorded paths
	Failure  string `json:"failure,omitempty"` // why that cannot be known
}

// Concrete counts values without an expression in recorded runs, by cause.
type Concrete struct {
	Full       uint64 `json:"full,omitempty"`       // no more memory for expressions
	External   uint64 `json:"external,omitempty"`   // results of functions without a second form
	Stale      uint64 `json:"stale,omitempty"`      // the memory's content differs from its expression
	Unmodelled uint64 `json:"unmodelled,omitempty"` // instructions and types that are not modelled
}

// SolveStep is what one step of solving did.
type SolveStep struct {
	Name    string        `json:"name"`
	Started uint64        `json:"started"`
	Solved  uint64        `json:"solved"`
	Refuted uint64        `json:"refuted"`
	Wrong   uint64        `json:"wrong,omitempty"`     // answers whose evaluation failed
	Work    uint64        `json:"work"`                // nodes evaluated; of sat: conflicts
	Covered uint64        `json:"covered"`             // directions that the runs of its answers covered
	Time    time.Duration `json:"nanoseconds"`         // CPU time; of child: wall time
	Limit   uint64        `json:"too_large,omitempty"` // questions that were too large for the step
}

// Proof says that no input that comes to a location by a certain path takes a direction of it.
type Proof struct {
	Direction
	Paths   uint64      `json:"paths"`             // for which that is proved
	Because []Direction `json:"because,omitempty"` // of the first path: conditions that exclude it, together; no more than some
}

// Direction is an outcome of a location.
type Direction struct {
	Location uint32 `json:"location"`
	Outcome  bool   `json:"outcome"`
}

// Solver is what a child solver did.
type Solver struct {
	Name       string `json:"name"`
	Asked      uint64 `json:"asked"`
	Cached     uint64 `json:"cached"`            // answered from the cache
	Solved     uint64 `json:"solved"`            // with values
	Refuted    uint64 `json:"refuted"`           // no values
	Unfinished uint64 `json:"unfinished"`        // gave up, or did not answer within its limits of time and memory
	Limit      string `json:"limit,omitempty"`   // that the last unfinished one reached
	Faults     uint64 `json:"faults"`            // crashes and unexpected outputs
	Failure    string `json:"failure,omitempty"` // the last one
}
