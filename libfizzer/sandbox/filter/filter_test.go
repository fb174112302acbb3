package filter

import (
	"fmt"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"

	"fizzer/libfizzer/layout"
)

// call is struct seccomp_data.
type call struct {
	number    uint32
	arch      uint32
	arguments [6]uint64
}

// word returns the 32 bits at the offset as in a little-endian kernel.
func (c call) word(offset uint32) uint32 {
	switch {
	case offset == offsetNumber:
		return c.number
	case offset == offsetArch:
		return c.arch
	}
	argument := c.arguments[(offset-offsetFirst)/8]
	if (offset-offsetFirst)%8 == 4 {
		return uint32(argument >> 32)
	}
	return uint32(argument)
}

// run interprets the filter. It knows the instructions that filters use.
func run(t *testing.T, code []unix.SockFilter, c call) uint32 {
	t.Helper()
	var a uint32
	for at := 0; at < len(code); at++ {
		i := code[at]
		holds := false
		switch i.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			a = c.word(i.K)
			continue
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= i.K
			continue
		case unix.BPF_RET | unix.BPF_K:
			return i.K
		case unix.BPF_JMP | unix.BPF_JA:
			at += int(i.K)
			continue
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			holds = a == i.K
		case unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K:
			holds = a > i.K
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			holds = a >= i.K
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			holds = a&i.K != 0
		default:
			t.Fatalf("instruction %d has the unknown code %#x", at, i.Code)
		}
		if holds {
			at += int(i.Jt)
		} else {
			at += int(i.Jf)
		}
	}
	t.Fatal("the filter has no end")
	return 0
}

const (
	allowed = uint32(unix.SECCOMP_RET_ALLOW)
	killed  = uint32(unix.SECCOMP_RET_KILL_PROCESS)
	asked   = uint32(unix.SECCOMP_RET_USER_NOTIF)
	eperm   = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	enolck  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOLCK)
	einval  = unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)
	enosys  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	enotty  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOTTY)
)

var tables = map[int]*arch.Info{64: arch.X86_64, 32: arch.I386}

// best are the options with all layers.
func best(bits int) Options {
	return Options{Profile: Program, Bits: bits, Private: true, Beneath: 7, Alone: true}
}

type expectation struct {
	name      string
	arguments []uint64
	want      uint32
}

func at(index int, value uint64) []uint64 { return append(make([]uint64, index), value) }

func check(t *testing.T, o Options, all []expectation) {
	t.Helper()
	f := New(o)
	for _, e := range all {
		number, ok := tables[o.Bits].SyscallNames[e.name]
		if !ok {
			continue // the other architecture has it
		}
		c := call{number: uint32(number), arch: uint32(tables[o.Bits].ID)}
		copy(c.arguments[:], e.arguments)
		if got := run(t, f.Code, c); got != e.want {
			t.Errorf("%d bit, %+v: %s %x gives %#x, want %#x", o.Bits, o, e.name, e.arguments, got, e.want)
		}
	}
}

func bothModels(t *testing.T, test func(t *testing.T, bits int)) {
	for _, bits := range []int{64, 32} {
		t.Run(fmt.Sprint(bits), func(t *testing.T) { test(t, bits) })
	}
}

func TestEveryListedCallExists(t *testing.T) {
	for _, list := range [][]string{harmless, compilers, signals, newer} {
		for _, name := range list {
			_, in64 := arch.X86_64.SyscallNames[name]
			if _, in32 := arch.I386.SyscallNames[name]; !in64 && !in32 {
				t.Errorf("neither architecture has %s", name)
			}
		}
	}
}

func TestProgram(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		var all []expectation
		for _, name := range harmless {
			want := allowed
			if name == "mmap" && bits == 32 { // its arguments are in memory
				want = enosys
			}
			all = append(all, expectation{name: name, want: want})
		}
		for _, name := range []string{
			"fork", "vfork", "execveat", "setsid", "setpgid", "unshare", "setns", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp",
			"pidfd_open", "pidfd_getfd", "pidfd_send_signal", "mount", "umount2", "pivot_root", "chroot", "fsopen", "move_mount", "open_tree",
			"mount_setattr", "socket", "socketpair", "connect", "socketcall", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "keyctl",
			"add_key", "request_key", "syslog", "reboot", "swapon", "init_module", "finit_module", "kexec_load", "iopl", "ioperm", "modify_ldt",
			"chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "chown32", "fchownat", "utime", "utimes", "futimesat", "utimensat",
			"setxattr",
			"lsetxattr", "fsetxattr", "removexattr", "setrlimit", "setpriority", "nice", "sched_setscheduler", "sched_setattr", "sched_setaffinity",
			"ioprio_set", "shmget", "msgget", "semget", "ipc", "mq_open", "memfd_create", "inotify_init1", "fanotify_init", "name_to_handle_at",
			"open_by_handle_at", "setuid", "setresuid", "setgroups", "capset", "seccomp", "acct", "quotactl", "sethostname", "settimeofday",
			"landlock_add_rule", "clock_settime", "adjtimex", "vhangup", "splice", "vmsplice", "tee", "sync", "syncfs",
		} {
			all = append(all, expectation{name: name, want: eperm})
		}
		all = append(all, expectation{name: "clone3", want: enosys}, expectation{name: "openat2", want: enosys})
		check(t, best(bits), all)
		f := New(best(bits))
		if got := run(t, f.Code, call{number: 452, arch: uint32(tables[bits].ID)}); got != enosys { // fchmodat2
			t.Errorf("a call that is newer than the lists gives %#x", got)
		}
	})
}

func TestArguments(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		mark := 4
		if bits == 32 {
			mark = 3
		}
		fork := func(flags, value uint64) []uint64 {
			arguments := make([]uint64, 6)
			arguments[0], arguments[mark] = flags, value
			return arguments
		}
		const thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD | unix.CLONE_SETTLS
		all := []expectation{
			{"clone", fork(thread, 0), allowed},
			{"clone", fork(thread|unix.CLONE_NEWUSER, 0), eperm},
			{"clone", fork(uint64(unix.SIGCHLD), 0), eperm},
			{"clone", fork(uint64(unix.SIGCHLD), layout.ForkMark), allowed},
			{"clone", fork(uint64(unix.SIGCHLD)|unix.CLONE_CHILD_SETTID|unix.CLONE_CHILD_CLEARTID, layout.ForkMark), allowed},
			{"clone", fork(uint64(unix.SIGCHLD)|unix.CLONE_VM, layout.ForkMark), eperm},
			{"clone", fork(uint64(unix.SIGCHLD)|unix.CLONE_PARENT, layout.ForkMark), eperm},
			{"fcntl", at(1, unix.F_SETOWN), eperm},
			{"fcntl", at(1, unix.F_SETSIG), eperm},
			{"fcntl", at(1, unix.F_SETLEASE), eperm},
			{"fcntl", at(1, unix.F_NOTIFY), eperm},
			{"fcntl", at(1, unix.F_SETPIPE_SZ), eperm},
			{"fcntl", at(1, unix.F_SETFL), allowed},
			{"fcntl", at(1, unix.F_GETLK), allowed},
			{"fcntl", at(1, unix.F_SETLK), enolck},
			{"fcntl", at(1, unix.F_SETLKW), enolck},
			{"fcntl", at(1, unix.F_OFD_SETLK), enolck},
			{"fcntl", at(1, unix.F_OFD_SETLKW), enolck},
			{"fcntl64", at(1, 13), enolck},
			{"fcntl64", at(1, 14), enolck},
			{"rt_sigaction", []uint64{uint64(unix.SIGCHLD), 0}, allowed},
			{"rt_sigaction", []uint64{uint64(unix.SIGCHLD), 1}, einval},
			{"rt_sigaction", []uint64{uint64(unix.SIGCHLD), 1 << 32}, einval},
			{"rt_sigaction", []uint64{uint64(unix.SIGUSR1), 1}, allowed},
			{"sigaction", []uint64{uint64(unix.SIGCHLD), 1}, einval},
			{"sigaction", []uint64{uint64(unix.SIGCHLD), 0}, allowed},
			{"signal", []uint64{uint64(unix.SIGCHLD), 1}, einval},
			{"signal", []uint64{uint64(unix.SIGINT), 1}, allowed},
			{"fcntl64", at(1, unix.F_SETOWN), eperm},
			{"fcntl64", at(1, unix.F_GETFL), allowed},
			{"ioctl", at(1, unix.TCGETS), allowed},
			{"ioctl", at(1, unix.TIOCSTI), enotty},
			{"ioctl", at(1, 1<<32|unix.TIOCSTI), enotty},
			{"ioctl", at(1, 0x541c), enotty},     // TIOCLINUX
			{"ioctl", at(1, 0x40086602), enotty}, // FS_IOC_SETFLAGS
			{"ioctl", at(1, 0xc0045877), enotty}, // FIFREEZE
			{"prctl", at(0, unix.PR_SET_NAME), allowed},
			{"prctl", at(0, unix.PR_SET_PDEATHSIG), eperm},
			{"prctl", at(0, unix.PR_SET_DUMPABLE), eperm},
			{"prctl", at(0, unix.PR_SET_CHILD_SUBREAPER), eperm},
			{"prctl", at(0, unix.PR_SET_MM), eperm},
			{"personality", at(0, 0xffffffff), allowed},
			{"personality", at(0, 0x0400000), eperm}, // READ_IMPLIES_EXEC
			{"prlimit64", at(2, 0), allowed},
			{"prlimit64", at(2, 8), eperm},
			{"prlimit64", at(2, 1<<32), eperm},
			{"mknod", at(1, unix.S_IFIFO|0o600), allowed},
			{"mknod", at(1, unix.S_IFCHR|0o600), eperm},
			{"mknodat", at(2, unix.S_IFIFO), allowed},
			{"mknodat", at(2, unix.S_IFBLK), eperm},
			{"mknodat", at(2, unix.S_IFSOCK), eperm},
		}
		check(t, best(bits), all)
	})
}

// TestQueuedFaults: a queued signal never looks like a fault of the launcher.
func TestQueuedFaults(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		var all []expectation
		for _, fault := range []unix.Signal{unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGILL, unix.SIGTRAP, unix.SIGSYS, unix.SIGSTKFLT} {
			number := uint64(fault)
			all = append(all, expectation{"rt_sigqueueinfo", at(1, number), eperm}, expectation{"rt_tgsigqueueinfo", at(2, number), eperm},
				expectation{"kill", at(1, number), allowed}, expectation{"tgkill", at(2, number), allowed})
		}
		all = append(all, expectation{"rt_sigqueueinfo", at(1, 1<<32|uint64(unix.SIGSEGV)), eperm},
			expectation{"rt_sigqueueinfo", at(1, uint64(unix.SIGUSR1)), allowed}, expectation{"rt_tgsigqueueinfo", at(2, 40), allowed})
		check(t, best(bits), all)
		asking := best(bits)
		asking.Alone, asking.Ask = false, true
		check(t, asking, []expectation{{"rt_sigqueueinfo", at(1, uint64(unix.SIGSEGV)), asked}, {"kill", nil, asked}})
	})
}

// TestNewProcessesAreAskedAbout: where nobody bounds their number, the launcher decides on those that the filter would allow.
func TestNewProcessesAreAskedAbout(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		o := best(bits)
		o.AskFork = true
		mark := 4
		if bits == 32 {
			mark = 3
		}
		marked := at(mark, layout.ForkMark)
		marked[0] = uint64(unix.SIGCHLD)
		const thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD | unix.CLONE_SETTLS
		check(t, o, []expectation{
			{"clone", marked, asked}, {"clone", at(0, uint64(unix.SIGCHLD)), eperm}, {"clone", at(0, thread), allowed}, {"fork", nil, eperm},
		})
	})
}

// TestNamelessMemory: large pages are refused, and shared memory without a name where nobody would count it.
func TestNamelessMemory(t *testing.T) {
	enomem := unix.SECCOMP_RET_ERRNO | uint32(unix.ENOMEM)
	bothModels(t, func(t *testing.T, bits int) {
		name, other := "mmap", "mmap2"
		if bits == 32 {
			name, other = other, name
		}
		for _, profile := range []Profile{Program, Sanitized, Compiler} {
			if profile == Compiler && bits == 32 {
				continue
			}
			o := best(bits)
			o.Profile = profile
			check(t, o, []expectation{
				{name, at(3, unix.MAP_SHARED|unix.MAP_ANONYMOUS), allowed},
				{name, at(3, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_HUGETLB), enomem},
				{name, at(3, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_HUGETLB|30<<unix.MAP_HUGE_SHIFT), enomem},
				{other, nil, enosys},
			})
			o.Looked = true
			check(t, o, []expectation{
				{name, at(3, unix.MAP_SHARED|unix.MAP_ANONYMOUS), enomem},
				{name, at(3, unix.MAP_SHARED_VALIDATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE), enomem},
				{name, at(3, 1<<32|unix.MAP_SHARED|unix.MAP_ANONYMOUS), enomem},
				{name, at(3, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS), allowed},
				{name, at(3, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_HUGETLB), enomem},
				{name, at(3, unix.MAP_SHARED), allowed},
				{other, nil, enosys},
			})
		}
	})
}

func TestForeignCallsKill(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		f := New(best(bits))
		for name, c := range map[string]call{
			"x32":     {number: x32 | 1, arch: uint32(arch.X86_64.ID)},
			"minus 1": {number: 0xffffffff, arch: uint32(arch.X86_64.ID)},
			"ARM":     {number: 20, arch: uint32(arch.ARM.ID)},
			"AArch64": {number: 64, arch: uint32(arch.AARCH64.ID)},
		} {
			if got := run(t, f.Code, c); got != killed {
				t.Errorf("%s gives %#x", name, got)
			}
		}
		other := map[int]*arch.Info{64: arch.I386, 32: arch.X86_64}[bits]
		for _, name := range []string{"open", "getpid", "kill", "ptrace", "clone"} {
			if got := run(t, f.Code, call{number: uint32(other.SyscallNames[name]), arch: uint32(other.ID)}); got != killed {
				t.Errorf("%s of the other data model gives %#x", name, got)
			}
		}
	})
}

// TestExecve: the only execve that passes has the secret address and the launcher's architecture.
func TestExecve(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		f := New(best(bits))
		const low, high = 0x1234567a, 0x00002bcd
		const path = uint64(high)<<32 | low
		f.Code[f.Secret[0]].K, f.Code[f.Secret[1]].K = low, high
		for address, want := range map[uint64]uint32{path: allowed, path + 1: eperm, path - 1: eperm, path ^ 1<<32: eperm, low: eperm,
			high << 32: eperm, 0: eperm} {
			c := call{number: unix.SYS_EXECVE, arch: uint32(arch.X86_64.ID), arguments: [6]uint64{address}}
			if got := run(t, f.Code, c); got != want {
				t.Errorf("execve of %#x gives %#x, want %#x", address, got, want)
			}
		}
		if bits == 32 {
			check(t, best(bits), []expectation{{"execve", at(0, path), eperm}, {"execve", nil, eperm}})
			for number, want := range map[uint32]uint32{unix.SYS_READ: allowed, unix.SYS_WRITE: allowed, unix.SYS_OPENAT: killed,
				unix.SYS_SENDMSG: killed} {
				if got := run(t, f.Code, call{number: number, arch: uint32(arch.X86_64.ID)}); got != want {
					t.Errorf("the launcher's call %d gives %#x, want %#x", number, got, want)
				}
			}
		}
	})
}

func TestCompiler(t *testing.T) {
	o := best(64)
	o.Profile = Compiler
	var all []expectation
	for _, name := range compilers {
		all = append(all, expectation{name: name, want: allowed})
	}
	check(t, o, append(all,
		expectation{"clone", at(0, uint64(unix.SIGCHLD)|unix.CLONE_VM|unix.CLONE_VFORK), allowed},
		expectation{"clone", at(0, unix.CLONE_NEWNS), eperm},
		expectation{"clone", at(0, unix.CLONE_NEWUSER|uint64(unix.SIGCHLD)), eperm},
		expectation{"prlimit64", []uint64{0, 3, 1}, allowed},
		expectation{"prlimit64", []uint64{77, 3, 1}, eperm},
		expectation{"socket", nil, eperm},
		expectation{"ptrace", nil, eperm},
		expectation{"setsid", nil, eperm},
		expectation{"execveat", nil, eperm},
		expectation{"chown", nil, eperm},
	))
}

// TestFilesWithoutView: the filter refuses to open files for writing if neither a view nor Landlock prevents it.
func TestFilesWithoutView(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		for version := range 8 {
			o := best(bits)
			o.Private, o.Beneath = false, version
			writing, emptying, plain := allowed, allowed, allowed
			if version < landlockTruncates {
				emptying = eperm
			}
			if version == 0 {
				writing = eperm
			}
			check(t, o, []expectation{
				{"open", at(1, unix.O_RDONLY), plain},
				{"openat", at(2, unix.O_RDONLY|unix.O_CLOEXEC), plain},
				{"open", at(1, unix.O_RDONLY|unix.O_TRUNC), emptying},
				{"openat", at(2, unix.O_RDONLY|unix.O_TRUNC), emptying},
				{"open", at(1, unix.O_ACCMODE|unix.O_TRUNC), emptying},
				{"openat", at(2, unix.O_ACCMODE|unix.O_TRUNC), emptying},
				{"truncate", nil, emptying},
				{"truncate64", nil, emptying},
				{"open", at(1, unix.O_WRONLY|unix.O_TRUNC), writing},
				{"openat", at(2, unix.O_RDWR|unix.O_CREAT), writing},
				{"openat", at(2, unix.O_WRONLY), writing},
				{"creat", nil, writing}, {"mkdir", nil, writing}, {"mkdirat", nil, writing}, {"rmdir", nil, writing},
				{"unlink", nil, writing}, {"unlinkat", nil, writing}, {"rename", nil, writing}, {"renameat2", nil, writing},
				{"link", nil, writing}, {"linkat", nil, writing}, {"symlink", nil, writing}, {"symlinkat", nil, writing},
				{"mknod", at(1, unix.S_IFIFO), writing},
			})
		}
	})
}

func TestSignals(t *testing.T) {
	bothModels(t, func(t *testing.T, bits int) {
		for _, test := range []struct {
			alone, ask, serves bool
			thread, others     uint32
		}{
			{true, false, false, allowed, allowed},
			{true, false, true, allowed, eperm},
			{false, true, false, asked, asked},
			{false, true, true, asked, eperm},
			{false, false, false, eperm, eperm},
		} {
			o := best(bits)
			o.Alone, o.Ask, o.Serves = test.alone, test.ask, test.serves
			check(t, o, []expectation{
				{"tgkill", nil, test.thread}, {"kill", nil, test.others}, {"tkill", nil, test.others},
				{"rt_sigqueueinfo", nil, test.others}, {"rt_tgsigqueueinfo", nil, test.others}, {"pidfd_send_signal", nil, eperm},
			})
		}
	})
}

// The kernel takes at most 4096 instructions.
func TestLength(t *testing.T) {
	for _, bits := range []int{64, 32} {
		for _, profile := range []Profile{Program, Compiler} {
			if n := len(New(Options{Profile: profile, Bits: bits}).Code); n > 4096 {
				t.Errorf("a filter has %d instructions", n)
			}
		}
	}
}
