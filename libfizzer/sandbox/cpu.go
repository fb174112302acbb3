package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// ticksPerSecond is the unit of the times in /proc/PID/stat, 100 on every Linux (USER_HZ).
const ticksPerSecond = 100

// CPU returns the CPU time of a process, of its running descendants, and of those that were waited for; 0 if it no longer exists. It
// costs some reads of /proc for each process.
func CPU(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	ticks, err := statTicks(stat)
	if err != nil {
		return 0
	}
	total := time.Duration(ticks) * time.Second / ticksPerSecond
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return total
	}
	for _, field := range bytes.Fields(children) {
		if child, err := strconv.Atoi(string(field)); err == nil {
			total += CPU(child)
		}
	}
	return total
}

// statTicks sums utime, stime, cutime and cstime, fields 14 to 17 of /proc/PID/stat (proc(5)).
func statTicks(stat []byte) (uint64, error) {
	end := bytes.LastIndexByte(stat, ')') // the name may contain brackets itself
	fields := bytes.Fields(stat[end+1:])
	const utime = 14 - 3 // the first field after the name is number 3
	if end < 0 || len(fields) < utime+4 {
		return 0, fmt.Errorf("unexpected /proc/PID/stat: %q", stat)
	}
	var sum uint64
	for _, field := range fields[utime : utime+4] {
		n, err := strconv.ParseUint(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("unexpected /proc/PID/stat: %w", err)
		}
		sum += n
	}
	return sum, nil
}
