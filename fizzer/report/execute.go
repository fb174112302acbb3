package report

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fizzer/fizzer/formats"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// maxAttributed is the number of tests, the first ones, whose executed lines are determined individually. Each costs a run of gcov.
// The first tests add most. Picked by hand.
const maxAttributed = 100

// Execute determines the lines that the suite executes, by running it on a build by gcc, and for a killed run also the goals that it
// reaches. The task has the present paths of Details.Programs; if one is missing or changed, or the task is nil, the text that the
// run saved is compiled. Execute uses these options: Scratch, an existing empty folder, Policy, and the limits and callbacks of the
// compilers. If it fails, the page says why; an error means that ctx is done, or that a layer is missing that Policy requires
// (sandbox.MissingError). The cost is that of replay.LinesByTest.
func (r *Run) Execute(ctx context.Context, options replay.Options, t *task.Task) error {
	if t == nil {
		t = &task.Task{}
	}
	err := r.execute(ctx, options, t)
	if missing := new(sandbox.MissingError); errors.As(err, &missing) {
		return err
	}
	if err != nil {
		r.NoLines, _, _ = strings.Cut(err.Error(), "\n")
	}
	return ctx.Err()
}

func (r *Run) execute(ctx context.Context, options replay.Options, t *task.Task) (err error) {
	if options.DataModel, err = task.ParseDataModel(r.Statistics.DataModel); err != nil {
		return err
	}
	scratch := options.Scratch
	now := *t
	if err := r.present(&now, scratch); err != nil {
		return err
	}
	options.Programs = now.Programs
	if options.Sources, err = source.CopyTask(ctx, &now, filepath.Join(scratch, "source")); err != nil {
		return err
	}
	if r.Killed {
		if err := r.judge(ctx, options, filepath.Join(scratch, "goals")); err != nil {
			return err
		}
	}
	options.Scratch = filepath.Join(scratch, "lines")
	if err := os.Mkdir(options.Scratch, 0o711); err != nil {
		return err
	}
	r.Lines, r.By, err = replay.LinesByTest(ctx, options, r.all, maxAttributed)
	return err
}

// present sets the files to compile. A file in the place of another one finds the headers beside that.
func (r *Run) present(t *task.Task, scratch string) (err error) {
	var paths []string
	t.Compile = slices.Clone(t.Compile)
	for i, kept := range r.Details.Programs {
		path := kept.Path
		if i < len(t.Programs) {
			path = t.Programs[i]
		}
		if content, err := files.Read(path, files.MaxSource); err != nil || string(content) != kept.Source {
			if i < len(t.Compile) {
				beside := flags.Search{Option: "-iquote", Folder: filepath.Dir(path), Given: filepath.Dir(path)}
				t.Compile[i].Search = append([]flags.Search{beside}, t.Compile[i].Search...)
			}
			path = filepath.Join(scratch, fmt.Sprintf("%d-%s", i, filepath.Base(kept.Path)))
			if err := os.WriteFile(path, []byte(kept.Source), 0o600); err != nil {
				return err
			}
		}
		paths = append(paths, path)
	}
	t.Programs = paths
	return nil
}

// judge replays the tests of a killed run and adds the goals that they reach.
func (r *Run) judge(ctx context.Context, options replay.Options, scratch string) (err error) {
	if options.Property, err = property.Parse(r.Statistics.Property); err != nil {
		return err
	}
	if err := os.Mkdir(scratch, 0o711); err != nil {
		return err
	}
	options.Scratch = scratch
	program, err := replay.Build(ctx, options)
	if err != nil {
		return err
	}
	defer program.Close()
	if len(program.Goals()) != len(r.Details.Goals) {
		return fmt.Errorf("gcc makes code for %d goals now, for %d when the run was made", len(program.Goals()), len(r.Details.Goals))
	}
	goals := &formats.Goals{Total: len(r.Details.Goals)}
	for test, err := range r.all {
		if err != nil {
			return err
		}
		outcome, err := program.Run(ctx, test)
		if err != nil {
			return err
		}
		reached := formats.Test{Ending: string(outcome.Ending)}
		for goal, covered := range outcome.Covered {
			if !covered {
				continue
			}
			reached.Goals = append(reached.Goals, goal)
			if !r.Details.Goals[goal].Covered {
				r.Details.Goals[goal].Covered = true
				goals.Covered++
			}
		}
		r.Details.Tests = append(r.Details.Tests, reached)
	}
	r.Statistics.Goals = goals
	return nil
}
