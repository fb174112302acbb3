// Package executor makes the runs of one engine. It is the engine's only caller of execution.Target.Execute (a check in folder
// lint): batches, budgets, runs recorded in part and traces that cannot be true are handled here and nowhere else.
//
//	x := executor.New(executor.Config{Target: target, Coverage: tree.Coverage(), Gate: budget, Observe: absorb})
//	err := x.Do(ctx, &executor.Request{Inputs: inputs, Limits: limits}, func(i int, run *execution.Run) { ... })
//
// An Executor belongs to one goroutine.
package executor

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// ErrInterrupted ends a request whose context is done.
var ErrInterrupted = errors.New("interrupted")

// Recording says how much of long runs is recorded.
type Recording uint8

// Recordings (docs/decisions/013-runs-in-part.md). Whatever is left out, a run that covers something is repeated and recorded whole.
const (
	MayCut Recording = iota // a part of most long runs; all conditions of some
	Whole                   // all conditions
	Cut                     // a part of all long runs
)

// Request says what to run.
type Request struct {
	Inputs [][]byte         // one for each run, in order
	Goal   *execution.Goal  // the run that reaches it is the last; nil: all inputs are run
	Limits execution.Limits // of each run
	Fill   byte             // value of bytes read beyond an input
	Follow []uint64         // the path for which the inputs are made (execution.Cut.Follow); empty: no path
	Record Recording        // of the conditions of long runs
	Lean   bool             // nobody needs the conditions of runs that cover nothing: a lean form may make them (execution.Lean)
	Free   bool             // do not ask the budget
	States layout.States    // as in execution.Batch
}

// Made is one run of a request, valid until the next one is made.
type Made struct {
	*execution.Run
	Request *Request
	Repeat  bool // the run was cut and is repeated at once, to be recorded whole
	Spare   bool // nothing was covered for long: unless the run shows something new, the observer need not learn from it
}

// Config is what New makes an executor from.
type Config struct {
	Target      execution.Target
	BatchSize   int  // maximum of inputs handed over at once, see Series
	Records     int  // maximum of conditions that one batch is expected to record
	StopAtError bool // reach_error ends a run of the program
	Whole       bool // never cut a run

	Coverage *execution.Coverage // what all runs covered: in the rest of cut runs, the target looks for directions outside of it
	Lacking  func() bool         // reports whether coverage is missing that only a whole trace shows
	Stalled  func() bool         // reports whether nothing has been covered for long
	Spares   bool                // then spare work on runs that probably show nothing

	Gate    func() error      // asked before each batch; an error ends the request
	Left    func() uint64     // executions that may still be made; nil: any number
	Observe func(*Made) error // sees each run before the requester does; it returns trace.GarbledError when the trace cannot be true
	Lost    func(*Made) error // sees the lost run that replaces a run with such a trace
	After   func()            // called after the runs of a hand-over were observed; may be nil
}

// Counts is what an executor has done.
type Counts struct {
	Executions uint64 // runs made
	Observed   uint64 // those that Config.Observe saw
	Cut        uint64 // those that were cut
	Lean       uint64 // those that a lean form made
	Repeated   uint64 // those that were repeated and recorded whole
	Garbled    uint64 // runs whose results cannot be true, because the program overwrote them; they count as executions and are lost
}

// Executor makes runs. Make it with New.
type Executor struct {
	config  Config
	batch   execution.Batch
	running *Request       // nil: none
	lean    execution.Lean // config.Target; nil: it never has a lean form
	longest int            // recorded conditions of the longest of the recent runs
	cutter  cutter
	counts  Counts
	made    Made         // the current run, so that no run allocates memory
	done    func() error // of the context of the last request; nil: there was none
}

// New returns an executor that has made no runs.
func New(config Config) *Executor {
	x := &Executor{
		config: config, batch: execution.Batch{StopAtError: config.StopAtError},
		cutter: cutter{off: config.Whole, share: wholeShare, sparing: sparing{endings: map[ending]bool{}}},
	}
	x.lean, _ = config.Target.(execution.Lean)
	return x
}

// Counts returns what was done so far, including the run being observed.
func (x *Executor) Counts() Counts { return x.counts }

// Iteration returns the number of runs observed, including the one being observed: 1 for the first.
func (x *Executor) Iteration() uint32 { return uint32(x.counts.Observed) }

// Running returns the current request, or nil when there is none.
func (x *Executor) Running() *Request { return x.running }

// Interrupted reports whether the context of the last request is done.
func (x *Executor) Interrupted() bool { return x.done != nil && x.done() != nil }

// Do runs the inputs in batches. Each run is observed, then visit sees it. Once a run reaches the goal, no later input is run. How many
// runs the target makes at once does not show: Gate is asked only before each batch.
func (x *Executor) Do(ctx context.Context, r *Request, visit func(index int, run *execution.Run)) error {
	x.running = r
	defer func() { x.running = nil }()
	for done := 0; done < len(r.Inputs); {
		if err := x.mayGoOn(ctx, r); err != nil {
			return err
		}
		end := done + int(min(uint64(x.batchSize(r)), uint64(len(r.Inputs)-done), max(1, x.config.left(r))))
		x.longest -= x.longest / 4
		for done < end {
			made, reached, err := x.part(ctx, r, done, end, visit)
			if err != nil || reached {
				return err
			}
			done += made
		}
	}
	return nil
}

// Try makes the runs of a request, recorded whole and in one hand-over, without observing them.
func (x *Executor) Try(ctx context.Context, r *Request) ([]execution.Run, error) {
	if err := x.mayGoOn(ctx, r); err != nil {
		return nil, err
	}
	x.cutter.partly, x.cutter.lean = false, execution.LeanNone
	return x.execute(ctx, r, r.Inputs, nil, nil)
}

// Keep observes runs that Try made for the request.
func (x *Executor) Keep(r *Request, runs []execution.Run) error {
	x.running = r
	defer func() { x.running = nil }()
	_, err := x.take(r, nil, runs, func(int, *execution.Run) {})
	return err
}

// Forget counts a run that Try made and that will not be observed.
func (x *Executor) Forget() { x.counts.Executions++ }

func (x *Executor) mayGoOn(ctx context.Context, r *Request) error {
	x.done = ctx.Err
	switch {
	case ctx.Err() != nil:
		return ErrInterrupted
	case r.Free:
		return nil
	}
	return x.config.Gate()
}

// left returns how many executions a request may still make.
func (c *Config) left(r *Request) uint64 {
	if c.Left == nil || r.Free {
		return math.MaxUint64
	}
	return c.Left()
}

// minBatch is the minimum of inputs handed over at once, however long their traces are.
const minBatch = 1

// batchSize returns the number of inputs whose traces are expected to fit into the records of a batch.
func (x *Executor) batchSize(r *Request) int {
	room := x.config.Records - min(int(r.Limits.Conditions), x.config.Records/2) // the last run needs room for a full trace
	return max(minBatch, min(x.Series(), room/max(x.longest, 1)))
}

// part makes the first runs of a batch: of the inputs from done to end. It returns their number and whether the last
// one reached the goal.
func (x *Executor) part(ctx context.Context, r *Request, done, end int, visit func(int, *execution.Run)) (made int, reached bool,
	err error) {
	cut := x.chooseForm(r, end-done, x.cut(r, end-done))
	runs, err := x.execute(ctx, r, r.Inputs[done:end], r.Goal, cut)
	if err != nil {
		return 0, false, err
	}
	runs, err = x.take(r, r.Goal, runs, func(i int, run *execution.Run) { visit(done+i, run) })
	if err != nil {
		return 0, false, err
	}
	if x.config.After != nil {
		x.config.After()
	}
	made, reached = len(runs), runs[len(runs)-1].Reached
	return made, reached, x.runWhole(ctx, r)
}

// execute hands inputs to the target.
func (x *Executor) execute(ctx context.Context, r *Request, inputs [][]byte, goal *execution.Goal, cut *execution.Cut) ([]execution.Run,
	error) {
	x.batch.Inputs, x.batch.Limits, x.batch.Fill, x.batch.Goal, x.batch.Cut = inputs, r.Limits, r.Fill, goal, cut
	x.batch.States, x.batch.Lean = r.States, x.cutter.lean
	runs, err := x.config.Target.Execute(ctx, &x.batch)
	switch {
	case err == nil && len(runs) > 0:
		return runs, nil
	case err == nil:
		return nil, errors.New("the target made no run of a batch: this is an error in the tool")
	case ctx.Err() != nil: // the end of the search interrupts a batch
		return nil, ErrInterrupted
	}
	return nil, fmt.Errorf("the target cannot go on: %w", err)
}

// take observes the runs of a batch up to the first garbled one: nothing that the same process did later can be
// trusted. It returns the runs taken, at least one.
func (x *Executor) take(r *Request, goal *execution.Goal, runs []execution.Run, visit func(int, *execution.Run)) ([]execution.Run, error) {
	for i := range runs {
		run := &runs[i]
		x.made = Made{Run: run, Request: r}
		err := x.observe(&x.made, goal)
		if err != nil && errors.As(err, new(*trace.GarbledError)) {
			err = x.lose(&x.made)
		}
		if err != nil {
			return nil, err
		}
		visit(i, run)
		if run.Garbled { // the reader of its trace found this
			return runs[:i+1], x.discard(run)
		}
	}
	return runs, nil
}

// observe counts a run and shows it to the observer.
func (x *Executor) observe(made *Made, goal *execution.Goal) error {
	run := made.Run
	if run.Garbled { // the target found this, and has replaced its processes
		run.Garbled = false
		x.counts.Garbled++
	}
	x.counts.Executions++
	x.counts.Observed++
	if run.Lean() {
		x.counts.Lean++
		made.Repeat = x.cutter.shows(run, x.config.StopAtError)
	} else {
		x.longest = max(x.longest, run.Conditions.Len())
		x.cutter.observe(run, made.Request.Record)
		run.Reached = goal != nil && trace.Reaches(run, goal)
		made.Spare = x.cutter.spares()
	}
	if !run.Lean() && !run.Whole() {
		x.counts.Cut++
		made.Repeat = run.Novel || run.Reached
	}
	if err := x.config.Observe(made); err != nil {
		return err
	}
	if made.Repeat {
		x.counts.Repeated++
		x.cutter.repeat(run)
	}
	return nil
}

// lose replaces a run whose trace cannot be true with a lost run.
func (x *Executor) lose(made *Made) error {
	*made.Run = execution.Lost()
	made.Run.Garbled = true
	return x.config.Lost(made)
}

// discard counts a garbled run, at which nobody looks any more, and has the target replace the processes that made it.
func (x *Executor) discard(run *execution.Run) error {
	x.counts.Garbled++
	reached := run.Reached
	*run = execution.Lost()
	run.Reached = reached
	return x.config.Target.Discard()
}
