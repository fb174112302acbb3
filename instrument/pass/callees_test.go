//go:build llvm19

package pass

import (
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"fizzer/instrument/llvm"
)

// TestCallees compares the functions that each call through a pointer may enter with those in the comments of the programs.
func TestCallees(t *testing.T) {
	for source, count := range map[string]int{"testdata/callees/ways.c": 16, "testdata/callees/loose.c": 2} {
		want := commented(t, source)
		if len(want) != count {
			t.Fatalf("%s: %d calls with comments", source, len(want))
		}
		for _, clang := range []string{"clang-14", "clang-19"} {
			for _, model := range []string{"-m32", "-m64"} {
				got := calleesByLine(t, compile(t, clang, model, source))
				if !maps.Equal(got, want) {
					t.Errorf("%s, %s %s: got\n%v\nwant\n%v", source, clang, model, got, want)
				}
			}
		}
	}
}

// commented returns the comments behind the calls of a program, by line.
func commented(t *testing.T, source string) map[int]string {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	comments := map[int]string{}
	comment := regexp.MustCompile(`;.* // (.*)$`)
	for n, line := range strings.Split(string(text), "\n") {
		if match := comment.FindStringSubmatch(line); match != nil {
			comments[n+1] = match[1]
		}
	}
	return comments
}

// calleesByLine returns the names of the functions that calls through pointers may enter, or "any".
func calleesByLine(t *testing.T, bitcode string) map[int]string {
	t.Helper()
	context := llvm.NewContext()
	defer context.Dispose()
	program, err := readProgram(context, []string{bitcode})
	if err != nil {
		t.Fatal(err)
	}
	functions := newFunctions(program)
	callees := newCallees(functions)
	lines := map[int]string{}
	for call := range callees.held {
		names := []string{"any"}
		if held, known := callees.of(call); known {
			names = nil
			for _, function := range held {
				names = append(names, function.Name())
			}
		}
		lines[llvm.PlaceOf(call).Line] = strings.Join(names, " ")
	}
	return lines
}
