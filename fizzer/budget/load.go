package budget

import (
	"fmt"
	"io/fs"
	"regexp"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// Load measures how much longer than alone this process takes, because others use the processors. It is safe for concurrent use.
type Load struct {
	system fs.FS

	mutex  sync.Mutex
	factor float64
	before turns
	at     time.Time // when they were read
	early  crowd     // until the process itself has waited enough to tell
}

// crowd is how many processes were ready to run at several moments, besides this one.
type crowd struct {
	over            bool // it is no longer needed
	moments, others int
	processors      int // of the machine
}

// turns is how long the threads of this process have had a processor, and waited for one.
type turns struct{ ran, waited time.Duration }

// minTurns is the time that is looked at at once: in less of it a single wait for a compiler of ours looks like a busy machine.
const minTurns = 200 * time.Millisecond

// everyTurns is how often they are read at most.
const everyTurns = 100 * time.Millisecond

// NewLoad returns a Load that reads the kernel's counts from a root folder.
func NewLoad(system fs.FS) *Load { return &Load{system: system, factor: 1} }

// Factor returns the time by the clock over the time on a processor, at least 1, for the newest fifth of a second or more that the process
// ran or wanted to. Until there is one, while compilers work for it, the factor is the number of processes that are ready to run for each
// processor of the machine. Where the kernel counts neither it is 1. At most ten times a second it costs a read of /proc for each thread.
func (l *Load) Factor() float64 {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if time.Since(l.at) < everyTurns {
		return l.factor
	}
	l.at = time.Now()
	now := l.turns()
	ran, waited := now.ran-l.before.ran, now.waited-l.before.waited
	if ran < 0 || waited < 0 { // threads have ended, and their counts with them
		l.before = now
		return l.factor
	}
	if ran > 0 && ran+waited >= minTurns {
		l.before, l.factor, l.early.over = now, float64(ran+waited)/float64(ran), true
	}
	if !l.early.over {
		l.early.look(l.system)
		l.factor = l.early.factor()
	}
	return l.factor
}

// look counts the processes that are ready to run now.
func (c *crowd) look(system fs.FS) {
	text, err := fs.ReadFile(system, "proc/loadavg")
	var average [3]float64
	var ready int
	if err == nil {
		_, err = fmt.Sscanf(string(text), "%f %f %f %d/", &average[0], &average[1], &average[2], &ready)
	}
	if err != nil || ready < 1 {
		return
	}
	if c.processors == 0 {
		text, _ = fs.ReadFile(system, "proc/stat") // without it nothing is counted
		c.processors = len(processorLine.FindAll(text, -1))
	}
	c.moments++
	c.others += ready - 1
}

var processorLine = regexp.MustCompile(`(?m)^cpu\d`)

func (c *crowd) factor() float64 {
	if c.moments == 0 || c.processors == 0 {
		return 1
	}
	return max(1, float64(c.others)/float64(c.moments*c.processors))
}

func (l *Load) turns() (sum turns) {
	paths, _ := fs.Glob(l.system, "proc/self/task/*/schedstat") // an error of the pattern alone
	for _, path := range paths {
		text, err := fs.ReadFile(l.system, path)
		if err != nil {
			continue // it has ended
		}
		var one turns // in nanoseconds, as the kernel's sched-stats.rst says
		if _, err := fmt.Sscan(string(text), &one.ran, &one.waited); err == nil {
			sum.ran += one.ran
			sum.waited += one.waited
		}
	}
	return sum
}

// maxAge is the age from which on a process is not believed to have just begun: some kernels of containers name no time.
const maxAge = time.Minute

// ProcessStart returns when this process was started, to a hundredth of a second, and the present time if the kernel does not tell. On a
// busy machine a process may wait a second for its first instruction.
func ProcessStart() time.Time {
	now := time.Now()
	var boot unix.Timespec
	started, err := sandbox.Started(unix.Getpid())
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &boot) != nil {
		return now
	}
	if age := time.Duration(boot.Nano()) - started; age > 0 && age < maxAge {
		return now.Add(-age)
	}
	return now
}
