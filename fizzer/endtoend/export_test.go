package endtoend

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// cmake configures, builds and tests an exported folder. It returns what ctest said.
func cmake(t *testing.T, folder string, options ...string) (string, error) {
	t.Helper()
	build := t.TempDir()
	for _, command := range [][]string{append([]string{"cmake", "-S", folder, "-B", build}, options...), {"cmake", "--build", build}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v; call make setup\n%s", command, err, out)
		}
	}
	ctest := exec.Command("ctest", "--output-on-failure")
	ctest.Dir = build
	out, err := ctest.CombinedOutput()
	return string(out), err
}

// The tests of a run, exported for ctest, are green on the original program: in both data models, of several files, preprocessed,
// with an error function, with aborts, with each kind of value.
func TestExportForCTest(t *testing.T) {
	p := ready(t)
	several := t.TempDir()
	for name, text := range map[string]string{
		"a $b 'c'.c": "#include \"both.h\"\nint main(void) { return check(__VERIFIER_nondet_int()) ? 3 : 0; }\n",
		"both.h":     "extern int __VERIFIER_nondet_int(void);\nint check(int);\n",
		"second.c":   "#include \"both.h\"\n#include <stdlib.h>\nint check(int x) { if (x == 77) abort(); return x > 100; }\n",
		"task.yml": "format_version: '2.0'\ninput_files: [\"a $b 'c'.c\", second.c]\nproperties:\n" +
			"  - property_file: " + filepath.Join(p.root, "examples/properties/coverage-branches.prp") +
			"\noptions:\n  language: C\n  data_model: ILP32\n",
	} {
		if err := os.WriteFile(filepath.Join(several, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"bitvector-fields.yml", "error-reachable.yml", "crash-mostly.yml", "floats-special.yml",
		"string-command.yml",
		several + "/task.yml"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if !filepath.IsAbs(file) {
				file = filepath.Join(p.root, "examples", file)
			}
			folder := t.TempDir()
			run(t, p, "--max-executions", "3000", "--output", folder, file)
			tests, err := filepath.Glob(filepath.Join(folder, "test-suite", "testcase-*.xml"))
			if err != nil || len(tests) == 0 {
				t.Fatalf("no tests, %v", err)
			}
			run(t, p, "export", "--format", "ctest", filepath.Join(folder, "ctest"), folder)
			out, err := cmake(t, filepath.Join(folder, "ctest"))
			if err != nil || !strings.Contains(out, fmt.Sprintf("100%% tests passed, 0 tests failed out of %d", len(tests))) {
				t.Errorf("%d tests: %v\n%s", len(tests), err, out)
			}
		})
	}
}

// Exported tests are red when the program is changed.
func TestExportedTestsFindChanges(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	program := filepath.Join(folder, "p.c")
	text := "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() > 100 ? 3 : 0; }\n"
	changed := filepath.Join(folder, "changed.c")
	for path, content := range map[string]string{program: text, changed: strings.ReplaceAll(text, "? 3", "? 4")} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, p, "--max-executions", "500", "--output", folder, program)
	run(t, p, "export", "--format", "ctest", filepath.Join(folder, "ctest"), folder)
	out, err := cmake(t, filepath.Join(folder, "ctest"), "-DPROGRAM="+changed)
	if err == nil || !strings.Contains(out, "exit status 4 and signal 0; expected are 3 and 0") ||
		!strings.Contains(out, "1 tests failed out of 2") {
		t.Errorf("%v\n%s", err, out)
	}
	nothing := filepath.Join(folder, "no")
	if status, said := runStatus(t, p, "export", "--format", "ctest", nothing, filepath.Join(folder, "ctest")); status != 3 {
		t.Errorf("a folder without a suite: %d, %s", status, said)
	}
	if err := os.WriteFile(program, []byte(text+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, said := runStatus(t, p, "export", nothing, folder); status != 3 || !strings.Contains(said, "was changed since") {
		t.Errorf("another version of the program: %d, %s", status, said)
	}
}

// runStatus runs fizzer and returns its exit status and all that it wrote.
func runStatus(t *testing.T, p places, arguments ...string) (int, string) {
	t.Helper()
	command := exec.Command(p.fizzer, arguments...)
	out, err := command.CombinedOutput()
	if command.ProcessState == nil {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// Raw corpora lead a new run to the same goals, without any search.
func TestExportedCorporaAreSeeds(t *testing.T) {
	p := ready(t)
	for _, example := range []string{"string-command.yml", "floats-special.yml", "nondet-memory.yml"} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(p.root, "examples", example)
			folder := t.TempDir()
			want := goalsIn(t, run(t, p, "--max-executions", "3000", "--output", folder, file))
			tests, err := filepath.Glob(filepath.Join(folder, "test-suite", "testcase-*.xml"))
			if err != nil {
				t.Fatal(err)
			}
			for _, format := range []string{"afl", "libfuzzer"} {
				corpus := filepath.Join(folder, format)
				run(t, p, "export", "--format", format, corpus, folder)
				out := run(t, p, "--seeds", corpus, "--max-executions", fmt.Sprint(2*len(tests)+2), "--output", t.TempDir(), file)
				if got := goalsIn(t, out); got.covered < want.covered {
					t.Errorf("%s: goals %v, want %v\n%s", format, got, want, out)
				}
			}
		})
	}
}

// genhtml makes pages of the exported coverage, the report and the results for continuous integration are written.
func TestExportedPages(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	run(t, p, "--max-executions", "2000", "--output", folder, filepath.Join(p.root, "examples", "crash-mostly.yml"))
	for format, file := range map[string]string{"lcov": "lcov.info", "html": "report.html", "junit": "junit.xml", "c": "testcase-000001.c"} {
		run(t, p, "export", "--format", format, filepath.Join(folder, "pages"), folder)
		if !exists(filepath.Join(folder, "pages", file)) {
			t.Errorf("%s made no %s", format, file)
		}
	}
	genhtml := exec.Command("genhtml", "--branch-coverage", "-o", filepath.Join(folder, "genhtml"), filepath.Join(folder, "pages/lcov.info"))
	out, err := genhtml.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "branches...: ") || strings.Contains(string(out), "no data found") {
		t.Errorf("genhtml: %v; call make setup\n%s", err, out)
	}
	junit, err := os.ReadFile(filepath.Join(folder, "pages", "junit.xml"))
	if err != nil || !strings.Contains(string(junit), `<failure type="SIG`) {
		t.Errorf("%v\n%s", err, junit)
	}
	if status, said := runStatus(t, p, "export", "--format", "lcob", folder, folder); status != 2 ||
		!strings.Contains(said, "did you mean lcov") {
		t.Errorf("%d, %s", status, said)
	}
}

// The union of two suites reaches what either does, the smallest suite reaches the same, and the difference of both is empty.
func TestMergeMinimizeDiff(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	file := filepath.Join(p.root, "examples", "busybox-arguments.yml")
	run(t, p, "--max-executions", "30", "--seed", "1", "--output", at("one"), file)
	run(t, p, "--max-executions", "2000", "--seed", "2", "--output", at("two"), file)
	run(t, p, "merge", at("all"), at("one"), at("two/test-suite.zip"), at("one/test-suite"))
	checkSuite(t, at("all"))
	counted := func(suite string) string {
		t.Helper()
		out := run(t, p, "replay", suite, file)
		return out[strings.LastIndex(out, "goals: "):]
	}
	run(t, p, "minimize", at("few"), at("all"), file)
	checkSuite(t, at("few"))
	if got, want := counted(at("few")), counted(at("all")); got != want {
		t.Errorf("the smallest suite: %s, all: %s", got, want)
	}
	few, _ := filepath.Glob(at("few/testcase-*.xml"))
	all, _ := filepath.Glob(at("all/testcase-*.xml"))
	if len(few) == 0 || len(few) >= len(all) {
		t.Errorf("%d tests of %d", len(few), len(all))
	}
	out := run(t, p, "diff", at("one"), at("two"))
	if !strings.Contains(out, "\n> ") && !strings.HasPrefix(out, "> ") || strings.Contains(out, "only-second: 0\n") {
		t.Errorf("a short and a long run reach the same:\n%s", out)
	}
	if out := run(t, p, "diff", at("few"), at("all"), file); !strings.Contains(out, "only-first: 0\nonly-second: 0\n") {
		t.Errorf("the smallest suite and all tests:\n%s", out)
	}
	if status, said := runStatus(t, p, "merge", at("all"), at("one")); status != 7 || !strings.Contains(said, "is not empty") {
		t.Errorf("an existing suite: %d, %s", status, said)
	}
	other := run(t, p, "--max-executions", "30", "--output", at("other"), filepath.Join(p.root, "examples", "no-input.yml"))
	if status, said := runStatus(t, p, "merge", at("no"), at("one"), at("other")); status != 3 || !strings.Contains(said, "another program") {
		t.Errorf("another program: %d, %s\n%s", status, said, other)
	}
}
