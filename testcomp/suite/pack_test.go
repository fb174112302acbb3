package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zipped returns the zip of a suite as a writer makes it that has made none before.
func zipped(t *testing.T, w *Writer) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fresh.zip")
	if err := (&Writer{dir: w.Dir(), tests: w.tests}).Zip(path); err != nil {
		t.Fatal(err)
	}
	return content(t, path)
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Whatever happens to the suite between two zips, the second one is as if there had been no first.
func TestZipAgain(t *testing.T) {
	numbered := func(n int) Test { return Test{Inputs: []Input{{"int", fmt.Sprint(n)}}} }
	for name, change := range map[string]func(w *Writer, archive string) error{
		"nothing": func(*Writer, string) error { return nil },
		"a test":  func(w *Writer, _ string) error { _, err := w.Add(numbered(7)); return err },
		"rewrite": func(w *Writer, _ string) error {
			return w.Rewrite(Test{Name: "testcase-000002", Inputs: numbered(8).Inputs})
		},
		"order": func(w *Writer, _ string) error { return w.Keep([]string{"testcase-000003", "testcase-000001"}) },
		"none":  func(w *Writer, _ string) error { return w.Keep(nil) },
		"metadata": func(w *Writer, _ string) error {
			return os.WriteFile(filepath.Join(w.Dir(), metadataName), []byte("<a/>"), 0o600)
		},
		"the file of a test": func(w *Writer, _ string) error {
			return os.WriteFile(filepath.Join(w.Dir(), "testcase-000001.xml"), []byte("<b/>"), 0o600)
		},
		"no zip":      func(_ *Writer, archive string) error { return os.Remove(archive) },
		"garbled zip": func(_ *Writer, archive string) error { return os.WriteFile(archive, []byte("PK"), 0o600) },
		"another one": func(_ *Writer, archive string) error { return os.Rename(archive+".other", archive) },
		"fewer, again": func(w *Writer, archive string) error {
			if err := w.Keep([]string{"testcase-000002"}); err != nil {
				return err
			}
			if err := w.Zip(archive); err != nil {
				return err
			}
			_, err := w.Add(numbered(9))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, archive := create(t, numbered(1), numbered(2), numbered(3)), filepath.Join(t.TempDir(), "suite.zip")
			other := create(t, numbered(4), numbered(5), numbered(6))
			if err := other.Zip(archive + ".other"); err != nil {
				t.Fatal(err)
			}
			if err := w.Zip(archive); err != nil {
				t.Fatal(err)
			}
			if err := change(w, archive); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := w.Zip(archive); err != nil {
					t.Fatal(err)
				}
				if content(t, archive) != zipped(t, w) {
					t.Error("the zip is not that of the suite")
				}
			}
		})
	}
}

// A test that the zip has is not compressed again: a change of its file that does not show, in size or time, does not reach the zip.
func TestZipCopies(t *testing.T) {
	w, archive := create(t, Test{Inputs: []Input{{"int", "12345"}}}), filepath.Join(t.TempDir(), "suite.zip")
	if err := w.Zip(archive); err != nil {
		t.Fatal(err)
	}
	before := content(t, archive)
	path := filepath.Join(w.Dir(), "testcase-000001.xml")
	state, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(content(t, path), "12345", "54321", 1)
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, state.ModTime(), state.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := w.Zip(archive); err != nil {
		t.Fatal(err)
	}
	if content(t, archive) != before || zipped(t, w) == before {
		t.Error("the test was compressed again")
	}
}
