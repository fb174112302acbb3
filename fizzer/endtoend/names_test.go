package endtoend

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/suite"
)

// namedProgram has a header of its own, a goal that takes an input, and a bad end for nearly all inputs.
const namedProgram = `#include "named.h"
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int main(void) {
  if (wanted(__VERIFIER_nondet_int()))
    return 1;
  abort();
}
`

const namedHeader = "static int wanted(int x) { return x == 12345; }\n"

// hostileNames are names of C files with a meaning for some compiler, shell, printf, terminal or file format.
func hostileNames() []string {
	return []string{
		"@p.c", "-x.c", `p".c`, "a b.c", "p\n.c", "$(touch x).c", "p;touch x.c", "%s%n.c", "p\xff\xfe.c", strings.Repeat("n", 248) + ".c",
		"größe日本.c", "p\x1b[31m.c", "'`touch x`'.c", "<b>&amp;.c", `p\.c`,
	}
}

// inFolder runs fizzer in a folder and returns its exit code and outputs.
func inFolder(t *testing.T, p places, folder string, arguments ...string) (code int, stdout, stderr string) {
	t.Helper()
	command := exec.Command(p.fizzer, arguments...)
	command.Dir = folder
	var out, messages bytes.Buffer
	command.Stdout, command.Stderr = &out, &messages
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	for _, text := range []string{out.String(), messages.String()} {
		if strings.ContainsAny(text, "\x1b\x07") {
			t.Errorf("fizzer %q writes to the terminal: %q", arguments, text)
		}
	}
	return command.ProcessState.ExitCode(), out.String(), messages.String()
}

// fill writes files into a new folder and returns it.
func fill(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// unchanged fails the test if the folder has files other than these.
func unchanged(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.Contains(names, entry.Name()) {
			t.Errorf("there is a new file %q", entry.Name())
		}
	}
}

// A program of any name is run, replayed, reported and reproduced like any other. Nothing in its name is executed.
func TestHostileNames(t *testing.T) {
	p := ready(t)
	for i, name := range hostileNames() {
		model := []string{"ILP32", "LP64"}[i%2]
		t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
			t.Parallel()
			folder := fill(t, map[string]string{
				name: namedProgram, "named.h": namedHeader,
				"task.yml": "format_version: '2.0'\ninput_files: '*.c'\noptions: {language: C, data_model: " + model + "}\n",
			})
			code, out, messages := inFolder(t, p, folder, "task.yml", "--max-executions", "300", "--output", "out")
			if code != 0 || lastLine(out) != "RESULT: done" || strings.Contains(messages, "note: gcc does not compile") {
				t.Fatalf("code %d\n%s%s", code, out, messages)
			}
			checkNames(t, filepath.Join(folder, "out"), name)
			checkCommands(t, p, folder, name)
			crash := filepath.Join(folder, "out", "crashes", "SIGABRT", "1")
			if status, said := reproduce(t, crash, "plain"); status != 134 {
				t.Errorf("reproduce.sh: status %d, %q", status, said)
			}
			unchanged(t, folder, name, "named.h", "task.yml", "out", "instrumented")
		})
	}
}

// checkNames checks the names in the files of a run.
func checkNames(t *testing.T, output, name string) {
	t.Helper()
	shown := strings.ToValidUTF8(name, "\ufffd")
	if strings.Contains(name, "\xff\xfe") {
		shown = "p\ufffd\ufffd.c"
	}
	written, err := suite.Read(filepath.Join(output, "test-suite"))
	if err != nil || len(written.Tests) == 0 {
		t.Fatalf("%+v, %v", written, err)
	}
	var details formats.Details
	content, err := os.ReadFile(filepath.Join(output, formats.DetailsFile))
	if err == nil {
		err = json.Unmarshal(content, &details)
	}
	if err != nil || details.Programs[0].Path != shown || details.Programs[0].Source != namedProgram {
		t.Errorf("details.json: %+v, %v, want %q", details.Programs, err, shown)
	}
	if !slices.Contains(details.Locations.Files, shown) || !slices.Contains(details.Locations.Files, "named.h") {
		t.Errorf("the location table has %q, want %q", details.Locations.Files, shown)
	}
	if len(details.Goals) != 2 || details.Goals[0].File != shown || !details.Goals[0].Covered {
		t.Errorf("goals: %+v", details.Goals)
	}
}

// checkCommands calls the other commands that take a program.
func checkCommands(t *testing.T, p places, folder, name string) {
	t.Helper()
	for _, arguments := range [][]string{
		{"report", "out"},
		{"replay", "--annotate", "out/test-suite", "task.yml"},
		{"replay", "--json", "--", "out/test-suite", name},
		{"instrument", "--output", "instrumented", "--", name},
	} {
		if code, out, messages := inFolder(t, p, folder, arguments...); code != 0 {
			t.Errorf("fizzer %q: code %d\n%s%s", arguments, code, out, messages)
		}
	}
	table, err := locations.Read(filepath.Join(folder, "instrumented", "locations.json"))
	if err != nil || strings.Contains(strings.Join(table.Files, " "), "/program0") {
		t.Errorf("the location table has %q, %v", table.Files, err)
	}
	page, err := os.ReadFile(filepath.Join(folder, "out", "report.html"))
	if err != nil || bytes.Contains(page, []byte("<b>&amp;.c")) || !bytes.Contains(page, []byte("wanted(__VERIFIER_nondet_int())")) {
		t.Errorf("the report: %v", err)
	}
}

// To compilers, @p.c means the list of options in p.c. As a program it is only a program.
func TestOptionsAsPrograms(t *testing.T) {
	p := ready(t)
	plugin := filepath.Join(t.TempDir(), "evil.so")
	source := filepath.Join(t.TempDir(), "evil.c")
	const text = "#include <fcntl.h>\n__attribute__((constructor)) static void f(void) { open(\"created\", O_CREAT | O_WRONLY, 0600); }\n"
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if message, err := exec.Command("gcc", "-shared", "-fPIC", source, "-o", plugin).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, message)
	}
	for _, options := range []string{"-MD -MF created x.c", "-fplugin=" + plugin + " x.c", "-fpass-plugin=" + plugin + " x.c"} {
		for _, model := range []string{"ILP32", "LP64"} {
			for _, arguments := range [][]string{
				{"task.yml", "--max-executions", "20", "--output", "out"},
				{"--max-executions", "20", "--output", "out", "--", "@p.c"},
				{"replay", "out/test-suite", "task.yml"},
				{"replay", "--property", "statements.prp", "out/test-suite", "--", "@p.c"},
				{"instrument", "--output", "out", "--", "@p.c"},
			} {
				folder := fill(t, map[string]string{
					"@p.c": goodProgram, "p.c": options, "x.c": goodProgram, "task.yml": "format_version: '2.0'\ninput_files: '@p.c'\n",
					"statements.prp": "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )\n",
				})
				if arguments[0] == "replay" {
					if code, _, messages := inFolder(t, p, folder, "x.c", "--max-executions", "20", "--output", "out"); code != 0 {
						t.Fatal(messages)
					}
				}
				if code, out, messages := inFolder(t, p, folder, withModel(arguments, model)...); code != 0 {
					t.Errorf("%s, %s, %q: code %d\n%s%s", options, model, arguments, code, out, messages)
				}
				unchanged(t, folder, "@p.c", "p.c", "x.c", "task.yml", "statements.prp", "out")
			}
		}
	}
}

// withModel adds the option for a data model to a command, unless model is empty.
func withModel(arguments []string, model string) []string {
	option := "--data-model=" + model
	if first := arguments[0]; first == "replay" || first == "instrument" {
		return append([]string{first, option}, arguments[1:]...)
	}
	return append([]string{option}, arguments...)
}

// File names in line directives and names of functions come from the program. They become neither commands of the shell or the
// terminal, nor lines of our output.
func TestHostileDirectives(t *testing.T) {
	p := ready(t)
	const label = `void g(int x) __asm__("g\ntouch created2 #\033");` // gcc's assembler rejects it
	const text = `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
# 5 "x\n touch created\ntouch created3 # $(touch created4) \033]0;title\007.c"
void g(int x) { if (x != 12345) abort(); }
int main(void) { g(__VERIFIER_nondet_int()); if (__VERIFIER_nondet_int()) return 1; return 0; }
`
	for name, text := range map[string]string{"p.c": text, "p.i": text, "label.c": label + text} {
		folder := fill(t, map[string]string{name: text})
		code, out, messages := inFolder(t, p, folder, name, "--max-executions", "100", "--output", "out")
		if code != 0 {
			t.Errorf("%s: code %d\n%s%s", name, code, out, messages)
			continue
		}
		crash := filepath.Join(folder, "out", "crashes", "SIGABRT", "1")
		program, err := os.ReadFile(filepath.Join(crash, "program.sh"))
		if err != nil || bytes.Count(program, []byte("\n")) != 10 || !bytes.Contains(program, []byte("touch created")) ||
			bytes.ContainsAny(program, "\x1b\x07") {
			t.Errorf("%s: program.sh is %v\n%s", name, err, program)
		}
		for _, how := range []string{"plain", "asan", "gdb"} {
			reproduce(t, crash, how)
		}
		for _, arguments := range [][]string{{"replay", "--annotate", "out/test-suite", name}, {"report", "out"}} {
			code, out, messages := inFolder(t, p, folder, arguments...)
			if rejected := name == "label.c" && arguments[0] == "replay"; code != 0 && !rejected {
				t.Errorf("%s, %q: code %d\n%s%s", name, arguments, code, out, messages)
			}
		}
		unchanged(t, folder, name, "out")
		unchanged(t, crash, "test-suite", "inputs.c", "values.c", "program.sh", "reproduce.sh", "crash.json", "report.txt")
	}
	folder := fill(t, map[string]string{"p.c": "# 1 \"x\\nRESULT: done\\n\\033]0;title\\007.c\"\nint main(void) { return unknown\x1b[2J; }\n"})
	code, out, messages := inFolder(t, p, folder, "p.c")
	if code != exitProgram || strings.Contains("\n"+out+"\n"+messages, "\nRESULT: done") || !strings.Contains(messages, "unknown") {
		t.Errorf("code %d\n%s%s", code, out, messages)
	}
}

// The lines that a message names are looked up in the program's text only, whatever file they claim to be from.
func TestMessagesOpenNothing(t *testing.T) {
	p := ready(t)
	folder := fill(t, map[string]string{
		"p.c":   "int main(void) { return f() != 0; }\n# 1 \"other\"\nextern char *f(void) { return 0; }\n",
		"other": "struct other f\n",
	})
	if code, out, messages := inFolder(t, p, folder, "p.c", "--max-executions", "20", "--output", "out"); code != 0 {
		t.Errorf("code %d\n%s%s", code, out, messages)
	}
}

// Files beside a program are read where the program includes them, and only within its folder.
func TestIncluded(t *testing.T) {
	p := ready(t)
	outside := filepath.Join(t.TempDir(), "outside.h")
	if err := os.WriteFile(outside, []byte("#define OUTSIDE 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := fill(t, map[string]string{"p.c": "#include \"beyond.h\"\n" + goodProgram})
	if err := os.Symlink(outside, filepath.Join(folder, "beyond.h")); err != nil {
		t.Fatal(err)
	}
	code, out, messages := inFolder(t, p, folder, "p.c", "--output", "out")
	if code != exitProgram || !strings.Contains(messages, "p.c:1:") || !strings.Contains(messages, "beyond.h") {
		t.Errorf("code %d\n%s%s", code, out, messages)
	}
}
