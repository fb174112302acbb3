package budget

import (
	"os/exec"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

func TestLoad(t *testing.T) {
	system := fstest.MapFS{}
	write := func(thread, text string) {
		system["proc/self/task/"+thread+"/schedstat"] = &fstest.MapFile{Data: []byte(text)}
	}
	system["proc/loadavg"] = &fstest.MapFile{Data: []byte("31.35 31.71 22.28 11/83 27173\n")}
	l := NewLoad(system)
	if got := l.Factor(); got != 1 { // of how many processors?
		t.Errorf("without processors: %v", got)
	}
	system["proc/stat"] = &fstest.MapFile{Data: []byte("cpu  1 2\ncpu0 1 1\ncpu1 0 1\nintr 5\n")}
	for i, step := range []struct {
		one, other string // nanoseconds that the threads ran and waited, and their turns
		want       float64
	}{
		{"", "", 5},
		{"10000000 90000000 7\n", "0 0 0\n", 5}, // 0.1 s is too little to tell: as many are ready to run
		{"50000000 550000000 9\n", "50000000 350000000 3\n", 10}, // from the start on
		{"60000000 560000000 9\n", "50000000 350000000 3\n", 10}, // nothing new
		{"950000000 650000000 9\n", "50000000 350000000 3\n", 1.111},
		{"0 0 0\n", "950000000 950000000 9\n", 1.111}, // another thread in place of an ended one
		{"0 0 0\n", "1200000000 1700000000 9\n", 4},
		{"garbage", "1200000000 3000000000 9\n", 4}, // it has waited only
		{"garbage", "1300000000 3000000000 9\n", 14},
	} {
		write("1", step.one)
		write("2", step.other)
		l.at = time.Time{}
		if got := l.Factor(); got < 0.99*step.want || got > 1.01*step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
	write("2", "9000000000 90000000000 9\n")
	if got := l.Factor(); got != 14 {
		t.Errorf("read again at once: %v", got)
	}
}

// A process was started between the moments before and after its start, as the kernel's clock has them, in hundredths of a second.
func TestProcessStart(t *testing.T) {
	if age := time.Since(ProcessStart()); age < 0 || age > maxAge {
		t.Errorf("this process is %v old", age)
	}
	sinceBoot := func() time.Duration {
		var now unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
			t.Fatal(err)
		}
		return time.Duration(now.Nano())
	}
	child := exec.Command("sleep", "1000")
	before := sinceBoot()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	after := sinceBoot()
	defer func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	}()
	const tick = 10 * time.Millisecond
	started, err := sandbox.Started(child.Process.Pid)
	if err != nil || started < before-tick || started > after+tick {
		t.Errorf("started at %v, between %v and %v; %v", started, before, after, err)
	}
	if _, err := sandbox.Started(1 << 30); err == nil {
		t.Error("a process that does not exist was started")
	}
}
