package endtoend

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/libfizzer/sandbox"
	testcomp "fizzer/testcomp/replay"
)

// refusedVariable names, for roleRefused, the set of system calls that are refused.
const refusedVariable = "FIZZER_ENDTOEND_REFUSED"

// Sets of system calls to refuse.
const (
	refusesNamespaces = "namespaces" // as the filters of Docker, Podman and Kubernetes do
	refusesAll        = "all"        // and Landlock, and filters, which are newer than some kernels
)

// namespaceFlags are the flags of clone that ask for a namespace.
const namespaceFlags = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// refusedMain installs the filter and becomes the program that the arguments name. It only returns with an error.
func refusedMain() error {
	runtime.LockOSThread()
	calls := []uint32{unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_FSOPEN,
		unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR}
	if os.Getenv(refusedVariable) == refusesAll {
		calls = append(calls, unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF, unix.SYS_SECCOMP)
	}
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	give := func(value uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value} }
	const number, firstArgument = 0, 16 // offsets in struct seccomp_data
	filter := []unix.SockFilter{load(number)}
	unless := func(call uint32, then ...unix.SockFilter) {
		filter = append(filter, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: uint8(len(then))})
		filter = append(filter, then...)
	}
	refused := give(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	for _, call := range calls {
		unless(call, refused)
	}
	unless(unix.SYS_CLONE3, give(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS))) // so that clone is called instead
	unless(unix.SYS_CLONE, load(firstArgument), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: namespaceFlags, Jf: 1},
		refused, give(unix.SECCOMP_RET_ALLOW))
	if os.Getenv(refusedVariable) == refusesAll {
		same := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.PR_SET_SECCOMP, Jf: 1}
		unless(unix.SYS_PRCTL, load(firstArgument), same, refused, give(unix.SECCOMP_RET_ALLOW))
	}
	filter = append(filter, give(unix.SECCOMP_RET_ALLOW))
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		return err
	}
	return syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
}

// withoutNamespaces are the words of a command before which the kernel has no namespaces to give, as where user.max_user_namespaces is 0.
var withoutNamespaces = []string{"unshare", "--user", "--map-root-user", "bash", "-c",
	`for each in /proc/sys/user/max_*_namespaces; do echo 0 > "$each" || { echo "a user namespace may not set its limits here"; exit 99; }; done; exec "$@"`, "bash"}

// Where the kernel or a container refuses layers of the sandbox, runs and replays go on with the others and say which they lack; doctor
// shows them; whoever requires the sandbox gets no run.
func TestRefusedLayers(t *testing.T) {
	p := ready(t)
	program, _, zip := smallRun(t, p)
	unprivileged := []sandbox.Layer{sandbox.Namespaces, sandbox.View}
	for _, test := range []struct {
		name, refuses string
		prefix        []string
		lacks         []sandbox.Layer
	}{
		{"no namespaces are left", "", withoutNamespaces, unprivileged},
		{"a container", refusesNamespaces, nil, unprivileged},
		{"a container without capabilities", refusesNamespaces, []string{"/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"},
			unprivileged},
		{"a container on an old kernel", refusesAll, nil, append(slices.Clone(unprivileged), sandbox.Landlock, sandbox.Filter)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			refused := func(code int, arguments ...string) string {
				t.Helper()
				words := slices.Concat(test.prefix, []string{p.fizzer}, arguments)
				command := exec.Command(words[0], words[1:]...)
				if test.refuses != "" {
					command = exec.Command("/proc/self/exe", words...)
					command.Env = append(os.Environ(), roleVariable+"="+roleRefused, refusedVariable+"="+test.refuses)
				}
				command.Dir = t.TempDir()
				out, err := command.CombinedOutput()
				if command.ProcessState == nil || command.ProcessState.ExitCode() != code {
					t.Errorf("%q: %v instead of code %d\n%s", arguments, err, code, out)
				}
				return string(out)
			}
			output := t.TempDir()
			out := refused(exitDone, "--max-executions", "100", "--output", output, program)
			if lastLine(out) != "RESULT: done" || !strings.Contains(out, "note: the sandbox lacks [") {
				t.Errorf("the run says\n%s", out)
			}
			checkSuite(t, filepath.Join(output, formats.SuiteFolder))
			var statistics formats.Statistics
			readStatistics(t, output, &statistics)
			told := refused(exitDone, "doctor")
			for _, layer := range sandbox.Required {
				gone := slices.Contains(test.lacks, layer) || layer == sandbox.Landlock && !hasLandlock()
				if gone != slices.Contains(statistics.SandboxLacks, string(layer)) && layer != sandbox.User {
					t.Errorf("the run lacks %q, the kernel refuses %q", statistics.SandboxLacks, test.lacks)
				}
				if gone != strings.Contains(told, fmt.Sprintf("%-24s missing", "sandbox: "+string(layer))) && layer != sandbox.User {
					t.Errorf("doctor says of %s\n%s", layer, told)
				}
			}
			var judged testcomp.Report
			answer := refused(exitDone, "replay", "--json", zip, program)
			if err := json.Unmarshal([]byte(answer[max(0, strings.IndexByte(answer, '{')):]), &judged); err != nil || judged.Covered == 0 {
				t.Errorf("replay says %v\n%s", err, answer)
			}
			for _, arguments := range [][]string{{"--output", t.TempDir(), program}, {"replay", zip, program}, {"instrument", program}} {
				required := slices.Insert(slices.Clone(arguments), len(arguments)-1, "--sandbox", "require")
				if arguments[0] == "replay" {
					required = slices.Insert(slices.Clone(arguments), 1, "--sandbox", "require")
				}
				if out := refused(exitMissing, required...); !strings.Contains(out, "namespaces") {
					t.Errorf("%q says\n%s", required, out)
				}
			}
		})
	}
}

// commands are the arguments of commands, with a place for options behind the first.
type commands struct {
	compiling [][]string // those that need gcc or clang
	pages     [][]string // those, too, but for a page about a run, which says what could not be found out
	others    [][]string
}

// eachCommand returns commands about small programs and their suites. Only gcc tells that one of the programs needs a harness.
func eachCommand(t *testing.T, p places) (c commands) {
	t.Helper()
	program, output, zip := smallRun(t, p)
	hidden := source(t, "#ifdef MAIN\nint main(void) { return 0; }\n#endif\n"+
		"int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return size > 3 && data[0] == 'x'; }\n")
	target := start(t, p, "--quiet", "--max-executions", "100", hidden)
	target.wait(t)
	hiddenZip := filepath.Join(target.output, formats.SuiteZip)
	fresh := func() string { return filepath.Join(t.TempDir(), "fresh") }
	c.compiling = [][]string{{"instrument", program}, {"harness", hidden}, {"harness", "--entry", "main", program}, {"replay", zip, program},
		{"replay", output}, {"minimize", fresh(), zip}, {"minimize", fresh(), target.output}, {"diff", zip, zip, program}}
	for _, format := range []string{"c", "ctest", "lcov"} {
		c.compiling = append(c.compiling, []string{"export", "--format", format, fresh(), output})
	}
	for _, format := range []string{"c", "ctest", "lcov", "libfuzzer", "afl"} {
		for _, from := range []string{target.output, hiddenZip} {
			c.compiling = append(c.compiling, []string{"export", "--format", format, fresh(), from})
		}
	}
	for _, from := range []string{output, target.output} {
		c.pages = append(c.pages, []string{"report", "--output", fresh(), from}, []string{"export", "--format", "html", fresh(), from})
	}
	for _, format := range []string{"libfuzzer", "afl", "junit"} {
		c.others = append(c.others, []string{"export", "--format", format, fresh(), output})
	}
	return c
}

// endsWith calls a command with options and more variables of the environment, and checks its code and that its output has these words.
func endsWith(t *testing.T, p places, arguments, options, environment []string, code int, words string) {
	t.Run(strings.Join(arguments[:min(3, len(arguments))], " "), func(t *testing.T) {
		t.Parallel()
		command := exec.Command(p.fizzer, slices.Insert(slices.Clone(arguments), 1, options...)...)
		command.Env = append(append(os.Environ(), "TMPDIR="+t.TempDir()), environment...)
		out, err := command.CombinedOutput()
		if command.ProcessState == nil || command.ProcessState.ExitCode() != code || !strings.Contains(string(out), words) {
			t.Errorf("%q: %v instead of code %d and %q\n%s", arguments, err, code, words, out)
		}
	})
}

// Whoever requires the sandbox gets nothing compiled and nothing executed without it, by whatever command, also if only the harness of
// the program needs a compiler. What needs neither is done.
func TestRequiredByEachCommand(t *testing.T) {
	p := ready(t)
	c := eachCommand(t, p)
	required, without := []string{"--sandbox", "require"}, []string{sandbox.WithoutVariable + "=" + string(sandbox.Filter)}
	for _, arguments := range slices.Concat(c.compiling, c.pages) {
		endsWith(t, p, arguments, required, without, exitMissing, "filter")
	}
	for _, arguments := range c.others {
		endsWith(t, p, arguments, required, without, exitDone, "files: ")
	}
}

// Limits end each command while a compiler hangs. A page is written all the same.
func TestLimitsOfEachCommand(t *testing.T) {
	p := ready(t)
	c := eachCommand(t, p)
	hanging := misbehaviour["waits for a child"]
	fakes := []string{"PATH=" + fakeTool(t, "gcc", hanging, "") + ":" + fakeTool(t, clang(t), hanging, "") + ":" + os.Getenv("PATH"),
		"XDG_CACHE_HOME=" + t.TempDir()}
	for _, arguments := range c.compiling {
		endsWith(t, p, arguments, []string{"--wall-time", "1s"}, fakes, exitLimit, "the wall time for it is used up")
	}
	for _, arguments := range c.pages {
		endsWith(t, p, arguments, []string{"--wall-time", "1s"}, fakes, exitDone, "")
	}
}
