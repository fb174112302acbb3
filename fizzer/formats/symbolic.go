package formats

import "time"

// Symbolic is what the symbolic search did.
type Symbolic struct {
	Recorded    uint64      `json:"recorded"`              // runs of which expressions were recorded
	Failed      uint64      `json:"failed"`                // runs of which that was not possible
	Diverged    uint64      `json:"diverged"`              // of those recorded, that left the path in the second form of the program
	Failure     string      `json:"failure,omitempty"`     // the last one
	Expressions uint64      `json:"expressions"`           // records of all these
	Nodes       uint64      `json:"nodes"`                 // of these, that were not simplified away
	Facts       uint64      `json:"facts"`                 // conditions and addresses that depend on the input
	Mismatches  uint64      `json:"mismatches"`            // expressions that did not give what the run had
	Concrete    Concrete    `json:"concrete"`              // values that left what is modelled
	Asked       uint64      `json:"asked"`                 // directions that were asked for
	Solved      uint64      `json:"solved"`                // answers that were run
	Refuted     uint64      `json:"refuted"`               // directions that no input takes, as far as the expressions say
	Proved      uint64      `json:"proved"`                // of these, those where the expressions say everything
	Alone       uint64      `json:"alone"`                 // answers to a condition without what comes before it
	TooLarge    uint64      `json:"too_large,omitempty"`   // questions that were not begun
	Astray      uint64      `json:"astray"`                // solved, and the run did not go the predicted way
	Steps       []SolveStep `json:"steps"`                 // of solving, the cheapest first
	Impossible  []Proof     `json:"unreachable,omitempty"` // directions proved out of reach behind some path, the first ones
}

// Concrete counts what left the model along recorded runs, by cause.
type Concrete struct {
	Full       uint64 `json:"full,omitempty"`       // the memory for expressions was full
	External   uint64 `json:"external,omitempty"`   // results of functions that have no second form
	Stale      uint64 `json:"stale,omitempty"`      // memory held something else than its expression says
	Unmodelled uint64 `json:"unmodelled,omitempty"` // instructions and types without a kind
}

// SolveStep is what a step of solving did.
type SolveStep struct {
	Name    string        `json:"name"`
	Started uint64        `json:"started"`
	Solved  uint64        `json:"solved"`
	Refuted uint64        `json:"refuted"`
	Wrong   uint64        `json:"wrong,omitempty"`     // answers that did not hold when they were evaluated
	Work    uint64        `json:"work"`                // nodes evaluated; of sat: conflicts
	Time    time.Duration `json:"nanoseconds"`         // by the clock
	Limit   uint64        `json:"too_large,omitempty"` // questions that the step could not begin
}

// Proof says that no input that comes to a location by a certain path takes a direction of it.
type Proof struct {
	Direction
	Paths   uint64      `json:"paths"`             // for which that is proved
	Because []Direction `json:"because,omitempty"` // of the first path: conditions that exclude it, together; no more than some
}

// Direction is an outcome of a location.
type Direction struct {
	Location uint32
	Outcome  bool
}

// Solver is what a solver in a process of its own did.
type Solver struct {
	Name       string `json:"name"`
	Asked      uint64 `json:"asked"`
	Cached     uint64 `json:"cached"`            // answered before
	Solved     uint64 `json:"solved"`            // with values
	Refuted    uint64 `json:"refuted"`           // no values
	Unfinished uint64 `json:"unfinished"`        // gave up at its time limit
	Faults     uint64 `json:"faults"`            // times it crashed, hung or printed something else
	Failure    string `json:"failure,omitempty"` // the last of these
}
