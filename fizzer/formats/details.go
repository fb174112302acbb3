package formats

import "fizzer/libfizzer/locations"

// Details is the content of the details file.
type Details struct {
	Running   bool              `json:"running,omitempty"` // the run has not ended: goals, missed, covered, tests and tree are unknown
	Programs  []Program         `json:"programs"`          // files of the program, as given
	Locations *locations.Table  `json:"locations"`         //
	Goals     []Goal            `json:"goals"`             // as validators count them; empty: not measured
	Tests     []Test            `json:"tests"`             // in the order of the suite; empty: it was not replayed
	Missed    []MissedDirection `json:"missed"`            // of evaluated locations, in the order of locations
	// for each location: whether it was taken with the outcomes false, true; of one that is not recorded neither
	Covered [][2]bool `json:"covered"`
	Tree    *Branch   `json:"tree"` // around the missed directions; null: there are none
}

// Program is one file of the program.
type Program struct {
	Path   string `json:"path"`
	Source string `json:"source"`
}

// Goal is one goal and whether the suite covers it. Lines count from 1.
type Goal struct {
	Kind      string `json:"kind"`                // as `fizzer replay` names it: then, else, loop body, case, ...
	Function  string `json:"function"`            // the function that contains it
	File      string `json:"file"`                // by the line directives; empty: there are none
	Line      int    `json:"line"`                // by the line directives
	Owner     int    `json:"condition_line"`      // of the word that makes the goal (if, while, case, ?), by the line directives
	OwnerText int    `json:"condition_text_line"` // the same, in the preprocessed text
	Program   int    `json:"program"`             // index of its file in Details.Programs
	TextLine  int    `json:"text_line"`           // in the preprocessed text; of a .i file its own line
	Covered   bool   `json:"covered"`
	Lost      string `json:"lost,omitempty"` // of a missed goal that runs lead to: one of the Lost constants
	// no input reaches it, so it is not covered: one of the Unreachable constants
	Unreachable string `json:"unreachable,omitempty"`
}

// Why a goal is rejected: runs of the instrumented program lead to it, and the suite misses it.
const (
	LostByEnd   = "bad end" // these runs crash or hang, so validators do not count their coverage
	LostByBuild = "build"   // no test reaches it on gcc's build
)

// Why no input reaches a goal.
const (
	UnreachableUncalled = "uncalled" // nothing calls its function
	UnreachableNoWay    = "no way"   // no way leads to it, or constants close each
)

// Test is one test of the suite.
type Test struct {
	Ending     string  `json:"ending"`      // of its run
	CPUSeconds float64 `json:"cpu_seconds"` // when it was found; 0: by an earlier run
	Goals      []int   `json:"goals"`       // that it reaches, as indices of Details.Goals; empty: it was not replayed
	// name of the search that found it (Search.Name), in a shared run; empty: this machine's, or that of an earlier run
	Search string `json:"search,omitempty"`
}

// MissedDirection is a direction of a location that no run took, with the run that came closest.
type MissedDirection struct {
	Location uint32   `json:"location"`
	Outcome  bool     `json:"outcome"`
	Distance *float64 `json:"distance"` // null: unknown
	Depth    int      `json:"depth"`    // of the condition in the trace of that run
	Known    bool     `json:"known"`    // an analysis found the sensitive values
	Values   []Value  `json:"values"`   // of the run: the sensitive ones if known, else all; at most a fixed number
	Reads    int      `json:"reads"`    // number of values that the run read
}

// PointerType is the type of an address. A test contains it as an integer of the type PointerInput, and nothing else as that.
const (
	PointerType  = "pointer"
	PointerInput = "unsigned long"
)

// Value is one value that a run read.
type Value struct {
	Index int    `json:"index"` // in the run, from 0
	Type  string `json:"type"`  // in C, or PointerType
	Text  string `json:"text"`
}

// Branch is a part of the execution tree: a condition and its two subtrees.
type Branch struct {
	Location uint32  `json:"location"`
	Depth    int     `json:"depth"`            // conditions before it on its path
	Skipped  int     `json:"skipped"`          // conditions left out since the branch above
	Missed   bool    `json:"missed,omitempty"` // no run has taken one of its location's directions
	Outcomes [2]Edge `json:"outcomes"`         // false, true
}

// Edge is one outcome of a condition in a Branch.
type Edge struct {
	State  string  `json:"state"` // not taken, crashed, ended, closed, open
	Branch *Branch `json:"branch,omitempty"`
}
