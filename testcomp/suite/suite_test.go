package suite

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/testcomp/files"
)

func metadata() Metadata {
	return Metadata{
		Language: "C", Producer: "fizzer 1.0", Specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
		ProgramFile: "a<b&c.c", ProgramHash: "00ff", EntryFunction: "main", Architecture: "32bit",
		Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
}

func tests() []Test {
	return []Test{
		{},
		{Inputs: []Input{{"int", "-7"}, {"unsigned char", "255"}, {"", "1.5e-10"}, {"float", "nan"}, {"double", "-inf"}}},
		{Inputs: []Input{{"__int128", "-170141183460469231731687303715884105728"}}, CoversError: true},
	}
}

func create(t *testing.T, tests ...Test) *Writer {
	t.Helper()
	w, err := Create(filepath.Join(t.TempDir(), "test-suite"), metadata())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		if _, err := w.Add(test); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// withoutNames returns the tests without the names that they got when they were written.
func withoutNames(tests []Test) []Test {
	result := slices.Clone(tests)
	for i := range result {
		result[i].Name = ""
	}
	return result
}

func expect(t *testing.T, path string, want []Test) {
	t.Helper()
	if err := Check(path); err != nil {
		t.Error(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(withoutNames(got.Tests), withoutNames(want)) || len(got.Skipped) > 0 {
		t.Errorf("%s: %+v, skipped %v; want %+v", path, got.Tests, got.Skipped, want)
	}
	if got.Metadata != metadata() {
		t.Errorf("%s: metadata %+v", path, got.Metadata)
	}
}

func TestGolden(t *testing.T) {
	w := create(t, tests()[1:]...)
	for _, name := range []string{"metadata.xml", "testcase-000001.xml", "testcase-000002.xml"} {
		got, err := os.ReadFile(filepath.Join(w.Dir(), name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is\n%s\nwant\n%s(%v)", name, got, want, err)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	w := create(t)
	expect(t, w.Dir(), nil)
	for _, test := range tests() {
		if _, err := w.Add(test); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, w.Dir(), tests())
	archive := filepath.Join(t.TempDir(), "suite.zip")
	if err := w.Zip(archive); err != nil {
		t.Fatal(err)
	}
	expect(t, archive, tests())
	again := filepath.Join(t.TempDir(), "again.zip")
	if err := w.Zip(again); err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(archive)
	second, _ := os.ReadFile(again)
	if len(first) == 0 || string(first) != string(second) {
		t.Error("two zips of one suite differ")
	}
}

// TestZipOrder: metadata come first in the archive, then the tests by number, even if a number has more digits than usual.
func TestZipOrder(t *testing.T) {
	w := create(t)
	want := []string{metadataName}
	for range 12 {
		name, err := w.Add(Test{})
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, name+".xml")
	}
	for _, wide := range []string{"testcase-1000000.xml", "testcase-2000000.xml"} {
		if err := os.WriteFile(filepath.Join(w.Dir(), wide), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		want = append(want, wide)
	}
	path := filepath.Join(t.TempDir(), "x.zip")
	if err := w.Zip(path); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var got []string
	for _, file := range archive.File {
		got = append(got, file.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestAddRejects(t *testing.T) {
	w := create(t)
	for _, input := range []Input{
		{"int", ""}, {"int", " 1"}, {"int", "1\n2"}, {"int", "\x00"}, {"int", "\xff"}, {"a\nb", "1"},
		{"int", strings.Repeat("1", MaxValueLength+1)},
	} {
		if _, err := w.Add(Test{Inputs: []Input{{"int", "1"}, input}}); err == nil {
			t.Errorf("input %.20q was written", input)
		}
	}
	if _, err := w.Add(Test{Inputs: []Input{{}}}); !errors.Is(err, ErrEmptyValue) {
		t.Errorf("empty value: %v", err)
	}
	expect(t, w.Dir(), nil)
}

func TestRewrite(t *testing.T) {
	w := create(t, tests()...)
	changed := tests()
	changed[1].Name, changed[1].Inputs = "testcase-000002", changed[1].Inputs[:1]
	if err := w.Rewrite(changed[1]); err != nil {
		t.Fatal(err)
	}
	expect(t, w.Dir(), changed)
	if err := w.Rewrite(Test{Name: "testcase-000004"}); err == nil {
		t.Error("a test that was never added was rewritten")
	}
	if err := w.Rewrite(Test{Name: "testcase-000001", Inputs: []Input{{}}}); !errors.Is(err, ErrEmptyValue) {
		t.Errorf("a test that cannot be written: %v", err)
	}
	expect(t, w.Dir(), changed)
}

// TestKeep: the kept tests have the first numbers, in the given order, and the next test follows them.
func TestKeep(t *testing.T) {
	w := create(t, tests()...)
	if len(tests()) != 3 {
		t.Fatal("the names below are those of three tests")
	}
	if err := w.Keep([]string{"testcase-000003", "testcase-000001"}); err != nil {
		t.Fatal(err)
	}
	expect(t, w.Dir(), []Test{tests()[2], tests()[0]})
	if name, err := w.Add(tests()[1]); err != nil || name != "testcase-000003" {
		t.Errorf("the next test is %s, %v", name, err)
	}
	if err := w.Keep([]string{"testcase-000002", "testcase-000004"}); err == nil {
		t.Error("a test that was never added was kept")
	}
	expect(t, w.Dir(), []Test{tests()[2], tests()[0], tests()[1]})
	for number, want := range []Test{tests()[2], tests()[0]} {
		want.Name = fmt.Sprintf("testcase-%06d", number+1)
		if got, err := w.Load(want.Name); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("test %d is read as %+v, %v; want %+v", number+1, got, err, want)
		}
	}
	if err := w.Keep(nil); err != nil {
		t.Fatal(err)
	}
	expect(t, w.Dir(), nil)
	if _, err := w.Load("testcase-000001"); err == nil {
		t.Error("a removed test was read")
	}
}

// encode returns the file of a test.
func encode(test Test) ([]byte, error) {
	var text bytes.Buffer
	err := errors.Join(test.check(), test.write(&text))
	return text.Bytes(), err
}

// TestUnfinished: a process that is killed while it writes leaves an unfinished file, which is not part of the suite.
func TestUnfinished(t *testing.T) {
	w := create(t, tests()...)
	if err := os.WriteFile(w.path(4)+files.Unfinished, []byte("<?xml"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, w.Dir(), tests())
}

func TestCreateReplacesEarlierSuite(t *testing.T) {
	w := create(t, tests()...)
	again, err := Create(w.Dir(), metadata())
	if err != nil || again.Len() != 0 {
		t.Fatal(err)
	}
	expect(t, w.Dir(), nil)
	foreign := filepath.Join(w.Dir(), "thesis.txt")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Add(Test{}); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(w.Dir(), metadata()); err == nil {
		t.Error("a directory with other files was taken")
	}
	if err := os.Remove(foreign); err != nil {
		t.Fatal(err)
	}
	expect(t, w.Dir(), []Test{{}})
}

func head(doctype string) string { return "<?xml " + declaration + "?>\n<!" + doctype + ">\n" }

// TestReadLenient: suites of other tools are read as the validators read them.
// A suite's folder never lacks its metadata. Here they cannot be written: their path is too long, that of the folder is not.
func TestCreateIsAtomic(t *testing.T) {
	const length = unix.PathMax - len("/"+metadataName+files.Unfinished)
	parent := t.TempDir()
	for len(parent) < length-300 {
		parent = filepath.Join(parent, strings.Repeat("d", 200))
	}
	if err := os.MkdirAll(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(string, Metadata) (*Writer, error){"c": Create, "r": Continue} {
		parent := filepath.Join(parent, name)
		if _, err := make(filepath.Join(parent, strings.Repeat("s", length-len(parent)-1)), metadata()); !errors.Is(err, unix.ENAMETOOLONG) {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, %v", name, left, err)
		}
	}
}

func TestReadLenient(t *testing.T) {
	w := create(t)
	long := strings.Repeat("1", MaxValueLength+3)
	for name, content := range map[string]string{
		"a.xml": head(testcaseType) + "<testcase><input variable='x'><![CDATA[ 5 ]]></input><in>1\n2</in></testcase>",
		"b.xml": head(testcaseType) + "<testcase><input>" + long + "</input></testcase>",
		"c.xml": "<?xml version='1.0'?><!DOCTYPE testcase >\n<testcase/>",
		"d.xml": head(testcaseType) + "<testcase><input></input></testcase>",
		"e.xml": head(testcaseType) + "<testcase><input>",
		"f.txt": head(testcaseType) + "<testcase/>",
	} {
		if err := os.WriteFile(filepath.Join(w.Dir(), name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Read(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	want := []Test{
		{Name: "a", Inputs: []Input{{"", "5"}, {"", "1"}, {"", "2"}}},
		{Name: "b", Inputs: []Input{{"", long[:MaxValueLength+1]}, {"", "11"}}},
	}
	if !reflect.DeepEqual(got.Tests, want) || len(got.Skipped) != 3 {
		t.Errorf("%+v, skipped %q", got.Tests, got.Skipped)
	}
}

// TestCheckFails: the checker fails on each kind of broken suite.
func TestCheckFails(t *testing.T) {
	good := head(testcaseType) + `<testcase coversError="true"><input type="int">1</input></testcase>`
	inputs := func(text string) string { return head(testcaseType) + "<testcase>" + text + "</testcase>" }
	whole, err := metadata().encode()
	if err != nil {
		t.Fatal(err)
	}
	meta := string(whole)
	swapped := strings.NewReplacer("producer", "specification", "specification", "producer").Replace(meta)
	for i, test := range []struct{ name, content, culprit string }{
		{"t.xml", good, ""},
		{"metadata.xml", meta, ""},
		{"t.xml", "", "two lines"},
		{"t.xml", "\n" + good, "two lines"},
		{"t.xml", strings.Replace(good, "standalone", "stand", 1), "two lines"},
		{"t.xml", strings.Replace(good, "testcase-1.1", "testcase-1.0", 1), "two lines"},
		{"t.xml", head(testcaseType) + "<test/>", "root"},
		{"t.xml", head(testcaseType), "root"},
		{"t.xml", strings.Replace(good, "true", "1", 1), "coversError"},
		{"t.xml", strings.Replace(good, "type=", "variable=", 1), "variable"},
		{"t.xml", inputs("<input/>"), "needs a value"},
		{"t.xml", inputs("<input> 1</input>"), "white space"},
		{"t.xml", inputs("<input>0x1</input>"), "decimal"},
		{"t.xml", inputs("<input>1u</input>"), "decimal"},
		{"t.xml", inputs("<input>NaN</input>"), "decimal"},
		{"t.xml", inputs("<value>1</value>"), "value"},
		{"t.xml", inputs("1"), "text"},
		{"t.xml", inputs("<input>1"), "t.xml"},
		{"metadata.xml", swapped, "elements"},
		{"metadata.xml", strings.Replace(meta, "32bit", "16bit", 1), "architecture"},
		{"metadata.xml", strings.Replace(meta, "<programhash>00ff</programhash>", "", 1), "elements"},
		{"metadata.xml", "", "two lines"},
	} {
		w := create(t)
		if err := os.WriteFile(filepath.Join(w.Dir(), test.name), []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		err := Check(w.Dir())
		if (err == nil) != (test.culprit == "") || err != nil && !strings.Contains(err.Error(), test.culprit) {
			t.Errorf("case %d: %v; want %q", i, err, test.culprit)
		}
	}
	if err := Check(t.TempDir()); !errors.Is(err, ErrNoMetadata) {
		t.Errorf("empty directory: %v", err)
	}
	if _, err := Read(t.TempDir()); !errors.Is(err, ErrNoMetadata) {
		t.Errorf("empty directory: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, test := range tests() {
		content, err := encode(test)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Add([]byte(head(testcaseType) + "<testcase><input><![CDATA[1\n2]]></input></testcase>"))
	f.Fuzz(func(t *testing.T, content []byte) {
		isTest(content)
		if _, err := decodeMetadata(content); err == nil && len(content) == 0 {
			t.Error("nothing was read as metadata")
		}
		test, err := decode(content, 1<<20)
		if err != nil {
			return
		}
		again, err := encode(test)
		if err != nil {
			return // a value that we never write
		}
		if got, err := decode(again, 1<<20); err != nil || fmt.Sprint(got) != fmt.Sprint(test) {
			t.Errorf("%q gives %+v, written and read %+v, %v", content, test, got, err)
		}
	})
}

// TestContinue: a suite whose writer was killed at any moment is continued with its tests, numbered from 1.
func TestContinue(t *testing.T) {
	w := create(t, tests()...)
	dir := w.Dir()
	if err := os.Remove(filepath.Join(dir, "testcase-000001.xml")); err != nil { // as if killed while it replaced tests
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "testcase-000009.xml.unfinished"), []byte("<?xml"), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := Continue(dir, metadata())
	if err != nil {
		t.Fatal(err)
	}
	name, err := w.Add(tests()[0])
	if err != nil || name != fmt.Sprintf("testcase-%06d", len(tests())) {
		t.Errorf("the next test is %s, %v", name, err)
	}
	expect(t, dir, append(append([]Test{}, tests()[1:]...), tests()[0]))
	empty, err := Continue(filepath.Join(t.TempDir(), "new"), metadata())
	if err != nil {
		t.Fatal(err)
	}
	expect(t, empty.Dir(), nil)
	for _, name := range []string{"other.xml", "testcase-000000.xml", "testcase-1.xml"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Continue(dir, metadata()); err == nil {
			t.Errorf("with %s it is no suite of ours", name)
		}
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
		expect(t, dir, append(append([]Test{}, tests()[1:]...), tests()[0]))
	}
}

// TestProgramNames: whatever the program's name, its metadata are XML and contain the name as far as XML can represent it.
func TestProgramNames(t *testing.T) {
	for name, want := range map[string]string{
		"a/p.c": "", `<"&'>]]>.c`: "", "größe 日本.c": "", "$(x);`y`.c": "", "p\n.c": "p\n.c", "p\x1b\x01.c": "p\ufffd\ufffd.c",
		"p\xff.c": "p\ufffd.c", "p\ufffe.c": "p\ufffd.c",
	} {
		encoded, err := Metadata{ProgramFile: name, Architecture: "32bit"}.encode()
		if err != nil {
			t.Fatal(err)
		}
		for decoder := xml.NewDecoder(bytes.NewReader(encoded)); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%q: %v\n%s", name, err, encoded)
			}
		}
		if read, err := decodeMetadata(encoded); err != nil || read.ProgramFile != cmp.Or(want, name) {
			t.Errorf("%q became %q, %v", name, read.ProgramFile, err)
		}
	}
}

// The check ends the reading before each file, also of files that are no tests.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	if _, err := Create(folder, Metadata{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.xml", "b.xml", "c.xml"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("no test"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	calls, end := 0, errors.New("the end")
	stored.Check = func() error {
		if calls++; calls > 2 {
			return end
		}
		return nil
	}
	for _, err = range stored.Tests() {
	}
	if !errors.Is(err, end) || len(stored.Skipped) != 1 || calls != 3 { // the metadata are a file, too
		t.Errorf("error %v, %d calls, skipped %q", err, calls, stored.Skipped)
	}
}
