package runner

import (
	"context"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// Results that a target can leave are taken. A number that it cannot leave makes the first run that it concerns garbled.
func TestForgedAnswers(t *testing.T) {
	type forge func(m *sharedMemory, r []layout.Result)
	ending := func(e layout.BatchEnding) forge {
		return func(m *sharedMemory, _ []layout.Result) { m.control.BatchEnding = uint32(e) }
	}
	completed := func(n uint32) forge {
		return func(m *sharedMemory, _ []layout.Result) { m.control.Completed = n }
	}
	tests := []struct {
		name   string
		taken  int // runs that are not garbled
		usable bool
		forge  forge
	}{
		{"nothing", 3, true, func(*sharedMemory, []layout.Result) {}},
		{"outside the memory", 1, false, func(_ *sharedMemory, r []layout.Result) { r[1].ConditionCount = 0xfffffff0 }},
		{"a gap between conditions", 2, false, func(_ *sharedMemory, r []layout.Result) { r[2].FirstCondition++ }},
		{"a gap between reads", 1, false, func(_ *sharedMemory, r []layout.Result) { r[1].FirstRead++ }},
		{"bytes of another run", 2, false, func(_ *sharedMemory, r []layout.Result) { r[2].FirstByte = 0 }},
		{"beyond the limit of conditions", 1, false, func(_ *sharedMemory, r []layout.Result) { r[1].ConditionCount = limits.Conditions + 1 }},
		{"beyond the limit of bytes", 1, false, func(_ *sharedMemory, r []layout.Result) { r[1].ByteCount = limits.InputBytes + 1 }},
		{"more values than bytes", 1, false, func(_ *sharedMemory, r []layout.Result) { r[1].ReadCount = 9 }},
		{"unrecorded conditions of a whole run", 0, false, func(_ *sharedMemory, r []layout.Result) { r[0].Unrecorded = 1 }},
		{"no ending", 2, false, func(_ *sharedMemory, r []layout.Result) { r[2].Ending = 0 }},
		{"an ending that does not exist", 2, false, func(_ *sharedMemory, r []layout.Result) { r[2].Ending = uint32(layout.EndingLost) + 1 }},
		{"a signal that does not exist", 2, false, func(_ *sharedMemory, r []layout.Result) {
			r[2].Ending, r[2].Detail = uint32(layout.EndingCrashed), maxSignal+1
		}},
		{"an exit status of any size", 3, true, func(_ *sharedMemory, r []layout.Result) { r[2].Detail = 0xffffffff }},
		{"an error behind the limit", 2, false, func(_ *sharedMemory, r []layout.Result) { r[2].ErrorInputBytes = limits.InputBytes + 1 }},
		{"more runs than inputs", 2, false, completed(4)},
		{"fewer runs than a whole batch", 2, false, completed(2)},
		{"no end of the batch", 2, false, ending(layout.BatchEndingNone)},
		{"an end that does not exist", 2, false, ending(77)},
		{"a goal that nobody set", 2, false, ending(layout.BatchEndingGoalReached)},
		{"no space for a whole batch", 2, false, ending(layout.BatchEndingNoSpace)},
		{"a racing heartbeat", 2, false, func(m *sharedMemory, _ []layout.Result) { m.control.Heartbeat += 1000 }},
	}
	for _, test := range tests {
		memory, err := newSharedMemory(capacityFor(limits, 0, false))
		if err != nil {
			t.Fatal(err)
		}
		memory.put(&execution.Batch{Limits: limits}, make([][]byte, 3), layout.ModePersistent, false)
		for i := range memory.results[:3] {
			n := uint32(i)
			memory.results[i] = layout.Result{FirstCondition: 5 * n, ConditionCount: 5, FirstRead: n, ReadCount: 1, FirstByte: 8 * n, ByteCount: 8,
				Ending: uint32(layout.EndingNormal)}
		}
		memory.control.Completed, memory.control.BatchEnding = 3, uint32(layout.BatchEndingComplete)
		test.forge(memory, memory.results[:3])
		runs, usable := memory.take(nil, true)
		taken := 0
		for _, r := range runs {
			if !r.Garbled {
				taken++
			}
		}
		if taken != test.taken || usable != test.usable || len(runs) > 3 || !usable && !runs[len(runs)-1].Garbled {
			t.Errorf("%s: %d runs of %d taken, usable %v", test.name, taken, len(runs), usable)
		}
		if err := memory.close(); err != nil {
			t.Error(err)
		}
	}
}

// A run that was not made has no result, whatever an earlier batch left there.
func TestOldResultsAreNotTaken(t *testing.T) {
	memory, err := newSharedMemory(capacityFor(limits, 0, false))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.close()
	for i := range memory.results {
		memory.results[i].Ending = uint32(layout.EndingNormal)
	}
	memory.put(&execution.Batch{Limits: limits}, make([][]byte, 2), layout.ModePersistent, false)
	memory.control.Completed, memory.control.BatchEnding = 2, uint32(layout.BatchEndingComplete)
	if runs, usable := memory.take(nil, true); usable || len(runs) != 1 || !runs[0].Garbled {
		t.Errorf("%d runs, usable %v", len(runs), usable)
	}
}

// Nobody can change the size of the memory: a reader beyond its end would die.
func TestMemoryIsSealed(t *testing.T) {
	memory, err := newSharedMemory(capacityFor(limits, 0, false))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.close()
	for _, size := range []int64{0, 1 << 40} {
		if err := memory.file.Truncate(size); err == nil {
			t.Errorf("its size became %d", size)
		}
	}
}

// The values of a taken run do not change any more. A new server gets new memory, to which nothing of the old one writes.
func TestAnswersAreCopies(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		run := execute(t, p, []byte{21, 1, 2, 3, 4})[0]
		reads, first := append([]layout.Read(nil), run.Reads...), run.Bytes[0]
		clear(p.server.memory.reads)
		clear(p.server.memory.readBytes)
		clear(p.server.memory.results)
		if run.Bytes[0] != first || run.Reads[1] != reads[1] || run.Ending != layout.EndingNormal {
			t.Errorf("what was taken has changed: %v, %v", run.Reads, run.Bytes)
		}
		old := p.server.memory
		if err := p.Discard(); err != nil {
			t.Fatal(err)
		}
		if p.server.memory == old {
			t.Error("the new server has the old one's memory")
		}
		runs, err := p.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{21, 1, 2, 3, 4}}, Limits: limits, Fill: 85})
		if err != nil || runs[0].Ending != layout.EndingNormal {
			t.Errorf("%v, %v", runs, err)
		}
	})
}
