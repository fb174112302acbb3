package suite

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
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

// WideLimits returns limits that no suite written by a run of ours exceeds; picked by hand.
func WideLimits() Limits { return Limits{Files: 1_000_000, Bytes: 1 << 30, Inputs: 8_000_000} }

// maxZip bounds a packed suite in bytes: its directory alone takes several times its size in memory.
const maxZip = 64 << 20

// ErrNoMetadata means that a suite has no metadata.xml: validators reject it.
var ErrNoMetadata = errors.New("there is no metadata.xml; give a test-suite directory or its zip")

// Read returns the suite in a directory or zip file as a validator sees it. Tests of a zip come in the order of the archive,
// those of a directory by number. Skipped lists the files that a validator skips. The error wraps files.ErrRefused if the suite
// exceeds WideLimits or is not a regular file.
func Read(path string) (*Suite, error) { return ReadWithin(path, WideLimits()) }

// ReadWithin is Read with the caller's limits.
func ReadWithin(path string, limits Limits) (*Suite, error) {
	archive, err := open(path, limits)
	if err != nil {
		return nil, fmt.Errorf("test suite %s: %w", path, err)
	}
	defer archive.close()
	r := reader{path: path, left: limits, limits: limits}
	if err := r.read(archive); err != nil {
		return nil, fmt.Errorf("test suite %s: %w", path, err)
	}
	return &r.suite, nil
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
	suite        Suite
	left, limits Limits
}

func (r *reader) read(archive *archive) error {
	metadata := false
	for _, name := range archive.names {
		content, err := archive.read(name, r.left.Bytes)
		if errors.Is(err, errTooMany) {
			err = tooMany(r.path, r.limits.Bytes, "bytes")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		r.left.Bytes -= int64(len(content))
		if path.Base(name) != metadataName {
			if err := r.add(name, content); err != nil {
				return err
			}
			continue
		}
		if r.suite.Metadata, err = decodeMetadata(content); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		metadata = true
	}
	if !metadata {
		return ErrNoMetadata
	}
	return nil
}

// add appends the test in content, or adds its name to those skipped.
func (r *reader) add(name string, content []byte) error {
	s := &r.suite
	if !isTest(content) {
		s.Skipped = append(s.Skipped, name+": the first two lines are not those of a test")
		return nil
	}
	test, err := decode(content, r.left.Inputs)
	if errors.Is(err, errTooMany) {
		return tooMany(r.path, int64(r.limits.Inputs), "inputs")
	}
	if err != nil {
		s.Skipped = append(s.Skipped, fmt.Sprintf("%s: %v", name, err))
		return nil
	}
	r.left.Inputs -= len(test.Inputs)
	test.Name = strings.TrimSuffix(path.Base(name), ".xml")
	s.Tests = append(s.Tests, test)
	return nil
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
	file, err := files.Open(path, maxZip)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
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
