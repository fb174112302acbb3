package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/report"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/task"
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "write a page (HTML) about a run: coverage over time, what was missed and why, crashes, source, tests, tree",
		ArgsUsage: "DIR",
		Description: "DIR is the output folder of a run; the run may have been killed. The page is a single file that needs no network:\n" +
			"report.html in DIR, or the file that --output names.",
		Flags: append(append(limitOptions(), testOptions()...),
			&cli.StringFlag{Name: "output", Usage: "`FILE` to write; default: report.html in DIR"}, sandboxOption(),
		),
		Action: bounded(readLimits, func(c *cli.Context, l limits) error {
			folder, err := oneFile(c, "output folder of a run")
			if err != nil {
				return err
			}
			path := c.String("output")
			if path == "" {
				path = filepath.Join(folder, formats.ReportFile)
			}
			if err := writeReport(c, l, folder, path); err != nil {
				return err
			}
			fmt.Fprintf(c.App.Writer, "report: %s\n", path)
			return nil
		}),
	}
}

func writeReport(c *cli.Context, l limits, folder, path string) error {
	run, err := readRun(c.Context, folder)
	if err != nil {
		return err
	}
	if err := execute(c, l, run, folder); err != nil {
		return err
	}
	err = files.WriteBy(path, 0o644, func(file io.Writer) error {
		buffered := bufio.NewWriter(&until{Writer: file, ctx: c.Context})
		return errors.Join(report.Write(buffered, run), buffered.Flush())
	})
	if isInterruption(c.Context, err) {
		return context.Cause(c.Context)
	}
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// readRun reads the output folder of a run until ctx ends.
func readRun(ctx context.Context, folder string) (*report.Run, error) {
	run, err := budget.Within(ctx, func() (*report.Run, error) { return report.Read(folder) })
	if err != nil && !isInterruption(ctx, err) {
		err = &inputError{err}
	}
	return run, err
}

// until is a writer that fails some time after its context has ended.
type until struct {
	io.Writer
	ctx   context.Context
	ended time.Time // when that was noticed
}

// lastWrites is the wall time in which what is nearly written may be completed.
const lastWrites = time.Second

// Write implements io.Writer.
func (u *until) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		if u.ended.IsZero() {
			u.ended = time.Now()
		}
		if time.Since(u.ended) > lastWrites {
			return 0, context.Cause(u.ctx)
		}
	}
	return u.Writer.Write(p)
}

// execute finds out which lines the suite of a run executes. If a part of the limits does not suffice, the page says so. A machine that
// lacks a required layer of the sandbox gets no page.
func execute(c *cli.Context, l limits, run *report.Run, folder string) error {
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return err
	}
	defer remove()
	if old, err := readRecord(folder); err == nil {
		if err := applyRecord(c, &old, folder, []string{testMemoryOption}); err != nil {
			return err
		}
	}
	if l.testMemory, err = testMemory(c); err != nil {
		return err
	}
	policy, err := readSandbox(c)
	if err != nil {
		return err
	}
	executing, stop := l.part(executePart).Watch(c.Context)
	defer stop()
	err = run.Execute(executing, l.bind(replay.Options{Scratch: scratch, Policy: policy}), taskOf(executing, c, l, folder))
	if missing := new(sandbox.MissingError); errors.As(err, &missing) {
		return err
	} // the page says how else it ended
	if budget.Spent(c.Context) == "" {
		return context.Cause(c.Context)
	}
	return nil
}

// executePart is the part of the limits in which the lines have to be found out; the rest is for the page.
const executePart = 3.0 / 4

// taskOf returns the task of a run, with the present paths of its files; nil: unknown.
func taskOf(ctx context.Context, c *cli.Context, l limits, folder string) *task.Task {
	record, err := readRecord(folder)
	if err != nil {
		return nil
	}
	t, err := readTask(ctx, l, options(record.Options).under(c), namedBy(&record), io.Discard)
	if err != nil {
		return nil
	}
	return t
}
