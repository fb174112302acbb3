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

// OutputError is a failure to write what the run leaves.
type OutputError struct{ Err error }

// Error says what could not be written and what to do.
func (e *OutputError) Error() string {
	return fmt.Sprintf("cannot write the output: %v; choose another folder with --output", e.Err)
}

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }

// unwritten makes an *OutputError of a failure; of none nothing.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return &OutputError{err}
}

// found is one test of the suite with what the engine knows about it.
type found struct {
	test   suite.Test
	ending string
}

// output is the folder of a run with the suite in it.
type output struct {
	folder   string
	clock    func() time.Time
	metadata suite.Metadata
	suite    *suite.Writer // nil until it was opened
	found    []found       // what is in the suite, in the order of its tests
	added    func()        // called for each test that was written

	zipped  int       // tests in the zip
	nextZip time.Time // no zip before
}

// open makes an empty suite, and removes what a run before left that this one will write. With resume it keeps the tests that are
// there and returns them.
func (o *output) open(resume bool) (old []suite.Test, err error) {
	if resume {
		old, err = o.resume()
	} else {
		o.suite, err = suite.Create(o.path(formats.SuiteFolder), o.metadata)
	}
	return old, unwritten(errors.Join(err, o.removeZip(), o.removeUnfinished()))
}

func (o *output) resume() (tests []suite.Test, err error) {
	folder := o.path(formats.SuiteFolder)
	if o.suite, err = suite.Continue(folder, o.metadata); err != nil {
		return nil, err
	}
	old, err := suite.Read(folder)
	if err != nil {
		return nil, err
	}
	for _, test := range old.Tests {
		o.found = append(o.found, found{test, "of the run before"})
	}
	return old.Tests, nil
}

// removeUnfinished removes what a run before that was killed left of files that this run may not write again.
func (o *output) removeUnfinished() (err error) {
	output := os.DirFS(o.folder)
	const crashes = formats.CrashFolder + "/*/*/"
	for _, folder := range []string{"", crashes, crashes + formats.SuiteFolder + "/"} {
		left, _ := fs.Glob(output, folder+"*"+files.Unfinished) // the pattern is constant
		for _, name := range left {
			err = errors.Join(err, os.Remove(o.path(name)))
		}
	}
	return err
}

// removeZip removes the zip of a run before in the same folder: it is of other tests.
func (o *output) removeZip() error {
	if err := os.Remove(o.path(formats.SuiteZip)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (o *output) path(name string) string { return filepath.Join(o.folder, name) }

// add writes a test; its ending is that of the run that it was made of.
func (o *output) add(test suite.Test, ending string) error {
	name, err := o.suite.Add(test)
	if err != nil {
		return &OutputError{err}
	}
	test.Name = name
	o.found = append(o.found, found{test, ending})
	o.added()
	return nil
}

// zipShare bounds the time that zips of an unfinished suite take: one in so many.
const zipShare = 100

// keepZip writes the zip again when there are new tests: a run that is killed while the engine works, as BenchExec does beyond
// the limits of memory, is to leave one too. What fails here fails once more at the end of the run, and is told then.
func (o *output) keepZip() {
	start := o.clock()
	if o.suite.Len() == o.zipped || start.Before(o.nextZip) {
		return
	}
	if o.zip() == nil {
		o.zipped = o.suite.Len()
	}
	end := o.clock()
	o.nextZip = end.Add(zipShare * end.Sub(start))
}

func (o *output) zip() error { return unwritten(o.suite.Zip(o.path(formats.SuiteZip))) }

// writeJSON writes one of the files of the run.
func (o *output) writeJSON(name string, content any, encode func(any) ([]byte, error)) error {
	text, err := encode(content)
	if err != nil {
		return err
	}
	return unwritten(files.Write(o.path(name), text, 0o644))
}

// indented is JSON for people.
func indented(content any) ([]byte, error) {
	text, err := json.MarshalIndent(content, "", "  ")
	return append(text, '\n'), err
}
