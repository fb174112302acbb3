package filter

import (
	"slices"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"fizzer/libfizzer/layout"
)

// harmless are calls that every process may make. They concern the process itself, its memory, descriptors, threads and clocks,
// and files, where mounts and Landlock decide which ones it may use. Each call exists on one of the architectures or on both.
var harmless = []string{
	// the hot ones first
	"futex", "write", "read", "mprotect", "mmap", "mmap2", "munmap", "brk", "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "exit_group",
	"exit", "wait4", "getpid", "gettid", "setitimer", "close", "fstat", "newfstatat", "openat", "open", "lseek", "getdents64",
	// memory
	"mremap", "madvise", "mincore", "msync", "mlock", "mlock2", "munlock", "mlockall", "munlockall", "membarrier", "mseal",
	// descriptors
	"readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2", "dup", "dup2", "dup3", "pipe", "pipe2",
	"close_range",
	"select", "_newselect", "pselect6", "pselect6_time64", "poll", "ppoll", "ppoll_time64", "epoll_create", "epoll_create1", "epoll_ctl",
	"epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "signalfd", "signalfd4",
	"timerfd_create", "timerfd_settime", "timerfd_gettime", "timerfd_settime64", "timerfd_gettime64", "sendfile", "sendfile64",
	"copy_file_range", "readahead", "fadvise64", "fadvise64_64", "_llseek", "flock",
	// files
	"creat", "stat", "lstat", "stat64", "lstat64", "fstat64", "fstatat64", "statx", "oldstat", "oldlstat", "oldfstat", "access", "faccessat",
	"faccessat2",
	"readlink", "readlinkat", "getdents", "readdir", "getcwd", "chdir", "fchdir", "umask", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat",
	"rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "ftruncate", "ftruncate64", "fallocate", "fsync",
	"fdatasync", "sync_file_range", "statfs", "fstatfs", "statfs64", "fstatfs64", "ustat",
	// signals of its own, waiting
	"rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait", "rt_sigtimedwait_time64", "sigaltstack", "sigaction", "sigprocmask", "sigpending",
	"sigsuspend", "signal", "ssetmask", "sgetmask", "sigreturn", "pause", "alarm", "waitid", "waitpid", "restart_syscall",
	// clocks
	"time", "gettimeofday", "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "clock_nanosleep",
	"clock_nanosleep_time64",
	"nanosleep", "getitimer", "timer_create", "timer_settime", "timer_settime64", "timer_gettime", "timer_gettime64", "timer_getoverrun",
	"timer_delete", "times",
	// threads
	"set_tid_address", "set_robust_list", "futex_time64", "futex_waitv", "futex_wake", "futex_wait", "futex_requeue", "rseq", "sched_yield",
	"sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min",
	"sched_rr_get_interval", "sched_rr_get_interval_time64", "getcpu", "arch_prctl", "set_thread_area", "get_thread_area",
	// identity
	"getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "getuid32", "geteuid32", "getgid32",
	"getegid32",
	"getresuid32", "getresgid32", "getgroups32", "getpgid", "getpgrp", "getsid", "getpriority", "getrusage", "getrlimit", "ugetrlimit",
	"sysinfo", "uname", "olduname", "oldolduname", "capget", "getrandom",
	// reading attributes; further restrictions of itself, but without rules, of which the kernel would keep any number
	"landlock_create_ruleset", "landlock_restrict_self", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr",
	"flistxattr",
}

// compilers are further calls of compilers and linkers, which start other programs and set attributes of the files they write.
var compilers = []string{
	"execve", "fork", "vfork", "chmod", "fchmod", "fchmodat", "utimensat", "utimes", "utime", "setpgid",
}

// signals are the calls by which processes signal each other.
var signals = []string{"tgkill", "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"}

// queued are those of signals whose sender says what the signal is about, with the index of the argument that is the signal.
var queued = map[string]int{"rt_sigqueueinfo": 1, "rt_tgsigqueueinfo": 2}

// faults are the signals of faults. The Go runtime takes one that is queued for a fault of the launcher itself, and ends it.
var faults = []uint32{uint32(unix.SIGILL), uint32(unix.SIGTRAP), uint32(unix.SIGBUS), uint32(unix.SIGFPE), uint32(unix.SIGSEGV),
	uint32(unix.SIGSTKFLT), uint32(unix.SIGSYS)}

// signalRules let processes of the sandbox signal each other, where signals cannot leave it or the launcher looks at each one.
func (a *assembler) signalRules(o Options) {
	for _, name := range signals {
		index, isQueued := queued[name]
		switch {
		case o.Serves && name != "tgkill" || !o.Alone && !o.Ask:
		case !o.Alone:
			a.call(name, ask)
		case isQueued:
			a.noneOf(name, index, faults...)
		default:
			a.call(name, allow)
		}
	}
}

// actions are the calls that set what a signal does.
var actions = []string{"rt_sigaction", "sigaction", "signal"}

// actionRules let programs set that of every signal but SIGCHLD. The kernel forgets the CPU time of children whose end their parent
// ignores, and the tool would not count it (wait(2), Notes).
func (a *assembler) actionRules() {
	for _, name := range actions {
		rule := []bpf.Instruction{argument(0), bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(unix.SIGCHLD), SkipTrue: 1}, allow}
		if name != "signal" { // the others without an action ask for it
			rule = append(rule, argument(1), bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipFalse: 3},
				bpf.LoadAbsolute{Off: offsetFirst + 8 + 4, Size: 4}, bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipFalse: 1}, allow)
		}
		a.call(name, append(rule, refuse(unix.EINVAL))...)
	}
}

// newer are calls that cannot be filtered. Told that the kernel lacks them, the C library makes an older call that can be.
var newer = []string{"clone3", "openat2"}

// refusedClone are flags of clone: new namespaces, tracers, children of another process.
const refusedClone = unix.CLONE_NEWNS | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWCGROUP | unix.CLONE_PTRACE | unix.CLONE_PARENT | unix.CLONE_UNTRACED | unix.CLONE_IO

// forkFlags are the flags of a plain fork: where the child's id is stored and cleared, and the signal at its end.
const forkFlags = unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID | unix.CLONE_PARENT_SETTID | 0xff

// cloneRule lets programs make threads. It lets them make processes only in the way that the runtime uses and the C library
// does not.
func (a *assembler) cloneRule(o Options) {
	if o.Profile == Compiler {
		a.without("clone", 0, refusedClone)
		return
	}
	fork := allow
	if o.AskFork {
		fork = ask
	}
	mark := 4 // the argument for thread-local storage, which a fork does not use
	if o.Bits == 32 {
		mark = 3
	}
	a.call("clone",
		argument(0),
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: refusedClone, SkipTrue: 4},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.CLONE_THREAD, SkipTrue: 5},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: ^uint32(forkFlags), SkipTrue: 2},
		argument(mark),
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: layout.ForkMark, SkipTrue: 1},
		refuse(unix.EPERM),
		fork,
		allow)
}

// policy adds the rules. The call's number is loaded when they run.
func (a *assembler) policy(o Options) {
	a.openRules(o)
	a.memoryRules(o)
	for _, name := range harmless {
		if o.Profile != Compiler && slices.Contains(actions, name) {
			continue
		}
		if number, ok := a.table[name]; ok {
			a.emit(bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(number), SkipFalse: 1}, allow)
		}
	}
	if o.Profile == Compiler {
		for _, name := range compilers {
			a.call(name, allow)
		}
	}
	if o.Profile != Compiler {
		a.actionRules()
	}
	a.cloneRule(o)
	a.signalRules(o)
	a.argumentRules(o)
	for _, name := range newer {
		a.call(name, refuse(unix.ENOSYS))
	}
	last := uint32(a.number("cachestat")) // larger numbers belong to calls that are newer than the lists
	a.emit(bpf.JumpIf{Cond: bpf.JumpGreaterThan, Val: last, SkipFalse: 1}, refuse(unix.ENOSYS), refuse(unix.EPERM))
}

// Requests of ioctl on any descriptor (asm-generic/ioctls.h).
const (
	fionbio  = 0x5421
	fionclex = 0x5450
	fioclex  = 0x5451
)

// Commands of fcntl.
var (
	fcntlHarmless = []uint32{unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETLK,
		12 /* the same with 64 bits, on i386 */, unix.F_OFD_GETLK, unix.F_GETPIPE_SZ, unix.F_GETOWN}
	// Locks of parts of files. A process may have any number of them, and the kernel counts their memory nowhere, not even in control groups.
	fcntlLocks = []uint32{unix.F_SETLK, unix.F_SETLKW, 13, 14 /* the same with 64 bits */, unix.F_OFD_SETLK, unix.F_OFD_SETLKW}
)

// fcntlRules adds the rules of fcntl. For programs, no locks are available.
func (a *assembler) fcntlRules(o Options) {
	commands, rule := fcntlHarmless, []bpf.Instruction{argument(1)}
	if o.Profile == Compiler {
		commands = slices.Concat(commands, fcntlLocks)
	} else {
		for _, lock := range fcntlLocks {
			rule = append(rule, bpf.JumpIf{Cond: bpf.JumpEqual, Val: lock, SkipFalse: 1}, refuse(unix.ENOLCK))
		}
	}
	for _, command := range commands {
		rule = append(rule, bpf.JumpIf{Cond: bpf.JumpEqual, Val: command, SkipFalse: 1}, allow)
	}
	rule = append(rule, refuse(unix.EPERM))
	for _, name := range []string{"fcntl", "fcntl64"} {
		a.call(name, rule...)
	}
}

// argumentRules adds the rules of calls that are harmless for some arguments only.
func (a *assembler) argumentRules(o Options) {
	a.fcntlRules(o)
	a.oneOf("ioctl", 1, unix.ENOTTY, unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ, fionbio, fioclex, fionclex)
	a.oneOf("prctl", 0, unix.EPERM, unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_GET_TID_ADDRESS, unix.PR_SET_VMA, unix.PR_GET_PDEATHSIG,
		unix.PR_GET_DUMPABLE, unix.PR_GET_SECCOMP, unix.PR_GET_NO_NEW_PRIVS, unix.PR_SET_NO_NEW_PRIVS, unix.PR_CAPBSET_READ)
	a.oneOf("personality", 0, unix.EPERM, 0xffffffff)
	if o.Profile == Compiler {
		a.oneOf("prlimit64", 0, unix.EPERM, 0) // of itself
	} else {
		a.isNull("prlimit64", 2)
	}
	for i, name := range []string{"mknod", "mknodat"} {
		a.call(name, argument(1+i), bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: unix.S_IFMT},
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.S_IFIFO, SkipFalse: 1}, allow, refuse(unix.EPERM))
	}
}

// memoryRules refuse memory that is counted nowhere: large pages, which belong to the machine, and, where memory is counted by looking at
// processes, shared memory without a name: it need not be mapped to be there. They must come before the list. The old call of 32 bits has
// its arguments in memory, which a filter does not see.
func (a *assembler) memoryRules(o Options) {
	const nameless = unix.MAP_SHARED | unix.MAP_ANONYMOUS
	for _, name := range []string{"mmap", "mmap2"} {
		if o.Bits == 32 && name == "mmap" {
			a.call(name, refuse(unix.ENOSYS))
			continue
		}
		rule := []bpf.Instruction{argument(3), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.MAP_HUGETLB, SkipFalse: 1}, refuse(unix.ENOMEM)}
		if o.Looked {
			rule = append(rule, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: nameless},
				bpf.JumpIf{Cond: bpf.JumpEqual, Val: nameless, SkipFalse: 1}, refuse(unix.ENOMEM))
		}
		a.call(name, append(rule, allow)...)
	}
}

// landlockTruncates is the first version of Landlock that restricts the truncation of files.
const landlockTruncates = 3

// openRules adds the rules for opening files. They must come before the list, which allows these calls. Files that neither
// mounts nor Landlock protect must not be opened for writing. Besides, older versions of Landlock let a process empty a file
// that it may only read.
func (a *assembler) openRules(o Options) {
	if o.Private || o.Beneath >= landlockTruncates || o.Profile == Compiler && o.Beneath == 0 { // compilers have to write
		a.call("truncate", allow)
		a.call("truncate64", allow)
		return
	}
	for i, name := range []string{"open", "openat"} {
		if o.Beneath == 0 {
			a.without(name, 1+i, unix.O_WRONLY|unix.O_RDWR|unix.O_CREAT|unix.O_TRUNC)
		} else {
			a.call(name, argument(1+i), bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: unix.O_TRUNC | unix.O_ACCMODE},
				bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.O_TRUNC | unix.O_RDONLY, SkipTrue: 1},
				// The fourth access mode opens for neither reading nor writing. Landlock then demands no right, yet the file is emptied.
				bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.O_TRUNC | unix.O_ACCMODE, SkipFalse: 1}, refuse(unix.EPERM), allow)
		}
	}
	if o.Beneath > 0 {
		return
	}
	for _, name := range []string{
		"creat", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat",
		"mknod", "mknodat",
	} {
		a.call(name, refuse(unix.EPERM))
	}
}
