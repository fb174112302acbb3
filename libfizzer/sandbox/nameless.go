package sandbox

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/folders"
)

// mappedShare is the part of what a private folder may hold that a file counts for if it has no name and no process has it open, but one
// has mapped it: /proc does not tell its size.
const mappedShare = 4

// deleted ends the path of a file without a name in /proc.
const deleted = " (deleted)"

// nameless returns what files take that were made in the private folder and have lost their names, as long as one of the processes has them
// open or, if it is to look at these, mapped. Measuring the folder does not find them. The cost is that of reading the descriptors of the
// processes; reading the mappings takes several times as long.
func nameless(pids []int, private string, bytes uint64, mappings bool) (u folders.Use) {
	seen := map[string]bool{}
	within := func(path string) bool {
		return strings.HasPrefix(path, private+"/") && strings.HasSuffix(path, deleted)
	}
	for _, pid := range pids {
		descriptors := fmt.Sprintf("/proc/%d/fd", pid)
		entries, _ := os.ReadDir(descriptors) // it may have ended
		for _, entry := range entries {
			path := descriptors + "/" + entry.Name()
			var status unix.Stat_t
			if to, err := os.Readlink(path); err != nil || !within(to) || unix.Stat(path, &status) != nil || status.Nlink > 0 {
				continue
			}
			file := fmt.Sprintf("%02x:%02x %d", unix.Major(status.Dev), unix.Minor(status.Dev), status.Ino)
			if !seen[file] {
				seen[file] = true
				u.Files++
				u.Bytes += uint64(status.Blocks) * 512
			}
		}
	}
	if !mappings {
		return u
	}
	for _, pid := range pids {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
		for line := range strings.Lines(string(text)) { // addresses rights offset device inode path, proc_pid_maps(5)
			fields := strings.Fields(line)
			if start := strings.IndexByte(line, '/'); start < 0 || len(fields) < 6 || !within(strings.TrimSpace(line[start:])) {
				continue
			}
			if file := fields[3] + " " + fields[4]; !seen[file] {
				seen[file] = true
				u.Files++
				u.Bytes += bytes / mappedShare
			}
		}
	}
	return u
}
