package launcher

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestThreadsWhileExecuting: while a thread executes a program, the kernel refuses new threads (EAGAIN) that would share their
// working folder with it, and the Go runtime ends a process that gets no thread for 0.2 seconds. So the thread shares it with no
// other.
func TestThreadsWhileExecuting(t *testing.T) {
	t.Chdir(t.TempDir())
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	result := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		result <- func() error {
			path, err := syscall.BytePtrFromString("/there/is/none")
			if err != nil {
				return err
			}
			arguments, environment := []*byte{path, nil}, []*byte{nil}
			l := lastCalls{
				path: uintptr(unsafe.Pointer(path)), arguments: uintptr(unsafe.Pointer(&arguments[0])),
				environment: uintptr(unsafe.Pointer(&environment[0])), toIt: -1, connection: ^uintptr(0),
			}
			if l.report, l.errno, err = errnoReport("exec"); err != nil {
				return err
			}
			if errno := l.make(); errno != 0 || string(l.errno) != fmt.Sprintf("%4d", unix.ENOENT) {
				return fmt.Errorf("%d, report %s", errno, l.report)
			}
			return unix.Chdir("/")
		}()
	}()
	if err := <-result; err != nil {
		t.Fatal(err)
	}
	if after, err := unix.Getwd(); err != nil || after != before {
		t.Errorf("the folder of another thread has become %s, %v", after, err)
	}
}
