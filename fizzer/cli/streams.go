package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	cli "github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/cli/live"
	"fizzer/testcomp/plain"
)

// streams are the standard output and error of a command. Their readers may be slow, stop reading or go: a limit or a signal ends the
// command all the same. What the command was asked for waits for its reader until then; progress and notes are left out while nobody
// reads.
type streams struct {
	out   *stream
	start time.Time
	ended context.Context // its cause ended the command
	endBy context.CancelCauseFunc
}

// Waiting for readers. Picked by hand.
const (
	// outputGrace is how long a note waits for its reader, and each piece of a result when the command has to end.
	outputGrace = 500 * time.Millisecond
	// graceShare is the part of its time for which a command waits instead when a limit ends it, if that is more: for all pieces
	// together, as limits bind the whole command.
	graceShare = 0.05
	// maxGraces bounds the waiting for all pieces together after a signal, in graces.
	maxGraces = 10
	// pieceBytes is what a pipe of any size may take at once.
	pieceBytes = 4096
)

// newStreams returns the streams of a command that begins now. noReader is called when a stream has no reader any more.
func newStreams(stdout io.Writer, noReader func()) *streams {
	s := &streams{out: newStream(stdout, noReader), start: time.Now()}
	s.ended, s.endBy = context.WithCancelCause(context.Background())
	return s
}

// streamsKey is the key of a command's *streams.
type streamsKey struct{}

// streamsOf returns the streams of the command that has this context; nil: it has none, as in unit tests.
func streamsOf(ctx context.Context) *streams {
	s, _ := ctx.Value(streamsKey{}).(*streams)
	return s
}

// end ends the waiting for readers, after the grace. Only the first call matters.
func (s *streams) end(cause error) {
	if s != nil {
		s.endBy(cause)
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

// patience returns how long a piece waits for its reader, now that the command has to end, and how long all pieces do.
func (s *streams) patience() (piece, all time.Duration) {
	if spent := new(budget.SpentError); errors.As(context.Cause(s.ended), &spent) {
		grace := max(outputGrace, time.Duration(graceShare*float64(time.Since(s.start))))
		return grace, grace
	}
	return outputGrace, maxGraces * outputGrace
}

// stream is where a command writes. Each write is done by a goroutine of its own, so that waiting for it can be given up.
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
	waited time.Duration // after the end
}

// Write implements io.Writer. It waits until p is read, or until its reader has read nothing for the grace after the end of the command.
func (r *results) Write(p []byte) (int, error) {
	for at := 0; at < len(p); at += pieceBytes {
		if err := r.piece(p[at:min(at+pieceBytes, len(p))]); err != nil {
			return at, err
		}
	}
	return len(p), nil
}

func (r *results) piece(p []byte) error {
	late, stop := r.wait()
	err := errNotRead
	if r.out.take(late) {
		err = r.out.put(p, late)
	}
	stop()
	if errors.Is(err, errNotRead) {
		_, r.waited = r.patience()
		err = fmt.Errorf("%w (%w)", err, context.Cause(r.ended))
	}
	if err != nil && !errors.Is(err, unix.EPIPE) {
		r.out.failure.CompareAndSwap(nil, &printError{err})
	}
	return err
}

// wait returns a channel that is closed when a piece has waited for long enough. stop must be called then.
func (r *results) wait() (late <-chan struct{}, stop func()) {
	waiting, giveUp := context.WithCancel(context.Background())
	waited := r.waited
	var since atomic.Pointer[time.Time] // the end; nil: it has not come
	unregister := context.AfterFunc(r.ended, func() {
		now := time.Now()
		since.Store(&now)
		piece, all := r.patience()
		timer := time.NewTimer(min(piece, all-waited))
		defer timer.Stop()
		select {
		case <-timer.C:
			giveUp()
		case <-waiting.Done():
		}
	})
	return waiting.Done(), func() {
		unregister()
		giveUp()
		if end := since.Load(); end != nil {
			r.waited += time.Since(*end)
		}
	}
}

// notes are what a command may leave out if nobody reads it.
type notes struct {
	*stream
	stuck atomic.Bool // a write has lasted too long and goes on
}

// insist lets the next note wait for its reader again.
func (n *notes) insist() { n.stuck.Store(false) }

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
	file       *os.File
	descriptor uintptr // of file, asked for before anybody writes: asking may change how the file is written
}

// Fd, Read and Close make it a terminal for the view, which neither reads nor closes it.
func (s *screen) Fd() uintptr { return s.descriptor }

func (s *screen) Read(p []byte) (int, error) { return s.file.Read(p) }

// Close does nothing: the file belongs to the process.
func (s *screen) Close() error { return nil }

// Terminal is the file itself, for whoever asks what it can do.
func (s *screen) Terminal() *os.File { return s.file }

// messageWriter is the standard error of a command.
type messageWriter interface {
	io.Writer
	insist()
}

// messagesTo returns the writer of a command's messages to its standard error.
func messagesTo(stderr io.Writer, noReader func()) messageWriter {
	if file, is := stderr.(*os.File); is && live.IsTerminal(stderr) {
		return &screen{notes: notes{stream: newStream(stderr, noReader)}, file: file, descriptor: file.Fd()}
	}
	return &notes{stream: newStream(stderr, noReader)}
}

// errNoReader ends a command whose output nobody reads any more.
var errNoReader = errors.New("nobody reads the output any more")
