package runner

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// repeat runs the batch b.N times in a target of its own.
func repeat(b *testing.B, executable string, persistent bool, batch *execution.Batch) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p, err := Start(context.Background(), Options{
		Executable: executable, Scratch: b.TempDir(), MemoryBytes: 1 << 30, FileBytes: 1 << 20, Limits: batch.Limits, Persistent: persistent,
		OneCore: true,
	})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	execute := func() {
		if _, err := p.Execute(context.Background(), batch); err != nil {
			b.Fatal(err)
		}
	}
	for range 64 { // many of the first batches are sampled
		execute()
	}
	for b.Loop() {
		execute()
	}
	if p.Persistent() != persistent {
		b.Error("fell back")
	}
}

// The cost of the hand-over, with an almost empty run, by the number of inputs in a batch and by mode.
func BenchmarkHandOver(b *testing.B) {
	executable := compile(b, 64)
	for _, count := range []int{1, 8, 64} {
		for _, persistent := range []bool{false, true} {
			batch := &execution.Batch{Limits: limits}
			for range count {
				batch.Inputs = append(batch.Inputs, []byte{0})
			}
			b.Run(fmt.Sprintf("inputs=%d/persistent=%v", count, persistent), func(b *testing.B) {
				repeat(b, executable, persistent, batch)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/run")
			})
		}
	}
}

// The cost of a condition must not depend on the length of the trace.
func BenchmarkTraceLength(b *testing.B) {
	executable := compile(b, 64)
	for _, conditions := range []uint32{1_000, 10_000, 100_000, 1_000_000} {
		long := limits
		long.Conditions, long.Milliseconds = conditions, 20_000
		b.Run(fmt.Sprint("conditions=", conditions), func(b *testing.B) {
			repeat(b, executable, true, &execution.Batch{Inputs: [][]byte{{10}}, Limits: long})
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(conditions), "ns/condition")
		})
	}
}

// Two megabytes of variables of which a run writes 27 pages, compared with a program with a few bytes: only what was written is
// restored.
func BenchmarkVariables(b *testing.B) {
	for _, program := range []string{"large", "variables"} {
		built := buildTarget(b, "testdata/state/"+program+".c", 64)
		b.Run(program, func(b *testing.B) {
			repeat(b, built.Executable, true, &execution.Batch{Inputs: [][]byte{{0}}, Limits: stateLimits})
		})
	}
}

// The cost of copying and checking a batch of small runs.
func BenchmarkTake(b *testing.B) {
	memory, err := newSharedMemory(capacityFor(limits, 0, false))
	if err != nil {
		b.Fatal(err)
	}
	defer memory.close()
	const runs = 64
	batch := &execution.Batch{Inputs: make([][]byte, runs), Limits: limits}
	memory.put(batch, batch.Inputs, layout.ModePersistent, false)
	for i := range memory.results[:runs] {
		n := uint32(i)
		memory.results[i] = layout.Result{FirstCondition: 10 * n, ConditionCount: 10, FirstRead: 2 * n, ReadCount: 2, FirstByte: 8 * n,
			ByteCount: 8, Ending: uint32(layout.EndingNormal)}
	}
	memory.control.Completed, memory.control.BatchEnding = runs, uint32(layout.BatchEndingComplete)
	var taken []execution.Run
	for b.Loop() {
		var usable bool
		if taken, usable = memory.take(taken[:0], true); !usable || len(taken) != runs {
			b.Fatal(len(taken))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/runs, "ns/run")
}
