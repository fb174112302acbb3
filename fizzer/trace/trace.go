// Package trace reads the result of one execution (execution.Run): execution IDs, values of the branching functions,
// how the run ended, and its input as bytes with types (report Sec. 3 and 4).
package trace

import (
	"fmt"
	"slices"
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

// NewDecoder prepares the locations of table. The cost is proportional to their number.
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

// Xor reports whether an xor comes before location in its basic block.
func (d *Decoder) Xor(location uint32) bool { return d.xor[location] }

// Ordered reports whether location compares by order: its predicate holds on one side of its border and not on the
// other.
func (d *Decoder) Ordered(location uint32) bool { return d.ordered[location] }

// Relation returns the relation that location tests between its operands, and whether they are unsigned, if it compares integers or
// pointers.
func (d *Decoder) Relation(location uint32) (relation locations.Relation, unsigned bool) {
	if c := &d.table.Conditions[location]; c.Kind == locations.KindInteger || c.Kind == locations.KindPointer {
		return c.Predicate.Relation()
	}
	return locations.NoRelation, false
}

// Bits returns the width of the operands of location.
func (d *Decoder) Bits(location uint32) int { return d.table.Conditions[location].Bits }

// Constants returns the integers in the program's text, zero-extended, and its floating-point numbers as the bits of doubles.
func (d *Decoder) Constants() (integers, reals []uint64) { return d.table.Constants, d.table.Reals }

// Small returns integers from 4 to 255 in the program's text.
func (d *Decoder) Small() []uint64 { return d.table.Small }

// Words returns the texts in the program, and those that the user gave.
func (d *Decoder) Words() [][]byte { return d.table.Words }

// Variable reports whether neither operand of location is a constant of the program.
func (d *Decoder) Variable(location uint32) bool { return !d.table.Conditions[location].Constant }

// Equality reports whether location compares two values for equality, and which outcome means that they are equal.
func (d *Decoder) Equality(location uint32) (equal, ok bool) {
	switch d.table.Conditions[location].Predicate {
	case "eq", "oeq", "ueq":
		return true, true
	case "ne", "one", "une":
		return false, true
	}
	return false, false
}

// Distance returns the value of the branching function for condition number index of run. It is not finite where the record cannot be
// true; that also marks the run as garbled.
func (d *Decoder) Distance(run *execution.Run, index int) distance.Distance {
	location, low, high, number := run.Conditions.Operands(index)
	location &^= layout.DirectionBit
	left, right := distance.Operand{Low: low}, distance.Operand{Low: high}
	if number != 0 {
		wide, ok := run.Conditions.Wide(number)
		if !ok {
			run.Garbled = true
			return distance.Distance{}
		}
		left.High, right.High = wide.Left, wide.Right
	}
	if location >= uint32(len(d.functions)) {
		run.Garbled = true
		return distance.Distance{}
	}
	return d.functions[location].Value(left, right)
}

// Magnitude returns Distance(run, index).Magnitude(), faster for operands of up to 64 bits.
func (d *Decoder) Magnitude(run *execution.Run, index int) float64 {
	location, left, right, wide := run.Conditions.Operands(index)
	if location &^= layout.DirectionBit; wide != 0 || location >= uint32(len(d.functions)) {
		return d.Distance(run, index).Magnitude()
	}
	return d.functions[location].Magnitude(left, right)
}

// Condition returns a copy of condition index of run. It returns false, and the run is garbled, when the location
// does not exist.
func (d *Decoder) Condition(run *execution.Run, index int) (layout.Condition, bool) {
	c := run.Conditions.At(index)
	if execution.Location(&c) >= uint32(len(d.functions)) {
		run.Garbled = true
		return c, false
	}
	return c, true
}

// GarbledError tells why no target of this table can have left such a run. The program may have overwritten the memory in which the
// runtime writes.
type GarbledError struct{ reason string }

// Error returns what is impossible.
func (e *GarbledError) Error() string { return e.reason }

// Garbled returns a GarbledError.
func Garbled(format string, arguments ...any) error {
	return &GarbledError{fmt.Sprintf(format, arguments...)}
}

// Sums appends one element to sums, whose last element is sum, for each condition of run in [from, end): the sum of the squares of all
// distances so far. It returns sums and the last sum. A record that cannot be true has an infinite distance and makes the run garbled.
// The cost is a few operations per condition; this is the only work done for conditions on known paths.
func (d *Decoder) Sums(run *execution.Run, from, end int, sums []float64, sum float64) ([]float64, float64) {
	conditions, functions := run.Conditions, d.functions
	for i := from; i < end; i++ {
		var f float64
		location, left, right, wide := conditions.Operands(i)
		// As in Magnitude, without a call per condition.
		if location &^= layout.DirectionBit; wide != 0 || location >= uint32(len(functions)) {
			f = d.Distance(run, i).Magnitude()
		} else {
			f = functions[location].Magnitude(left, right)
		}
		sum += f * f
		sums = append(sums, sum)
	}
	return sums, sum
}

// Check appends copies of the conditions of run, beginning with number from, to records, and returns records. The last element of
// records must be a copy of the condition before them, if there is one. Check returns a GarbledError when the conditions, or what run
// says of itself, cannot come from a target of this table: a location, wide operand or input outside of its array, or a path hash that
// does not follow from the condition before. Everything that is kept of a trace is made from such copies. The cost is proportional to
// the number of new conditions and inputs.
func (d *Decoder) Check(run *execution.Run, from int, records []layout.Condition) ([]layout.Condition, error) {
	var before *layout.Condition
	if from > 0 {
		before = &records[len(records)-1]
	}
	c := d.Checker(run, from, before)
	records = slices.Grow(records, run.Conditions.Len()-from)
	for err := error(nil); c.Left(); {
		if records, err = c.Piece(records); err != nil {
			return records, err
		}
	}
	return records, c.End()
}

// piece is the number of conditions that are copied at once, 640 KB. Go's garbage collector cannot interrupt a copy: while hundreds of
// megabytes were copied, it tried to, again and again, and used more CPU time than the copy.
const piece = 1 << 14

// Checker is Check in pieces, for readers that need no more than a piece at a time. Make it with Decoder.Checker.
type Checker struct {
	decoder *Decoder
	run     *execution.Run
	next    int    // condition
	bytes   uint32 // read before it
	path    uint64 // that it must follow
}

// Checker checks the conditions of run from number from on. before is a copy of the one before them, nil for from 0.
func (d *Decoder) Checker(run *execution.Run, from int, before *layout.Condition) Checker {
	c := Checker{decoder: d, run: run, next: from, path: uint64(layout.StartPath)}
	if before != nil {
		c.bytes, c.path = before.InputBytes, execution.ExtendPath(before.Path, before.Location, before.Context)
	}
	return c
}

// Left reports whether there are conditions left.
func (c *Checker) Left() bool { return c.next < c.run.Conditions.Len() }

// Piece appends copies of the next conditions, at most 16 384, to records. Its error is that of Check.
func (c *Checker) Piece(records []layout.Condition) ([]layout.Condition, error) {
	known, locations := len(records), uint32(c.decoder.Locations())
	records = c.run.Conditions.AppendPart(records, c.next, min(c.next+piece, c.run.Conditions.Len()))
	for i := known; i < len(records); i++ {
		r := &records[i]
		if execution.Location(r) >= locations || r.InputBytes < c.bytes || r.Path != c.path {
			return records, c.decoder.explain(r, c.next, c.bytes, c.path)
		}
		if r.Wide != 0 {
			if _, ok := c.run.Conditions.Wide(r.Wide); !ok {
				return records, Garbled("condition %d has wide operand %d", c.next, r.Wide)
			}
		}
		c.bytes, c.path = r.InputBytes, execution.ExtendPath(c.path, r.Location, r.Context)
		c.next++
	}
	return records, nil
}

// End checks what the run says of itself, after its last piece.
func (c *Checker) End() error {
	run := c.run
	if c.bytes > uint32(len(run.Bytes)) {
		return Garbled("the last condition follows %d input bytes of %d", c.bytes, len(run.Bytes))
	}
	nothing := run.Path == 0 && run.Conditions.Len() == 0 // nothing is known of a run that was killed
	if c.path != run.Path && run.Whole() && !nothing {
		return Garbled("the run has path %#x, its conditions %#x", run.Path, c.path)
	}
	return CheckInput(run)
}

// explain returns what is wrong with condition i, which should come after the given bytes and path.
func (d *Decoder) explain(c *layout.Condition, i int, bytes uint32, path uint64) error {
	switch {
	case execution.Location(c) >= uint32(len(d.functions)):
		return Garbled("condition %d has location %d of %d; instrument the program again", i, execution.Location(c), len(d.functions))
	case c.Path != path:
		return Garbled("condition %d follows path %#x instead of %#x; build runtime and engine of one version", i, c.Path, path)
	}
	return Garbled("condition %d follows %d input bytes, the one before it %d", i, c.InputBytes, bytes)
}

// Exceptional reports whether the run ended as the report's CRASH: nobody knows what would have followed.
func Exceptional(ending layout.Ending) bool {
	return ending == layout.EndingCrashed || ending == layout.EndingTimeout || ending == layout.EndingLost
}

// Limited reports whether one of our limits ended the run, the clock included.
func Limited(ending layout.Ending) bool {
	return ending == layout.EndingTimeout || ending >= layout.EndingLimitConditions && ending <= layout.EndingLimitMemory
}

// Passes reports whether condition number depth of run exists, comes after the path with hash path and is at
// location. The cost is constant.
func Passes(run *execution.Run, depth int, path uint64, location uint32) bool {
	if depth >= run.Conditions.Len() || run.Conditions.Path(depth) != path {
		return false
	}
	at, _ := run.Conditions.ID(depth)
	return at&^layout.DirectionBit == location
}

// Reaches reports whether run reaches goal.
func Reaches(run *execution.Run, goal *execution.Goal) bool {
	i := int(goal.Index)
	if i >= run.Conditions.Len() {
		return false
	}
	c := run.Conditions.At(i)
	return c.Path == goal.Path && execution.Location(&c) == goal.Location && execution.Direction(&c) == goal.Direction
}

// Common returns how many conditions at the start of run follow the same path as those of base: the report's K + 1
// (Sec. 5.1). The cost is logarithmic, by the path hashes.
func Common(run, base execution.Trace) int {
	low, high := 0, min(run.Len(), base.Len())
	for low < high {
		middle := int(uint(low+high) / 2)
		if same(run, base, middle) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

func same(run, base execution.Trace, i int) bool {
	location, context := run.ID(i)
	baseLocation, baseContext := base.ID(i)
	return run.Path(i) == base.Path(i) && context == baseContext && (location^baseLocation)&^layout.DirectionBit == 0
}
