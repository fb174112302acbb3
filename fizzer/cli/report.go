package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/report"
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
			&cli.StringFlag{Name: "output", Usage: "`FILE` to write; default: report.html in DIR"},
		),
		Action: func(c *cli.Context) error {
			folder, err := oneFile(c, "output folder of a run")
			if err != nil {
				return err
			}
			path := c.String("output")
			if path == "" {
				path = filepath.Join(folder, formats.ReportFile)
			}
			if err := writeReport(c, folder, path); err != nil {
				return err
			}
			fmt.Fprintf(c.App.Writer, "report: %s\n", path)
			return nil
		},
	}
}

func writeReport(c *cli.Context, folder, path string) error {
	run, err := report.Read(folder)
	if err != nil {
		return &inputError{err}
	}
	if err := execute(c, run, folder); err != nil {
		return err
	}
	err = files.WriteBy(path, 0o644, func(file io.Writer) error {
		buffered := bufio.NewWriter(file)
		return errors.Join(report.Write(buffered, run), buffered.Flush())
	})
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// execute finds out which lines the suite of a run executes. If the limits do not suffice, the page says so.
func execute(c *cli.Context, run *report.Run, folder string) error {
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return err
	}
	defer remove()
	ctx, stop := untilSignal(c.Context)
	defer stop()
	if old, err := readRecord(folder); err == nil {
		if err := applyRecord(c, &old, folder, []string{testMemoryOption}); err != nil {
			return err
		}
	}
	limited, limits, stop, err := readLimits(ctx, c)
	if err != nil {
		return err
	}
	defer stop()
	if err := run.Execute(limited, limits.bind(replay.Options{Scratch: scratch}), taskOf(limited, limits, folder)); ctx.Err() != nil {
		return err
	}
	return nil
}

// taskOf returns the task of a run, with the present paths of its files; nil: unknown.
func taskOf(ctx context.Context, l limits, folder string) *task.Task {
	record, err := readRecord(folder)
	if err != nil {
		return nil
	}
	t, err := readTask(ctx, l, record.Options, namedBy(&record), io.Discard)
	if err != nil {
		return nil
	}
	return t
}
