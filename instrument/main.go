//go:build llvm19

// Command fizzer-instrument turns a program's LLVM IR into an object file that records what the program does.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"fizzer/instrument/llvm"
	"fizzer/instrument/pass"
)

const version = "0.1.0"

// init keeps the work on the first thread: LLVM recurses deeply, and only that thread's stack grows without a fixed bound.
func init() { runtime.LockOSThread() }

func main() {
	debug.SetGCPercent(gcPercent)
	llvm.VerifyOnce()
	os.Exit(run(os.Args, os.Stdout, os.Stderr))
}

// gcPercent lets the garbage collector run seldom: most of the memory is LLVM's, and the process ends soon.
const gcPercent = 400

// run executes one command line and returns the exit status: 0, or 1 after an error, which it reports in one sentence.
func run(arguments []string, stdout, stderr io.Writer) int {
	llvm.ReportFatalErrors()
	if err := command(stdout, stderr).Run(arguments); err != nil {
		fmt.Fprintf(stderr, "fizzer-instrument: %v\n", err)
		return 1
	}
	return 0
}

func command(stdout, stderr io.Writer) *cli.App {
	return &cli.App{
		Name:            "fizzer-instrument",
		Usage:           "make a program record its conditions",
		UsageText:       "fizzer-instrument --input PROGRAM.bc ... --monitor MONITOR.bc --object OUT.o --locations OUT.json",
		HideVersion:     true,
		HideHelpCommand: true,
		Writer:          stdout,
		ErrWriter:       stderr,
		// A path may hold a comma.
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              func(_ *cli.Context, err error, _ bool) error { return usage(err.Error()) },
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "input", Usage: "bitcode of the program by clang 14 to 19; several are linked together"},
			&cli.StringSliceFlag{Name: "library", Usage: "bitcode of functions to add where the program uses but does not define them"},
			&cli.StringSliceFlag{Name: "substitute",
				Usage: "name of a function or variable that nobody defines and that gets a substitute: an input as result, zero as value"},
			&cli.StringFlag{Name: "defined",
				Usage: "list of names, a line each, that the linker finds; others that the program does not define get substitutes, too"},
			&cli.StringFlag{Name: "monitor", Usage: "bitcode of the runtime's monitor.c for the same data model"},
			&cli.StringFlag{Name: "object", Usage: "object file to write"},
			&cli.StringFlag{Name: "locations", Usage: "location table to write: JSON if the name ends in .json, else binary"},
			&cli.BoolFlag{Name: "long", Usage: "optimise large programs more, for a run that takes minutes"},
			&cli.BoolFlag{Name: "all", Usage: "also record conditions whose outcome follows from others"},
			&cli.BoolFlag{Name: "symbolic", Usage: "make the second form, which records the expressions over the input that conditions compare"},
			&cli.BoolFlag{Name: "light", Usage: "optimise as little as for the largest programs: time linear in the program's size"},
			&cli.BoolFlag{Name: "quick", Usage: "optimise a program that is not small as little as the largest; record the same as without it"},
			&cli.BoolFlag{Name: "plain", Usage: "do not optimise at all, and look for no conditions that follow from others"},
			&cli.BoolFlag{Name: "no-distances", Usage: "do not note how far directions are from reach_error"},
			&cli.StringFlag{Name: "ir", Usage: "file for the instrumented IR as text, before it is optimised"},
			&cli.BoolFlag{Name: "version", Usage: "print the version and end"},
		},
		Action: instrument,
	}
}

// lessened is written to standard error when --quick makes a difference. Package toolchain of fizzer reads it.
const lessened = "quick: optimised less than without it"

func instrument(c *cli.Context) error {
	if c.Bool("version") {
		fmt.Fprintf(c.App.Writer, "%s (LLVM %s)\n", version, llvm.Version)
		return nil
	}
	if c.Args().Present() {
		return usage(fmt.Sprintf("%q is no option", c.Args().First()))
	}
	for _, name := range []string{"input", "monitor", "object", "locations"} {
		if !c.IsSet(name) {
			return usage("--" + name + " is missing")
		}
	}
	return pass.Run(pass.Options{
		Inputs:      c.StringSlice("input"),
		Libraries:   c.StringSlice("library"),
		Substitutes: c.StringSlice("substitute"),
		Defined:     c.String("defined"),
		Monitor:     c.String("monitor"),
		Object:      c.String("object"),
		Locations:   c.String("locations"),
		IR:          c.String("ir"),
		Long:        c.Bool("long"),
		Light:       c.Bool("light"),
		Plain:       c.Bool("plain"),
		Quick:       c.Bool("quick"),
		NoDistances: c.Bool("no-distances"),
		Lessened:    func() { fmt.Fprintln(c.App.ErrWriter, lessened) },
		All:         c.Bool("all"),
		Symbolic:    c.Bool("symbolic"),
		Ends:        true,
	})
}

func usage(problem string) error {
	return fmt.Errorf("%s; see fizzer-instrument --help", problem)
}
