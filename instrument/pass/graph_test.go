//go:build llvm19

package pass

import (
	"fmt"
	"strings"
	"testing"
)

// TestDistances computes the distances to reach_error in a program with all kinds of ways to it, and compares them with a file
// that was checked by hand: a line for each location, "-" if there is no way. Front end and data model make no difference.
func TestDistances(t *testing.T) {
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			_, table := instrumentFile(t, compile(t, clang, model, "testdata/distances/errors.c"), false)
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
