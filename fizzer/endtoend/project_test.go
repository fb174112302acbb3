package endtoend

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// project is a program of two files with headers in three folders, options and a static library.
var project = map[string]string{
	"inc/api/calc.h": "#include \"../../other/limit.h\"\nint calc(int, int);\n" +
		"static inline int clamp(int x) { if (x > LIMIT) return LIMIT; return x; }\n",
	"other/limit.h": "#define LIMIT MAX_VALUE\n",
	"src/priv.h":    "#define SECRET 123456\n",
	"src/calc.c": `#include <api/calc.h>
#include "priv.h"
int calc(int a, int b) {
  if (a == SECRET && b > 3) return clamp(b);
  return a > b ? a : b;
}
`,
	"src/main.c": `#include <api/calc.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
int helper(int);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (helper(calc(a, b)) == 8) return (int)sqrt((double)b);
  if (a == 4711) *(int *)0 = 1;
  return 0;
}
`,
	"lib/helper.c": "int helper(int x) { return x + 1; }\n",
}

// write writes files below a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// command runs a command in a folder and returns its output; it fails the test if the command fails.
func command(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	c := exec.Command(arguments[0], arguments[1:]...)
	c.Dir = folder
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", arguments, err, out)
	}
	return string(out)
}

// A program of several files is built with its options by both compilers. The run keeps them: replay, report, resume and the scripts of
// crashes need no repetition.
func TestProject(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"-m64", "-m32"} {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			write(t, folder, project)
			command(t, folder, "gcc", model, "-c", "lib/helper.c", "-o", "lib/helper.o")
			command(t, folder, "ar", "rc", "lib/libhelper.a", "lib/helper.o")
			out := command(t, folder, p.fizzer, "src/main.c", "src/calc.c", model, "-Iinc", "-DMAX_VALUE=100", "-std=c11", "-O2", "-Llib",
				"-lhelper", "-lm", "--output", "out", "--max-executions", "5000", "--quiet")
			if !strings.Contains(out, "goals: 9/10") || !strings.Contains(out, "RESULT: done") { // one is behind the crash
				t.Fatal(out)
			}
			elsewhere := t.TempDir()
			results := filepath.Join(folder, "out")
			if out := command(t, elsewhere, p.fizzer, "replay", results); !strings.Contains(out, "covered: 9\n") {
				t.Error(out)
			}
			if out := command(t, elsewhere, p.fizzer, "replay", "--annotate", results); !strings.Contains(out, "+     4    if (a == SECRET") ||
				!strings.Contains(out, "+ inc/api/calc.h:3: then in clamp") && !strings.Contains(out, "api/calc.h:3: then in clamp") {
				t.Error(out)
			}
			command(t, elsewhere, p.fizzer, "report", results)
			page, err := os.ReadFile(filepath.Join(results, "report.html"))
			if err != nil || !strings.Contains(string(page), "a == SECRET") || strings.Contains(string(page), "lines are unknown") {
				t.Errorf("%v\n%s", err, page)
			}
			script := exec.Command(filepath.Join(results, "crashes", "SIGSEGV", "1", "reproduce.sh"), "plain")
			if out, err := script.CombinedOutput(); script.ProcessState.ExitCode() != 139 {
				t.Errorf("%v\n%s", err, out)
			}
			out = command(t, elsewhere, p.fizzer, "resume", results, "--max-executions", "100", "--quiet")
			if !strings.Contains(out, "goals: 9/10") {
				t.Error(out)
			}
		})
	}
}

// Options that load code or read other files are refused before anything is built.
func TestRefusedOptions(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": "int main(void) { return 0; }\n"})
	for _, options := range [][]string{
		{"--cflags", "-fplugin=x.so"}, {"--cflags", "@list"}, {"--ldflags", "-Wx"}, {"-I"}, {"--cflags", "'"}, {"-I/", "-DX"},
	} {
		c := exec.Command(p.fizzer, append([]string{"a.c"}, options...)...)
		c.Dir = folder
		out, err := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != 2 && options[0] != "-I/" || code == 0 || strings.Contains(string(out), "panic") {
			t.Errorf("%q: %v, %s", options, err, out)
		}
	}
}

// A compilation database says how each of the named files is compiled; a CMake project writes it.
func TestCompileCommands(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	write(t, folder, project)
	write(t, folder, map[string]string{"CMakeLists.txt": `cmake_minimum_required(VERSION 3.10)
project(calc C)
include_directories(inc)
add_compile_definitions(MAX_VALUE=100)
add_library(helper STATIC lib/helper.c)
add_executable(program src/main.c src/calc.c)
target_link_libraries(program helper m)
`})
	command(t, folder, "cmake", "-S", ".", "-B", "build", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
	out := command(t, folder, p.fizzer, "-p", "build", "src/main.c", "src/calc.c", "lib/helper.c", "--output", "out", "--max-executions",
		"5000", "--quiet")
	if !strings.Contains(out, "goals: 9/10") {
		t.Error(out)
	}
	if out := command(t, t.TempDir(), p.fizzer, "replay", filepath.Join(folder, "out")); !strings.Contains(out, "covered: 9\n") {
		t.Error(out)
	}
	c := exec.Command(p.fizzer, "--compile-commands", "build/compile_commands.json", "other.c")
	c.Dir = folder
	write(t, folder, map[string]string{"other.c": "int main(void) { return 0; }\n"})
	if out, err := c.CombinedOutput(); c.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "no entry for other.c") {
		t.Errorf("%v: %s", err, out)
	}
}

// A file that a build compiles in two ways is compiled in the first, and a note says so. Options that differ from file to file stay so in
// replay and in exported tests.
func TestDatabaseOfSeveralPrograms(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	entry := func(file, options string) string {
		return fmt.Sprintf(`{"directory": %q, "file": %q, "command": "cc %s -c %s"}`, folder, file, options, file)
	}
	write(t, folder, map[string]string{
		"a.c": "int other(int x);\nint LLVMFuzzerTestOneInput(const unsigned char *b, unsigned long n)\n" +
			"{ if (PROGRAM != 1) return 2; return n > 0 ? other(b[0]) : 0; }\n",
		"b.c": "int other(int x) { if (PROGRAM != 2) return 3; return x == 7; }\n",
		"compile_commands.json": "[" + strings.Join([]string{entry("a.c", "-DPROGRAM=1"), entry("b.c", "-DPROGRAM=2"),
			entry("b.c", "-O2 -DPROGRAM=2"), entry("a.c", "-DPROGRAM=3")}, ",") + "]",
	})
	out := command(t, folder, p.fizzer, "-p", ".", "a.c", "b.c", "--output", "out", "--max-executions", "2000")
	if !strings.Contains(out, `note: a.c is compiled in 2 ways: with "-DPROGRAM=1", which is taken here, and with "-DPROGRAM=3"`) ||
		strings.Contains(out, "b.c is compiled in") {
		t.Error(out)
	}
	want := goalsIn(t, out)
	if out := command(t, folder, p.fizzer, "replay", "out"); !strings.Contains(out, fmt.Sprintf("covered: %d\n", want.covered)) {
		t.Error(out)
	}
	command(t, folder, p.fizzer, "export", "--format", "ctest", "ctest", "out")
	if said, err := cmake(t, filepath.Join(folder, "ctest")); err != nil || !strings.Contains(said, "100% tests passed") {
		t.Errorf("%v\n%s", err, said)
	}
	text, err := os.ReadFile(filepath.Join(folder, "ctest", "CMakeLists.txt"))
	if err != nil || !strings.Contains(string(text), "-DPROGRAM=1") || !strings.Contains(string(text), "-DPROGRAM=2") {
		t.Errorf("%v\n%s", err, text)
	}
}
