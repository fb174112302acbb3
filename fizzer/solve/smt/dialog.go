package smt

import (
	"bufio"
	"errors"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Errors that may come instead of an answer.
var (
	errLate  = errors.New("it does not answer in time")
	errEnded = errors.New("it has ended without an answer")
)

// maxLine is the length of the longest line that is read from a solver, in bytes.
const maxLine = 1 << 20

// dialog is a process that answers in lines.
type dialog struct {
	command *exec.Cmd
	in      chan string     // closed: nothing follows
	lines   chan string     // closed: it has ended
	done    <-chan struct{} // closed: nobody waits for its answers any more; nil: somebody does
	closed  bool
}

// newDialog starts a process in a process group of its own. When done is closed, nobody waits for its answers any more.
func newDialog(command []string, done <-chan struct{}) (*dialog, error) {
	d := &dialog{
		command: exec.Command(command[0], command[1:]...), in: make(chan string, 64), lines: make(chan string, 64), done: done,
	}
	d.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	in, err := d.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := d.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.command.Start(); err != nil {
		return nil, err
	}
	go d.send(in)
	go d.receive(out)
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

func (d *dialog) receive(out io.Reader) {
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		d.lines <- strings.TrimSpace(scanner.Text())
	}
	close(d.lines)
	io.Copy(io.Discard, out) // after a line that is too long
}

// write queues text for the process.
func (d *dialog) write(text string) { d.in <- text }

// end closes the queue: nothing follows.
func (d *dialog) end() {
	if !d.closed {
		d.closed = true
		close(d.in)
	}
}

// line returns the next line that is not empty.
func (d *dialog) line(limit time.Duration) (string, error) {
	timer := time.NewTimer(max(limit, 0))
	defer timer.Stop()
	for {
		select {
		case line, ok := <-d.lines:
			if !ok {
				return "", errEnded
			}
			if line != "" {
				return line, nil
			}
		case <-timer.C:
			return "", errLate
		case <-d.done:
			return "", errLate
		}
	}
}

// close kills the process and all that it started, and waits for its end.
func (d *dialog) close() {
	d.end()
	syscall.Kill(-d.command.Process.Pid, syscall.SIGKILL)
	for range d.lines {
	}
	d.command.Wait()
}
