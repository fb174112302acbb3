package runner

import (
	"context"
	"runtime"
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
