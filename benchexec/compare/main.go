// Command compare runs the tool on many tasks and puts three counts of goals side by side: the engine's own, replay's,
// and that of the real TestCov with its default limits.
//
//	compare -list TASKS.tsv [-tasks N] [-seed S] [-cpu-time D] [-property FILE] [-output DIR]
//
// A line of the list is the path of a program, a tab, and its data model; further columns are ignored. The tasks are
// drawn at random, one family after the other, so that small families are not drowned. A task that TestCov cannot judge
// whatever the suite is, because what it makes of the program does not compile, costs nothing and is not counted among the N. DIR
// gets a line of JSON for each task (tasks.jsonl) as soon as it is done, and in the end a table by family (table.md), which
// is also printed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type options struct {
	list     string        // file with the tasks
	tasks    int           // how many are drawn
	seed     uint64        // of the draw
	cpuTime  time.Duration // of the tool, for each task
	property string        // property file; empty: branches
	output   string        // folder for the results
	tool     string        // the fizzer to be run
	testcov  string        // the validator to be run
}

func main() {
	var o options
	flag.StringVar(&o.list, "list", "", "file with a `program<tab>data model` a line")
	flag.IntVar(&o.tasks, "tasks", 150, "tasks to draw")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	flag.DurationVar(&o.cpuTime, "cpu-time", 20*time.Second, "CPU time of the tool for each task")
	flag.StringVar(&o.property, "property", "", "property file; branches when it is empty")
	flag.StringVar(&o.output, "output", filepath.Join("build", "compare"), "folder for the results")
	flag.StringVar(&o.tool, "tool", filepath.Join("bin", "fizzer"), "the tool")
	flag.StringVar(&o.testcov, "testcov", filepath.Join(".venv", "bin", "testcov"), "the validator")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, w io.Writer) (failure error) {
	all, err := readList(o.list)
	if err != nil {
		return fmt.Errorf("list of tasks: %w; name one with -list", err)
	}
	if err := o.absolute(); err != nil {
		return err
	}
	lines, err := os.Create(filepath.Join(o.output, "tasks.jsonl"))
	if err != nil {
		return err
	}
	defer func() { failure = errors.Join(failure, lines.Close()) }()
	encoder := json.NewEncoder(lines)
	var rows []row
	candidates := draw(all, len(all), o.seed)
	for counted := 0; counted < o.tasks && len(candidates) > 0; candidates = candidates[1:] {
		r := compare(ctx, o, candidates[0])
		if ctx.Err() != nil {
			break
		}
		rows = append(rows, r)
		if !r.Hopeless {
			counted++
		}
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	text := table(rows)
	_, err = io.WriteString(w, text)
	return errors.Join(err, os.WriteFile(filepath.Join(o.output, "table.md"), []byte(text), 0o644))
}

// absolute makes the paths usable from any directory, and the output folder.
func (o *options) absolute() error {
	for _, path := range []*string{&o.tool, &o.testcov, &o.output, &o.property} {
		if *path == "" {
			continue
		}
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	return os.MkdirAll(o.output, 0o755)
}
