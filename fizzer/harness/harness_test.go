package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/testcomp/task"
)

func TestParseInputs(t *testing.T) {
	in, err := Parse([]string{"stdin", "argv", "env:HOME_1", "file:a b.txt", "nondet"})
	if err != nil || !in.Stdin || !in.Arguments || !slices.Equal(in.Variables, []string{"HOME_1"}) ||
		!slices.Equal(in.Files, []string{"a b.txt"}) {
		t.Errorf("%+v, %v", in, err)
	}
	for _, word := range []string{"", "Stdin", "env:", "env:1", "env:A=B", "file:", "file:../x", "file:a/b", "file:/etc/passwd", "file:.."} {
		if in, err := Parse([]string{word}); err == nil {
			t.Errorf("%q gave %+v", word, in)
		}
	}
}

func TestWords(t *testing.T) {
	text := "#include \"x.h\"\n# 1 \"marker.c\"\n/* \"comment\" */ // \"other\"\nchar c = '\"'; char *s[] = {\"net\", \"port\", \"net\", \"a\", \"%d\", \"x\\n\"};\n"
	if words := wordsOf([][]byte{[]byte(text)}); !slices.Equal(words, []string{"net", "port"}) {
		t.Errorf("%q", words)
	}
}

// drawers are further input functions: each takes one of the values.
const drawers = "_Bool __VERIFIER_nondet_bool(void) { return next() != 0; }\n" +
	"char __VERIFIER_nondet_char(void) { return (char)next(); }\n" +
	"short __VERIFIER_nondet_short(void) { return next(); }\nint __VERIFIER_nondet_int(void) { return next(); }\n" +
	"unsigned __VERIFIER_nondet_uint(void) { return next(); }\nlong long __VERIFIER_nondet_longlong(void) { return next(); }\n" +
	"unsigned long long __VERIFIER_nondet_ulonglong(void) { return next(); }\nfloat __VERIFIER_nondet_float(void) { return next(); }\n" +
	"double __VERIFIER_nondet_double(void) { return next(); }\n"

// values are definitions of the input functions that return the given values and then zeros.
func values(all string) string {
	return "static const unsigned char values[] = {" + all + "0};\nstatic unsigned at;\n" +
		"static unsigned char next(void) { return at + 1 < sizeof values ? values[at++] : 0; }\n" +
		"unsigned char __VERIFIER_nondet_uchar(void) { return next(); }\n" +
		"unsigned short __VERIFIER_nondet_ushort(void) { return next(); }\n" + drawers
}

// outputOf compiles a program with a harness and values, and returns what it prints.
func outputOf(t *testing.T, program, harness, all string) string {
	t.Helper()
	folder := t.TempDir()
	arguments := []string{"-Wall", "-Wextra", "-Werror", "-o", "run"}
	program = strings.Replace(program, "int main(", "int "+task.ProgramMain+"(", 1)
	for name, text := range map[string]string{"program.c": program, "harness.c": harness, "values.c": values(all)} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, name)
	}
	command := exec.Command("gcc", arguments...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, harness)
	}
	run := exec.Command("./run")
	run.Dir = folder
	out, err := run.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".fizzer*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
	return string(out)
}

// Each way of reading gets the drawn bytes, a drawn word as its characters, and the end.
func TestStandardInput(t *testing.T) {
	for name, read := range map[string]string{
		"fgets":   `char b[8]; while (fgets(b, sizeof b, stdin)) printf("%s|", b);`,
		"getchar": `int c; while ((c = getchar()) != EOF) putchar(c); printf("%d", !!feof(stdin));`,
		"fread":   `char b[64]; size_t n = fread(b, 1, sizeof b, stdin); printf("%zu:%.*s", n, (int)n, b);`,
		"read":    `char b[64]; ssize_t n; while ((n = read(0, b, 3)) > 0) printf("%.*s|", (int)n, b);`,
		"scanf":   `char b[64]; int x; printf("%d", scanf("%60s %d", b, &x)); printf("%s %d", b, x);`,
		"getline": `char *b = 0; size_t n = 0; while (getline(&b, &n, stdin) > 0) printf("%s|", b); free(b);`,
		"ungetc":  `ungetc('x', stdin); int c; while ((c = fgetc(stdin)) != EOF) putchar(c);`,
	} {
		program := "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nconst char *word = \"section\";\n" +
			"int main(void) { (void)read; (void)free; " + read + " return 0; }\n"
		h, err := (&Inputs{Stdin: true}).ForMain([][]byte{[]byte(program)})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{
			"fgets": "section| 12\n|4|", "getchar": "section 12\n41", "fread": "12:section 12\n4", "read": "sec|tio|n 1|2\n4|",
			"scanf":   "2section 12",
			"getline": "section 12\n|4|", "ungetc": "xsection 12\n4",
		}[name]
		if got := outputOf(t, program, h.Text, "128, ' ', '1', '2', '\\n', 255, '4', 0, 'z',"); got != want {
			t.Errorf("%s printed %q, want %q", name, got, want)
		}
	}
}

// Arguments, environment variables and files.
func TestOtherInputs(t *testing.T) {
	program := `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) printf("%s,", argv[i]);
  char line[9];
  FILE *f = fopen("a \"b", "r");
  while (f && fgets(line, 9, f)) printf("<%s>", line);
  printf("%s %s %s", getenv("SET"), getenv("UNSET") ? "?" : "none", argv[argc] ? "?" : "end");
  return 0;
}
`
	in := Inputs{Arguments: true, Variables: []string{"SET", "UNSET"}, Files: []string{`a "b`}}
	h, err := in.ForMain([][]byte{[]byte(program)})
	if err != nil {
		t.Fatal(err)
	}
	got := outputOf(t, program, h.Text, "2, 'x', 'y', 0, 'z', 0, 1, 'v', 0, 0, 'f', 'i', 0,")
	if want := "xy,z,<fi>v none end"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFuzzTarget(t *testing.T) {
	program := `#include <stdint.h>
#include <stdio.h>
int LLVMFuzzerInitialize(int *argc, char ***argv) { printf("%d%s ", *argc, **argv); return 0; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return printf("%zu:%.*s", size, (int)size, data); }
`
	texts := [][]byte{[]byte(program)}
	if !IsFuzzTarget(texts) || IsFuzzTarget(append(texts, []byte("int main(void) {}"))) {
		t.Error("not recognised")
	}
	for _, harmless := range []string{"/* int main(void) { } */", `const char *usage = "main() { }";`, "int main(int, char **);",
		"int f(void) { while (main(0)) { } }", "int domain(int x) { return x; }", "int main();\nint x;\nint f(void) { }"} {
		if !IsFuzzTarget(append(texts, []byte(harmless))) {
			t.Errorf("%s: not recognised", harmless)
		}
	}
	for _, own := range []string{"int\nmain( int argc,char *argv[] )\n{ }", "main(argc, argv) int argc; char *argv[]; { }", "void main() {"} {
		if IsFuzzTarget(append(texts, []byte(own))) {
			t.Errorf("%s: not seen", own)
		}
	}
	h, err := ForFuzzTarget(texts)
	if err != nil {
		t.Fatal(err)
	}
	if got := outputOf(t, program, h.Text, "3, 'a', 'b', 'c',"); got != "1program 3:abc" {
		t.Errorf("got %q", got)
	}
}
