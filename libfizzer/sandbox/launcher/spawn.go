package launcher

import (
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is a system call that a new process makes before it becomes the program.
type call struct {
	number    uintptr
	arguments [6]uintptr
	ignored   int // error number that is no failure; anyError: none is
}

const anyError = -1

// outcome says which call failed, if one did.
type outcome struct {
	failed *call
	errno  syscall.Errno
}

// vfork makes a process that makes the calls one after the other, and waits until it has become a program or ended. Signals has a
// mask of all signals, and room for this thread's mask. It returns the process id, or the negative error number.
func vfork(signals *[2]uint64, pidfd *int32, calls *call, count uintptr, outcome *outcome) (pid int)

// plan is a list of calls under preparation.
type plan struct {
	calls []call
	steps []string // what each call is for
	step  string   // what the next calls are for
	kept  []any    // what arguments point to
	open  []int    // descriptors to close in the launcher when the process has become the program
	path  secret   // the path of the program
}

func (p *plan) add(ignored int, number uintptr, arguments ...uintptr) {
	c := call{number: number, ignored: ignored}
	copy(c.arguments[:], arguments)
	p.calls = append(p.calls, c)
	p.steps = append(p.steps, p.step)
}

// address returns the address of what does not move and lives as long as the plan.
func address[T any](p *plan, value *T) uintptr {
	p.kept = append(p.kept, value)
	return uintptr(unsafe.Pointer(value))
}

// close releases what only the new process needed.
func (p *plan) close() {
	closeAll(p.open)
	if p.path.size > 0 {
		_ = unix.MunmapPtr(pointerTo(p.path.start), p.path.size)
	}
}

// spawn starts a command by a plan of system calls. It costs a third of what launch needs, since no Go runtime starts in between. A
// command whose filter asks needs launch: its filter's listener must be sent by a thread without the filter.
//
// The caller stays on its thread (runtime.LockOSThread), whose end would end the process. The new process shares the launcher's memory
// until it becomes the program. It runs no code of the program meanwhile, and nobody may trace it (PR_SET_DUMPABLE in prepare).
func (s *server) spawn(c *Command, descriptors []int) (pid, pidfd int, failure *Started) {
	p := &plan{}
	defer p.close()
	if err := p.prepare(c, descriptors); err != nil {
		if step, ok := err.(*stepError); ok {
			return 0, 0, &Started{Error: step.step, Errno: int(step.errno)}
		}
		return 0, 0, failed(p.step, err)
	}
	signals, handle, result := &[2]uint64{^uint64(0)}, new(int32), &outcome{}
	*handle = -1
	pid = vfork(signals, handle, &p.calls[0], uintptr(len(p.calls)), result)
	runtime.KeepAlive(p)
	switch {
	case pid < 0:
		return 0, 0, failed("fork", syscall.Errno(-pid))
	case result.failed != nil:
		_ = unix.Close(int(*handle))
		index := (uintptr(unsafe.Pointer(result.failed)) - uintptr(unsafe.Pointer(&p.calls[0]))) / unsafe.Sizeof(call{})
		return 0, 0, &Started{Error: p.steps[index], Errno: int(result.errno)}
	}
	return pid, int(*handle), nil
}

// stepError is a failure that callers know by the name of its step.
type stepError struct {
	step  string
	errno syscall.Errno
}

func (e *stepError) Error() string { return fmt.Sprintf("%s: %v", e.step, e.errno) }

// prepare plans all that enter does, in the same order.
func (p *plan) prepare(c *Command, descriptors []int) error {
	p.step = "session"
	p.add(0, unix.SYS_SETSID)
	p.planSignals()
	p.add(0, unix.SYS_UMASK, 0o022)
	p.step = "folder"
	folder, err := syscall.BytePtrFromString(string(c.Folder))
	if err != nil {
		return err
	}
	p.add(0, unix.SYS_CHDIR, address(p, folder))
	set, err := p.planDescriptors(c, descriptors)
	if err != nil {
		return err
	}
	if c.Fixed {
		p.step = "addresses"
		p.add(int(unix.EPERM), unix.SYS_PERSONALITY, noRandomization)
	}
	if id := uintptr(c.User); c.User >= 0 {
		p.step = "user"
		p.add(0, unix.SYS_SETGROUPS, 0, 0)
		p.add(0, unix.SYS_SETRESGID, id, id, id)
		p.add(0, unix.SYS_SETRESUID, id, id, id)
	}
	p.planCapabilities()
	p.step = "death"
	p.add(0, unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL)) // a change of user resets it
	p.step = "privileges"
	p.add(0, unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if set >= 0 {
		p.step = StepLandlock
		p.add(0, unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(set), 0)
	}
	return p.planProgram(c)
}

// planSignals gives all signals their default, then allows them.
func (p *plan) planSignals() {
	p.step = "signals"
	type action struct{ handler, flags, restorer, mask uintptr }
	var now, normal action
	const last, caught = 64, 1 // handlers 0 and 1 are the default, and that the signal is ignored
	for signal := uintptr(1); signal <= last; signal++ {
		_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, 0, uintptr(unsafe.Pointer(&now)), unsafe.Sizeof(now.mask), 0, 0)
		if errno == 0 && now.handler > caught {
			p.add(0, unix.SYS_RT_SIGACTION, signal, address(p, &normal), 0, unsafe.Sizeof(now.mask))
		}
	}
	p.add(0, unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, address(p, new(uint64)), 0, unsafe.Sizeof(uint64(0)))
}

// planDescriptors gives the process its descriptors and no others. It returns the set of Landlock's rules, -1 for none.
func (p *plan) planDescriptors(c *Command, descriptors []int) (set int, err error) {
	p.step = StepLandlock
	if set, err = ruleset(&c.Landlock); err != nil {
		if errno, ok := err.(syscall.Errno); ok {
			return -1, &stepError{StepLandlock, errno}
		}
		return -1, err
	}
	p.step = "descriptors"
	if set >= 0 {
		p.open = append(p.open, set)
		if set, err = p.above(set, len(descriptors)); err != nil {
			return -1, err
		}
	}
	for i, descriptor := range descriptors {
		if err := unix.SetNonblock(descriptor, false); err != nil { // the Go runtime of the tool may have made it so
			return -1, err
		}
		from, err := p.above(descriptor, len(descriptors))
		if err != nil {
			return -1, err
		}
		p.add(0, unix.SYS_DUP3, uintptr(from), uintptr(i), 0)
	}
	const last = 1<<31 - 1
	first := uintptr(len(descriptors))
	switch err := unix.CloseRange(last, last, unix.CLOSE_RANGE_CLOEXEC); err { // has the kernel this call?
	case unix.ENOSYS, unix.EINVAL: // before Linux 5.11
		for descriptor := first; descriptor < maxOldDescriptors; descriptor++ {
			p.add(anyError, unix.SYS_FCNTL, descriptor, unix.F_SETFD, unix.FD_CLOEXEC)
		}
	default:
		p.add(0, unix.SYS_CLOSE_RANGE, first, last, unix.CLOSE_RANGE_CLOEXEC)
	}
	return set, nil
}

// above returns the descriptor, or a copy of it, that is at least as great as the bound.
func (p *plan) above(descriptor, bound int) (int, error) {
	if descriptor >= bound {
		return descriptor, nil
	}
	copied, err := unix.FcntlInt(uintptr(descriptor), unix.F_DUPFD_CLOEXEC, bound)
	if err == nil {
		p.open = append(p.open, copied)
	}
	return copied, err
}

func (p *plan) planCapabilities() {
	p.step = "capabilities"
	p.add(anyError, unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL) // kernels before 4.3 have none
	for capability := range uintptr(maxCapability) {
		p.add(anyError, unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, capability) // see dropCapabilities
	}
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	p.add(0, unix.SYS_CAPSET, address(p, header), address(p, &[2]unix.CapUserData{}))
}

// planProgram plans the limits and the filter, which must come last, and the program.
func (p *plan) planProgram(c *Command) error {
	p.step = "exec"
	var err error
	if p.path, err = secretText(string(c.Path)); err != nil {
		return err
	}
	limits, err := lowered(c.Limits)
	if err != nil {
		return err
	}
	for i := range limits {
		p.add(0, unix.SYS_PRLIMIT64, 0, limits[i].resource, address(p, &limits[i].value), 0)
	}
	code := instructions(c.Filter)
	if len(c.Filter) > 0 && len(code) == 0 {
		return &stepError{StepFilter, unix.EINVAL}
	}
	if len(code) > 0 {
		if c.Secret[0] != c.Secret[1] && max(c.Secret[0], c.Secret[1]) < len(code) {
			code[c.Secret[0]].K, code[c.Secret[1]].K = uint32(p.path.text), uint32(uint64(p.path.text)>>32)
		}
		p.step = StepFilter
		p.add(0, unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, address(p, &unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}))
	}
	arguments, err := syscall.SlicePtrFromStrings(c.Arguments)
	if err != nil {
		return err
	}
	environment, err := syscall.SlicePtrFromStrings(c.Environment)
	if err != nil {
		return err
	}
	p.step = "exec"
	p.add(0, unix.SYS_EXECVE, p.path.text, address(p, &arguments[0]), address(p, &environment[0]))
	return nil
}
