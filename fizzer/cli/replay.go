package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// defaultTestTime is what TestCov gives a test.
const defaultTestTime = "3s"

func replayCommand() *cli.Command {
	return &cli.Command{
		Name:      "replay",
		Usage:     "run a test suite on a gcc build of the program and count its goals as the validator TestCov does",
		ArgsUsage: "SUITE TASK.yml | PROGRAM.c | PROGRAM.i",
		Flags: append(taskOptions(),
			&cli.StringFlag{Name: "time-limit", Value: defaultTestTime, Usage: "wall time of one test, `D` as in 3s"},
			&cli.BoolFlag{Name: "json", Usage: "write the whole report as JSON"},
			&cli.BoolFlag{Name: "annotate", Usage: "write the source with covered and missed goals marked"},
		),
		Action: replayCommandAction,
	}
}

func replayCommandAction(c *cli.Context) error {
	if c.Args().Len() != 2 {
		return usage("name a test suite (folder or zip) and a task or program")
	}
	limit, err := duration(c, "time-limit")
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	program, report, err := replaySuite(ctx, c, limit)
	if err != nil {
		return err
	}
	switch {
	case c.Bool("json"):
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetIndent("", "  ")
		return encoder.Encode(report)
	case c.Bool("annotate"):
		return program.Annotate(c.App.Writer, report)
	}
	return report.Write(c.App.Writer)
}

func replaySuite(ctx context.Context, c *cli.Context, limit time.Duration) (*replay.Program, *replay.Report, error) {
	t, err := readTask(c, c.Args().Get(1))
	if err != nil {
		return nil, nil, err
	}
	goals, err := readProperty(c, t)
	if err != nil {
		return nil, nil, err
	}
	tests, err := suite.Read(c.Args().Get(0))
	if err != nil {
		return nil, nil, fmt.Errorf("test suite %s: %w", c.Args().Get(0), err)
	}
	policy, err := readSandbox(c)
	if err != nil {
		return nil, nil, err
	}
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return nil, nil, &campaign.OutputError{Err: err}
	}
	defer remove()
	program, err := replay.Build(ctx, replay.Options{
		Programs: t.Programs, DataModel: t.DataModel, Property: goals, Scratch: scratch, TimeLimit: limit, Policy: policy,
	})
	if err != nil {
		return nil, nil, err
	}
	defer program.Close()
	report, err := program.Report(ctx, tests.Tests)
	return program, report, err
}
