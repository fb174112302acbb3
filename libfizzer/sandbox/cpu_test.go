package sandbox

import (
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// onAnotherThread calls f on a thread that is not the first one of the process, and returns when f has ended.
func onAnotherThread(f func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if syscall.Gettid() == syscall.Getpid() {
			onAnotherThread(f) // while this goroutine keeps the first thread
			return
		}
		f()
	}()
	<-ended
}

// TestCPUOfAnyThreadsChild: the children of each thread count, not only those of the first.
func TestCPUOfAnyThreadsChild(t *testing.T) {
	onAnotherThread(func() {
		command := exec.Command("/bin/sh", "-c", "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; echo; exec sleep 1000")
		output, err := command.StdoutPipe()
		if err == nil {
			err = command.Start()
		}
		if err != nil {
			t.Error(err)
			return
		}
		defer func() {
			_ = command.Process.Kill()
			_ = command.Wait()
		}()
		if _, err := output.Read(make([]byte, 1)); err != nil { // it has done its work
			t.Error(err)
			return
		}
		var own syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
			t.Error(err)
			return
		}
		const tick = time.Second / ticksPerSecond
		used, all := CPU(command.Process.Pid), CPU(syscall.Getpid())
		if before := time.Duration(own.Utime.Nano() + own.Stime.Nano()); used < 20*tick || all < before+used/2 {
			t.Errorf("the child has used %v, this process %v, and both %v", used, before, all)
		}
	})
}

func TestStatTicks(t *testing.T) {
	const stat = "42 (a name) S 1 42 42 0 -1 4194560 100 200 0 0 11 22 33 44 20 0 1 0 100 1 1\n"
	if got, err := statTicks([]byte(stat)); err != nil || got != 110 {
		t.Errorf("statTicks = %d, %v, want 110", got, err)
	}
	brackets := strings.Replace(stat, "a name", "name) with (brackets)) S 1", 1)
	if got, err := statTicks([]byte(brackets)); err != nil || got != 110 {
		t.Errorf("statTicks with brackets in the name = %d, %v, want 110", got, err)
	}
	for _, broken := range []string{"", "1 (x) S 1", "no name", strings.Replace(stat, " 11 ", " x ", 1)} {
		if _, err := statTicks([]byte(broken)); err == nil {
			t.Errorf("%q was accepted", broken)
		}
	}
}
