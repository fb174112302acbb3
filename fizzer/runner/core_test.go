package runner

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
)

func affinity(t *testing.T, pid int) unix.CPUSet {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(pid, &set); err != nil {
		t.Fatal(err)
	}
	return set
}

// Thread and target stay on one processor between two turns of the kernel, also when the target is replaced. At the end the thread is
// free again.
func TestOneCore(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := affinity(t, 0)
	p, err := Start(context.Background(), Options{
		Executable: compile(t, 64), Scratch: t.TempDir(), Limits: limits, Wide: true, Persistent: true, OneCore: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if p.core != nil {
		now := time.Now() // a stopped clock: the kernel's turn does not come by itself
		p.core.clock = func() time.Time { return now }
	}
	check := func(when string, want int) {
		t.Helper()
		set := affinity(t, 0)
		for _, pid := range family(p.server.process.PID()) {
			if affinity(t, pid) != set {
				t.Errorf("%s: process %d runs elsewhere than the thread", when, pid)
			}
		}
		if set.Count() != min(want, before.Count()) {
			t.Errorf("%s: %d processors, want %d", when, set.Count(), want)
		}
	}
	execute(t, p, []byte{0})
	check("after the first batch", 1)
	if p.core != nil {
		now := p.core.next // the kernel's turn, which does not end
		p.core.clock = func() time.Time { return now }
	}
	execute(t, p, []byte{0})
	check("while the kernel may choose", before.Count())
	large := limits
	large.Conditions = 1_000_000
	if _, err := p.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{0}}, Limits: large}); err != nil {
		t.Fatal(err)
	}
	check("in a new process", 1)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if affinity(t, 0) != before {
		t.Error("the thread is not free again")
	}
}

// They give way only on one processor, and rest after slow hand-overs and after several in vain.
func TestWay(t *testing.T) {
	now := time.Unix(1000, 0)
	c := &core{clock: func() time.Time { return now }, now: now}
	if (*core)(nil).givesWay() || c.givesWay() {
		t.Error("gives way to a target on another processor")
	}
	c.pinned = true
	attempt := func(answered bool, took time.Duration) {
		t.Helper()
		if c.now = now; !c.givesWay() {
			t.Fatal("does not give way")
		}
		now = now.Add(took)
		c.gaveWay(answered)
	}
	rests := func(rest time.Duration) {
		t.Helper()
		if c.now = now.Add(rest - 1); c.givesWay() {
			t.Errorf("gives way within %v", rest)
		}
		now = now.Add(rest)
	}
	for range 10 {
		attempt(true, slowHandOver)
		for range maxFailed - 1 {
			attempt(false, slowHandOver)
		}
	}
	attempt(false, 0)
	rests(pinnedTime)
	attempt(true, 20*time.Millisecond)
	rests(restFor * 20 * time.Millisecond)
	attempt(true, 0)
}

// Batches are answered whether the target was given way or has gone to sleep.
func TestGivesWay(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p, err := Start(context.Background(), Options{
		Executable: compile(t, 64), Scratch: t.TempDir(), Limits: limits, Wide: true, Persistent: true, OneCore: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	now := time.Now()
	if p.core != nil {
		p.core.clock = func() time.Time { return now } // stopped, so that no hand-over is slow
	}
	want := describeRuns(execute(t, p, []byte{0}))
	for i := range 200 {
		sleeping := i%2 == 1
		if p.core != nil {
			p.core.way = way{}
		}
		if sleeping {
			awaitSleep(t, p)
			if p.core != nil {
				p.core.way.from = now.Add(time.Hour)
			}
		}
		if got := describeRuns(execute(t, p, []byte{0})); got != want {
			t.Fatalf("batch %d: %s instead of %s", i, got, want)
		}
		if given := p.server.memory.control.Yield == 1; given != (p.core != nil && !sleeping) {
			t.Fatalf("batch %d: given way: %v", i, given)
		}
	}
}

func describeRuns(runs []execution.Run) string {
	return fmt.Sprint(len(runs), runs[0].Path, runs[0].Ending, runs[0].Conditions.Len())
}

// awaitSleep waits until the target sleeps.
func awaitSleep(t *testing.T, p *Process) {
	t.Helper()
	for start := time.Now(); atomic.LoadUint32(&p.server.memory.control.CommandAsleep) == 0; time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("the target does not go to sleep")
		}
	}
}

// A program that overwrites that its process sleeps is woken all the same.
func TestOverwrittenSleep(t *testing.T) {
	p, err := Start(context.Background(), Options{
		Executable: compile(t, 64), Scratch: t.TempDir(), Limits: limits, Wide: true, Persistent: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := describeRuns(execute(t, p, []byte{0}))
	awaitSleep(t, p)
	atomic.StoreUint32(&p.server.memory.control.CommandAsleep, 0)
	if got := describeRuns(execute(t, p, []byte{0})); got != want || p.Restarts() != 0 {
		t.Errorf("%s instead of %s, %d restarts", got, want, p.Restarts())
	}
}
