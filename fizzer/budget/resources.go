package budget

import (
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// Getrlimit reads a resource limit of this process, as unix.Getrlimit does.
type Getrlimit func(resource int, limit *unix.Rlimit) error

// AddressSpace returns the bytes that one process may map (ulimit -v and -d), or the greatest number if there is no
// limit.
func AddressSpace(get Getrlimit) uint64 {
	return min(soft(get, unix.RLIMIT_AS), soft(get, unix.RLIMIT_DATA))
}

// ProcessCPU returns the CPU time after which the system ends this process (ulimit -t), or 0 if there is no limit.
func ProcessCPU(get Getrlimit) time.Duration {
	seconds := soft(get, unix.RLIMIT_CPU)
	if seconds > math.MaxInt64/uint64(time.Second) {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

func soft(get Getrlimit, resource int) uint64 {
	var limit unix.Rlimit
	if get(resource, &limit) != nil || limit.Cur == unix.RLIM_INFINITY {
		return math.MaxUint64
	}
	return limit.Cur
}
