package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/quantity"
	"fizzer/fizzer/worker"
	"fizzer/libfizzer/sandbox"
)

func workerCommand() *cli.Command {
	return &cli.Command{
		Name:  "worker",
		Usage: "run tasks from a hub until told to stop",
		Description: "Whoever may connect to the hub decides what this machine compiles and runs, in the same sandbox as always, and for how long.\n" +
			"On SIGTERM or the first interrupt the worker takes no more tasks, and hands back those that do not end within --grace.",
		Flags: append(hubOptions(),
			&cli.StringFlag{Name: "jobs", Value: "1", Usage: "number `N` of tasks at once"},
			&cli.StringFlag{Name: "memory", Value: defaultMemory, Usage: "memory limit `SIZE` of all tasks together; the machine may lower it"},
			&cli.StringFlag{Name: "grace", Value: "30s", Usage: "time `D` that tasks get to end when the worker is told to stop"},
			&cli.StringFlag{Name: "sandbox", Value: string(sandbox.Auto),
				Usage: "`auto|require`: continue with the layers of the sandbox that the machine allows, or only with all of them"},
			&cli.BoolFlag{Name: "quiet", Usage: "show no progress"},
		),
		Action: runWorker,
	}
}

func runWorker(c *cli.Context) error {
	if err := noFiles(c); err != nil {
		return err
	}
	jobs, err := number(c, "jobs", 1, min(maxJobs, message.MaxJobs))
	if err != nil {
		return err
	}
	memory, err := memorySize(c.String("memory"))
	if err != nil {
		return err
	}
	grace, err := quantity.Duration(c.String("grace"))
	if err != nil {
		return usage("--grace: %v", err)
	}
	policy, err := readSandbox(c)
	if err != nil {
		return err
	}
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	if err := checkRoom(int(jobs)); err != nil {
		return err
	}
	log := logger(c.App.ErrWriter)
	ctx, stop := context.WithCancel(c.Context)
	defer stop()
	h, err := connect(ctx, c, log)
	if err != nil {
		return err
	}
	defer h.Close()
	shown := log
	if c.Bool("quiet") {
		shown = func(string) {}
	}
	shown(fmt.Sprintf("worker %s: %d jobs", processName(), jobs))
	return worker.Run(ctx, drainAtSignals(ctx, stop), worker.Options{
		Hub: h, Name: processName(), Jobs: int(jobs), Memory: memory, Grace: grace, Scratch: temporaryFolder, Log: shown,
		Runner: &worker.Child{Executable: executable, Sandbox: string(policy), Access: accessArguments(c)},
	})
}

// drainAtSignals returns a channel that is closed at the first signal; the second one calls stop.
func drainAtSignals(ctx context.Context, stop func()) <-chan struct{} {
	drain := make(chan struct{})
	go func() {
		first, forget := untilSignal(ctx, connectedEndings...)
		<-first.Done()
		second, forgetSecond := untilSignal(ctx, connectedEndings...)
		defer forgetSecond()
		forget() // now, so that there is always somebody who waits for signals
		close(drain)
		<-second.Done()
		stop()
	}()
	return drain
}

// accessArguments are the options by which a child reaches the hub of the command line.
func accessArguments(c *cli.Context) (arguments []string) {
	for _, name := range accessNames {
		value := c.String(name)
		if value == "" {
			continue
		}
		if name != "hub" {
			if absolute, err := filepath.Abs(value); err == nil {
				value = absolute
			}
		}
		arguments = append(arguments, "--"+name, value)
	}
	return arguments
}

// milliseconds of a duration, rounded up: no limit becomes none.
func milliseconds(d time.Duration) int64 { return (d + time.Millisecond - 1).Milliseconds() }
