// Package recorder runs one input in the second form of a program (package build), which records its conditions and addresses as
// expressions over the input. The run follows that of the ordinary form: condition i of a recording is condition i of the ordinary
// run's trace. The package does not say what the expressions mean; package expression does.
package recorder

import (
	"context"
	"fmt"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/runner"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
)

// Options say what to run and how far it may go.
type Options struct {
	Executable  string           // the second form
	Policy      sandbox.Policy   // what to do if the sandbox lacks a layer; default: go on
	Scratch     string           // existing folder, the only one in which the program may write
	MemoryBytes uint64           // address space of the program itself, as in the ordinary form; that for recording is added; 0: unlimited
	FileBytes   uint64           // size of a file that the program may write
	Limits      execution.Limits // first limits, which decide the size of the shared memory
	Wide        bool             // the program compares operands of more than 64 bits
	Expressions uint32           // maximum of expressions per run; 0: the default
	Started     func(pid int)    // called with each launcher of a sandbox, from which all processes descend; may be nil
	Ended       func(pid int)    // called when it and they have ended; may be nil
}

// DefaultExpressions is the number of expressions that a run may record if the options do not say: 24 MB.
const DefaultExpressions = 1 << 20

// Sizes of the other records, picked by hand. Constraints are far fewer than expressions, except in runs that compare the same
// thing over and over. Tables of 4,096 elements of 8 bytes are 32 KB each.
const (
	maxTables        = 1 << 14
	maxTableBytes    = 16 << 20
	maxTableElements = 1 << 20
)

// Recorder runs inputs, one at a time. It is not safe for concurrent use.
type Recorder struct {
	process    *runner.Process
	statistics Statistics
}

// Statistics counts what a recorder did.
type Statistics struct {
	Runs     int `json:"runs"`     // inputs run
	Diverged int `json:"diverged"` // runs that left the path that they were to follow
	// runs of which nothing is known: their process died, or left results that cannot be true
	Lost        int             `json:"lost"`
	Conditions  uint64          `json:"conditions"`  // conditions followed
	Expressions uint64          `json:"expressions"` // expressions recorded
	Constraints uint64          `json:"constraints"` // constraints recorded
	Concrete    expression.Lost `json:"concrete"`    // values that became concrete
}

// Start starts the target. Its processes are killed when ctx is done.
func Start(ctx context.Context, o Options) (*Recorder, error) {
	count := o.Expressions
	if count == 0 {
		count = DefaultExpressions
	}
	process, err := runner.Start(ctx, runner.Options{
		Executable: o.Executable, Policy: o.Policy, Scratch: o.Scratch, MemoryBytes: o.MemoryBytes, FileBytes: o.FileBytes, Limits: o.Limits,
		Wide: o.Wide, Started: o.Started, Ended: o.Ended,
		Recording: runner.RecordingSize{
			Expressions: count, Constraints: count, Tables: maxTables, TableBytes: maxTableBytes, TableElements: maxTableElements,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("second form: %w", err)
	}
	return &Recorder{process: process}, nil
}

// Close ends the target's processes and frees its memory.
func (r *Recorder) Close() error { return r.process.Close() }

// Statistics returns what the recorder has done so far.
func (r *Recorder) Statistics() Statistics { return r.statistics }

// Request is one run to be recorded.
type Request struct {
	Input       []byte
	Limits      execution.Limits // those of the ordinary run, except for the time
	Fill        byte
	StopAtError bool
	Follow      execution.Trace // conditions of the ordinary run, perhaps only the first ones; ignored if All is set
	All         bool            // there is no run to follow
}

// Recording is one recorded run, copied out of the program's reach.
type Recording struct {
	expression.Run
	Ending layout.Ending
	Trace  execution.Trace // the conditions that it evaluated, copied
	Head   layout.Recording
}

// Record runs an input. If the program ends badly, the recording says so and has what was recorded before. An error means that the
// tool cannot go on with this recorder.
func (r *Recorder) Record(ctx context.Context, q Request) (*Recording, error) {
	r.process.ResetRecording()
	batch := execution.Batch{Inputs: [][]byte{q.Input}, Limits: q.Limits, Fill: q.Fill, StopAtError: q.StopAtError}
	r.statistics.Runs++
	died := r.process.Restarts()
	runs, err := r.process.Execute(ctx, &batch)
	if err != nil {
		return nil, err
	}
	run := &runs[0]
	recording := &Recording{Ending: run.Ending}
	if run.Ending == layout.EndingLost || died != r.process.Restarts() {
		r.statistics.Lost++
		return recording, nil
	}
	r.fill(recording, run)
	recording.follow(&q)
	r.count(recording)
	return recording, nil
}

// fill copies the records of a run.
func (r *Recorder) fill(to *Recording, run *execution.Run) {
	recorded := r.process.Recorded()
	head := &recorded.Head
	to.Trace, to.Head = run.Conditions.Copy(execution.Trace{}), *head
	to.Run = expression.Run{
		Input: append([]byte(nil), run.Bytes...), Reads: append([]layout.Read(nil), run.Reads...),
		Nodes: recorded.Expressions, Constraints: recorded.Constraints,
		Tables: recorded.Tables, TableBytes: recorded.TableBytes, Elements: recorded.TableElements,
		Conditions: min(to.Trace.Len(), int(head.CompleteConditions)),
		Concrete: expression.Lost{Full: uint64(head.LostFull), External: uint64(head.LostExternal), Stale: uint64(head.LostStale),
			Unmodelled: uint64(head.LostUnmodelled)},
		Foreign: head.Foreign > 0,
	}
}

// follow compares the conditions with those of the run to be followed, and drops the constraints from where they differ.
func (r *Recording) follow(q *Request) {
	if !q.All {
		common := min(q.Follow.Len(), r.Trace.Len())
		for i := range common {
			if !sameCondition(q.Follow, r.Trace, i) {
				r.Diverged, common = true, i
				break
			}
		}
		r.Diverged = r.Diverged || common < q.Follow.Len()
		r.Conditions = min(r.Conditions, common)
	}
	kept := r.Constraints[:0]
	for _, c := range r.Constraints {
		if index := int(c.Condition); index < r.Conditions || index == r.Conditions && r.isBefore(&c) {
			kept = append(kept, c)
		}
	}
	r.Constraints = kept
}

// isBefore reports whether a constraint names the condition after it. All do, except those of conditions that the run evaluated.
func (r *Recording) isBefore(c *layout.Constraint) bool {
	switch layout.ConstraintKind(c.Kind) {
	case layout.ConstraintKindCondition:
		return false
	case layout.ConstraintKindMerged:
		return c.Guard > 0 && int(c.Guard) <= len(r.Nodes) && r.Nodes[c.Guard-1].Value == 0
	}
	return true
}

// sameCondition compares location, outcome, calling context and path.
func sameCondition(a, b execution.Trace, i int) bool {
	location, context := a.ID(i)
	other, otherContext := b.ID(i)
	return location == other && context == otherContext && a.Path(i) == b.Path(i)
}

func (r *Recorder) count(recording *Recording) {
	s := &r.statistics
	if recording.Diverged {
		s.Diverged++
	}
	s.Conditions += uint64(recording.Conditions)
	s.Expressions += uint64(len(recording.Nodes))
	s.Constraints += uint64(len(recording.Constraints))
	s.Concrete.Full += recording.Concrete.Full
	s.Concrete.External += recording.Concrete.External
	s.Concrete.Stale += recording.Concrete.Stale
	s.Concrete.Unmodelled += recording.Concrete.Unmodelled
}
