package cli

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cli "github.com/urfave/cli/v2"

	"fizzer/testcomp/flags"
	"fizzer/testcomp/task"
)

func TestArrange(t *testing.T) {
	tests := []struct{ given, want string }{
		{"fizzer", "fizzer"},
		{"fizzer --version", "fizzer --version"},
		{"fizzer p.c", "fizzer run -- p.c"},
		{"fizzer run p.c --seed 7", "fizzer run --seed 7 -- p.c"},
		{"fizzer p.c --seed=7 --jobs 2", "fizzer run --seed=7 --jobs 2 -- p.c"},
		{"fizzer --output o p.c --memory 1GB", "fizzer run --output o --memory 1GB -- p.c"},
		{"fizzer replay s p.c --json --time-limit 1s", "fizzer replay --json --time-limit 1s -- s p.c"},
		{"fizzer -- --seed", "fizzer run -- --seed"},
		{"fizzer p.c --seed", "fizzer run --seed -- p.c"},
		{"fizzer --help", "fizzer help"},
		{"fizzer -h", "fizzer help"},
		{"fizzer --help replay", "fizzer help replay"},
		{"fizzer run --help", "fizzer help run"},
		{"fizzer p.c -h", "fizzer help run"},
		{"fizzer replay s p.c --help", "fizzer help replay"},
		{"fizzer p.c --output --help", "fizzer run --output --help -- p.c"},
		{"fizzer -- --help", "fizzer run -- --help"},
		{"fizzer doctor", "fizzer doctor"},
	}
	app := newApp(io.Discard, io.Discard)
	for _, test := range tests {
		got := arrange(app, strings.Fields(test.given))
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("arrange(%q) = %q, want %q", test.given, strings.Join(got, " "), test.want)
		}
	}
}

// Options of compilers may be given as compilers take them. Values of other options stay, and so do other commands.
func TestCompilerWords(t *testing.T) {
	app := newApp(io.Discard, io.Discard)
	for given, want := range map[string]string{
		"fizzer a.c -Iinc -D X=1 -lm -std=c11":  "fizzer a.c --cflags -Iinc --cflags '-D X=1' --ldflags -lm --cflags -std=c11",
		"fizzer run -isystem d a.c -O2 -L lib":  "fizzer run --cflags '-isystem d' a.c --cflags -O2 --ldflags '-L lib'",
		"fizzer a.c --output -Iinc -json -seed": "fizzer a.c --output -Iinc -json -seed",
		"fizzer replay s a.c -DX -- -DY":        "fizzer replay s a.c --cflags -DX -- -DY",
		"fizzer report -DX":                     "fizzer report -DX",
	} {
		if got := flags.Quote(compilerWords(app, strings.Fields(given))...); got != want {
			t.Errorf("%s\nbecame %s\nnot    %s", given, got, want)
		}
	}
}

func TestUsageErrors(t *testing.T) {
	for _, line := range []string{
		"fizzer", "fizzer --no-such-option p.c", "fizzer run", "fizzer p.c --seed x", "fizzer p.c --seed -1",
		"fizzer p.c --jobs 0", "fizzer p.c --cpu-time soon", "fizzer p.c --memory 1", "fizzer p.c --max-executions 0",
		"fizzer p.c --seed", "fizzer replay s", "fizzer replay s p.c --time-limit x", "fizzer instrument",
	} {
		var stdout, stderr bytes.Buffer
		if code := mainNow(strings.Fields(line), &stdout, &stderr); code != exitUsage {
			t.Errorf("%q ended with %d, want %d: %s", line, code, exitUsage, stderr.String())
		}
		if stderr.Len() == 0 {
			t.Errorf("%q says nothing", line)
		}
	}
}

// A message names the wrong word as it was typed, and what may be meant.
func TestMessages(t *testing.T) {
	program := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(program, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"fizzer --outptu x p.c":          "there is no option --outptu; did you mean --output?",
		"fizzer p.c --sed 1":             "there is no option --sed; did you mean --seed?",
		"fizzer replay --jso s p.c":      "there is no option --jso; did you mean --json?",
		"fizzer -x p.c":                  "there is no option -x;",
		"fizzer --property":              "--property needs a value",
		"fizzer reprot out":              "there is no command and no file \"reprot\"; did you mean report?",
		"fizzer help goal":               "did you mean goals?",
		"fizzer P --without dirct":       "did you mean direct?",
		"fizzer P --strategy reprot":     "did you mean report?",
		"fizzer P --data-model ilp46":    "use ILP32 or LP64",
		"fizzer doctor now":              "doctor takes nothing more, but got \"now\"",
		"fizzer version now":             "version takes nothing more",
		"fizzer P --strategy elsewhere1": "known are portfolio, report, symbolic",
	} {
		code, _, messages := call(strings.ReplaceAll(line, " P ", " "+program+" "))
		if code != exitUsage || !strings.Contains(messages, want) {
			t.Errorf("%q ended with %d and %q, want %q", line, code, messages, want)
		}
		if (strings.Contains(messages, "did you mean")) != strings.Contains(want, "did you mean") {
			t.Errorf("%q: %q", line, messages)
		}
	}
}

// The data model may be written in lower case.
func TestDataModelInSmallLetters(t *testing.T) {
	app := newApp(io.Discard, io.Discard)
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.String("data-model", "", "")
	if err := set.Set("data-model", "ilp32"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(path, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	read, err := readTask(t.Context(), noLimits(), optionsOf(cli.NewContext(app, set, nil)), named{Files: []string{path}}, io.Discard)
	if err != nil || read.DataModel != task.ILP32 {
		t.Errorf("%+v, %v", read, err)
	}
}

// If standard output and standard error are the same file, the error of a run appears there once, otherwise in both.
func TestErrorsOnce(t *testing.T) {
	folder := t.TempDir()
	open := func(name string) *os.File {
		file, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	said := func(name string) int {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(content), "none.c: no such file")
	}
	for line, result := range map[string]int{"fizzer none.c": 1, "fizzer replay suite none.c": 0} {
		for _, name := range []string{"both", "out", "err"} {
			os.Remove(filepath.Join(folder, name))
		}
		mainNow(strings.Fields(line), open("both"), open("both"))
		mainNow(strings.Fields(line), open("out"), open("err"))
		if said("both") != 1 || said("out") != result || said("err") != 1 {
			t.Errorf("%q: %d times in one place, %d and %d times in two", line, said("both"), said("out"), said("err"))
		}
	}
}

func TestMissingFiles(t *testing.T) {
	for _, line := range []string{"fizzer none.c", "fizzer none.yml", "fizzer instrument none.i", "fizzer replay none-suite none.c"} {
		var stdout, stderr bytes.Buffer
		if code := mainNow(strings.Fields(line), &stdout, &stderr); code != exitNoFile {
			t.Errorf("%q ended with %d, want %d: %s", line, code, exitNoFile, stderr.String())
		}
	}
}

func TestVersionStartsWithADigit(t *testing.T) {
	var stdout, stderr bytes.Buffer
	for _, word := range []string{"--version", "-v", "version"} {
		stdout.Reset()
		if code := mainNow([]string{"fizzer", word}, &stdout, &stderr); code != exitDone || stderr.Len() > 0 {
			t.Errorf("%s ended with %d, standard error %q", word, code, stderr.String())
		}
		if text := stdout.String(); strings.Count(text, "\n") != 1 || text[0] < '0' || text[0] > '9' {
			t.Errorf("version %q", text)
		}
	}
}

func TestOutputIsBounded(t *testing.T) {
	var out bytes.Buffer
	log := logger(&out)
	for range 100_000 {
		log(strings.Repeat("x", 100))
	}
	if out.Len() > 1<<20 {
		t.Errorf("%d bytes", out.Len())
	}
	if long := shorten(strings.Repeat("x", 1<<22)); len(long) > maxMessage+100 {
		t.Errorf("a message of %d bytes", len(long))
	}
}
