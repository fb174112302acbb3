package runner

import (
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Operations of futex(2) on words shared between processes.
const (
	futexWait = 0
	futexWake = 1
)

// maxWait bounds the sleep of wait, so that the death of the target is noticed.
const maxWait = 50 * time.Millisecond

// send writes the command and wakes the target. The system call does not block, so Go's scheduler need not know of it.
func (m *sharedMemory) send(command uint32) {
	word := &m.control.Command
	atomic.StoreUint32(word, command)
	_, _, _ = unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, 1, 0, 0, 0)
}

// answered tells whether the target has answered the batch with this number.
func (m *sharedMemory) answered(sequence uint32) bool {
	return atomic.LoadUint32(&m.control.Reply) == sequence
}

// wait sleeps until the target has answered the batch with this number, but no longer than maxWait. It returns answered.
func (m *sharedMemory) wait(sequence uint32) bool {
	word := &m.control.Reply
	reply := atomic.LoadUint32(word)
	if reply == sequence {
		return true
	}
	limit := unix.NsecToTimespec(int64(maxWait))
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(reply), uintptr(unsafe.Pointer(&limit)), 0, 0)
	return m.answered(sequence)
}
