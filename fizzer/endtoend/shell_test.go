package endtoend

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The shell of a world leads the session of its terminal, like a user's shell. It runs commands in the foreground and reports how
// they ended.

// shellTerminal is the shell's descriptor of the terminal.
const shellTerminal = 3

// call is a command for the shell.
type call struct {
	Arguments, Environment []string
	Directory              string
	Output                 string // file that gets its output
}

// ending is how a command ended.
type ending struct {
	Exit    int           // -1: a signal ended it
	Signal  string        //
	CPU     time.Duration // of all processes that it waited for
	Wall    time.Duration
	Signals []string // that the shell got meanwhile
	Error   string   // why it could not be started
}

func (e ending) String() string {
	if e.Signal != "" {
		return e.Signal
	}
	return fmt.Sprintf("exit code %d", e.Exit)
}

func shellMain() {
	var got caught
	got.listen()
	calls, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var c call
		if err := calls.Decode(&c); errors.Is(err, io.EOF) {
			os.Exit(0)
		} else if err != nil {
			fmt.Fprintln(os.Stderr, "shell:", err)
			os.Exit(1)
		}
		e := c.run()
		e.Signals = got.take()
		if err := answers.Encode(e); err != nil {
			os.Exit(1)
		}
	}
}

// caught collects the signals that arrived.
type caught struct {
	lock  sync.Mutex
	names []string
}

// listen receives all signals but those that a shell gets from its children, its terminal's foreground and the Go runtime.
func (c *caught) listen() {
	signals := make(chan os.Signal, 100)
	for number := syscall.Signal(1); number < 65; number++ {
		switch number {
		case unix.SIGKILL, unix.SIGSTOP, unix.SIGCONT, unix.SIGCHLD, unix.SIGURG, unix.SIGTTOU, unix.SIGTTIN, unix.SIGPROF, 32, 33, 34:
		default:
			signal.Notify(signals, number)
		}
	}
	go func() {
		for s := range signals {
			c.lock.Lock()
			if name := s.String(); len(c.names) < 100 && !slices.Contains(c.names, name) {
				c.names = append(c.names, name)
			}
			c.lock.Unlock()
		}
	}()
}

// take returns the signals since the last call, each once.
func (c *caught) take() []string {
	time.Sleep(5 * time.Millisecond) // the last one may not have arrived yet
	c.lock.Lock()
	defer c.lock.Unlock()
	names := c.names
	c.names = nil
	return names
}

// terminalFile is the terminal as a file. There is one for the shell's whole life: a file that nothing refers to closes its descriptor.
var terminalFile = sync.OnceValue(func() *os.File { return os.NewFile(shellTerminal, "terminal") })

// run runs the command in the foreground of the terminal and waits for it.
func (c call) run() ending {
	output, err := os.Create(c.Output)
	if err != nil {
		return ending{Error: err.Error()}
	}
	defer output.Close()
	command := exec.Command(c.Arguments[0], c.Arguments[1:]...)
	command.Env, command.Dir = c.Environment, c.Directory
	command.Stdin, command.Stdout, command.Stderr = terminalFile(), output, output
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	begin := time.Now()
	if err := startBounded(command); err != nil {
		return ending{Error: err.Error()}
	}
	_ = unix.IoctlSetPointerInt(shellTerminal, unix.TIOCSPGRP, command.Process.Pid) // it may have ended
	_ = command.Wait()                                                              // its state has the result
	e := ending{Exit: command.ProcessState.ExitCode(), Wall: time.Since(begin)}
	e.CPU = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	if status := command.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		e.Signal = status.Signal().String()
	}
	signal.Ignore(unix.SIGTTOU) // a background process gets it for the next call
	defer signal.Reset(unix.SIGTTOU)
	if err := unix.IoctlSetPointerInt(shellTerminal, unix.TIOCSPGRP, unix.Getpgrp()); err != nil {
		e.Error = "the terminal is gone: " + err.Error()
	}
	return e
}

// startBounded starts a command that cannot have more processes than a world bears. The shell itself must not be bound: it would die
// when it cannot create a thread.
func startBounded(command *exec.Cmd) error {
	var own unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &own); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: min(worldTasks, own.Max), Max: own.Max}); err != nil {
		return err
	}
	err := command.Start()
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &own); err != nil {
		return err
	}
	if err == nil {
		bound := &unix.Rlimit{Cur: min(worldTasks, own.Max), Max: min(worldTasks, own.Max)}
		_ = unix.Prlimit(command.Process.Pid, unix.RLIMIT_NPROC, bound, nil) // it may have ended
	}
	return err
}

// shell is the world's connection to its shell.
type shell struct {
	command *exec.Cmd
	calls   *json.Encoder
	answers *json.Decoder
}

func (w *world) startShell() (*shell, error) {
	s := &shell{command: exec.Command("/proc/self/exe")}
	s.command.Env = []string{roleVariable + "=" + roleShell, "PATH=" + os.Getenv("PATH")}
	s.command.Dir = taskFolder
	s.command.ExtraFiles = []*os.File{w.terminal.slave}
	s.command.Stderr = os.Stderr
	s.command.SysProcAttr = w.credential()
	s.command.SysProcAttr.Setsid, s.command.SysProcAttr.Setctty, s.command.SysProcAttr.Ctty = true, true, shellTerminal
	stdin, err := s.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.calls, s.answers = json.NewEncoder(stdin), json.NewDecoder(stdout)
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("shell: %w", err)
	}
	return s, nil
}

func (s *shell) pid() int { return s.command.Process.Pid }

// do makes the shell run the command. An error means that the shell has died.
func (s *shell) do(c call) (ending, error) {
	var e ending
	if err := s.calls.Encode(c); err != nil {
		return e, err
	}
	return e, s.answers.Decode(&e)
}
