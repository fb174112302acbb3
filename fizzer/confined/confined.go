// Package confined runs parts of this tool in a process of their own, in a sandbox like that of compilers: those that read what compilers
// made of hostile text with libraries that are not made for that. debug/dwarf follows types, and allocates what a length says, without a
// bound.
package confined

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fizzer/libfizzer/sandbox"
)

// name is the name (argument 0) under which this executable acts as a part of itself.
const name = "fizzer-confined"

// Limits of a part, picked by hand: 9 MB of debug information with 256,000 entries are read in 0.1 s.
const (
	maxMemory = 1 << 30 // bytes
	maxTime   = 20 * time.Second
)

// answer is what a part writes to its standard output.
type answer[T any] struct {
	Result T
	Error  string
}

// Part makes a function a part that Call can run. It is to be called in an init function. The function's error is told to the caller as
// text.
func Part[T any](part string, run func(arguments []string) (T, error)) {
	if len(os.Args) < 2 || os.Args[0] != name || os.Args[1] != part {
		return
	}
	var a answer[T]
	var err error
	if a.Result, err = run(os.Args[2:]); err != nil {
		a.Error = err.Error()
	}
	if json.NewEncoder(os.Stdout).Encode(a) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// Options say how parts are confined.
type Options struct {
	Policy  sandbox.Policy
	Memory  uint64 // bytes, at most 1 GB; 0: 1 GB
	Started func(pid int)
	Ended   func(pid int) // both called with the launcher of the sandbox; may be nil
}

// FailedError means that a part crashed, or exceeded its limits of memory and CPU time: what it read is not what compilers make.
type FailedError struct{ Err error }

// Error says how the part ended.
func (e *FailedError) Error() string { return "it cannot be read: " + e.Err.Error() }

// Unwrap returns how the part ended.
func (e *FailedError) Unwrap() error { return e.Err }

// Call runs a part, to which the sandbox shows the files. The error may be a *FailedError. The cost besides the part's own is that of a
// sandbox and of starting this executable, 20 ms.
func Call[T any](ctx context.Context, o Options, part string, show []string, arguments ...string) (result T, err error) {
	executable, err := os.Executable()
	if err == nil {
		executable, err = filepath.EvalSymlinks(executable)
	}
	if err != nil {
		return result, err
	}
	memory := uint64(maxMemory)
	if o.Memory > 0 {
		memory = min(memory, o.Memory)
	}
	box, err := sandbox.Open(sandbox.Options{Policy: o.Policy, Show: append([]string{executable}, show...), Memory: memory, Started: o.Started,
		Ended: o.Ended})
	if err != nil {
		return result, err
	}
	defer box.Close()
	var out bytes.Buffer
	err = box.Run(ctx, sandbox.Command{
		Path: executable, Arguments: append([]string{name, part}, arguments...), Environment: []string{"GOMAXPROCS=1"}, Folder: "/",
		Profile: sandbox.Compiler, CPU: maxTime,
	}, &out, nil)
	var exit *sandbox.ExitError
	var exceeded *sandbox.ExceededError
	switch {
	case ctx.Err() != nil:
		return result, context.Cause(ctx)
	case errors.As(err, &exit), errors.As(err, &exceeded):
		return result, &FailedError{err}
	case err != nil:
		return result, err
	}
	var a answer[T]
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		return result, &FailedError{fmt.Errorf("%s: its answer is garbled or has more than %d MB", name, sandbox.OutputBytes>>20)}
	}
	if a.Error != "" {
		return a.Result, errors.New(a.Error)
	}
	return a.Result, nil
}
