//go:build llvm19

package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCommandLine runs command lines and checks exit status and output.
func TestCommandLine(t *testing.T) {
	tests := []struct {
		name      string
		arguments []string
		status    int
		stdout    string // regular expression
		stderr    string // regular expression
	}{
		{"version", []string{"--version"}, 0, `^\d+\.\d+\.\d+ .*\n$`, `^$`},
		{"help", []string{"--help"}, 0, `--input(.|\n)*--monitor(.|\n)*--object(.|\n)*--locations(.|\n)*--ir`, `^$`},
		{"nothing", nil, 1, `^$`, `^fizzer-instrument: --input is missing; .*--help\n$`},
		{"no monitor", []string{"--input", "a.bc"}, 1, `^$`, `^fizzer-instrument: --monitor is missing; .*--help\n$`},
		{"unknown option", []string{"--outptu", "x"}, 1, `^$`, `^fizzer-instrument: .*outptu; .*--help\n$`},
		{"argument", []string{"a.bc"}, 1, `^$`, `^fizzer-instrument: "a.bc" is no option; .*--help\n$`},
		{"missing file", []string{"--input", "a,b.bc", "--monitor", "m", "--object", "o", "--locations", "l"}, 1, `^$`,
			`^fizzer-instrument: .*a,b.bc: no such file.*clang.*\n$`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := run(append([]string{"fizzer-instrument"}, test.arguments...), &stdout, &stderr)
			if status != test.status {
				t.Errorf("status %d instead of %d", status, test.status)
			}
			expect(t, test.stdout, stdout.String())
			expect(t, test.stderr, stderr.String())
		})
	}
}

func expect(t *testing.T, expression, text string) {
	t.Helper()
	if !regexp.MustCompile(expression).MatchString(text) {
		t.Errorf("%q does not match %s", text, expression)
	}
}

// TestOnlyAccessToLLVM reads the imports: only the package llvm may use the bindings or cgo.
func TestOnlyAccessToLLVM(t *testing.T) {
	doors := 0
	for _, pattern := range []string{"*.go", "*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !reachesLLVM(t, file) {
				continue
			}
			doors++
			if filepath.Dir(file) != "llvm" {
				t.Errorf("%s bypasses the package llvm", file)
			}
		}
	}
	if doors == 0 {
		t.Error("no file uses LLVM: the check does not see them")
	}
}

func reachesLLVM(t *testing.T, file string) bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(parsed.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"C"` || strings.Contains(i.Path.Value, "go-llvm")
	})
}
