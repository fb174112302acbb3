package suite

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"fizzer/testcomp/files"
)

// packed is what the newest zip of a suite has, so that the next one copies it instead of compressing it again: a test of 200,000 values
// takes 50 ms of CPU time to be compressed, and a suite may have a hundred of them.
type packed struct {
	path  string           // of the zip
	state os.FileInfo      // of the zip when it was complete
	tests map[string]entry // by the name of the file in the directory
}

// entry is a test in the zip.
type entry struct {
	name  string      // in the zip
	state os.FileInfo // of the file when it was packed
}

// same reports whether a file is what it was.
func same(before, now os.FileInfo) bool {
	return os.SameFile(before, now) && before.Size() == now.Size() && before.ModTime().Equal(now.ModTime())
}

// rename follows the tests that are kept and get new numbers, from 1; nameOf returns the name of the file with a number.
func (p *packed) rename(names []string, nameOf func(number int) string) {
	kept := map[string]entry{}
	for i, name := range names {
		if e, ok := p.tests[name+".xml"]; ok {
			kept[nameOf(i+1)] = e
		}
	}
	p.tests = kept
}

// open returns the tests of the zip by name, and what closes it. There are none if the zip is no longer what it was.
func (p *packed) open() (tests map[string]*zip.File, closer io.Closer) {
	file, err := os.Open(p.path)
	if err != nil {
		return nil, io.NopCloser(nil)
	}
	now, err := file.Stat()
	if err != nil || !same(p.state, now) {
		return nil, file
	}
	archive, err := zip.NewReader(file, now.Size())
	if err != nil {
		return nil, file
	}
	tests = map[string]*zip.File{}
	for _, f := range archive.File {
		tests[f.Name] = f
	}
	return tests, file
}

// Zip writes the suite into one file at path: first the metadata, then the tests in their order. The file gets its name only when
// it is complete. Tests that the writer's last zip has, and that are still the same, are copied from it as they are.
func (w *Writer) Zip(path string) error {
	var now map[string]entry
	err := files.WriteBy(path, 0o666, func(file io.Writer) (err error) {
		buffered := bufio.NewWriter(file)
		now, err = w.pack(buffered)
		return errors.Join(err, buffered.Flush())
	})
	if err != nil {
		return fmt.Errorf("zip of the test suite: %w", err)
	}
	w.packed = packed{}
	if state, err := os.Stat(path); err == nil { // else the next zip is packed anew
		w.packed = packed{path, state, now}
	}
	return nil
}

func (w *Writer) pack(target io.Writer) (now map[string]entry, err error) {
	names, err := testFiles(w.dir, WideLimits().Files)
	if err != nil {
		return nil, err
	}
	old, closer := w.packed.open()
	defer closer.Close()
	now = map[string]entry{}
	archive := zip.NewWriter(target)
	for _, name := range slices.Insert(names, 0, metadataName) {
		before := w.packed.tests[name]
		state, err := packFile(archive, filepath.Join(w.dir, name), name, old[before.name], before.state)
		if err != nil {
			return nil, err
		}
		now[name] = entry{name, state}
	}
	return now, archive.Close()
}

// packFile adds a file to a zip, under a name. It copies the old entry, if there is one and the file is in the state it had then.
func packFile(archive *zip.Writer, path, name string, old *zip.File, before os.FileInfo) (state os.FileInfo, err error) {
	source, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if state, err = source.Stat(); err != nil {
		return nil, err
	}
	if old != nil && same(before, state) {
		header := old.FileHeader
		header.Name = name
		return state, copyRaw(archive, &header, old)
	}
	target, err := archive.Create(name)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(target, source)
	return state, err
}

// copyRaw copies a compressed entry under the name in the header.
func copyRaw(archive *zip.Writer, header *zip.FileHeader, old *zip.File) error {
	source, err := old.OpenRaw()
	if err != nil {
		return err
	}
	target, err := archive.CreateRaw(header)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return err
}
