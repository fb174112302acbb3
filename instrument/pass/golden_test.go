//go:build llvm19

package pass

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// TestGolden compares the instrumented IR and the location table of each input with files that a human has read.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/golden/*.ll")
	if err != nil || len(inputs) < 8 {
		t.Fatalf("%d inputs, error %v", len(inputs), err)
	}
	for _, input := range inputs {
		name := strings.TrimSuffix(filepath.Base(input), ".ll")
		t.Run(name, func(t *testing.T) { compareGolden(t, input, "testdata/golden/"+name) })
	}
	t.Run("positions", func(t *testing.T) {
		compareGolden(t, compile(t, "clang-19", "-m64", "testdata/golden/positions.c"), "testdata/golden/positions")
	})
}

func compareGolden(t *testing.T, input, stem string) {
	ir, table := instrumentFile(t, input, Options{All: true})
	golden(t, stem+".golden.ir", functionsOnly(ir))
	table.LayoutHash = 0
	text, err := json.MarshalIndent(table, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, stem+".golden.json", string(text)+"\n")
}

// instrumentFile returns the instrumented IR, before it is optimised, and the table of one input.
func instrumentFile(t testing.TB, input string, options Options) (string, *locations.Table) {
	t.Helper()
	context := llvm.NewContext()
	defer context.Dispose()
	program, err := readProgram(context, []string{input})
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := instrument(context, program, options)
	if err != nil {
		t.Fatal(err)
	}
	return program.String(), table
}

var (
	attributeGroups = regexp.MustCompile(`(?m)^attributes #\d+ = .*\n`)
	metadata        = regexp.MustCompile(`(?m)^!.*\n`)
	header          = regexp.MustCompile(`(?m)^(; ModuleID|source_filename|target).*\n`)
)

// functionsOnly removes what depends on the machine: paths, features of the processor, the version of clang.
func functionsOnly(ir string) string {
	for _, expression := range []*regexp.Regexp{attributeGroups, metadata, header} {
		ir = expression.ReplaceAllString(ir, "")
	}
	return strings.Trim(ir, "\n") + "\n"
}

// TestSameForEachFrontEnd shows that the location table does not depend on the version of clang.
func TestSameForEachFrontEnd(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		_, old := instrumentFile(t, compile(t, "clang-14", model, "testdata/run/records.c"), Options{})
		_, current := instrumentFile(t, compile(t, "clang-19", model, "testdata/run/records.c"), Options{})
		a, _ := json.Marshal(old)
		b, _ := json.Marshal(current)
		if string(a) != string(b) {
			t.Errorf("%s: tables differ:\n%s\n%s", model, a, b)
		}
		if len(current.Conditions) != 18 {
			t.Errorf("%s: %d conditions", model, len(current.Conditions))
		}
	}
}
