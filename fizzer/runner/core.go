package runner

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// pinnedTime is how long engine and target stay on one processor before the kernel may choose again. It is short, so that two
	// runs of the tool do not share a processor for long while another one is idle.
	pinnedTime = time.Second
	// freeTime is how long the kernel may choose.
	freeTime = 5 * time.Millisecond
)

// core keeps a thread of ours and a target's processes on one processor. They take turns, and waking a process on another processor
// makes the hand-over several times as expensive (decision 001). A nil core does nothing.
type core struct {
	allowed unix.CPUSet // processors that the thread may use
	pinned  bool
	next    time.Time // when pinned changes
	choices uint64    // number of changes
	set     unix.CPUSet
	clock   func() time.Time
	now     time.Time // of the newest turn
	way     way
}

// seat is a target's place on a core.
type seat struct {
	core   *core  // nil: the kernel places the processes
	placed uint64 // core.choices when the present processes were placed
}

// way decides whether thread and target give way to each other, by sched_yield, instead of sleeping until the other one wakes them. That
// halves the system calls of a hand-over. It is right only while both run on one processor, a batch is short, and nobody else wants the
// processor: whoever gives way does so to everybody, and may have to wait for the time slice of each (docs/decisions/052-giving-way.md).
type way struct {
	from   time.Time // they sleep before
	failed int       // successive attempts after which the target had not answered
}

// Picked by hand.
const (
	slowHandOver = time.Millisecond // a hand-over that takes longer is not worth a try
	restFor      = 32               // for so many times the time of a slow hand-over they sleep: 3 % of the time may be lost
	maxFailed    = 4                // attempts that may fail one after the other before they sleep for pinnedTime
)

// note records an attempt that ended now and took so long.
func (w *way) note(answered bool, now time.Time, took time.Duration) {
	if answered {
		w.failed = 0
	} else {
		w.failed++
	}
	switch {
	case took > slowHandOver:
		w.from = now.Add(restFor * took)
	case w.failed >= maxFailed:
		w.failed, w.from = 0, now.Add(pinnedTime)
	}
}

// newCore returns the core for a thread that may use these processors; nil if there is only one.
func newCore(allowed unix.CPUSet) *core {
	if allowed.Count() < 2 {
		return nil
	}
	return &core{allowed: allowed, clock: time.Now}
}

// turn must be called by the thread before each hand-over to the process pid. placed belongs to the process: it is the choice by which it
// was placed.
func (c *core) turn(pid int, placed *uint64) {
	if c == nil {
		return
	}
	c.now = c.clock()
	if now := c.now; !now.Before(c.next) {
		c.choose(now)
	}
	if *placed == c.choices {
		return
	}
	*placed = c.choices
	for _, process := range family(pid) {
		place(process, &c.set)
	}
}

// choose binds the thread to its present processor, or lets the kernel choose.
func (c *core) choose(now time.Time) {
	c.pinned = !c.pinned
	set, duration := c.allowed, freeTime
	if c.pinned {
		set, duration = presentProcessor(), pinnedTime
	}
	c.next, c.set = now.Add(duration), set
	c.choices++
	place(0, &set)
}

// givesWay reports whether thread and target give way to each other in this turn.
func (c *core) givesWay() bool { return c != nil && c.pinned && !c.now.Before(c.way.from) }

// gaveWay must be called after the thread gave way in this turn.
func (c *core) gaveWay(answered bool) {
	now := c.clock()
	c.way.note(answered, now, now.Sub(c.now))
}

// restart makes the next turn choose again, for a newly started process.
func (c *core) restart() {
	if c != nil {
		c.pinned, c.next = false, time.Time{}
	}
}

// release lets the calling thread run on all allowed processors again.
func (c *core) release() {
	if c != nil {
		place(0, &c.allowed)
		c.restart()
	}
}

// place moves a process to these processors. 0 means the calling thread; it also stands for a process with an unknown id. An error
// means that the process has just ended, or stays where it is.
func place(pid int, set *unix.CPUSet) { _ = unix.SchedSetaffinity(pid, set) }

// presentProcessor returns the processor on which the calling thread runs.
func presentProcessor() unix.CPUSet {
	var processor uint32
	_, _, _ = unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&processor)), 0, 0)
	var set unix.CPUSet
	set.Set(int(processor))
	return set
}

// family returns the process and its children. Only the newest worker of a target matters, and that is a child.
func family(pid int) []int {
	all := []int{pid}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return all
	}
	for _, field := range strings.Fields(string(children)) {
		if child, err := strconv.Atoi(field); err == nil {
			all = append(all, child)
		}
	}
	return all
}
