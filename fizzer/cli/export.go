package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/export"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/judge"
	"fizzer/fizzer/report"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// exporter makes the files of a format. run is the output folder of a run, or a suite.
type exporter struct {
	name string
	make maker
	// crashes makes files of the inputs of crashes, which are no tests; nil: the format has none of them.
	crashes maker
}

// maker calls write with the files that it makes of a run.
type maker func(c *cli.Context, l limits, run string, write func(export.Files) error) error

// crashSuffix follows the name of the written folder in that of the folder for crashes. They are not below the written folder, because
// fuzzers read all that is below a corpus, and stop at inputs that crash.
const crashSuffix = "-crashes"

// exporters are the formats; html is none of them because the report is written to a path.
func exporters() []exporter {
	return []exporter{
		{"c", exportC(export.C), nil},
		{"ctest", exportC(export.CTest), nil},
		{"libfuzzer", exportRaw(export.LibFuzzer, testsOf), exportRaw(export.LibFuzzer, crashesOf)},
		{"afl", exportRaw(export.AFL, testsOf), exportRaw(export.AFL, crashesOf)},
		{"lcov", exportLcov, nil},
		{"junit", exportJUnit, nil},
	}
}

const formatHTML = "html"

// exportFormats returns the names of all formats.
func exportFormats() (names []string) {
	for _, e := range exporters() {
		names = append(names, e.name)
	}
	return append(names, formatHTML)
}

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write the tests of a run for other tools",
		ArgsUsage: "DIR RUN",
		Description: "RUN is the output folder of a run, or a suite; DIR gets the files. Formats:\n" +
			"c: a C file for each test, to be linked with the program, or run with it where its inputs are standard input, arguments,\n" +
			"environment variables or files; ctest: the same with a CMakeLists.txt; libfuzzer, afl: a corpus of raw inputs,\n" +
			"and one of those that crash in DIR-crashes;\n" +
			"lcov: lcov.info for genhtml and editors; html: the page of fizzer report;\n" +
			"junit: junit.xml, in which each crash is a test that failed. html and junit need the output folder of a run.",
		Flags: append(replayOptions(), &cli.StringFlag{Name: "format", Value: "ctest", Usage: "`NAME`: " + strings.Join(exportFormats(), ", ")}),
		Action: bounded(readLimits, func(c *cli.Context, l limits) error {
			if c.Args().Len() != 2 {
				return usage("name the folder to write and the output folder of a run")
			}
			return exportRun(c, l, c.Args().Get(0), c.Args().Get(1))
		}),
	}
}

func exportRun(c *cli.Context, l limits, folder, run string) error {
	name := c.String("format")
	if name == formatHTML {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return &campaign.OutputError{Err: err}
		}
		return writeReport(c, l, run, filepath.Join(folder, formats.ReportFile))
	}
	for _, e := range exporters() {
		if e.name != name {
			continue
		}
		if err := writeFiles(c, l, "files", folder, run, e.make); err != nil || e.crashes == nil {
			return err
		}
		return writeFiles(c, l, "crashes", filepath.Clean(folder)+crashSuffix, run, e.crashes)
	}
	return usage("--format: there is no %q%s; known are %s", name, didYouMean(name, exportFormats()), strings.Join(exportFormats(), ", "))
}

// writeFiles writes what is made of a run into a folder, each file as it is made, and says how many files these are. No crashes get no
// folder.
func writeFiles(c *cli.Context, l limits, what, folder, run string, made maker) error {
	return made(c, l, run, func(all export.Files) error {
		written := 0
		for file, err := range all {
			if c.Context.Err() != nil {
				return context.Cause(c.Context)
			}
			if err != nil {
				return err
			}
			if err := file.Write(folder); err != nil {
				return &campaign.OutputError{Err: err}
			}
			written++
		}
		if what == "crashes" && written == 0 {
			return nil
		}
		if err := os.MkdirAll(folder, 0o755); err != nil { // there may be no tests
			return &campaign.OutputError{Err: err}
		}
		fmt.Fprintf(c.App.Writer, "%s: %d in %s\n", what, written, plain.Line(folder))
		return nil
	})
}

// one yields one file.
func one(file export.File, err error) export.Files {
	return func(yield func(export.File, error) bool) { yield(file, err) }
}

// programOf returns the program of a suite with absolute paths.
func programOf(s subject) (p export.Program, err error) {
	p.DataModel, p.Harness = s.task.DataModel, s.task.Harness
	if p.Format, err = formatOf(s.options, s.task); err != nil {
		return p, err
	}
	for i := range s.task.Compile {
		p.Options = append(p.Options, s.task.Compile[i].Arguments())
	}
	for _, library := range s.task.Link.Libraries {
		if file := s.task.Link.Find(library); file != "" {
			library = file
		}
		p.Libraries = append(p.Libraries, library)
	}
	for _, path := range s.task.Programs {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return p, err
		}
		p.Files = append(p.Files, absolute)
	}
	return p, nil
}

// openProgram opens what is exported of a run, and its program.
func openProgram(c *cli.Context, l limits, run string) (s subject, program export.Program, err error) {
	if s, err = openSubject(c, l, run); err != nil {
		return s, program, err
	}
	program, err = programOf(s)
	s.task.Programs = program.Files
	return s, program, err
}

// exportC replays the tests, because a C file says how its test ends. The property is that of branches, whatever the suite's: for the
// error property replay changes the error function.
func exportC(made func(export.Program, export.Tests) export.Files) maker {
	return func(c *cli.Context, l limits, run string, write func(export.Files) error) error {
		s, program, err := openProgram(c, l, run)
		if err != nil {
			return err
		}
		return withReplay(c, l, s.task, property.Property{Kind: property.Branches}, func(r *replay.Program) error {
			return write(made(program, withEndings(c, r, s.suite.Tests, program.Format.Direct())))
		})
	}
}

// withEndings replays tests. It leaves out, with a note, those that have no ending to compare with: direct tests need one of the program's.
func withEndings(c *cli.Context, r judge.Runner, tests suite.Tests, direct bool) export.Tests {
	return func(yield func(export.Test, error) bool) {
		for test, err := range tests {
			var outcome *replay.Outcome
			if err == nil {
				outcome, err = r.Run(c.Context, test)
			}
			if err != nil {
				yield(export.Test{}, err)
				return
			}
			none := outcome.Ending == replay.OutOfInputs && direct
			switch outcome.Ending {
			case replay.TimedOut, replay.OutOfMemory, replay.Malformed:
				none = true
			}
			if none {
				fmt.Fprintf(c.App.ErrWriter, "fizzer: note: left out: %s ended by %s\n", plain.Line(test.Name), outcome.Ending)
				continue
			}
			if !yield(export.Test{Name: test.Name, Inputs: test.Inputs, Status: outcome.ExitCode, Signal: outcome.Signal}, nil) {
				return
			}
		}
	}
}

// exportRaw writes the inputs of tests of a run, or of what else has inputs.
func exportRaw(made func(export.Program, export.Tests) export.Files, of func(s subject, run string) export.Tests) maker {
	return func(c *cli.Context, l limits, run string, write func(export.Files) error) error {
		s, program, err := openProgram(c, l, run)
		if err != nil {
			return err
		}
		return write(func(yield func(export.File, error) bool) {
			for file, err := range made(program, of(s, run)) {
				if err != nil {
					err = &inputError{err}
				}
				if !yield(file, err) {
					return
				}
			}
		})
	}
}

// crashesOf yields the inputs of crashes. A suite without its run has none.
func crashesOf(_ subject, run string) export.Tests {
	return func(yield func(export.Test, error) bool) {
		crashes, err := report.ReadCrashes(run)
		if err != nil {
			yield(export.Test{}, err)
			return
		}
		for i := range crashes {
			name := fmt.Sprintf("%s-%s", crashes[i].Kind, filepath.Base(crashes[i].Folder))
			if !yield(export.Test{Name: name, Inputs: crashes[i].Inputs}, nil) {
				return
			}
		}
	}
}

func testsOf(s subject, _ string) export.Tests {
	return func(yield func(export.Test, error) bool) {
		for test, err := range s.suite.Tests {
			if !yield(export.Test{Name: test.Name, Inputs: test.Inputs}, err) {
				return
			}
		}
	}
}

// exportLcov runs the tests on a build whose lines are counted.
func exportLcov(c *cli.Context, l limits, run string, write func(export.Files) error) error {
	s, _, err := openProgram(c, l, run)
	if err != nil {
		return err
	}
	return withOptions(c, l, s.task, func(o replay.Options) error {
		counts, err := replay.Counts(c.Context, o, s.suite.Tests)
		return write(one(export.Lcov(counts), err))
	})
}

// exportJUnit writes what the files of the run say.
func exportJUnit(c *cli.Context, _ limits, folder string, write func(export.Files) error) error {
	run, err := readRun(c.Context, folder)
	if err != nil {
		return err
	}
	var crashes []export.Crash
	for _, crash := range run.Crashes {
		crashes = append(crashes, export.Crash{Folder: crash.Folder, Kind: crash.Kind, Place: crash.Place})
	}
	var tests []string
	for i := range run.Tests {
		tests = append(tests, run.Tests[i].Name)
	}
	return write(one(export.JUnit(&run.Statistics, tests, crashes)))
}
