//go:build llvm19

package pass

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/libfizzer/locations"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// frontEndFlags are the flags that the tool passes to clang, as far as they change the IR.
var frontEndFlags = []string{"-O0", "-Xclang", "-disable-O0-optnone", "-g", "-gcolumn-info", "-fwrapv", "-fno-strict-aliasing",
	"-fno-delete-null-pointer-checks", "-emit-llvm", "-c"}

// command runs a tool and returns its standard output. The test fails with the remedy when the tool is missing.
func command(t testing.TB, name string, arguments ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is needed for this test: apt-get install clang-14 clang-19 gcc-multilib", name)
	}
	var errors strings.Builder
	c := exec.Command(name, arguments...)
	c.Stderr = &errors
	output, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, errors.String())
	}
	return string(output)
}

// compile makes bitcode of a C file.
func compile(t testing.TB, clang, model, source string) string {
	t.Helper()
	bitcode := filepath.Join(t.TempDir(), filepath.Base(source)+".bc")
	command(t, clang, append(frontEndFlags, model, source, "-o", bitcode)...)
	return bitcode
}

// optionsFor returns the options for a C text, which is compiled. What the linker finds is only the name known.
func optionsFor(t testing.TB, model, text string) Options {
	t.Helper()
	folder := t.TempDir()
	return Options{
		Inputs:    []string{compile(t, "clang-19", model, write(t, "program.c", text))},
		Defined:   write(t, "defined.txt", "known\n"),
		Monitor:   compileDouble(t, "clang-19", model),
		Object:    filepath.Join(folder, "program.o"),
		Locations: filepath.Join(folder, "locations.json"),
	}
}

// compileDouble makes the bitcode of the test double of the runtime's monitoring functions.
func compileDouble(t testing.TB, clang, model string) string {
	t.Helper()
	bitcode := filepath.Join(t.TempDir(), "monitor.bc")
	command(t, clang, model, "-O2", "-fno-pic", "-emit-llvm", "-c", "testdata/double/monitor.c", "-o", bitcode)
	return bitcode
}

// tableBy instruments a program and returns its location table.
func tableBy(t testing.TB, options Options) *locations.Table {
	t.Helper()
	if err := Run(options); err != nil {
		t.Fatal(err)
	}
	table, err := locations.Read(options.Locations)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// link makes an executable of an instrumented program and the double of the runtime.
func link(t testing.TB, model, object string) string {
	t.Helper()
	executable := filepath.Join(t.TempDir(), "target")
	command(t, "gcc", model, "-no-pie", "-fno-builtin", "testdata/double/runtime.c", object, "-lm", "-o", executable)
	return executable
}

// golden compares a text with the file, or writes it.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; make it with go test -tags llvm19 ./instrument/pass -update", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; look at the difference after go test -tags llvm19 ./instrument/pass -update. Got:\n%s", path, got)
	}
}

// write puts a text into a file of the test.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
