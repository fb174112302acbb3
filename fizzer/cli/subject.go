package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	cli "github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/seeds"
	"fizzer/fizzer/suites"
	"fizzer/testcomp/files"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// subject is a suite and the program that it is for.
type subject struct {
	task     *task.Task
	property property.Property
	suite    suites.Suite
	options  options // by which the task was read
}

// openSuite opens a suite: folder, zip or output folder of a run. Whoever reads its tests to the end for the first time is told which of
// its files are no tests.
func openSuite(c *cli.Context, path string) (suites.Suite, error) {
	s, err := openStored(c.Context, path)
	if err != nil {
		return suites.Suite{}, err
	}
	said := false
	return suites.Suite{Metadata: s.Metadata, Tests: func(yield func(suite.Test, error) bool) {
		for test, err := range s.Tests() {
			if err != nil && !isInterruption(c.Context, err) {
				err = &inputError{err}
			}
			if !yield(test, err) {
				return
			}
		}
		for _, skipped := range s.Skipped {
			if !said {
				fmt.Fprintf(c.App.ErrWriter, "fizzer: note: not read: %s\n", plain.Indented(skipped))
			}
		}
		said = true
	}}, nil
}

// openStored opens a suite as openSuite does. The end of ctx ends this, and the reading of its tests.
func openStored(ctx context.Context, path string) (*suite.Stored, error) {
	s, err := budget.Within(ctx, func() (*suite.Stored, error) { return suite.Open(seeds.SuiteAt(path)) })
	if isInterruption(ctx, err) {
		return nil, err
	}
	if err != nil {
		return nil, &inputError{err}
	}
	s.Check = func() error { return context.Cause(ctx) }
	return s, nil
}

// openSubject reads a suite and finds its program: the task of the run if path is the output folder of one, else the file that the
// suite names. Data model and property are those of the suite.
func openSubject(c *cli.Context, l limits, path string) (s subject, err error) {
	if s.suite, err = openSuite(c, path); err != nil {
		return s, err
	}
	m := s.suite.Metadata
	var program named
	if _, err := os.Stat(filepath.Join(path, formats.RunFile)); err == nil {
		record, err := readRecord(path)
		if err != nil {
			return s, err
		}
		s.options, program = record.Options, namedBy(&record)
	} else if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENOTDIR) { // a zip has nothing below it
		return s, &inputError{err}
	} else if program, err = alone(m.ProgramFile); err != nil {
		return s, err
	}
	if s.task, err = readTask(c.Context, l, s.options.under(c), program, io.Discard); err != nil {
		return s, err
	}
	s.task.DataModel = task.LP64
	if m.Architecture == task.ILP32.Architecture() {
		s.task.DataModel = task.ILP32
	}
	if s.property, err = property.Parse(m.Specification); err != nil {
		return s, &inputError{fmt.Errorf("test suite %s: %w", path, err)}
	}
	return s, s.checkProgram(path)
}

// checkProgram returns an error if the suite is for another program, or for another version of it.
func (s *subject) checkProgram(path string) error {
	program := s.task.Programs[0]
	content, err := files.Read(program, files.MaxSource)
	if err != nil {
		return &inputError{err}
	}
	if hash := sha256.Sum256(content); hex.EncodeToString(hash[:]) != s.suite.Metadata.ProgramHash {
		return &inputError{fmt.Errorf("%s is not the program of the test suite %s, or was changed since; start a run with --seeds %s",
			program, path, path)}
	}
	return nil
}

// replayOptions are the options of the commands that replay tests beside `replay`.
func replayOptions() []cli.Flag {
	return append(append(limitOptions(), testOptions()...), sandboxOption())
}

// withReplay builds a program for replay and calls work. What it leaves is removed afterwards.
func withReplay(c *cli.Context, l limits, t *task.Task, p property.Property, work func(*replay.Program) error) error {
	return withOptions(c, l, t, func(o replay.Options) error {
		o.Property = p
		program, err := replay.Build(c.Context, o)
		if err != nil {
			return err
		}
		defer program.Close()
		return work(program)
	})
}

// withOptions calls work with options of a build of the task that has these limits and a folder, which is removed afterwards.
func withOptions(c *cli.Context, l limits, t *task.Task, work func(replay.Options) error) error {
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return err
	}
	defer remove()
	policy, err := readSandbox(c)
	if err != nil {
		return err
	}
	sources, err := copied(c.Context, t, scratch)
	if err != nil {
		return err
	}
	return work(l.bind(replay.Options{
		Programs: t.Programs, Sources: sources, DataModel: t.DataModel, Scratch: scratch, Policy: policy,
	}))
}
