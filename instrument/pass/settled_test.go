//go:build llvm19

package pass

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/libfizzer/locations"
)

// TestSettled compares what is marked as constant or unreachable with what the lines of the program say, for each front end and data
// model. The front ends clear variables on the stack.
func TestSettled(t *testing.T) {
	const source = "testdata/settled.c"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	clear := []string{"-ftrivial-auto-var-init=zero"}
	for clang, flags := range map[string][]string{
		"clang-14": append(clear, "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang"), "clang-19": clear,
	} {
		for _, model := range []string{"-m32", "-m64"} {
			t.Run(clang+model, func(t *testing.T) {
				table := tableOf(t, clang, append(flags, model), source)
				for _, c := range table.Conditions {
					comment := ""
					if _, after, ok := strings.Cut(lines[c.Line-1], "/* "); ok {
						comment = strings.TrimSuffix(after, " */")
					}
					got := ""
					switch {
					case c.Unreachable:
						got = "unreachable"
					case c.NeverTrue:
						got = "never true"
					case c.NeverFalse:
						got = "never false"
					}
					if comment == "decided" && strings.HasPrefix(got, "never") {
						continue
					}
					if got != comment {
						t.Errorf("line %d is %q: %s", c.Line, got, lines[c.Line-1])
					}
				}
				var dead []int
				for goal := range table.Reached {
					if !table.MayReach(goal) {
						dead = append(dead, goal)
					}
				}
				if want := []int{2, 3, 4, 8, 12, 14, 15, 16}; !slices.Equal(dead, want) {
					t.Errorf("the goals %v are out of reach, want %v", dead, want)
				}
			})
		}
	}
}

// tableOf instruments a program and returns its location table.
func tableOf(t *testing.T, clang string, flags []string, source string) *locations.Table {
	t.Helper()
	folder := t.TempDir()
	bitcode := filepath.Join(folder, "program.bc")
	command(t, clang, slices.Concat(frontEndFlags, flags, []string{source, "-o", bitcode})...)
	return tableBy(t, Options{
		Inputs: []string{bitcode}, Monitor: compileDouble(t, clang, flags[len(flags)-1]),
		Object: filepath.Join(folder, "program.o"), Locations: filepath.Join(folder, "locations.json"),
	})
}
