package cli

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/quantity"
	"fizzer/fizzer/toolchain"
)

// room is what a run needs of a resource that the system limits.
type room struct {
	what     string
	resource int    // of setrlimit(2)
	unit     uint64 // of the resource, in which messages count it
	need     uint64 // of one job, in units; measured on a small program, with a margin
	ofJob    uint64 // of each further job
	raise    bool   // also raise the soft limit, which only protects from mistakes
	remedy   string
}

// rooms are checked before a run: with less, Go's runtime ends the tool, a launcher or the instrumenter in the middle of it.
var rooms = []room{
	{"processes and threads", unix.RLIMIT_NPROC, 1, 48, 16, true, "raise the limit of processes (ulimit -u), or end others of this user"},
	{"open files", unix.RLIMIT_NOFILE, 1, 64, 16, true, "raise the limit of open files (ulimit -n)"},
	{"KiB of address space", unix.RLIMIT_AS, 1 << 10, 2_000_000, 0, false, "raise the limit of virtual memory (ulimit -v)"},
	{"MiB in a file", unix.RLIMIT_FSIZE, 1 << 20, campaign.LeastFile >> 20, 0, true, "raise the limit of a file's size (ulimit -f)"},
}

// checkRoom returns a *toolchain.MissingError if a resource limit is too low for this many jobs, even after raising the soft limits.
func checkRoom(jobs int) error {
	for _, r := range rooms {
		var limit unix.Rlimit
		if r.raise && unix.Getrlimit(r.resource, &limit) == nil && limit.Cur < limit.Max {
			limit.Cur = limit.Max
			_ = unix.Setrlimit(r.resource, &limit) // if it is refused, the lower limit holds
		}
	}
	return lackingRoom(unix.Getrlimit, jobs)
}

// lackingRoom returns the error of checkRoom for the limits that get returns.
func lackingRoom(get budget.Getrlimit, jobs int) error {
	for _, r := range rooms {
		left := budget.Soft(get, r.resource) / r.unit
		if r.resource == unix.RLIMIT_NPROC {
			left = budget.Processes(get, os.DirFS("/"), os.Getuid())
		}
		if need := r.need + r.ofJob*uint64(max(0, jobs-1)); left < need {
			return &toolchain.MissingError{What: fmt.Sprintf("room for %s %s (%s are left)", quantity.Group(need, " "), r.what,
				quantity.Group(left, " ")), Remedy: r.remedy}
		}
	}
	return nil
}
