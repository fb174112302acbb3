package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// builds are ways to build the project of testdata/built with the tool as its compiler, and the executables that they make.
var builds = map[string]struct {
	lines       string
	executables []string
}{
	"make":      {`make CC="fizzer cc" table check`, []string{"table"}},
	"configure": {`mkdir build; cd build; CC="fizzer cc" ../configure; make table check`, []string{"build/table"}},
	"cmake": {`cmake -S . -B build -DCMAKE_C_COMPILER=fizzer-cc; cmake --build build; cd build; ctest`,
		[]string{"build/table", "build/table-of-shared"}},
}

// withTool runs the lines of a shell in a folder, with the tool on PATH.
func withTool(t *testing.T, p places, folder, lines string) string {
	t.Helper()
	c := exec.Command("sh", "-exc", lines)
	c.Dir = folder
	c.Env = append(os.Environ(), "PATH="+filepath.Dir(p.fizzer)+":"+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// copyOfProject returns a folder with the project.
func copyOfProject(t *testing.T, p places) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(p.root, "fizzer", "endtoend", "testdata", "built"))); err != nil {
		t.Fatal(err)
	}
	return folder
}

// An unmodified project is built by its own build, with the tool in the place of the compiler. The executable names what to test. The
// run keeps that: replay, report, resume and the scripts of crashes need no repetition.
func TestBuilt(t *testing.T) {
	p := ready(t)
	for name, build := range builds {
		t.Run(name, func(t *testing.T) {
			testBuild(t, p, build.lines, build.executables)
		})
	}
}

func testBuild(t *testing.T, p places, lines string, executables []string) {
	t.Helper()
	folder := copyOfProject(t, p)
	withTool(t, p, folder, lines)
	for i, executable := range executables {
		out := command(t, folder, p.fizzer, "./"+executable, "--input", "stdin", "--output", "out", "--max-executions", "20000", "--quiet")
		if !strings.Contains(out, "goals: 19/19\n") || !strings.Contains(out, "RESULT: done") {
			t.Fatalf("%s: %s", executable, out)
		}
		if i > 0 {
			continue
		}
		results, elsewhere := filepath.Join(folder, "out"), t.TempDir()
		if out := command(t, elsewhere, p.fizzer, "replay", results); !strings.Contains(out, "covered: 19\n") {
			t.Error(out)
		}
		if out := command(t, folder, p.fizzer, "replay", "--annotate", "out"); !strings.Contains(out, "if (strcmp(entries[i].key, key) == 0)") {
			t.Error(out)
		}
		script := exec.Command(filepath.Join(results, "crashes", "SIGABRT", "1", "reproduce.sh"), "plain")
		if out, err := script.CombinedOutput(); script.ProcessState.ExitCode() != 134 {
			t.Errorf("%v\n%s", err, out)
		}
		out = command(t, elsewhere, p.fizzer, "resume", results, "--max-executions", "100", "--quiet")
		if !strings.Contains(out, "goals: 19/19\n") {
			t.Error(out)
		}
	}
}

// A library that was built so is tested by a harness of the user or by one of its functions.
func TestBuiltLibrary(t *testing.T) {
	p := ready(t)
	folder := copyOfProject(t, p)
	withTool(t, p, folder, `cmake -S . -B build -DCMAKE_C_COMPILER=fizzer-cc; cmake --build build --target table-shared`)
	write(t, folder, map[string]string{"fuzz.c": `#include <stddef.h>
#include <table.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  if (size > 1 && table_set("key", data[0]) == 0)
    return table_get("key") == 'x' ? 1 : 0;
  return 0;
}
`})
	library := "build/libtable-shared.so"
	for _, words := range [][]string{{"fuzz.c", "-Iinclude", library}, {"--entry", "table_set", library}} {
		words = append(words, "--output", "out", "--max-executions", "3000", "--quiet", "--force")
		out := command(t, folder, append([]string{p.fizzer}, words...)...)
		if !strings.Contains(out, "RESULT: done") || strings.Contains(out, "tests: 0") {
			t.Errorf("%q: %s", words, out)
		}
	}
}

// An executable that was built otherwise, or from other sources than those of now, is refused with the remedy.
func TestNotBuilt(t *testing.T) {
	p := ready(t)
	folder := copyOfProject(t, p)
	withTool(t, p, folder, `make CC=gcc; cp table other; make clean; make CC="fizzer cc"; echo >>src/table.c`)
	write(t, folder, map[string]string{"script": "#!/bin/sh\n"})
	for file, says := range map[string]string{
		"./other": "no record of its build", "./table": "src/table.c was changed since it was compiled", "./script": "it is a script",
	} {
		c := exec.Command(p.fizzer, file)
		c.Dir = folder
		if out, err := c.CombinedOutput(); c.ProcessState.ExitCode() != 3 || !strings.Contains(string(out), says) {
			t.Errorf("%s: %v, %s", file, err, out)
		}
	}
}
