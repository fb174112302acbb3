package toolchain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
)

// tools runs compilers, the linker and the instrumenter in one sandbox.
type tools struct {
	Options
	ctx   context.Context
	box   *sandbox.Sandbox // opened for the first tool
	build string           // folder in the scratch folder that they may change

	placeless bool          // the bitcode has no debug information
	used      time.Duration // CPU time of the last tool
	compiling time.Duration // CPU time of the front end for the program's files
	attempt   int           // index of the attempt to instrument that is made first: those before it took too long
	thorough  bool          // attempts to instrument are made even if they will probably take too long
	slow      bool          // the first attempt to instrument took too long
}

// newTools makes the scratch folder's path absolute, so that no path of ours looks like an option.
func newTools(ctx context.Context, o Options) (t *tools, err error) {
	t = &tools{Options: o, ctx: ctx}
	if t.Scratch, err = filepath.Abs(o.Scratch); err == nil {
		t.build, err = files.MakeBuild(t.Scratch)
	}
	return t, err
}

// close closes the sandbox.
func (t *tools) close() {
	if t.box != nil {
		_ = t.box.Close() // nothing depends on it
	}
}

// open opens the sandbox, again if it has ended. It shows the sources, the tools and a given runtime; the folder for what they make is
// writable.
func (t *tools) open() (err error) {
	if t.box != nil && !t.box.Gone() {
		return nil
	}
	t.close()
	var show, give []string
	if t.Sources != nil {
		give = append(give, t.Sources.Folder)
	}
	if t.Runtime != nil && filepath.Dir(t.Runtime.object) != t.build {
		show = append(show, filepath.Dir(t.Runtime.object))
	}
	for _, name := range []string{t.Clang, t.Instrumenter} {
		if tool, err := sandbox.FindTool(name); err == nil {
			show = append(show, tool.Show...)
		}
	}
	t.box, err = sandbox.Open(sandbox.Options{
		Policy: t.Policy, Show: show, Give: give, Keep: []string{t.build}, Proc: true, Memory: t.Memory, Started: t.Started, Ended: t.Ended,
	})
	return err
}

func (t *tools) path(name string) string { return filepath.Join(t.build, name) }

func (t *tools) names() string { return strings.Join(t.Programs, ", ") }

// bitcode returns the file with the bitcode of one of the program's files.
func (t *tools) bitcode(index int) string { return t.path(fmt.Sprintf("program%d.bc", index)) }

// given replaces our names of the program's files, and of their bitcode, in a text by the user's.
func (t *tools) given(text string) string {
	for i := range t.Sources.Files {
		text = strings.ReplaceAll(text, t.marked(i), t.Sources.Files[i].Given)
		text = strings.ReplaceAll(text, t.bitcode(i), t.Sources.Files[i].Given)
	}
	return t.Sources.Given(text)
}

// run runs a tool and returns what it wrote to standard error. A tool that a signal ended is no working one: that is a *MissingError.
func (t *tools) run(program string, arguments ...string) (message string, err error) {
	if message, err = t.runLimited(0, program, arguments...); killed(err) {
		err = crashed(program, err)
	}
	return message, err
}

// runLimited is run with a limit of CPU time, in whole seconds; at the limit the tool is killed. 0: no limit. If its sandbox ends before it
// has begun, as when somebody kills the launcher, it gets another one.
func (t *tools) runLimited(limit time.Duration, program string, arguments ...string) (message string, err error) {
	message, err = t.runOnce(limit, nil, program, arguments...)
	if errors.Is(err, sandbox.ErrEnded) && t.ctx.Err() == nil {
		message, err = t.runOnce(limit, nil, program, arguments...)
	}
	return message, err
}

// capture runs a tool and returns what it wrote to standard output.
func (t *tools) capture(program string, arguments ...string) (output string, err error) {
	var stdout strings.Builder
	_, err = t.runOnce(0, &stdout, program, arguments...)
	return stdout.String(), err
}

// runOnce is runLimited with one sandbox. A nil writer stands for /dev/null.
func (t *tools) runOnce(limit time.Duration, stdout io.Writer, program string, arguments ...string) (message string, err error) {
	if err := t.open(); err != nil {
		return "", err
	}
	tool, err := sandbox.FindTool(program)
	if err != nil {
		return "", err
	}
	var stderr sandbox.Messages
	usage, err := t.box.Measure(t.ctx, sandbox.Command{
		Path: tool.Path, Arguments: append([]string{program}, arguments...), Environment: tool.Environment(t.build), Folder: t.build,
		Profile: sandbox.Compiler, CPU: limit, FileBytes: fileBytes, StackBytes: math.MaxUint64, // for thousands of nested statements
	}, stdout, &stderr)
	t.used = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	message = strings.TrimSpace(stderr.String())
	if trouble := sandbox.Trouble(message); trouble != nil && err != nil {
		return message, fmt.Errorf("%s: %w", filepath.Base(program), trouble)
	}
	return message, err
}

// fileBytes bounds the size of a file that a tool writes.
const fileBytes = 1 << 30

// killed tells whether a signal ended the tool.
func killed(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) && exit.Status.Signaled()
}

// starved tells whether the system ended a tool without a limit of CPU time because it lacked something.
func starved(err error) bool {
	var exit *sandbox.ExitError
	return killed(err) && errors.As(err, &exit) && (exit.Status.Signal() == unix.SIGKILL || exit.Status.Signal() == unix.SIGXFSZ)
}

// crashed is the error for a tool that a signal ended.
func crashed(program string, err error) error {
	var exit *sandbox.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	switch exit.Status.Signal() {
	case unix.SIGXFSZ:
		return fmt.Errorf("%s: %w", filepath.Base(program), unix.EFBIG)
	case unix.SIGKILL:
		return &MissingError{What: "room for " + filepath.Base(program),
			Remedy: "it was killed, probably for lack of memory; give more, or end other programs"}
	}
	return noOutput(program, err)
}

// rejected tells whether err is the tool's own verdict, not a failure to run the tool.
func rejected(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) && exit.Status.Exited()
}

// noOutput is the error for a tool that produced nothing, or nothing of use, and gave no reason; err is what its reader saw. If the system
// refused to read it, the tool is not to blame.
func noOutput(program string, err error) error {
	name := filepath.Base(program)
	var refused unix.Errno
	if errors.As(err, &refused) && refused != unix.ENOENT {
		return fmt.Errorf("output of %s: %w", name, err)
	}
	return &MissingError{What: "a working " + name, Remedy: fmt.Sprintf("install %s again; it did not do its work (%v)", name, err)}
}
