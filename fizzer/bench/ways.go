package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer"
	"fizzer/testcomp/task"
)

// Names of the ways, as in the table.
const (
	wayNative        = "the program alone in a loop"
	wayProcess       = "process per run"
	wayForkServer    = "fork server"
	wayOne           = "persistent (one input a hand-over)"
	wayBatches       = "persistent (batches)"
	wayCut           = "persistent and cut (batches)"
	wayLeanTail      = "persistent and cut with lean tails (batches)"
	wayLean          = "persistent lean form (batches)"
	wayEngine        = "whole engine"
	wayTwoJobs       = "whole engine (2 jobs)"
	wayAFL           = "AFL++ (fork server)"
	wayAFLPersistent = "AFL++ (persistent)"
	wayLibFuzzer     = "libFuzzer"
)

// way is one way of running a program. It fills in executions, conditions where it knows them, CPU time and wall time.
type way struct {
	name string
	run  func(*measurement) error
}

func waysOf(b *bench) []way {
	return []way{
		{wayNative, b.native},
		{wayProcess, b.processPerRun},
		{wayForkServer, func(m *measurement) error { return b.batches(m, false, b.batch) }},
		{wayOne, func(m *measurement) error { return b.batches(m, true, 1) }},
		{wayBatches, func(m *measurement) error { return b.batches(m, true, b.batch) }},
		{wayCut, func(m *measurement) error { return b.inPart(m, execution.LeanNone) }},
		{wayLeanTail, func(m *measurement) error { return b.inPart(m, execution.LeanTail) }},
		{wayLean, func(m *measurement) error { return b.inPart(m, execution.LeanAll) }},
		{wayEngine, func(m *measurement) error { return b.engine(m, 1) }},
		{wayTwoJobs, func(m *measurement) error { return b.engine(m, 2) }},
		{wayAFL, func(m *measurement) error { return b.afl(m, false) }},
		{wayAFLPersistent, func(m *measurement) error { return b.afl(m, true) }},
		{wayLibFuzzer, b.libFuzzer},
	}
}

const (
	seed       = 1
	inputCount = 64  // inputs that the ways without a search run in turn
	inputBytes = 128 // of each of them
	records    = 1 << 17
)

// limits let every run be recorded whole.
func limits() execution.Limits {
	l := engine.DefaultLimits()
	l.Conditions, l.Steps, l.Milliseconds = 1<<18, 1<<22, 60_000
	return l
}

// bench is one program, built for all ways.
type bench struct {
	program  string
	built    *toolchain.Target
	scratch  string
	work     string // of our targets
	duration time.Duration
	inputs   [][]byte
	batch    int // inputs per hand-over
}

func newBench(program string, duration time.Duration) (*bench, error) {
	scratch, err := os.MkdirTemp("", "fizzer-bench-")
	if err != nil {
		return nil, err
	}
	program, err = filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	t, err := task.Read(program)
	if err != nil {
		return nil, err
	}
	options, err := toolchain.OptionsFor(context.Background(), t, filepath.Join(scratch, "build"))
	if err != nil {
		return nil, err
	}
	options.Long = true // as before a competition run
	built, err := toolchain.Build(context.Background(), options)
	if err != nil {
		return nil, err
	}
	work := filepath.Join(scratch, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		return nil, err
	}
	b := &bench{program: program, built: built, scratch: scratch, work: work, duration: duration, inputs: inputs()}
	b.batch, err = b.batchSize()
	return b, err
}

// inputs are random bytes, the same for all ways that do not search.
func inputs() [][]byte {
	random := rand.New(rand.NewPCG(seed, seed))
	all := make([][]byte, inputCount)
	for i := range all {
		all[i] = make([]byte, inputBytes)
		for j := range all[i] {
			all[i][j] = byte(random.Uint32())
		}
	}
	return all
}

// batchSize returns how many runs leave as many records as the engine wants in one batch.
func (b *bench) batchSize() (int, error) {
	process, err := runner.Start(context.Background(), b.targetOptions(budget.NewMeter(), false))
	if err != nil {
		return 0, err
	}
	defer process.Close()
	runs, err := process.Execute(context.Background(), &execution.Batch{Inputs: b.inputs[:1], Limits: limits()})
	if err != nil {
		return 0, err
	}
	return max(1, min(inputCount, records/max(runs[0].Conditions.Len(), 1))), nil
}

// measure makes one measurement; meanwhile this process has no other children.
func (b *bench) measure(w way, round int) (measurement, error) {
	m := measurement{
		Program: strings.TrimSuffix(filepath.Base(b.program), filepath.Ext(b.program)), Way: w.name, Round: round,
		Seed: seed, Machine: machine(), Commit: commit(),
	}
	debug.FreeOSMemory() // this measurement must not pay for what the previous one left behind
	err := w.run(&m)
	m.finish()
	return m, err
}

// stopwatch measures this process and all its children, which must have ended when it is stopped.
type stopwatch struct {
	meter *budget.Meter
	cpu   time.Duration
	wall  time.Time
}

func startStopwatch() stopwatch {
	meter := budget.NewMeter()
	return stopwatch{meter, meter.CPU(), time.Now()}
}

func (s stopwatch) stop() (cpuSeconds, wallSeconds float64) {
	return (s.meter.CPU() - s.cpu).Seconds(), time.Since(s.wall).Seconds()
}

// reapOrphans waits for processes that ended processes have left to us, so that their CPU time is counted.
func reapOrphans() {
	for {
		if _, err := unix.Wait4(-1, nil, 0, nil); err != nil && err != unix.EINTR {
			return
		}
	}
}

// targetOptions are the same for all of our ways.
func (b *bench) targetOptions(meter *budget.Meter, persistent bool) runner.Options {
	return runner.Options{
		Executable: b.built.Executable, Scratch: b.work, MemoryBytes: 1 << 30, FileBytes: 1 << 20,
		Limits: limits(), Locations: len(b.built.Locations.Conditions), Persistent: persistent, Started: meter.Started,
		Ended: meter.Ended,
	}
}

// checks is about the least number of times that a measurement asks the clock of all processes: asking costs system
// calls.
const checks = 100

// until calls step, which returns the number of runs that it made, at least once and until the CPU time is used up.
func (b *bench) until(m *measurement, meter *budget.Meter, step func() ([]execution.Run, error)) error {
	start, began := meter.CPU(), time.Now()
	next := began
	for {
		runs, err := step()
		if err != nil {
			return err
		}
		for i := range runs {
			m.conditions += uint64(runs[i].Evaluated())
		}
		m.Executions += uint64(len(runs))
		if now := time.Now(); now.After(next) {
			if meter.CPU()-start >= b.duration {
				break
			}
			next = now.Add(b.duration / checks)
		}
	}
	m.CPUSeconds, m.WallSeconds = (meter.CPU() - start).Seconds(), time.Since(began).Seconds()
	return nil
}

func (b *bench) processPerRun(m *measurement) error {
	meter := budget.NewMeter()
	n := 0
	return b.until(m, meter, func() ([]execution.Run, error) {
		process, err := runner.Start(context.Background(), b.targetOptions(meter, false))
		if err != nil {
			return nil, err
		}
		n++
		runs, err := process.Execute(context.Background(), &execution.Batch{Inputs: b.inputs[n%inputCount : n%inputCount+1], Limits: limits()})
		counts := make([]execution.Run, len(runs))
		for i := range runs {
			m.conditions += uint64(runs[i].Evaluated())
		}
		if closing := process.Close(); err == nil {
			err = closing
		}
		return counts, err
	})
}

// batches hands over the inputs again and again, that many at once.
func (b *bench) batches(m *measurement, persistent bool, size int) error {
	meter := budget.NewMeter()
	return b.handOver(m, meter, b.targetOptions(meter, persistent), &execution.Batch{Limits: limits()}, size)
}

// inPart does the same where everything is covered and the runs are recorded in part, or not at all by the lean form.
func (b *bench) inPart(m *measurement, form execution.LeanPart) error {
	meter := budget.NewMeter()
	options := b.targetOptions(meter, true)
	if form != execution.LeanNone {
		options.Lean = true
		var err error
		if options.Executable, err = b.built.Lean(context.Background(), nil, nil); err != nil {
			return err
		}
	}
	covered := execution.NewCoverage(options.Locations)
	for i := range covered.Directions {
		covered.Directions[i] = math.MaxUint32
	}
	for i := range covered.Contexts {
		covered.Contexts[i] = math.MaxUint32
	}
	batch := &execution.Batch{Limits: limits(), Cut: &execution.Cut{After: 1, Covered: covered}, Lean: form}
	return b.handOver(m, meter, options, batch, inputCount)
}

// handOver hands over the inputs again and again in such batches.
func (b *bench) handOver(m *measurement, meter *budget.Meter, options runner.Options, batch *execution.Batch, size int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	options.OneCore = true
	process, err := runner.Start(context.Background(), options)
	if err != nil {
		return err
	}
	defer process.Close()
	next := 0
	err = b.until(m, meter, func() ([]execution.Run, error) {
		batch.Inputs = b.inputs[next:min(next+size, inputCount)]
		next = (next + len(batch.Inputs)) % inputCount
		return process.Execute(context.Background(), batch)
	})
	if options.Persistent && !process.Persistent() {
		m.Note = "fell back to forking"
	}
	return err
}

// cpuBudget ends the engine after some CPU time.
type cpuBudget struct {
	meter *budget.Meter
	end   time.Duration
	every time.Duration
	next  time.Time
}

// Done implements engine.Budget. The first runs are always made.
func (c *cpuBudget) Done(executions uint64) (string, bool) {
	now := time.Now()
	if executions == 0 || now.Before(c.next) {
		return "", false
	}
	c.next = now.Add(c.every)
	return "cpu-time", c.meter.CPU() >= c.end
}

func (b *bench) engine(m *measurement, jobs int) error {
	meter := budget.NewMeter()
	persistent, because := runner.ModeFor(b.built.Locations.Externals, libfizzer.Replaced)
	if !persistent {
		m.Note = "forked for " + because
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lean, err := b.built.Lean(context.Background(), nil, nil) // in a run the search builds it
	if err != nil {
		return err
	}
	var counters []*counter
	for range jobs {
		options := b.targetOptions(meter, persistent)
		options.OneCore = true
		process, err := runner.Start(context.Background(), options)
		if err != nil {
			return err
		}
		defer process.Close()
		process.UseLean(lean)
		counters = append(counters, &counter{Process: process})
	}
	var targets []execution.Target
	for _, c := range counters {
		targets = append(targets, c)
	}
	start, own, began := meter.CPU(), ownCPU(), time.Now()
	e, err := crew.New(engine.Config{
		Locations: b.built.Locations, Seed: seed, Limits: limits(),
		Budget: &cpuBudget{meter: meter, end: start + time.Duration(jobs)*b.duration, every: b.duration / checks}, // the same wall time for all
	}, targets)
	if err != nil {
		return err
	}
	summary, err := e.Run(context.Background())
	m.Executions, m.Covered = summary.Executions, summary.Tree.CoveredDirections
	for _, c := range counters {
		m.conditions += c.conditions
	}
	m.CPUSeconds, m.WallSeconds = (meter.CPU() - start).Seconds(), time.Since(began).Seconds()
	m.EngineShare = (ownCPU() - own).Seconds() / m.CPUSeconds
	if summary.Complete {
		m.Note = "until nothing was left"
	}
	return err
}

// ownCPU returns the CPU time of this process alone.
func ownCPU() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(fmt.Sprintf("getrusage with valid arguments failed: %v", err))
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// counter counts the conditions of the runs that pass through it.
type counter struct {
	*runner.Process
	conditions uint64
}

// Execute implements execution.Target.
func (c *counter) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	runs, err := c.Process.Execute(ctx, batch)
	for i := range runs {
		c.conditions += uint64(runs[i].Evaluated())
	}
	return runs, err
}
