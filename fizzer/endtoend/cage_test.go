package endtoend

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Limits of the runs in the cage.
const (
	cageMemory    = "1GB"
	cageMaxMemory = 2 << 20 // KiB that any process of a run may have had in memory
	cageProcesses = 100     // of one run at one moment: the tool, its compilers, targets and the forks that a limit allows
)

// Programs that want to harm the machine cannot, and the run ends by itself with a valid suite.
func TestCage(t *testing.T) {
	p := ready(t)
	programs, err := filepath.Glob(filepath.Join("testdata", "cage", "*.c"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, program := range programs {
		t.Run(filepath.Base(program), func(t *testing.T) {
			t.Parallel()
			outside, listener := t.TempDir(), listen(t)
			file := prepare(t, program, outside, listener)
			s := start(t, p, "--max-executions", "60", "--cpu-time", "20s", "--wall-time", "30s", "--memory", cageMemory, file)
			ended := make(chan struct{})
			most := make(chan int)
			go func() { most <- watch(s, ended) }()
			s.wait(t)
			close(ended)
			if got := <-most; got > cageProcesses {
				t.Errorf("the run had %d processes at once", got)
			}
			s.checkEnd(t)
			checkOutside(t, outside)
			checkListener(t, listener)
			if usage, ok := s.command.ProcessState.SysUsage().(*syscall.Rusage); !ok || usage.Maxrss > cageMaxMemory {
				t.Errorf("a process had %v KiB in memory", usage.Maxrss)
			}
		})
	}
}

// prepare writes the program with the places filled in that it is to attack.
func prepare(t *testing.T, program, outside string, listener *net.TCPListener) string {
	t.Helper()
	source, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(outside, "precious"), []byte("precious\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	text := strings.NewReplacer("OUTSIDE", strconv.Quote(outside), "(PORT)", "("+strconv.Itoa(port)+")").Replace(string(source))
	file := filepath.Join(t.TempDir(), filepath.Base(program))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func listen(t *testing.T) *net.TCPListener {
	t.Helper()
	listener, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}

// watch returns the greatest number of processes seen until ended is closed.
func watch(s *started, ended <-chan struct{}) int {
	most := 0
	for {
		select {
		case <-ended:
			return most
		case <-time.After(100 * time.Millisecond):
			most = max(most, len(s.processes()))
		}
	}
}

// checkOutside fails the test when anything but the untouched precious file is there.
func checkOutside(t *testing.T, outside string) {
	t.Helper()
	entries, err := os.ReadDir(outside)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(outside, "precious"))
	if err != nil || string(content) != "precious\n" || len(entries) != 1 {
		t.Errorf("the program changed files outside: %v, precious %q, %v", entries, content, err)
	}
}

// checkListener fails the test when somebody connected.
func checkListener(t *testing.T, listener *net.TCPListener) {
	t.Helper()
	if err := listener.SetDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if connection, err := listener.Accept(); err == nil {
		connection.Close()
		t.Error("the program opened a connection")
	}
}

// What the programs try would be seen: outside of the cage the same files are written.
func TestCageIsChecked(t *testing.T) {
	outside, listener := t.TempDir(), listen(t)
	var files []string
	for _, name := range []string{"write-file.c", "open-socket.c"} {
		files = append(files, prepare(t, filepath.Join("testdata", "cage", name), outside, listener))
	}
	for _, file := range files {
		runUncaged(t, file)
	}
	if exists(filepath.Join(outside, "precious")) || !exists(filepath.Join(outside, "made")) {
		t.Error("the program that is to write outside of the cage does not")
	}
	if err := listener.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	connection, err := listener.Accept()
	if err != nil {
		t.Fatalf("the program that is to open a connection does not: %v", err)
	}
	connection.Close()
}

// runUncaged compiles the program with a constant input function and runs it as any program.
func runUncaged(t *testing.T, program string) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program")
	harness := filepath.Join(t.TempDir(), "harness.c")
	if err := os.WriteFile(harness, []byte("int __VERIFIER_nondet_int(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-std=gnu11", "-w", "-o", binary, program, harness).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v (make setup installs it)\n%s", err, out)
	}
	if err := exec.Command(binary).Run(); err != nil {
		t.Fatalf("%s: %v", filepath.Base(program), err)
	}
}
