package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// tools runs compilers, the linker and the instrumenter in one sandbox.
type tools struct {
	Options
	ctx context.Context
	box *sandbox.Sandbox // opened for the first tool
}

// newTools makes the scratch folder's path absolute, so that no path of ours looks like an option.
func newTools(ctx context.Context, o Options) (*tools, error) {
	scratch, err := filepath.Abs(o.Scratch)
	o.Scratch = scratch
	return &tools{Options: o, ctx: ctx}, err
}

// close closes the sandbox.
func (t *tools) close() {
	if t.box != nil {
		_ = t.box.Close() // nothing depends on it
	}
}

// open opens the sandbox. It shows the sources and the tools; the scratch folder is writable.
func (t *tools) open() (err error) {
	if t.box != nil {
		return nil
	}
	var show, give []string
	if t.Sources != nil {
		give = append(give, t.Sources.Folder)
	}
	for _, name := range []string{t.Clang, t.Instrumenter} {
		if tool, err := sandbox.FindTool(name); err == nil {
			show = append(show, tool.Show...)
		}
	}
	t.box, err = sandbox.Open(sandbox.Options{
		Policy: t.Policy, Show: show, Give: give, Keep: []string{t.Scratch}, Proc: true, Memory: t.Memory, Started: t.Started, Ended: t.Ended,
	})
	return err
}

func (t *tools) path(name string) string { return filepath.Join(t.Scratch, name) }

func (t *tools) names() string { return strings.Join(t.Programs, ", ") }

// given replaces our names of the program's files in a text by the user's.
func (t *tools) given(text string) string {
	for i := range t.Sources.Files {
		text = strings.ReplaceAll(text, t.marked(i), t.Sources.Files[i].Given)
	}
	return t.Sources.Given(text)
}

// run runs a tool and returns what it wrote to standard error.
func (t *tools) run(program string, arguments ...string) (message string, err error) {
	return t.runLimited(0, program, arguments...)
}

// runLimited is run with a limit of CPU time, in whole seconds; at the limit the tool is killed. 0: no limit.
func (t *tools) runLimited(limit time.Duration, program string, arguments ...string) (message string, err error) {
	if err := t.open(); err != nil {
		return "", err
	}
	tool, err := sandbox.FindTool(program)
	if err != nil {
		return "", err
	}
	var stderr bytes.Buffer
	err = t.box.Run(t.ctx, sandbox.Command{
		Path: tool.Path, Arguments: append([]string{program}, arguments...), Environment: tool.Environment(t.Scratch), Folder: t.Scratch,
		Profile: sandbox.Compiler, CPU: limit, FileBytes: fileBytes, Stack: true, // for thousands of nested statements
	}, nil, &stderr)
	if t.box.Exceeded() != "" {
		t.close()
		t.box = nil
	}
	message = strings.TrimSpace(stderr.String())
	if trouble := troubleIn(message); trouble != nil && err != nil {
		return message, fmt.Errorf("%s: %w", filepath.Base(program), trouble)
	}
	return message, err
}

// troubles maps messages of the C library on a machine that lacks a resource to their errors.
var troubles = map[string]error{
	"No space left on device":       unix.ENOSPC,
	"Disk quota exceeded":           unix.EDQUOT,
	"Too many open files in system": unix.ENFILE,
	"Too many open files":           unix.EMFILE,
}

// troubleIn returns the error of a machine that lacks a resource, if the tool complained of one; it is no fault of the program.
func troubleIn(message string) error {
	for text, err := range troubles {
		if strings.Contains(message, ": "+text) && (err != unix.EMFILE || !strings.Contains(message, text+" in system")) {
			return err
		}
	}
	return nil
}

// fileBytes bounds the size of a file that a tool writes.
const fileBytes = 1 << 30

// killed tells whether a signal ended the tool.
func killed(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) && exit.Status.Signaled()
}

// rejected tells whether err is the tool's own verdict, not a failure to run the tool.
func rejected(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) && exit.Status.Exited()
}

// noOutput is the error for a tool that produced nothing and gave no reason.
func noOutput(program string, err error) error {
	name := filepath.Base(program)
	return &MissingError{What: "a working " + name, Remedy: fmt.Sprintf("install %s again; it did not do its work (%v)", name, err)}
}
