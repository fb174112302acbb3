// Package seeds reads what a run may start from: suites in the exchange format, folders of raw inputs (libFuzzer's corpus, AFL++'s
// output folder or a queue in it, any folder of files), and KLEE's .ktest files. Raw bytes become the input of the search as they are.
package seeds

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
)

// Seeds are tests whose values have types, and inputs that are bytes only.
type Seeds struct {
	Tests  []suite.Test
	Inputs [][]byte
}

// Suffix of KLEE's files.
const ktestSuffix = ".ktest"

// queueFolder is the folder of an instance of AFL++ that has its corpus; queueFile begins the name of each input in it.
const (
	queueFolder = "queue"
	queueFile   = "id:"
)

// errEmpty means that a folder has no seeds.
var errEmpty = errors.New("there are no tests; give a test suite (folder or zip), AFL++'s output folder, a folder of raw inputs, or " +
	"one of .ktest files")

// Read returns the seeds at a path, in the order of their names. The limits hold for all of them together. What a folder is, is told
// by the first that fits: a suite or the output folder of a run; AFL++'s output folder, of one or several instances; a folder with
// .ktest files, of which only these are read; a folder of raw inputs. A file is a .ktest file or a suite's zip. The error wraps
// files.ErrRefused if a limit is exceeded.
func Read(path string, limits suite.Limits) (*Seeds, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir() && filepath.Ext(path) == ktestSuffix:
		return (&reader{left: limits}).readAll([]string{path})
	case err == nil && info.IsDir() && !isSuite(path):
		return (&reader{left: limits}).readFolder(path)
	}
	s, err := suite.ReadWithin(SuiteAt(path), limits)
	if err != nil {
		return nil, err
	}
	return &Seeds{Tests: s.Tests}, nil
}

// SuiteAt returns the path of the suite if path is the suite, or the output folder of its run.
func SuiteAt(path string) string {
	inside := filepath.Join(path, formats.SuiteFolder)
	if _, err := suite.ReadMetadata(path); errors.Is(err, suite.ErrNoMetadata) {
		if _, err := os.Stat(inside); err == nil {
			return inside
		}
	}
	return path
}

// isSuite tells whether a folder has a suite in it, or tests without the metadata that a suite needs.
func isSuite(folder string) bool {
	if SuiteAt(folder) != folder {
		return true
	}
	tests, _ := filepath.Glob(filepath.Join(escape(folder), "*.xml"))
	return len(tests) > 0
}

// reader reads raw seeds within what is left of the limits.
type reader struct {
	left  suite.Limits
	seeds Seeds
}

// readFolder reads a folder of raw inputs or .ktest files.
func (r *reader) readFolder(folder string) (*Seeds, error) {
	for _, queue := range []string{queueFolder, "*/" + queueFolder} {
		if inputs := matches(folder, queue+"/"+queueFile+"*"); len(inputs) > 0 {
			return r.readAll(inputs)
		}
	}
	for _, pattern := range []string{"*" + ktestSuffix, queueFile + "*"} {
		if inputs := matches(folder, pattern); len(inputs) > 0 {
			return r.readAll(inputs)
		}
	}
	inputs := slices.DeleteFunc(matches(folder, "*"), func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir() || strings.HasPrefix(filepath.Base(path), ".")
	})
	if len(inputs) == 0 {
		return nil, fmt.Errorf("%s: %w", folder, errEmpty)
	}
	return r.readAll(inputs)
}

// readAll reads the files.
func (r *reader) readAll(paths []string) (*Seeds, error) {
	if len(paths) > r.left.Files {
		return nil, files.Refuse(filepath.Dir(paths[0]), fmt.Sprintf("has more than %d files; give a part of them", r.left.Files))
	}
	for _, path := range paths {
		content, err := files.Read(path, r.left.Bytes)
		if err != nil {
			return nil, err
		}
		r.left.Bytes -= int64(len(content))
		if filepath.Ext(path) == ktestSuffix {
			test, err := ReadKTest(content)
			if err != nil {
				return nil, fmt.Errorf("%s is no test by KLEE: %w", path, err)
			}
			content = test.Input()
		}
		r.seeds.Inputs = append(r.seeds.Inputs, content)
	}
	return &r.seeds, nil
}

// matches returns the files below a folder that match a pattern, in the order of their names.
func matches(folder, pattern string) []string {
	found, _ := filepath.Glob(filepath.Join(escape(folder), pattern)) // the pattern is constant
	slices.Sort(found)
	return found
}

// escape returns a pattern that matches only the path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
