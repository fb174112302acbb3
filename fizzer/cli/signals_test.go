package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// raise sends a signal to this process.
func raise(t *testing.T, s unix.Signal) {
	t.Helper()
	if err := unix.Kill(os.Getpid(), s); err != nil {
		t.Fatal(err)
	}
}

// A signal ends the context, and its cause names it. Afterwards the signal does so no more.
func TestUntilSignal(t *testing.T) {
	ctx, stop := untilSignal(t.Context(), unix.SIGUSR1)
	defer stop()
	raise(t, unix.SIGUSR1)
	<-ctx.Done()
	if cause := context.Cause(ctx); cause.Error() != "signal: user defined signal 1" {
		t.Error(cause)
	}
	quiet, stop := untilSignal(t.Context())
	if stop(); !errors.Is(context.Cause(quiet), context.Canceled) {
		t.Error(context.Cause(quiet))
	}
}

// A standard output that cannot be written makes a command fail, in words that say so.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, command := range [][]string{{"fizzer", "version"}, {"fizzer", "--help"}, {"fizzer", "help", "exit-codes"}} {
		var messages strings.Builder
		code := mainNow(command, full, &messages)
		if code != exitOutput || !strings.Contains(messages.String(), "fizzer: the standard output cannot be written: ") ||
			strings.Contains(messages.String(), "TMPDIR") {
			t.Errorf("%v: %d, %s", command, code, &messages)
		}
	}
}

// The first interrupt of a run asks it to finish, the second one ends it.
func TestUntilSignals(t *testing.T) {
	ctx, finish, stop := untilSignals(t.Context(), endings)
	defer stop()
	raise(t, unix.SIGINT)
	<-finish
	if ctx.Err() != nil {
		t.Error("the first one ends it")
	}
	raise(t, unix.SIGINT)
	<-ctx.Done()
	if cause := context.Cause(ctx); cause.Error() != "signal: interrupt" {
		t.Error(cause)
	}
	for _, one := range without(endings, unix.SIGINT) {
		if one == unix.SIGINT {
			t.Error("it is left")
		}
	}
}

// Who writes to a connection whose other end is closed gets an error and a signal. That is not the end of a command: hubs, workers and
// solvers go away at any time.
func TestBrokenConnection(t *testing.T) {
	failWrites()
	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, unix.SIGPIPE)
	defer signal.Stop(arrived)
	ctx, stop := untilSignal(t.Context(), connectedEndings...)
	defer stop()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(pair[1])
	defer unix.Close(pair[0])
	if _, err := unix.Write(pair[0], []byte("x")); err != unix.EPIPE {
		t.Fatal(err)
	}
	<-arrived
	raise(t, unix.SIGTERM) // what ended the context first is its cause
	<-ctx.Done()
	if cause := context.Cause(ctx); cause.Error() != "signal: terminated" {
		t.Error(cause)
	}
}

// A command whose output nobody reads any more ends, whether it writes results or messages.
func TestNoReader(t *testing.T) {
	url, _ := startHub(t)
	for line, which := range map[string]int{
		"fizzer hub --listen 127.0.0.1:0 --store " + t.TempDir(): 0,
		"fizzer worker --grace 0s --hub " + url:                  1,
	} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		defer write.Close()
		outputs := [2]io.Writer{io.Discard, io.Discard}
		outputs[which] = write
		if code := mainNow(strings.Fields(line), outputs[0], outputs[1]); code != exitDone {
			t.Errorf("%s: ended with %d", line, code)
		}
	}
}
