// Command bench measures executions per CPU second of the whole process tree on whole programs, all ways in one run, so
// that only their ratios matter: a process of its own for each run, the fork server, persistent runs, and the whole
// engine. It prints one JSON line a measurement and then a table.
//
//	bench [-seconds S] PROGRAM.c ...
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/build"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/target"
	"fizzer/libfizzer"
	"fizzer/testcomp/task"
)

// measurement is one line of the result.
type measurement struct {
	Program            string  `json:"program"`
	Way                string  `json:"way"`
	Executions         uint64  `json:"executions"`
	CPUSeconds         float64 `json:"cpu_seconds"`
	PerCPUSecond       float64 `json:"executions_per_cpu_second"`
	ConditionsPerRun   float64 `json:"conditions_per_run"`
	TimesProcessPerRun float64 `json:"times_process_per_run"`
	Machine            string  `json:"machine"`
	Seed               uint64  `json:"seed"`
	conditions         uint64
}

const seed = 1

func main() {
	seconds := flag.Float64("seconds", 3, "CPU seconds of each measurement")
	flag.Parse()
	if err := run(os.Stdout, flag.Args(), time.Duration(*seconds*float64(time.Second))); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, programs []string, duration time.Duration) error {
	var all []measurement
	for _, program := range programs {
		measured, err := measure(program, duration)
		if err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
		for _, m := range measured {
			line, err := json.Marshal(m)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\n", line)
		}
		all = append(all, measured...)
	}
	return table(w, all)
}

func table(w io.Writer, all []measurement) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "program\tway\tconditions a run\texecutions a CPU second\ttimes\t")
	for _, m := range all {
		fmt.Fprintf(t, "%s\t%s\t%.0f\t%.0f\t%.1f\t\n", m.Program, m.Way, m.ConditionsPerRun, m.PerCPUSecond, m.TimesProcessPerRun)
	}
	return t.Flush()
}

// measure builds the program and measures each way for the CPU time.
func measure(program string, duration time.Duration) ([]measurement, error) {
	scratch, err := os.MkdirTemp("", "fizzer-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	t, err := task.Read(program)
	if err != nil {
		return nil, err
	}
	options, err := campaign.BuildOptions(t, filepath.Join(scratch, "build"))
	if err != nil {
		return nil, err
	}
	built, err := build.Build(context.Background(), options)
	if err != nil {
		return nil, err
	}
	b := bench{built: built, scratch: scratch, duration: duration}
	ways := []struct {
		name string
		run  func(*measurement) error
	}{
		{"process per run", b.processPerRun},
		{"fork server", func(m *measurement) error { return b.batches(m, false) }},
		{"persistent, batches", func(m *measurement) error { return b.batches(m, true) }},
		{"whole engine", b.engine},
	}
	var all []measurement
	for _, way := range ways {
		m := measurement{Program: filepath.Base(program), Way: way.name, Seed: seed, Machine: fmt.Sprintf("%s, %d processors", runtime.GOARCH, runtime.NumCPU())}
		if err := way.run(&m); err != nil {
			return nil, fmt.Errorf("%s: %w", way.name, err)
		}
		m.PerCPUSecond = float64(m.Executions) / m.CPUSeconds
		if m.Executions > 0 {
			m.ConditionsPerRun = float64(m.conditions) / float64(m.Executions)
		}
		m.TimesProcessPerRun = m.PerCPUSecond
		if len(all) > 0 {
			m.TimesProcessPerRun /= all[0].PerCPUSecond
		} else {
			m.TimesProcessPerRun = 1
		}
		all = append(all, m)
	}
	return all, nil
}

type bench struct {
	built    *build.Target
	scratch  string
	duration time.Duration
}

// targetOptions are the same for all ways.
func (b *bench) targetOptions(meter *budget.Meter, persistent bool) target.Options {
	return target.Options{
		Executable: b.built.Executable, Scratch: b.scratch, MemoryBytes: 1 << 30, FileBytes: 1 << 20,
		Limits: engine.DefaultLimits(), Persistent: persistent, Started: meter.Started,
		Ended: func(pid int, _ time.Duration) { meter.Ended(pid) },
	}
}

// inputs are random bytes of half of the limit, the same for all ways.
func inputs(count int) [][]byte {
	random := rand.New(rand.NewPCG(seed, seed))
	all := make([][]byte, count)
	for i := range all {
		all[i] = make([]byte, engine.DefaultLimits().InputBytes/2)
		for j := range all[i] {
			all[i][j] = byte(random.Uint32())
		}
	}
	return all
}

// until calls step, which returns the runs that it made, until the CPU time is used.
func (b *bench) until(m *measurement, meter *budget.Meter, step func() ([]execution.Run, error)) error {
	start := meter.CPU()
	for meter.CPU()-start < b.duration {
		runs, err := step()
		if err != nil {
			return err
		}
		for i := range runs {
			m.conditions += uint64(len(runs[i].Conditions))
		}
		m.Executions += uint64(len(runs))
	}
	m.CPUSeconds = (meter.CPU() - start).Seconds()
	return nil
}

func (b *bench) processPerRun(m *measurement) error {
	meter := budget.NewMeter()
	all := inputs(64)
	n := 0
	return b.until(m, meter, func() ([]execution.Run, error) {
		process, err := target.Start(context.Background(), b.targetOptions(meter, false))
		if err != nil {
			return nil, err
		}
		n++
		runs, err := process.Execute(context.Background(), &execution.Batch{Inputs: all[n%64 : n%64+1], Limits: engine.DefaultLimits()})
		conditions := make([]execution.Run, len(runs))
		for i := range runs {
			conditions[i].Conditions = append(conditions[i].Conditions, runs[i].Conditions...)
		}
		if closing := process.Close(); err == nil {
			err = closing
		}
		return conditions, err
	})
}

func (b *bench) batches(m *measurement, persistent bool) error {
	meter := budget.NewMeter()
	process, err := target.Start(context.Background(), b.targetOptions(meter, persistent))
	if err != nil {
		return err
	}
	defer process.Close()
	batch := &execution.Batch{Inputs: inputs(64), Limits: engine.DefaultLimits()}
	err = b.until(m, meter, func() ([]execution.Run, error) { return process.Execute(context.Background(), batch) })
	if persistent && !process.Persistent() {
		m.Way += " (fell back to forking)"
	}
	return err
}

// cpuBudget ends the engine after CPU time.
type cpuBudget struct {
	meter *budget.Meter
	end   time.Duration
}

// Done implements engine.Budget.
func (c cpuBudget) Done(uint64) (string, bool) { return "cpu-time", c.meter.CPU() >= c.end }

func (b *bench) engine(m *measurement) error {
	meter := budget.NewMeter()
	persistent, _ := target.ModeFor(b.built.Locations.Externals, libfizzer.Replaced)
	process, err := target.Start(context.Background(), b.targetOptions(meter, persistent))
	if err != nil {
		return err
	}
	defer process.Close()
	counter := &counter{Target: process}
	start := meter.CPU()
	e, err := engine.New(engine.Config{Target: counter, Locations: b.built.Locations, Seed: seed, Budget: cpuBudget{meter, start + b.duration}})
	if err != nil {
		return err
	}
	summary, err := e.Run(context.Background())
	m.Executions, m.conditions = summary.Executions, counter.conditions
	m.CPUSeconds = (meter.CPU() - start).Seconds()
	if summary.Complete {
		m.Way += " (until nothing was left)"
	}
	return err
}

// counter counts the conditions of the runs that pass through it.
type counter struct {
	execution.Target
	conditions uint64
}

// Execute implements execution.Target.
func (c *counter) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	runs, err := c.Target.Execute(ctx, batch)
	for i := range runs {
		c.conditions += uint64(len(runs[i].Conditions))
	}
	return runs, err
}
