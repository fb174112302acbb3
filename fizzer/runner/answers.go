package runner

import (
	"sync/atomic"
	"time"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// This file, server.go (PointerBits) and handover.go (Reply, CommandAsleep) contain all reads of the shared memory. The program may write
// there at any time, also between two reads of the same word. So each word is read once, into memory of our own, and checked there:
//
//   - of the control block: Reply, Heartbeat, Completed, BatchEnding, CommandAsleep (a lie delays the batch by maxWait), and once,
//     before the first run, PointerBits; the rest is for the target only;
//   - the result of each run, copied as a whole;
//   - the values that the run read and their bytes, copied;
//   - its conditions, by execution.Trace, which returns copies. Most are never looked at, because the path of their run is known,
//     and copying them all would cost more than some runs.
//
// If any of these cannot be true, the run is garbled: it counts as lost, and its process is replaced.

// question is what a batch asks of the target.
type question struct {
	count  uint32 // inputs
	begun  uint32 // heartbeat when it was handed over
	limits execution.Limits
	goal   bool // the batch ends with a run that reaches its goal
	cut    bool // runs may be recorded in part
}

// answer holds copies of what runs left. Appending may move it; earlier runs keep their old copies.
type answer struct {
	reads []layout.Read
	bytes []byte
}

// position is where the records of a run begin. They follow those of the run before.
type position struct{ condition, read, byte uint32 }

// maxSignal is the greatest signal number.
const maxSignal = 64

// heartbeat returns a number that changes while the target works on the batch.
func (m *sharedMemory) heartbeat() uint32 { return atomic.LoadUint32(&m.control.Heartbeat) }

// racing tells whether the heartbeat has changed too often within the newest batch. It changes once for each run, twice if a worker
// died in it, and a few times more. A program that makes the target start over again and again would keep it changing for ever.
func (m *sharedMemory) racing() bool { return m.heartbeat()-m.handed.begun > 4*m.handed.count+16 }

// maxBatchTime bounds the time of the newest batch. The target itself ends runs that hang long before.
func (m *sharedMemory) maxBatchTime() time.Duration {
	return time.Duration(m.handed.count+1) * maxSilence(m.handed.limits)
}

// maxSilentCPU bounds the CPU time that all processes in the target's sandbox use without a change of the heartbeat. The watchdog ends a
// run before, unless the program has destroyed it or has started processes that leave the run's own process little time.
func maxSilentCPU(limits execution.Limits) time.Duration {
	return 2*time.Duration(limits.Milliseconds)*time.Millisecond + time.Second/2
}

// maxAsleep bounds the time by the clock for which the target uses no CPU time without a change of the heartbeat.
func maxAsleep(limits execution.Limits) time.Duration {
	return 3*time.Duration(limits.Milliseconds)*time.Millisecond + 2*time.Second
}

// maxSilence bounds the time by the clock without a change of the heartbeat. It is more than the watchdog needs (watchdog.c) for a run
// that has to wait for a processor.
func maxSilence(limits execution.Limits) time.Duration {
	return 30*time.Duration(limits.Milliseconds)*time.Millisecond + 10*time.Second
}

// take appends the runs of the newest batch to runs. If the target has not answered, because it ended or was given up, the run after
// the finished ones is lost. If an answer cannot be true, the first run that it concerns is garbled, and later ones are dropped.
// In both cases, and if the target could make no run, usable is false: the server has to be replaced.
func (m *sharedMemory) take(runs []execution.Run, answered bool) (all []execution.Run, usable bool) {
	completed := atomic.LoadUint32(&m.control.Completed)
	possible := !m.racing() && m.endsWith(completed, layout.BatchEnding(atomic.LoadUint32(&m.control.BatchEnding)))
	start, at := len(runs), position{}
	m.own.reads, m.own.bytes = m.own.reads[:0], m.own.bytes[:0]
	for i := range min(completed, m.handed.count) {
		runs = append(runs, execution.Run{})
		if run := &runs[len(runs)-1]; !m.run(i, &at, run) {
			*run = garbled()
			return runs, false
		}
	}
	made := len(runs) - start
	switch {
	case answered && possible && made > 0:
		return runs, true
	case answered && !possible, m.racing():
		runs = append(runs[:start+min(made, int(m.handed.count)-1)], garbled())
	case made < int(m.handed.count):
		runs = append(runs, execution.Lost())
	}
	return runs, false
}

// garbled returns a lost run whose results cannot be true.
func garbled() execution.Run {
	run := execution.Lost()
	run.Garbled = true
	return run
}

// endsWith tells whether a batch can end this way after that many runs.
func (m *sharedMemory) endsWith(completed uint32, ending layout.BatchEnding) bool {
	switch ending {
	case layout.BatchEndingComplete:
		return completed == m.handed.count
	case layout.BatchEndingGoalReached:
		return completed > 0 && completed <= m.handed.count && m.handed.goal
	case layout.BatchEndingNoSpace:
		return completed < m.handed.count
	}
	return false
}

// Bits of layout.Result.Novel.
const (
	isNovel   = 1 // it took a direction that is not covered
	isLacking = 2 // the lean form alone: it took one that is lacking
)

// run fills run from result number i, whose records begin at at, and moves at to their end. False: the result cannot be true.
func (m *sharedMemory) run(i uint32, at *position, run *execution.Run) bool {
	r := m.results[i]
	conditions, ok1 := window(m.conditions, at.condition, r.ConditionCount)
	reads, ok2 := window(m.reads, at.read, r.ReadCount)
	bytes, ok3 := window(m.readBytes, at.byte, r.ByteCount)
	if r.FirstCondition != at.condition || r.FirstRead != at.read || r.FirstByte != at.byte || !m.possible(&r) || !ok1 || !ok2 || !ok3 {
		return false
	}
	at.condition, at.read, at.byte = at.condition+r.ConditionCount, at.read+r.ReadCount, at.byte+r.ByteCount
	run.Path = r.Path
	run.Conditions = execution.NewTrace(conditions, m.wides)
	run.Reads, run.Bytes = keep(&m.own.reads, reads), keep(&m.own.bytes, bytes)
	run.Ending, run.Detail, run.Call = layout.Ending(r.Ending), r.Detail, r.Call
	run.ErrorReached, run.ErrorInputBytes = r.ErrorReached != 0, r.ErrorInputBytes
	run.State = r.State
	run.Unrecorded, run.Novel, run.Last = r.Unrecorded, r.Novel&isNovel != 0, r.Last
	if r.Novel&isLacking != 0 && execution.Keeps(run.Ending) {
		run.Novel = true
	}
	return true
}

// possible tells whether a run within the limits of the batch can have this result. It does not look at where the records are.
func (m *sharedMemory) possible(r *layout.Result) bool {
	limits := &m.handed.limits
	switch layout.Ending(r.Ending) {
	case layout.EndingNone:
		return false
	case layout.EndingCrashed, layout.EndingAborted:
		if r.Detail > maxSignal {
			return false
		}
	}
	return r.Ending <= uint32(layout.EndingLost) &&
		r.ConditionCount <= limits.Conditions && r.Unrecorded <= limits.Conditions-r.ConditionCount && (r.Unrecorded == 0 || m.handed.cut) &&
		r.ByteCount <= limits.InputBytes && r.ReadCount <= r.ByteCount && r.ErrorInputBytes <= limits.InputBytes
}

// window returns count elements from first on; false: they are not all there.
func window[T any](all []T, first, count uint32) ([]T, bool) {
	if uint64(first)+uint64(count) > uint64(len(all)) {
		return nil, false
	}
	return all[first : first+count : first+count], true
}

// keep appends a copy of part to all and returns it.
func keep[T any](all *[]T, part []T) []T {
	start := len(*all)
	*all = append(*all, part...)
	return (*all)[start:len(*all):len(*all)]
}
