package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/report"
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "write a page (HTML) about a run: coverage over time, what was missed and how closely, source, tests, tree",
		ArgsUsage: "DIR",
		Description: "DIR is the output folder of a run that has ended. The page is one file that needs no network: report.html in DIR,\n" +
			"or the file that --output names.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Usage: "`FILE` to write; default: report.html in DIR"},
		},
		Action: func(c *cli.Context) error {
			folder, err := oneFile(c, "output folder of a run")
			if err != nil {
				return err
			}
			path := c.String("output")
			if path == "" {
				path = filepath.Join(folder, "report.html")
			}
			if err := writeReport(folder, path); err != nil {
				return err
			}
			fmt.Fprintf(c.App.Writer, "report: %s\n", path)
			return nil
		},
	}
}

func writeReport(folder, path string) error {
	run, err := report.Read(folder)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	buffered := bufio.NewWriter(file)
	if err := errors.Join(report.Write(buffered, run), buffered.Flush(), file.Close()); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}
