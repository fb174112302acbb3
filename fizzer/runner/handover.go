package runner

import (
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Operations of futex(2), on words that processes share.
const (
	futexWait = 0
	futexWake = 1
)

// waitMost is how long wait sleeps at most, so that the death of the target is noticed.
const waitMost = 50 * time.Millisecond

// send writes the command and wakes the target. The call does not block, so the scheduler need not hear of it.
func (m *sharedMemory) send(command uint32) {
	word := &m.control.Command
	atomic.StoreUint32(word, command)
	_, _, _ = unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, 1, 0, 0, 0)
}

// answered says whether the target has answered the batch of that number.
func (m *sharedMemory) answered(sequence uint32) bool {
	return atomic.LoadUint32(&m.control.Reply) == sequence
}

// wait sleeps until the target has answered the batch of that number, but no longer than waitMost; it says which.
func (m *sharedMemory) wait(sequence uint32) bool {
	word := &m.control.Reply
	reply := atomic.LoadUint32(word)
	if reply == sequence {
		return true
	}
	most := unix.NsecToTimespec(int64(waitMost))
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(reply), uintptr(unsafe.Pointer(&most)), 0, 0)
	return m.answered(sequence)
}
