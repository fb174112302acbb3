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

// send writes the command and wakes the target if it sleeps. The store comes before the load for all processors, and the target says
// that it sleeps before the kernel compares the command, so no wake-up is missed.
func (m *sharedMemory) send(command uint32) {
	atomic.StoreUint32(&m.control.Command, command)
	if atomic.LoadUint32(&m.control.CommandAsleep) != 0 {
		m.wake()
	}
}

// wake wakes the target. The system call does not block, so Go's scheduler need not know of it.
func (m *sharedMemory) wake() {
	_, _, _ = unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&m.control.Command)), futexWake, 1, 0, 0, 0)
}

// answered tells whether the target has answered the batch with this number.
func (m *sharedMemory) answered(sequence uint32) bool {
	return atomic.LoadUint32(&m.control.Reply) == sequence
}

// giveWay lets the target run on this processor, and returns answered. It may return before the target has run, and late if others want
// the processor, too (core.gaveWay).
func (m *sharedMemory) giveWay(sequence uint32) bool {
	_, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	return m.answered(sequence)
}

// wait sleeps until the target has answered the batch with this number, but no longer than maxWait. It returns answered.
func (m *sharedMemory) wait(sequence uint32) bool {
	word := &m.control.Reply
	atomic.StoreUint32(&m.control.ReplyAsleep, 1)
	if reply := atomic.LoadUint32(word); reply != sequence {
		limit := unix.NsecToTimespec(int64(maxWait))
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(reply), uintptr(unsafe.Pointer(&limit)), 0, 0)
	}
	atomic.StoreUint32(&m.control.ReplyAsleep, 0)
	return m.answered(sequence)
}
