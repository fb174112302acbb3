package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/cli/live"
	"fizzer/fizzer/formats"
)

// pipeBytes is what the pipes of these tests hold: the least that the kernel gives.
const pipeBytes = 4096

// fullPipe returns a pipe that holds as much as it can, and its reader.
func fullPipe(t *testing.T) (read, write *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { read.Close(); write.Close() })
	if size, err := unix.FcntlInt(write.Fd(), unix.F_SETPIPE_SZ, pipeBytes); err != nil || size != pipeBytes {
		t.Fatal(size, err)
	}
	if _, err := write.Write(make([]byte, pipeBytes)); err != nil {
		t.Fatal(err)
	}
	return read, write
}

// readBytes reads so many bytes.
func readBytes(t *testing.T, from io.Reader, n int) string {
	t.Helper()
	text := make([]byte, n)
	if _, err := io.ReadFull(from, text); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Results wait for a reader, however slow it is, as long as the command need not end. That the command is over does not end the waiting.
func TestResultsWait(t *testing.T) {
	read, write := fullPipe(t)
	s := newStreams(write, func() {})
	ctx, over := context.WithCancel(t.Context())
	s.endWith(ctx)
	over()
	written := make(chan error)
	go func() {
		_, err := (&results{streams: s}).Write([]byte("result"))
		written <- err
	}()
	select {
	case err := <-written:
		t.Fatal("written to a full pipe:", err)
	case <-time.After(2 * outputGrace):
	}
	readBytes(t, read, pipeBytes)
	if err := <-written; err != nil || readBytes(t, read, 6) != "result" || s.out.checked(nil) != nil {
		t.Error(err)
	}
}

// Results that nobody reads are given up when a limit has ended the command, each of several limits and signals alike.
func TestResultsGivenUp(t *testing.T) {
	over := &budget.SpentError{Reason: budget.ReasonWall}
	for name, end := range map[string]func(s *streams){
		"limit": func(s *streams) { s.end(over) },
		"context": func(s *streams) {
			ctx, cancel := context.WithCancelCause(t.Context())
			s.endWith(ctx)
			cancel(over)
		},
		"deadline": func(s *streams) { s.endAt(&budget.Budget{Start: time.Now(), Wall: 1, Clock: time.Now}) },
	} {
		t.Run(name, func(t *testing.T) {
			_, write := fullPipe(t)
			s := newStreams(write, func() {})
			end(s)
			w := &results{streams: s}
			for range 3 {
				if n, err := w.Write([]byte("result")); n != 0 || !errors.Is(err, errNotRead) || !strings.Contains(err.Error(), "wall time") {
					t.Errorf("%d, %v", n, err)
				}
			}
			if w.waited < outputGrace {
				t.Error("there is patience left after", w.waited)
			}
			if err := s.out.checked(nil); exitCode(err) != exitOutput {
				t.Error(err)
			}
			spent := error(&budget.SpentError{Reason: budget.ReasonCPU}) // of the command: its own end matters more
			if err := s.out.checked(spent); exitCode(err) != exitLimit {
				t.Error(err)
			}
		})
	}
}

// After a limit all waiting together is less than a tenth of the command's time; after a signal it does not depend on that.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		name               string
		cause              error
		took               time.Duration
		minPiece, maxPiece time.Duration
		minAll, maxAll     time.Duration
	}{
		{"limit", &budget.SpentError{Reason: budget.ReasonWall}, time.Hour, 2 * time.Minute, 6 * time.Minute, 2 * time.Minute, 6 * time.Minute},
		{"short limit", &budget.SpentError{Reason: budget.ReasonCPU}, 0, outputGrace, outputGrace, outputGrace, outputGrace},
		{"signal", errors.New("signal"), time.Hour, outputGrace, outputGrace, 5 * time.Second, 5 * time.Second},
	} {
		s := newStreams(io.Discard, func() {})
		s.start = time.Now().Add(-c.took)
		s.end(c.cause)
		if piece, all := s.patience(); piece < c.minPiece || piece > c.maxPiece || all < c.minAll || all > c.maxAll {
			t.Errorf("%s: %v for a piece, %v for all", c.name, piece, all)
		}
	}
}

// Results are written long after the end if somebody reads them: a run then writes its last files first.
func TestResultsAfterEnd(t *testing.T) {
	read, write := fullPipe(t)
	s := newStreams(write, func() {})
	s.start = time.Now().Add(-time.Hour) // more patience than any machine needs
	s.end(&budget.SpentError{Reason: budget.ReasonWall})
	readBytes(t, read, pipeBytes)
	w := &results{streams: s}
	for range 100 {
		if _, err := w.Write([]byte("result")); err != nil || readBytes(t, read, 6) != "result" {
			t.Fatal(err)
		}
	}
}

// A reader that is slow, but reads, gets all results also after the end of a long command.
func TestSlowReader(t *testing.T) {
	read, write := fullPipe(t)
	s := newStreams(write, func() {})
	s.start = time.Now().Add(-time.Hour)
	s.end(&budget.SpentError{Reason: budget.ReasonCPU})
	text := strings.Repeat("0123456789", 2000)
	written := make(chan error)
	go func() {
		_, err := (&results{streams: s}).Write([]byte(text))
		written <- err
	}()
	time.Sleep(2 * outputGrace)
	readBytes(t, read, pipeBytes)
	if got := readBytes(t, read, len(text)); got != text {
		t.Errorf("%d other bytes", len(got))
	}
	if err := <-written; err != nil || s.out.checked(nil) != nil {
		t.Error(err)
	}
}

// terminal opens a new terminal and returns its two ends; a shell has the second one.
func terminal(t *testing.T) (screen, shell *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	shell, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shell.Close() })
	return screen, shell
}

// The live view draws on the terminal in its colours, and a terminal that is stopped (Ctrl-S) does not stop it.
func TestView(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	for _, name := range []string{"CI", "NO_COLOR"} { // by which programs write no colours
		t.Setenv(name, "")
	}
	screen, shell := terminal(t)
	m := messagesTo(shell, func() {})
	until := func(words string) {
		for text := ""; !strings.Contains(text, words); {
			piece := make([]byte, 4096)
			n, err := screen.Read(piece)
			if err != nil {
				t.Fatal(err)
			}
			text += string(piece[:n])
		}
	}
	begin := func() *live.View {
		v := live.NewView(live.Run{Program: "p.c"}, m)
		v.Progress(formats.Progress{})
		return v
	}
	v := begin()
	until("\x1b[1m") // bold
	v.Note("a note")
	v.Close()
	until("\x1b[?25h") // the cursor is there again
	if err := unix.IoctlSetInt(int(shell.Fd()), unix.TCXONC, unix.TCOOFF); err != nil {
		t.Fatal(err)
	}
	v = begin()
	v.Note("not seen")
	v.Close()
}

// Notes are left out while nobody reads, and come again, whole and in order, when somebody does. Progress does the same to a stream on
// which results wait.
func TestNotesLeftOut(t *testing.T) {
	read, write := fullPipe(t)
	s := newStreams(write, func() {})
	n := &notes{stream: s.out}
	for _, text := range []string{"first;", "second;", "third;"} {
		if size, err := n.Write([]byte(text)); size != len(text) || err != nil {
			t.Errorf("%q: %d, %v", text, size, err)
		}
	}
	readBytes(t, read, pipeBytes)
	if got := readBytes(t, read, 6); got != "first;" {
		t.Errorf("%q was begun, and %q written", "first;", got)
	}
	for n.stuck.Load() { // until its turn has ended
		if _, err := n.Write([]byte("fourth")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (&results{streams: s}).Write([]byte(";end")); err != nil || readBytes(t, read, 10) != "fourth;end" {
		t.Error(err)
	}
	if err := s.out.checked(nil); err != nil {
		t.Error(err)
	}
}

// Whoever writes to a stream without a reader is told, and the command ends.
func TestReaderGone(t *testing.T) {
	read, write := fullPipe(t)
	read.Close()
	gone := 0
	s := newStreams(write, func() { gone++ })
	if _, err := (&results{streams: s}).Write([]byte("x")); !errors.Is(err, unix.EPIPE) {
		t.Error(err)
	}
	if _, err := (&notes{stream: s.out}).Write([]byte("x")); !errors.Is(err, unix.EPIPE) || gone != 2 {
		t.Error(err, gone)
	}
	if err := s.out.checked(nil); err != nil {
		t.Error(err)
	}
}

// Another process may make a pipe non-blocking: what does not fit waits all the same.
func TestNonBlocking(t *testing.T) {
	var pair [2]int
	if err := unix.Pipe2(pair[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	read, write := os.NewFile(uintptr(pair[0]), "read"), os.NewFile(uintptr(pair[1]), "write")
	defer read.Close()
	defer write.Close()
	if err := unix.SetNonblock(pair[1], true); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("0123456789", 50_000)
	written := make(chan error)
	go func() {
		_, err := (&results{streams: newStreams(write, func() {})}).Write([]byte(text))
		written <- err
	}()
	if got := readBytes(t, read, len(text)); got != text {
		t.Errorf("%d other bytes", len(got))
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}

// A run that cannot begin ends with its code, though nobody reads why.
func TestFailureUnread(t *testing.T) {
	_, out := fullPipe(t)
	_, messages := fullPipe(t)
	for line, want := range map[string]int{
		"fizzer run --wall-time 1h $/missing.yml":      exitNoFile,
		"fizzer run --cpu-time 1h --memory 1 $/p.c":    exitUsage,
		"fizzer run --sandbox no --cpu-time 0 $/p.c":   exitUsage,
		"fizzer run --seeds $/none --cpu-time 0 $/p.c": exitNoFile,
	} {
		folder := t.TempDir()
		write(t, folder, map[string]string{"p.c": program})
		line = strings.ReplaceAll(strings.Replace(line, "run", "run --output $/out", 1), "$", folder)
		if code := mainNow(strings.Fields(line), out, messages); code != want {
			t.Errorf("%s: %d instead of %d", line, code, want)
		}
	}
}

// A reader that goes away is no failure of a command that only writes.
func TestReaderOfTexts(t *testing.T) {
	for _, line := range []string{"fizzer man", "fizzer version", "fizzer help", "fizzer completion bash", "fizzer help building"} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		var messages strings.Builder
		if code := mainNow(strings.Fields(line), write, &messages); code != exitDone || messages.Len() > 0 {
			t.Errorf("%s: %d %s", line, code, &messages)
		}
		write.Close()
	}
}

// A million words in dictionaries are enough; a run does not read on, and does not exceed its time.
func TestManyDictionaries(t *testing.T) {
	folder := t.TempDir()
	var words strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&words, "\"%05x\"\n", i)
	}
	write(t, folder, map[string]string{"p.c": program, "words": words.String()})
	line := "fizzer run --output " + folder + "/out" + strings.Repeat(" --dictionary "+folder+"/words", 20) + " " + folder + "/p.c"
	if code, out, _ := call(line); code != exitNoFile || !strings.Contains(out, "more than 1048576 words in all dictionaries") {
		t.Errorf("%d %s", code, out)
	}
}
