package suite

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"
	"golang.org/x/sys/unix"

	"fizzer/testcomp/files"
)

// decodeTree decodes by a tree of the whole document, to compare with decode.
func decodeTree(content []byte) (Test, error) {
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(content); err != nil {
		return Test{}, err
	}
	root := doc.Root()
	if root == nil {
		return Test{}, errors.New("there is no element")
	}
	test := Test{CoversError: root.SelectAttrValue("coversError", "false") == "true"}
	for _, element := range root.ChildElements() {
		text := strings.TrimSpace(element.Text())
		if text == "" {
			return Test{}, ErrEmptyValue
		}
		for _, line := range strings.Split(text, "\n") {
			for len(line) > MaxValueLength+1 {
				test.Inputs = append(test.Inputs, Input{Type: element.SelectAttrValue("type", ""), Value: line[:MaxValueLength+1]})
				line = line[MaxValueLength+1:]
			}
			test.Inputs = append(test.Inputs, Input{Type: element.SelectAttrValue("type", ""), Value: line})
		}
	}
	return test, nil
}

// oddTests are documents on which the two could differ.
var oddTests = []string{
	"<t><input>1</input></t>", "<t>", "", "</t>", "<t></u>", "<a:t></a:t>", "<a:t></b:t>", "text<t/>text", "<t/><t><input>1</input></t>",
	"<t><input>1<b/>2</input></t>", "<t><input>1<!-- c -->2<![CDATA[3]]>4</input></t>", "<t><input>1<?p?>2</input></t>",
	"<t><input> 1\n\n2 </input></t>", "<t><input/></t>", "<t><a><b>1</b></a></t>", "<t coversError='true' x:coversError='false'/>",
	"<t><input type='a' type='b'>1</input></t>", "<t><input x:type='a' type='b'>1</input></t>", "<t><input>&lt;&amp;&#49;</input></t>",
	"<t><input>1<!DOCTYPE x>2</input></t>", "<?xml version='1.0' encoding='latin-1'?><t><input>1</input></t>",
	"<t><input>&unknown;</input></t>",
	"<t><input>1</input>\n <input type=\"unsigned int\">-2.5e+3</input><input type=\"\">4</input><input>5</input> 6 <input>7</input></t> ",
	"<t><input>1</input><input>2</input></t><input>3</input>", "<t><input>1</input><input type=\"a\" >2</input><inputs>3</inputs></t>",
	"<t><input>1</input><input>2 </input><input></input></t>", "<t><input>1</input><input>2</input><input>3</input",
	"<t><input>1</input><input type=\"a&lt;\">2</input><input>3&lt;</input><input>4</input></t>",
	"<t><u><input>1</input><input>2</input></u><input>3</input><input>4</input></t>", "<t><input/><input>2</input></t>",
	"<t><input>1</input><input>" + strings.Repeat("7", MaxValueLength+1) + "</input><input>8</input></t>",
	"<t><input>" + strings.Repeat("7", 2*MaxValueLength+2) + "</input><input>" + strings.Repeat("7", MaxValueLength+1) + "</input></t>",
}

func compareDecoders(t *testing.T, content []byte) {
	t.Helper()
	got, err := decode(content, 1<<20)
	want, failure := decodeTree(content)
	if errors.Is(failure, etree.ErrMaxDepth) || err != nil && strings.Contains(err.Error(), "within each other") {
		return
	}
	if (err == nil) != (failure == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%.200q gives\n%+v, %v; by a tree\n%+v, %v", content, got, err, want, failure)
	}
}

func TestDecodeAsByTree(t *testing.T) {
	for _, text := range oddTests {
		compareDecoders(t, []byte(text))
	}
}

func FuzzDecodeAsByTree(f *testing.F) {
	for _, text := range oddTests {
		f.Add([]byte(text))
	}
	f.Fuzz(compareDecoders)
}

// allocated returns the bytes that do allocates, including freed ones: an upper bound of what it occupies.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestDecodeMemory: a document takes no more memory than a few times its size, whatever it consists of.
func TestDecodeMemory(t *testing.T) {
	const size = 4 << 20
	repeat := func(text string) string { return strings.Repeat(text, size/len(text)) }
	for name, text := range map[string]string{
		"inputs": "<t>" + repeat("<i>1</i>") + "</t>", "empty inputs": "<t>" + repeat("<i/>") + "</t>", "nested": repeat("<i>"),
		"attributes": "<t " + repeat("a='' ") + "/>", "value": "<t><i>" + repeat("1") + "</i></t>",
		"lines":    "<t><i>" + repeat("1\n") + "</i></t>",
		"comments": "<t><i>1" + repeat("<!---->2") + "</i></t>", "roots": repeat("<t/>"), "name": "<" + repeat("t") + "/>",
		"entities": "<t><i>" + repeat("&lt;") + "</i></t>", "sections": "<t><i>" + repeat("<![CDATA[1]]>") + "</i></t>",
		"types": "<t>" + repeat("<i type='a'>1</i><i type='b'>1</i>") + "</t>",
	} {
		if bytes := allocated(func() { decode([]byte(text), 10_000) }); bytes > 60*size {
			t.Errorf("%s: %d MB for %d", name, bytes>>20, size>>20)
		}
	}
}

// zipOf writes a suite of the given number of tests, each with the content.
func zipOf(t *testing.T, tests int, content func(w io.Writer)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "suite.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	defer archive.Close()
	whole, err := metadata().encode()
	if err != nil {
		t.Fatal(err)
	}
	for i := -1; i < tests; i++ {
		name, write := fmt.Sprintf("%d.xml", i), content
		if i < 0 {
			name, write = metadataName, func(w io.Writer) { w.Write(whole) }
		}
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		write(entry)
	}
	return path
}

func TestLimits(t *testing.T) {
	limits := Limits{Files: 100, Bytes: 1 << 20, Inputs: 1000}
	one := func(w io.Writer) { io.WriteString(w, head(testcaseType)+"<testcase><input>1</input></testcase>") }
	many := func(w io.Writer) {
		io.WriteString(w, head(testcaseType)+"<testcase>"+strings.Repeat("<input>1</input>", 600)+"</testcase>")
	}
	endless := func(w io.Writer) { w.Write(bytes.Repeat([]byte{' '}, 8<<20)) }
	for _, test := range []struct {
		path, words string
	}{
		{zipOf(t, 3, one), ""},
		{zipOf(t, 1, many), ""},
		{zipOf(t, 2, many), "1000 inputs"},
		{zipOf(t, 100, one), "100 files"},
		{zipOf(t, 1, endless), "1048576 bytes"},
	} {
		bytes := allocated(func() {
			s, err := ReadWithin(test.path, limits)
			if test.words == "" && (err != nil || len(s.Tests) == 0) || test.words != "" &&
				(!errors.Is(err, files.ErrRefused) || !strings.Contains(err.Error(), test.words)) {
				t.Errorf("%v, want %q", err, test.words)
			}
		})
		if bytes > 32<<20 {
			t.Errorf("%q took %d MB", test.words, bytes>>20)
		}
	}
	w := create(t)
	for i := range 101 {
		if err := os.WriteFile(filepath.Join(w.Dir(), fmt.Sprint(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ReadWithin(w.Dir(), limits); !errors.Is(err, files.ErrRefused) || !strings.Contains(err.Error(), "100 files") {
		t.Errorf("a folder of too many files: %v", err)
	}
}

// TestStored: tests of a stored suite are bounded each, not all together, and are read one at a time.
func TestStored(t *testing.T) {
	long := Test{Inputs: slices.Repeat([]Input{{Type: "unsigned int", Value: "4000000000"}}, 100_000)}
	w := create(t, long, long, long, long, long)
	archive := filepath.Join(t.TempDir(), "suite.zip")
	if err := w.Zip(archive); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{w.Dir(), archive} {
		if _, err := ReadWithin(path, Limits{Files: 100, Bytes: 1 << 30, Inputs: 300_000}); !errors.Is(err, files.ErrRefused) {
			t.Errorf("%s: %v", path, err)
		}
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		s.each.Inputs = 100_000
		number, live := 0, []uint64{}
		for test, err := range s.Tests() {
			if number++; err != nil || !slices.Equal(test.Inputs, long.Inputs) {
				t.Fatalf("%s: test %d is %s with %d inputs, %v", path, number, test.Name, len(test.Inputs), err)
			}
			runtime.GC()
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			live = append(live, now.HeapAlloc)
		}
		if number != 5 || live[4] > live[1]+4<<20 {
			t.Errorf("%s: %d tests, with so many bytes in memory: %d", path, number, live)
		}
		for range s.Tests() {
			break
		}
		s.each.Inputs--
		for _, err := range s.Tests() {
			if !errors.Is(err, files.ErrRefused) || !strings.Contains(err.Error(), "99999 inputs") {
				t.Errorf("%s: a test beyond the limit: %v", path, err)
			}
		}
	}
}

// TestManyFilesPacked: a zip whose directory alone would fill memory is refused, whatever its size.
func TestManyFilesPacked(t *testing.T) {
	end := append([]byte(zipEnd), make([]byte, zipEndBytes-len(zipEnd))...)
	end[12+3] = 0x10 // 256 MB
	path := filepath.Join(t.TempDir(), "suite.zip")
	if err := os.WriteFile(path, end, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, files.ErrRefused) {
		t.Errorf("%v", err)
	}
	for content, want := range map[string]int64{
		"no zip": 0, string(end) + "comment": 1 << 28, zipEnd + strings.Repeat("\xff", 18): 22,
		string(end) + zipEnd: 1 << 28, string(end) + zipEnd + strings.Repeat("\x00", 18): 1 << 28, zipEnd: 0,
	} {
		if got := directorySize(strings.NewReader(content), int64(len(content))); got != want {
			t.Errorf("%q: %d instead of %d", content, got, want)
		}
	}
}

// TestIrregularSuites: a file that is not regular neither blocks nor is read.
func TestIrregularSuites(t *testing.T) {
	w := create(t, tests()...)
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := errors.Join(unix.Mkfifo(pipe, 0o600), unix.Mkfifo(filepath.Join(w.Dir(), "x.xml"), 0o600),
		os.Symlink("/dev/zero", filepath.Join(w.Dir(), "y.xml"))); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/zero"} {
		if _, err := Read(path); !errors.Is(err, files.ErrRefused) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if s, err := Read(w.Dir()); err != nil || len(s.Tests) != len(tests()) {
		t.Errorf("%v, %v", s, err)
	}
	meta := filepath.Join(w.Dir(), metadataName)
	if err := errors.Join(os.Remove(meta), os.Symlink("/dev/zero", meta)); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(w.Dir()); !errors.Is(err, files.ErrRefused) {
		t.Errorf("metadata that never end: %v", err)
	}
}

// TestLinksWhereTestsGo: links are not followed.
func TestLinksWhereTestsGo(t *testing.T) {
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := create(t, tests()...)
	archive := filepath.Join(t.TempDir(), "suite.zip")
	for _, name := range []string{w.path(4), w.path(4) + files.Unfinished, archive + files.Unfinished, archive} {
		if err := os.Symlink(victim, name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Add(Test{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Zip(archive); err != nil {
		t.Fatal(err)
	}
	expect(t, archive, append(tests(), Test{}))
	elsewhere := filepath.Join(t.TempDir(), "test-suite")
	if err := os.Symlink(w.Dir(), elsewhere); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(elsewhere, metadata()); !errors.Is(err, files.ErrRefused) {
		t.Errorf("a suite was made behind a link: %v", err)
	}
	if _, err := Continue(elsewhere, metadata()); !errors.Is(err, files.ErrRefused) {
		t.Errorf("a suite was continued behind a link: %v", err)
	}
	expect(t, w.Dir(), append(tests(), Test{}))
	if content, _ := os.ReadFile(victim); string(content) != "precious" {
		t.Errorf("the victim is %q", content)
	}
}

// TestContinueCleans: Continue removes unfinished files of a killed run.
func TestContinueCleans(t *testing.T) {
	w := create(t, tests()...)
	left := w.path(4) + files.Unfinished
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := Continue(w.Dir(), metadata())
	if _, gone := os.Stat(left); err != nil || again.Len() != len(tests()) || !errors.Is(gone, os.ErrNotExist) {
		t.Errorf("%v, %v", err, gone)
	}
}

func FuzzZip(f *testing.F) {
	w, err := Create(filepath.Join(f.TempDir(), "test-suite"), metadata())
	if err != nil {
		f.Fatal(err)
	}
	for _, test := range tests() {
		if _, err := w.Add(test); err != nil {
			f.Fatal(err)
		}
	}
	path := filepath.Join(f.TempDir(), "suite.zip")
	if err := w.Zip(path); err != nil {
		f.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	limits := Limits{Files: 1000, Bytes: 1 << 20, Inputs: 1000}
	f.Fuzz(func(t *testing.T, content []byte) {
		archive, err := readDirectory(path, bytes.NewReader(content), int64(len(content)), limits)
		if err != nil {
			return
		}
		tests, inputs := 0, 0
		r := reader{path: path, left: limits, limits: limits, each: limits, visit: func(test Test) bool {
			tests, inputs = tests+1, inputs+len(test.Inputs)
			return true
		}}
		_ = r.files(archive)
		if inputs > limits.Inputs || tests > limits.Files {
			t.Errorf("%d inputs in %d tests", inputs, tests)
		}
		if got := directorySize(bytes.NewReader(content), int64(len(content))); got < 0 {
			t.Errorf("the directory has %d bytes", got)
		}
	})
}
