package launcher

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// If signals could leave the sandbox, the filter asks the launcher about each one (SECCOMP_RET_USER_NOTIF). The launcher allows
// signals to the sandbox's own processes. It reads only arguments that are numbers, which a waiting process cannot change.

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

// superviseSignals takes the listener from the process and answers as long as one of the processes under the filter lives.
func (s *server) superviseSignals(connection *os.File) error {
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
				if !s.mayBeSignalled(int32(q.arguments[0])) {
					a.flags, a.errno = 0, -int32(unix.EPERM)
				}
				control(taken, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a))
			}
		}
	}()
	return nil
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
