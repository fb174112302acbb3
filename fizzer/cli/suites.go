package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/output"
	"fizzer/fizzer/suites"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "write the union of several suites of a program as a new suite",
		ArgsUsage: "OUT SUITE...",
		Description: "A SUITE is a folder, a zip, or the output folder of a run. OUT is a new folder. Equal tests are written once.\n" +
			"fizzer minimize makes the result smaller.",
		Action: func(c *cli.Context) error {
			if c.Args().Len() < 2 {
				return usage("name the folder to write and at least one suite")
			}
			var all []suites.Suite
			for _, path := range c.Args().Slice()[1:] {
				s, err := openSuite(c, path)
				if err != nil {
					return err
				}
				all = append(all, s)
			}
			union, read, err := suites.Union(all)
			if err != nil {
				return &inputError{err}
			}
			written, err := writeNewSuite(c.Args().First(), union)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.App.Writer, "tests: %d of %d\n", written, read)
			return nil
		},
	}
}

func minimizeCommand() *cli.Command {
	return &cli.Command{
		Name:      "minimize",
		Usage:     "write the fewest tests of a suite that reach the same goals as a new suite, found by replay",
		ArgsUsage: "OUT SUITE [TASK.yml | PROGRAM.c | PROGRAM.i]",
		Description: "SUITE is a folder, a zip, or the output folder of a run. OUT is a new folder. Each test that is kept reaches a goal that no\n" +
			"other one reaches. Without a task, the program is that of the run, or the one that the suite names.",
		Flags: append(replayOptions(), choiceOptions()...),
		Action: bounded(readLimits, func(c *cli.Context, l limits) error {
			if n := c.Args().Len(); n != 2 && n != 3 {
				return usage("name the folder to write, a suite, and the program if the suite does not tell")
			}
			s, err := openSubjectOr(c, l, c.Args().Get(1), c.Args().Get(2))
			if err != nil {
				return err
			}
			return minimize(c, l, s, c.Args().First())
		}),
	}
}

// choiceOptions are those of taskOptions without the sandbox.
func choiceOptions() []cli.Flag {
	return slices.DeleteFunc(taskOptions(), func(f cli.Flag) bool { return f.Names()[0] == "sandbox" })
}

func minimize(c *cli.Context, l limits, s subject, out string) error {
	return withReplay(c, l, s.task, s.property, func(program *replay.Program) error {
		goals := len(program.Goals())
		kept, reached, read, err := suites.Minimize(c.Context, program, goals, s.suite.Tests)
		if err != nil {
			return err
		}
		written, err := writeNewSuite(out, suites.Suite{Metadata: s.suite.Metadata, Tests: kept})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "tests: %d of %d\ngoals: %d/%d\n", written, read, reached, goals)
		return nil
	})
}

// openSubjectOr is openSubject, unless a task is named: then options decide about its data model and property.
func openSubjectOr(c *cli.Context, l limits, path, file string) (s subject, err error) {
	if file == "" {
		if c.IsSet("property") || c.IsSet("data-model") {
			return s, usage("--property and --data-model are for a program that is named")
		}
		return openSubject(c, l, path)
	}
	if s.suite, err = openSuite(c, path); err != nil {
		return s, err
	}
	program, err := alone(file)
	if err != nil {
		return s, err
	}
	if s.task, err = readTask(c.Context, l, optionsOf(c), program, c.App.ErrWriter); err != nil {
		return s, err
	}
	s.property, err = readProperty(c, s.task)
	return s, err
}

// writeNewSuite writes a suite into a folder that does not exist yet or is empty. It returns the number of its tests.
func writeNewSuite(folder string, s suites.Suite) (written int, err error) {
	entries, err := os.ReadDir(folder)
	switch {
	case err == nil && len(entries) > 0:
		return 0, &output.ForeignError{Text: fmt.Sprintf("%s is not empty; name a new folder", folder)}
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return 0, &campaign.OutputError{Err: err}
	}
	s.Metadata.Producer, s.Metadata.Created = formats.Producer+" "+Version, time.Now()
	writer, err := suite.Create(folder, s.Metadata)
	if err != nil {
		return 0, &campaign.OutputError{Err: err}
	}
	for test, err := range s.Tests {
		if err != nil {
			return 0, err
		}
		if _, err := writer.Add(test); err != nil {
			return 0, &campaign.OutputError{Err: err}
		}
	}
	return writer.Len(), nil
}

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "list the goals that only one of two suites reaches",
		ArgsUsage: "SUITE SUITE [TASK.yml | PROGRAM.c | PROGRAM.i]",
		Description: "A SUITE is a folder, a zip, or the output folder of a run. Without a task, the program is that of the first run, or the one\n" +
			"that the first suite names. A goal that only the first suite reaches has < before it, > if only the second one does.",
		Flags: slices.Concat(replayOptions(), choiceOptions(), []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "write the list as JSON"}}),
		Action: bounded(readLimits, func(c *cli.Context, l limits) error {
			if n := c.Args().Len(); n != 2 && n != 3 {
				return usage("name two suites, and the program if the first one does not tell")
			}
			first, err := openSubjectOr(c, l, c.Args().Get(0), c.Args().Get(2))
			if err != nil {
				return err
			}
			second, err := openSuite(c, c.Args().Get(1))
			if err != nil {
				return err
			}
			return diff(c, l, first.task, first.property, [2]suites.Suite{first.suite, second})
		}),
	}
}

// difference is what `fizzer diff --json` writes.
type difference struct {
	Goals   int         `json:"goals"`
	Reached [2]int      `json:"reached"` // by each suite
	First   []goal.Goal `json:"only_first"`
	Second  []goal.Goal `json:"only_second"`
}

func diff(c *cli.Context, l limits, t *task.Task, p property.Property, both [2]suites.Suite) error {
	return withReplay(c, l, t, p, func(program *replay.Program) error {
		var reached [2][]bool
		for i, s := range both {
			var err error
			if reached[i], err = suites.Reached(c.Context, program, len(program.Goals()), s.Tests); err != nil {
				return err
			}
		}
		goals := slices.Clone(program.Goals())
		for i := range goals { // without line directives only the program's path names the file
			goals[i].File = cmp.Or(goals[i].File, t.Programs[program.File(i)])
		}
		d := compare(goals, reached)
		if c.Bool("json") {
			encoder := json.NewEncoder(c.App.Writer)
			encoder.SetIndent("", "  ")
			return encoder.Encode(d)
		}
		d.write(c.App.Writer)
		return nil
	})
}

// compare lists the goals that only one suite reaches.
func compare(goals []goal.Goal, reached [2][]bool) *difference {
	d := &difference{Goals: len(goals), First: []goal.Goal{}, Second: []goal.Goal{}}
	for i, g := range goals {
		for which := range reached {
			if reached[which][i] {
				d.Reached[which]++
			}
		}
		switch {
		case reached[0][i] && !reached[1][i]:
			d.First = append(d.First, g)
		case reached[1][i] && !reached[0][i]:
			d.Second = append(d.Second, g)
		}
	}
	return d
}

func (d *difference) write(w io.Writer) {
	writeGoals(w, "<", d.First)
	writeGoals(w, ">", d.Second)
	fmt.Fprintf(w, "goals: %d\nfirst: %d\nsecond: %d\nonly-first: %d\nonly-second: %d\n", d.Goals, d.Reached[0], d.Reached[1], len(d.First),
		len(d.Second))
}

func writeGoals(w io.Writer, sign string, goals []goal.Goal) {
	for _, g := range goals {
		fmt.Fprintf(w, "%s %s:%d: %s in %s\n", sign, plain.Line(g.File), g.Owner, g.Kind, g.Function)
	}
}
