// Command survey works through lists of tasks and makes tables of the results: which tasks become targets, how runs ended and in
// which mode, what each analysis and source of nodes is worth (ablation), and whether validators count as we do.
//
//	survey build LIST             which tasks become targets, one JSON line each, then the totals
//	survey run [options] LIST     appends one JSON line per run to --results; skips runs that are there already
//	survey counts LIST            goals as counted by the engine, replay and the real TestCov
//	survey modes RESULTS          how runs ended, and how many ran persistently, forked, or fell back, and why
//	survey solvers RESULTS        what each analysis solved and at what cost
//	survey ablation RESULTS       each configuration against the first one
//	survey families RESULTS       the same for each family, with the tasks on which the first one is behind
//
// The format of LIST is that of package tasklist, RESULTS is the file that `survey run` wrote.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/survey/buildable"
	"fizzer/fizzer/survey/counts"
	"fizzer/testcomp/tasklist"
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
					&cli.StringFlag{Name: "property", Usage: "property `FILE` of each run; default: the task's, or branches"},
					&cli.StringSliceFlag{Name: "configuration",
						Usage: "`NAMES` of analyses and sources to switch off, with plus signs between, seed=N for another seed, strategy=NAME, or peer=afl++ for AFL++ with CMPLOG in place of the tool; repeat for several configurations; the whole engine always comes first"},
					&cli.DurationFlag{Name: "wall-time", Value: 2 * time.Minute,
						Usage: "a run that takes longer than `D` of wall time is killed and counts as hanging"},
				},
			},
			{
				Name: "build", Usage: "tell which tasks become targets", ArgsUsage: "LIST", Action: buildAll,
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "every", Value: 1, Usage: "take each `N`-th task of the list only"},
					&cli.BoolFlag{Name: "failures", Usage: "tell only of tasks that gcc compiles and that do not become targets"},
				},
			},
			{
				Name: "counts", Usage: "count goals by engine, replay and TestCov", ArgsUsage: "LIST", Action: countAll,
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "tasks", Value: 150, Usage: "`N` tasks to draw, one family after the other"},
					&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the draw"},
					&cli.DurationFlag{Name: "cpu-time", Value: 20 * time.Second, Usage: "CPU time `D` of the tool for each task"},
					&cli.StringFlag{Name: "property", Usage: "property `FILE`; default: branches"},
					&cli.StringFlag{Name: "output", Value: filepath.Join("build", "counts"), Usage: "`DIR` for the results"},
					&cli.StringFlag{Name: "tool", Value: filepath.Join("bin", "fizzer"), Usage: "the tool, `FILE`"},
					&cli.StringFlag{Name: "testcov", Value: filepath.Join(".venv", "bin", "testcov"), Usage: "the validator, `FILE`"},
				},
			},
			{Name: "modes", Usage: "table of endings and modes", ArgsUsage: "RESULTS", Action: table(modes)},
			{Name: "solvers", Usage: "table of what each analysis solved and what it took", ArgsUsage: "RESULTS", Action: table(solvers)},
			{Name: "ablation", Usage: "table of configurations", ArgsUsage: "RESULTS", Action: table(ablation)},
			{Name: "errors", Usage: "table of the errors that each configuration reached", ArgsUsage: "RESULTS", Action: table(reachedErrors)},
			{Name: "families", Usage: "table of configurations by family, and the tasks that the whole engine loses", ArgsUsage: "RESULTS",
				Action: table(families)},
		},
	}
}

// listOf reads the list of tasks that the command line names.
func listOf(c *cli.Context) ([]tasklist.Entry, error) {
	if c.NArg() != 1 {
		return nil, errors.New("give one LIST")
	}
	return tasklist.Read(c.Args().First())
}

func buildAll(c *cli.Context) error {
	tasks, err := listOf(c)
	if err != nil {
		return err
	}
	return buildable.Run(c.Context, c.App.Writer, tasklist.Every(tasks, max(c.Int("every"), 1)), c.Bool("failures"))
}

func countAll(c *cli.Context) error {
	tasks, err := listOf(c)
	if err != nil {
		return err
	}
	return counts.Run(c.Context, counts.Options{
		Tasks: c.Int("tasks"), CPUTime: c.Duration("cpu-time"), Property: c.String("property"),
		Output: c.String("output"), Tool: c.String("tool"), TestCov: c.String("testcov"),
	}, tasklist.Draw(tasks, c.Uint64("seed")), c.App.Writer)
}
