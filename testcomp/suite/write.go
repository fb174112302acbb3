package suite

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	metadataName = "metadata.xml"
	unfinished   = ".unfinished" // end of the name of a file that is being written; validators look at .xml only
)

// Writer keeps a suite directory. It is not safe for concurrent use.
type Writer struct {
	dir   string
	tests int // tests in the directory; the last one has this number
}

var written = regexp.MustCompile(`^testcase-(\d{1,9})\.xml$`)

// Create makes dir a suite without tests. A suite that an earlier run left there is replaced; a directory with anything
// else in it is an error.
func Create(dir string, metadata Metadata) (*Writer, error) {
	content, err := metadata.encode()
	if err != nil {
		return nil, fmt.Errorf("test suite %s: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("test suite: %w; choose another output directory", err)
	}
	if err := clear(dir); err != nil {
		return nil, fmt.Errorf("test suite %s: %w", dir, err)
	}
	return &Writer{dir: dir}, place(filepath.Join(dir, metadataName), content)
}

// Continue takes up the suite that an earlier run left in dir, whenever that was killed, with its tests; their numbers are
// closed up, the metadata is replaced. Where there is no suite it is Create.
func Continue(dir string, metadata Metadata) (*Writer, error) {
	names, err := testFiles(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Create(dir, metadata)
	}
	if err != nil {
		return nil, fmt.Errorf("test suite %s: %w", dir, err)
	}
	content, err := metadata.encode()
	if err != nil {
		return nil, fmt.Errorf("test suite %s: %w", dir, err)
	}
	w := &Writer{dir: dir}
	for _, name := range names {
		if !written.MatchString(name) {
			return nil, fmt.Errorf("test suite %s: %s is no test of ours; give the suite by --seeds instead", dir, name)
		}
		w.tests++
		if err := os.Rename(filepath.Join(dir, name), w.path(w.tests)); err != nil {
			return nil, fmt.Errorf("test suite: %w", err)
		}
	}
	return w, place(filepath.Join(dir, metadataName), content)
}

// clear removes the tests of an earlier run, and nothing when there are other files.
func clear(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var old []string
	for _, entry := range entries {
		switch name := entry.Name(); {
		case name == metadataName:
		case written.MatchString(name), strings.HasSuffix(name, unfinished):
			old = append(old, filepath.Join(dir, name))
		default:
			return fmt.Errorf("there is %s, which is no test of ours; empty the directory or choose another", name)
		}
	}
	for _, path := range old {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// place puts a file under its name when it is complete.
func place(path string, content []byte) error {
	if err := os.WriteFile(path+unfinished, content, 0o666); err != nil {
		return err
	}
	return os.Rename(path+unfinished, path)
}

// Dir returns the suite's directory.
func (w *Writer) Dir() string { return w.dir }

// Len returns the number of tests.
func (w *Writer) Len() int { return w.tests }

func (w *Writer) path(number int) string {
	return filepath.Join(w.dir, fmt.Sprintf("testcase-%06d.xml", number))
}

// Add writes one more test and returns its name, testcase-N with the next N. After an error the suite is as before.
func (w *Writer) Add(test Test) (string, error) {
	content, err := encode(test)
	if err != nil {
		return "", err
	}
	path := w.path(w.tests + 1)
	if err := place(path, content); err != nil {
		return "", fmt.Errorf("test suite: %w", err)
	}
	w.tests++
	return strings.TrimSuffix(filepath.Base(path), ".xml"), nil
}

// Rewrite puts a test in the place of the one that was added under its name. The directory holds the old one or the new one at
// each moment.
func (w *Writer) Rewrite(test Test) error {
	path := filepath.Join(w.dir, test.Name+".xml")
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("test suite: no test to be rewritten: %w", err)
	}
	content, err := encode(test)
	if err != nil {
		return err
	}
	if err := place(path, content); err != nil {
		return fmt.Errorf("test suite: %w", err)
	}
	return nil
}

// Replace puts tests, in their order, in the place of all that were added. At each moment the directory is a valid suite
// that contains all the old tests or all the new ones: the new are added behind the old, then the old are removed, then
// the numbers are closed up.
func (w *Writer) Replace(tests []Test) error {
	old := w.tests
	for _, test := range tests {
		if _, err := w.Add(test); err != nil {
			return errors.Join(err, w.remove(old+1, w.tests))
		}
	}
	if err := w.remove(1, old); err != nil {
		return err
	}
	for number := 1; number <= len(tests); number++ {
		if err := os.Rename(w.path(old+number), w.path(number)); err != nil {
			return fmt.Errorf("test suite: %w", err)
		}
	}
	w.tests = len(tests)
	return nil
}

// remove deletes the tests from number first to number last. When they were the last, the next test gets their number.
func (w *Writer) remove(first, last int) error {
	var err error
	for number := first; number <= last; number++ {
		err = errors.Join(err, os.Remove(w.path(number)))
	}
	if last == w.tests {
		w.tests = first - 1
	}
	return err
}

// Zip writes the suite into one file at path: the metadata first, then the tests in their order. The file gets its name
// when it is complete.
func (w *Writer) Zip(path string) error {
	file, err := os.Create(path + unfinished)
	if err != nil {
		return fmt.Errorf("zip of the test suite: %w", err)
	}
	buffered := bufio.NewWriter(file)
	if err := errors.Join(w.pack(buffered), buffered.Flush(), file.Close()); err != nil {
		return fmt.Errorf("zip of the test suite: %w", errors.Join(err, os.Remove(path+unfinished)))
	}
	return os.Rename(path+unfinished, path)
}

func (w *Writer) pack(target io.Writer) error {
	names, err := testFiles(w.dir)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(target)
	for _, name := range slices.Insert(names, 0, metadataName) {
		content, err := os.ReadFile(filepath.Join(w.dir, name))
		if err != nil {
			return err
		}
		entry, err := archive.Create(name)
		if err != nil {
			return err
		}
		if _, err := entry.Write(content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// testFiles returns the names of the XML files in dir but metadata.xml, those of ours by number and others by name.
func testFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if name := entry.Name(); entry.Type().IsRegular() && strings.HasSuffix(name, ".xml") && name != metadataName {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, compareNames)
	return names, nil
}

func compareNames(a, b string) int {
	return slices.Compare(sortKey(a), sortKey(b))
}

// sortKey lets names of ours come by number, and before all others.
func sortKey(name string) []string {
	if match := written.FindStringSubmatch(name); match != nil {
		number, _ := strconv.Atoi(match[1]) // at most nine digits
		return []string{"", fmt.Sprintf("%09d", number), name}
	}
	return []string{name}
}
