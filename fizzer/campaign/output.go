package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
)

// OutputError is a failure to write the files of the run.
type OutputError struct{ Err error }

// Error says what could not be written and what to do.
func (e *OutputError) Error() string {
	return fmt.Sprintf("cannot write the output: %v; choose another folder with --output", e.Err)
}

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }

// unwritten turns a failure into an *OutputError; nil stays nil.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return &OutputError{err}
}

// found is one test of the suite with what the engine knows about it. Its values are in the suite's folder only: many long tests do not
// fit into memory.
type found struct {
	name   string // in the suite
	ending string
	at     time.Duration // CPU time when it was found; 0: by an earlier run
	finder string        // search on another machine that found it; empty: none

	needless bool // it is left out in the end, unless it reaches a goal on gcc's build
}

// ofRunBefore is the ending of a test that an earlier run found.
const ofRunBefore = "of the run before"

// output is the folder of a run with the suite in it.
type output struct {
	folder   string
	clock    func() time.Time
	metadata suite.Metadata
	suite    *suite.Writer        // nil until it is opened
	found    []found              // the tests of the suite, in order
	newest   suite.Test           // the last test that was added
	added    func() time.Duration // called for each test that was written; returns the CPU time

	zipped  int       // tests in the zip
	nextZip time.Time // no zip before this time
	waiting int       // values of tests that are not in the zip
}

// open creates an empty suite and removes files of an earlier run that this one will write. With resume it keeps the existing tests
// and returns them.
func (o *output) open(resume bool) (old suite.Tests, err error) {
	if resume {
		old, err = o.resume()
	} else {
		o.suite, err = suite.Create(o.path(formats.SuiteFolder), o.metadata)
	}
	return old, unwritten(errors.Join(err, o.removeZip(), o.removeUnfinished()))
}

func (o *output) resume() (tests suite.Tests, err error) {
	folder := o.path(formats.SuiteFolder)
	if o.suite, err = suite.Continue(folder, o.metadata); err != nil {
		return nil, err
	}
	old, err := suite.Open(folder)
	if err != nil {
		return nil, err
	}
	for test, err := range old.Tests() {
		if err != nil {
			return nil, err
		}
		o.found = append(o.found, found{name: test.Name, ending: ofRunBefore})
	}
	return old.Tests(), nil
}

// removeUnfinished removes incomplete files of an earlier, killed run that this run may not overwrite.
func (o *output) removeUnfinished() (err error) {
	output := os.DirFS(o.folder)
	for _, folder := range []string{"", formats.CrashFolder + "/*/"} {
		left, _ := fs.Glob(output, folder+"*"+files.Unfinished) // the pattern is constant
		for _, name := range left {
			err = errors.Join(err, os.RemoveAll(o.path(name)))
		}
	}
	return err
}

// removeZip removes the zip of an earlier run in the same folder: it contains other tests.
func (o *output) removeZip() error {
	if err := os.Remove(o.path(formats.SuiteZip)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (o *output) path(name string) string { return filepath.Join(o.folder, name) }

// add writes a test; ending is that of its run, finder the search on another machine that found it (empty: none).
func (o *output) add(test suite.Test, ending, finder string) error {
	name, err := o.suite.Add(test)
	if err != nil {
		return &OutputError{err}
	}
	test.Name = name
	o.newest = test
	o.found = append(o.found, found{name: name, ending: ending, at: o.added(), finder: finder})
	o.zipLong(len(test.Inputs))
	return nil
}

// dropNeedless takes the needless tests out of the suite. Afterwards the tests have other names.
func (o *output) dropNeedless() error {
	var names []string
	for _, f := range o.found {
		if !f.needless {
			names = append(names, f.name)
		}
	}
	if len(names) == len(o.found) {
		return nil
	}
	return unwritten(o.suite.Keep(names))
}

// The zip is written at once when so many values wait for it: to compress them at the end of the run would take longer than its reserve. It
// takes 0.3 microseconds for each value, and a nanosecond for each byte that is copied from the zip before.
const (
	maxWaiting     = 100_000
	copiedPerValue = 300 // bytes that are copied while a value is compressed
)

// zipLong counts values of tests that are not in the zip, and writes it if they are many. A failure is ignored, as in keepZip.
func (o *output) zipLong(values int) {
	if o.waiting += values; o.waiting < maxWaiting {
		return
	}
	if before, err := os.Stat(o.path(formats.SuiteZip)); err == nil && before.Size() > int64(o.waiting)*copiedPerValue {
		return
	}
	_ = o.zip()
}

// load returns a test of the suite.
func (o *output) load(number int) (suite.Test, error) {
	name := o.found[number].name
	if name == o.newest.Name {
		return o.newest, nil
	}
	return o.suite.Load(name)
}

// rewrite replaces a test of the suite by one with the same name.
func (o *output) rewrite(test suite.Test) error {
	if test.Name == o.newest.Name {
		o.newest = test
	}
	if err := o.suite.Rewrite(test); err != nil {
		return &OutputError{err}
	}
	o.zipLong(len(test.Inputs))
	return nil
}

// zipShare bounds the time spent on zips of an unfinished suite, as 1/zipShare of the time.
const zipShare = 100

// keepZip writes the zip again if there are new tests, for a run that is killed while the engine works, as BenchExec does beyond its
// memory limit. A failure is ignored here: the zip at the end of the run fails again and reports it.
func (o *output) keepZip() {
	start := o.clock()
	if o.suite.Len() == o.zipped || start.Before(o.nextZip) {
		return
	}
	_ = o.zip()
	end := o.clock()
	o.nextZip = end.Add(zipShare * end.Sub(start))
}

func (o *output) zip() error {
	if err := o.suite.Zip(o.path(formats.SuiteZip)); err != nil {
		return &OutputError{err}
	}
	o.zipped, o.waiting = o.suite.Len(), 0
	return nil
}

// lastZip writes the zip at the end of the run. On a full disk it makes room for it: the details, which the page about the run needs,
// and the old zip are worth less. If it fails, there is no zip rather than one with fewer tests than the folder has.
func (o *output) lastZip() error {
	err := o.zip()
	if files.Full(err) && os.Remove(o.path(formats.DetailsFile)) == nil {
		err = o.zip()
	}
	if err == nil || o.removeZip() != nil || !files.Full(err) {
		return err
	}
	return o.zip()
}

// writeJSON writes one of the JSON files of the run.
func (o *output) writeJSON(name string, content any, encode func(any) ([]byte, error)) error {
	text, err := encode(content)
	if err != nil {
		return err
	}
	return unwritten(files.Write(o.path(name), text, 0o644))
}

// indented returns JSON for people.
func indented(content any) ([]byte, error) {
	text, err := json.MarshalIndent(content, "", "  ")
	return append(text, '\n'), err
}
