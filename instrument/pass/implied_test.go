//go:build llvm19

package pass

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/libfizzer/locations"
)

// TestImplied compares the records of a program with the records when nothing is left out. It also checks that the conditions
// left out are those on the lines marked "implied". Both hold for each front end and data model.
func TestImplied(t *testing.T) {
	const source = "testdata/run/implied.c"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for n, line := range strings.Split(string(text), "\n") {
		if n > 0 && strings.Contains(line, "implied") {
			want = append(want, n+1)
		}
	}
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			t.Run(clang+model, func(t *testing.T) {
				all, _ := recordsOf(t, clang, model, source, true)
				some, table := recordsOf(t, clang, model, source, false)
				var got []int
				for _, condition := range table.Conditions {
					if condition.Implied {
						got = append(got, condition.Line)
					}
				}
				slices.Sort(got)
				if got = slices.Compact(got); !slices.Equal(got, want) {
					t.Errorf("conditions of the lines %v are left out, want %v", got, want)
				}
				kept := slices.DeleteFunc(all, func(line string) bool {
					var location int
					n, _ := fmt.Sscanf(line, "condition %d", &location)
					return n == 1 && table.Conditions[location].Implied
				})
				if !slices.Equal(kept, some) {
					t.Errorf("recorded:\n%s\nall records but those left out:\n%s", strings.Join(some, "\n"), strings.Join(kept, "\n"))
				}
			})
		}
	}
}

// recordsOf runs an instrumented program with the runtime's test double and returns what it printed.
func recordsOf(t *testing.T, clang, model, source string, all bool) ([]string, *locations.Table) {
	t.Helper()
	folder := t.TempDir()
	options := Options{
		Inputs: []string{compile(t, clang, model, source)}, Monitor: compileDouble(t, clang, model),
		Object: filepath.Join(folder, "program.o"), Locations: filepath.Join(folder, "locations.json"), All: all,
	}
	if err := Run(options); err != nil {
		t.Fatal(err)
	}
	table, err := locations.Read(options.Locations)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(output(t, link(t, model, options.Object)), "\n"), table
}
