package budget

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"fizzer/libfizzer/sandbox"
)

// A shell uses CPU time in a child that it waits for, and then in a child that still runs.
func TestMeterCountsRunningDescendants(t *testing.T) {
	command := exec.Command("sh", "-c",
		`sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo; sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo; read x'`)
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	meter := NewMeter()
	meter.Started(command.Process.Pid)
	line := make([]byte, 1)
	if _, err := output.Read(line); err != nil {
		t.Fatal(err)
	}
	first := sandbox.CPU(command.Process.Pid)
	if _, err := output.Read(line); err != nil {
		t.Fatal(err)
	}
	second := sandbox.CPU(command.Process.Pid)
	if first == 0 || second <= first {
		t.Errorf("CPU time %v, then %v", first, second)
	}
	if total := meter.CPU(); total < second {
		t.Errorf("the meter shows %v, less than the child's %v", total, second)
	}
	input.Close()
	if err := command.Wait(); err != nil && !strings.Contains(err.Error(), "exit status") {
		t.Fatal(err)
	}
	meter.Ended(command.Process.Pid)
	if total := meter.CPU(); total < second {
		t.Errorf("after its end the meter shows %v, less than the child's %v", total, second)
	}
}

// The time of a thread grows while it works.
func TestThreadTime(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for before := ThreadTime(); ; {
		if now := ThreadTime(); now > before {
			return
		} else if now < before {
			t.Fatalf("%v after %v", now, before)
		}
	}
}

func TestBudget(t *testing.T) {
	start := time.Unix(1000, 0)
	now := start
	b := Budget{Start: start, Meter: NewMeter(), Clock: func() time.Time { return now }}
	if reason := b.Done(1 << 60); reason != "" {
		t.Errorf("a budget without limits ended by %q", reason)
	}
	b.Executions = 10
	if b.Done(9) != "" || b.Done(10) != "executions" {
		t.Error("executions")
	}
	b.Executions, b.Wall = 0, time.Minute
	if now = start.Add(59 * time.Second); b.Done(0) != "" {
		t.Error("wall time too early")
	}
	if now = start.Add(60 * time.Second); b.Done(0) != "wall-time" {
		t.Error("wall time too late")
	}
	b.Wall, b.CPU = 0, time.Nanosecond
	if b.Done(0) != "cpu-time" {
		t.Error("CPU time")
	}
}

// TestPause: the nearer a limit may be, the sooner it is asked for again.
func TestPause(t *testing.T) {
	start := time.Unix(1000, 0)
	meter := NewMeter()
	meter.seen, meter.at = 10*time.Second, time.Now().Add(time.Hour) // it shows 10 s from now on
	b := Budget{Start: start, Meter: meter, Clock: func() time.Time { return start.Add(20 * time.Second) }}
	all := time.Duration(runtime.NumCPU())
	for _, test := range []struct{ cpu, wall, want time.Duration }{
		{0, 0, time.Second},
		{10*time.Second + 4*all*time.Second, 0, time.Second / 2},
		{10*time.Second + 80*all*time.Second, 0, time.Second},
		{0, 22 * time.Second, time.Second / 4},
		{10*time.Second + 4*all*time.Second, 22 * time.Second, time.Second / 4},
		{10 * time.Second, 0, time.Millisecond},
		{time.Second, time.Second, time.Millisecond},
	} {
		b.CPU, b.Wall = test.cpu, test.wall
		if got := b.Pause(time.Millisecond, time.Second); got != test.want {
			t.Errorf("limits of %v and %v: %v instead of %v", test.cpu, test.wall, got, test.want)
		}
	}
}
