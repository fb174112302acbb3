// Command growth measures the cost of the engine's own work as the execution tree grows: CPU time per execution and
// per condition, and memory per node of the tree. The program is a function in closed form that is never covered
// completely, so that the search goes on; its own time is measured separately and subtracted. Threads of the
// garbage collector are not counted.
//
//	growth [-nodes N] [-output FILE.svg]
//
// It prints one JSON line each time the tree has grown by half and writes a plot.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
)

// measurement is one line of the result: means over the executions since the previous line.
type measurement struct {
	Nodes                 int     `json:"nodes"`
	Executions            uint64  `json:"executions"`
	ConditionsPerRun      float64 `json:"conditions_per_execution"`
	EngineMicroseconds    float64 `json:"engine_microseconds_per_execution"`
	EngineNanosecondsEach float64 `json:"engine_nanoseconds_per_condition"`
	BytesPerNode          float64 `json:"bytes_per_node"` // of all parts of the tree
}

const (
	seed   = 1
	rounds = 250     // of the program's loop, four conditions each
	start  = 100_000 // nodes at the first line
	growth = 1.5     // of the nodes between two lines
)

func main() {
	nodes := flag.Int("nodes", 10_000_000, "number of nodes at which the tree stops growing")
	output := flag.String("output", "growth.svg", "file that gets the plot")
	flag.Parse()
	if err := run(os.Stdout, *nodes, *output); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, nodes int, output string) error {
	all, err := measure(w, nodes)
	if err != nil {
		return err
	}
	return os.WriteFile(output, plot(all), 0o644)
}

// program reads a byte in each round. The number of small bytes decides a comparison that never holds.
func program(m *faketarget.Machine) {
	small, last := int64(0), int64(0)
	for i := int64(0); m.Compare(0, i, rounds); i++ {
		c := int64(m.Char())
		if m.Compare(1, c, 10) {
			small++
		}
		m.Compare(2, c-last, 3)
		m.Compare(3, small, rounds+1)
		last = c
	}
}

// timed is a target whose CPU time and conditions are counted.
type timed struct {
	execution.Target
	used       time.Duration
	conditions uint64
}

// Execute implements execution.Target.
func (t *timed) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	before := threadTime()
	runs, err := t.Target.Execute(ctx, batch)
	t.used += threadTime() - before
	for i := range runs {
		t.conditions += uint64(runs[i].Evaluated())
	}
	return runs, err
}

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &usage); err != nil {
		panic("getrusage with valid arguments failed: " + err.Error())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// meter is a budget that ends when the tree has enough nodes, and takes measurements on the way.
type meter struct {
	engine  *engine.Engine
	target  *timed
	nodes   int
	next    float64
	last    state
	write   func(measurement) error
	failure error
}

// state is what is counted.
type state struct {
	executions, conditions uint64
	own                    time.Duration
}

// Done implements engine.Budget.
func (m *meter) Done(executions uint64) (string, bool) {
	size := m.engine.Snapshot().Tree
	if float64(size.Nodes) < m.next {
		return "", false
	}
	now := state{executions, m.target.conditions, threadTime() - m.target.used}
	runs, conditions, own := float64(now.executions-m.last.executions), float64(now.conditions-m.last.conditions), now.own-m.last.own
	m.failure = m.write(measurement{
		Nodes: size.Nodes, Executions: executions, ConditionsPerRun: conditions / runs,
		EngineMicroseconds: own.Seconds() * 1e6 / runs, EngineNanosecondsEach: own.Seconds() * 1e9 / conditions,
		BytesPerNode: float64(size.Bytes) / float64(size.Nodes),
	})
	m.last, m.next = now, m.next*growth
	return "the tree is large enough", m.failure != nil || size.Nodes >= m.nodes
}

// measure runs the engine and writes each measurement as a line.
func measure(w io.Writer, nodes int) ([]measurement, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all []measurement
	encoder := json.NewEncoder(w)
	fake := faketarget.New(faketarget.Integers("slt", "slt", "eq", "eq"), program)
	m := &meter{target: &timed{Target: fake}, nodes: nodes, next: start}
	m.write = func(line measurement) error {
		all = append(all, line)
		return encoder.Encode(line)
	}
	var err error
	m.engine, err = engine.New(engine.Config{
		Target: m.target, Locations: fake.Table(), Seed: seed, Budget: m,
		Tree:    tree.Config{Bytes: 1 << 33}, // nothing is pruned
		Without: []string{engine.StepStates}, // all runs are of the same length
	})
	if err != nil {
		return nil, err
	}
	m.last.own = threadTime()
	if _, err = m.engine.Run(context.Background()); err == nil {
		err = m.failure
	}
	return all, err
}
