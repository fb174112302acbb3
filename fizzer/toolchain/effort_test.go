package toolchain

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/testcomp/source"
)

// The instrumenter's attempts keep their share of the run's time, whatever the program, and the last one is always made.
func TestEffortKeepsItsShare(t *testing.T) {
	for _, test := range []struct {
		o       Options
		attempt int
		limit   time.Duration
		large   int64
	}{
		{Options{}, 0, 5 * time.Second, 3000 << 10},
		{Options{Long: true}, 0, 20 * time.Second, 12000 << 10},
		{Options{CPU: 24 * time.Second}, 0, 2 * time.Second, 1200 << 10},
		{Options{CPU: 6 * time.Second}, 0, time.Second, 300 << 10},
		{Options{CPU: 4 * time.Second}, 1, time.Second, 512 << 10},
		{Options{Long: true, CPU: 900 * time.Second}, 0, 20 * time.Second, 12000 << 10},
		{Options{CPU: 24 * time.Second}, 1, 3 * time.Second, 3 << 20},
		{Options{CPU: 24 * time.Second}, 2, 0, math.MaxInt64},
	} {
		if limit, large := attempts[test.attempt].limit(&test.o); limit != test.limit || large != test.large {
			t.Errorf("attempt %d of %+v: %v, %d bytes", test.attempt, test.o, limit, large)
		}
	}
}

// TestAttemptsThatWouldBeKilled: an attempt that the front end's time says is too long for its limit is not made, unless there is little
// code or the run has no limit of CPU time. The last one is always made.
func TestAttemptsThatWouldBeKilled(t *testing.T) {
	for _, test := range []struct {
		cpu, compiling time.Duration
		size           int64
		want           []bool
	}{
		{5 * time.Second, 200 * time.Millisecond, 400 << 10, []bool{false, false, false}},
		{5 * time.Second, 300 * time.Millisecond, 400 << 10, []bool{true, false, false}},
		{5 * time.Second, 500 * time.Millisecond, 400 << 10, []bool{true, true, false}},
		{5 * time.Second, 500 * time.Millisecond, 100 << 10, []bool{false, false, false}},
		{time.Minute, 1200 * time.Millisecond, 4 << 20, []bool{false, false, false}},
		{time.Minute, 2 * time.Second, 4 << 20, []bool{true, false, false}},
		{0, time.Hour, 1 << 40, []bool{false, false, false}},
	} {
		for i, want := range test.want {
			if got := attempts[i].tooSlow(&Options{CPU: test.cpu}, test.compiling, test.size); got != want {
				t.Errorf("%v of %v, %d bytes, attempt %d: %v", test.compiling, test.cpu, test.size, i, got)
			}
		}
	}
}

// TestRejectedWithoutOptimisation: a program that is too large to be optimised in its time, and links only if it is, is optimised.
func TestRejectedWithoutOptimisation(t *testing.T) {
	known := slices.Clone(attempts)
	t.Cleanup(func() { attempts = known })
	attempts[0].bytes, attempts[1].bytes = 0, 0
	const text = "int main(void) { int width = 4; if (width == 8) __asm__ volatile(\"call no_such_function\"); return 0; }"
	o := withInstrumenter(t)
	effortFor := func(text string, bits int) []string {
		o.Bits = bits
		return built(t, o, text).effort
	}
	for _, bits := range []int{32, 64} {
		if effort := effortFor(strings.ReplaceAll(text, "no_such_function", "main"), bits); !slices.Equal(effort, attempts[2].options) {
			t.Errorf("%d bits: a program that links is built with %v", bits, effort)
		}
		if effort := effortFor(text, bits); effort != nil {
			t.Errorf("%d bits: it is built with %v", bits, effort)
		}
	}
}

// withInstrumenter returns options with a new instrumenter.
func withInstrumenter(t *testing.T) Options {
	t.Helper()
	instrumenter := filepath.Join(t.TempDir(), InstrumenterName)
	if output, err := exec.Command("go", "build", "-tags", "llvm19", "-o", instrumenter, "fizzer/instrument").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	clang, major, err := FindClang(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return Options{Clang: clang, ClangMajor: major, Instrumenter: instrumenter}
}

// built builds a program of one file, program.c, in a new scratch folder.
func built(t *testing.T, o Options, text string) *Target {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Programs, o.Scratch = []string{program}, t.TempDir()
	target, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// TestMarksThatAreAfforded: a text that takes the front end longer than its share of the budget is compiled without marks at once.
func TestMarksThatAreAfforded(t *testing.T) {
	for _, test := range []struct {
		cpu   time.Duration
		bytes int
		want  bool
	}{
		{0, 1 << 30, true}, {10 * time.Second, 500_000, true}, {10 * time.Second, 3 << 20, false}, {20 * time.Second, 3 << 20, false},
		{time.Minute, 3 << 20, true}, {time.Second, 100_000, true}, {time.Second, 300_000, false},
	} {
		if o := (&Options{CPU: test.cpu}); o.affords(test.bytes) != test.want {
			t.Errorf("%v for %d bytes: %v", test.cpu, test.bytes, !test.want)
		}
	}
}

// TestPlacesOfLongTexts: debug information of a text that is too long for the run's time is left out, or its columns if there are several
// files. Other texts have all of it.
func TestPlacesOfLongTexts(t *testing.T) {
	short, long := source.File{Text: make([]byte, 500_000)}, source.File{Text: make([]byte, 3<<20)}
	for _, test := range []struct {
		files []source.File
		cpu   time.Duration
		want  string
	}{
		{[]source.File{short}, 10 * time.Second, ""}, {[]source.File{long}, 0, ""}, {[]source.File{short, long}, 10 * time.Second, ""},
		{[]source.File{long}, 10 * time.Second, "-g0"}, {[]source.File{long, short}, 10 * time.Second, "-gno-column-info"},
	} {
		f := frontEnd{tools: &tools{Options: Options{CPU: test.cpu, Sources: &source.Program{Files: test.files}}}}
		flags := f.flagsFor(&test.files[0])
		for _, flag := range []string{"-g0", "-gno-column-info"} {
			if slices.Contains(flags, flag) != (flag == test.want) {
				t.Errorf("%v for %d bytes of %d files: %v", test.cpu, len(test.files[0].Text), len(test.files), flags)
			}
		}
		if f.placeless != (test.want == "-g0") {
			t.Errorf("%v for %d bytes of %d files: without places: %v", test.cpu, len(test.files[0].Text), len(test.files), f.placeless)
		}
	}
}
