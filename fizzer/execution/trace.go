package execution

import (
	"iter"

	"fizzer/libfizzer/layout"
)

// Trace is the conditions of one run, in order, as its target recorded them.
//
// The records of a real target are in memory that the program shares and may write to, even while they are read. So
// readers only get copies: a call reads each word once, and two calls may return different things. A record need not
// be true: compare a location with the number of locations before you use it as an index. Only the number of
// conditions is safe; it does not change.
type Trace struct {
	records []layout.Condition
	wides   []layout.Wide
}

// NewTrace returns the trace of records, whose Condition.Wide (1 + index) names their high halves in wides. It copies
// nothing.
func NewTrace(records []layout.Condition, wides []layout.Wide) Trace { return Trace{records, wides} }

// Len returns the number of conditions.
func (t Trace) Len() int { return len(t.records) }

// At returns condition i.
func (t Trace) At(i int) layout.Condition { return t.records[i] }

// All returns the conditions with their numbers.
func (t Trace) All() iter.Seq2[int, layout.Condition] {
	return func(yield func(int, layout.Condition) bool) {
		for i := range t.records {
			if !yield(i, t.records[i]) {
				return
			}
		}
	}
}

// Path returns the hash of the path before condition i.
func (t Trace) Path(i int) uint64 { return t.records[i].Path }

// InputBytes returns how many bytes were read before condition i.
func (t Trace) InputBytes(i int) uint32 { return t.records[i].InputBytes }

// ID returns the location of condition i, with its outcome in layout.DirectionBit, and its calling context.
func (t Trace) ID(i int) (location, context uint32) {
	c := &t.records[i]
	return c.Location, c.Context
}

// Operands returns what the distance of condition i is computed from: the location, with its outcome in
// layout.DirectionBit, the operands or their low halves, and 0 or the number of the high halves.
func (t Trace) Operands(i int) (location uint32, left, right uint64, wide uint32) {
	c := &t.records[i]
	return c.Location, c.Left, c.Right, c.Wide
}

// Direction returns the outcome of condition i.
func (t Trace) Direction(i int) bool { return t.records[i].Location&layout.DirectionBit != 0 }

// Wide returns the high halves for a number that is not 0; false: there are none.
func (t Trace) Wide(number uint32) (layout.Wide, bool) {
	if number == 0 || number > uint32(len(t.wides)) {
		return layout.Wide{}, false
	}
	return t.wides[number-1], true
}

// Head returns the first n conditions; it copies nothing.
func (t Trace) Head(n int) Trace {
	t.records = t.records[:n:n]
	return t
}

// Append appends copies of the conditions from number from on to records.
func (t Trace) Append(records []layout.Condition, from int) []layout.Condition {
	return t.AppendPart(records, from, t.Len())
}

// AppendPart appends copies of the conditions in [from, end) to records.
func (t Trace) AppendPart(records []layout.Condition, from, end int) []layout.Condition {
	return append(records, t.records[from:end]...)
}

// Copy returns a trace of its own with the same conditions, and with the high halves that they name. It overwrites
// one that Copy returned before, or the zero Trace.
func (t Trace) Copy(over Trace) Trace {
	over.records, over.wides = append(over.records[:0], t.records...), over.wides[:0]
	named := uint32(0)
	for i := range over.records {
		named = max(named, over.records[i].Wide)
	}
	over.wides = append(over.wides, t.wides[:min(named, uint32(len(t.wides)))]...)
	return over
}
