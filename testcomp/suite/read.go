package suite

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"fizzer/testcomp/files"
)

// Limits bound what is read of a suite, since a zip of a few kilobytes can hold gigabytes.
type Limits struct {
	Files  int   // files in the folder or zip
	Bytes  int64 // size of all files together, unpacked
	Inputs int   // inputs of all tests together
}

// WideLimits returns limits for suites that are held in memory; picked by hand.
func WideLimits() Limits { return Limits{Files: 1_000_000, Bytes: 1 << 30, Inputs: 8_000_000} }

// testLimits returns limits for each test of suites of which one test at a time is in memory. No test of a run of ours exceeds them: the
// longest have a million inputs (decision 031).
func testLimits() Limits { return Limits{Files: 1_000_000, Bytes: 128 << 20, Inputs: 2_000_000} }

// storedLimits returns limits for such suites as a whole, which bound time and disk.
func storedLimits() Limits { return Limits{Files: 1_000_000, Bytes: 1 << 40, Inputs: 1 << 40} }

// maxDirectory bounds the list of files of a packed suite in bytes: it takes several times its size in memory.
const maxDirectory = 64 << 20

// ErrNoMetadata means that a suite has no metadata.xml: validators reject it.
var ErrNoMetadata = errors.New("there is no metadata.xml; give a test-suite directory or its zip")

// Read returns the suite in a directory or zip file as a validator sees it. Tests of a zip come in the order of the archive,
// those of a directory by number. Skipped lists the files that a validator skips. The error wraps files.ErrRefused if the suite
// exceeds WideLimits or is not a regular file.
func Read(path string) (*Suite, error) { return ReadWithin(path, WideLimits()) }

// ReadWithin is Read with the caller's limits.
func ReadWithin(path string, limits Limits) (*Suite, error) {
	s := new(Suite)
	r := reader{path: path, left: limits, limits: limits, each: limits}
	r.visit = func(test Test) bool { s.Tests = append(s.Tests, test); return true }
	if err := r.read(); err != nil {
		return nil, err
	}
	if r.metadata == nil {
		return nil, fmt.Errorf("test suite %s: %w", path, ErrNoMetadata)
	}
	s.Metadata, s.Skipped = *r.metadata, r.skipped
	return s, nil
}

// Tests yields tests one after the other. An error ends it.
type Tests = iter.Seq2[Test, error]

// Each yields the tests of a list.
func Each(tests []Test) Tests {
	return func(yield func(Test, error) bool) {
		for _, test := range tests {
			if !yield(test, nil) {
				return
			}
		}
	}
}

// Stored is a suite in a directory or zip file, of which one test at a time is read.
type Stored struct {
	Metadata Metadata
	Skipped  []string // as in Suite; complete after Tests has yielded all tests
	// Check is called before each file; Tests ends with its error, as it is. nil: nothing ends it.
	Check func() error
	path  string
	each  Limits // of each file and test
}

// Open returns the suite at path, as Read does.
func Open(path string) (*Stored, error) {
	metadata, err := ReadMetadata(path)
	if errors.Is(err, ErrNoMetadata) {
		err = fmt.Errorf("test suite %s: %w", path, err)
	}
	return &Stored{Metadata: metadata, path: path, each: testLimits()}, err
}

// Tests yields the tests as they are now, in the order of Read, each time from the first on. Its errors are those of Read.
func (s *Stored) Tests() Tests {
	return func(yield func(Test, error) bool) {
		limits := storedLimits()
		visit := func(test Test) bool { return yield(test, nil) }
		r := reader{path: s.path, left: limits, limits: limits, each: s.each, check: s.Check, visit: visit}
		err := r.read()
		s.Skipped = r.skipped
		if err != nil {
			yield(Test{}, err)
		}
	}
}

// ReadMetadata returns what the suite in a directory or zip file says of itself, without its tests; ErrNoMetadata when it says
// nothing.
func ReadMetadata(path string) (Metadata, error) {
	archive, err := open(path, WideLimits())
	if err != nil {
		return Metadata{}, fmt.Errorf("test suite %s: %w", path, err)
	}
	defer archive.close()
	for _, name := range archive.names {
		if filepath.Base(name) != metadataName {
			continue
		}
		content, err := archive.read(name, files.MaxDefinition)
		if err != nil {
			return Metadata{}, fmt.Errorf("test suite %s: %s: %w", path, name, err)
		}
		return decodeMetadata(content)
	}
	return Metadata{}, ErrNoMetadata
}

// reader reads one suite.
type reader struct {
	path         string
	visit        func(Test) (more bool)
	check        func() error // before each file; nil: none
	metadata     *Metadata    // nil: not found
	skipped      []string
	left, limits Limits // of all files
	each         Limits // of one
}

// read visits the tests until visit wants no more.
func (r *reader) read() error {
	archive, err := open(r.path, r.limits)
	if err != nil {
		return fmt.Errorf("test suite %s: %w", r.path, err)
	}
	defer archive.close()
	return r.files(archive)
}

func (r *reader) files(archive *archive) error {
	for _, name := range archive.names {
		if r.check != nil {
			if err := r.check(); err != nil {
				return err
			}
		}
		more, err := r.file(archive, name)
		if err != nil {
			return fmt.Errorf("test suite %s: %w", r.path, err)
		}
		if !more {
			break
		}
	}
	return nil
}

// file reads one file.
func (r *reader) file(archive *archive, name string) (more bool, err error) {
	content, err := archive.read(name, min(r.left.Bytes, r.each.Bytes))
	if errors.Is(err, errTooMany) {
		err = tooMany(r.path, min(r.limits.Bytes, r.each.Bytes), "bytes")
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	r.left.Bytes -= int64(len(content))
	if path.Base(name) != metadataName {
		return r.test(name, content)
	}
	metadata, err := decodeMetadata(content)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	r.metadata = &metadata
	return true, nil
}

// test visits the test in content, or adds its name to those skipped.
func (r *reader) test(name string, content []byte) (more bool, err error) {
	if !isTest(content) {
		r.skipped = append(r.skipped, name+": the first two lines are not those of a test")
		return true, nil
	}
	test, err := decode(content, min(r.left.Inputs, r.each.Inputs))
	if errors.Is(err, errTooMany) {
		return false, tooMany(r.path, int64(min(r.limits.Inputs, r.each.Inputs)), "inputs")
	}
	if err != nil {
		r.skipped = append(r.skipped, fmt.Sprintf("%s: %v", name, err))
		return true, nil
	}
	r.left.Inputs -= len(test.Inputs)
	test.Name = strings.TrimSuffix(path.Base(name), ".xml")
	return r.visit(test), nil
}

// errTooMany means that something exceeds its limit.
var errTooMany = errors.New("too many")

func tooMany(suite string, limit int64, what string) error {
	return files.Refuse(suite, fmt.Sprintf("has more than %d %s; give a part of it", limit, what))
}

// archive is a suite's XML files.
type archive struct {
	names []string // in the order in which validators read them; metadata.xml is one of them
	read  func(name string, limit int64) ([]byte, error)
	close func() error
}

func open(suite string, limits Limits) (*archive, error) {
	info, err := os.Stat(suite)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openDirectory(suite, limits)
	}
	return openZip(suite, limits)
}

func openDirectory(dir string, limits Limits) (*archive, error) {
	names, err := testFiles(dir, limits.Files)
	if errors.Is(err, errTooMany) {
		return nil, tooMany(dir, int64(limits.Files), "files")
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, metadataName)); err == nil {
		names = append([]string{metadataName}, names...)
	}
	read := func(name string, limit int64) ([]byte, error) {
		file, err := files.Open(filepath.Join(dir, name), limit)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return bounded(file, limit)
	}
	return &archive{names, read, func() error { return nil }}, nil
}

func openZip(path string, limits Limits) (*archive, error) {
	file, err := files.Open(path, limits.Bytes)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && directorySize(file, info.Size()) > maxDirectory {
		err = files.Refuse(path, "lists too many files; give a part of them")
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	result, err := readDirectory(path, file, info.Size(), limits)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	result.close = file.Close
	return result, nil
}

// The end of a zip (APPNOTE.TXT 4.3.16): a signature, the size of the directory at offset 12, and a comment of at most 64 KB.
const (
	zipEnd        = "PK\x05\x06"
	zipEndBytes   = 22
	zipEndComment = 1<<16 - 1
)

// directorySize returns the size of a zip's directory in bytes; that of the whole zip if it has the format for many files, which says so
// elsewhere.
func directorySize(packed io.ReaderAt, size int64) int64 {
	tail := make([]byte, min(size, zipEndBytes+zipEndComment))
	if _, err := packed.ReadAt(tail, size-int64(len(tail))); err != nil {
		return 0 // whoever reads the directory meets the error, too
	}
	var largest int64         // 0: no zip
	for end := len(tail); ; { // a comment may contain the signature, and readers differ in which one they take
		at := bytes.LastIndex(tail[:end], []byte(zipEnd))
		if at < 0 {
			return largest
		}
		if at+zipEndBytes <= len(tail) {
			listed := int64(binary.LittleEndian.Uint32(tail[at+12:]))
			if listed == math.MaxUint32 {
				return size
			}
			largest = max(largest, listed)
		}
		end = at
	}
}

// readDirectory reads the directory of a zip.
func readDirectory(path string, packed io.ReaderAt, size int64, limits Limits) (*archive, error) {
	directory, err := zip.NewReader(packed, size)
	if err != nil {
		return nil, fmt.Errorf("%w; give a test-suite directory or its zip", err)
	}
	if len(directory.File) > limits.Files {
		return nil, tooMany(path, int64(limits.Files), "files")
	}
	result := new(archive)
	entries := map[string]*zip.File{}
	for _, entry := range directory.File {
		if strings.HasSuffix(entry.Name, ".xml") {
			result.names = append(result.names, entry.Name)
			entries[entry.Name] = entry
		}
	}
	result.read = func(name string, limit int64) ([]byte, error) {
		packed, err := entries[name].Open()
		if err != nil {
			return nil, err
		}
		defer packed.Close()
		return bounded(packed, limit)
	}
	return result, nil
}

// bounded reads everything, or returns errTooMany if that is more than limit bytes.
func bounded(reader io.Reader, limit int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(reader, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = errTooMany
	}
	return content, err
}
