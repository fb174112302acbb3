package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/execution"
)

// A faster build of the target takes the place of one that was built quickly, between two batches. Runs of the two do not differ,
// not even in the operands of their conditions. A build that does not start leaves the present one in place.
func TestRenew(t *testing.T) {
	for _, name := range []string{"heap-list.c", "string-command.c", "floats-special.c"} {
		for _, bits := range []int{32, 64} {
			t.Run(fmt.Sprint(name, bits), func(t *testing.T) {
				t.Parallel()
				built := buildAs(t, padded(t, filepath.Join("../../examples", name)), bits, true)
				if !built.Quick {
					t.Fatal("the target was not built quickly")
				}
				faster, err := built.Faster(context.Background(), nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				p := start(t, built.Executable, true)
				compareRuns(t, executeWithin(t, p, stateLimits, renewInputs()...), func() []execution.Run {
					p.Renew(faster)
					return executeWithin(t, p, stateLimits, renewInputs()...)
				})
				if p.options.Executable != faster {
					t.Errorf("the target is %s", p.options.Executable)
				}
				p.Renew(filepath.Join(t.TempDir(), "missing"))
				execute(t, p, []byte{1})
				if p.options.Executable != faster {
					t.Errorf("after a build that does not start the target is %s", p.options.Executable)
				}
			})
		}
	}
}

// padded returns a copy of a program with a function that nobody calls, so that it is not too small to be built quickly.
func padded(t *testing.T, program string) string {
	t.Helper()
	source, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	return writePadded(t, filepath.Base(program), string(source))
}

func writePadded(t *testing.T, name, source string) string {
	t.Helper()
	text := source + "int padding(int x) {\n" + strings.Repeat("  if (x == 1)\n    x += 3;\n", 500) + "  return x;\n}\n"
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAssemblyThatNeverRuns: a program that links only without code that the optimiser takes out is optimised at once.
func TestAssemblyThatNeverRuns(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void);
static int width(void) { return 4; }
int main(void) {
  if (width() == 8)
    __asm__ volatile("call no_such_function");
  return __VERIFIER_nondet_int() == 5;
}
`
	for _, bits := range []int{32, 64} {
		built := buildAs(t, writePadded(t, "assembly.c", text), bits, true)
		if built.Quick {
			t.Errorf("%d bits: it was built quickly", bits)
		}
		execute(t, start(t, built.Executable, true), []byte{1})
	}
}

// renewInputs are of many lengths, with bytes from a sequence of numbers in which all values appear.
func renewInputs() (inputs [][]byte) {
	state := uint32(1)
	for i := range 60 {
		input := make([]byte, i)
		for k := range input {
			state = state*1664525 + 1013904223
			input[k] = byte(state >> 24)
			if i%3 == 0 {
				input[k] &= 3
			}
		}
		inputs = append(inputs, input)
	}
	return inputs
}

// compareRuns fails if the runs made later differ from the earlier ones.
func compareRuns(t *testing.T, earlier []execution.Run, later func() []execution.Run) {
	t.Helper()
	detach(earlier)
	conditions := 0
	for i, run := range later() {
		if difference := Difference(&run, &earlier[i]); difference != "" {
			t.Errorf("input %d: %s", i, difference)
			continue
		}
		for k := range run.Conditions.Len() {
			conditions++
			if got, want := run.Conditions.At(k), earlier[i].Conditions.At(k); got != want {
				t.Fatalf("input %d, condition %d: %+v instead of %+v", i, k, got, want)
			}
		}
	}
	if conditions < 100 {
		t.Errorf("only %d conditions were compared", conditions)
	}
}
