// Package cli is the command line: commands, options, messages and exit codes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/cc"
	"fizzer/fizzer/scratch"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/plain"
)

// Version of the tool; it starts with a digit, as BenchExec wants.
const Version = "0.1.0"

// Main executes the command line and returns the exit code, one of the table in the README.
func Main(arguments []string, stdout, stderr io.Writer) int {
	defer func() { _ = sandbox.LeaveGroups() }() // who starts something else in that group hears of it
	return mainUntil(context.WithValue(context.Background(), startKey{}, budget.ProcessStart()), arguments, stdout, stderr)
}

// startKey is the key of the time when the process of a command was started.
type startKey struct{}

// startOf returns when the command began, from which its wall time counts.
func startOf(ctx context.Context) time.Time {
	if start, known := ctx.Value(startKey{}).(time.Time); known {
		return start
	}
	return time.Now()
}

// mainUntil is Main. The end of ctx ends the command as a signal does.
func mainUntil(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	if words, is := compilerCall(arguments); is {
		return cc.Main(words, stderr)
	}
	failWrites()
	endQuietly()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	noReader := func() { end(errNoReader) }
	shown := newStreams(stdout, noReader)
	ctx = context.WithValue(ctx, streamsKey{}, shown)
	out := plain.NewWriter(&results{streams: shown}) // text of the program may contain anything
	messages := messagesTo(stderr, noReader)
	app := newApp(out, messages)
	arguments = compilerWords(app, arguments)
	if len(arguments) > 1 && arguments[1] == completeWord {
		complete(app, arguments[2:]).write(stdout)
		return exitDone
	}
	err := misspelt(app, arguments)
	if err == nil {
		err = remedied(app.RunContext(ctx, arrange(app, arguments)))
	}
	if failure := out.Flush(); err == nil {
		err = failure
	}
	if errors.Is(context.Cause(ctx), errNoReader) {
		err = withReader(err)
	}
	if err = shown.out.checked(err); err == nil {
		return exitDone
	}
	if said := new(saidError); !errors.As(err, &said) || !samePlace(stdout, stderr) || strings.Contains(err.Error(), "\n") {
		messages.insist()
		fmt.Fprintf(messages, "fizzer: %s\n", plain.Indented(shorten(err.Error())))
	}
	return exitCode(err)
}

// samePlace tells whether both are the same file: a terminal, or a log for all output.
func samePlace(a, b io.Writer) bool {
	first, isFile := a.(*os.File)
	second, areFiles := b.(*os.File)
	if !isFile || !areFiles {
		return false
	}
	one, err1 := first.Stat()
	other, err2 := second.Stat()
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}

func newApp(stdout, stderr io.Writer) *cli.App {
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintln(c.App.Writer, c.App.Version) }
	app := &cli.App{
		Name:            "fizzer",
		Usage:           "test generation for C programs by gray-box fuzzing",
		UsageText:       "fizzer [run] [options] TASK.yml | FILE.c...",
		Version:         Version,
		Writer:          stdout,
		ErrWriter:       stderr,
		HideHelpCommand: true,
		// A path may contain a comma.
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {},
		Commands: []*cli.Command{runCommand(), resumeCommand(), reportCommand(), ccCommand(), instrumentCommand(), harnessCommand(),
			replayCommand(),
			exportCommand(), mergeCommand(), minimizeCommand(), diffCommand(),
			hubCommand(), workerCommand(), submitCommand(), statusCommand(), joinCommand(),
			doctorCommand(), helpCommand(), manCommand(), completionCommand(), versionCommand()},
		Action: func(c *cli.Context) error {
			if err := cli.ShowAppHelp(c); err != nil {
				return err
			}
			return usage("name a task or a program")
		},
	}
	app.OnUsageError = wrongUsage
	for _, command := range app.Commands {
		command.OnUsageError = wrongUsage
	}
	return app
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version",
		Action: func(c *cli.Context) error {
			if err := noFiles(c); err != nil {
				return err
			}
			_, err := fmt.Fprintln(c.App.Writer, c.App.Version)
			return err
		},
	}
}

// noFiles complains about an argument of a command that takes none.
func noFiles(c *cli.Context) error {
	if c.Args().Present() {
		return usage("%s takes nothing more, but got %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// oneFile returns the only file of the command line.
func oneFile(c *cli.Context, what string) (string, error) {
	if c.Args().Len() != 1 {
		return "", usage("name exactly one %s, not %d", what, c.Args().Len())
	}
	return c.Args().First(), nil
}

// maxMessage is the length of a message, in bytes, from which on it is shortened. A compiler may write megabytes.
const maxMessage = 16_000

func shorten(message string) string {
	if len(message) <= maxMessage {
		return message
	}
	return message[:maxMessage] + fmt.Sprintf("\n[%d more bytes]", len(message)-maxMessage)
}

// logger writes notes for the user to standard error, up to a fixed amount. Several goroutines may call it.
func logger(w io.Writer) func(string) {
	const most = 1 << 20
	var written atomic.Int64
	return func(text string) {
		line := "fizzer: " + plain.Indented(text) + "\n"
		if written.Add(int64(len(line))) < most {
			fmt.Fprint(w, line)
		}
	}
}

// temporaryFolder makes a folder; the returned function removes it.
func temporaryFolder() (string, func(), error) {
	folder, err := scratch.Make()
	if err != nil {
		return "", nil, err
	}
	remove := func() { _ = folder.Remove() } // the next run tries again
	// The sandbox of root's compilers gives the folders that they read or write to the user nobody. The outer ones stay ours, so that a later
	// run removes them if this one is killed, and let that user pass.
	inner := filepath.Join(folder.Path, "files")
	if err := errors.Join(os.Mkdir(inner, 0o711), os.Chmod(folder.Path, 0o711)); err != nil {
		remove()
		return "", nil, err
	}
	return inner, remove, nil
}
