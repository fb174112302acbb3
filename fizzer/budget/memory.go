package budget

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Memory returns the most bytes that this process may use: the machine's memory, or the smallest limit of its control
// groups and of the groups above them, version 1 or 2. Root is the file system, os.DirFS("/").
func Memory(root fs.FS) (uint64, error) {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0, fmt.Errorf("size of the machine's memory: %w", err)
	}
	return min(uint64(info.Totalram)*uint64(info.Unit), groupMemory(root)), nil
}

// groupMemory returns the smallest limit of the control groups; a file that cannot be read limits nothing.
func groupMemory(root fs.FS) uint64 {
	least := ^uint64(0)
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return least
	}
	for _, line := range strings.Fields(string(groups)) { // hierarchy:controllers:path
		fields := strings.SplitN(line, ":", 3)
		if len(fields) < 3 {
			continue
		}
		folder, file := "sys/fs/cgroup", "memory.max"
		if strings.Contains(fields[1], "memory") {
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if fields[1] != "" {
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			least = min(least, limitIn(root, path.Join(folder, group, file)))
			if group == "/" {
				break
			}
		}
	}
	return least
}

// limitIn reads a limit; "max" or a missing file mean no limit.
func limitIn(root fs.FS, name string) uint64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return ^uint64(0)
	}
	limit, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64)
	if err != nil {
		return ^uint64(0)
	}
	return limit
}
