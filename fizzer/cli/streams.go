package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	cli "github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/cli/live"
	"fizzer/testcomp/plain"
)

// streams are the standard output and error of a command. Their readers may be slow, stop reading or go: a limit or a signal ends the
// command all the same. What the command was asked for waits for its reader until then; progress and notes are left out.
type streams struct {
	out   *stream
	ended chan struct{} // closed by end
	late  chan struct{} // closed outputGrace after that
	once  sync.Once
	cause error // of the end
}

// outputGrace is how long output waits for its reader: all results together when the command has to end, a note always. Picked by hand: a
// reader that reads at all empties a pipe much faster, and a second for both is what a supervisor has patience for.
const outputGrace = 500 * time.Millisecond

// newStreams returns the streams of a command. noReader is called when a stream has no reader any more.
func newStreams(stdout io.Writer, noReader func()) *streams {
	return &streams{out: newStream(stdout, noReader), ended: make(chan struct{}), late: make(chan struct{})}
}

// streamsKey is the key of a command's *streams.
type streamsKey struct{}

// streamsOf returns the streams of the command that has this context; nil: it has none, as in unit tests.
func streamsOf(ctx context.Context) *streams {
	s, _ := ctx.Value(streamsKey{}).(*streams)
	return s
}

// end ends the waiting for readers. Only the first call matters.
func (s *streams) end(cause error) {
	if s != nil {
		s.once.Do(func() {
			s.cause = cause
			close(s.ended)
			time.AfterFunc(outputGrace, func() { close(s.late) })
		})
	}
}

// endWith ends the waiting when a signal or a limit ends ctx; that its command has ended does not.
func (s *streams) endWith(ctx context.Context) {
	if s != nil {
		context.AfterFunc(ctx, func() {
			if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
				s.end(cause)
			}
		})
	}
}

// endAt ends the waiting when the wall time is used up, also if nothing else is left to do then.
func (s *streams) endAt(b *budget.Budget) {
	if s != nil && b.Wall > 0 {
		time.AfterFunc(b.Start.Add(b.Wall).Sub(b.Clock()), func() { s.end(&budget.SpentError{Reason: budget.ReasonWall}) })
	}
}

// stream is where a command writes. Each write is done by a goroutine of its own, so that nobody has to wait for it.
type stream struct {
	to       io.Writer
	noReader func()
	turn     chan struct{} // holds a value while somebody writes
	failure  atomic.Pointer[printError]
}

func newStream(to io.Writer, noReader func()) *stream {
	return &stream{to: to, noReader: noReader, turn: make(chan struct{}, 1)}
}

// errNotRead means that a reader did not read in time.
var errNotRead = errors.New("nobody reads it")

// retryPause is the time between two attempts to write where writing does not wait.
const retryPause = 10 * time.Millisecond

// take waits until nobody else writes. It returns false if late is closed before.
func (s *stream) take(late <-chan struct{}) bool {
	select {
	case s.turn <- struct{}{}:
		return true
	default:
	}
	select {
	case s.turn <- struct{}{}:
		return true
	case <-late:
		return false
	}
}

// put writes p after take. If late is closed before all is written, it returns errNotRead, and the rest may be written later.
func (s *stream) put(p []byte, late <-chan struct{}) error {
	written := make(chan error, 1)
	rest := bytes.Clone(p)
	go func() {
		n, err := s.to.Write(rest)
		for errors.Is(err, unix.EAGAIN) { // another process has made the pipe non-blocking
			time.Sleep(retryPause)
			rest = rest[n:]
			n, err = s.to.Write(rest)
		}
		if errors.Is(err, unix.EPIPE) {
			s.noReader()
		}
		<-s.turn
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-late:
	}
	select {
	case err := <-written:
		return err
	default:
		return errNotRead
	}
}

// printError means that the standard output cannot be written.
type printError struct{ error }

// Error says so, and why.
func (e *printError) Error() string {
	return "the standard output cannot be written: " + e.error.Error()
}

// Unwrap returns the cause.
func (e *printError) Unwrap() error { return e.error }

// checked returns err, or what went wrong with the output if err is nil or the same.
func (s *stream) checked(err error) error {
	if failure := s.failure.Load(); failure != nil && (err == nil || errors.Is(err, failure.error)) {
		return failure
	}
	return err
}

// results are what the command was asked for. One goroutine writes them.
type results struct {
	*streams
	left time.Duration // of the grace, for what is written after its end
}

// Write implements io.Writer. It waits until p is read, or for the grace when the command has to end.
func (r *results) Write(p []byte) (int, error) {
	if !isClosed(r.ended) {
		return r.put(p, r.late)
	}
	// The command may have needed longer than the grace for its last files.
	begin := time.Now()
	waiting, stop := context.WithTimeout(context.Background(), r.left)
	defer stop()
	n, err := r.put(p, waiting.Done())
	r.left -= time.Since(begin)
	return n, err
}

func (r *results) put(p []byte, late <-chan struct{}) (int, error) {
	err := errNotRead
	if r.out.take(late) {
		err = r.out.put(p, late)
	}
	if errors.Is(err, errNotRead) {
		r.left = 0
		<-r.ended // as late is closed
		err = fmt.Errorf("%w (%w)", err, r.cause)
	}
	if err != nil {
		if !errors.Is(err, unix.EPIPE) {
			r.out.failure.Store(&printError{err})
		}
		return 0, err
	}
	return len(p), nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// notes are what a command may leave out if nobody reads it.
type notes struct {
	*stream
	stuck atomic.Bool // a write has lasted too long and goes on
}

// Write implements io.Writer. It waits for the grace at most, and not at all while an earlier write lasts longer than that; what is left
// out counts as written.
func (n *notes) Write(p []byte) (int, error) {
	patience := outputGrace
	if n.stuck.Load() {
		patience = 0
	}
	waiting, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	if !n.take(waiting.Done()) {
		n.stuck.Store(true)
		return len(p), nil
	}
	if n.stuck.Swap(false) {
		renewed, stop := context.WithTimeout(context.Background(), outputGrace)
		defer stop()
		waiting = renewed
	}
	switch err := n.put(p, waiting.Done()); {
	case errors.Is(err, errNotRead):
		n.stuck.Store(true)
	case err != nil:
		return 0, err
	}
	return len(p), nil
}

// progressOf returns the writer of a command's progress to its standard output. What it writes must end with whole characters.
func progressOf(c *cli.Context) io.Writer {
	s := streamsOf(c.Context)
	if s == nil {
		return c.App.Writer
	}
	return plain.NewWriter(&notes{stream: s.out})
}

// screen is a terminal to whose file notes are written. The live view asks it for its size.
type screen struct {
	notes
	file *os.File
}

// Fd, Read and Close make it a terminal for the view, which neither reads nor closes it.
func (s *screen) Fd() uintptr { return s.file.Fd() }

func (s *screen) Read(p []byte) (int, error) { return s.file.Read(p) }

// Close does nothing: the file belongs to the process.
func (s *screen) Close() error { return nil }

// messagesTo returns the writer of a command's messages to its standard error.
func messagesTo(stderr io.Writer, noReader func()) io.Writer {
	if file, is := stderr.(*os.File); is && live.IsTerminal(stderr) {
		return &screen{notes: notes{stream: newStream(stderr, noReader)}, file: file}
	}
	return &notes{stream: newStream(stderr, noReader)}
}

// errNoReader ends a command whose output nobody reads any more.
var errNoReader = errors.New("nobody reads the output any more")
