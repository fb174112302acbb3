package runner

import (
	"runtime"
	"sync/atomic"
	"testing"

	"fizzer/libfizzer/layout"
)

// TestHold: a thread that holds its P sees the answer, and lets the garbage collector and other goroutines in while there is none. It fails
// by never ending.
func TestHold(t *testing.T) {
	memory, err := newSharedMemory(capacityFor(limits, 0, false))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.close()
	const sequence = firstSequence
	if memory.hold(sequence) {
		t.Error("an answer before the target gave it")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var collected atomic.Bool
	ended := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer close(ended)
		for !memory.hold(sequence) {
			if memory.control.ReplyAsleep != 0 {
				t.Error("the thread is awake and says that it sleeps")
			}
		}
		if !collected.Load() {
			t.Error("the answer came before the collection")
		}
	}()
	runtime.GC()
	collected.Store(true)
	atomic.StoreUint32(&memory.control.Reply, sequence) // without a wake-up
	<-ended
	if !memory.hold(sequence) || memory.hold(layout.CommandEnd) {
		t.Error("hold and the reply disagree")
	}
}
