package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// endings are the signals that end a run early with everything written.
var endings = []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE}

// untilSignal returns a context that ends when the process is told to end: by a signal that was not ignored when it was
// started, as nohup does, or because nobody reads its output any more. The signals have no other effect until stop is
// called, and a closed output never has.
func untilSignal(ctx context.Context) (signalled context.Context, stop func()) {
	signalled, cancel := context.WithCancelCause(ctx)
	arrived := make(chan os.Signal, 1)
	for _, s := range endings {
		if !signal.Ignored(s) {
			signal.Notify(arrived, s)
		}
	}
	go func() {
		select {
		case s := <-arrived:
			cancel(fmt.Errorf("signal: %v", s))
		case <-signalled.Done():
		}
	}()
	return signalled, func() { cancel(nil); signal.Stop(arrived) }
}

// failWrites makes writes to a closed standard output or error, and beyond the limit of a file's size, fail instead of
// killing the process. The programs that are started find both signals as they were.
func failWrites() { signal.Notify(make(chan os.Signal, 1), unix.SIGPIPE, unix.SIGXFSZ) }
