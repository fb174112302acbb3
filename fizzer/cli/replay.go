package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name:        "replay",
		Usage:       "run a test suite on a gcc build of the program and count its goals as the validator TestCov does",
		ArgsUsage:   "SUITE|DIR [TASK.yml | FILE.c...]",
		Description: "With the output folder DIR of a run alone, its program is built as in the run.",
		Flags: slices.Concat(taskOptions(), limitOptions(), testOptions(), []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "write the whole report as JSON"},
			&cli.BoolFlag{Name: "annotate",
				Usage: "write the source with a mark before each line (+ executed, - never, ~ partly or with a missed goal) and the missed goals after it"},
		}),
		Action: bounded(readLimits, replayCommandAction),
	}
}

func replayCommandAction(c *cli.Context, l limits) error {
	if !c.Args().Present() {
		return usage("name a test suite (folder, zip or output folder of a run) and a task or program")
	}
	replayed, err := replaySuite(c, l)
	if err != nil {
		return err
	}
	switch {
	case c.Bool("json"):
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetIndent("", "  ")
		return encoder.Encode(replayed.report)
	case c.Bool("annotate"):
		return replayed.program.Annotate(c.App.Writer, replayed.report, replayed.lines)
	}
	return replayed.report.Write(c.App.Writer)
}

// replayed is the result of replaying a suite.
type replayed struct {
	program *replay.Program
	report  *replay.Report
	lines   [][]replay.Line // state of each line of each file; only with --annotate
}

// replayedTask returns the task whose tests are replayed: the one that is named, or that of the run.
func replayedTask(c *cli.Context, l limits) (*task.Task, error) {
	if c.Args().Len() > 1 {
		return taskHere(c, l, 1)
	}
	folder := c.Args().First()
	old, err := readRecord(folder)
	if err != nil {
		return nil, usage("name a task or a program behind the test suite; only with the output folder of a run it is known (%v)", err)
	}
	if err := applyRecord(c, &old, folder, append(ofProgram(), testMemoryOption)); err != nil {
		return nil, err
	}
	return readTask(c.Context, l, optionsOf(c), namedBy(&old), c.App.ErrWriter)
}

func replaySuite(c *cli.Context, l limits) (r replayed, err error) {
	t, err := replayedTask(c, l)
	if err != nil {
		return r, err
	}
	if l.testMemory, err = testMemory(c); err != nil { // that of the run, if it is not given
		return r, err
	}
	goals, err := readProperty(c, t)
	if err != nil {
		return r, err
	}
	tests, err := openStored(c.Context, c.Args().Get(0))
	if err != nil {
		return r, err
	}
	policy, err := readSandbox(c)
	if err != nil {
		return r, err
	}
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return r, err
	}
	defer remove()
	sources, err := copied(c.Context, t, scratch)
	if err != nil {
		return r, err
	}
	options := l.bind(replay.Options{
		Programs: t.Programs, Sources: sources, DataModel: t.DataModel, Property: goals, Scratch: scratch, Policy: policy,
	})
	if r.program, err = replay.Build(c.Context, options); err != nil {
		return r, err
	}
	defer r.program.Close()
	r.report, err = r.program.Report(c.Context, readable(c.Context, tests.Tests()))
	for _, skipped := range tests.Skipped {
		fmt.Fprintf(c.App.ErrWriter, "fizzer: note: not read: %s\n", plain.Indented(skipped))
	}
	if err != nil || !c.Bool("annotate") {
		return r, err
	}
	options.Scratch = filepath.Join(scratch, "lines")
	if err := os.Mkdir(options.Scratch, 0o711); err != nil { // the user that compilers become passes through it
		return r, &campaign.OutputError{Err: err}
	}
	r.lines, err = replay.Lines(c.Context, options, readable(c.Context, tests.Tests()))
	return r, err
}

// readable makes errors of reading tests those of an input.
func readable(ctx context.Context, tests suite.Tests) suite.Tests {
	return func(yield func(suite.Test, error) bool) {
		for test, err := range tests {
			if err != nil && !isInterruption(ctx, err) {
				err = &inputError{err}
			}
			if !yield(test, err) {
				return
			}
		}
	}
}
