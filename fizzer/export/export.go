// Package export turns the tests of a run into what other tools read: C files with a CMakeLists.txt for ctest, the corpora of libFuzzer
// and AFL++, a trace file of lcov, and JUnit's XML. Each function yields files, one after the other as their tests come; File.Write
// writes one into a folder.
package export

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"fizzer/fizzer/harness"
	"fizzer/fizzer/vector"
	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// Program is what the tests are for.
type Program struct {
	Files     []string   // absolute paths of the C files
	Options   [][]string // of the compiler for each file, one word each; may be shorter than Files
	Libraries []string   // words for the linker
	DataModel task.DataModel
	Harness   *task.Harness   // nil: the program calls input functions itself
	Format    *harness.Format // of the harness; nil: only the harness knows what the values mean
}

// Test is a test with what is known about it.
type Test struct {
	Name   string // may be anything
	Inputs []suite.Input
	Status int            // exit status of the program, if no signal ended it
	Signal syscall.Signal // that ended it; 0: none
}

// Tests yields tests, Files files, one after the other. An error ends them.
type (
	Tests = iter.Seq2[Test, error]
	Files = iter.Seq2[File, error]
)

// bytes returns the raw input of a test: what the program reads, where that is one sequence of bytes, else the values by their types.
func (p *Program) bytes(test *Test) (input []byte, err error) {
	if p.Format.Raw() {
		input, err = p.Format.RawBytes(test.Inputs)
	} else {
		input, err = vector.Bytes(test.Inputs, p.DataModel.Bits())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", test.Name, err)
	}
	return input, nil
}

// File is a file to be written.
type File struct {
	Name    string // without a folder
	Content []byte
}

// Write writes the file into a folder, which it makes if it is missing. It replaces a file of the same name.
func (f *File) Write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return files.WriteBy(filepath.Join(folder, f.Name), 0o644, func(w io.Writer) error {
		_, err := w.Write(f.Content)
		return err
	})
}

// each yields what is made of each test, the i-th from 0.
func each(tests Tests, made func(i int, test *Test) (File, error)) Files {
	return func(yield func(File, error) bool) {
		i := 0
		for test, err := range tests {
			var file File
			if err == nil {
				file, err = made(i, &test)
			}
			if !yield(file, err) || err != nil {
				return
			}
			i++
		}
	}
}

// LibFuzzer returns the inputs of the tests as libFuzzer names them: by the SHA-1 of their content. Equal ones become one file.
func LibFuzzer(program Program, tests Tests) Files {
	named := each(tests, func(_ int, test *Test) (File, error) {
		input, err := program.bytes(test)
		hash := sha1.Sum(input)
		return File{hex.EncodeToString(hash[:]), input}, err
	})
	return func(yield func(File, error) bool) {
		seen := map[string]bool{}
		for file, err := range named {
			if err == nil && seen[file.Name] {
				continue
			}
			seen[file.Name] = true
			if !yield(file, err) {
				return
			}
		}
	}
}

// AFL returns the inputs of the tests, numbered as AFL++ does. The folder can be the one given by its option -i.
func AFL(program Program, tests Tests) Files {
	return each(tests, func(i int, test *Test) (File, error) {
		input, err := program.bytes(test)
		return File{fmt.Sprintf("id:%06d,orig:%s", i, nameOf(test, i)), input}, err
	})
}

// plainName matches names that are file names, targets of CMake and words of a shell.
var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,60}$`)

// nameOf returns the name of a test, the i-th from 0, in exported files.
func nameOf(test *Test, i int) string {
	if plainName.MatchString(test.Name) {
		return test.Name
	}
	return fmt.Sprintf("test-%06d", i+1)
}
