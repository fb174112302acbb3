package budget

import (
	"fmt"
	"io/fs"
	"math"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Getrlimit reads a resource limit of this process, as unix.Getrlimit does.
type Getrlimit func(resource int, limit *unix.Rlimit) error

// AddressSpace returns the bytes that one process may map (ulimit -v and -d), or the greatest number if there is no
// limit.
func AddressSpace(get Getrlimit) uint64 {
	return min(Soft(get, unix.RLIMIT_AS), Soft(get, unix.RLIMIT_DATA))
}

// ProcessCPU returns the CPU time after which the system ends this process (ulimit -t), or 0 if there is no limit.
func ProcessCPU(get Getrlimit) time.Duration {
	seconds := Soft(get, unix.RLIMIT_CPU)
	if seconds > math.MaxInt64/uint64(time.Second) {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// Processes returns how many more processes and threads the system lets this user start (ulimit -u), or the greatest number if there is
// no limit. It counts the user's present ones in /proc; root's do not count.
func Processes(get Getrlimit, system fs.FS, user int) uint64 {
	all := Soft(get, unix.RLIMIT_NPROC)
	if all == math.MaxUint64 || user == 0 {
		return all
	}
	return all - min(all, tasksOf(system, user))
}

// tasksOf counts the threads of all processes of a user.
func tasksOf(system fs.FS, user int) (count uint64) {
	paths, _ := fs.Glob(system, "proc/[0-9]*/status") // an error of the pattern alone
	for _, path := range paths {
		text, err := fs.ReadFile(system, path)
		if err != nil {
			continue // it has ended
		}
		var real int
		var threads uint64
		for line := range strings.Lines(string(text)) {
			if value, ok := strings.CutPrefix(line, "Uid:"); ok {
				_, _ = fmt.Sscan(value, &real) // the system writes a number
			} else if value, ok := strings.CutPrefix(line, "Threads:"); ok {
				_, _ = fmt.Sscan(value, &threads)
			}
		}
		if real == user {
			count += threads
		}
	}
	return count
}

// Soft returns the soft limit of a resource of setrlimit(2), or the greatest number if there is no limit.
func Soft(get Getrlimit, resource int) uint64 {
	var limit unix.Rlimit
	if get(resource, &limit) != nil || limit.Cur == unix.RLIM_INFINITY {
		return math.MaxUint64
	}
	return limit.Cur
}
