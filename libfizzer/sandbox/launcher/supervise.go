package launcher

import (
	"os"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// If signals could leave the sandbox, the filter asks the launcher about each one (SECCOMP_RET_USER_NOTIF). The launcher allows
// signals to the sandbox's own processes. If the kernel does not bound the number of processes, the filter asks about each new one, too.
// The launcher reads only arguments that are numbers, which a waiting process cannot change.

// question and answer are struct seccomp_notif and struct seccomp_notif_resp.
type question struct {
	id                 uint64
	pid, flags         uint32
	number, arch       int32
	instructionPointer uint64
	arguments          [6]uint64
}

type answer struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// supervise takes the listener from the process and answers as long as one of the processes under the filter lives.
func (s *server) supervise(connection *os.File) error {
	taken, err := receiveDescriptor(int(connection.Fd()))
	if err != nil {
		return err
	}
	go func() {
		defer unix.Close(taken)
		for {
			var q question
			if errno := control(taken, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&q)); errno == unix.ENOENT {
				continue // the process died meanwhile
			} else if errno != 0 && errno != unix.EINTR {
				return
			} else if errno == 0 {
				a := answer{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
				if refused := s.judge(&q); refused != 0 {
					a.flags, a.errno = 0, -int32(refused)
				}
				control(taken, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a))
			}
		}
	}()
	return nil
}

// judge returns the error with which a call that the filter asks about is refused, 0 for none.
func (s *server) judge(q *question) unix.Errno {
	clone := q.number == unix.SYS_CLONE
	if uint32(q.arch) == unix.AUDIT_ARCH_I386 {
		clone = q.number == clone32
	}
	switch {
	case clone && !s.mayBeBorn():
		return unix.EAGAIN
	case !clone && !s.mayBeSignalled(int32(q.arguments[0])):
		return unix.EPERM
	}
	return 0
}

// clone32 is the number of clone on i386.
const clone32 = 120

// birthTime is how long a new process may take until /proc shows it.
const birthTime = 2 * time.Millisecond

// refusalTime is how long a refusal holds. A program that asks over and over again then spends its own CPU time, which ends its run, and
// not the launcher's.
const refusalTime = 10 * time.Millisecond

// births know when new processes were allowed that /proc may not show yet, and the last refusal. All listeners share them.
type births struct {
	mutex   sync.Mutex
	times   []time.Time
	refused time.Time
}

// mayBeBorn tells whether one more process is within the bound, and notes it. The cost is that of reading /proc for each process.
func (s *server) mayBeBorn() bool {
	b := &s.births
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := time.Now()
	if now.Sub(b.refused) < refusalTime {
		return false
	}
	for len(b.times) > 0 && now.Sub(b.times[0]) > birthTime {
		b.times = b.times[1:]
	}
	if len(b.times)+len(Family(os.Getpid())) > s.config.Children {
		b.refused = now
		return false
	}
	b.times = append(b.times, now)
	return true
}

func control(descriptor int, request uintptr, argument unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(descriptor), request, uintptr(argument))
	runtime.KeepAlive(argument)
	return errno
}

// mayBeSignalled tells whether a pid, as in kill(2), names processes of the sandbox. 0 stands for the sender's process group,
// which is the sandbox's own and cannot be left.
func (s *server) mayBeSignalled(pid int32) bool {
	if pid <= 0 {
		return pid == 0
	}
	self := os.Getpid()
	for parent := int(pid); parent > 1; {
		status, err := readStatus(parent)
		if err != nil {
			return false
		}
		if status.group != parent && status.group > 0 { // a thread: its process counts
			parent = status.group
			continue
		}
		if parent = status.parent; parent == self {
			return true
		}
	}
	return false
}
