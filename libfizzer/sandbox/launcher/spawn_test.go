package launcher

import (
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// both are the two ways to start a command.
var both = map[string]func(*server, *Command, []int) (int, int, *Started){"spawn": (*server).spawn, "launch": (*server).launch}

// look prints what a process has inherited. The shell reads its own status: while it starts another command, signals are blocked.
const look = `while read -r name value; do
  case $name in Uid:|Gid:|Groups:|Umask:|Sig*:|Shd*:|Cap*:|NoNewPrivs:|Seccomp:) echo "$name $value" ;; esac
done </proc/self/status
cat /proc/$$/limits /proc/$$/personality
pwd; env; echo "$0" "$@"; readlink /proc/$$/fd/3 /proc/$$/fd/4; ls /proc/$$/fd; cut -d ' ' -f 1,5,6 /proc/$$/stat; cat <&3`

// started starts a command with a file for its output and others from descriptor 3 on. It returns the output and the state at the end.
func started(t *testing.T, way string, c *Command) (string, syscall.WaitStatus) {
	t.Helper()
	output, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := unix.SetNonblock(int(in.Fd()), true); err != nil {
		t.Fatal(err)
	}
	if _, err := out.WriteString("content"); err != nil {
		t.Fatal(err)
	}
	out.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	descriptors := []int{int(null.Fd()), int(output.Fd()), int(output.Fd()), int(in.Fd()), int(null.Fd())}
	pid, pidfd, failure := both[way](&server{}, c, descriptors)
	if failure != nil {
		t.Fatalf("%s: %+v", way, failure)
	}
	defer unix.Close(pidfd)
	var status syscall.WaitStatus
	for {
		if _, err = syscall.Wait4(pid, &status, 0, nil); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		t.Fatalf("%s: %v", way, err)
	}
	text, err := os.ReadFile(output.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text), status
}

// TestBothWaysAlike: a command inherits the same, whichever way starts it.
func TestBothWaysAlike(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1))
	defer signal.Reset()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	user := -1
	if os.Getuid() == 0 {
		user = 65534
	}
	allow := []byte{6, 0, 0, 0, 0, 0, 0xff, 0x7f} // BPF_RET, SECCOMP_RET_ALLOW
	for _, filter := range [][]byte{nil, allow} {
		for _, fixed := range []bool{false, true} {
			c := &Command{
				Path: "/bin/sh", Arguments: []string{"sh", "-c", look, "name", "an argument", ""}, Environment: []string{"A=b", "C="},
				Folder: Text(folder), Fixed: fixed, User: user, Filter: filter,
				Limits: []Limit{{unix.RLIMIT_NOFILE, 50}, {unix.RLIMIT_FSIZE, 1 << 20}, {unix.RLIMIT_CPU, 1 << 40}},
			}
			texts := map[string]string{}
			for way := range both {
				text, status := started(t, way, c)
				if status != 0 {
					t.Fatalf("%s: status %#x: %s", way, status, text)
				}
				text = regexp.MustCompile(`\b[0-9]+ [0-9]+ [0-9]+\n`).ReplaceAllStringFunc(text, func(ids string) string {
					if id := strings.Fields(ids); id[0] != id[1] || id[1] != id[2] {
						t.Errorf("%s: process, group and session are %s", way, ids)
					}
					return "its own session\n"
				})
				texts[way] = regexp.MustCompile(`pipe:\[[0-9]+\]`).ReplaceAllString(text, "a pipe")
			}
			if texts["spawn"] != texts["launch"] {
				t.Errorf("spawned:\n%s\nlaunched:\n%s", texts["spawn"], texts["launch"])
			}
			for _, want := range []string{"SigBlk: 0000000000000000", "SigIgn: ", "CapEff: 0000000000000000",
				"CapBnd: ", "NoNewPrivs: 1", "content", "a pipe\n/dev/null", "its own session", "\n0\n1\n2\n3\n4\n", "an argument", folder} {
				if !strings.Contains(texts["spawn"], want) {
					t.Errorf("%q is missing in:\n%s", want, texts["spawn"])
				}
			}
		}
	}
}

// TestNotStarted: a step that fails is named with its error, whichever way, and nothing stays open.
func TestNotStarted(t *testing.T) {
	good := Command{Path: "/bin/true", Arguments: []string{"true"}, Folder: "/", User: -1}
	for name, test := range map[string]struct {
		change func(*Command)
		step   string
		errno  syscall.Errno
	}{
		"no folder":         {func(c *Command) { c.Folder = "/there/is/none" }, "folder", unix.ENOENT},
		"no program":        {func(c *Command) { c.Path = "/there/is/none" }, "exec", unix.ENOENT},
		"no executable":     {func(c *Command) { c.Path = "/etc/passwd" }, "exec", unix.EACCES},
		"unknown limit":     {func(c *Command) { c.Limits = []Limit{{1000, 1}} }, "exec", unix.EINVAL},
		"no filter":         {func(c *Command) { c.Filter = make([]byte, 8) }, StepFilter, unix.EINVAL},
		"half a filter":     {func(c *Command) { c.Filter = make([]byte, 7) }, "", unix.EINVAL},
		"argument with a 0": {func(c *Command) { c.Arguments = []string{"a\x00"} }, "", unix.EINVAL},
	} {
		for way, start := range both {
			c := good
			test.change(&c)
			before := openDescriptors(t)
			pid, _, failure := start(&server{}, &c, []int{0, 1, 2})
			switch {
			case failure == nil:
				t.Errorf("%s, %s: process %d was started", name, way, pid)
			case failure.Errno != int(test.errno) || test.step != "" && !strings.HasPrefix(failure.Error, test.step):
				t.Errorf("%s, %s: %+v", name, way, failure)
			}
			for {
				if _, err := syscall.Wait4(-1, nil, 0, nil); err == syscall.ECHILD {
					break
				}
			}
			if after := openDescriptors(t); after != before {
				t.Errorf("%s, %s: %d descriptors, %d before", name, way, after, before)
			}
		}
	}
}
