package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"fizzer/libfizzer/sandbox/launcher"
)

// ticksPerSecond is the unit of the times in /proc/PID/stat, 100 on every Linux (USER_HZ).
const ticksPerSecond = 100

// CPU returns the CPU time of a process, of its running descendants, and of those that were waited for; 0 if it no longer exists. It
// costs some reads of /proc for each process.
func CPU(pid int) time.Duration {
	used, _ := cpuOf(pid)
	return used
}

// cpuOf is CPU; false: the process has ended, or the kernel does not tell.
func cpuOf(pid int) (used time.Duration, known bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	ticks, err := statTicks(stat)
	if err != nil {
		return 0, false
	}
	total := time.Duration(ticks) * time.Second / ticksPerSecond
	for _, child := range launcher.ChildrenOf(pid) {
		total += CPU(child)
	}
	return total, true
}

// Started returns when a process was started, as the time since the machine's start, in steps of a hundredth of a second. It fails if the
// process does not exist.
func Started(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	ticks, err := statFields(stat, 22, 22)
	return time.Duration(ticks) * time.Second / ticksPerSecond, err
}

// statTicks sums utime, stime, cutime and cstime.
func statTicks(stat []byte) (uint64, error) { return statFields(stat, 14, 17) }

// statFields sums the fields from first to last of /proc/PID/stat, numbered as in proc(5); first is above 2.
func statFields(stat []byte, first, last int) (sum uint64, err error) {
	end := bytes.LastIndexByte(stat, ')') // the name may contain brackets itself
	fields := bytes.Fields(stat[end+1:])
	const named = 3 // the number of the first field after the name
	if end < 0 || len(fields) <= last-named {
		return 0, fmt.Errorf("unexpected /proc/PID/stat: %q", stat)
	}
	for _, field := range fields[first-named : last-named+1] {
		n, err := strconv.ParseUint(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("unexpected /proc/PID/stat: %w", err)
		}
		sum += n
	}
	return sum, nil
}
