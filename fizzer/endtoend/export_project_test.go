package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// exported are programs with inputs of all kinds, of several files, with options of the compiler. direct: a test runs the program itself.
var exported = []struct {
	name      string
	files     map[string]string
	arguments []string
	direct    bool
}{
	{"stdin", map[string]string{"inc/a.h": "int wants(int);\n", "b.c": "#include <a.h>\nint wants(int c) { return c == WANTED; }\n",
		"a.c": `#include <a.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *text = TEXT;
  char line[40] = "";
  if (fgets(line, sizeof line, stdin) == NULL) return 9;
  if (strcmp(line, "net\n") == 0) abort();
  if (wants(line[0])) return (int)strlen(text);
  return (int)sqrt(16.0 + (line[0] == '4'));
}
`}, []string{"a.c", "b.c", "-Iinc", "-DWANTED='x'", `-DTEXT="a;b$<c> d"`, "-lm", "--input", "stdin"}, true},
	{"mixed", map[string]string{"a.c": withInputs[3].text}, []string{"a.c", "--input", "argv", "--input", "env:MODE", "--input",
		"file:settings"}, true},
	{"environment", map[string]string{"a.c": withInputs[4].text}, []string{"a.c", "--input", "env:MODE"}, true},
	{"file", map[string]string{"a.c": withInputs[5].text}, []string{"a.c", "--input", "file:settings"}, true},
	{"both", map[string]string{"a.c": `#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (getchar() == x) return 1;
  return 0;
}
`}, []string{"a.c", "--input", "stdin"}, false},
	{"entry", map[string]string{"a.c": `#include "b.h"
int classify(const char *name, signed char sign) { return NAME(name)[0] == 'n' ? sign : 1; }
int main(void) { return classify("n", 2); }
`, "b.h": "#define NAME(n) n\n"}, []string{"a.c", "--entry", "classify", "-include", "b.h", "-std=c99"}, false},
	{"preprocessed", map[string]string{"a.i": "int f(int x) { return x > 5 ? 1 : 2; }\nint main(void) { return f(3); }\n"},
		[]string{"a.i", "--entry", "f"}, false},
	{"target", map[string]string{"a.c": `#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 2 && data[0] == 200 && data[1] == 0) exit(7);
  return 0;
}
`}, []string{"a.c"}, false},
}

// The tests of a run with options and inputs, exported for ctest, are green on the untouched program. So is their raw corpus, where there
// is one: it leads a new run to the same goals.
func TestExportOfProjects(t *testing.T) {
	p := ready(t)
	for i, test := range exported {
		for j, model := range []string{"ILP32", "LP64"} {
			if i > 0 && j != i%2 { // the first in both data models, the others in turn
				continue
			}
			t.Run(test.name+" "+model, func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				write(t, folder, test.files)
				program := append([]string{p.fizzer, "--data-model", model, "--quiet"}, test.arguments...)
				out := command(t, folder, append(program, "--max-executions", "5000", "--output", "out")...)
				want := goalsIn(t, out)
				tests, err := filepath.Glob(filepath.Join(folder, "out", "test-suite", "testcase-*.xml"))
				if err != nil || len(tests) < 2 {
					t.Fatal(len(tests), err)
				}
				command(t, folder, p.fizzer, "export", "--format", "ctest", "ctest", "out")
				said, err := cmake(t, filepath.Join(folder, "ctest"))
				if err != nil || !strings.Contains(said, fmt.Sprintf("100%% tests passed, 0 tests failed out of %d", len(tests))) {
					t.Errorf("%d tests: %v\n%s", len(tests), err, said)
				}
				text, err := os.ReadFile(filepath.Join(folder, "ctest", "testcase-000001.c"))
				if err != nil || strings.Contains(string(text), "__VERIFIER") == test.direct {
					t.Errorf("runs the program itself: want %v\n%s", test.direct, text)
				}
				command(t, folder, p.fizzer, "export", "--format", "lcov", "out", "out")
				if !exists(filepath.Join(folder, "out", "lcov.info")) {
					t.Error("no lcov.info")
				}
				for _, format := range []string{"afl", "libfuzzer"} {
					command(t, folder, p.fizzer, "export", "--format", format, format, "out")
					again := command(t, folder, append(program, "--seeds", format, "--max-executions", fmt.Sprint(2*len(tests)+2), "--output",
						format+"-out")...)
					if got := goalsIn(t, again); test.name != "both" && got.covered < want.covered {
						t.Errorf("%s: goals %v, want %v\n%s", format, got, want, again)
					}
				}
			})
		}
	}
}

// Inputs that crash are exported beside the corpus, not in it.
func TestExportedCrashes(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": "#include <stddef.h>\n" +
		"int LLVMFuzzerTestOneInput(const unsigned char *b, size_t n)\n" +
		"{ if (n > 1 && b[1] == 'x') *(volatile int *)8 = 1; if (n > 3) return 1; return 0; }\n"})
	command(t, folder, p.fizzer, "a.c", "--max-executions", "2000", "--output", "out", "--quiet")
	for format, pattern := range map[string]string{"libfuzzer": "*", "afl": "id:000000,orig:SIGSEGV-1"} {
		out := command(t, folder, p.fizzer, "export", "--format", format, format, "out")
		if !strings.Contains(out, "crashes: 1 in "+format+"-crashes\n") {
			t.Error(out)
		}
		for where, crashing := range map[string]bool{format: false, format + "-crashes": true} {
			inputs, err := filepath.Glob(filepath.Join(folder, where, "*"))
			if err != nil || len(inputs) == 0 {
				t.Errorf("%s: no inputs, %v", where, err)
			}
			for _, path := range inputs {
				input, err := os.ReadFile(path)
				if err != nil || (len(input) > 1 && input[1] == 'x') != crashing {
					t.Errorf("%s: %q, %v", path, input, err)
				}
			}
		}
		if found, err := filepath.Glob(filepath.Join(folder, format+"-crashes", pattern)); err != nil || len(found) != 1 {
			t.Errorf("%q, %v", found, err)
		}
	}
	if out := command(t, folder, p.fizzer, "export", "--format", "afl", "again", "out/test-suite"); strings.Contains(out, "crashes") {
		t.Errorf("a suite has no crashes: %s", out)
	}
}

// The end of raw inputs that are longer than a harness gives is cut, and the run says so.
func TestLongRawSeeds(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"a.c": "#include <stddef.h>\nint LLVMFuzzerTestOneInput(const unsigned char *b, size_t n)\n" +
			"{ if (n > 4000 && b[4000] == 'x') return 1; return 0; }\n",
		"corpus/0": strings.Repeat("x", 4097), "corpus/1": strings.Repeat("x", 4096),
	})
	out := command(t, folder, p.fizzer, "a.c", "--seeds", "corpus", "--max-executions", "3", "--output", "out")
	if !strings.Contains(out, "note: 1 of 2 raw inputs given as seeds are longer than the 4096 bytes that a harness gives; they are cut") {
		t.Error(out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "out", "statistics.json"))
	if err != nil || !strings.Contains(string(text), `"cut_seeds": 1`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// Raw inputs are seeds as they are, with zeros and bytes that stand for words in the harness.
func TestRawSeedsOfProjects(t *testing.T) {
	p := ready(t)
	check := `const char *words[] = {"some", "words"};
static int check(const unsigned char *b, int n) { return n == 6 && b[0] == 128 && b[1] == 0 && b[2] == 255 && b[3] == 129 && b[5] == 3; }
`
	raw := "\x80\x00\xff\x81x\x03"
	for name, program := range map[string]struct{ text, input string }{
		"stdin": {"#include <stdio.h>\n" + check +
			"int main(void) { unsigned char b[9]; int n = (int)fread(b, 1, 9, stdin); if (check(b, n)) return 1; return 0; }\n", "stdin"},
		"file": {"#include <stdio.h>\n" + check + "int main(void) { unsigned char b[9]; FILE *f = fopen(\"x\", \"r\");\n" +
			"int n = (int)fread(b, 1, 9, f); if (check(b, n)) return 1; return 0; }\n", "file:x"},
		"target": {"#include <stddef.h>\n" + check + "int LLVMFuzzerTestOneInput(const unsigned char *b, size_t n)\n" +
			"{ if (check(b, (int)n)) return 1; return 0; }\n", ""},
	} {
		folder := t.TempDir()
		write(t, folder, map[string]string{"a.c": program.text, "corpus/0": raw})
		arguments := []string{p.fizzer, "a.c", "--seeds", "corpus", "--max-executions", "2", "--output", "out", "--quiet"}
		if program.input != "" {
			arguments = append(arguments, "--input", program.input)
		}
		out := command(t, folder, arguments...)
		command(t, folder, p.fizzer, "export", "--format", "afl", "back", "out")
		found := false
		back, err := filepath.Glob(filepath.Join(folder, "back", "*"))
		for _, file := range back {
			content, err := os.ReadFile(file)
			found = found || err == nil && string(content) == raw
		}
		if err != nil || !found {
			t.Errorf("%s: the raw input does not come back in %d files, %v\n%s", name, len(back), err, out)
		}
	}
}
