package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/campaign"
)

// The words of all dictionaries are one list. An error names the file.
func TestReadDictionaries(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a": "# comment\nx=\"ab\"\n\"\\x00c\"\n", "b": "\"d\"\n", "odd": "x=ab\n"})
	at := func(name string) string { return filepath.Join(folder, name) }
	words, err := readDictionaries([]string{at("a"), at("b")})
	if err != nil || fmt.Sprintf("%q", words) != `["ab" "\x00c" "d"]` {
		t.Errorf("%q, %v", words, err)
	}
	for name, want := range map[string]string{"none": "--dictionary: ", "odd": "--dictionary " + at("odd") + ": "} {
		if _, err := readDictionaries([]string{at("a"), at(name)}); exitCode(err) != exitNoFile || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Seeds of all paths come together: suites, and raw inputs.
func TestReadSeeds(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "raw/1": "one", "raw/2": "two"})
	suiteOf(t, filepath.Join(folder, "suite"), filepath.Join(folder, "a.c"), nil, "1 2", "3")
	all, err := readSeeds([]string{filepath.Join(folder, "raw"), filepath.Join(folder, "suite"), filepath.Join(folder, "raw")})
	if err != nil || len(all.Tests) != 2 || fmt.Sprintf("%q", all.Inputs) != `["one" "two" "one" "two"]` {
		t.Errorf("%+v, %v", all, err)
	}
	_, err = readSeeds([]string{filepath.Join(folder, "none")})
	if exitCode(err) != exitNoFile || !strings.HasPrefix(err.Error(), "--seeds: ") {
		t.Error(err)
	}
}

// Options of a run that are refused before anything is written, and by which exit code.
func TestRunOptions(t *testing.T) {
	tools(t, nil)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "odd": "x=ab\n"})
	check(t, folder, map[string]ended{
		"fizzer --solver cvc4 $/a.c":                            {exitUsage, "did you mean cvc5?"},
		"fizzer --solver z3 $/a.c":                              {exitUsage, "--solver: "},
		"fizzer --sandbox no $/a.c":                             {exitUsage, "--sandbox"},
		"fizzer --dictionary $/odd $/a.c":                       {exitNoFile, "--dictionary"},
		"fizzer --property $/a.c $/a.c":                         {exitTask, "not a coverage property"},
		"fizzer --wall-time soon $/a.c":                         {exitUsage, "--wall-time"},
		"fizzer --seed 18446744073709551616 $/a.c":              {exitUsage, "is not a whole number from 0 to 18446744073709551615"},
		"fizzer --seed 0x1 $/a.c":                               {exitUsage, "--seed"},
		"fizzer --sanitize=address,,address --seeds none $/a.c": {exitNoFile, "--seeds"},
		"fizzer instrument --sandbox no $/a.c":                  {exitMissing, "clang"},
		"fizzer resume $/none":                                  {exitNoFile, "is not the output folder of a run"},
		"fizzer resume":                                         {exitUsage, "name exactly one output folder of a run, not 0"},
	})
	if all := names(t, folder); all != "a.c odd" {
		t.Errorf("left: %s", all)
	}
}

// A user at a terminal is told where the tests are.
func TestTellWhere(t *testing.T) {
	var out strings.Builder
	if tellWhere(&out, "a \nb", 3); out.String() != "The test suite is in a \\u000ab/test-suite (3 tests).\n"+
		"To see what it covers, what it misses and why: fizzer report 'a \\u000ab'\n" {
		t.Errorf("%q", out.String())
	}
}

// A resource that the machine has run out of is told with its remedy, once, and not where another remedy is right.
func TestRemedies(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string // at the end
	}{
		{fmt.Errorf("write x: %w", unix.ENOSPC), "or name another one with the environment variable TMPDIR"},
		{fmt.Errorf("write x: %w; set TMPDIR", unix.EDQUOT), "; set TMPDIR"},
		{&campaign.OutputError{Err: unix.ENOSPC}, (&campaign.OutputError{Err: unix.ENOSPC}).Error()},
		{fmt.Errorf("open x: %w", unix.EMFILE), "; raise the limit of open files (ulimit -n)"},
		{fmt.Errorf("open x: %w (ulimit -n)", unix.EMFILE), "too many open files (ulimit -n)"},
		{fs.ErrNotExist, fs.ErrNotExist.Error()},
	} {
		got := remedied(test.err)
		if !strings.HasSuffix(got.Error(), test.want) || !errors.Is(got, errors.Unwrap(test.err)) && errors.Unwrap(test.err) != nil {
			t.Errorf("%v became %v", test.err, got)
		}
	}
	if remedied(nil) != nil {
		t.Error("no error became one")
	}
}
