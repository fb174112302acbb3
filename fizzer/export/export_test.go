package export

import (
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/harness"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// everything reads a value of each kind and compares it with what the test has.
const everything = `
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern const char *__VERIFIER_nondet_string(void);
extern void __VERIFIER_assume(int);
static int number;
static void check(int right) {
  number++;
  if (!right)
    exit(100 + number);
}
int main(void) {
  check(__VERIFIER_nondet_bool() == 1);
  check(__VERIFIER_nondet_char() == 'x');
  check(__VERIFIER_nondet_uchar() == 255);
  check(__VERIFIER_nondet_short() == -32768);
  check(__VERIFIER_nondet_int() == 16);
  check(__VERIFIER_nondet_uint() == 4294967295u);
  check(__VERIFIER_nondet_longlong() == -9223372036854775807LL - 1);
  check(__VERIFIER_nondet_ulonglong() == 18446744073709551615ULL);
  check(__VERIFIER_nondet_float() == 0.1f);
  check(isnan(__VERIFIER_nondet_double()));
  check(strcmp(__VERIFIER_nondet_string(), "a\"\\b?\?/c") == 0);
  if (__VERIFIER_nondet_int())
    abort();
  __VERIFIER_nondet_int();
  return 77;
}
`

// values are those that everything expects, with the spellings of other tools.
func values() (all []suite.Input) {
	for _, text := range []string{"1", "'x'", "255", "-32768", "0x10", "4294967295", "-9223372036854775808",
		"18446744073709551615", "0.1", "nan", `a"\b??/c`} {
		all = append(all, suite.Input{Type: "int */ x", Value: text})
	}
	return all
}

func write(t *testing.T, folder string, all ...File) {
	t.Helper()
	for _, file := range all {
		if err := file.Write(folder); err != nil {
			t.Fatal(err)
		}
	}
}

// collect returns what a format makes of tests.
func collect(made func(Program, Tests) Files, program Program, tests ...Test) (all []File, err error) {
	for file, err := range made(program, of(tests...)) {
		if err != nil {
			return all, err
		}
		all = append(all, file)
	}
	return all, nil
}

func of(tests ...Test) Tests {
	return func(yield func(Test, error) bool) {
		for _, test := range tests {
			if !yield(test, nil) {
				return
			}
		}
	}
}

// Each C file is an executable together with the program: it is green if the program ends as expected, and red otherwise. Compilers
// have no warnings.
func TestC(t *testing.T) {
	with := func(more ...string) []suite.Input {
		all := values()
		for _, value := range more {
			all = append(all, suite.Input{Value: value})
		}
		return all
	}
	for _, model := range []task.DataModel{task.ILP32, task.LP64} {
		folder := t.TempDir()
		program := Program{Files: []string{filepath.Join(folder, "it's a program.c")}, DataModel: model}
		if err := os.WriteFile(program.Files[0], []byte(everything), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := collect(C, program, []Test{
			{Name: "returns", Inputs: with("0", "5"), Status: 77},
			{Name: "runs-out", Inputs: with("0"), Status: 1},
			{Name: "aborts", Inputs: with("1"), Signal: syscall.SIGABRT},
			{Name: "red", Inputs: with("0", "5"), Status: 1},
			{Name: "red-signal", Inputs: with("0", "5"), Signal: syscall.SIGABRT},
			{Name: "../odd", Inputs: with("0", "5"), Status: 77},
		}...)
		if err != nil {
			t.Fatal(err)
		}
		write(t, folder, all...)
		for name, want := range map[string]string{"returns": "", "runs-out": "", "aborts": "", "test-000006": "",
			"red": "ended with exit status 77 and signal 0; expected are 1 and 0", "red-signal": "expected are 0 and 6"} {
			executable := filepath.Join(folder, name)
			build := exec.Command("gcc", model.CompilerFlag(), "-std=gnu11", "-Wall", "-Wextra", "-Werror", executable+".c", program.Files[0],
				"-lm", "-o", executable)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, err := exec.Command(executable).CombinedOutput()
			if (err == nil) != (want == "") || !strings.Contains(string(out), want) {
				t.Errorf("%s %s: %v, %q, want %q", model, name, err, out, want)
			}
		}
		head, _, _ := strings.Cut(string(all[0].Content), "#define")
		if !strings.Contains(head, "Expected: exit status 77") || !strings.Contains(head, `'\''s a program.c'`) {
			t.Errorf("the head is %s", head)
		}
	}
}

// A test of a program with inputs of its process runs the untouched program: any bytes reach it, and nothing is left behind.
func TestDirect(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	const program = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], "a \"b\n?\\") || strcmp(argv[2], "") || getenv("UNSET") || strcmp(getenv("SET"), "x;$y")) return 3;
  FILE *f = fopen("in put", "r");
  if (f == NULL || getc(f) != 0 || getc(f) != 255 || getc(f) != 'n' || getc(f) != EOF) return 4;
  if (getchar() != '\n' || getchar() != '8' || getchar() != EOF) return 5;
  fclose(fopen("made", "w"));
  if (getenv("HOME")) abort();
  return 6;
}
`
	if err := os.WriteFile(at("p.c"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	var inputs []suite.Input
	for _, value := range []byte("\x02a \"b\n?\\\x00\x00\x01x;$y\x00\x00\xff\x00\xff\xffn\x00\n8\x00") {
		inputs = append(inputs, suite.Input{Type: "unsigned char", Value: fmt.Sprint(value)})
	}
	in := harness.Inputs{Stdin: true, Arguments: true, Variables: []string{"SET", "UNSET"}, Files: []string{"in put"}}
	all, err := collect(C, Program{Files: []string{at("p.c")}, DataModel: task.LP64, Format: harness.FormatOf(in, false, nil)},
		Test{Name: "green", Inputs: inputs, Signal: syscall.SIGABRT}, Test{Name: "red", Inputs: inputs, Status: 6}, Test{Name: "none", Status: 3})
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, all...)
	if out, err := exec.Command("gcc", at("p.c"), "-o", at("p")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{"green": "", "none": "", "red": "ended with exit status 0 and signal 6; expected are 6 and 0"} {
		if out, err := exec.Command("gcc", "-Wall", "-Wextra", "-Werror", at(name+".c"), "-o", at(name)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		test := exec.Command(at(name), at("p"))
		test.Env = []string{"HOME=/", "UNSET=1"}
		out, err := test.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %q, want %q", name, err, out, want)
		}
		if left, err := filepath.Glob("/tmp/" + name + "-??????"); err != nil || len(left) > 0 {
			t.Errorf("%s left %q, %v", name, left, err)
		}
	}
}

// A list of CMake cannot hold a path with a semicolon. Brackets in a path do not end its argument.
func TestPathsForCMake(t *testing.T) {
	var path *PathError
	if all, err := collect(CTest, Program{Files: []string{"/a;b.c"}}, Test{}); !errors.As(err, &path) || len(all) > 0 {
		t.Errorf("%q, %v", all, err)
	}
	if got := bracketed("a]=]b]==]"); got != "[===[a]=]b]==]]===]" {
		t.Error(got)
	}
}

func TestCorpora(t *testing.T) {
	program := Program{DataModel: task.LP64}
	five := []suite.Input{{Type: "int", Value: "5"}}
	tests := []Test{{Name: "testcase-000001", Inputs: five}, {Name: "a name", Inputs: five}, {Name: "empty"}}
	all, err := collect(AFL, program, tests...)
	if err != nil || len(all) != 3 || all[1].Name != "id:000001,orig:test-000002" || string(all[1].Content) != "\x05\x00\x00\x00" {
		t.Errorf("%q, %v", all, err)
	}
	all, err = collect(LibFuzzer, program, tests...)
	if err != nil || len(all) != 2 || all[1].Name != "da39a3ee5e6b4b0d3255bfef95601890afd80709" || len(all[1].Content) != 0 {
		t.Errorf("%q, %v", all, err)
	}
	for _, export := range []func(Program, Tests) Files{AFL, LibFuzzer, C, CTest} {
		broken := errors.New("broken")
		for _, err := range export(program, func(yield func(Test, error) bool) { yield(Test{}, broken) }) {
			if !errors.Is(err, broken) {
				t.Errorf("tests that cannot be read: %v", err)
			}
		}
	}
	for _, export := range []func(Program, Tests) Files{AFL, LibFuzzer} {
		if all, err := collect(export, program, Test{Name: "odd", Inputs: []suite.Input{{Type: "int", Value: "x"}}}); err == nil {
			t.Errorf("no number became %q", all)
		}
	}
}

// genhtml accepts the trace file and counts what is in it.
func TestLcov(t *testing.T) {
	folder := t.TempDir()
	source := filepath.Join(folder, "p.c")
	if err := os.WriteFile(source, []byte("1\n2\n3\n4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	write(t, folder, Lcov([]replay.FileCount{
		{Path: source, Lines: []replay.LineCount{
			{Line: 1, Function: "f", Count: 3, Branches: []uint64{3, 0}}, {Line: 1, Function: "g", Count: 0, Branches: []uint64{0, 0}},
			{Line: 2, Function: "g"}, {Line: 4, Function: "f", Count: 1},
		}},
		{Path: source + "2"},
	}))
	content, err := os.ReadFile(filepath.Join(folder, LcovFile))
	want := "TN:\nSF:" + source + `
FN:1,f
FN:1,g
FNDA:3,f
FNDA:0,g
FNF:2
FNH:1
BRDA:1,0,0,3
BRDA:1,0,1,0
BRDA:1,1,0,-
BRDA:1,1,1,-
BRF:4
BRH:1
DA:1,3
DA:2,0
DA:4,1
LF:3
LH:2
end_of_record
SF:`
	if err != nil || !strings.HasPrefix(string(content), want) {
		t.Errorf("%v\n%s", err, content)
	}
	if err := os.WriteFile(source+"2", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	genhtml := exec.Command("genhtml", "--branch-coverage", "-o", filepath.Join(folder, "page"), filepath.Join(folder, LcovFile))
	out, err := genhtml.CombinedOutput()
	for _, words := range []string{"66.7% (2 of 3 lines)", "50.0% (1 of 2 functions)", "25.0% (1 of 4 branches)"} {
		if err != nil || !strings.Contains(string(out), words) {
			t.Errorf("genhtml lacks %q: %v; call make setup\n%s", words, err, out)
		}
	}
}

func TestJUnit(t *testing.T) {
	file, err := JUnit(&formats.Statistics{Program: "/x/p.c", WallSeconds: 1.5, Goals: &formats.Goals{Covered: 3, Total: 4}},
		[]string{"testcase-000001"}, []Crash{{Folder: "crashes/SIGSEGV/1", Kind: "SIGSEGV", Place: "after <x>\x01"}})
	if err != nil {
		t.Fatal(err)
	}
	var got junitSuite
	if err := xml.Unmarshal(file.Content, &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != "p.c" || got.Tests != 2 || got.Failures != 1 || got.Time != "1.500" || len(got.Cases) != 2 || got.Cases[0].Failure != nil {
		t.Errorf("%s", file.Content)
	}
	if f := got.Cases[1].Failure; f == nil || f.Type != "SIGSEGV" || !strings.Contains(f.Message, "SIGSEGV after <x>") ||
		!strings.Contains(f.Text, "crashes/SIGSEGV/1/reproduce.sh") {
		t.Errorf("%s", file.Content)
	}
}

// Files of others in the folder stay, those of the same name are replaced, and links are not followed.
func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	write(t, folder, File{"a", []byte("1")}, File{"b", []byte("1")})
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.Symlink(outside, filepath.Join(folder, "c")); err != nil {
		t.Fatal(err)
	}
	write(t, folder, File{"b", []byte("2")}, File{"c", []byte("2")})
	for name, want := range map[string]string{"a": "1", "b": "2", "c": "2"} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(outside); err == nil {
		t.Error("a link was followed")
	}
}
