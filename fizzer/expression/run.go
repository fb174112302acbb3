package expression

import "fizzer/libfizzer/layout"

// MaxNodes is the maximum number of expressions of a run that Build accepts.
const MaxNodes = 1 << 22

// MaxTableElements is the maximum number of elements of a table.
const MaxTableElements = 4096

// Run is what a recorder left of one run, unchecked. It shares no memory with the program.
type Run struct {
	Input       []byte              // the bytes read, from the first on
	Reads       []layout.Read       // the values read
	Nodes       []layout.Expression // expression 1, 2, ...
	Constraints []layout.Constraint // in the order in which the run met them
	Tables      []layout.Table      // table 0, 1, ...
	TableBytes  []byte              // content of the tables
	Elements    []uint32            // expressions of table elements, 0 for a concrete element

	Conditions int  // number of recorded conditions; the facts are complete up to there
	Diverged   bool // the run left the path that it was to follow; the records end before that
	Concrete   Lost // values that became concrete, by cause
	Foreign    bool // more may have become concrete, uncounted: by functions of which nothing is known, by accesses of other types
}

// Lost counts the values that became concrete along a run, by cause.
type Lost struct {
	Full       uint64 `json:"full,omitempty"`       // the memory for expressions was full
	External   uint64 `json:"external,omitempty"`   // results of functions without a second form
	Stale      uint64 `json:"stale,omitempty"`      // memory held something other than its expression says
	Unmodelled uint64 `json:"unmodelled,omitempty"` // instructions and types without a kind
}

// Add adds the counts of another run.
func (l *Lost) Add(o Lost) {
	l.Full += o.Full
	l.External += o.External
	l.Stale += o.Stale
	l.Unmodelled += o.Unmodelled
}
