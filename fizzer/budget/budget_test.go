package budget

import (
	"os/exec"
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
