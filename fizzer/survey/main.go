// Command survey runs the tool over many tasks and makes tables of what came out: which tasks ended how and ran in which
// mode, and what each analysis and each source of nodes is worth (ablation).
//
//	survey run [options] LIST     one JSON line a run, added to --results; runs that are there already are left out
//	survey modes RESULTS          how runs ended, and how many ran persistently, forked, or fell back, and why
//	survey ablation RESULTS       each configuration against the first one
//	survey families RESULTS       likewise for each family, with a list of the tasks that the first one loses
//
// LIST has one task or program a line; what follows a tab is its family, without it the name of its folder.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	cli "github.com/urfave/cli/v2"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := application().RunContext(ctx, os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "survey:", err)
		os.Exit(1)
	}
}

func application() *cli.App {
	return &cli.App{
		Name:  "survey",
		Usage: "run the tool over many tasks and make tables of the results",
		Commands: []*cli.Command{
			{
				Name: "run", Usage: "run the tool over the tasks of a list", ArgsUsage: "LIST", Action: runList,
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "tool", Value: "bin/fizzer", Usage: "the executable `FILE`"},
					&cli.StringFlag{Name: "results", Required: true, Usage: "`FILE` to which the JSON lines are added"},
					&cli.StringFlag{Name: "cpu-time", Value: "10s", Usage: "CPU time of each run, `D`"},
					&cli.StringFlag{Name: "seed", Value: "1", Usage: "seed `N` of each run"},
					&cli.StringSliceFlag{Name: "configuration", Usage: "`NAMES` of analyses and sources to switch off, with plus signs between, seed=N for another seed, strategy=NAME, or peer=afl++ for AFL++ with CMPLOG in place of the tool; repeat for several configurations; the whole engine always comes first"},
					&cli.DurationFlag{Name: "patience", Value: 2 * time.Minute, Usage: "a run that takes longer than `D` of wall time is killed and counts as hanging"},
				},
			},
			{Name: "modes", Usage: "table of endings and modes", ArgsUsage: "RESULTS", Action: table(modes)},
			{Name: "solvers", Usage: "table of what each analysis solved and what it took", ArgsUsage: "RESULTS", Action: table(solvers)},
			{Name: "ablation", Usage: "table of configurations", ArgsUsage: "RESULTS", Action: table(ablation)},
			{Name: "families", Usage: "table of configurations by family, and the tasks that the whole engine loses", ArgsUsage: "RESULTS", Action: table(families)},
		},
	}
}
