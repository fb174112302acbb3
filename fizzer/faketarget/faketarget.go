// Package faketarget is an execution.Target whose program is a Go function, so that the tests of the engine have
// branching functions in closed form. It keeps the contract of package execution: batches, goals, limits, fill
// values, path hashes.
package faketarget

import (
	"context"
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
	LeanForm   bool               // there is a lean form
	Skimmed    int                // runs that it made alone
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

// Lean implements execution.Lean.
func (t *Target) Lean() bool { return t.LeanForm }

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
type ended struct {
	ending layout.Ending
	detail uint32
}

func (t *Target) run(batch *execution.Batch, input []byte) execution.Run {
	m := &Machine{inputs: inputs{batch: batch, given: input}}
	m.conditions = conditions{table: t.table, input: &m.inputs, path: layout.StartPath}
	m.run.Ending, m.run.Call = layout.EndingNormal, layout.NoCall
	func() {
		defer func() {
			if r := recover(); r != nil {
				end, ok := r.(ended)
				if !ok {
					panic(r)
				}
				m.run.Ending, m.run.Detail = end.ending, end.detail
			}
		}()
		t.program(m)
	}()
	if m.run.Ending == layout.EndingLimitInput && batch.States != layout.StatesNone {
		m.run.State = m.State
	}
	m.run.Bytes, m.run.Reads = m.bytes, m.reads
	m.run.Path, m.run.Conditions = m.path, execution.NewTrace(m.records, m.wides)
	if t.LeanForm && batch.Lean == execution.LeanAll {
		t.Skimmed++
		skim(&m.run, batch.Cut.Covered)
		return m.run
	}
	Cut(&m.run, batch.Cut)
	return m.run
}

// skim removes all conditions from a whole run.
func skim(run *execution.Run, covered *execution.Coverage) {
	count := run.Conditions.Len()
	for _, c := range run.Conditions.All() {
		c.Context = 0
		lacking := covered.Lacks(&c) && execution.Keeps(run.Ending)
		run.Novel, run.Last = run.Novel || lacking || !covered.Has(&c), c.Location
	}
	run.Unrecorded, run.Path, run.Conditions = uint32(count), layout.StartPath, run.Conditions.Head(0)
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

// Machine is what a program uses during one run: it reads inputs, evaluates conditions, and ends.
type Machine struct {
	inputs
	conditions
	run execution.Run // inputs and conditions are added at its end
}

// End ends the run.
func (m *Machine) End(ending layout.Ending, detail uint32) { panic(ended{ending, detail}) }

// Crash ends the run with a segmentation fault.
func (m *Machine) Crash() { m.End(layout.EndingCrashed, 11) }

// ReachError records that reach_error was entered, and ends the run if the batch asks for it.
func (m *Machine) ReachError() {
	if !m.run.ErrorReached {
		m.run.ErrorReached, m.run.ErrorInputBytes = true, uint32(len(m.bytes))
	}
	if m.batch.StopAtError {
		m.End(layout.EndingErrorReached, 0)
	}
}
