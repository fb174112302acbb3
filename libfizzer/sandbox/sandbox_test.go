package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox/launcher"
)

// helperVariable makes the test binary a tool that is to be killed: it opens a sandbox, starts what its arguments say, and waits.
const helperVariable = "FIZZER_TEST_TOOL"

// asNobody marks a test binary that another one has started as the user nobody.
const asNobody = "FIZZER_TEST_NOBODY"

var programs map[int]string // by data model: the executable of testdata/try.c

func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) != "" {
		fmt.Fprintln(os.Stderr, helper(os.Args[1:]))
		os.Exit(1)
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "sandbox-test-")
	if err == nil {
		defer os.RemoveAll(folder)
		err = os.Chmod(folder, 0o755) // the user nobody must be able to enter it
	}
	programs = map[int]string{}
	for _, bits := range []int{64, 32} {
		programs[bits] = filepath.Join(folder, fmt.Sprint("try", bits))
		compile := exec.Command("gcc", fmt.Sprint("-m", bits), fmt.Sprintf("-DMARK=%#x", layout.ForkMark), "-Wall", "-O1", "testdata/try.c", "-o",
			programs[bits])
		if out, failure := compile.CombinedOutput(); failure != nil {
			err = errors.Join(err, fmt.Errorf("%v: %s", failure, out))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// TestAsNobody runs the other tests again without root's rights.
func TestAsNobody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("these tests run without root's rights already")
		return
	}
	home := t.TempDir()
	for folder := home; folder != os.TempDir() && folder != "/"; folder = filepath.Dir(folder) {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(home, "tests")
	text, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	temporary := filepath.Join(home, "tmp")
	source := filepath.Join(home, "testdata")
	for _, err := range []error{
		os.WriteFile(binary, text, 0o755), os.Mkdir(temporary, 0o755), os.Chown(temporary, nobody, nobody),
		os.CopyFS(source, os.DirFS("testdata")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(binary, "-test.skip", "TestAsNobody", "-test.short="+strconv.FormatBool(testing.Short()))
	command.Dir = home
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temporary, "HOME=" + temporary, asNobody + "=1"}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}

// worlds are the layers that are left out: one at a time, and in groups as kernels and containers refuse them.
var worlds = []string{
	"", "view", "landlock", "filter", "user", "cgroup", "namespaces", "namespaces,cgroup", "namespaces,landlock", "namespaces,filter",
	"view,landlock", "view,filter", "landlock,filter", "namespaces,view,landlock,cgroup", "namespaces,view,landlock,filter,user,cgroup",
	"namespaces,landlock=2", // Debian 12's kernel in a container
}

func inAllWorlds(t *testing.T, test func(t *testing.T)) {
	for _, world := range worlds {
		t.Run("without "+world, func(t *testing.T) {
			t.Setenv(WithoutVariable, world)
			test(t)
		})
	}
}

// folderFor makes a folder that the user nobody can reach.
func folderFor(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "sandbox-")
	if err == nil {
		err = os.Chmod(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

func opened(t *testing.T, o Options) *Sandbox {
	t.Helper()
	if o.Private == "" {
		o.Private = filepath.Join(folderFor(t), "private")
		if err := os.Mkdir(o.Private, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	o.Show = append(o.Show, programs[64], programs[32])
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func lacking(s *Sandbox, layers ...Layer) bool {
	missing, _ := s.Missing()
	return !slices.ContainsFunc(layers, func(l Layer) bool { return !slices.Contains(missing, l) })
}

// try runs the test program with the words as arguments.
func try(t *testing.T, s *Sandbox, bits int, words ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	err := s.Run(t.Context(), Command{Path: programs[bits], Arguments: append([]string{"try"}, words...), Bits: bits}, &out, &errs)
	if err != nil {
		t.Errorf("%v: %v %s", words, err, &errs)
	}
	return out.String()
}

// shell runs the commands as a compiler.
func shell(t *testing.T, s *Sandbox, text string) string {
	t.Helper()
	var out, errs bytes.Buffer
	err := s.Run(t.Context(), Command{
		Path: "/bin/sh", Arguments: []string{"sh", "-c", text}, Environment: []string{"PATH=/usr/bin:/bin"}, Profile: Compiler,
	}, &out, &errs)
	var exit *ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Errorf("%s: %v", text, err)
	}
	return out.String()
}

func done(output, what string) bool { return strings.Contains("\n"+output, "\n"+what+" done\n") }

// landlockOf returns Landlock as a layer if its version is new enough for what is tested.
func landlockOf(version int) []Layer {
	if launcher.LandlockVersion() >= version {
		return []Layer{Landlock}
	}
	return nil
}

const secret = "the-secret-of-the-caller"

func secretFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(folderFor(t), "secret")
	if err := os.WriteFile(path, []byte(secret), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNothingOutsideIsRead(t *testing.T) {
	t.Setenv("SECRET", secret)
	inAllWorlds(t, func(t *testing.T) {
		path := secretFile(t)
		t.Setenv("HOME", filepath.Dir(path))
		s := opened(t, Options{Proc: true})
		open := lacking(s, View, Landlock)
		for _, bits := range []int{64, 32} {
			if out := try(t, s, bits, "read", path); strings.Contains(out, secret) != open {
				t.Errorf("%d bit: a file outside, %q", bits, out)
			}
			if out := try(t, s, bits, "read", "/etc/shadow"); done(out, "read") && !lacking(s, View, Landlock, User) {
				t.Errorf("%d bit: /etc/shadow is read", bits)
			}
			if out := try(t, s, bits, "read", fmt.Sprintf("/proc/%d/environ", os.Getpid())); strings.Contains(out, secret) && !open {
				t.Errorf("%d bit: the caller's environment is read", bits)
			}
		}
		if out := shell(t, s, "cat "+path); strings.Contains(out, secret) != open {
			t.Errorf("a compiler reads a file outside: %q", out)
		}
		if out := shell(t, s, "env; cat /proc/self/environ /proc/$PPID/environ"); strings.Contains(out, secret) {
			t.Errorf("a compiler is told the caller's environment: %q", out)
		}
		if out := shell(t, s, "cat /proc/1/environ /proc/[0-9]*/environ"); strings.Contains(out, secret) && !lacking(s, Namespaces, Landlock) {
			t.Errorf("a compiler reads environments of others")
		}
		own := os.Args[0]
		if out := shell(t, s, "cat /proc/[0-9]*/cmdline"); strings.Contains(out, own) != lacking(s, View, Landlock) {
			t.Errorf("a compiler reads command lines of others, or nothing would be seen (%d bytes)", len(out))
		}
	})
}

// TestShownIsNotChanged: what is in a folder that commands may change cannot be shown, because they could replace it by a link.
func TestShownIsNotChanged(t *testing.T) {
	folder := folderFor(t)
	inner := filepath.Join(folder, "inner")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{
		{Keep: []string{folder}, Show: []string{inner}}, {Keep: []string{folder}, Give: []string{inner}},
		{Private: folder, Show: []string{inner}},
		{Keep: []string{inner}, Give: []string{inner}},
	} {
		if s, err := Open(o); err == nil {
			t.Errorf("%+v: no error", o)
			s.Close()
		}
	}
}

// TestGivenLink: a folder that became a link in the meantime is not handed over.
func TestGivenLink(t *testing.T) {
	path := secretFile(t)
	link := filepath.Join(folderFor(t), "link")
	if err := os.Symlink(filepath.Dir(path), link); err != nil {
		t.Fatal(err)
	}
	if err := giveAll(link, os.Getuid(), os.Getgid()); err == nil {
		t.Error("no error")
	}
}

func TestNothingOutsideIsChanged(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		for _, bits := range []int{64, 32} {
			path := secretFile(t)
			folder := filepath.Dir(path)
			s := opened(t, Options{})
			if !lacking(s, User) { // files that everybody may write show what the other layers do
				if err := errors.Join(os.Chmod(path, 0o666), os.Chmod(folder, 0o777)); err != nil {
					t.Fatal(err)
				}
			}
			before := stateOf(t, folder)
			out := try(t, s, bits, "change", path)
			same := stateOf(t, folder) == before
			// Landlock knows no attributes.
			if held := !lacking(s, View, Filter); held && !same {
				t.Errorf("%d bit: the folder was changed:\n%s", bits, out)
			}
			if lacking(s, View, Landlock, Filter) && same {
				t.Errorf("%d bit: nothing would be seen: %s", bits, out)
			}
			if !lacking(s, Landlock) && (done(out, "append") || done(out, "create") || done(out, "unlink") || done(out, "rename")) {
				t.Errorf("%d bit: Landlock lets pass:\n%s", bits, out)
			}
		}
	})
}

// stateOf describes the folder, its files, their contents, modes and times.
func stateOf(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		attributes, _ := unix.Llistxattr(filepath.Join(folder, entry.Name()), nil)
		fmt.Fprintln(&all, entry.Name(), info.Mode(), info.ModTime().UnixNano(), content, err, attributes)
	}
	return all.String()
}

func TestCompilersChangeWhatIsKept(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		kept, given := folderFor(t), folderFor(t)
		if err := os.WriteFile(filepath.Join(given, "source.c"), []byte("int main;"), 0o600); err != nil {
			t.Fatal(err)
		}
		s := opened(t, Options{Keep: []string{kept}, Give: []string{given}})
		shell(t, s, fmt.Sprintf("cat %s/source.c > %s/object; echo x > %s/other", given, kept, given))
		if text, err := os.ReadFile(filepath.Join(kept, "object")); string(text) != "int main;" {
			t.Errorf("the folder that is kept has %q (%v)", text, err)
		}
		if _, err := os.Stat(filepath.Join(given, "other")); err == nil && !lacking(s, View, Landlock) {
			t.Error("a folder that was given to be read was changed")
		}
	})
}

func TestSignalsStayInside(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		for _, bits := range []int{64, 32} {
			bystander := exec.Command("sleep", "1000")
			if os.Getuid() == 0 && !lacking(s, User) {
				bystander.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			}
			if err := bystander.Start(); err != nil {
				t.Fatal(err)
			}
			out := try(t, s, bits, "signal", strconv.Itoa(bystander.Process.Pid))
			if !done(out, "raise") {
				t.Errorf("%d bit: a program cannot signal itself: %s", bits, out)
			}
			if err := bystander.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			state, err := bystander.Process.Wait()
			if err != nil {
				t.Fatal(err)
			}
			status, _ := state.Sys().(syscall.WaitStatus)
			outside := status.Signal() != unix.SIGKILL
			if held := !lacking(s, append(landlockOf(launcher.VersionScope), Namespaces, Filter)...); outside == held {
				t.Errorf("%d bit: the bystander outside ended by %v:\n%s", bits, status.Signal(), out)
			}
		}
	})
}

func TestNoConnections(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		for _, bits := range []int{64, 32} {
			want := lacking(s, append(landlockOf(4), Namespaces, Filter)...)
			if out := try(t, s, bits, "connect", port); done(out, "connect") != want {
				t.Errorf("%d bit: %s", bits, out)
			}
		}
	})
}

func TestProgramsStartNoOthers(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		for _, bits := range []int{64, 32} {
			if out := try(t, s, bits, "exec"); done(out, "exec") != lacking(s, Filter, Landlock) {
				t.Errorf("%d bit: %s", bits, out)
			}
		}
	})
}

func TestThePrivateFolderIsBounded(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{Bytes: 8 << 20})
		if lacking(s, View) {
			checkOnDisk(t, s)
			return
		}
		var megabytes, files int
		out := try(t, s, 64, "fill")
		if _, err := fmt.Sscanf(out, "filled %d\nfiles %d\n", &megabytes, &files); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if megabytes > 8 || files > 8<<20/bytesPerFile+16 {
			t.Errorf("%d MiB and %d files fit into a folder of 8 MiB", megabytes, files)
		}
		if megabytes == 0 {
			t.Error("a program cannot write into its own folder")
		}
	})
}

// checkOnDisk: where the private folder of 8 MiB is on disk, a program that fills it and stays is killed, and the folder is emptied. With
// neither view nor Landlock the filter lets it write nothing.
func checkOnDisk(t *testing.T, s *Sandbox) {
	if lacking(s, View, Landlock) && !lacking(s, Filter) {
		if out := try(t, s, 64, "fill"); !strings.HasPrefix(out, "filled 0\nfiles 0\n") {
			t.Errorf("it writes: %s", out)
		}
		return
	}
	for _, words := range [][]string{{"fill", "stay"}, {"open", "2"}, {"map", "5"}, {"fill", "stay"}} {
		var out bytes.Buffer
		err := s.Run(t.Context(), Command{Path: programs[64], Arguments: append([]string{"try"}, words...), Bits: 64}, &out, nil)
		var exit *ExitError
		if !errors.As(err, &exit) || exit.Status.Signal() != unix.SIGKILL {
			t.Errorf("%s: 12 MiB and 3 000 files, 2 open ones of 8 MiB, or 5 mapped ones in a folder of 8 MiB: %v; %s", words, err, &out)
		}
	}
	s.order.Lock() // who killed it empties the folder now
	defer s.order.Unlock()
	if left, err := os.ReadDir(s.options.Private); len(left) > 0 || err != nil {
		t.Errorf("%d entries are left (%v)", len(left), err)
	}
}

// TestNothingLivesOn: a pipe reports its end when no process holds its other side.
func TestNothingLivesOn(t *testing.T) {
	for _, end := range []struct {
		name string
		left Left
		do   func(s *Sandbox) error
	}{
		{"closed", Stays, (*Sandbox).Close}, {"cleared", Stays, (*Sandbox).Clear},
		{"ends", Ends, func(*Sandbox) error { return nil }}, {"removed", Removed, func(*Sandbox) error { return nil }},
	} {
		t.Run(end.name, func(t *testing.T) {
			inAllWorlds(t, func(t *testing.T) {
				for _, bits := range []int{64, 32} {
					s := opened(t, Options{Processes: 30000}) // processes that have ended and are not reaped yet count
					reader, writer, err := os.Pipe()
					if err != nil {
						t.Fatal(err)
					}
					defer reader.Close()
					process, err := s.Start(Command{
						Path: programs[bits], Arguments: []string{"try", "leave"}, Bits: bits, Files: []*os.File{nil, nil, nil, writer},
						Left: end.left,
					})
					writer.Close()
					if err != nil {
						t.Fatal(err)
					}
					if end.left == Stays {
						if _, err := io.ReadFull(reader, make([]byte, 3)); err != nil {
							t.Fatalf("%d bit: processes cannot be left: %v", bits, err)
						}
					}
					process.Wait()
					if err := end.do(s); err != nil {
						t.Fatal(err)
					}
					if _, err := io.Copy(io.Discard, reader); err != nil {
						t.Fatal(err)
					}
					s.Close()
				}
			})
		})
	}
}

// helper is the tool that TestTheToolIsKilled kills.
func helper(arguments []string) error {
	private, err := os.MkdirTemp("", "sandbox-")
	if err != nil {
		return err
	}
	s, err := Open(Options{Private: private, Show: arguments, Processes: 30000})
	if err != nil {
		return err
	}
	process, err := s.Start(Command{
		Path: arguments[0], Arguments: []string{"try", "leave"}, Bits: 64, Files: []*os.File{nil, nil, nil, os.NewFile(3, "pipe")},
	})
	if err != nil {
		return err
	}
	unix.CloseOnExec(3)
	_ = unix.Close(3)
	process.Wait()
	time.Sleep(time.Hour) // not an empty select, which the runtime reports as a deadlock
	return nil
}

// startTool starts a tool whose program leaves processes. They hold the other end of the pipe.
func startTool(t *testing.T) (tool *exec.Cmd, reader *os.File) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	var errs bytes.Buffer
	tool = exec.Command("/proc/self/exe", programs[64])
	tool.Env = append(os.Environ(), helperVariable+"=1", "TMPDIR="+folderFor(t))
	tool.ExtraFiles = []*os.File{writer}
	tool.Stderr = &errs
	if err := tool.Start(); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	if _, err := io.ReadFull(reader, make([]byte, 3)); err != nil {
		t.Fatalf("the tool starts nothing: %v %s", err, &errs)
	}
	return tool, reader
}

func TestTheToolIsKilled(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		tool, reader := startTool(t)
		if err := tool.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = tool.Wait() // it was killed
		if _, err := io.Copy(io.Discard, reader); err != nil {
			t.Fatal(err)
		}
	})
}

func TestThePrivateFolderIsEmptied(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		for _, bits := range []int{64, 32} {
			s := opened(t, Options{})
			if out := try(t, s, bits, "mess"); !done(out, "mess") && !(lacking(s, View, Landlock) && !lacking(s, Filter)) {
				t.Errorf("%d bit: there is no mess: %s", bits, out)
			}
			if err := s.Clear(); err != nil {
				t.Fatal(err)
			}
			if out := shell(t, s, "ls -A"); out != "" {
				t.Errorf("%d bit: left: %s", bits, out)
			}
			shell(t, s, "mkdir inner; touch inner/x; chmod 0 inner .")
			if err := s.Clear(); err != nil {
				t.Fatal(err)
			}
			if out := shell(t, s, "echo x > file && ls -A"); out != "file\n" {
				t.Errorf("%d bit: a folder that was closed stays so: %q", bits, out)
			}
			s.Close()
			if left, err := os.ReadDir(s.options.Private); len(left) > 0 && !lacking(s, View) || err != nil {
				t.Errorf("outside %v is left (%v)", left, err)
			}
		}
	})
}

// TestLittleMemory: a command starts even if its limits leave the process that becomes it no memory.
func TestLittleMemory(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		if testing.Short() {
			return
		}
		s := opened(t, Options{})
		for i := range 20 {
			long := strings.Repeat("x", 997*i) // so that the heap is of another size each time
			c := Command{Path: programs[64], Arguments: []string{"try", "nothing", long}, Bits: 64, AddressSpace: 16 << 20}
			if err := s.Run(t.Context(), c, nil, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestBoundsOfAllProcesses(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		if testing.Short() {
			return
		}
		var out bytes.Buffer
		for _, kind := range []string{"processes", "threads"} {
			s := opened(t, Options{Processes: 8, Memory: 100 << 20})
			out.Reset()
			var made int
			err := s.Run(t.Context(), Command{Path: programs[64], Arguments: []string{"try", kind, "60"}, Bits: 64}, &out, nil)
			_, failure := fmt.Sscanf(out.String(), kind+" %d", &made)
			if s.Exceeded() == "" && (failure != nil || made > 8+launcherThreads) { // what is counted may be ended before it says a word
				t.Errorf("%d %s of 8, %v (%v)", made, kind, err, failure)
			}
			s.Close()
		}
		for _, bits := range []int{64, 32} {
			s := opened(t, Options{Processes: 8})
			out.Reset()
			made := 0
			err := s.Run(t.Context(), Command{Path: programs[bits], Arguments: []string{"try", "processes", "60"}, Bits: bits}, &out, nil)
			_, failure := fmt.Sscanf(out.String(), "processes %d", &made)
			if asked := lacking(s, Namespaces, Groups) && !lacking(s, Filter); asked && (failure != nil || made == 0 || made > 7) {
				t.Errorf("%d bit: %d processes beside 1 of 8, %v (%v)", bits, made, err, failure)
			}
			s.Close()
		}
		s := opened(t, Options{Memory: 100 << 20})
		out.Reset()
		err := s.Run(t.Context(), Command{Path: programs[64], Arguments: []string{"try", "memory", "40"}, Bits: 64}, &out, nil)
		if s.Exceeded() == "" || err == nil || !strings.Contains(err.Error(), s.Exceeded()) {
			t.Errorf("320 MB of 100: %v, %q", err, s.Exceeded())
		}
		if _, err := s.Start(Command{Path: programs[64]}); err == nil {
			t.Error("a sandbox that was ended starts commands")
		}
	})
}

// TestUncountedMemory: memory that is there although no process need map it cannot be had where processes are looked at to count it.
func TestUncountedMemory(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		for _, bits := range []int{64, 32} {
			out := try(t, s, bits, "uncounted")
			for what, possible := range map[string]bool{
				"nameless": !lacking(s, Groups) || lacking(s, Filter), "zero": !lacking(s, Groups) || lacking(s, View, Landlock),
				"memfd": lacking(s, Filter), "rule": lacking(s, Filter) && landlockOf(4) != nil,
			} {
				if done(out, what) != possible {
					t.Errorf("%d bit: %s, possible: %v:\n%s", bits, what, possible, out)
				}
			}
		}
	})
}

// TestPrivileges: no command may do what only root may, whichever layers are missing. Root itself may, outside of a sandbox.
func TestPrivileges(t *testing.T) {
	privileges := []string{"freeze", "real time", "console"}
	if os.Getuid() == 0 {
		out, err := exec.Command(programs[64], "privileges").Output()
		for _, what := range privileges {
			if err != nil || !done(string(out), what) {
				t.Logf("root may not either: %v\n%s", err, out) // in a container
			}
		}
	}
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{Proc: true})
		for _, bits := range []int{64, 32} {
			out := try(t, s, bits, "privileges")
			for _, what := range privileges {
				if done(out, what) || !strings.Contains(out, what) {
					t.Errorf("%d bit: %s:\n%s", bits, what, out)
				}
			}
		}
	})
}

// TestPageTables: a process whose page tables alone are larger than what is allowed is ended, also where no control group counts them.
func TestPageTables(t *testing.T) {
	t.Setenv(WithoutVariable, string(Groups))
	s := opened(t, Options{Memory: 100 << 20})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := s.Run(ctx, Command{Path: programs[64], Arguments: []string{"try", "tables", "200"}, Bits: 64}, nil, nil)
	if s.Exceeded() == "" {
		t.Errorf("200 MB of 100 in page tables: %v", err)
	}
}

// TestOutputIsNotRead: a command cannot wait for its own output.
func TestOutputIsNotRead(t *testing.T) {
	s := opened(t, Options{Proc: true})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for _, path := range []string{"/proc/self/fd/1", "/proc/self/fd/2"} {
		var out, messages bytes.Buffer
		err := s.Run(ctx, Command{Path: "/usr/bin/head", Arguments: []string{"head", "-c", "1", path}, Profile: Compiler}, &out, &messages)
		var exit *ExitError
		if !errors.As(err, &exit) || !strings.Contains(messages.String(), "denied") {
			t.Errorf("head %s: %v; %q, %q", path, err, &out, &messages)
		}
	}
}

// TestProcIsNotChanged: the sandbox's /proc has the machine's settings, too. For root, nothing else may stand before them.
func TestProcIsNotChanged(t *testing.T) {
	for _, world := range []string{"", "user", "landlock", "user,landlock"} {
		t.Run("without "+world, func(t *testing.T) {
			t.Setenv(WithoutVariable, world)
			s := opened(t, Options{Proc: true})
			if lacking(s, View) || lacking(s, Namespaces) {
				t.Skip("there is no /proc")
			}
			out := shell(t, s, "test -e /proc/sys/kernel/hostname && echo seen; "+
				"for f in sys/kernel/hostname sys/kernel/shmmax self/oom_score_adj self/comm; do echo 1 > /proc/$f && echo $f changed; done")
			if out != "seen\n" {
				t.Errorf("%q", out)
			}
		})
	}
}

func TestOutput(t *testing.T) {
	s := opened(t, Options{})
	if out := shell(t, s, "yes | head -c 70000000"); len(out) != OutputBytes {
		t.Errorf("%d bytes are kept, want %d", len(out), OutputBytes)
	}
	if out := shell(t, s, "sleep 1000 & echo said"); out != "said\n" {
		t.Errorf("beside a process in the background comes %q", out)
	}
	cause := errors.New("the cause")
	ctx, cancel := context.WithCancelCause(t.Context())
	process := make(chan error)
	go func() {
		process <- s.Run(ctx, Command{Path: "/bin/sleep", Arguments: []string{"sleep", "1000"}, Profile: Compiler}, nil, nil)
	}()
	cancel(cause)
	if err := <-process; !errors.Is(err, cause) {
		t.Errorf("what was cancelled ends with %v", err)
	}
	if err := s.Run(ctx, Command{Path: "/bin/true"}, nil, nil); !errors.Is(err, cause) {
		t.Errorf("what was cancelled before ends with %v", err)
	}
	files := make([]*os.File, 1, 3)
	err := s.Run(t.Context(), Command{Path: "/bin/false", Arguments: []string{"false"}, Profile: Compiler, Files: files}, &bytes.Buffer{}, nil)
	var exit *ExitError
	if !errors.As(err, &exit) || exit.Status.ExitStatus() != 1 || exit.Error() != "false: exit status 1" {
		t.Errorf("false ends with %v", err)
	}
	if files[:3][1] != nil {
		t.Error("the caller's files were changed")
	}
}

func TestWhatDoesNotStart(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		for _, c := range []Command{
			{Path: "/usr/bin/there-is-none", Bits: 64, Arguments: []string{"x"}},
			{Path: "/usr/bin/there-is-none", Bits: 32, Arguments: []string{"x"}},
			{Path: "/etc", Profile: Compiler, Arguments: []string{"x"}},
			{Path: programs[64], Bits: 64, Arguments: []string{"x"}, Folder: "/there/is/none"},
		} {
			var start *StartError
			if _, err := s.Start(c); !errors.As(err, &start) || !strings.Contains(err.Error(), c.Path+" does not start") || start.Errno == 0 {
				t.Errorf("%s: %v", c.Path, err)
			}
		}
		if out := shell(t, s, "echo works"); out != "works\n" {
			t.Errorf("after that it says %q", out)
		}
	})
}

func TestLongArguments(t *testing.T) {
	s := opened(t, Options{})
	for _, count := range []int{1000, 5000, 12000} {
		arguments := []string{"sh", "-c", "echo $#", "sh"}
		for i := range count {
			arguments = append(arguments, fmt.Sprintf("%0100d", i))
		}
		var out bytes.Buffer
		err := s.Run(t.Context(), Command{Path: "/bin/sh", Arguments: arguments, Profile: Compiler}, &out, nil)
		if err != nil || out.String() != fmt.Sprintln(count) {
			t.Errorf("%d arguments: %q, %v", count, &out, err)
		}
	}
	_, err := s.Start(Command{Path: "/bin/sh", Arguments: []string{"sh", strings.Repeat("x", 9<<20)}, Profile: Compiler})
	if err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("9 MiB of arguments: %v", err)
	}
	if out := shell(t, s, "echo works"); out != "works\n" {
		t.Errorf("after that it says %q", out)
	}
}

func TestManyAtOnce(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		var group sync.WaitGroup
		for i := range 20 {
			s := opened(t, Options{})
			for range 2 {
				group.Add(1)
				go func() {
					defer group.Done()
					var out, errs bytes.Buffer
					c := Command{Path: "/bin/sh", Arguments: []string{"sh", "-c", fmt.Sprint("echo ", i)}, Profile: Compiler}
					if err := s.Run(t.Context(), c, &out, &errs); err != nil || out.String() != fmt.Sprintln(i) {
						t.Errorf("sandbox %d says %q, %v %s", i, &out, err, &errs)
					}
				}()
			}
		}
		group.Wait()
	})
}

// TestLastTakesOthersAlong: the end of a command that is killed along with the last one is reported, too.
func TestLastTakesOthersAlong(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		other, err := s.Start(Command{Path: "/bin/sleep", Arguments: []string{"sleep", "1000"}, Profile: Compiler})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Run(t.Context(), Command{Path: "/bin/true", Arguments: []string{"true"}, Profile: Compiler, Left: Removed}, nil, nil)
		if status := other.Wait(); err != nil || status.Signal() != unix.SIGKILL {
			t.Errorf("the last one ends with %v, the other one with %v", err, status)
		}
	})
}

// A program that stops whatever begins beside it holds nobody up. Only a PID namespace keeps its signals away from the machine; without
// one, TestHostile tries this.
func TestStoppedWhileItStarts(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		s := opened(t, Options{})
		if lacking(s, Namespaces) {
			t.Log("no PID namespace")
			return
		}
		if _, err := s.Start(Command{Path: programs[64], Arguments: []string{"try", "stop"}, Bits: 64}); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			p, err := s.Start(Command{Path: programs[64], Arguments: []string{"try", "read", "/"}, Bits: 64})
			if err != nil {
				t.Fatal(err)
			}
			p.Kill()
			p.Wait()
		}
	})
}

func TestNothingLeaks(t *testing.T) {
	count := func() (descriptors, routines int) {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries), runtime.NumGoroutine()
	}
	private := folderFor(t)
	descriptors, routines := count()
	for i := range 200 {
		s, err := Open(Options{Private: private})
		if err != nil {
			t.Fatal(err)
		}
		if i%4 == 0 {
			shell(t, s, "true")
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var nowDescriptors, nowRoutines int
	for range 100 { // ending may take a moment
		if nowDescriptors, nowRoutines = count(); nowDescriptors <= descriptors+2 && nowRoutines <= routines+2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("descriptors grew from %d to %d, goroutines from %d to %d", descriptors, nowDescriptors, routines, nowRoutines)
}

// TestTheLauncherDiesOrLies: a launcher that dies or sends an invalid message ends the sandbox with an error; nobody hangs.
func TestTheLauncherDiesOrLies(t *testing.T) {
	for name, harm := range map[string]func(s *Sandbox, theirs int) error{
		"dies":    func(s *Sandbox, _ int) error { return s.command.Process.Kill() },
		"garbles": func(_ *Sandbox, theirs int) error { return unix.Send(theirs, []byte("{"), 0) },
		"repeats": func(_ *Sandbox, theirs int) error {
			return errors.Join(unix.Send(theirs, []byte(`{"Cleared":true}`), 0), unix.Send(theirs, []byte(`{"Cleared":true}`), 0))
		},
	} {
		t.Run(name, func(t *testing.T) {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer unix.Close(pair[1])
			s := &Sandbox{session: newSession(launcher.NewConn(pair[0]), true)}
			s.command = exec.Command("cat")
			input, err := s.command.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := s.command.Start(); err != nil {
				t.Fatal(err)
			}
			go s.wait(nil)
			if err := harm(s, pair[1]); err != nil {
				t.Fatal(err)
			}
			if name == "dies" { // its socket is closed then
				if err := unix.Shutdown(pair[1], unix.SHUT_RDWR); err != nil {
					t.Fatal(err)
				}
			}
			go s.listen()
			<-s.heard
			input.Close()
			if err := s.Clear(); err == nil || !strings.Contains(err.Error(), "has ended") {
				t.Errorf("the sandbox goes on: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A launcher that dies before it is ready makes Open an error; no weaker sandbox takes its place.
func TestTheLauncherDiesAtOnce(t *testing.T) {
	launchers := 0
	s, err := Open(Options{Private: t.TempDir(), Bytes: 1 << 20, Started: func(pid int) {
		launchers++
		if err := unix.Kill(pid, unix.SIGKILL); err != nil {
			t.Error(err)
		}
	}})
	if err == nil {
		s.Close()
		t.Fatal("there is a sandbox")
	}
	if launchers != 1 || !errors.Is(err, ErrEnded) {
		t.Errorf("%d launchers, and %v", launchers, err)
	}
}

// A launcher that somebody else stops, as often as they like, goes on: commands start and end, and the sandbox can be closed.
func TestTheLauncherIsStopped(t *testing.T) {
	inAllWorlds(t, func(t *testing.T) {
		stopped := func(pid int) {
			if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
				t.Error(err)
			}
		}
		s := opened(t, Options{Started: stopped})
		stop := func() { stopped(s.command.Process.Pid) }
		for range 3 {
			stop()
			if got := shell(t, s, "echo here"); got != "here\n" {
				t.Errorf("%q", got)
			}
		}
		stop()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Folders belong to the user that commands become in the way that is tried, whatever way was tried before.
func TestFoldersAreTakenBack(t *testing.T) {
	owner := func(path string) int {
		var status unix.Stat_t
		if err := unix.Stat(path, &status); err != nil {
			t.Fatal(err)
		}
		return int(status.Uid)
	}
	folder := folderFor(t)
	private, kept, given := filepath.Join(folder, "private"), filepath.Join(folder, "kept"), filepath.Join(folder, "given")
	file := filepath.Join(given, "inner", "file")
	for _, err := range []error{
		os.Mkdir(private, 0o700), os.Mkdir(kept, 0o700), os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	own, other := os.Getuid(), os.Getuid()
	if own == 0 {
		other = nobody
	}
	c := confinement{options: Options{Private: private, Keep: []string{kept}, Give: []string{given}}}
	viewed := way{user: other, view: true}
	for i, w := range []way{{user: -1}, viewed, {user: -1}, {user: other}, {user: -1}, viewed, {user: other}} {
		want := own
		if w.user >= 0 {
			want = other
		}
		if err := c.prepareFor(w); err != nil {
			t.Fatal(err)
		}
		if w.view {
			continue
		}
		for _, path := range []string{private, kept, given, filepath.Dir(file), file} {
			if got := owner(path); got != want {
				t.Errorf("way %d: %s belongs to %d instead of %d", i, path, got, want)
			}
		}
	}
}

// TestHandingOverFollowsNoLinks: while a folder is handed over, a process of the sandbox replaces a folder by a symbolic link.
func TestHandingOverFollowsNoLinks(t *testing.T) {
	folder, outside := folderFor(t), secretFile(t)
	inner := filepath.Join(folder, "inner")
	link := filepath.Join(folder, "link")
	user := os.Getuid()
	if user == 0 {
		user = nobody
	}
	for _, err := range []error{
		os.Mkdir(inner, 0o700), os.WriteFile(filepath.Join(inner, filepath.Base(outside)), nil, 0o600), os.Symlink(filepath.Dir(outside), link),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				_ = unix.Renameat2(unix.AT_FDCWD, inner, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
			}
		}
	}()
	for range 3000 {
		if err := giveAll(folder, user, user); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	<-stopped
	var status unix.Stat_t
	if err := unix.Stat(outside, &status); err != nil || int(status.Uid) != os.Getuid() {
		t.Errorf("a file outside was given to %d (%v)", status.Uid, err)
	}
	if os.Getuid() == 0 {
		if err := unix.Stat(folder, &status); err != nil || int(status.Uid) != user {
			t.Errorf("the folder was not given (%v)", err)
		}
	}
}

func TestRequire(t *testing.T) {
	for _, layer := range []Layer{Namespaces, View, Landlock, Filter, User} {
		t.Run(string(layer), func(t *testing.T) {
			t.Setenv(WithoutVariable, string(layer))
			s, err := Open(Options{Policy: Require, Private: folderFor(t)})
			var missing *MissingError
			if layer == User && os.Getuid() != 0 {
				if err != nil {
					t.Errorf("who is not root lacks nobody: %v", err)
				}
			} else if !errors.As(err, &missing) || !slices.Contains(missing.Layers, layer) || !strings.Contains(err.Error(), string(layer)) {
				t.Errorf("without %s: %v", layer, err)
			}
			if err == nil {
				s.Close()
			}
		})
	}
	t.Setenv(WithoutVariable, string(Groups))
	s, err := Open(Options{Policy: Require, Private: folderFor(t)})
	if err == nil {
		defer s.Close()
	}
	var missing *MissingError
	if errors.As(err, &missing) && slices.Contains(missing.Layers, Groups) {
		t.Errorf("control groups are required: %v", err)
	}
}

func TestReleases(t *testing.T) {
	for release, want := range map[string]bool{"5.10.0-28-amd64": false, "5.14.0": true, "5.9": false, "6.1.0": true, "4.19": false, "": false,
		"x": false} {
		if got := newerThan(release, 5, 14); got != want {
			t.Errorf("%q is 5.14 or newer: %t", release, got)
		}
	}
}

func TestAwaitEnd(t *testing.T) {
	command := exec.Command("sleep", "1000")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	pid := command.Process.Pid
	if !runs(pid) {
		t.Error("it has just been started")
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	awaitEnd([]int{pid})
	if runs(pid) {
		t.Error("it is killed, and not reaped yet")
	}
	if err := command.Wait(); err == nil || runs(pid) {
		t.Errorf("it is reaped (%v)", err)
	}
}

// TestSilentLauncher: a launcher that gives no answer in time is given up, and no weaker sandbox takes its place.
func TestSilentLauncher(t *testing.T) {
	started, ended := 0, 0
	s, err := Open(Options{
		Private: t.TempDir(), patience: 1, // it is stopped for longer
		Started: func(pid int) {
			if started++; unix.Kill(pid, unix.SIGSTOP) != nil {
				t.Error("it cannot be stopped")
			}
		},
		Ended: func(int) { ended++ },
	})
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, ErrEnded) || !strings.Contains(err.Error(), "no answer for 1ns") || started != 1 || ended != 1 {
		t.Errorf("%d started, %d ended, %v", started, ended, err)
	}
}

// Names need not be UTF-8.
func TestNamesOfAnyBytes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "la\xe9\xff")
	if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(filepath.Join(folder, "fi\xe9"), []byte("text"), 0o644)); err != nil {
		t.Fatal(err)
	}
	s, err := Open(Options{Show: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out bytes.Buffer
	shell := Command{Path: "/bin/sh", Arguments: []string{"sh", "-c", `cat "fi$ODD"; printf %s "$1"`, "sh", "\xff{"},
		Environment: []string{"ODD=\xe9"}, Folder: folder, Profile: Compiler}
	if err := s.Run(t.Context(), shell, &out, nil); err != nil || out.String() != "text\xff{" {
		t.Errorf("%q, %v", &out, err)
	}
}
