//go:build llvm19

package pass

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// TestRecords runs instrumented programs with a double of the runtime that prints the records, for each front end and
// data model, and compares with one and the same sequence.
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

// TestEffortsKeepRecords shows that no effort of the optimiser changes what is recorded.
func TestEffortsKeepRecords(t *testing.T) {
	bitcode, monitor := compile(t, "clang-19", "-m64", "testdata/run/records.c"), compileDouble(t, "clang-19", "-m64")
	for n, effort := range efforts {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			context := llvm.NewContext()
			defer context.Dispose()
			program, err := readProgram(context, []string{bitcode})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := instrument(context, program, nil); err != nil {
				t.Fatal(err)
			}
			object := filepath.Join(t.TempDir(), "program.o")
			if err := emit(context, program, effort, monitor, object); err != nil {
				t.Fatal(err)
			}
			golden(t, "testdata/run/records.golden", output(t, link(t, "-m64", object)))
		})
	}
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
