// Package faketarget is an execution.Target whose program is a Go function, so that the tests of the engine have
// branching functions in closed form. It keeps the contract of package execution: batches, goals, limits, fill
// values, path hashes.
package faketarget

import (
	"context"
	"fmt"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Target runs a program given as a Go function.
type Target struct {
	table      *locations.Table
	program    func(*Machine)
	Executions int                // runs made so far
	Log        func(input []byte) // called with each input before it is run; may be nil
	runs       []execution.Run
}

// New returns a target for a program with these locations; their indices are the location ids that the program uses.
// Bits may be left 0 for 32.
func New(conditions []locations.Condition, program func(*Machine)) *Target {
	table := &locations.Table{
		Format: locations.Format, LayoutHash: layout.Hash, PointerBits: 64,
		Files: []string{"fake.c"}, Functions: []locations.Function{{Name: "main"}},
	}
	for _, c := range conditions {
		if c.Bits == 0 {
			c.Bits = 32
		}
		table.Conditions = append(table.Conditions, c)
	}
	return &Target{table: table, program: program}
}

// Integers returns the conditions of 32-bit integer comparisons with these predicates.
func Integers(predicates ...locations.Predicate) []locations.Condition {
	var all []locations.Condition
	for _, p := range predicates {
		all = append(all, locations.Condition{Kind: locations.KindInteger, Predicate: p, Bits: 32})
	}
	return all
}

// Table returns the location table of the program.
func (t *Target) Table() *locations.Table { return t.table }

// Discard does nothing.
func (t *Target) Discard() error { return nil }

// Close does nothing.
func (t *Target) Close() error { return nil }

// Execute runs the batch. Unlike a real target, it never overwrites the runs that it returned.
func (t *Target) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	t.runs = t.runs[:0]
	for _, input := range batch.Inputs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if t.Log != nil {
			t.Log(input)
		}
		t.Executions++
		t.runs = append(t.runs, t.run(batch, input))
		if reached(batch.Goal, &t.runs[len(t.runs)-1]) {
			break
		}
	}
	return t.runs, nil
}

func reached(goal *execution.Goal, run *execution.Run) bool {
	if goal == nil || int(goal.Index) >= run.Conditions.Len() {
		return false
	}
	c := run.Conditions.At(int(goal.Index))
	return c.Path == goal.Path && execution.Location(&c) == goal.Location && execution.Direction(&c) == goal.Direction
}

// ended is the panic that unwinds a program at its end.
type ended struct{}

func (t *Target) run(batch *execution.Batch, input []byte) execution.Run {
	m := &Machine{table: t.table, batch: batch, input: input, path: layout.StartPath}
	m.run.Ending, m.run.Call = layout.EndingNormal, layout.NoCall
	func() {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(ended); !ok {
					panic(r)
				}
			}
		}()
		t.program(m)
	}()
	m.run.Path, m.run.Conditions = m.path, execution.NewTrace(m.records, m.wides)
	Cut(&m.run, batch.Cut)
	return m.run
}

// Cut removes from a whole run what a target does not record under the rule; nil: it records everything.
func Cut(run *execution.Run, rule *execution.Cut) {
	if rule == nil {
		return
	}
	count := run.Conditions.Len()
	left, chunks, followed := len(rule.Follow) == 0, rule.After, 0
	for end := layout.ChunkConditions; end < count; end += layout.ChunkConditions {
		if chunk := end / layout.ChunkConditions; !left {
			left = chunk >= len(rule.Follow) || rule.Follow[chunk] != run.Conditions.Path(end)
			followed = end - layout.ChunkConditions
		}
		if !left {
			continue
		}
		if chunks--; chunks >= 0 {
			continue
		}
		run.Novel = slices.ContainsFunc(run.Conditions.Append(nil, followed), func(c layout.Condition) bool { return !rule.Covered.Has(&c) })
		run.Last = run.Conditions.At(count - 1).Location
		run.Unrecorded = uint32(count - end)
		run.Conditions = run.Conditions.Head(end)
		return
	}
}

// Machine is what a program uses during one run.
type Machine struct {
	table   *locations.Table
	batch   *execution.Batch
	input   []byte
	run     execution.Run
	records []layout.Condition
	wides   []layout.Wide
	path    uint64
	context []uint32
}

// End ends the run.
func (m *Machine) End(ending layout.Ending, detail uint32) {
	m.run.Ending, m.run.Detail = ending, detail
	panic(ended{})
}

// Crash ends the run with a segmentation fault.
func (m *Machine) Crash() { m.End(layout.EndingCrashed, 11) }

// ReachError records that reach_error was entered, and ends the run if the batch asks for it.
func (m *Machine) ReachError() {
	if !m.run.ErrorReached {
		m.run.ErrorReached, m.run.ErrorInputBytes = true, uint32(len(m.run.Bytes))
	}
	if m.batch.StopAtError {
		m.End(layout.EndingErrorReached, 0)
	}
}

// Call evaluates body in a deeper calling context.
func (m *Machine) Call(site uint32, body func()) {
	if len(m.context) >= int(m.batch.Limits.Depth) {
		m.End(layout.EndingLimitDepth, 0)
	}
	m.context = append(m.context, site)
	body()
	m.context = m.context[:len(m.context)-1]
}

// Read reads an input of a type and size.
func (m *Machine) Read(t layout.InputType, size int) []byte {
	start := len(m.run.Bytes)
	if start+size > int(m.batch.Limits.InputBytes) {
		m.End(layout.EndingLimitInput, 0)
	}
	for i := start; i < start+size; i++ {
		b := m.batch.Fill
		if i < len(m.input) {
			b = m.input[i]
		}
		m.run.Bytes = append(m.run.Bytes, b)
	}
	if t == layout.InputTypeString {
		print(m.run.Bytes[start:])
	}
	m.run.Reads = append(m.run.Reads, layout.Read{Offset: uint32(start), Type: uint16(t), Size: uint16(size)})
	return m.run.Bytes[start:]
}

// print makes bytes printable text, as __VERIFIER_nondet_string does.
func print(text []byte) {
	for i, b := range text {
		if b != 0 && (b < ' ' || b > '~') {
			text[i] = ' ' + b%('~'-' '+1)
		}
	}
	if b := text[0]; b == 0 || b == '\'' || b == '"' || b == '0' {
		text[0] = 'a'
	}
}

// Condition evaluates location: it records both operands as raw bits and returns the outcome that the program computed.
func (m *Machine) Condition(location uint32, outcome bool, left, right uint64) bool {
	return m.Wide(location, outcome, [2]uint64{left}, [2]uint64{right})
}

// Wide is Condition for operands of up to 128 bits, low half first.
func (m *Machine) Wide(location uint32, outcome bool, left, right [2]uint64) bool {
	if len(m.records) >= int(m.batch.Limits.Conditions) {
		m.End(layout.EndingLimitConditions, 0)
	}
	if int(location) >= len(m.table.Conditions) {
		panic(fmt.Sprintf("location %d of %d", location, len(m.table.Conditions)))
	}
	c := layout.Condition{
		Location: location, Context: m.contextHash(), Left: left[0], Right: right[0], Path: m.path,
		InputBytes: uint32(len(m.run.Bytes)),
	}
	if outcome {
		c.Location |= layout.DirectionBit
	}
	if m.table.Conditions[location].Bits > 64 {
		m.wides = append(m.wides, layout.Wide{Left: left[1], Right: right[1]})
		c.Wide = uint32(len(m.wides))
	}
	m.records = append(m.records, c)
	m.path = execution.ExtendPath(m.path, c.Location, c.Context)
	return outcome
}

// contextHash is 0 outside of all calls; it covers the innermost calls, as many as the limits say.
func (m *Machine) contextHash() uint32 {
	hash := uint64(0)
	for _, site := range m.context[max(len(m.context)-int(m.batch.Limits.ContextDepth), 0):] {
		hash = mix(hash, uint64(site)+1)
	}
	return uint32(hash >> 32)
}

func mix(hash, value uint64) uint64 {
	hash = (hash ^ value) * 0x9fb21c651e98df25
	return hash ^ hash>>32
}
