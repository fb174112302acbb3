package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/export"
	"fizzer/fizzer/hub/server"
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
	exitDone     = 0  // the run is over, also if a budget ended it
	exitInternal = 1  // a fault of this tool
	exitUsage    = 2  // unknown option or bad value
	exitNoFile   = 3  // an input file is missing, unreadable, not a regular file, or too large
	exitTask     = 4  // task definition or property is invalid, or it is not a coverage property
	exitProgram  = 5  // the program does not compile
	exitMissing  = 6  // a required program, library or sandbox layer is missing or does not work, or there is too little of a resource
	exitOutput   = 7  // the output cannot be written, or the folder belongs to another run
	exitLimit    = 8  // a limit, a signal or a missing reader ended a command before it was done
	exitCoverage = 9  // the coverage is below --min-coverage
	exitCrash    = 10 // the program crashed, aborted or hung, and --fail-on-crash was given
)

// usageError is an invalid command line.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text + "; see fizzer help" }

func usage(format string, arguments ...any) error {
	return &usageError{fmt.Sprintf(format, arguments...)}
}

// saidError is an error that the line RESULT has already reported.
type saidError struct{ error }

func (e *saidError) Unwrap() error { return e.error }

// inputError is an invalid file or folder of the user.
type inputError struct{ error }

// Unwrap returns the cause.
func (e *inputError) Unwrap() error { return e.error }

// demandError means that a run is over, but its result is not what an option demands.
type demandError struct {
	text string
	code int
}

func (e *demandError) Error() string { return e.text }

// remedied adds a remedy if the machine has run out of a resource and the message has none yet.
func remedied(err error) error {
	var output *campaign.OutputError
	var folder *scratch.Error
	named := errors.As(err, &output) || errors.As(err, &folder)
	switch {
	case files.Full(err) && !named && !strings.Contains(err.Error(), "TMPDIR"):
		return fmt.Errorf("%w; free some space in the temporary folder %s, or name another one with the environment variable TMPDIR", err,
			os.TempDir())
	case err != nil:
		for _, s := range shortages {
			if errors.Is(err, s.errno) && !strings.Contains(err.Error(), s.limit) {
				return fmt.Errorf("%w; %s", err, s.remedy)
			}
		}
		const remedy = "give more memory with --memory, if it was that"
		if exceeded := new(sandbox.ExceededError); errors.As(err, &exceeded) && !strings.Contains(err.Error(), remedy) {
			return fmt.Errorf("%w; %s", err, remedy)
		}
	}
	return err
}

// shortage is the lack of a resource.
type shortage struct {
	errno  unix.Errno // that says so
	limit  string     // a message that names it has a remedy
	remedy string
}

// shortages are the resources but room on disks of which the machine may give too little.
var shortages = []shortage{
	{unix.EMFILE, "ulimit -n", "raise the limit of open files (ulimit -n)"},
	{unix.ENFILE, "fs.file-max", "end other programs, or raise the system's limit of open files (sysctl fs.file-max)"},
	{unix.EAGAIN, "ulimit -u", "raise the limit of processes (ulimit -u), or end others of this user"},
	{unix.ENOMEM, "ulimit -v", "raise the limits of memory (ulimit -v, --memory), or end other programs"},
	{unix.EFBIG, "ulimit -f", "raise the limit of a file's size (ulimit -f)"},
}

// scarce tells whether the machine, or a limit, gave too little of a resource but room on disks, or somebody ended a sandbox, as the kernel
// does for lack of memory.
func scarce(err error) bool {
	exceeded := new(sandbox.ExceededError)
	return errors.As(err, &exceeded) || errors.Is(err, sandbox.ErrEnded) ||
		slices.ContainsFunc(shortages, func(s shortage) bool { return errors.Is(err, s.errno) })
}

// exitCode returns the exit code for err.
func exitCode(err error) int {
	var (
		usage    *usageError
		written  *campaign.OutputError
		foreign  *output.ForeignError
		store    *server.StoreError
		folder   *scratch.Error
		input    *inputError
		compile  *toolchain.CompileError
		rejected *replay.CompileError
		missing  *toolchain.MissingError
		broken   *replay.ToolError
		layers   *sandbox.MissingError
		taskFile *task.Error
		spent    *budget.SpentError
		demand   *demandError
		options  *server.OptionError
		start    *sandbox.StartError
		printed  *printError
		path     *export.PathError

		signalled signalError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &demand):
		return demand.code
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &written), errors.As(err, &foreign), errors.As(err, &store), errors.As(err, &folder), errors.As(err, &printed),
		files.Full(err):
		return exitOutput
	case errors.As(err, &taskFile) && taskFile.Reason == task.Missing:
		return exitNoFile
	case errors.As(err, &taskFile), errors.Is(err, property.ErrNotCoverage):
		return exitTask
	case errors.As(err, &compile), errors.As(err, &rejected):
		return exitProgram
	case errors.As(err, &missing), errors.As(err, &broken), errors.As(err, &layers), errors.As(err, &start), scarce(err):
		return exitMissing
	case errors.As(err, &spent), errors.As(err, &signalled), errors.Is(err, errNoReader):
		return exitLimit
	case errors.As(err, &input), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, files.ErrRefused):
		return exitNoFile
	case errors.As(err, &options), errors.As(err, &path): // of the first a file may be missing
		return exitUsage
	}
	return exitInternal
}
