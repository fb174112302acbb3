package runner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/object"
)

// server is one process of the target, with its workers, in a sandbox and with shared memory of its own.
type server struct {
	ctx         context.Context
	box         *sandbox.Sandbox
	process     *sandbox.Process
	memory      *sharedMemory
	recording   *recordingMemory // nil: it records no expressions
	unwatch     func() bool      // stops watching ctx
	sequence    uint32           // number of the newest batch
	pointerBits int              // as the target reported it before its first run
	closed      bool
}

// startServer starts a server with memory of that capacity; limits are those of the runs before it, if any. When ctx is done all
// its processes are killed. The caller must call awaitReady next.
func startServer(ctx context.Context, o *Options, c capacity, limits execution.Limits) (*server, error) {
	memory, err := newSharedMemory(c)
	if err != nil {
		return nil, err
	}
	recording, err := newRecordingMemory(o.Recording)
	if err != nil {
		return nil, errors.Join(err, memory.close())
	}
	s := &server{ctx: ctx, memory: memory, recording: recording, sequence: firstSequence}
	shared, all := memory.header.SharedSize+recording.needs(), o.MemoryBytes
	if all != 0 {
		all += shared
	}
	control := memory.control
	control.MemoryBytes = all
	memory.header.Lean = flag(o.Lean) << 1
	control.Lean = memory.header.Lean
	control.Command = firstSequence
	memory.handed = question{limits: limits}
	if err := s.launch(o, all, shared); err != nil {
		return nil, errors.Join(err, memory.close(), recording.close())
	}
	s.unwatch = context.AfterFunc(ctx, func() { _ = s.box.Close() })
	return s, nil
}

// firstSequence is the number of the target's start; the target answers it when it is ready.
const firstSequence = 1

const (
	maxDescriptors = 1024 // that the program may have open at once
	// extraMemory is the memory of all processes of a target, in bytes, besides twice that of one. It is for server and worker,
	// whose stacks and variables are counted for each.
	extraMemory = 256 << 20
	// targetStack is the largest stack of a run, in bytes: twice that of the validator. The target's frames are larger than the smallest
	// ones of gcc, half a million of which fit into the validator's stack.
	targetStack = 16 << 20
)

// launch starts the target in a sandbox. memory is the address space of one process, in bytes, 0: unlimited; shared is the part of it
// that the processes share.
func (s *server) launch(o *Options, memory, shared uint64) error {
	bits, err := bitsOf(o.Executable)
	if err != nil {
		return fmt.Errorf("target %s: %w", o.Executable, err)
	}
	all := uint64(0)
	if memory > 0 {
		all = 2*(memory+shared) + extraMemory
	}
	s.box, err = sandbox.Open(sandbox.Options{
		Policy: o.Policy, Show: []string{o.Executable}, Private: o.Scratch, Memory: all, Started: o.Started, Ended: o.Ended,
	})
	if err != nil {
		return fmt.Errorf("target %s: %w", o.Executable, err)
	}
	stack := uint64(targetStack)
	if s.recording != nil {
		stack = math.MaxUint64
	}
	s.process, err = s.box.Start(sandbox.Command{
		Path: o.Executable, Arguments: []string{"target"}, Environment: []string{"LC_ALL=C"}, Files: s.files(),
		Profile: sandbox.Program, Bits: bits, AddressSpace: memory, FileBytes: o.FileBytes, Descriptors: maxDescriptors, Fixed: true,
		Serves: true, StackBytes: stack,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("target %s: %w", o.Executable, err), s.box.Close())
	}
	return nil
}

// files are the target's descriptors, from 0 on.
func (s *server) files() []*os.File {
	files := []*os.File{nil, nil, nil, s.memory.file}
	if s.recording != nil {
		files = append(files, s.recording.file)
	}
	return files
}

// bitsOf returns the data model of an executable, 32 or 64.
func bitsOf(executable string) (int, error) {
	file, err := object.Open(executable)
	if err != nil {
		return 0, err
	}
	return object.Bits(file.File), file.Close()
}

// awaitReady waits until the target has initialised itself.
func (s *server) awaitReady() error {
	if !s.awaitReply() {
		return s.startFailure()
	}
	s.pointerBits = int(atomic.LoadUint32(&s.memory.control.PointerBits))
	return nil
}

// errSilent says that a target was given up before it was ready.
var errSilent = errors.New("the target does not become ready: it gives no sign of life")

// startFailure stops the server and explains why it did not become ready.
func (s *server) startFailure() error {
	exceeded, silent := s.box.Exceeded(), s.runs()
	status := s.stop()
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if exceeded != "" {
		return fmt.Errorf("the target does not become ready: %w", &sandbox.ExceededError{Bound: exceeded})
	}
	if silent {
		return errSilent
	}
	if status.Signaled() && status.Signal() == unix.SIGKILL {
		return fmt.Errorf("the target does not become ready: it was killed, probably for lack of memory: %w", unix.ENOMEM)
	}
	reasons := map[int]string{
		layout.ExitNoMemory:    "it cannot map the shared memory; give more memory",
		layout.ExitOtherLayout: "it was built by another version; build it again",
	}
	if reason, ok := reasons[status.ExitStatus()]; ok {
		return fmt.Errorf("the target does not become ready: %s", reason)
	}
	return fmt.Errorf("the target does not become ready: it ended with %s", status)
}

// ask lets the target begin with the batch in the memory. It tells the target whether to give way, as awaitReply will.
func (s *server) ask(yield bool) {
	s.sequence++
	if s.sequence == layout.CommandEnd {
		s.sequence = firstSequence
	}
	s.memory.control.Yield = flag(yield)
	s.memory.send(s.sequence)
}

// awaitReply waits until the target has answered the newest batch; false: its process has ended or was given up. The target ends
// runs that take too long itself. It is given up if it has not done so for long, because the program has destroyed the runtime's
// memory, or if it seems to work on more than it was given.
func (s *server) awaitReply() bool {
	if s.memory.wait(s.sequence) {
		return true
	}
	start := time.Now() // at most maxWait late
	quiet := silence{limits: s.memory.handed.limits, heartbeat: s.memory.handed.begun, since: start}
	for !s.memory.answered(s.sequence) {
		select {
		case <-s.process.Ended():
			return s.memory.answered(s.sequence)
		default:
		}
		now := time.Now()
		if s.memory.racing() || now.Sub(start) > s.memory.maxBatchTime() || quiet.tooLong(s.memory.heartbeat(), now, s.box.CPU) {
			return false
		}
		s.memory.wake() // the program may have overwritten that the target sleeps
		s.memory.wait(s.sequence)
	}
	return true
}

// silence is the time for which the heartbeat has not changed.
type silence struct {
	limits    execution.Limits // of the batch
	heartbeat uint32
	since     time.Time
	asked     bool          // for the CPU time in the sandbox, which was cpu, if it was known
	cpu       time.Duration // in steps of a hundredth of a second
	known     bool
}

// beforeAsking is how long the heartbeat has to be unchanged before the CPU time is asked for: that reads files of /proc.
const beforeAsking = 250 * time.Millisecond

// tooLong tells whether a target whose heartbeat is this one now is given up: much CPU time was used in its sandbox since the last change,
// or none at all, because it waits for what the program has overwritten.
func (q *silence) tooLong(heartbeat uint32, now time.Time, cpu func() (used time.Duration, known bool)) bool {
	clock := now.Sub(q.since)
	switch {
	case heartbeat != q.heartbeat:
		*q = silence{limits: q.limits, heartbeat: heartbeat, since: now}
	case clock > maxSilence(q.limits):
		return true
	case clock > beforeAsking && !q.asked:
		q.asked = true
		q.cpu, q.known = cpu()
	case clock > beforeAsking && q.known:
		total, known := cpu()
		used := total - q.cpu
		return used > maxSilentCPU(q.limits) || known && used == 0 && clock > maxAsleep(q.limits)
	}
	return false
}

// runs reports whether the target's process has not ended.
func (s *server) runs() bool {
	select {
	case <-s.process.Ended():
		return false
	default:
		return true
	}
}

// endTimeout bounds how long a target may take to end by itself. The kernel counts the CPU time of all its processes as ours only if
// it does.
const endTimeout = 300 * time.Millisecond

// stop ends the process with all that it started, waits for it, and returns how it ended. It may be called again.
func (s *server) stop() sandbox.Status {
	s.unwatch()
	if !s.closed {
		s.memory.send(layout.CommandEnd)
	}
	select {
	case <-s.process.Ended():
	case <-time.After(endTimeout):
	}
	_ = s.box.Close() // nothing depends on it
	return s.process.Wait()
}

// close stops the server and releases its memory. It may be called again.
func (s *server) close() error {
	if s.closed {
		return nil
	}
	s.stop()
	s.closed = true
	return errors.Join(s.memory.close(), s.recording.close())
}
