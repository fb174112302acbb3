package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// withInputs are programs with inputs of one kind; all their goals can be reached.
var withInputs = []struct {
	name, text string
	options    []string
	mode       string
}{
	{"characters", `#include <stdio.h>
int main(void) {
  int c, depth = 0;
  while ((c = getchar()) != EOF) {
    if (c == '(') depth++;
    else if (c == ')') depth--;
  }
  if (depth == 3) return 1;
  return 0;
}`, []string{"--input", "stdin"}, "persistent"},
	{"formats", `#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) == 1) return x == 77;
  return 2;
}`, []string{"--input=stdin"}, "persistent"},
	{"calls", `#include <unistd.h>
int main(void) {
  char b[4];
  ssize_t n = read(0, b, sizeof b);
  if (n == 4 && b[0] == 'E' && b[1] == 'L') return 1;
  return 0;
}`, []string{"--input", "stdin"}, "persistent"},
	{"arguments", `#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int option, verbose = 0;
  while ((option = getopt(argc, argv, "v")) != -1) {
    if (option == 'v') verbose++;
  }
  if (verbose == 2) return 3;
  if (argc > 1 && strcmp(argv[argc - 1], "file") == 0) return 4;
  return 0;
}`, []string{"--input", "argv"}, "persistent"},
	{"environment", `#include <stdlib.h>
#include <string.h>
int main(void) {
  char *mode = getenv("MODE");
  if (mode == NULL) return 1;
  if (strcmp(mode, "fast") == 0) return 2;
  return 0;
}`, []string{"--input", "env:MODE"}, "persistent"},
	{"file", `#include <stdio.h>
int main(void) {
  char line[16];
  FILE *f = fopen("settings", "r");
  if (f == NULL) return 1;
  int n = 0;
  while (fgets(line, sizeof line, f) != NULL) n++;
  fclose(f);
  if (n == 2) return 2;
  return 0;
}`, []string{"--input", "file:settings"}, "forked"},
	{"time zone", `#include <time.h>
int main(void) {
  time_t when = 0;
  struct tm broken;
  localtime_r(&when, &broken);
  if (broken.tm_hour == 17) return 2; // EST7
  return 0;
}
const char *zones[] = {"EST7"};`, []string{"--input", "env:TZ"}, "forked"},
}

var goalsOfRun = regexp.MustCompile(`goals: (\d+)/(\d+)`)

// The kinds of inputs: the search covers what it can, replay agrees, and the mode is as it should be. A file always exists, so one goal of
// that program is out of reach.
func TestInputs(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"ILP32", "LP64"} {
		for _, test := range withInputs {
			t.Run(test.name+" "+model, func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				write(t, folder, map[string]string{"a.c": test.text})
				arguments := []string{p.fizzer, "a.c", "--data-model", model, "--max-executions", "30000", "--output", "out", "--quiet"}
				out := command(t, folder, append(arguments, test.options...)...)
				found := goalsOfRun.FindStringSubmatch(out)
				if found == nil {
					t.Fatal(out)
				}
				missed := 0
				if test.name == "file" {
					missed = 1
				}
				if atoi(found[2])-atoi(found[1]) != missed {
					t.Errorf("not %d goals missed:\n%s", missed, out)
				}
				if out := command(t, t.TempDir(), p.fizzer, "replay", filepath.Join(folder, "out")); !strings.Contains(out, "covered: "+found[1]+"\n") {
					t.Error(out)
				}
				s := started{output: filepath.Join(folder, "out")}
				if statistics := s.statistics(t); statistics.Mode != test.mode {
					t.Errorf("it ran %s because of %s", statistics.Mode, statistics.Forked)
				}
			})
		}
	}
}

// The reader of INI files: two files and a header, from standard input. Two runs with the same seed give the same tests.
func TestIniExample(t *testing.T) {
	p := ready(t)
	example := filepath.Join(p.root, "examples", "ini")
	var suites [2]string
	for i := range suites {
		folder := t.TempDir()
		out := command(t, folder, p.fizzer, filepath.Join(example, "main.c"), filepath.Join(example, "ini.c"), "--input", "stdin",
			"--max-executions", "40000", "--seed", "5", "--output", "out", "--quiet") // of seeds 1 to 8 all but 3 take 20 000 at most
		if found := goalsOfRun.FindStringSubmatch(out); found == nil || found[1] != "24" || found[2] != "24" {
			t.Fatal(out)
		}
		tests, err := filepath.Glob(filepath.Join(folder, "out", "test-suite", "testcase*.xml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range tests {
			content, err := os.ReadFile(test)
			if err != nil {
				t.Fatal(err)
			}
			suites[i] += string(content)
		}
		if out := command(t, folder, p.fizzer, "replay", "--annotate", "out"); !strings.Contains(out, "+    22      if (*text == '[') {") {
			t.Error(out)
		}
	}
	if suites[0] != suites[1] || suites[0] == "" {
		t.Error("two runs with the same seed gave other tests")
	}
}

// A fuzz target without main needs no option.
func TestFuzzTargetExample(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	target := filepath.Join(p.root, "examples", "fuzz-target", "target.c")
	out := command(t, folder, p.fizzer, target, "--max-executions", "60000", "--output", "out", "--quiet")
	if found := goalsOfRun.FindStringSubmatch(out); found == nil || found[1] != found[2] {
		t.Error(out)
	}
	if out := command(t, folder, p.fizzer, "replay", "out"); !strings.Contains(out, "coverage: 100.00%") {
		t.Error(out)
	}
}

// A function of a program without main is called with parameters made from its signature. What the command harness prints does the same
// as one more file.
func TestEntryExample(t *testing.T) {
	p := ready(t)
	shapes := filepath.Join(p.root, "examples", "entry", "shapes.c")
	for _, model := range []string{"ILP32", "LP64"} {
		folder := t.TempDir()
		out := command(t, folder, p.fizzer, "--entry", "heaviest", shapes, "--data-model", model, "--max-executions", "100000", "--output", "out",
			"--quiet")
		if found := goalsOfRun.FindStringSubmatch(out); found == nil || found[1] != found[2] {
			t.Error(out)
		}
		if out := command(t, folder, p.fizzer, "replay", "out"); !strings.Contains(out, "coverage: 100.00%") {
			t.Error(out)
		}
		text := command(t, folder, p.fizzer, "harness", "--entry", "heaviest", shapes, "--data-model", model)
		write(t, folder, map[string]string{"own.c": text})
		out = command(t, folder, p.fizzer, "own.c", shapes, "--data-model", model, "--max-executions", "2000", "--output", "own", "--quiet")
		if !strings.Contains(out, "RESULT: done") {
			t.Error(out)
		}
	}
}

// The script of a crash builds the original program with its harness, so that it gets the same input.
func TestCrashWithInput(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char line[64];
  if (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "crash", 5) == 0)
    abort();
  return 0;
}
`})
	command(t, folder, p.fizzer, "a.c", "--input", "stdin", "--max-executions", "20000", "--output", "out", "--quiet")
	script := exec.Command(filepath.Join(folder, "out", "crashes", "SIGABRT", "1", "reproduce.sh"), "plain")
	if out, err := script.CombinedOutput(); err == nil || script.ProcessState.ExitCode() != 134 {
		t.Errorf("%v\n%s", err, out)
	}
}

// A program that reads an input which no option gives it says which one would.
func TestAdviceOnInputs(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": "#include <stdio.h>\nint main(void) { return getchar() == 'a'; }\n"})
	out := command(t, folder, p.fizzer, "a.c", "--output", "out", "--quiet")
	if !strings.Contains(out, "reads standard input: --input stdin") {
		t.Error(out)
	}
}
