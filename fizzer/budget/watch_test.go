package budget

import (
	"context"
	"errors"
	"os/exec"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

func TestWatch(t *testing.T) {
	start := time.Unix(1000, 0)
	var passed atomic.Int64
	clock := func() time.Time { return start.Add(time.Duration(passed.Load())) }
	signal, cancel := context.WithCancel(context.Background())
	defer cancel()
	b := Budget{Wall: time.Minute, Executions: 1, Start: start, Meter: NewMeter(), Clock: clock}
	watched, stop := b.Watch(signal)
	defer stop()
	time.Sleep(2 * watchEvery)
	if watched.Err() != nil || Spent(watched) != "" {
		t.Error("ended at once")
	}
	passed.Store(int64(time.Minute))
	<-watched.Done()
	var spent *SpentError
	if Spent(watched) != ReasonWall || !errors.As(context.Cause(watched), &spent) {
		t.Errorf("ended by %v", context.Cause(watched))
	}
	other := Budget{Wall: time.Hour, Start: start, Meter: NewMeter(), Clock: clock}
	signalled, stop := other.Watch(signal)
	defer stop()
	cancel()
	if <-signalled.Done(); Spent(signalled) != "" {
		t.Error("a signal was taken for a limit")
	}
}

// The CPU time of a child that still runs counts.
func TestWatchCPU(t *testing.T) {
	meter := NewMeter()
	b := Budget{CPU: meter.CPU() + 200*time.Millisecond, Start: time.Now(), Meter: meter, Clock: time.Now}
	watched, stop := b.Watch(context.Background())
	defer stop()
	command := exec.CommandContext(watched, "sh", "-c", "while :; do :; done")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	meter.Started(command.Process.Pid)
	_ = command.Wait() // it is killed
	if Spent(watched) != ReasonCPU {
		t.Errorf("ended by %v", context.Cause(watched))
	}
}

// The time of processes that were killed before anybody waited for them is not forgotten.
func TestMeterKeepsTheLost(t *testing.T) {
	meter := NewMeter()
	command := exec.Command("sh", "-c", "sh -c 'while :; do :; done' & wait")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	pid := command.Process.Pid
	meter.Started(pid)
	for sandbox.CPU(pid) < 100*time.Millisecond {
		time.Sleep(time.Millisecond)
	}
	before := meter.CPU()
	if err := unix.Kill(-pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait() // it was killed
	meter.Ended(pid)
	if after := meter.CPU(); after < before {
		t.Errorf("%v after %v", after, before)
	}
}

// A step that does not check its context is abandoned.
func TestWithin(t *testing.T) {
	signal, cancel := context.WithCancel(context.Background())
	if value, err := Within(signal, func() (int, error) { return 3, nil }); value != 3 || err != nil {
		t.Errorf("%d, %v", value, err)
	}
	limited, stop := (&Budget{Wall: time.Nanosecond, Clock: time.Now}).Watch(signal)
	defer stop()
	never := make(chan struct{})
	defer close(never)
	_, err := Within(limited, func() (int, error) { <-never; return 0, nil })
	if spent := new(SpentError); !errors.As(err, &spent) || spent.Reason != ReasonWall {
		t.Error(err)
	}
	cancel()
	interrupted := errors.New("the tool's own words")
	_, err = Within(signal, func() (int, error) { <-signal.Done(); return 0, interrupted })
	if !errors.Is(err, interrupted) {
		t.Errorf("%v instead of what the step says itself", err)
	}
}
