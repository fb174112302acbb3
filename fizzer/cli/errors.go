package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/output"
	"fizzer/fizzer/scratch"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/task"
)

// Exit codes; the README has the same table.
const (
	exitDone     = 0 // the run is over, also when a budget ended it
	exitInternal = 1 // a fault of this tool or of the machine
	exitUsage    = 2 // unknown option or bad value
	exitNoFile   = 3 // an input file is missing or unreadable, no regular file, or too large
	exitTask     = 4 // task definition or property broken, or not a coverage property
	exitProgram  = 5 // the program does not compile
	exitMissing  = 6 // a needed program or library is missing, or a layer of the sandbox that is required
	exitOutput   = 7 // the output cannot be written, or the folder is another run's
	exitLimit    = 8 // a limit of replay ended it before all tests were run
)

// usageError is a command line that cannot be carried out.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text + "; see fizzer help" }

func usage(format string, arguments ...any) error {
	return &usageError{fmt.Sprintf(format, arguments...)}
}

// saidError is an error that the line RESULT has told already.
type saidError struct{ error }

func (e *saidError) Unwrap() error { return e.error }

// inputError is a file or folder of the user's that is not what it should be.
type inputError struct{ error }

// Unwrap returns what is wrong.
func (e *inputError) Unwrap() error { return e.error }

// remedied adds what to do where the machine has run out of something and nothing says it yet.
func remedied(err error) error {
	var output *campaign.OutputError
	var folder *scratch.Error
	named := errors.As(err, &output) || errors.As(err, &folder)
	switch {
	case full(err) && !named && !strings.Contains(err.Error(), "TMPDIR"):
		return fmt.Errorf("%w; free some space in the temporary folder %s, or name another one with the environment variable TMPDIR", err,
			os.TempDir())
	case errors.Is(err, unix.EMFILE) && !strings.Contains(err.Error(), "ulimit -n"):
		return fmt.Errorf("%w; raise the limit of open files (ulimit -n)", err)
	}
	return err
}

// full tells whether a file system had no room.
func full(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

// exitCode chooses the code of the table for err.
func exitCode(err error) int {
	var (
		usage    *usageError
		written  *campaign.OutputError
		foreign  *output.ForeignError
		folder   *scratch.Error
		input    *inputError
		compile  *toolchain.CompileError
		rejected *replay.CompileError
		missing  *toolchain.MissingError
		layers   *sandbox.MissingError
		taskFile *task.Error
		spent    *budget.SpentError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &written), errors.As(err, &foreign), errors.As(err, &folder), full(err):
		return exitOutput
	case errors.As(err, &taskFile) && taskFile.Reason == task.Missing:
		return exitNoFile
	case errors.As(err, &taskFile), errors.Is(err, property.ErrNotCoverage):
		return exitTask
	case errors.As(err, &compile), errors.As(err, &rejected):
		return exitProgram
	case errors.As(err, &missing), errors.As(err, &layers):
		return exitMissing
	case errors.As(err, &spent):
		return exitLimit
	case errors.As(err, &input), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, files.ErrRefused):
		return exitNoFile
	}
	return exitInternal
}
