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

// Whoever requires the sandbox gets nothing compiled and nothing executed without it, by whatever command, also if only the harness of
// the program needs a compiler. What needs neither is done.
func TestRequiredByEachCommand(t *testing.T) {
	p := ready(t)
	program, output, zip := smallRun(t, p)
	hidden := source(t, "#ifdef MAIN\nint main(void) { return 0; }\n#endif\n"+
		"int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return size > 3 && data[0] == 'x'; }\n")
	target := start(t, p, "--quiet", "--max-executions", "100", hidden)
	target.wait(t)
	hiddenZip := filepath.Join(target.output, formats.SuiteZip)
	type test struct {
		code      int
		arguments []string
	}
	tests := []test{
		{exitMissing, []string{"run", "--output", t.TempDir(), program}},
		{exitMissing, []string{"resume", output}},
		{exitMissing, []string{"instrument", program}},
		{exitMissing, []string{"harness", hidden}},
		{exitMissing, []string{"replay", zip, program}},
		{exitMissing, []string{"replay", output}},
		{exitMissing, []string{"report", "--output", filepath.Join(t.TempDir(), "page.html"), output}},
		{exitMissing, []string{"minimize", filepath.Join(t.TempDir(), "small"), zip}},
		{exitMissing, []string{"diff", zip, zip, program}},
	}
	for format, executes := range map[string]bool{"c": true, "ctest": true, "html": true, "lcov": true, "libfuzzer": false, "afl": false,
		"junit": false} {
		code := exitDone
		if executes {
			code = exitMissing
		}
		tests = append(tests, test{code, []string{"export", "--format", format, filepath.Join(t.TempDir(), "out"), output}})
		if format == "junit" || format == "html" {
			continue // of a run only
		}
		for _, from := range []string{target.output, hiddenZip} {
			tests = append(tests, test{exitMissing, []string{"export", "--format", format, filepath.Join(t.TempDir(), "out"), from}})
		}
	}
	for _, test := range tests {
		t.Run(strings.Join(test.arguments[:min(3, len(test.arguments))], " "), func(t *testing.T) {
			t.Parallel()
			command := exec.Command(p.fizzer, slices.Insert(slices.Clone(test.arguments), 1, "--sandbox", "require")...)
			command.Env = append(os.Environ(), sandbox.WithoutVariable+"="+string(sandbox.Filter))
			out, err := command.CombinedOutput()
			if code := command.ProcessState.ExitCode(); code != test.code || (code == exitMissing) != strings.Contains(string(out), "filter") {
				t.Errorf("%v instead of code %d\n%s", err, test.code, out)
			}
		})
	}
}
