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

// A thread that holds its P while it waits lets others have it after maxHold, and waits no longer than holdSlices times that.
const (
	maxHold    = 5 * time.Millisecond
	holdSlices = 10
)

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
	if reply, sleeps := m.lieDown(sequence); sleeps {
		limit := unix.NsecToTimespec(int64(maxWait))
		word := uintptr(unsafe.Pointer(&m.control.Reply)) // shared memory, which the garbage collector does not move
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, word, futexWait, reply, uintptr(unsafe.Pointer(&limit)), 0, 0)
	}
	return m.getUp(sequence)
}

// hold is wait for threads that need not share their P, their right to run Go code. Go's scheduler is not told of the system call: its
// monitor would look for the end of it every 20 microseconds at first (docs/decisions/068-lean-form.md). Whoever stops all threads, as the
// garbage collector does, interrupts the call with a signal; others get the P when the scheduler asks for it, which it does after 10 ms.
func (m *sharedMemory) hold(sequence uint32) bool {
	for range holdSlices {
		if m.holdSlice(sequence) {
			return true
		}
	}
	return false
}

// holdSlice is one slice of hold. It is not inlined, so that each call lets the scheduler in.
//
//go:noinline
func (m *sharedMemory) holdSlice(sequence uint32) bool {
	if reply, sleeps := m.lieDown(sequence); sleeps {
		limit := unix.NsecToTimespec(int64(maxHold))
		word := uintptr(unsafe.Pointer(&m.control.Reply))
		_, _, _ = unix.RawSyscall6(unix.SYS_FUTEX, word, futexWait, reply, uintptr(unsafe.Pointer(&limit)), 0, 0)
	}
	return m.getUp(sequence)
}

// lieDown says that the thread is about to sleep. It returns the present reply, and whether the thread should sleep.
func (m *sharedMemory) lieDown(sequence uint32) (reply uintptr, sleeps bool) {
	atomic.StoreUint32(&m.control.ReplyAsleep, 1)
	now := atomic.LoadUint32(&m.control.Reply)
	return uintptr(now), now != sequence
}

// getUp says that the thread is awake. It returns answered.
func (m *sharedMemory) getUp(sequence uint32) bool {
	atomic.StoreUint32(&m.control.ReplyAsleep, 0)
	return m.answered(sequence)
}
