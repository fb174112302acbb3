package formats

import "fizzer/libfizzer/locations"

// Details is the content of the details file.
type Details struct {
	Running   bool              `json:"running,omitempty"` // the run has not ended: goals, missed, covered, tests and tree are not known yet
	Programs  []Program         `json:"programs"`          // the files of the program, as they were given
	Locations *locations.Table  `json:"locations"`         //
	Goals     []Goal            `json:"goals"`             // as validators count them; empty when they are not measured
	Tests     []Test            `json:"tests"`             // in the order of the suite; empty when it was not replayed
	Missed    []MissedDirection `json:"missed"`            // of locations that were evaluated, by location
	// of each location: taken with the outcomes false, true; of one that is not recorded neither
	Covered [][2]bool `json:"covered"`
	Tree    *Branch   `json:"tree"` // around the missed directions; null when there are none
}

// Program is one file of the program.
type Program struct {
	Path   string `json:"path"`
	Source string `json:"source"`
}

// Goal is one goal and whether the suite covers it. Lines count from 1.
type Goal struct {
	Kind      string `json:"kind"`                // as `fizzer replay` names it: then, else, loop body, case, ...
	Function  string `json:"function"`            // function that it stands in
	File      string `json:"file"`                // by the line directives; empty where there are none
	Line      int    `json:"line"`                // by the line directives
	Owner     int    `json:"condition_line"`      // of the word that makes the goal (if, while, case, ?), by the line directives
	OwnerText int    `json:"condition_text_line"` // the same, in the preprocessed text
	Program   int    `json:"program"`             // in which file it is counted, in Details.Programs
	TextLine  int    `json:"text_line"`           // in the preprocessed text; for a .i file its own line
	Covered   bool   `json:"covered"`
	Lost      string `json:"lost,omitempty"` // of one that is not covered although runs lead to it: one of the Lost constants
}

// Why a goal is missed that runs of the instrumented program lead to.
const (
	LostByEnd   = "bad end" // these runs crash or do not end, which takes their coverage from validators
	LostByBuild = "build"   // no test reaches it on gcc's build
)

// Test is one test of the suite.
type Test struct {
	Ending     string  `json:"ending"`      // of the run that it was made of
	CPUSeconds float64 `json:"cpu_seconds"` // at which it was found, 0 for one of the run before
	Goals      []int   `json:"goals"`       // that it reaches, in Details.Goals; none when it was not replayed
}

// MissedDirection is a direction of a location that no run took, and the run that came closest.
type MissedDirection struct {
	Location uint32   `json:"location"`
	Outcome  bool     `json:"outcome"`
	Distance *float64 `json:"distance"` // null: not known
	Depth    int      `json:"depth"`    // of the condition in the trace of that run
	Known    bool     `json:"known"`    // an analysis found values that matter
	Values   []Value  `json:"values"`   // of the run: those that matter where they are known, else all; a bounded number of them
	Reads    int      `json:"reads"`    // values that the run read in all
}

// PointerType is the type of a value that is an address; in a test it is written as an integer.
const PointerType = "pointer"

// Value is one value that a run read.
type Value struct {
	Index int    `json:"index"` // among those of the run, from 0
	Type  string `json:"type"`  // in C, or PointerType
	Text  string `json:"text"`
}

// Branch is a part of the execution tree: a condition, and what is behind each of its outcomes.
type Branch struct {
	Location uint32  `json:"location"`
	Depth    int     `json:"depth"`            // conditions before it on its path
	Skipped  int     `json:"skipped"`          // of them, those left out since the branch above
	Missed   bool    `json:"missed,omitempty"` // one of its directions was never taken by any run at its location
	Outcomes [2]Edge `json:"outcomes"`         // false, true
}

// Edge is one outcome of a condition in a Branch.
type Edge struct {
	State  string  `json:"state"` // not taken, crashed, ended, closed, open
	Branch *Branch `json:"branch,omitempty"`
}
