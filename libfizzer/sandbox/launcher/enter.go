package launcher

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// entering is a process that is about to become the program.
type entering struct {
	Command
	kept       int      // number of descriptors, from 0 on, that the program gets
	connection *os.File // to the launcher
}

// enter drops everything that the command must not have, then becomes the command. It returns only if that fails.
func enter(arguments []string) int {
	kept, err := strconv.Atoi(arguments[0])
	if err != nil {
		return 1
	}
	debug.SetGCPercent(-1) // the collector's workers would need memory after the limits are set
	e := &entering{kept: kept, connection: os.NewFile(uintptr(kept), "launcher")}
	if readMessage(e.connection, &e.Command) != nil {
		return 1
	}
	unix.Umask(0o022)
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"folder", func() error { return unix.Chdir(string(e.Folder)) }},
		{"descriptors", e.keepDescriptors},
		{"addresses", e.fixAddresses},
		{"user", e.becomeUser},
		{"capabilities", dropCapabilities},
		{"death", func() error { return unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0) }}, // a change of user resets it
		{"privileges", func() error { return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }},
		{StepLandlock, func() error { return restrictFiles(&e.Landlock) }},
		{"exec", e.exec},
	} {
		if err := step.do(); err != nil {
			e.fail(step.name, err)
			return 1
		}
	}
	return 1
}

// Steps that a caller may leave out if the kernel refuses them.
const (
	StepLandlock = "landlock"
	StepFilter   = "filter"
)

func (e *entering) fail(step string, err error) {
	errno, _ := err.(syscall.Errno)
	_ = writeMessage(e.connection, report{Step: step, Errno: int(errno)}) // otherwise the launcher sees it die
}

// maxOldDescriptors bounds the descriptors that are closed one by one, where the kernel has no close_range.
const maxOldDescriptors = 4096

// keepDescriptors passes the program its own descriptors and no others.
func (e *entering) keepDescriptors() error {
	for descriptor := range e.kept { // the Go runtime may have made them non-blocking
		if err := unix.SetNonblock(descriptor, false); err != nil {
			return err
		}
	}
	err := unix.CloseRange(uint(e.kept), 1<<31-1, unix.CLOSE_RANGE_CLOEXEC)
	if err == unix.ENOSYS || err == unix.EINVAL { // before Linux 5.11
		for descriptor := e.kept; descriptor < maxOldDescriptors; descriptor++ {
			unix.CloseOnExec(descriptor)
		}
		err = nil
	}
	return err
}

const noRandomization = 0x0040000 // ADDR_NO_RANDOMIZE

func (e *entering) fixAddresses() error {
	if !e.Fixed {
		return nil
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, noRandomization, 0, 0); errno != 0 && errno != unix.EPERM {
		return errno
	}
	return nil // if this is refused, as in some containers, comparisons of pointers may differ between runs
}

func (e *entering) becomeUser() error {
	if e.User < 0 {
		return nil
	}
	id := uintptr(e.User)
	if _, _, errno := unix.RawSyscall(unix.SYS_SETGROUPS, 0, 0, 0); errno != 0 {
		return errno
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_SETRESGID, id, id, id); errno != 0 {
		return errno
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, id, id, id); errno != 0 {
		return errno
	}
	return nil
}

// maxCapability is beyond the last capability of any kernel. The bounding set is dropped up to the kernel's last one.
const maxCapability = 64

func dropCapabilities() error {
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) // kernels before 4.3 have none
	for capability := range uintptr(maxCapability) {
		if unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0) != nil {
			break // beyond the last capability, or this process may not drop any, and then has none to drop
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return unix.Capset(&header, &none[0])
}

// exec sets limits and filter, which must come last, and becomes the program.
func (e *entering) exec() error {
	secret, err := secretText(string(e.Path))
	if err != nil {
		return err
	}
	path := secret.text
	arguments, err := syscall.SlicePtrFromStrings(e.Arguments)
	if err != nil {
		return err
	}
	environment, err := syscall.SlicePtrFromStrings(e.Environment)
	if err != nil {
		return err
	}
	limits, err := lowered(e.Limits)
	if err != nil {
		return err
	}
	var m *messenger
	if e.Asks {
		if m, err = newMessenger(e.connection, limits); err != nil {
			return err
		}
		limits = nil
	}
	code := instructions(e.Filter)
	if e.Secret[0] != e.Secret[1] && max(e.Secret[0], e.Secret[1]) < len(code) {
		code[e.Secret[0]].K, code[e.Secret[1]].K = uint32(path), uint32(uint64(path)>>32)
	}
	l := lastCalls{
		limits: limits, path: path, arguments: uintptr(unsafe.Pointer(&arguments[0])), environment: uintptr(unsafe.Pointer(&environment[0])),
		connection: e.connection.Fd(), toIt: -1,
	}
	if l.report, l.errno, err = errnoReport("exec"); err != nil {
		return err
	}
	if m != nil {
		l.flags, l.toIt, l.fromIt = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, m.toIt[1], m.fromIt[0]
	}
	if len(e.Filter) > 0 && len(code) == 0 {
		return unix.EINVAL
	}
	if len(code) > 0 {
		l.program = &unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	}
	if errno := l.make(); errno != 0 {
		e.fail(StepFilter, errno)
	}
	runtime.KeepAlive(arguments)
	runtime.KeepAlive(environment)
	os.Exit(1)
	return nil
}

// lastCalls are the calls that turn the process into the program; limits and filter come first. They bypass the Go runtime. At
// the beginning of any function, the runtime may switch to another goroutine, by calls for which the filter kills. It may also
// need memory, of which the limits leave none.
type lastCalls struct {
	limits                       []rawLimit      // empty if the messenger sets them
	program                      *unix.SockFprog // nil: no filter
	flags                        uintptr
	toIt, fromIt                 int // pipes to and from the messenger; -1: there is none
	path, arguments, environment uintptr
	connection                   uintptr
	report, errno                []byte // written to the connection if the last calls fail; errno is a part of report
	number                       [4]byte
}

// make makes the calls. It returns an error if the filter is not in force. If a later call fails, make has reported it.
//
//go:nosplit
//go:norace
func (l *lastCalls) make() unix.Errno {
	// While a thread executes a program, the kernel refuses new threads that would share the working folder with it (EAGAIN), and
	// the Go runtime ends a process that gets no thread for 0.2 seconds. Where unshare is forbidden, that remains possible.
	_, _, _ = unix.RawSyscall(unix.SYS_UNSHARE, unix.CLONE_FS, 0, 0)
	if errno := setLimits(l.limits); errno != 0 {
		l.write(errno)
		return 0
	}
	if l.program != nil {
		listener, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, l.flags, uintptr(unsafe.Pointer(l.program)))
		if errno != 0 {
			return errno
		}
		if l.toIt >= 0 && !l.handOver(uint32(listener)) {
			l.write(unix.EIO)
			return 0
		}
	}
	_, _, errno := unix.RawSyscall(unix.SYS_EXECVE, l.path, l.arguments, l.environment)
	l.write(errno)
	return 0
}

// handOver passes the listener to the messenger and waits until the launcher has it.
//
//go:nosplit
//go:norace
func (l *lastCalls) handOver(listener uint32) bool {
	for i := range 4 {
		l.number[i] = byte(listener >> (8 * i))
	}
	number := uintptr(unsafe.Pointer(&l.number))
	if n, _, errno := unix.RawSyscall(unix.SYS_WRITE, uintptr(l.toIt), number, 4); errno != 0 || n != 4 {
		return false
	}
	n, _, errno := unix.RawSyscall(unix.SYS_READ, uintptr(l.fromIt), number, 4)
	return errno == 0 && n == 4 && l.number == [4]byte{}
}

// write reports the error.
//
//go:nosplit
//go:norace
func (l *lastCalls) write(errno unix.Errno) {
	for i := range len(l.errno) {
		l.errno[len(l.errno)-1-i] = ' '
	}
	for i := len(l.errno) - 1; i >= 0 && errno > 0; i-- {
		l.errno[i] = byte('0' + errno%10)
		errno /= 10
	}
	_, _, _ = unix.RawSyscall(unix.SYS_WRITE, l.connection, uintptr(unsafe.Pointer(&l.report[0])), uintptr(len(l.report)))
}

// errnoReport returns the encoded report of a failed step, and the part of it that holds the error number: decimal digits,
// padded with blanks on the left.
func errnoReport(step string) (text, errno []byte, err error) {
	const place = 9999
	text, err = frame(report{Step: step, Errno: place})
	at := bytes.Index(text, strconv.AppendInt(nil, place, 10))
	if err != nil || at < 0 {
		return nil, nil, errors.Join(err, errors.New("a report has no place for the error"))
	}
	return text, text[at : at+4], nil
}

// rawLimit is a limit in the kernel's encoding.
type rawLimit struct {
	resource uintptr
	value    unix.Rlimit
}

// lowered returns the limits, each lowered to what is allowed now.
func lowered(limits []Limit) ([]rawLimit, error) {
	all := make([]rawLimit, 0, len(limits))
	for _, limit := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(limit.Resource, &now); err != nil {
			return nil, err
		}
		value := min(limit.Value, now.Max)
		all = append(all, rawLimit{uintptr(limit.Resource), unix.Rlimit{Cur: value, Max: value}})
	}
	return all, nil
}

// setLimits sets the limits of this process.
//
//go:nosplit
//go:norace
func setLimits(limits []rawLimit) unix.Errno {
	for i := range limits {
		_, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, limits[i].resource, uintptr(unsafe.Pointer(&limits[i].value)), 0, 0, 0)
		if errno != 0 {
			return errno
		}
	}
	return 0
}

// instructions decodes the filter of a command.
func instructions(filter []byte) []unix.SockFilter {
	code := make([]unix.SockFilter, len(filter)/int(unsafe.Sizeof(unix.SockFilter{})))
	if _, err := binary.Decode(filter, binary.NativeEndian, code); err != nil {
		return nil // no instructions: the caller notices that
	}
	return code
}

// messenger sends the listener to the launcher. It is a thread without the filter, since the filter allows nothing but write
// and read, and it dies when this process becomes the program. (The launcher cannot fetch the listener by pidfd_getfd(2),
// because containers may forbid that.)
type messenger struct{ toIt, fromIt [2]int } // pipes: for the listener's number; for an error number, 0 for none

// newMessenger starts the thread. The thread sets the limits once the launcher has the listener: before, it needs memory
// itself, and the filtered thread is not allowed to set limits.
func newMessenger(connection *os.File, limits []rawLimit) (*messenger, error) {
	m := &messenger{}
	for _, pipe := range []*[2]int{&m.toIt, &m.fromIt} {
		if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
			return nil, err
		}
	}
	go func() {
		runtime.LockOSThread()
		var number [4]byte
		if _, err := unix.Read(m.toIt[0], number[:]); err != nil {
			return // this process ends next
		}
		err := giveListener(connection, int(binary.LittleEndian.Uint32(number[:])))
		errno, known := err.(syscall.Errno)
		if err != nil && !known {
			errno = unix.EIO
		}
		m.answer(errno, limits)
	}()
	return m, nil
}

// answer sets the limits unless there was an error, and reports the result. It needs no memory. It waits for the end of the
// process, since the end of the thread would make the Go runtime start another one.
//
//go:nosplit
//go:norace
func (m *messenger) answer(errno syscall.Errno, limits []rawLimit) {
	if errno == 0 {
		errno = setLimits(limits)
	}
	number := [4]byte{byte(errno), byte(errno >> 8), byte(errno >> 16), byte(errno >> 24)}
	_, _, _ = unix.RawSyscall(unix.SYS_WRITE, uintptr(m.fromIt[1]), uintptr(unsafe.Pointer(&number)), 4)
	for {
		_, _, _ = unix.RawSyscall(unix.SYS_PAUSE, 0, 0, 0)
	}
}

// giveListener sends the listener and waits until it is taken.
func giveListener(connection *os.File, listener int) error {
	if err := writeMessage(connection, report{}); err != nil {
		return err
	}
	if err := sendDescriptor(int(connection.Fd()), listener); err != nil {
		return err
	}
	var answer bool
	return readMessage(connection, &answer)
}

// secret is a text at an address that nobody can guess, and the memory around it.
type secret struct{ text, start, size uintptr }

// secretText stores a text.
func secretText(text string) (secret, error) {
	page := uintptr(os.Getpagesize())
	size := (uintptr(len(text)) + 1 + 2*page - 1) &^ (page - 1)
	for {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return secret{}, err
		}
		number := uintptr(binary.LittleEndian.Uint64(random[:]))
		const space, lowest = 1<<46 - 1, 1 << 32 // well within what a process can map
		wanted := max(number&space, lowest) &^ (page - 1)
		got, _, errno := unix.RawSyscall6(unix.SYS_MMAP, wanted, size, unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_FIXED_NOREPLACE, ^uintptr(0), 0)
		if errno == unix.EEXIST || errno == 0 && got != wanted {
			continue
		}
		if errno != 0 {
			return secret{}, errno
		}
		address := wanted + number>>48%page
		copy(unsafe.Slice((*byte)(pointerTo(address)), len(text)+1), text)
		return secret{address, wanted, size}, nil
	}
}

// pointerTo converts an address outside of the heap to a pointer.
func pointerTo(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
