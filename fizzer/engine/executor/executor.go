// Package executor makes the runs of one engine. It is the only caller of execution.Target.Execute there (a check in folder
// lint): batches, budgets, runs recorded in part and traces that cannot be true are its affair and nobody else's.
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
)

// ErrInterrupted ends a request whose context is done.
var ErrInterrupted = errors.New("interrupted")

// Request is what is to be run.
type Request struct {
	Inputs [][]byte         // one for each run, in order
	Goal   *execution.Goal  // the run that reaches it is the last; nil: all are made
	Limits execution.Limits // of each run
	Fill   byte             // value of bytes read beyond an input
	Follow []uint64         // the path that the inputs are made for (execution.Cut.Follow); none: there is no such path
	Whole  bool             // all conditions are recorded; false: of long runs only a part may be
	Free   bool             // the budget is not asked
}

// Made is one run of a request, valid until the next one is made.
type Made struct {
	*execution.Run
	Request *Request
	Repeat  bool // it was recorded in part and is made again at once, to be recorded whole
}

// Config is what an executor is made of.
type Config struct {
	Target      execution.Target
	BatchSize   int  // inputs handed over at once at most
	Records     int  // conditions that one batch is expected to record at most
	StopAtError bool // reach_error ends a run of the program
	Whole       bool // no run is recorded in part

	Coverage *execution.Coverage // what all runs covered: those recorded in part are looked through for what is not
	Lacking  func() bool         // whether coverage is missing that only a whole trace shows

	Gate    func() error      // asked before each batch; an error ends the request
	Left    func() uint64     // executions that may still be made; nil: any number
	Observe func(*Made) error // sees each run before the requester does; trace.GarbledError says that its trace cannot be true
	Lost    func(*Made) error // sees the lost run that takes the place of one with such a trace
	After   func()            // called when the runs of a hand-over were observed; nil: nobody is
}

// Counts is what an executor did.
type Counts struct {
	Executions uint64 // runs made
	Observed   uint64 // of them, those that Config.Observe saw
	Cut        uint64 // recorded in part
	Repeated   uint64 // of them, those made again and recorded whole
	Garbled    uint64 // runs that left what cannot be true: the program overwrote it. They are executions, and lost
}

// Executor makes runs. Make it with New.
type Executor struct {
	config  Config
	batch   execution.Batch
	running *Request // nil: none
	longest int      // recorded conditions of the longest of the last runs
	cutter  cutter
	counts  Counts
	made    Made // the run of now: no memory is taken for each
}

// New returns an executor that has not run anything.
func New(config Config) *Executor {
	return &Executor{config: config, cutter: cutter{off: config.Whole}, batch: execution.Batch{StopAtError: config.StopAtError}}
}

// Counts returns what was done so far, the run that is observed at the moment included.
func (x *Executor) Counts() Counts { return x.counts }

// Iteration returns the number of runs observed, from 1 for the first one while it is observed.
func (x *Executor) Iteration() uint32 { return uint32(x.counts.Observed) }

// Running returns the request that is being worked on, nil when there is none.
func (x *Executor) Running() *Request { return x.running }

// Do runs the inputs in batches. Each run is observed, then visit sees it. Runs behind one that reaches the goal are not made.
// How many runs the target makes at once does not show: Gate is asked before each batch only.
func (x *Executor) Do(ctx context.Context, r *Request, visit func(index int, run *execution.Run)) error {
	x.running = r
	defer func() { x.running = nil }()
	for done := 0; done < len(r.Inputs); {
		if err := x.mayGoOn(ctx, r); err != nil {
			return err
		}
		end := done + int(min(uint64(x.batchSize(r)), uint64(len(r.Inputs)-done), max(1, x.left(r))))
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

// Try makes the runs of a request, recorded whole and within one hand-over, without observing them.
func (x *Executor) Try(ctx context.Context, r *Request) ([]execution.Run, error) {
	if err := x.mayGoOn(ctx, r); err != nil {
		return nil, err
	}
	x.cutter.partly = false
	return x.execute(ctx, r, r.Inputs, nil, nil)
}

// Keep observes runs that Try made of the request.
func (x *Executor) Keep(r *Request, runs []execution.Run) error {
	x.running = r
	defer func() { x.running = nil }()
	_, err := x.take(r, nil, runs, func(int, *execution.Run) {})
	return err
}

// Forget counts a run that Try made and that is not to be observed.
func (x *Executor) Forget() { x.counts.Executions++ }

func (x *Executor) mayGoOn(ctx context.Context, r *Request) error {
	switch {
	case ctx.Err() != nil:
		return ErrInterrupted
	case r.Free:
		return nil
	}
	return x.config.Gate()
}

// left returns how many executions a request may still make.
func (x *Executor) left(r *Request) uint64 {
	if x.config.Left == nil || r.Free {
		return math.MaxUint64
	}
	return x.config.Left()
}

// minBatch is how many inputs are handed over at once however long their traces are.
const minBatch = 1

// batchSize returns how many inputs are expected to leave no more than the records of a batch.
func (x *Executor) batchSize(r *Request) int {
	room := x.config.Records - min(int(r.Limits.Conditions), x.config.Records/2) // the last run needs room for a full trace
	return max(minBatch, min(x.config.BatchSize, room/max(x.longest, 1)))
}

// part makes the first runs of a batch, the inputs from done to end. It returns their number and whether the last one
// reached the goal.
func (x *Executor) part(ctx context.Context, r *Request, done, end int, visit func(int, *execution.Run)) (made int, reached bool,
	err error) {
	runs, err := x.execute(ctx, r, r.Inputs[done:end], r.Goal, x.cut(r, end-done))
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

// take observes the runs of a batch, up to the first that is garbled: of what the same process did after it nothing
// is to be believed. It returns the runs taken, at least one.
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
		if run.Garbled { // as whoever read its trace found out
			return runs[:i+1], x.discard(run)
		}
	}
	return runs, nil
}

// observe counts a run and shows it to the observer.
func (x *Executor) observe(made *Made, goal *execution.Goal) error {
	run := made.Run
	if run.Garbled { // as the target itself saw, which has replaced its processes
		run.Garbled = false
		x.counts.Garbled++
	}
	x.longest = max(x.longest, run.Conditions.Len())
	x.cutter.observe(run)
	x.counts.Executions++
	x.counts.Observed++
	run.Reached = goal != nil && trace.Reaches(run, goal)
	if !run.Whole() {
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

// lose makes a run whose trace cannot be true a lost one.
func (x *Executor) lose(made *Made) error {
	*made.Run = execution.Lost()
	made.Run.Garbled = true
	return x.config.Lost(made)
}

// discard counts a garbled run, of which nothing is looked at any more, and has the target replaced that left it.
func (x *Executor) discard(run *execution.Run) error {
	x.counts.Garbled++
	reached := run.Reached
	*run = execution.Lost()
	run.Reached = reached
	return x.config.Target.Discard()
}
