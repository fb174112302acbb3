package engine

import (
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
)

// TestNearest: the lock is opened step by step, although nothing is covered on the way, and not without the stage.
func TestNearest(t *testing.T) {
	opened := func(without ...string) bool {
		e := newEngine(t, lock(func(*faketarget.Machine, uint64) {}), Config{Budget: Executions(60_000), StopAtError: true, Without: without})
		return enginetest.MustRun(t, e).ErrorReached
	}
	if !opened() {
		t.Error("the lock was not opened")
	}
	if opened(StepNearest) {
		t.Error("the lock was opened without the stage: it shows nothing")
	}
}
