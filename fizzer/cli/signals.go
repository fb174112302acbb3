package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// endings are the signals that end a run early, with all files written.
var endings = []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE}

// connectedEndings are those of a command that is connected to others. It also gets SIGPIPE when the hub, a worker or a solver closes its
// end of a connection, which concerns only those who use that. The end of its output still ends it: see streams.
var connectedEndings = without(endings, unix.SIGPIPE)

// quitters counts the contexts that SIGQUIT ends.
var quitters atomic.Int64

// endQuietly makes SIGQUIT end a process in which no command waits for signals, as SIGTERM does. By itself Go's runtime would show what
// each goroutine does. It has an effect once.
var endQuietly = sync.OnceFunc(func() {
	if signal.Ignored(unix.SIGQUIT) {
		return
	}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, unix.SIGQUIT)
	go func() {
		for range quit {
			if quitters.Load() == 0 {
				_ = unix.Kill(os.Getpid(), unix.SIGTERM)
			}
		}
	}()
})

// untilSignal returns a context that ends when the process is told to end: by one of the signals (default: all endings), unless it
// was ignored when the process was started, as nohup does. Until stop is called, the signals have no other effect.
func untilSignal(ctx context.Context, signals ...os.Signal) (signalled context.Context, stop func()) {
	signalled, cancel := context.WithCancelCause(ctx)
	arrived := make(chan os.Signal, 1)
	if len(signals) == 0 {
		signals = endings
	}
	for _, s := range signals {
		if !signal.Ignored(s) {
			signal.Notify(arrived, s)
		}
	}
	quitters.Add(1)
	go func() {
		select {
		case s := <-arrived:
			cancel(signalError{s})
		case <-signalled.Done():
		}
	}()
	streamsOf(ctx).endWith(signalled)
	return signalled, sync.OnceFunc(func() { cancel(nil); signal.Stop(arrived); quitters.Add(-1) })
}

// untilSignals is untilSignal for a run with these endings: the first SIGINT closes finish, the second one ends the context.
func untilSignals(ctx context.Context, signals []os.Signal) (signalled context.Context, finish <-chan struct{}, stop func()) {
	signalled, stopSignals := untilSignal(ctx, without(signals, unix.SIGINT)...)
	if signal.Ignored(unix.SIGINT) {
		return signalled, nil, stopSignals
	}
	signalled, cancel := context.WithCancelCause(signalled)
	interrupts, finishing := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(interrupts, unix.SIGINT)
	go func() {
		for first := true; ; first = false {
			select {
			case s := <-interrupts:
				if !first {
					cancel(signalError{s})
					return
				}
				streamsOf(ctx).end(signalError{s})
				close(finishing)
			case <-signalled.Done():
				return
			}
		}
	}()
	streamsOf(ctx).endWith(signalled)
	return signalled, finishing, func() { cancel(nil); signal.Stop(interrupts); stopSignals() }
}

// signalError is the cause of what a signal ended.
type signalError struct{ signal os.Signal }

// Error names the signal.
func (e signalError) Error() string { return fmt.Sprintf("signal: %v", e.signal) }

// without returns the signals but one.
func without(signals []os.Signal, one os.Signal) []os.Signal {
	return slices.DeleteFunc(slices.Clone(signals), func(s os.Signal) bool { return s == one })
}

// failWrites makes writes to a closed standard output or error, and beyond the limit of a file's size, fail instead of killing the
// process. Child processes start with the original handling of both signals.
func failWrites() { signal.Notify(make(chan os.Signal, 1), unix.SIGPIPE, unix.SIGXFSZ) }
