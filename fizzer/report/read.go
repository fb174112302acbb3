package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// Run is the content of the files of a run.
type Run struct {
	Statistics formats.Statistics // of a killed run: what its suite and its last progress tell
	Details    formats.Details
	Progress   []formats.Progress // ordered by time
	Tests      []Test
	metadata   suite.Metadata
	all        suite.Tests     // the tests as they are on disk
	Crashes    []Crash         // by kind and number
	Lines      [][]replay.Line // state of each line of each of Details.Programs; nil: unknown
	By         [][][]int       // for each line of Lines: which of the first tests execute it
	NoLines    string          // why the lines are unknown
	Killed     bool            // the run did not end by itself
}

// Test is a test of the suite, with its first values.
type Test struct {
	suite.Test     // at most maxValues inputs
	Values     int // number of its inputs
}

// maxValues bounds the values of a test that the page shows. A test may have a million.
const maxValues = 1000

// Crash is the folder of a bad end.
type Crash struct {
	Folder string // below the output folder
	Kind   string // signal, or timeout
	Place  string // where the run ended; empty: unknown
	Inputs []suite.Input
	About  formats.Crash // empty in a run by an earlier version
}

// Read reads the output folder of a run. The run may have been killed after its program was built. The error names the file that is
// missing or invalid.
func Read(folder string) (*Run, error) {
	r := new(Run)
	if err := readJSON(filepath.Join(folder, formats.DetailsFile), &r.Details); err != nil {
		return nil, withoutDetails(folder, err)
	}
	stored, err := suite.Open(filepath.Join(folder, formats.SuiteFolder))
	if err != nil {
		return nil, err
	}
	r.metadata = stored.Metadata
	if err := r.hold(stored.Tests()); err != nil {
		return nil, err
	}
	if r.Progress, err = readProgress(filepath.Join(folder, formats.ProgressFile)); err != nil {
		return nil, err
	}
	if r.Killed = r.Details.Running; r.Killed {
		r.Statistics = r.soFar()
	} else if err := readJSON(filepath.Join(folder, formats.StatisticsFile), &r.Statistics); err != nil {
		return nil, fmt.Errorf("%w; `fizzer resume %s` goes on with the run", err, folder)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("%s: %w; the files of the run are damaged: `fizzer resume %s` writes new ones", folder, err, folder)
	}
	r.Crashes, err = ReadCrashes(folder)
	return r, err
}

// withoutDetails is the error of a folder whose details cannot be read.
func withoutDetails(folder string, err error) error {
	var s formats.Statistics
	missing := errors.Is(err, fs.ErrNotExist) && readJSON(filepath.Join(folder, formats.StatisticsFile), &s) == nil
	if missing && s.StoppedBy == formats.StoppedByFailure {
		return fmt.Errorf("%w; the run ended with an error before its program was built: `fizzer resume %s` says with which", err, folder)
	}
	return fmt.Errorf("%w; give the output folder of a run; `fizzer resume %s` goes on with one that was killed while its program was built", err, folder)
}

// hold sets the tests. It reads them once.
func (r *Run) hold(tests suite.Tests) error {
	r.all, r.Tests = tests, nil
	for test, err := range tests {
		if err != nil {
			return err
		}
		values := len(test.Inputs)
		test.Inputs = slices.Clone(test.Inputs[:min(values, maxValues)])
		r.Tests = append(r.Tests, Test{test, values})
	}
	return nil
}

// soFar derives statistics from the files of a killed run.
func (r *Run) soFar() formats.Statistics {
	m := r.metadata
	_, version, _ := strings.Cut(m.Producer, " ")
	s := formats.Statistics{Version: version, Program: m.ProgramFile, Property: m.Specification, DataModel: string(task.LP64),
		StoppedBy: "killed", Tests: len(r.Tests)}
	if m.Architecture == task.ILP32.Architecture() {
		s.DataModel = string(task.ILP32)
	}
	if n := len(r.Progress); n > 0 {
		last := &r.Progress[n-1]
		s.Executions, s.CPUSeconds, s.WallSeconds, s.Goals, s.Engine = last.Engine.Executions, last.CPUSeconds, last.WallSeconds,
			last.Goals, last.Engine
	}
	for _, line := range r.Progress {
		if len(line.Searches) > 0 { // not in every line
			s.Searches = line.Searches
		}
	}
	return s
}

// maxFile bounds each file of a run in bytes.
const maxFile = 1 << 30

func readJSON(path string, target any) error {
	content, err := files.Read(path, maxFile)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, target); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readProgress reads the complete lines of a progress file. The run may have been killed before or while it wrote one.
func readProgress(path string) ([]formats.Progress, error) {
	content, err := files.Read(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []formats.Progress
	for line := range bytes.Lines(content) {
		var p formats.Progress
		if err := json.Unmarshal(line, &p); err != nil && bytes.HasSuffix(line, []byte{'\n'}) {
			return nil, fmt.Errorf("%s: %w", path, err)
		} else if err == nil {
			all = append(all, p)
		}
	}
	return all, nil
}

// ReadCrashes reads the folders of bad ends in the output folder of a run, of which there may be none. It skips missing parts.
func ReadCrashes(folder string) ([]Crash, error) {
	kinds, err := fs.Glob(os.DirFS(folder), formats.CrashFolder+"/*/*")
	if err != nil {
		return nil, err
	}
	var all []Crash
	for _, path := range kinds {
		if strings.HasSuffix(path, files.Unfinished) {
			continue
		}
		crash := Crash{Folder: path, Kind: filepath.Base(filepath.Dir(path))}
		if text, err := files.Read(filepath.Join(folder, path, formats.CrashProgram), files.MaxDefinition); err == nil {
			_, rest, _ := strings.Cut(string(text), "\n# ")
			title, _, _ := strings.Cut(rest, "\n")
			crash.Place = strings.TrimPrefix(strings.TrimPrefix(title, crash.Kind), ", ")
		}
		if tests, err := suite.Read(filepath.Join(folder, path, formats.SuiteFolder)); err == nil && len(tests.Tests) > 0 {
			crash.Inputs = tests.Tests[0].Inputs
		}
		if err := readJSON(filepath.Join(folder, path, formats.CrashFile), &crash.About); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		all = append(all, crash)
	}
	slices.SortFunc(all, func(a, b Crash) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.number(), b.number())) })
	return all, nil
}

// number returns the folder's number within its kind.
func (c *Crash) number() int {
	n, _ := strconv.Atoi(filepath.Base(c.Folder)) // 0: not one of ours
	return n
}
