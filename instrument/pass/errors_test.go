//go:build llvm19

package pass

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	head64 = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n"
	head32 = "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\ntarget triple = \"i386-pc-linux-gnu\"\n"
	main64 = head64 + "define i32 @main() {\n  ret i32 0\n}\n"
)

// TestErrors passes wrong inputs and looks for words of the error message and of its remedy.
func TestErrors(t *testing.T) {
	program := write(t, "main.ll", main64)
	monitor := compileDouble(t, "clang-19", "-m64")
	missing := filepath.Join(t.TempDir(), "missing.bc")
	tests := []struct {
		name    string
		options Options
		want    []string
	}{
		{"no input", Options{}, []string{"--input"}},
		{"missing input", Options{Inputs: []string{missing}}, []string{"missing.bc", "no such file", "clang 14 to 19"}},
		{"no IR", Options{Inputs: []string{write(t, "x.bc", "int main;")}}, []string{"x.bc is not readable", "clang 14 to 19"}},
		{"damaged bitcode", Options{Inputs: []string{write(t, "x.bc", "BC\xc0\xde\x35\x14\x00\x00")}}, []string{"not readable",
			"clang 14 to 19"}},
		{"broken IR", Options{Inputs: []string{write(t, "x.ll", head64+"define i32 @main() {\n  ret void\n}\n")}}, []string{"x.ll",
			"clang 14 to 19"}},
		{"other machine", Options{Inputs: []string{write(t, "x.ll", "target triple = \"aarch64-linux-gnu\"\n")}}, []string{"aarch64",
			"-m32 or -m64"}},
		{"no main", Options{Inputs: []string{write(t, "x.ll", head64)}}, []string{"no function main", "input_files"}},
		{"two models", Options{Inputs: []string{program, write(t, "x.ll", head32)}}, []string{"32", "64", "same of -m32 and -m64"}},
		{"two definitions", Options{Inputs: []string{program, program}}, []string{"main", "define each function and variable once"}},
		{"missing monitor", Options{Monitor: missing}, []string{"monitoring functions", "missing.bc"}},
		{"monitor without functions", Options{Monitor: program}, []string{"__fizzer_condition", "--monitor"}},
		{"monitor of another model", Options{Monitor: compileDouble(t, "clang-19", "-m32")}, []string{"monitoring functions", "32", "-m64"}},
		{"unwritable object", Options{Object: filepath.Join(missing, "x.o")}, []string{"object file", "writable"}},
		{"unwritable table", Options{Locations: filepath.Join(missing, "x.json")}, []string{"location table", "missing.bc"}},
		{"unwritable IR", Options{IR: filepath.Join(missing, "x.ll")}, []string{"writing the IR", "missing.bc"}},
		{"wrong assembly", Options{Inputs: []string{write(t, "x.ll",
			head64+"define i32 @main() {\n  call void asm sideeffect \"nonsense\", \"\"()\n  ret i32 0\n}\n")}},
			[]string{"object file", "nonsense", "inline assembly"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := Run(fill(t, test.options, test.name, program, monitor))
			if err == nil {
				t.Fatal("no error")
			}
			for _, word := range test.want {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%q is not in %q", word, err)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
		})
	}
}

// fill completes the options of a test with valid files.
func fill(t *testing.T, o Options, name, program, monitor string) Options {
	folder := t.TempDir()
	set := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	if o.Inputs == nil && name != "no input" {
		o.Inputs = []string{program}
	}
	set(&o.Monitor, monitor)
	set(&o.Object, filepath.Join(folder, "x.o"))
	set(&o.Locations, filepath.Join(folder, "x.json"))
	return o
}

// TestSeveralInputs links files that share names of static functions.
func TestSeveralInputs(t *testing.T) {
	folder := t.TempDir()
	first := write(t, "a.c", "static int f(int x) { return x > 1; }\nint g(int);\nint main(void) { return f(2) + g(3); }\n")
	second := write(t, "b.c", "static int f(int x) { return x > 7; }\nint g(int x) { return f(x); }\n")
	options := Options{
		Inputs:  []string{compile(t, "clang-14", "-m32", first), compile(t, "clang-19", "-m32", second)},
		Monitor: compileDouble(t, "clang-19", "-m32"), Object: filepath.Join(folder, "x.o"), Locations: filepath.Join(folder, "x.json"),
	}
	if err := Run(options); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(options.Locations)
	if err != nil {
		t.Fatal(err)
	}
	if count := strings.Count(string(table), `"name":"f"`); count != 2 {
		t.Errorf("%d functions are called f in %s", count, table)
	}
}
