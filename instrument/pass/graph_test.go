//go:build llvm19

package pass

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fizzer/instrument/flow"
	"fizzer/libfizzer/locations"
)

// TestDistances computes the distances to reach_error in a program with all kinds of ways to it, and compares them with a file
// that was checked by hand: a line for each location, "-" if there is no way. Front end and data model make no difference.
func TestDistances(t *testing.T) {
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			_, table := instrumentFile(t, compile(t, clang, model, "testdata/distances/errors.c"), Options{})
			var text strings.Builder
			for _, c := range table.Conditions {
				fmt.Fprintf(&text, "%s line %d column %d: false %s, true %s\n", table.Functions[c.Function].Name, c.Line, c.Column,
					way(c.ErrorFalse), way(c.ErrorTrue))
			}
			golden(t, "testdata/distances/errors.golden", text.String())
		}
	}
}

// way writes a distance of the table.
func way(tabled int) string {
	if tabled == 0 {
		return "-"
	}
	return fmt.Sprint(tabled - 1)
}

// TestNoDistances: without the distances, the table is the same otherwise.
func TestNoDistances(t *testing.T) {
	bitcode := compile(t, "clang-19", "-m64", "testdata/distances/errors.c")
	_, with := instrumentFile(t, bitcode, Options{})
	_, without := instrumentFile(t, bitcode, Options{NoDistances: true})
	known := 0
	for i := range with.Conditions {
		c := &with.Conditions[i]
		known += c.ErrorFalse + c.ErrorTrue
		c.ErrorFalse, c.ErrorTrue = 0, 0
	}
	if without.Behind != nil {
		t.Errorf("%+v is behind, although the program has a signal handler", without.Behind)
	}
	if known == 0 || !reflect.DeepEqual(with, without) {
		t.Errorf("the table is another one:\n%+v\n%+v", with, without)
	}
}

// TestBehind: what a run may evaluate after each condition, by lines of a program with loops, calls and an exit.
func TestBehind(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		_, table := instrumentFile(t, compile(t, "clang-19", model, "testdata/distances/behind.c"), Options{NoDistances: true})
		var text strings.Builder
		for i := range table.Conditions {
			fmt.Fprintf(&text, "line %d: %v\n", table.Conditions[i].Line, linesBehind(table, i))
		}
		golden(t, "testdata/distances/behind.golden", text.String())
	}
}

// linesBehind returns the lines of the conditions that a run may evaluate after one of them.
func linesBehind(table *locations.Table, location int) (lines []int) {
	for _, other := range (*flow.Behind)(table.Behind).Conditions(location) {
		lines = append(lines, table.Conditions[other].Line)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
