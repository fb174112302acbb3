package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fizzer/libfizzer/sandbox"
)

// MissingError means that the machine lacks a tool or a library.
type MissingError struct {
	What   string
	Remedy string // how to install it
}

// Error names what is missing and the remedy.
func (e *MissingError) Error() string { return e.What + " is missing: " + e.Remedy }

// Versions of the front end to look for, newest first. The instrumenter reads bitcode of LLVM 19 and older.
const (
	newestClang = 19
	oldestClang = 14
)

// FindClang returns the newest usable clang on PATH and its major version. It may have to start one, which ends with ctx.
func FindClang(ctx context.Context) (path string, major int, err error) {
	for major := newestClang; major >= oldestClang; major-- {
		if path, err := exec.LookPath(fmt.Sprintf("clang-%d", major)); err == nil {
			return path, major, nil
		}
	}
	if path, err := exec.LookPath("clang"); err == nil {
		if major, err := clangMajor(ctx, path); err == nil && major >= oldestClang && major <= newestClang {
			return path, major, nil
		}
		if ctx.Err() != nil {
			return "", 0, &sandbox.InterruptedError{Command: path, Cause: context.Cause(ctx)}
		}
	}
	return "", 0, &MissingError{What: "clang 14 to 19", Remedy: "apt-get install clang-19, or any of clang-14 to clang-18"}
}

// NoGCC means that there is no gcc on PATH, with which programs are built as the validators build them.
var NoGCC = &MissingError{What: "gcc", Remedy: "apt-get install gcc gcc-multilib libc6-dev"}

// FindGCC returns gcc on PATH, or NoGCC.
func FindGCC() (string, error) {
	path, err := exec.LookPath("gcc")
	if err != nil {
		return "", NoGCC
	}
	return path, nil
}

// askTimeout bounds how long a tool may take to say what it is, or whether it works at all.
const askTimeout = 10 * time.Second

// Ask starts a tool of this machine, without a sandbox, with arguments that do not depend on a program, and returns its standard output. It
// ends the tool and its children after 10 s, and with ctx.
func Ask(ctx context.Context, tool string, arguments ...string) (output string, err error) {
	return AskIn(ctx, "", tool, arguments...)
}

// AskIn is Ask with another temporary folder for the tool, in which it may leave files; empty: the usual one.
func AskIn(ctx context.Context, temporary, tool string, arguments ...string) (output string, err error) {
	limited, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	command := exec.CommandContext(limited, tool, arguments...)
	if temporary != "" {
		command.Env = append(os.Environ(), "TMPDIR="+temporary)
	}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second // a process left behind may keep its output open
	text, err := command.Output()
	if errors.Is(err, exec.ErrWaitDelay) {
		_ = command.Cancel() // what it left behind
	}
	if errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
		err = fmt.Errorf("no end within %v", askTimeout)
	}
	return string(text), err
}

func clangMajor(ctx context.Context, path string) (int, error) {
	output, err := Ask(ctx, path, "-dumpversion")
	if err != nil {
		return 0, err
	}
	major, _, _ := strings.Cut(strings.TrimSpace(output), ".")
	return strconv.Atoi(major)
}

// InstrumenterName is the name of the instrumenter's executable.
const InstrumenterName = "fizzer-instrument"

// FindInstrumenter returns the instrumenter beside this executable, else the one on PATH.
func FindInstrumenter() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", &MissingError{What: "the folder /proc", Remedy: fmt.Sprintf("mount -t proc proc /proc (%v)", err)}
	}
	beside := filepath.Join(filepath.Dir(self), InstrumenterName)
	if _, err := os.Stat(beside); err == nil {
		return beside, nil
	}
	if path, err := exec.LookPath(InstrumenterName); err == nil {
		return path, nil
	}
	return "", &MissingError{What: InstrumenterName, Remedy: "put it beside the fizzer executable (make build makes both)"}
}
