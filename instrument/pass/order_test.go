//go:build llvm19

package pass

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrderLikeGcc compares the order of evaluation in instrumented programs with that of gcc.
func TestOrderLikeGcc(t *testing.T) { compareOrders(t, "testdata/run/order.c", 41) }

// TestReadsLikeGcc: a variable beside a call that changes it is read when gcc reads it.
func TestReadsLikeGcc(t *testing.T) { compareOrders(t, "testdata/run/reads.c", 479) }

// compareOrders compares the lines that builds of a program print.
func compareOrders(t *testing.T, source string, lines int) {
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			t.Run(clang+model, func(t *testing.T) {
				judge := filepath.Join(t.TempDir(), "judge")
				if message, err := exec.Command("gcc", model, "-w", "-o", judge, source, "-lm").CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, message)
				}
				object := filepath.Join(t.TempDir(), "program.o")
				err := Run(Options{
					Inputs: []string{compile(t, clang, model, source)}, Monitor: compileDouble(t, clang, model),
					Object: object, Locations: filepath.Join(t.TempDir(), "locations.json"),
				})
				if err != nil {
					t.Fatal(err)
				}
				want, got := orders(output(t, judge)), orders(output(t, link(t, model, object)))
				if len(want) != lines {
					t.Errorf("gcc's build printed %d lines", len(want))
				}
				for i := range want {
					if i >= len(got) || got[i] != want[i] {
						t.Errorf("gcc: %s; here: %s", want[i], got[min(i, len(got)-1)])
					}
				}
			})
		}
	}
}

// orders returns the lines that the program printed; the double of the runtime prints as well, also before them.
func orders(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if _, order, ok := strings.Cut(line, "order "); ok {
			lines = append(lines, strings.TrimSpace(order))
		}
	}
	return lines
}
