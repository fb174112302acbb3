package suite

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fizzer/testcomp/files"
)

const metadataName = "metadata.xml"

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
	if _, err := files.Folder(filepath.Dir(dir), filepath.Base(dir)); err != nil {
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
	if _, err := files.Folder(filepath.Dir(dir), filepath.Base(dir)); err != nil {
		return nil, fmt.Errorf("test suite: %w; choose another output directory", err)
	}
	names, err := testFiles(dir, WideLimits().Files)
	if err == nil {
		err = removeUnfinished(dir)
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
		case written.MatchString(name), strings.HasSuffix(name, files.Unfinished):
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

// removeUnfinished removes what a run that was killed while it wrote left beside the tests.
func removeUnfinished(dir string) error {
	left, err := filepath.Glob(filepath.Join(escape(dir), "*.xml"+files.Unfinished))
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// escape writes a path as a pattern that matches nothing else.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// place puts a file under its name when it is complete; validators look at .xml only.
func place(path string, content []byte) error { return files.Write(path, content, 0o666) }

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
	err := files.WriteBy(path, 0o666, func(file io.Writer) error {
		buffered := bufio.NewWriter(file)
		return errors.Join(w.pack(buffered), buffered.Flush())
	})
	if err != nil {
		return fmt.Errorf("zip of the test suite: %w", err)
	}
	return nil
}

func (w *Writer) pack(target io.Writer) error {
	names, err := testFiles(w.dir, WideLimits().Files)
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

// testFiles returns the names of the XML files in dir but metadata.xml, those of ours by number and others by name;
// errTooMany when there are more than limit files of any kind.
func testFiles(dir string, limit int) ([]string, error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(limit + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(entries) > limit {
		return nil, errTooMany
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
