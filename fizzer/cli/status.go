package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/hub/queue"
	"fizzer/testcomp/plain"
)

func statusCommand() *cli.Command {
	return &cli.Command{
		Name:   "status",
		Usage:  "show the tasks and workers of a hub",
		Flags:  append(hubOptions(), &cli.BoolFlag{Name: "json", Usage: "print JSON"}),
		Action: status,
	}
}

func status(c *cli.Context) error {
	if err := noFiles(c); err != nil {
		return err
	}
	ctx, h, leave, err := enterHub(c)
	if err != nil {
		return err
	}
	defer leave()
	limited, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	s, err := queue.New(h).Status(limited)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetIndent("", "  ")
		return encoder.Encode(s)
	}
	printStatus(c, s)
	return nil
}

func printStatus(c *cli.Context, s *queue.Status) {
	w := c.App.Writer
	fmt.Fprintf(w, "waiting: %d\nat-work: %d\nresults: %d\nsources-bytes: %d\nsuites-bytes: %d\n", s.Waiting, s.AtWork, s.Results, s.Sources, s.Suites)
	for _, run := range s.Runs {
		fmt.Fprintf(w, "shared run: %s, %d searches, %.0f executions a second, %d directions covered by the best, goals: %s\n",
			plain.Line(run.Task.Name), len(run.Searches), run.Rate(), run.Directions(), reached(run.Covered, run.Goals))
		for _, one := range run.Searches {
			fmt.Fprintf(w, "search: %s, %d executions, %.0f a second, %d directions covered\n", plain.Line(one.Name), one.Executions, one.Rate,
				one.Directions)
		}
	}
	for _, one := range s.Submissions {
		fmt.Fprintf(w, "submission: %s, %d tasks, by %s\n", one.ID, one.Tasks, plain.Line(one.Name))
	}
	for _, one := range s.Workers {
		rate := 0.0
		if one.CPU > 0 {
			rate = float64(one.Executions) / one.CPU
		}
		fmt.Fprintf(w, "worker: %s, %d jobs, %d joined, %d done, %d failed, %.0f executions per CPU second, goals: %s; at work: %s\n",
			plain.Line(one.Name), one.Jobs, one.Joined, one.Done, one.Failed, rate, reached(one.Covered, one.Goals),
			cmp.Or(plain.Line(strings.Join(one.Busy, " ")), "nothing"))
	}
}

// reached says how many goals are reached of how many; total 0: they are not measured.
func reached(covered, total int) string {
	if total == 0 {
		return "not measured"
	}
	return fmt.Sprintf("%d of %d", covered, total)
}
