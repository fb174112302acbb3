package seeds

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
)

// ktest returns a file as KLEE writes it.
func ktest(version uint32, arguments []string, objects ...Object) []byte {
	var out bytes.Buffer
	number := func(n uint32) { out.Write(binary.BigEndian.AppendUint32(nil, n)) }
	text := func(s string) { number(uint32(len(s))); out.WriteString(s) }
	out.WriteString(ktestMagic)
	number(version)
	number(uint32(len(arguments)))
	for _, a := range arguments {
		text(a)
	}
	if version >= 2 {
		number(0)
		number(0)
	}
	number(uint32(len(objects)))
	for _, o := range objects {
		text(o.Name)
		text(string(o.Bytes))
	}
	return out.Bytes()
}

func TestReadKTest(t *testing.T) {
	for _, version := range []uint32{1, 3, 4} {
		content := ktest(version, []string{"p.bc", "-A"}, Object{"int", []byte{1, 2, 3, 4}}, Object{"model_version", []byte{1, 0, 0, 0}},
			Object{"stdin", []byte("ab")}, Object{"stdin-stat", make([]byte, 144)})
		test, err := ReadKTest(content)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(test.Arguments) != "[p.bc -A]" || len(test.Objects) != 4 || test.Objects[2].Name != "stdin" {
			t.Errorf("version %d: %+v", version, test)
		}
		if got := string(test.Input()); got != "\x01\x02\x03\x04ab" {
			t.Errorf("version %d: input %q", version, got)
		}
	}
}

// Each file that is cut short, or has bytes behind its end, is an error.
func TestKTestErrors(t *testing.T) {
	whole := ktest(3, []string{"p.bc"}, Object{"x", []byte{7}})
	for n := range len(whole) {
		if _, err := ReadKTest(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(whole))
		}
	}
	for _, wrong := range [][]byte{append(bytes.Clone(whole), 0), []byte("BOUT\n"), []byte(ktestMagic + "\x00\x00\x00\x01\xff\xff\xff\xff")} {
		if test, err := ReadKTest(wrong); err == nil {
			t.Errorf("%q is read as %+v", wrong, test)
		}
	}
}

func FuzzReadKTest(f *testing.F) {
	f.Add(ktest(3, []string{"p.bc"}, Object{"x", []byte{7}}, Object{"y", nil}))
	f.Add([]byte(ktestMagic))
	f.Fuzz(func(t *testing.T, content []byte) {
		test, err := ReadKTest(content)
		if err != nil {
			return
		}
		size := 0
		for _, o := range test.Objects {
			size += len(o.Name) + len(o.Bytes)
		}
		if size > len(content) || len(test.Input()) > size {
			t.Errorf("%d bytes of objects in a file of %d", size, len(content))
		}
	})
}

// write makes a folder of files.
func write(t *testing.T, contents map[string]string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "a [folder]")
	for name, content := range contents {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

var wide = suite.Limits{Files: 100, Bytes: 1 << 20, Inputs: 100}

// Folders of other fuzzers are recognised, and only their inputs are read.
func TestRawSeeds(t *testing.T) {
	k := string(ktest(3, nil, Object{"x", []byte("k")}))
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"libFuzzer's corpus": {map[string]string{"2": "b", "1": "a", ".hidden": "x", "below/c": "x"}, "[a b]"},
		"AFL++'s output": {map[string]string{"default/queue/id:000001,src:0": "b", "default/queue/id:000000": "a",
			"default/queue/.state/x": "x", "default/fuzzer_stats": "x", "default/crashes/id:000000": "x"}, "[a b]"},
		"AFL++'s instances":   {map[string]string{"main/queue/id:0": "a", "second/queue/id:0": "b"}, "[a b]"},
		"an instance":         {map[string]string{"queue/id:0": "a", "cmdline": "x"}, "[a]"},
		"a queue":             {map[string]string{"id:0": "a", "README.txt": "x"}, "[a]"},
		"KLEE's output":       {map[string]string{"test000001.ktest": k, "test000002.ktest": k, "run.istats": "x"}, "[k k]"},
		"an empty raw input":  {map[string]string{"1": ""}, "[]"},
		"names like patterns": {map[string]string{"*": "a", "[": "b"}, "[a b]"},
	} {
		folder := write(t, test.files)
		got, err := Read(folder, wide)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var inputs []string
		for _, input := range got.Inputs {
			inputs = append(inputs, string(input))
		}
		if fmt.Sprint(inputs) != test.want || len(got.Tests) > 0 {
			t.Errorf("%s: %q and %d tests", name, inputs, len(got.Tests))
		}
	}
	path := filepath.Join(write(t, map[string]string{"one.ktest": k}), "one.ktest")
	if got, err := Read(path, wide); err != nil || fmt.Sprintf("%s", got.Inputs) != "[k]" {
		t.Errorf("%+v, %v", got, err)
	}
}

// Suites are read as before: folders, zips and output folders of runs.
func TestSuites(t *testing.T) {
	run := t.TempDir()
	writer, err := suite.Create(filepath.Join(run, "test-suite"), suite.Metadata{Producer: "p", Specification: "s", ProgramFile: "p.c",
		ProgramHash: "h", Architecture: "64bit", Created: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Add(suite.Test{Inputs: []suite.Input{{Type: "int", Value: "5"}}}); err != nil {
		t.Fatal(err)
	}
	packed := filepath.Join(run, "suite.zip")
	if err := writer.Zip(packed); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{run, writer.Dir(), packed} {
		if got, err := Read(path, wide); err != nil || len(got.Tests) != 1 || len(got.Inputs) != 0 {
			t.Errorf("%s: %+v, %v", path, got, err)
		}
	}
}

func TestSeedErrors(t *testing.T) {
	var packed bytes.Buffer
	if err := zip.NewWriter(&packed).Close(); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		files  map[string]string
		limits suite.Limits
		want   string
	}{
		"an empty folder":        {map[string]string{"below/x": "x"}, wide, "there are no tests"},
		"a suite without a head": {map[string]string{"testcase-1.xml": "x"}, wide, "metadata.xml"},
		"no file of KLEE":        {map[string]string{"a.ktest": "x"}, wide, "is no test by KLEE"},
		"too many files":         {map[string]string{"1": "x", "2": "x"}, suite.Limits{Files: 1, Bytes: 10}, "more than 1 files"},
		"too many bytes":         {map[string]string{"1": "xxx", "2": "x"}, suite.Limits{Files: 9, Bytes: 3}, "more than 0 bytes"},
	} {
		_, err := Read(write(t, test.files), test.limits)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
		if refused := strings.HasPrefix(name, "too"); err != nil && errors.Is(err, files.ErrRefused) != refused {
			t.Errorf("%s: refused is not %v: %v", name, refused, err)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none"), wide); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
