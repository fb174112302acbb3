package libfizzer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// definition is a function that a file of c/string exports.
var definition = regexp.MustCompile(`(?m)^(?:[a-z_0-9]+ )+\*?([a-z_0-9]+)\([^;]*?\) \{`)

// TestSameAsCLibrary compares our functions for strings, memory, characters and numbers with those of the C library.
func TestSameAsCLibrary(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		for _, clang := range []string{"clang-14", "clang-19"} {
			t.Run(clang+model, func(t *testing.T) {
				t.Parallel()
				program := filepath.Join(t.TempDir(), "program")
				arguments := []string{model, "-O1", "-fno-builtin", "-D_GNU_SOURCE", "-w", "-o", program, "testdata/library.c", "-lm"}
				for _, source := range LibrarySources() {
					arguments = append(arguments, compileRenamed(t, clang, model, source))
				}
				call(t, clang, arguments...)
				call(t, program)
			})
		}
	}
}

// compileRenamed compiles a source to an object file in which all defined names begin with "ours_".
func compileRenamed(t *testing.T, clang, model, source string) string {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	object := filepath.Join(t.TempDir(), filepath.Base(source)+".o")
	arguments := []string{model, "-O1", "-fno-builtin", "-w", "-c", source, "-o", object}
	definitions := definition.FindAllSubmatch(text, -1)
	if len(definitions) < 5 {
		t.Fatalf("%s: %d definitions only", source, len(definitions))
	}
	for _, d := range definitions {
		arguments = append(arguments, fmt.Sprintf("-D%s=ours_%s", d[1], d[1]))
	}
	call(t, clang, arguments...)
	return object
}

func call(t *testing.T, program string, arguments ...string) {
	t.Helper()
	output, err := exec.Command(program, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v; where it is missing: apt-get install clang-14 clang-19 gcc-multilib\n%s", program, err, output)
	}
}
