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
)

// maxFileSize bounds one file of a suite: a zip of a few kilobytes can hold gigabytes.
const maxFileSize = 256 << 20

// ErrNoMetadata says that a suite has no metadata.xml: validators reject it.
var ErrNoMetadata = errors.New("there is no metadata.xml; give a test-suite directory or its zip")

// Read returns the suite in a directory or zip file as a validator sees it: tests of a zip in the order of the archive,
// those of a directory by number; files that a validator passes over are listed in Skipped.
func Read(path string) (*Suite, error) {
	files, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("test suite %s: %w", path, err)
	}
	defer files.close()
	result := new(Suite)
	if err := result.read(files); err != nil {
		return nil, fmt.Errorf("test suite %s: %w", path, err)
	}
	return result, nil
}

func (s *Suite) read(files *files) error {
	metadata := false
	for _, name := range files.names {
		content, err := files.read(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if path.Base(name) != metadataName {
			s.add(name, content)
			continue
		}
		if s.Metadata, err = decodeMetadata(content); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		metadata = true
	}
	if !metadata {
		return ErrNoMetadata
	}
	return nil
}

// add appends the test in content, or its name to those skipped.
func (s *Suite) add(name string, content []byte) {
	if !isTest(content) {
		s.Skipped = append(s.Skipped, name+": the first two lines are not those of a test")
		return
	}
	test, err := decode(content)
	if err != nil {
		s.Skipped = append(s.Skipped, fmt.Sprintf("%s: %v", name, err))
		return
	}
	test.Name = strings.TrimSuffix(path.Base(name), ".xml")
	s.Tests = append(s.Tests, test)
}

// files are the XML files of a suite.
type files struct {
	names []string // in the order in which validators take them; metadata.xml is one of them
	read  func(name string) ([]byte, error)
	close func() error
}

func open(suite string) (*files, error) {
	info, err := os.Stat(suite)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openDirectory(suite)
	}
	return openZip(suite)
}

func openDirectory(dir string) (*files, error) {
	names, err := testFiles(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, metadataName)); err == nil {
		names = append([]string{metadataName}, names...)
	}
	read := func(name string) ([]byte, error) {
		file, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return bounded(file)
	}
	return &files{names, read, func() error { return nil }}, nil
}

func openZip(path string) (*files, error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("%w; give a test-suite directory or its zip", err)
	}
	result := &files{close: archive.Close}
	entries := map[string]*zip.File{}
	for _, entry := range archive.File {
		if strings.HasSuffix(entry.Name, ".xml") {
			result.names = append(result.names, entry.Name)
			entries[entry.Name] = entry
		}
	}
	result.read = func(name string) ([]byte, error) {
		file, err := entries[name].Open()
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return bounded(file)
	}
	return result, nil
}

func bounded(reader io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(reader, maxFileSize+1))
	if err == nil && len(content) > maxFileSize {
		err = fmt.Errorf("has more than %d bytes", maxFileSize)
	}
	return content, err
}
