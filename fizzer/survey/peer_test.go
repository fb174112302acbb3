package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

func values(test suite.Test) (all []string) {
	for _, input := range test.Inputs {
		all = append(all, input.Value)
	}
	return all
}

func TestValuesOf(t *testing.T) {
	if got, want := values(valuesOf("7\n-nan\n\n-3.5e-07\n12")), []string{"7", "nan", "-3.5e-07"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHarness: the test has the values, with their types, that a program reads from an input. A run that asks for
// more ends there, and what it has read until then is the test. A run that crashes keeps its values, too.
func TestHarness(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "program.c")
	const text = `extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void); extern void __VERIFIER_assume(int);
int main(void) { int a = __VERIFIER_nondet_int(); unsigned char b = __VERIFIER_nondet_uchar(); double c = __VERIFIER_nondet_double();
__VERIFIER_assume(a < 0); _Bool d = __VERIFIER_nondet_bool(); if (d) *(volatile int *)0 = b + (c > 0); return __VERIFIER_nondet_int(); }
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	sources, err := source.Copy([]string{path}, filepath.Join(folder, "source"))
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{t.Context(), &task.Task{DataModel: task.LP64}, sources, folder}
	if err := p.build(peerTrace, "clang-19", "", "-DTRACE"); err != nil {
		t.Fatal(err)
	}
	start := "\xfe\xff\xff\xff\xc8\x00\x00\x00\x00\x00\x00\xf8\xbf"
	for input, want := range map[string][]string{
		"":                                 nil,
		"\x01\x00\x00\x00\x02abcdefgh\x01": {"1", "2", "8.5408832230361244e+194"},
		start:                              {"-2", "200", "-1.5"},
		start + "\x00":                     {"-2", "200", "-1.5", "0"},
		start + "\x01zzzz":                 {"-2", "200", "-1.5", "1"},
		start + "\x00\x04\x00\x00\x00":     {"-2", "200", "-1.5", "0", "4"},
	} {
		path := filepath.Join(folder, "input")
		if err := os.WriteFile(path, []byte(input), 0o644); err != nil {
			t.Fatal(err)
		}
		test, err := p.test(path)
		if got := values(test); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q gives %q, error %v; want %q", input, got, err, want)
		}
	}
}

// TestForCPUTime: a command that would never end is interrupted, whether the command itself uses the time or a
// process that it started.
func TestForCPUTime(t *testing.T) {
	p := &peer{context.Background(), nil, nil, t.TempDir()}
	for _, script := range []string{"trap 'exit 0' INT; while :; do :; done",
		"trap 'kill $!; exit 0' INT; (while :; do :; done) & while :; do wait; done"} {
		if err := p.forCPUTime(200*time.Millisecond, p.command("", "bash", "-c", script)); err != nil {
			t.Errorf("%s: %v", script, err)
		}
	}
	if err := p.forCPUTime(time.Minute, p.command("A=1 B=2", "sh", "-c", `test "$A$B" = 12 && echo bad && exit 3`)); err == nil ||
		!strings.Contains(err.Error(), "bad") {
		t.Errorf("an end by status 3 gives the error %v", err)
	}
	if err := p.forCPUTime(time.Minute, p.command("", "no-such-program")); !strings.Contains(err.Error(), exec.ErrNotFound.Error()) {
		t.Errorf("a missing program gives the error %v", err)
	}
}

func TestFamilies(t *testing.T) {
	results := []*result{
		reached("a", "", 8, 8), reached("a", "peer=afl++", 4, 8),
		reached("b", "", 1, 2), reached("b", "peer=afl++", 2, 2),
		reached("c", "", 3, 3), {Task: "c", Configuration: "peer=afl++", Code: 1}, // not built
		reached("d", "", 1, 2), reached("d", "peer=afl++", 1, 2),
	}
	for _, r := range results {
		r.Family = "even"
		if r.Task == "a" {
			r.Family = "odd"
		}
	}
	families(&strings.Builder{}, nil) // no results, no table
	var out strings.Builder
	families(&out, results)
	for _, want := range []string{
		"| family | tasks | whole engine | peer=afl++ |", "| even | 2 | 50.00 % | 75.00 % |", "| odd | 1 | 100.00 % | 50.00 % |",
		"| all | 3 | 66.67 % | 66.67 % |",
		"Against peer=afl++, by more than a point: better on 1 tasks, worse on 1.", "- b: 1 instead of 2 of 2 goals", "1 of 4 tasks are left out",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
}
