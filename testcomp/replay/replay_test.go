package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/property"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

var update = flag.Bool("update", false, "write the golden files anew")

func branches(path string, scratch string) Options {
	return Options{Programs: []string{path}, DataModel: task.LP64, Property: property.Property{Kind: property.Branches}, Scratch: scratch}
}

// build builds text as a program.
func build(t *testing.T, text string, change func(*Options)) (*Program, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	options := branches(path, t.TempDir())
	if change != nil {
		change(&options)
	}
	p, err := Build(context.Background(), options)
	if err == nil {
		t.Cleanup(func() { p.Close() })
	}
	return p, err
}

func run(t *testing.T, p *Program, values ...string) *Outcome {
	t.Helper()
	var test suite.Test
	for _, value := range values {
		test.Inputs = append(test.Inputs, suite.Input{Type: "int", Value: value})
	}
	outcome, err := p.Run(context.Background(), test)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// TestEndings: how each test of testdata/endings.c ends, and whether its coverage counts.
func TestEndings(t *testing.T) {
	p, err := Build(context.Background(), branches(filepath.Join("testdata", "endings.c"), t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		values  string
		ending  Ending
		code    int
		signal  syscall.Signal
		counts  bool
		inputs  int
		comment string
	}{
		{"0", Exited, 7, 0, true, 1, "return"},
		{"1", Exited, 3, 0, true, 1, "exit"},
		{"2", Signalled, 0, syscall.SIGABRT, true, 1, "abort();"},
		{"3", Signalled, 0, syscall.SIGABRT, false, 1, "abort ();"},
		{"4", Signalled, 0, syscall.SIGABRT, true, 1, "__assert_fail"},
		{"5", Signalled, 0, syscall.SIGSEGV, false, 1, "null pointer"},
		{"6", Signalled, 0, syscall.SIGFPE, false, 1, "division by zero"},
		{"7", OutOfInputs, 1, 0, true, 1, "no input left"},
		{"7 1", Exited, 0, 0, true, 2, "enough inputs"},
		{"8", Signalled, 0, syscall.SIGABRT, true, 1, "assumption"},
		{"10", Exited, 0, 0, false, 1, "_exit"},
		{"11", Exited, 0, 0, false, 1, "quick_exit"},
		{"12", Exited, 3, 0, true, 1, "abort with a handler that exits"},
		{"13", Signalled, 0, syscall.SIGTERM, false, 1, "raise"},
		{"15 x", Malformed, 0, 0, true, 2, "no number"},
		{"", OutOfInputs, 1, 0, true, 0, "no input at all"},
	} {
		got := run(t, p, strings.Fields(test.values)...)
		if got.Ending != test.ending || got.ExitCode != test.code || got.Signal != test.signal || got.Published != test.counts ||
			got.Inputs != test.inputs {
			t.Errorf("%s: %+v, want %+v", test.comment, *got, test)
		}
		for i, covered := range got.Covered {
			if covered && !got.Published {
				t.Errorf("%s: goal %d counts although its coverage is lost", test.comment, i)
			}
		}
	}
}

const forever = `
extern int __VERIFIER_nondet_int(void), fork(void), pause(void), getpid(void), setpgid(int, int);
extern void *malloc(unsigned long), *memset(void *, int, unsigned long), *mmap(void *, unsigned long, int, int, int, long);
extern int madvise(void *, unsigned long, int);
extern int open(const char *, int, ...), dprintf(int, const char *, ...), close(int), rename(const char *, const char *);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: for (;;) ;
  case 2: pause();
  case 3: for (;;) memset(malloc(1 << 20), 1, 1 << 20);
  case 4: if (fork() == 0) { int f = open("written", 0101, 0600); dprintf(f, "%d", getpid()); close(f); rename("written", "child"); pause(); } while (open("child", 0) < 0) ;
  break;
  case 5: {
    volatile char *all = mmap(0, 75L << 30, 1, 0x4022, -1, 0); /* 150 MB of page tables */
    madvise((void *)all, 75L << 30, 15);
    for (long at = 0; at < 75L << 30; at += 2 << 20) (void)all[at];
    pause();
  }
  }
  return 0;
}`

func TestLimits(t *testing.T) {
	var launchers []int
	p, err := build(t, forever, func(o *Options) {
		o.MemoryLimit, o.Started = 100<<20, func(pid int) { launchers = append(launchers, pid) }
	})
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]Ending{"1": TimedOut, "2": TimedOut, "3": OutOfMemory, "4": Exited, "5": OutOfMemory} {
		p.options.TimeLimit = time.Minute
		if want == TimedOut {
			p.options.TimeLimit = 500 * time.Millisecond
		}
		if got := run(t, p, value); got.Ending != want || got.Published != (want == Exited) {
			t.Errorf("%s: %+v, want %s", value, *got, want)
		}
	}
	for _, launcher := range launchers { // a program that left a child must have ended by now
		if family := sandbox.Family(launcher); len(family) > 1 {
			t.Errorf("processes %v live on", family[1:])
		}
	}
}

// early keeps a descriptor of the memory that the harness shares with the replay, and cuts it or says that nothing has started.
const early = `#define _GNU_SOURCE
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static void first(void) { dup2(3, 50); }
__attribute__((section(".preinit_array"), used)) static void (*before)(void) = first;
int main(void) {
  int what = __VERIFIER_nondet_int();
  if (what == 1)
    return ftruncate(50, 0) != 0 && ftruncate(50, 1 << 20) != 0 ? 5 : 6;
  if (what == 2)
    return pwrite(50, "\0\0\0\0", 4, 0) == 4 ? 7 : 8;
  return 0;
}
`

// TestSharedMemoryIsHostile: whatever a program does with the shared memory before the harness starts is no error.
func TestSharedMemoryIsHostile(t *testing.T) {
	p, err := build(t, early, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		value string
		code  int
	}{{"2", 7}, {"1", 5}, {"2", 7}, {"0", 0}} {
		if got := run(t, p, test.value); got.Ending != Exited || got.ExitCode != test.code {
			t.Errorf("%s: %+v, want exit status %d", test.value, *got, test.code)
		}
	}
}

// TestDyingSandbox: a test is run once more if its sandbox had begun to end before.
func TestDyingSandbox(t *testing.T) {
	var launchers []int
	p, err := build(t, "int main(void) { return 5; }", func(o *Options) {
		o.Started = func(pid int) { launchers = append(launchers, pid) }
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if got := run(t, p); got.ExitCode != 5 {
			t.Errorf("%+v", *got)
		}
		if err := syscall.Kill(launchers[len(launchers)-1], syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGoalsOfTheProgram: numbers that the program's own assembly adds to those of goals with code do no harm, and are not read into memory
// without a bound.
func TestGoalsOfTheProgram(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void);
__asm__(".pushsection .testcomp_goals,\"\",@progbits\n.fill %d,4,0xffffffff\n.popsection");
int main(void) { return __VERIFIER_nondet_int() == 5 ? 1 : 0; }`
	p, err := build(t, fmt.Sprintf(text, 1000), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, p, "5"); len(got.Covered) != 2 || !got.Covered[0] || got.Covered[1] {
		t.Errorf("%+v", *got)
	}
	if _, err := build(t, fmt.Sprintf(text, maxGoalBytes/4), nil); err == nil || !strings.Contains(err.Error(), "its list of goals") {
		t.Error(err)
	}
}

// TestTextAndMemory: a text that takes more memory than the tool has is refused.
func TestTextAndMemory(t *testing.T) {
	text := "int main(void) { int x = 0;" + strings.Repeat("x?1:0;", 1_000_000) + "return 0; }"
	_, err := build(t, text, func(o *Options) { o.ToolMemory = 200 << 20 })
	var compile *CompileError
	if !errors.As(err, &compile) || !strings.Contains(err.Error(), "has more than 5 MB") {
		t.Error(err)
	}
}

func TestCancel(t *testing.T) {
	p, err := build(t, forever, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := p.Run(ctx, suite.Test{Inputs: []suite.Input{{Type: "int", Value: "2"}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run: %v", err)
	}
}

// TestManyInputs: more inputs than a pipe holds.
func TestManyInputs(t *testing.T) {
	p, err := build(t, `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned s = 0; for (int i = 0; i < 100000; i++) s += __VERIFIER_nondet_uint(); if (s == 100000) return 5; return 6; }`, func(o *Options) { o.TimeLimit = time.Minute })
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Fields(strings.Repeat("1 ", 100000))
	if got := run(t, p, values...); got.Ending != Exited || got.ExitCode != 5 || got.Inputs != 100000 {
		t.Errorf("%+v", *got)
	}
}

func TestBuildErrors(t *testing.T) {
	for name, test := range map[string]struct{ text, culprit string }{
		"syntax":    {"int main(void) { return 0 }", "program.c:1:26: error: expected ';'"},
		"line":      {"# 7 \"original.c\"\nint main(void) { if (1) return x; }", "original.c:7:"},
		"undefined": {"extern int g(void); int main(void) { return g(); }", "undefined reference to `g'"},
		"no main":   {"int f(void) { return 1; }", "undefined reference to `main'"},
		"include":   {"#include \"none.h\"\nint main(void) { return 0; }", "none.h: No such file"},
	} {
		_, err := build(t, test.text, nil)
		var compile *CompileError
		if !errors.As(err, &compile) || !strings.Contains(err.Error(), test.culprit) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, test.culprit)
		}
	}
	_, err := build(t, "int main(void) { return 0; }", func(o *Options) { o.Compiler = "no-such-gcc" })
	var missing *ToolError
	if !errors.As(err, &missing) || !strings.HasPrefix(err.Error(), "a working no-such-gcc is missing: install ") {
		t.Errorf("missing compiler: %v", err)
	}
	if _, err := Build(context.Background(), branches("none.c", t.TempDir())); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing program: %v", err)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is\n%s\nwant\n%s(%v); run go test -update when the change is meant", name, got, want, err)
	}
}

func TestReport(t *testing.T) {
	for _, name := range []string{"included.i", "headers.c", "endings.c"} {
		s := readShape(t, filepath.Join("testdata", name))
		for i := range s.tests {
			s.tests[i].Name = fmt.Sprintf("testcase-%d", i+1)
		}
		p, err := Build(context.Background(), branches(s.path, t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		report, err := p.Report(context.Background(), suite.Each(s.tests))
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		lines, err := Lines(context.Background(), branches(s.path, t.TempDir()), suite.Each(s.tests))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(report.Write(&text), p.Annotate(&text, report, lines)); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", text.Bytes())
		encoded, err := json.Marshal(report)
		var again Report
		if err == nil {
			err = json.Unmarshal(encoded, &again)
		}
		for i := range again.Goals {
			again.Goals[i].TextLine = report.Goals[i].TextLine // no part of the JSON
			again.Goals[i].Nth = report.Goals[i].Nth           // likewise
		}
		if err != nil || !reflect.DeepEqual(&again, report) {
			t.Errorf("%s: JSON %s, %v", name, encoded, err)
		}
	}
}

// TestNoGoals: a program without goals counts as fully covered.
func TestNoGoals(t *testing.T) {
	p, err := build(t, "int main(void) { return 0; }", nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := p.Report(context.Background(), suite.Each([]suite.Test{{}}))
	if err != nil || report.Total != 0 || report.Percent != 100 {
		t.Errorf("%+v, %v", report, err)
	}
}

func BenchmarkRun(b *testing.B) {
	p, err := Build(context.Background(), branches(filepath.Join("testdata", "branches.c"), b.TempDir()))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Run(context.Background(), suite.Test{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkManyValues replays a test of 200,000 values.
func BenchmarkManyValues(b *testing.B) {
	path := filepath.Join(b.TempDir(), "program.c")
	const text = "extern int __VERIFIER_nondet_int(void);\nint a[200000], sum;\nint main(void) {\n" +
		"  for (int i = 0; i < 200000; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] > 5) sum++; }\n  return sum == 3;\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	p, err := Build(context.Background(), branches(path, b.TempDir()))
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	test := suite.Test{Inputs: make([]suite.Input, 200_000)}
	for i := range test.Inputs {
		test.Inputs[i] = suite.Input{Type: "int", Value: strconv.Itoa(i * 7919)}
	}
	for b.Loop() {
		if _, err := p.Run(context.Background(), test); err != nil {
			b.Fatal(err)
		}
	}
}
