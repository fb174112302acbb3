package runner

import (
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// All results of a run that the engine uses are compared with those of a fresh process.
func TestDifference(t *testing.T) {
	whole := execution.Run{
		Path: 1, Ending: layout.EndingNormal, Detail: 3, Bytes: []byte{1}, Reads: []layout.Read{{Size: 1}}, ErrorReached: true,
		ErrorInputBytes: 1,
	}
	for name, change := range map[string]func(*execution.Run){
		"ending":       func(r *execution.Run) { r.Ending = layout.EndingAborted },
		"timeout":      func(r *execution.Run) { r.Ending = layout.EndingTimeout },
		"path":         func(r *execution.Run) { r.Path = 2 },
		"bytes":        func(r *execution.Run) { r.Bytes = []byte{2} },
		"types":        func(r *execution.Run) { r.Reads = []layout.Read{{Size: 1, Type: 3}} },
		"error":        func(r *execution.Run) { r.ErrorReached = false },
		"error's read": func(r *execution.Run) { r.ErrorInputBytes = 0 },
	} {
		run := whole
		change(&run)
		if Difference(&run, &whole) == "" {
			t.Errorf("another %s is not seen", name)
		}
	}
	same, timeout := whole, whole
	timeout.Ending = layout.EndingTimeout
	if d := Difference(&same, &whole); d != "" {
		t.Errorf("the same run: %s", d)
	}
	status := whole
	status.Detail = 4
	if d := Difference(&status, &whole); d != "" {
		t.Errorf("another exit status: %s", d)
	}
	crashed, other := whole, whole
	crashed.Ending, other.Ending, other.Detail = layout.EndingCrashed, layout.EndingCrashed, 11
	if Difference(&crashed, &other) == "" {
		t.Error("another signal is not seen")
	}
	if d := Difference(&whole, &timeout); d != "" {
		t.Errorf("a fresh run that the clock ended: %s", d)
	}
}

// A few persistent runs ended by the clock tell nothing about the program; many do.
func TestLateRuns(t *testing.T) {
	late, normal, aborted := execution.Run{Ending: layout.EndingTimeout}, execution.Run{Ending: layout.EndingNormal},
		execution.Run{Ending: layout.EndingAborted}
	var p Process
	for range maxLate {
		if d := p.difference(&late, &normal); d != "" {
			t.Errorf("a late run: %s", d)
		}
	}
	if p.difference(&late, &normal) == "" || new(Process).difference(&aborted, &normal) == "" {
		t.Error("a difference is not seen")
	}
}
