package cli

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fizzer/fizzer/export"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// target is a fuzz target: its input is bytes.
const target = "int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return size > 1 && data[0] == 'h'; }\n"

// outputOf writes the output folder of a run on a file of this folder, with the tests and one that crashes.
func outputOf(t *testing.T, folder, file, crashing string, options map[string][]string, tests ...string) {
	t.Helper()
	path := filepath.Join(folder, file)
	out := filepath.Join(folder, "out")
	suiteOf(t, filepath.Join(out, formats.SuiteFolder), path, nil, tests...)
	suiteOf(t, filepath.Join(out, formats.CrashFolder, "SIGSEGV", "1", formats.SuiteFolder), path, nil, crashing)
	table := &locations.Table{
		Format: locations.Format, PointerBits: 64, Files: []string{path}, Functions: []locations.Function{{Name: "main"}},
		Conditions: []locations.Condition{{Line: 1, Kind: locations.KindInteger, Predicate: "slt", Bits: 32}},
	}
	for name, one := range map[string]any{
		formats.RunFile: formats.Run{File: path, Folder: folder, Options: options},
		formats.StatisticsFile: formats.Statistics{Program: path, DataModel: string(task.LP64), Tests: len(tests), Seed: 7,
			Goals: &formats.Goals{Covered: 1, Total: 2}, Crashes: map[string]int{"SIGSEGV": 1}},
		formats.DetailsFile: formats.Details{Programs: []formats.Program{{Path: path, Source: content(path)}}, Locations: table,
			Covered: [][2]bool{{true, false}}},
	} {
		text, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		write(t, out, map[string]string{name: string(text) + "\n"})
	}
	write(t, out, map[string]string{"crashes/SIGSEGV/1/program.sh": "#!/bin/sh\n# SIGSEGV, at a.c:1\n"})
}

// Raw inputs of a fuzz target's tests, and, in a folder of their own, of those that crash.
func TestExportCorpora(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", t.TempDir()) // no compiler is needed
	write(t, folder, map[string]string{"a.c": target})
	outputOf(t, folder, "a.c", "1 33", nil, "2 104 105", "0", "2 104 105")
	check(t, folder, map[string]ended{
		"fizzer export --format libfuzzer $/lib $/out":        {exitDone, "files: 2 in " + folder + "/lib\ncrashes: 1 in "},
		"fizzer export --format afl $/afl/ $/out":             {exitDone, "crashes: 1 in " + folder + "/afl-crashes\n"},
		"fizzer export --format afl $/suite $/out/test-suite": {exitDone, "files: 3 in " + folder + "/suite\n"},
	})
	for path, want := range map[string]string{
		"lib/c22b5f9178342609428d6f51b2c5af4c0bde6a42":         "hi", // its SHA-1
		"lib-crashes/0ab8318acaf6e678dd02e2b5c343ed41111b393d": "!",
		"afl/id:000000,orig:testcase-000001":                   "hi",
		"afl/id:000002,orig:testcase-000003":                   "hi",
		"afl-crashes/id:000000,orig:SIGSEGV-1":                 "!",
		"suite/id:000000,orig:testcase-000001":                 "hi",
	} {
		if got := content(filepath.Join(folder, path)); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	if all := names(t, folder); strings.Contains(all, "suite-crashes") {
		t.Error(all)
	}
}

// Inputs of a program that reads standard input are those bytes that its harness makes of the values.
func TestExportOfStandardInput(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", t.TempDir())
	write(t, folder, map[string]string{"a.c": "#include <stdio.h>\nint main(void) { return getchar(); }\n"})
	outputOf(t, folder, "a.c", "97 0", map[string][]string{"input": {"stdin"}}, "255 0 120 0")
	check(t, folder, map[string]ended{"fizzer export --format afl $/afl $/out": {exitDone, "files: 1"}})
	if got := content(filepath.Join(folder, "afl/id:000000,orig:testcase-000001")); got != "\x00x" {
		t.Errorf("%q", got)
	}
}

// The page and the XML of a run, and what is refused.
func TestExportPages(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", t.TempDir())
	write(t, folder, map[string]string{"a.c": program, "file": ""})
	outputOf(t, folder, "a.c", "1", nil, "1", "2")
	check(t, folder, map[string]ended{
		"fizzer export --format junit $/pages $/out":            {exitDone, "files: 1 in " + folder + "/pages\n"},
		"fizzer export --format html $/pages $/out":             {exitDone, ""},
		"fizzer export $/pages":                                 {exitUsage, "name the folder to write and the output folder of a run"},
		"fizzer export --format lcob $/pages $/out":             {exitUsage, "did you mean lcov?"},
		"fizzer export --format junit $/pages $/out/test-suite": {exitNoFile, "give the output folder of a run"},
		"fizzer export --format html $/pages $/none":            {exitNoFile, "give the output folder of a run"},
		"fizzer export --format html $/file/below $/out":        {exitOutput, "file"},
		"fizzer export --format junit $/file $/out":             {exitOutput, "file"},
		"fizzer export --format afl $/pages $/none":             {exitNoFile, "none"},
		"fizzer export --format lcov $/pages $/none":            {exitNoFile, "none"},
		"fizzer export --format c $/pages $/none":               {exitNoFile, "none"},
		"fizzer report $/out $/out":                             {exitUsage, "name exactly one output folder of a run, not 2"},
	})
	xml := content(filepath.Join(folder, "pages/junit.xml"))
	for _, words := range []string{`<testsuite name="a.c" tests="3" failures="1"`, `name="goals" value="1/2"`,
		`<failure type="SIGSEGV" message="SIGSEGV at a.c:1"`} {
		if !strings.Contains(xml, words) {
			t.Errorf("%s is not in\n%s", words, xml)
		}
	}
	if page := content(filepath.Join(folder, "pages", formats.ReportFile)); !strings.Contains(page, "SIGSEGV") {
		t.Error("the page lacks the crash")
	}
}

// What is exported is for the files, options and libraries of the run, with absolute paths.
func TestProgramOf(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "lib/libown.a": "!<arch>\n"})
	outputOf(t, folder, "a.c", "1", map[string][]string{"cflags": {"-DX=1 -Iinc"}, "ldflags": {"-Llib -lown -lm"}}, "1")
	t.Chdir(t.TempDir())
	s, err := openSubject(contextOf(&strings.Builder{}), noLimits(), filepath.Join(folder, "out"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := programOf(s)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(folder, name) }
	want := export.Program{Files: []string{at("a.c")}, Options: [][]string{{"-I" + at("inc"), "-DX=1"}},
		Libraries: []string{at("lib/libown.a"), "-lm"}, DataModel: task.LP64}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v\n%+v", p, want)
	}
}

// A packed suite has no output folder of a run, so its program is the one that it names.
func TestPackedSubject(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program})
	file := filepath.Join(folder, "a.c")
	suiteOf(t, filepath.Join(folder, "suite"), file, nil, "1")
	metadata, err := suite.ReadMetadata(filepath.Join(folder, "suite"))
	if err != nil {
		t.Fatal(err)
	}
	writer, err := suite.Continue(filepath.Join(folder, "suite"), metadata)
	if err == nil {
		err = writer.Zip(filepath.Join(folder, "suite.zip"))
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := openSubject(contextOf(&strings.Builder{}), noLimits(), filepath.Join(folder, "suite.zip"))
	if err != nil || s.task.Programs[0] != file {
		t.Errorf("%+v, error %v", s.task, err)
	}
}
