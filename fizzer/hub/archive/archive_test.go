package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var wide = Limits{Files: 100, Bytes: 1 << 20}

// tree returns the files below a folder with their contents, and the kinds of what is no regular file.
func tree(t testing.TB, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		if !entry.Type().IsRegular() {
			found[name] = entry.Type().String()
			return nil
		}
		content, err := os.ReadFile(path)
		found[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func write(t testing.TB, folder, name, content string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestRoundTrip(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	write(t, from, "a", "")
	write(t, from, "folder/inner/b.xml", strings.Repeat("b", 70_000))
	write(t, from, "folder/"+strings.Repeat("long", 50), "c")
	if err := os.Symlink("/etc/passwd", filepath.Join(from, "link")); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := Pack(&packed, from, wide); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(&packed, to, wide); err != nil {
		t.Fatal(err)
	}
	want, got := tree(t, from), tree(t, to)
	delete(want, "link")
	if len(got) != 3 || len(got) != len(want) {
		t.Fatalf("unpacked %d files, packed %d", len(got), len(want))
	}
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s differs", name)
		}
	}
}

func TestPackLimits(t *testing.T) {
	from := t.TempDir()
	write(t, from, "a", "12345")
	write(t, from, "b", "12345")
	for _, test := range []struct {
		limits Limits
		want   error
	}{{Limits{2, 10}, nil}, {Limits{1, 10}, ErrLimit}, {Limits{2, 9}, ErrLimit}} {
		if err := Pack(&bytes.Buffer{}, from, test.limits); !errors.Is(err, test.want) {
			t.Errorf("%v: error %v, want %v", test.limits, err, test.want)
		}
	}
}

// entry is one entry of a forged archive.
type entry struct {
	header  tar.Header
	content string
}

func forge(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	packed := tar.NewWriter(zipped)
	for _, e := range entries {
		e.header.Size = int64(len(e.content))
		if err := packed.WriteHeader(&e.header); err != nil {
			t.Fatal(err)
		}
		if _, err := packed.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(packed.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func regular(name, content string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o777}, content}
}

func TestHostile(t *testing.T) {
	link := entry{tar.Header{Typeflag: tar.TypeSymlink, Name: "l", Linkname: "/etc"}, ""}
	many := make([]entry, 101)
	for i := range many {
		many[i] = regular(strings.Repeat("x", i+1), "")
	}
	for name, test := range map[string]struct {
		packed []byte
		want   error
	}{
		"parent":         {forge(t, regular("../a", "")), ErrHostile},
		"inner parent":   {forge(t, regular("a/../../b", "")), ErrHostile},
		"absolute":       {forge(t, regular("/tmp/a", "")), ErrHostile},
		"dot":            {forge(t, regular("./a", "")), ErrHostile},
		"backslash":      {forge(t, regular(`a\b`, "")), ErrHostile},
		"line end":       {forge(t, regular("a\nb", "")), ErrHostile},
		"not UTF-8":      {forge(t, regular("a\xff", "")), ErrHostile},
		"deep":           {forge(t, regular(strings.Repeat("a/", 20)+"b", "")), ErrHostile},
		"long":           {forge(t, regular(strings.Repeat("a", 600), "")), ErrHostile},
		"link":           {forge(t, link), ErrHostile},
		"hard link":      {forge(t, entry{tar.Header{Typeflag: tar.TypeLink, Name: "l", Linkname: "a"}, ""}), ErrHostile},
		"device":         {forge(t, entry{tar.Header{Typeflag: tar.TypeChar, Name: "d"}, ""}), ErrHostile},
		"twice":          {forge(t, regular("a", "1"), regular("a", "2")), ErrHostile},
		"file as folder": {forge(t, regular("a", "1"), regular("a/b", "2")), ErrHostile},
		"many":           {forge(t, many...), ErrLimit},
		"large":          {forge(t, regular("a", strings.Repeat("a", 1<<20+1))), ErrLimit},
		"large together": {forge(t, regular("a", strings.Repeat("a", 1<<19)), regular("b", strings.Repeat("a", 1<<19+1))), ErrLimit},
		"empty":          {nil, ErrHostile},
		"no gzip":        {[]byte("hello"), ErrHostile},
		"cut":            {forge(t, regular("a", strings.Repeat("a", 5000)))[:40], ErrHostile},
	} {
		t.Run(name, func(t *testing.T) {
			outer := t.TempDir()
			folder := filepath.Join(outer, "in")
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := Unpack(bytes.NewReader(test.packed), folder, wide); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			for name := range tree(t, outer) {
				if !strings.HasPrefix(name, "in/") {
					t.Errorf("%s was written outside of the folder", name)
				}
			}
		})
	}
}

// TestLinkInTheWay: a link that is already there is not followed.
func TestLinkInTheWay(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(folder, "a")); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(bytes.NewReader(forge(t, regular("a/b", "x"))), folder, wide); !errors.Is(err, ErrHostile) {
		t.Errorf("error %v", err)
	}
	if found := tree(t, outside); len(found) > 0 {
		t.Errorf("written through a link: %v", found)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(forge(f, regular("a/b", "content"), regular("c", "")))
	f.Add(forge(f, regular("../a", "x")))
	f.Fuzz(func(t *testing.T, packed []byte) {
		outer := t.TempDir()
		folder := filepath.Join(outer, "in")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		limits := Limits{Files: 10, Bytes: 1 << 16}
		err := Unpack(bytes.NewReader(packed), folder, limits)
		files, size := 0, 0
		for name, content := range tree(t, outer) {
			files, size = files+1, size+len(content)
			if !strings.HasPrefix(name, "in/") {
				t.Errorf("%q was written outside of the folder", name)
			}
		}
		if files > limits.Files || int64(size) > limits.Bytes {
			t.Errorf("%d files, %d bytes", files, size)
		}
		if err == nil {
			if err := Pack(&bytes.Buffer{}, folder, limits); err != nil {
				t.Errorf("what was unpacked cannot be packed: %v", err)
			}
		}
	})
}
