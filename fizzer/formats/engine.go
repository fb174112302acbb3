package formats

import "fizzer/libfizzer/locations"

// Contexts is the reliability of the hashes of calling contexts, as in the location table.
type Contexts = locations.Contexts

// Analysis is what one analysis, or one of the engine's own stages, did.
type Analysis struct {
	Name       string `json:"name"`
	Started    uint64 `json:"started"`    // times it was applied to a node
	Finished   uint64 `json:"finished"`   // times it ended by itself
	Forced     uint64 `json:"forced"`     // times it took the missing direction
	Executions uint64 `json:"executions"` // runs that it made
	Covered    uint64 `json:"covered"`    // directions of locations that its runs covered first

	// wall time of its work, runs included; engine and target take turns on one processor
	Milliseconds float64 `json:"milliseconds"`
}

// Source is what one source of nodes led to.
type Source struct {
	Name    string `json:"name"`
	Chosen  uint64 `json:"chosen"`  // times an analysis was applied to its node
	Covered uint64 `json:"covered"` // directions of locations that these covered first
}

// Counts is what an engine did.
type Counts struct {
	Analyses []*Analysis `json:"analyses"` // in the order of first use
	Sources  []*Source   `json:"sources"`  // likewise
	Raised   uint64      `json:"raised"`   // times that limits rose
	Pruned   uint64      `json:"pruned"`   // times that nodes were freed
	Cut      uint64      `json:"cut"`      // runs recorded in part
	Lean     uint64      `json:"lean"`     // runs made by the lean form, which records no conditions
	Repeated uint64      `json:"repeated"` // of these two, runs that were repeated and recorded whole
	Garbled  uint64      `json:"garbled"`  // garbled runs; they count as executions and as lost

	Symbolic *Symbolic `json:"symbolic,omitempty"` // nil: no run can be recorded
}

// Tree is the size of an execution tree and its coverage.
type Tree struct {
	Nodes             int    `json:"nodes"`
	Bytes             int    `json:"bytes"`                        // memory of the tree
	Inputs            int    `json:"inputs"`                       // distinct inputs in memory
	Locations         int    `json:"locations"`                    // seen in a trace
	CoveredDirections int    `json:"covered_directions"`           // of locations, at most two each
	IDs               int    `json:"execution_ids"`                // locations with context seen
	CoveredIDs        int    `json:"covered_execution_directions"` // directions, at most two each
	InputBytes        int    `json:"input_bytes"`                  // maximum number of bytes read before a node
	Strange           uint64 `json:"nondeterministic"`             // runs that left their path although all conditions before were the same
}

// Limits bound one run of the program, as execution.Limits does.
type Limits struct {
	Conditions   uint32 `json:"conditions"`    // conditions a run may evaluate
	Depth        uint32 `json:"depth"`         // calls that may be open at once
	InputBytes   uint32 `json:"input_bytes"`   // bytes of input a run may read
	Steps        uint32 `json:"steps"`         // loop iterations of a run
	Milliseconds uint32 `json:"milliseconds"`  // CPU time
	ContextDepth uint32 `json:"context_depth"` // calls that enter the hash of the calling context
}

// Snapshot is the progress of an engine.
type Snapshot struct {
	Tree       Tree   `json:"tree"`
	Executions uint64 `json:"executions"`
	Tests      uint64 `json:"tests"`
	Locations  int    `json:"program_locations"` // in the location table, without implied and unreachable ones
	Analysis   string `json:"analysis"`          // applied at the moment
	Limits     Limits `json:"limits"`
	Fill       byte   `json:"fill"` // value of bytes read beyond an input
}

// Summary is the result of an engine's run.
type Summary struct {
	Snapshot
	Counts
	Reason       string `json:"reason"`        // why the run ended
	ErrorReached bool   `json:"error_reached"` // some run entered reach_error
	Complete     bool   `json:"complete"`      // nothing was left to do: all is covered, or proved unreachable
}
