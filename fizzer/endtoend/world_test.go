package endtoend

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// A world is what one hostile program may harm: a user, and mount, PID, network, IPC and UTS namespaces with precious files, a
// bystander, a terminal, listeners. Its first process is this test binary, started again. It sets the world up, lets the tool run the
// program there, records everything before and after, and takes the world with it when it ends.

// roleVariable tells the test binary not to run the tests, but to play a role.
const roleVariable = "FIZZER_ENDTOEND_ROLE"

const (
	roleWorld   = "world"   // first process of a world
	roleShell   = "shell"   // session leader of its terminal, parent of the tool
	roleRefused = "refused" // becomes a program to which the kernel refuses what a container without privileges refuses
)

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	os.Unsetenv(roleVariable)
	switch role {
	case roleWorld:
		worldMain()
	case roleShell:
		shellMain()
	case roleRefused:
		fmt.Fprintln(os.Stderr, refusedMain())
		os.Exit(1)
	}
	if signal.Ignored(unix.SIGHUP) { // the tests may run below nohup; processes started here must not ignore it
		signal.Notify(make(chan os.Signal, 1), unix.SIGHUP)
	}
	orphansBefore = orphans()
	os.Exit(m.Run())
}

// Ways to run the program of a world.
const (
	waySearch = "search" // fizzer: the instrumented program, and replay of its tests
	waySecond = "second" // fizzer, with the second form of the program from the first run on
	wayReplay = "replay" // fizzer replay of a suite that the harness made
	wayScript = "script" // the script of a bad end that the search found
	wayAlone  = "alone"  // outside of every sandbox, to show that the harness notices what the program does
)

// order is the instructions for a world.
type order struct {
	Name            string   // of the program's file
	Text            string   // of the program
	User            string   // userRoot or userNobody
	Nested          bool     // another user namespace is needed to become nobody
	Bits            int      // 32 or 64
	Without         string   // layers of the sandbox to remove, as in FIZZER_SANDBOX_WITHOUT
	Ways            []string //
	Compiler        string   // for wayAlone
	AttacksCompiler bool     // and not what runs it
	Raw             bool     // the program is not C: no prelude is added
	Refused         bool     // the run may end with an error message
	Reads           bool     // the program reaches its goal if it has read a secret
	Fills           bool     // the program fills the memory
	Share           string   // folder with what all worlds need, see hostileShare
	HomeBase        string   // folder of the home folders
	Works           bool     // the program is harmless and must reach its goal
	Patience        int      // factor of all limits of time; 0: 1
}

// finding is one forbidden event.
type finding struct{ Way, Kind, Text string }

func (f finding) String() string { return f.Way + ": " + f.Kind + ": " + f.Text }

// ofTime tells whether a slow machine may be the cause of the finding.
func (f finding) ofTime() bool {
	return f.Kind == "limits" || f.Kind == "works" || f.Kind == "tool" && strings.Contains(f.Text, "is used up")
}

// outcome is the outcome of a world.
type outcome struct {
	Findings []finding
	Reached  map[string]bool // by way: whether the program reached its goal
	Error    string          // the world itself did not work
}

// runPatiently is runWorld, and once more with patience times the time where the outcome may be one of a slow machine.
func runPatiently(t *testing.T, o order, slow func(outcome) bool) outcome {
	t.Helper()
	result, err := runWorld(o)
	if err == nil && slow(result) {
		t.Logf("again with %d times the time: %v", patience, result.Findings)
		o.Patience = patience
		result, err = runWorld(o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Users in a world.
const (
	userRoot   = "root"
	userNobody = "nobody"
)

// Numbers of the users in a world, and outside of it if the tests run as root: unused numbers.
const (
	idNobody        = 65534
	idRootOutside   = 64901
	idNobodyOutside = 64902
)

// Bounds at which the harness stops a world, above those that make a finding.
const (
	worldTasks  = 600             // processes and threads of the user, bounded by the kernel
	tornTasks   = 450             // at which a way is stopped
	tornMemory  = 5 << 29         // bytes, at which a way is stopped
	worldWait   = 5 * time.Minute // of the whole world
	scratchSize = 1 << 30         // bytes of the file system below TMPDIR
	maxFindings = 50              // of a world that are reported
)

// Folders in a world.
const (
	outsideFolder = "/mnt/outside"
	taskFolder    = "/tmp/task"
	outputFolder  = "/tmp/output"
	printedFolder = "/tmp/printed"
	scratchFolder = "/tmp/scratch"
	shareFolder   = "/tmp/share"
	aloneFolder   = "/tmp/alone"
	workFolder    = "/tmp/alone/work" // of a program that runs alone
	queueFolder   = "/mnt/mqueue"
)

// runWorld makes a world carry out the order. An error means that this machine has no such worlds; it names the remedy.
func runWorld(o order) (outcome, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return outcome{}, err
	}
	command := exec.Command("/proc/self/exe")
	command.Env = append(os.Environ(), roleVariable+"="+roleWorld)
	command.Stdin = strings.NewReader(string(text))
	var stderr strings.Builder
	command.Stderr = &stderr
	command.SysProcAttr = belt()
	stdout, err := command.StdoutPipe()
	if err != nil {
		return outcome{}, err
	}
	if err := command.Start(); err != nil {
		return outcome{}, fmt.Errorf("%w; hostile programs are run in namespaces only: the kernel must allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)", err)
	}
	late := time.AfterFunc(worldWait+time.Duration(o.Patience)*time.Minute, func() { command.Process.Kill() })
	defer late.Stop()
	answer, _ := io.ReadAll(stdout)
	err = command.Wait()
	var result outcome
	if json.Unmarshal(answer, &result) != nil {
		return outcome{Findings: []finding{{"", "machine", fmt.Sprintf("the world ended before its time (%v): %s", err, &stderr)}}}, nil
	}
	if result.Error != "" {
		return result, errors.New(result.Error)
	}
	return result, nil
}

// belt returns the namespaces that protect the machine if the sandbox fails.
func belt() *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		Pdeathsig:  unix.SIGKILL,
		Credential: &syscall.Credential{NoSetGroups: !privileged()},
	}
	if privileged() {
		// Root of the world owns nothing outside of it.
		ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: idRootOutside, Size: 1}, {ContainerID: idNobody, HostID: idNobodyOutside, Size: 1}}
		attributes.UidMappings, attributes.GidMappings, attributes.GidMappingsEnableSetgroups = ids, ids, true
		return attributes
	}
	attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
	attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	return attributes
}

// privileged tells whether a world may have two users; otherwise nobody is root in another namespace.
func privileged() bool { return os.Geteuid() == 0 }

// world is the first process of a world.
type world struct {
	order
	id        int // of the user
	home      string
	terminal  *console
	listeners *listeners
	bystander *bystander
	shell     *shell
	secrets   []string // that must not appear anywhere
	findings  []finding
	way       string
	reached   map[string]bool
	started   time.Duration // between the wall clock and the time since boot
}

func worldMain() {
	signal.Notify(make(chan os.Signal, 1)) // only the starter of the world ends it
	w := &world{reached: map[string]bool{}}
	err := json.NewDecoder(os.Stdin).Decode(&w.order)
	if err == nil {
		err = w.live()
	}
	result := outcome{Findings: w.findings, Reached: w.reached}
	if err != nil {
		result.Error = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(0)
}

func (w *world) live() error {
	if err := w.setUp(); err != nil {
		return fmt.Errorf("the world cannot be set up: %w", err)
	}
	for _, w.way = range w.Ways {
		if err := w.perform(); errors.Is(err, errShellEnded) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", w.way, err)
		}
	}
	return nil
}

// find adds a finding; only the first ones are kept.
func (w *world) find(kind, format string, arguments ...any) {
	if len(w.findings) >= maxFindings {
		return
	}
	text := fmt.Sprintf(format, arguments...)
	if len(text) > 600 {
		text = text[:600] + "..."
	}
	w.findings = append(w.findings, finding{w.way, kind, text})
}

// setUp creates everything that the program may harm.
func (w *world) setUp() error {
	if w.User == userNobody && !w.Nested {
		w.id = idNobody
	}
	w.home = filepath.Join(w.HomeBase, w.User)
	w.started = clockOffset()
	for _, step := range []func() error{w.mount, w.network, w.fill, w.ipc} {
		if err := step(); err != nil {
			return err
		}
	}
	var err error
	if w.terminal, err = openConsole(w.id); err != nil {
		return err
	}
	if w.listeners, err = listenAll(); err != nil {
		return err
	}
	if w.bystander, err = w.startBystander(); err != nil {
		return err
	}
	if w.shell, err = w.startShell(); err != nil {
		return err
	}
	return w.writeProgram()
}

// mount replaces the folders that the program may change by new ones.
func (w *world) mount() error {
	share, err := os.Open(w.Share)
	if err != nil {
		return fmt.Errorf("%w; every user must reach the folder for temporary files", err)
	}
	defer share.Close()
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("proc: %w", err)
	}
	for _, m := range []struct{ folder, options string }{
		{"/tmp", "mode=1777,size=512m"}, {"/mnt", "mode=0755,size=64m"}, {w.HomeBase, "mode=0755,size=64m"},
		{"/dev/shm", "mode=1777,size=256m"}, {"/var/tmp", "mode=1777,size=64m"},
		{scratchFolder, fmt.Sprintf("mode=0700,size=%d,uid=%d,gid=%d", scratchSize, w.id, w.id)},
	} {
		if err := os.MkdirAll(m.folder, 0o755); err != nil {
			return err
		}
		if err := unix.Mount("tmpfs", m.folder, "tmpfs", unix.MS_NOATIME|unix.MS_NOSUID|unix.MS_NODEV, m.options); err != nil {
			return fmt.Errorf("tmpfs on %s: %w", m.folder, err)
		}
	}
	if err := os.Mkdir(shareFolder, 0o755); err != nil {
		return err
	}
	if err := unix.Mount(fmt.Sprintf("/proc/self/fd/%d", share.Fd()), shareFolder, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("share: %w", err)
	}
	if err := unix.Mount("devpts", "/dev/pts", "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620"); err != nil {
		return fmt.Errorf("terminals: %w", err)
	}
	return w.mountQueues()
}

// mountQueues shows the POSIX message queues among the precious files, if the kernel has them.
func (w *world) mountQueues() error {
	if err := os.Mkdir(queueFolder, 0o755); err != nil {
		return err
	}
	if err := unix.Mount("mqueue", queueFolder, "mqueue", unix.MS_NOATIME, ""); errors.Is(err, unix.ENODEV) {
		return nil
	} else if err != nil {
		return fmt.Errorf("message queues: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(queueFolder, "precious"), os.O_CREATE|os.O_RDONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(file.Chmod(0o666), file.Close())
}

// network starts the loopback device, so that connections are possible.
func (w *world) network() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, request)
}

// clockOffset changes if somebody sets the clock.
func clockOffset() time.Duration {
	var day, start unix.Timespec
	if unix.ClockGettime(unix.CLOCK_REALTIME, &day) != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &start) != nil {
		panic("the kernel has no clocks")
	}
	return time.Duration(day.Nano() - start.Nano())
}

// environment is the caller's plus a secret.
func (w *world) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + w.home, "TMPDIR=" + scratchFolder, "LC_ALL=C", "TERM=dumb", "USER=" + w.User,
		"CALLERS_TOKEN=" + w.secret("caller"), sandbox.WithoutVariable + "=" + w.Without,
	}
}

// secret returns a text that programs look for, and records that nobody may see it.
func (w *world) secret(place string) string {
	text := "fz_secret_" + place + "_4c1d93" // an identifier, so that compilers print it
	for _, known := range w.secrets {
		if known == text {
			return text
		}
	}
	w.secrets = append(w.secrets, text)
	return text
}
