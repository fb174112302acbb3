package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// results writes a file of results with the given values in the column coverage.
func results(t *testing.T, name string, values map[string]string) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, `<?xml version="1.0"?><result tool="T" displayName="Tool" name=%q>`, strings.ReplaceAll(name, "&", "&amp;"))
	for task, value := range values {
		fmt.Fprintf(&text, `<run name=%q><column title="status" value="done"/><column title="coverage" value=%q/></run>`, task, value)
	}
	text.WriteString("</result>")
	path := filepath.Join(t.TempDir(), name+".xml")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRun(t *testing.T) {
	first := results(t, "one & only",
		map[string]string{"../c/loops/a.yml": "50.00%", "../c/loops/b.yml": "100", "../c/eca/c.yml": "", "../c/eca/d.yml": "7"})
	second := results(t, "two", map[string]string{"../c/loops/a.yml": "75%", "../c/loops/b.yml": "100.0%", "../c/eca/c.yml": "10"})
	output := t.TempDir()
	var log strings.Builder
	if err := run(output, "coverage", first, second, &log); err != nil {
		t.Fatal(err)
	}
	if want := "3 tasks; Tool one & only better on 0, Tool two better on 2, equal on 1; sign test p = 0.5\n"; log.String() != want {
		t.Errorf("the log is %q, want %q", &log, want)
	}
	content, err := os.ReadFile(filepath.Join(output, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		"<td>eca</td><td>1</td><td>0.00</td><td>10.00</td><td>0</td><td>1</td><td>0</td>",
		"<td>loops</td><td>2</td><td>75.00</td><td>87.50</td>", "Tool one &amp; only", `<td>50.00</td><td class="better">75.00</td>`,
	} {
		if !strings.Contains(string(content), words) {
			t.Errorf("the page lacks %q", words)
		}
	}
	if strings.Count(string(content), "<svg") != 2 || strings.Contains(string(content), "<?xml") {
		t.Error("the page does not hold the two plots as they must be inside a page")
	}
	for _, plot := range []string{"scatter.svg", "quantile.svg"} {
		if text, err := os.ReadFile(filepath.Join(output, plot)); err != nil || !strings.Contains(string(text), "</svg>") {
			t.Errorf("%s: %v", plot, err)
		}
	}
}

func TestNothingToCompare(t *testing.T) {
	a, b := results(t, "a", map[string]string{"x.yml": "1"}), results(t, "b", map[string]string{"y.yml": "1"})
	if err := run(t.TempDir(), "coverage", a, b, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "-column") {
		t.Errorf("no task in common: %v", err)
	}
	if _, err := readSet(results(t, "c", map[string]string{"x.yml": "done"}), "coverage"); err == nil {
		t.Error("a word is read as a percentage")
	}
	if _, err := readSet(filepath.Join(t.TempDir(), "none.xml"), "coverage"); err == nil {
		t.Error("a file that is not there is read")
	}
}

// TestWrap: a long name is broken into lines that fit into a plot.
func TestWrap(t *testing.T) {
	for name, want := range map[string]string{
		"short":                        "short",
		strings.Repeat("ä", 40) + " b": strings.Repeat("ä", maxText) + "\n" + strings.Repeat("ä", 40-maxText) + " b",
		"Fizzer in Go quick.branches with seed 2 (%)": "Fizzer in Go quick.branches with\nseed 2 (%)",
	} {
		if got := wrap(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestSignTest(t *testing.T) {
	for _, test := range []struct {
		wins, losses int
		want         float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 5, 1}, {0, 5, 2.0 / 32}, {8, 2, 2 * 56.0 / 1024}, {2, 8, 2 * 56.0 / 1024}} {
		if got := signTest(test.wins, test.losses); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%d wins and %d losses: %v, want %v", test.wins, test.losses, got, test.want)
		}
	}
}
