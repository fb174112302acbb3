// Package trace reads what one execution left (execution.Run): execution IDs, values of the branching functions, how
// the run ended, and its input as bytes with types (report Sec. 3 and 4).
package trace

import (
	"fmt"
	"math"
	"strings"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// ID is the report's execution ID: a Boolean instruction in one calling context.
type ID struct {
	Location uint32 // location id: the report's unique ID
	Context  uint32 // hash of the calling context
}

// Decoder knows the branching function of each location. It is immutable.
type Decoder struct {
	functions []distance.Function
	xor       []bool
	ordered   []bool

	table *locations.Table
}

// NewDecoder prepares the locations of table. Cost: proportional to their number.
func NewDecoder(table *locations.Table) *Decoder {
	n := len(table.Conditions)
	d := &Decoder{functions: make([]distance.Function, n), xor: make([]bool, n), ordered: make([]bool, n), table: table}
	for i := range table.Conditions {
		d.functions[i] = distance.Of(&table.Conditions[i])
		d.xor[i] = table.Conditions[i].Xor
		d.ordered[i] = strings.ContainsAny(string(table.Conditions[i].Predicate), "gl")
	}
	return d
}

// Locations returns the number of locations.
func (d *Decoder) Locations() int { return len(d.functions) }

// Xor reports whether an xor stands before location in its basic block.
func (d *Decoder) Xor(location uint32) bool { return d.xor[location] }

// Ordered reports whether location compares by order: it holds on one side of its border and not on the other.
func (d *Decoder) Ordered(location uint32) bool { return d.ordered[location] }

// Relation returns what location asks of its operands, and whether they are unsigned, when it compares integers or pointers.
func (d *Decoder) Relation(location uint32) (relation locations.Relation, unsigned bool) {
	if c := &d.table.Conditions[location]; c.Kind == locations.KindInteger || c.Kind == locations.KindPointer {
		return c.Predicate.Relation()
	}
	return locations.NoRelation, false
}

// Bits returns the width of the operands of location.
func (d *Decoder) Bits(location uint32) int { return d.table.Conditions[location].Bits }

// Constants returns the integers that the program holds, zero-extended, and its floating-point numbers as bits of doubles.
func (d *Decoder) Constants() (integers, reals []uint64) { return d.table.Constants, d.table.Reals }

// Equality reports whether location compares two values for being equal, and with which outcome they are.
func (d *Decoder) Equality(location uint32) (equal, ok bool) {
	switch d.table.Conditions[location].Predicate {
	case "eq", "oeq", "ueq":
		return true, true
	case "ne", "one", "une":
		return false, true
	}
	return false, false
}

// Distance returns the value of the branching function of condition index of run.
func (d *Decoder) Distance(run *execution.Run, index int) distance.Distance {
	c := &run.Conditions[index]
	left, right := distance.Operand{Low: c.Left}, distance.Operand{Low: c.Right}
	if c.Wide != 0 {
		wide := &run.Wides[c.Wide-1]
		left.High, right.High = wide.Left, wide.Right
	}
	return d.functions[execution.Location(c)].Value(left, right)
}

// Magnitude returns Distance(run, index).Magnitude(), faster for operands of up to 64 bits; infinite for a location that does
// not exist, because the program overwrote the trace since its path was seen first.
func (d *Decoder) Magnitude(run *execution.Run, index int) float64 {
	c := &run.Conditions[index]
	switch location := execution.Location(c); {
	case location >= uint32(len(d.functions)):
		return math.Inf(1)
	case c.Wide != 0:
		return d.Distance(run, index).Magnitude()
	default:
		return d.functions[location].Magnitude(c.Left, c.Right)
	}
}

// GarbledError says why a run is not one that a target of this table can leave. The program may have overwritten the
// memory in which the runtime writes.
type GarbledError struct{ reason string }

// Error says what cannot be.
func (e *GarbledError) Error() string { return e.reason }

func garbled(format string, arguments ...any) error {
	return &GarbledError{fmt.Sprintf(format, arguments...)}
}

// Sums appends to sums, whose last element is sum, one element for each condition of run from from to end: the sum of the
// squares of all distances so far. It returns both. Cost: some operations for each condition; it is the only work that
// is done for conditions on known paths.
func (d *Decoder) Sums(run *execution.Run, from, end int, sums []float64, sum float64) ([]float64, float64) {
	for i := from; i < end; i++ {
		c := &run.Conditions[i]
		f := math.Inf(1)
		switch location := execution.Location(c); { // as in Magnitude, without a call for each condition
		case location >= uint32(len(d.functions)):
		case c.Wide != 0:
			f = d.Distance(run, i).Magnitude()
		default:
			f = d.functions[location].Magnitude(c.Left, c.Right)
		}
		sum += f * f
		sums = append(sums, sum)
	}
	return sums, sum
}

// Check returns a GarbledError when run is not one that a target of this table can leave: a location, wide operand or read
// outside of its array, or a path hash that does not follow from the condition before. Everything else in this module
// relies on it. Conditions before number from are not looked at. Cost: proportional to the rest.
func (d *Decoder) Check(run *execution.Run, from int) error {
	bytes, path := uint32(0), run.Path
	if from > 0 {
		c := &run.Conditions[from-1]
		bytes, path = c.InputBytes, execution.ExtendPath(c.Path, c.Location, c.Context)
	} else if len(run.Conditions) > 0 {
		path = run.Conditions[0].Path
	}
	for i := from; i < len(run.Conditions); i++ {
		c := &run.Conditions[i]
		if execution.Location(c) >= uint32(len(d.functions)) || c.Wide > uint32(len(run.Wides)) || c.InputBytes < bytes || c.Path != path {
			return d.explain(run, i, bytes, path)
		}
		bytes, path = c.InputBytes, execution.ExtendPath(path, c.Location, c.Context)
	}
	if bytes > uint32(len(run.Bytes)) {
		return garbled("the last condition follows %d input bytes of %d", bytes, len(run.Bytes))
	}
	if path != run.Path && run.Whole() {
		return garbled("the run has path %#x, its conditions %#x", run.Path, path)
	}
	return checkReads(run)
}

// explain says what is wrong with condition i, which should follow that many bytes and that path.
func (d *Decoder) explain(run *execution.Run, i int, bytes uint32, path uint64) error {
	c := &run.Conditions[i]
	switch {
	case execution.Location(c) >= uint32(len(d.functions)):
		return garbled("condition %d has location %d of %d; instrument the program again", i, execution.Location(c), len(d.functions))
	case c.Wide > uint32(len(run.Wides)):
		return garbled("condition %d has wide operand %d of %d", i, c.Wide, len(run.Wides))
	case c.Path != path:
		return garbled("condition %d follows path %#x instead of %#x; build runtime and engine of one version", i, c.Path, path)
	}
	return garbled("condition %d follows %d input bytes, the one before it %d", i, c.InputBytes, bytes)
}

func checkReads(run *execution.Run) error {
	end := uint32(0)
	for i, r := range run.Reads {
		if r.Offset != end || uint64(end)+uint64(r.Size) > uint64(len(run.Bytes)) {
			return garbled("input %d has bytes %d+%d of %d, the one before it ends at %d", i, r.Offset, r.Size, len(run.Bytes), end)
		}
		end += uint32(r.Size)
	}
	if int(end) != len(run.Bytes) {
		return garbled("%d bytes were read that belong to no input", len(run.Bytes)-int(end))
	}
	return nil
}

// Exceptional reports whether the run ended as the report's CRASH: nothing can be said of what would have followed.
func Exceptional(ending layout.Ending) bool {
	return ending == layout.EndingCrashed || ending == layout.EndingTimeout || ending == layout.EndingLost
}

// Limited reports whether the run ended because of a limit of ours, the clock included.
func Limited(ending layout.Ending) bool {
	return ending == layout.EndingTimeout || ending >= layout.EndingLimitConditions && ending <= layout.EndingLimitMemory
}

// Passes reports whether condition number depth of run exists, follows the path with hash path and stands at location.
// Cost: constant.
func Passes(run *execution.Run, depth int, path uint64, location uint32) bool {
	if depth >= len(run.Conditions) {
		return false
	}
	c := &run.Conditions[depth]
	return c.Path == path && execution.Location(c) == location
}

// Common returns how many conditions of run, from the start, follow the same path as those of base: the report's K + 1
// (Sec. 5.1). Cost: logarithmic, by the path hashes.
func Common(run, base []layout.Condition) int {
	low, high := 0, min(len(run), len(base))
	for low < high {
		middle := int(uint(low+high) / 2)
		if same(&run[middle], &base[middle]) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

func same(c, d *layout.Condition) bool {
	return c.Path == d.Path && c.Context == d.Context && execution.Location(c) == execution.Location(d)
}
