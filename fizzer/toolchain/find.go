package toolchain

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
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

// FindClang returns the newest usable clang on PATH and its major version.
func FindClang() (path string, major int, err error) {
	for major := newestClang; major >= oldestClang; major-- {
		if path, err := exec.LookPath(fmt.Sprintf("clang-%d", major)); err == nil {
			return path, major, nil
		}
	}
	if path, err := exec.LookPath("clang"); err == nil {
		if major, err := clangMajor(path); err == nil && major >= oldestClang && major <= newestClang {
			return path, major, nil
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

// versionTimeout bounds how long a tool may take to print its version.
const versionTimeout = 10 * time.Second

func clangMajor(path string) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	command := exec.CommandContext(ctx, path, "-dumpversion")
	command.WaitDelay = time.Second // a process left behind may keep its output open
	output, err := command.Output()
	if err != nil {
		return 0, err
	}
	major, _, _ := strings.Cut(strings.TrimSpace(string(output)), ".")
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
