// Package budget says when a run has to end: by the CPU time of all its processes, by wall time or by executions.
package budget

import (
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// Meter measures the CPU time of this process, of its ended children, and of those running children that it was told
// of.
type Meter struct {
	mutex   sync.Mutex
	running map[int]bool  // process ids of children that still run
	seen    time.Duration // the greatest time measured
	at      time.Time     // when it was measured last
}

// NewMeter returns a meter that knows no running children yet.
func NewMeter() *Meter { return &Meter{running: map[int]bool{}} }

// Started counts the process from now on; it must be a child of this process.
func (m *Meter) Started(pid int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.running[pid] = true
}

// Ended stops counting the process itself: its parent has waited for it, so the kernel counts it among the ended
// children.
func (m *Meter) Ended(pid int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.running, pid)
}

// fresh is how long a measured time serves all who ask: several of them ask at the same moment.
const fresh = time.Millisecond

// CPU returns the CPU time used so far, as it was at most a millisecond ago. It never falls, even if processes are killed before anybody
// waits for them, so that the kernel forgets their time. It costs two system calls and some files of /proc for each running child and
// each of its descendants: some hundred microseconds while the target, the compilers and the replay have their sandboxes.
func (m *Meter) CPU() time.Duration {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if time.Since(m.at) < fresh {
		return m.seen
	}
	total := usage(unix.RUSAGE_SELF) + usage(unix.RUSAGE_CHILDREN)
	for pid := range m.running {
		total += sandbox.CPU(pid)
	}
	m.seen, m.at = max(m.seen, total), time.Now()
	return m.seen
}

func usage(who int) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		panic("getrusage with valid arguments failed: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ThreadTime returns the CPU time that the calling thread has used so far. It costs a system call. A goroutine that compares two of
// them has to stay on its thread.
func ThreadTime() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		panic("clock_gettime with valid arguments failed: " + err.Error())
	}
	return time.Duration(used.Nano())
}

// Budget is the smallest of several limits. Zero means no limit.
type Budget struct {
	CPU        time.Duration        // of all processes since the start of this process
	Wall       time.Duration        // since Start
	Ahead      func() time.Duration // by how much sooner the wall time ends, as things are now; nil: not
	Executions uint64
	Start      time.Time
	Meter      *Meter
	Clock      func() time.Time
}

// Reasons why a run has to end.
const (
	ReasonExecutions = "executions"
	ReasonWall       = "wall-time"
	ReasonCPU        = "cpu-time"
	ReasonSignal     = "signal" // the user's wish, which is like a limit that is reached
)

func (b *Budget) wallLeft() time.Duration {
	left := b.Wall - b.Clock().Sub(b.Start)
	if b.Ahead != nil {
		left -= b.Ahead()
	}
	return left
}

// Pause returns for how long no limit of time can be reached: wall time cannot pass faster than it does, and CPU time no faster than all
// processors together use it. Of that it returns an eighth, since the last reading may be some time old, between least and most.
func (b *Budget) Pause(least, most time.Duration) time.Duration {
	pause := 8 * most
	if b.Wall > 0 {
		pause = min(pause, b.wallLeft())
	}
	if b.CPU > 0 {
		pause = min(pause, (b.CPU-b.Meter.CPU())/time.Duration(runtime.NumCPU()))
	}
	return max(pause/8, least)
}

// Done returns the reason why the run has to end, or "" if it can go on. executions is the number made so far. With a limit of CPU time a
// call may cost as much as Meter.CPU, so do not ask before every execution.
func (b *Budget) Done(executions uint64) string {
	switch {
	case b.Executions > 0 && executions >= b.Executions:
		return ReasonExecutions
	case b.Wall > 0 && b.wallLeft() <= 0:
		return ReasonWall
	case b.CPU > 0 && b.Meter.CPU() >= b.CPU:
		return ReasonCPU
	}
	return ""
}
