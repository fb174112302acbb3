package suite

import (
	"cmp"
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

	"golang.org/x/sys/unix"

	"fizzer/testcomp/files"
)

const metadataName = "metadata.xml"

// Writer writes a suite directory. It is not safe for concurrent use.
type Writer struct {
	dir    string
	tests  int // number of tests in the directory, and of the last one
	packed packed
}

var written = regexp.MustCompile(`^testcase-(\d{1,9})\.xml$`)

// Create makes dir a suite without tests. It replaces a suite that an earlier run left there; a directory with anything else in
// it is an error. A new directory gets its name only when it has its metadata, unless the file system cannot rename it.
func Create(dir string, metadata Metadata) (*Writer, error) {
	content, err := metadata.encode()
	if err != nil {
		return nil, fmt.Errorf("test suite %s: %w", dir, err)
	}
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		err := placeSuite(dir, content)
		if !errors.Is(err, unix.EXDEV) { // BenchExec's overlay does not rename folders
			return &Writer{dir: dir}, err
		}
	}
	if _, err := files.Folder(filepath.Dir(dir), filepath.Base(dir)); err != nil {
		return nil, fmt.Errorf("test suite: %w; choose another output directory", err)
	}
	if err := clear(dir); err != nil {
		return nil, fmt.Errorf("test suite %s: %w", dir, err)
	}
	return &Writer{dir: dir}, place(filepath.Join(dir, metadataName), content)
}

// placeSuite makes a suite without tests where nothing is. A killed run may have left its unfinished directory.
func placeSuite(dir string, metadata []byte) error {
	unfinished := dir + files.Unfinished
	err := os.RemoveAll(unfinished)
	if err == nil {
		_, err = files.Folder(filepath.Dir(dir), filepath.Base(unfinished))
	}
	if err == nil {
		err = place(filepath.Join(unfinished, metadataName), metadata)
	}
	if err == nil {
		err = os.Rename(unfinished, dir)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("test suite %s: %w", dir, err), os.RemoveAll(unfinished))
	}
	return nil
}

// Continue continues the suite that an earlier run left in dir, even if that was killed. It keeps the tests, closes gaps in their
// numbers, and replaces the metadata. If there is no suite, it is Create.
func Continue(dir string, metadata Metadata) (*Writer, error) {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return Create(dir, metadata)
	}
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
	for i, name := range names {
		if n := number(name); n == 0 || i > 0 && n == number(names[i-1]) {
			return nil, fmt.Errorf("test suite %s: %s is no test of ours; give the suite by --seeds instead", dir, name)
		}
	}
	for _, name := range names {
		w.tests++
		if err := os.Rename(filepath.Join(dir, name), w.path(w.tests)); err != nil {
			return nil, fmt.Errorf("test suite: %w", err)
		}
	}
	return w, place(filepath.Join(dir, metadataName), content)
}

// clear removes the tests of an earlier run. If there are other files, it removes nothing.
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

// removeUnfinished removes the unfinished files of a run that was killed while it wrote.
func removeUnfinished(dir string) error {
	left, err := filepath.Glob(filepath.Join(escape(dir), "*.xml"+files.Unfinished))
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// escape returns a pattern that matches only the path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// place writes a file, which gets its name only when it is complete. Validators read only .xml files.
func place(path string, content []byte) error { return files.Write(path, content, 0o666) }

// placeTest is place for a test, which is not held in memory as a whole.
func placeTest(path string, test *Test) error {
	if err := test.check(); err != nil {
		return err
	}
	if err := files.WriteBy(path, 0o666, test.write); err != nil {
		return fmt.Errorf("test suite: %w", err)
	}
	return nil
}

// Dir returns the suite's directory.
func (w *Writer) Dir() string { return w.dir }

// Len returns the number of tests.
func (w *Writer) Len() int { return w.tests }

func (w *Writer) path(number int) string {
	return filepath.Join(w.dir, fmt.Sprintf("testcase-%06d.xml", number))
}

// Add writes one more test and returns its name, testcase-N with the next N. After an error the suite is unchanged.
func (w *Writer) Add(test Test) (string, error) {
	path := w.path(w.tests + 1)
	delete(w.packed.tests, filepath.Base(path))
	if err := placeTest(path, &test); err != nil {
		return "", err
	}
	w.tests++
	return strings.TrimSuffix(filepath.Base(path), ".xml"), nil
}

// Rewrite replaces the test that was added under the same name. At each moment the directory holds the old one or the new one.
func (w *Writer) Rewrite(test Test) error {
	path := filepath.Join(w.dir, test.Name+".xml")
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("test suite: no test to be rewritten: %w", err)
	}
	delete(w.packed.tests, filepath.Base(path))
	return placeTest(path, &test)
}

// Load returns the test that was added under a name.
func (w *Writer) Load(name string) (Test, error) {
	limits := WideLimits()
	content, err := files.Read(filepath.Join(w.dir, name+".xml"), limits.Bytes)
	if err != nil {
		return Test{}, fmt.Errorf("test suite: %w", err)
	}
	test, err := decode(content, limits.Inputs)
	if err != nil {
		return Test{}, fmt.Errorf("test suite: %s: %w", name, err)
	}
	test.Name = name
	return test, nil
}

// Keep keeps the tests that were added under these names, each at most once, in this order, and removes the others. At each moment the
// directory is a valid suite that contains all tests or the kept ones: Keep links the kept ones behind all others, then removes the
// others, then closes the gap in the numbers.
func (w *Writer) Keep(names []string) error {
	old := w.tests
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(w.dir, name+".xml")); err != nil {
			return fmt.Errorf("test suite: no test to be kept: %w", err)
		}
	}
	for _, name := range names {
		if err := duplicate(filepath.Join(w.dir, name+".xml"), w.path(w.tests+1)); err != nil {
			return errors.Join(fmt.Errorf("test suite: %w", err), w.remove(old+1, w.tests))
		}
		w.tests++
	}
	if err := w.remove(1, old); err != nil {
		return err
	}
	w.packed.rename(names, func(number int) string { return filepath.Base(w.path(number)) })
	for number := 1; number <= len(names); number++ {
		if err := os.Rename(w.path(old+number), w.path(number)); err != nil {
			return fmt.Errorf("test suite: %w", err)
		}
	}
	w.tests = len(names)
	return nil
}

// duplicate gives a file a second name, or copies it where the file system has no links.
func duplicate(from, to string) error {
	_ = os.Remove(to) // a killed run may have left it
	if os.Link(from, to) == nil {
		return nil
	}
	return files.WriteBy(to, 0o666, func(target io.Writer) error { return copyFile(target, from) })
}

// remove deletes the tests from number first to number last. If these were the last tests, the next one reuses the first number.
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

// copyFile copies the content of a file.
func copyFile(target io.Writer, path string) error {
	source, err := os.Open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = io.Copy(target, source)
	return err
}

// testFiles returns the names of the XML files in dir except metadata.xml, ours by number and others by name. It returns
// errTooMany if there are more than limit files of any kind.
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
	sortNames(names)
	return names, nil
}

// sortNames puts our names first, by their numbers, and all others behind them.
func sortNames(names []string) {
	type key struct {
		order  int // 0: ours
		number int
		name   string
	}
	keys := make([]key, len(names))
	for i, name := range names {
		keys[i] = key{1, 0, name}
		if written.MatchString(name) {
			keys[i] = key{0, number(name), name}
		}
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.number, b.number), cmp.Compare(a.name, b.name))
	})
	for i := range keys {
		names[i] = keys[i].name
	}
}

// number returns the number in one of our names, 0 for others.
func number(name string) int {
	match := written.FindStringSubmatch(name)
	if match == nil {
		return 0
	}
	n, _ := strconv.Atoi(match[1]) // at most nine digits
	return n
}
