package cli

import (
	cli "github.com/urfave/cli/v2"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name:      "replay",
		Usage:     "run a test suite on a gcc build of the program and count its goals as the validators do",
		ArgsUsage: "SUITE PROGRAM | TASK.yml",
		Flags:     taskOptions(),
		Action:    func(c *cli.Context) error { return usage("unfinished") },
	}
}
