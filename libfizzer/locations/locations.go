// Package locations is the location table: what the instrumenter knows about each monitored instruction and call of the
// program. It is written beside the object file and read by the engine.
package locations

import (
	"bufio"
	"cmp"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Format is the first field of every table. Another value means another version of the format.
const Format = "fizzer-locations 1"

// Kind says what a monitored Boolean instruction is (report Sec. 2).
type Kind string

// The kinds of Boolean instructions.
const (
	KindInteger  Kind = "icmp"    // comparison of integers
	KindPointer  Kind = "pointer" // comparison of pointers
	KindFloat    Kind = "fcmp"    // comparison of floating-point numbers
	KindTruncate Kind = "trunc"   // truncation of an integer to one bit
	KindCall     Kind = "call"    // call of a function defined elsewhere that returns a Boolean
)

// Predicate names the comparison as LLVM does: eq, ne, ugt, uge, ult, ule, sgt, sge, slt, sle for integers and
// pointers; oeq, ogt, oge, olt, ole, one, ord, uno, ueq, ugt, uge, ult, ule, une for floats; empty otherwise.
type Predicate string

// Condition describes one location: a monitored Boolean instruction.
type Condition struct {
	Function  int       `json:"function"`            // index into Table.Functions of the function that contains it
	File      int       `json:"file"`                // index into Table.Files
	Line      int       `json:"line"`                // from 1; 0 when the front end gave none
	Column    int       `json:"column"`              // from 1; 0 when the front end gave none
	Kind      Kind      `json:"kind"`                //
	Predicate Predicate `json:"predicate,omitempty"` //
	Bits      int       `json:"bits"`                // width of the operands in the program, e.g. 1, 8, 32, 64, 128; 80 for long double
	Xor       bool      `json:"xor,omitempty"`       // an xor of integers precedes it in its basic block (report Sec. 2)
	Switch    bool      `json:"switch,omitempty"`    // made from a switch
	Constant  bool      `json:"constant,omitempty"`  // the right operand is a constant of the program
	Implied   bool      `json:"implied,omitempty"`   // its outcome follows from others, and it is never recorded

	// No input reaches it: its function is uncalled, or no way leads to it that constants leave open.
	Unreachable bool `json:"unreachable,omitempty"`
	NeverFalse  bool `json:"never_false,omitempty"` // constants decide that it is true in each run
	NeverTrue   bool `json:"never_true,omitempty"`  // constants decide that it is false in each run

	// One more than the least number of conditions on a way from this direction of the condition to a call of reach_error or
	// __VERIFIER_error, through control flow and calls; 0 if there is no such way.
	ErrorFalse int `json:"error_false,omitempty"`
	ErrorTrue  int `json:"error_true,omitempty"`
}

// Behind says which conditions a run may evaluate after a given one. Conditions are in components of the program's flow. A run goes from
// one component to the next ones; it never comes back to one that it has left.
type Behind struct {
	Waiting []int   `json:"waiting"` // by condition: its component while its function may return to callers; -1: none
	Called  []int   `json:"called"`  // by condition: its component in a call whose return is not followed; -1: none
	Next    [][]int `json:"next"`    // by component: those that directly follow it, with smaller numbers
	Errors  []int   `json:"errors"`  // components that enter reach_error or __VERIFIER_error, in order
	End     int     `json:"end"`     // the component of the end of the program
}

// check returns an error when an index is outside of what it names.
func (b *Behind) check(conditions int) error {
	if len(b.Waiting) != conditions || len(b.Called) != conditions {
		return fmt.Errorf("%d and %d components of %d conditions", len(b.Waiting), len(b.Called), conditions)
	}
	for _, components := range [][]int{b.Waiting, b.Called, b.Errors, {b.End}} {
		for _, c := range components {
			if c < -1 || c >= len(b.Next) {
				return fmt.Errorf("component %d of %d is named", c, len(b.Next))
			}
		}
	}
	for i, components := range b.Next {
		for _, c := range components {
			if c < 0 || c >= i {
				return fmt.Errorf("component %d follows %d", c, i)
			}
		}
	}
	return nil
}

// Call describes one call site.
type Call struct {
	Function int    `json:"function"`         // index of the caller in Table.Functions
	File     int    `json:"file"`             // index into Table.Files
	Line     int    `json:"line"`             // from 1; 0 when the front end gave none
	Column   int    `json:"column"`           // from 1; 0 when the front end gave none
	Callee   string `json:"callee,omitempty"` // name in the source; empty for a call through a pointer
}

// Edge is a direction of a location.
type Edge struct {
	Location uint32 `json:"location"`
	Outcome  bool   `json:"outcome"`
}

// Compare orders edges by location, false before true.
func (e Edge) Compare(other Edge) int {
	switch {
	case e.Location != other.Location:
		return cmp.Compare(e.Location, other.Location)
	case e.Outcome == other.Outcome:
		return 0
	case other.Outcome:
		return -1
	}
	return 1
}

// ContextDepth is how many calls, from main on, are part of a calling context. Deeper calls do not change the context.
const ContextDepth = 8

// NextContext returns the hash of the calling context inside a call, from the context and the site of the call. The context of
// main is 0. The runtime computes the same (libfizzer/c/monitor.c).
func NextContext(context uint32, site int) uint32 {
	return (bits.RotateLeft32(context, 5) ^ uint32(site+1)) * 0x9e3779b1
}

// Contexts says how well hashes tell the calling contexts of a program apart (Valkyrie, Sec. III-A: contexts without
// collisions).
type Contexts struct {
	Number     int  `json:"number"`     // different hashes found, each of at most ContextDepth calls; a lower bound unless Complete
	Collisions int  `json:"collisions"` // hashes among them that stand for several contexts
	Complete   bool `json:"complete"`   // all contexts were enumerated: Collisions 0 is then a proof that there are none
}

// Function describes one function that the program defines.
type Function struct {
	Name string `json:"name"` // as in the source
	File int    `json:"file"` // index into Table.Files
	Line int    `json:"line"` // from 1; 0 when the front end gave none
	// nothing that a run may execute calls it or takes its address, and nothing outside of the program knows it
	Uncalled bool `json:"uncalled,omitempty"`
}

// Table is everything that the instrumenter tells the engine about one program.
type Table struct {
	Format      string      `json:"format"`      // the constant Format
	LayoutHash  uint64      `json:"layout_hash"` // layout.Hash of the instrumenter
	PointerBits int         `json:"pointer_bits"`
	Files       []string    `json:"files"`
	Functions   []Function  `json:"functions"`
	Conditions  []Condition `json:"conditions"` // the index is the location id in a trace
	Calls       []Call      `json:"calls"`      // the index is the call id in a trace
	// functions that the program does not define, but that code calls or takes the address of which a run may execute, sorted
	Externals []string `json:"externals"`
	// the functions among them, and the variables, that are defined nowhere; such functions return an input
	Substitutes []string `json:"substitutes,omitempty"`
	// what a run may do after each condition; nil if that is not known
	Behind *Behind `json:"behind,omitempty"`
	// by the number of a goal marked in the text: the directions that certainly lead to it; empty if none is known
	Goals [][]Edge `json:"goals,omitempty"`
	// of these goals: some of its marks is in code that a run may execute (see MayReach)
	Reached []bool `json:"reached_goals,omitempty"`
	// integers of at least 256 in the program, zero-extended from their width, each once
	Constants   []uint64 `json:"constants,omitempty"`
	Small       []uint64 `json:"small,omitempty"`        // integers from 4 to 255 in it, each once, at most 64
	Reals       []uint64 `json:"reals,omitempty"`        // its floating-point numbers, as the bits of doubles
	Words       [][]byte `json:"words,omitempty"`        // its string literals and other arrays of characters, each once
	Contexts    Contexts `json:"contexts"`               // how well hashes tell the calling contexts apart
	ThreadLocal bool     `json:"thread_local,omitempty"` // the program has thread-local variables
	Notes       []string `json:"notes"`                  // what the user should know, e.g. inline assembly, one sentence each
}

// Recorded returns the number of locations that can be in a trace: those that are not implied.
func (t *Table) Recorded() (n int) {
	for i := range t.Conditions {
		if !t.Conditions[i].Implied {
			n++
		}
	}
	return n
}

// Awaited returns the number of locations that some input may bring into a trace: those that are neither implied nor unreachable; and of
// their directions that some input may take.
func (t *Table) Awaited() (locations, directions int) {
	for i := range t.Conditions {
		if c := &t.Conditions[i]; !c.Implied && !c.Unreachable {
			locations++
			directions += 2 - c.constants()
		}
	}
	return locations, directions
}

// constants returns how many directions of the condition no input takes although inputs may reach it.
func (c *Condition) constants() (n int) {
	for _, never := range [2]bool{c.NeverFalse, c.NeverTrue} {
		if never {
			n++
		}
	}
	return n
}

// MayReach returns false if no input reaches the goal with this number in the text. The front end removed the marks of goals that the
// table does not have: no way leads to them.
func (t *Table) MayReach(goal int) bool { return goal < len(t.Reached) && t.Reached[goal] }

// TextSuffix ends the names of files with tables in JSON, for people and other tools. Other files have Go's binary format (encoding/gob),
// which is read in a tenth of the time: 0.03 s for 140,000 conditions.
const TextSuffix = ".json"

// decoder decodes a table; it is a json.Decoder or gob.Decoder.
type decoder interface{ Decode(table any) error }

// Read returns the table in the file at path, whose name says its format. Its indices are checked against their arrays.
func Read(path string) (*Table, error) {
	// The instrumenter could make anything there: a link may lead to a file that it may not see, a pipe would block.
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	buffered := bufio.NewReaderSize(file, 1<<20)
	var from decoder = gob.NewDecoder(buffered)
	if strings.HasSuffix(path, TextSuffix) {
		from = json.NewDecoder(buffered)
	}
	table, err := decode(from)
	if err != nil {
		return nil, fmt.Errorf("location table %s: %w; instrument the program again", path, err)
	}
	return table, nil
}

// decode reads and checks a table.
func decode(from decoder) (*Table, error) {
	table := new(Table)
	if err := from.Decode(table); err != nil {
		return nil, err
	}
	table.fill()
	return table, table.Check()
}

// fill replaces missing arrays by empty ones: the binary format does not tell one from the other.
func (t *Table) fill() {
	t.Files, t.Functions, t.Conditions = filled(t.Files), filled(t.Functions), filled(t.Conditions)
	t.Calls, t.Externals, t.Notes = filled(t.Calls), filled(t.Externals), filled(t.Notes)
	for i := range t.Goals {
		t.Goals[i] = filled(t.Goals[i])
	}
	if b := t.Behind; b != nil {
		b.Waiting, b.Called, b.Next, b.Errors = filled(b.Waiting), filled(b.Called), filled(b.Next), filled(b.Errors)
		for i := range b.Next {
			b.Next[i] = filled(b.Next[i])
		}
	}
}

func filled[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// Write stores the table at path, whose name says the format.
func (t *Table) Write(path string) error {
	t.Format = Format
	if err := t.Check(); err != nil {
		return fmt.Errorf("location table for %s: %w", path, err)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	encode := gob.NewEncoder(buffered).Encode
	if strings.HasSuffix(path, TextSuffix) {
		encode = json.NewEncoder(buffered).Encode
	}
	return errors.Join(encode(t), buffered.Flush(), file.Close())
}

// Check returns an error when an index of the table is outside of what it names.
func (t *Table) Check() error {
	if t.Format != Format {
		return fmt.Errorf("format is %q instead of %q", t.Format, Format)
	}
	if t.PointerBits != 32 && t.PointerBits != 64 {
		return fmt.Errorf("pointer width is %d instead of 32 or 64", t.PointerBits)
	}
	outside := func(index, length int) bool { return index < 0 || index >= length }
	for i, f := range t.Functions {
		if outside(f.File, len(t.Files)) {
			return fmt.Errorf("function %d names file %d of %d", i, f.File, len(t.Files))
		}
	}
	for i, c := range t.Conditions {
		if outside(c.Function, len(t.Functions)) || outside(c.File, len(t.Files)) || c.Bits < 1 {
			return fmt.Errorf("condition %d names function %d of %d, file %d of %d and %d bits", i, c.Function, len(t.Functions), c.File,
				len(t.Files), c.Bits)
		}
		if c.ErrorFalse < 0 || c.ErrorTrue < 0 {
			return fmt.Errorf("condition %d has the distances %d and %d from an error, which are less than 0", i, c.ErrorFalse, c.ErrorTrue)
		}
	}
	if len(t.Reached) > len(t.Goals) { // a table of an earlier version has none
		return fmt.Errorf("%d goals are reached or not, but there are %d", len(t.Reached), len(t.Goals))
	}
	for i, edges := range t.Goals {
		for _, e := range edges {
			if outside(int(e.Location), len(t.Conditions)) {
				return fmt.Errorf("goal %d names condition %d of %d", i, e.Location, len(t.Conditions))
			}
		}
	}
	for i, c := range t.Calls {
		if outside(c.Function, len(t.Functions)) || outside(c.File, len(t.Files)) {
			return fmt.Errorf("call %d names function %d of %d and file %d of %d", i, c.Function, len(t.Functions), c.File, len(t.Files))
		}
	}
	if t.Behind != nil {
		return t.Behind.check(len(t.Conditions))
	}
	return nil
}
