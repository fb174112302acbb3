//go:build llvm19

package pass

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// TestRecords runs instrumented programs with a test double of the runtime that prints the records. For each front end and
// data model, they must be the same sequence.
func TestRecords(t *testing.T) {
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			t.Run(clang+model, func(t *testing.T) {
				object := filepath.Join(t.TempDir(), "program.o")
				options := Options{
					Inputs:    []string{compile(t, clang, model, "testdata/run/records.c")},
					Monitor:   compileDouble(t, clang, model),
					Object:    object,
					Locations: filepath.Join(t.TempDir(), "locations.json"),
				}
				if err := Run(options); err != nil {
					t.Fatal(err)
				}
				golden(t, "testdata/run/records.golden", output(t, link(t, model, object)))
				if _, err := locations.Read(options.Locations); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestEffortsKeepRecords shows that the optimiser's effort does not change what is recorded.
func TestEffortsKeepRecords(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		for n, effort := range append(slices.Clone(efforts), plainEffort) {
			t.Run(fmt.Sprint(model, n), func(t *testing.T) {
				golden(t, "testdata/run/records.golden", output(t, link(t, model, objectOf(t, model, "testdata/run/records.c", effort))))
			})
		}
	}
}

// TestUndefined shows that, where the language leaves a result undefined, the instrumented program computes what gcc's
// unoptimised code computes, with each effort of the optimiser.
func TestUndefined(t *testing.T) {
	const source = "testdata/run/undefined.c"
	for _, model := range []string{"-m32", "-m64"} {
		byGCC := filepath.Join(t.TempDir(), "undefined.o")
		command(t, "gcc", model, "-std=gnu11", "-w", "-O0", "-fno-pic", "-Dmain=__fizzer_program_main", "-c", source, "-o", byGCC)
		want := shown(output(t, link(t, model, byGCC)))
		for n, effort := range efforts {
			t.Run(fmt.Sprint(model, n), func(t *testing.T) {
				got := shown(output(t, link(t, model, objectOf(t, model, source, effort))))
				gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
				for i := range wantLines {
					if i >= len(gotLines) || gotLines[i] != wantLines[i] {
						t.Fatalf("line %d is not gcc's %q; printed was\n%s", i+1, wantLines[i], got)
					}
				}
			})
		}
	}
}

// shown keeps only what the program itself prints. The double also prints records; these have no colon.
func shown(text string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, ":") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// objectOf makes the object file of a program with an effort.
func objectOf(t *testing.T, model, source string, effort effort) string {
	t.Helper()
	context := llvm.NewContext()
	defer context.Dispose()
	program, err := readProgram(context, []string{compile(t, "clang-19", model, source)})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := instrument(context, program, Options{}); err != nil {
		t.Fatal(err)
	}
	object := filepath.Join(t.TempDir(), "program.o")
	if err := emit(context, program, effort, compileDouble(t, "clang-19", model), object); err != nil {
		t.Fatal(err)
	}
	return object
}

// output runs a target and returns what it printed, with its exit status where that is not 0.
func output(t testing.TB, executable string) string {
	t.Helper()
	text, err := exec.Command(executable).Output()
	if err == nil {
		return string(text)
	}
	if _, ok := err.(*exec.ExitError); !ok {
		t.Fatal(err)
	}
	return string(text) + err.Error() + "\n"
}
