package campaign

import (
	"testing"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/testcomp/task"
)

// A program that waits uses no CPU time. Its run ends nevertheless.
func TestWaitingProgramsEnd(t *testing.T) {
	now := time.Unix(1000, 0)
	options := Options{Task: &task.Task{Programs: []string{"a.c"}}, CPU: time.Minute, Clock: func() time.Time { return now }}
	b := &engineBudget{timing: &newCampaign(options).timing, later: &later{}, progress: func() {}}
	var _ engine.Budget = b
	now = now.Add(3 * time.Minute)
	if reason, done := b.Done(10); done {
		t.Errorf("ended early: %s", reason)
	}
	now = now.Add(2 * time.Minute)
	if _, done := b.Done(20); !done {
		t.Error("no end after five minutes of waiting")
	}
}

func TestUnlimitedRunsHaveNoEnd(t *testing.T) {
	options := Options{Clock: time.Now}
	options.setDefaults()
	if options.Wall != 0 {
		t.Errorf("ends after %v", options.Wall)
	}
	options = Options{CPU: time.Second, Wall: time.Second, Clock: time.Now}
	options.setDefaults()
	if options.Wall != time.Second {
		t.Errorf("the limit that was asked for became %v", options.Wall)
	}
}
