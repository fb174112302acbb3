package smt

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// errLate may come instead of an answer.
var errLate = errors.New("it does not answer in time")

// limitError means that a process reached a limit before it answered.
type limitError struct{ reached string }

func (e *limitError) Error() string { return e.reached }

// Bounds of what is read from a solver and written to it, picked by hand.
const (
	maxLine   = 1 << 20  // bytes of a line
	maxAnswer = 32 << 20 // bytes of the lines between two texts that are written
	maxQueued = 64       // texts that it has not read, and lines that nobody has taken
)

// endWait bounds how long a process that has closed its output may take to end by itself.
const endWait = time.Second

// memoryShare: a process that ends with 1/memoryShare of its memory or more in use counts as one that has used it up. To double its
// largest block it needs the old and the new one at once, which is three times what it had.
const memoryShare = 3

// dialog is a process that answers in lines. It runs in a sandbox, which bounds what it uses and ends all that it starts.
type dialog struct {
	box     *sandbox.Sandbox
	process *sandbox.Process
	memory  uint64          // bytes that it may use
	cpu     time.Duration   // CPU time that it may use
	kills   int             // of the sandbox before the process started
	in      chan string     // closed: nothing follows
	lines   chan string     // closed: it has ended, or broken says why nothing more is read
	out     *os.File        // its output
	broken  error           // why reading ended before the output did; written before lines is closed
	read    atomic.Int64    // bytes read since the last text was written
	writer  sync.WaitGroup  // of the goroutine that writes
	done    <-chan struct{} // closed: nobody waits for its answers any more; nil: somebody does
	deaf    bool            // a text found no room in the queue
	closed  bool
}

// newDialog starts a command in a sandbox, which has no other. When done is closed, nobody waits for its answers any more. The error is
// one of the sandbox.
func newDialog(box *sandbox.Sandbox, command sandbox.Command, done <-chan struct{}) (*dialog, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	defer theirOut.Close()
	d := &dialog{
		box: box, memory: command.AddressSpace, cpu: command.CPU, kills: box.Kills(),
		in: make(chan string, maxQueued), lines: make(chan string, maxQueued), out: out, done: done,
	}
	command.Files = []*os.File{theirIn, theirOut}
	if d.process, err = box.Start(command); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	d.writer.Go(func() { d.send(in) })
	go d.receive()
	return d, nil
}

// send writes the queued text. It runs in a goroutine, so that a process that does not read holds up nobody.
func (d *dialog) send(in io.WriteCloser) {
	for text := range d.in {
		if _, err := io.WriteString(in, text); err != nil {
			break
		}
	}
	in.Close()
	for range d.in { // nobody reads it any more
	}
}

// receive reads lines that are not empty, until the output ends or is too long.
func (d *dialog) receive() {
	defer close(d.lines)
	scanner := bufio.NewScanner(d.out)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		if d.read.Add(int64(len(scanner.Bytes())+1)) > maxAnswer {
			d.broken = fmt.Errorf("it prints more than %d MB", maxAnswer>>20)
			return
		}
		if line := strings.TrimSpace(scanner.Text()); line != "" {
			d.lines <- line
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		d.broken = fmt.Errorf("it prints a line of more than %d MB", maxLine>>20)
	}
}

// write queues text for the process.
func (d *dialog) write(text string) {
	d.read.Store(0)
	select {
	case d.in <- text:
	default:
		d.deaf = true
	}
}

// end closes the queue: nothing follows.
func (d *dialog) end() {
	if !d.closed {
		d.closed = true
		close(d.in)
	}
}

// line returns the next line. The error is errLate, a *limitError if the process has reached a limit, or says what it did otherwise.
func (d *dialog) line(limit time.Duration) (string, error) {
	if d.deaf {
		return "", errors.New("it does not read what it is asked")
	}
	timer := time.NewTimer(max(limit, 0))
	defer timer.Stop()
	select {
	case line, ok := <-d.lines:
		if !ok {
			return "", d.ending()
		}
		return line, nil
	case <-timer.C:
		return "", errLate
	case <-d.done:
		return "", errLate
	}
}

// ending says why no more lines come. A process that has closed its output and does not end within endWait is killed.
func (d *dialog) ending() error {
	if d.broken != nil {
		return d.broken
	}
	timer := time.NewTimer(endWait)
	defer timer.Stop()
	select {
	case <-d.process.Ended():
	case <-d.done:
		return errLate
	case <-timer.C:
		d.process.Kill() // that does not change how it ends if it is doing so
		if d.process.Wait().Signal() == unix.SIGKILL && d.box.Exceeded() == "" {
			return errors.New("it has closed its output and not ended")
		}
	}
	if exceeded := d.box.Exceeded(); exceeded != "" {
		return &limitError{exceeded}
	}
	return ended(d.process.Wait(), d.memory, d.cpu, d.box.Kills() > d.kills)
}

// ended says why a process ended without an answer. memory and cpu are what it was allowed to use; killed: the kernel killed one in its
// sandbox because memory was used up.
func ended(how sandbox.Status, memory uint64, cpu time.Duration, killed bool) error {
	had := uint64(how.Usage.Maxrss) << 10
	used := time.Duration(how.Usage.Utime.Nano() + how.Usage.Stime.Nano())
	switch {
	case killed, had >= memory/memoryShare:
		return &limitError{fmt.Sprintf("it has used up its memory: %v, when it had %d of %d MB", how, had>>20, memory>>20)}
	case how.Signaled() && (how.Signal() == unix.SIGKILL || how.Signal() == unix.SIGXCPU) && used >= cpu/2: // the kernel's clocks differ
		return &limitError{fmt.Sprintf("it has used up its CPU time of %v: %v", cpu, how)}
	}
	return fmt.Errorf("it has ended without an answer: %v", how)
}

// close kills the process and all that it started, and waits for their end.
func (d *dialog) close() {
	d.end()
	_ = d.box.Clear() // it fails if the sandbox has ended, with all in it
	for range d.lines {
	}
	d.writer.Wait()
	d.out.Close()
}
