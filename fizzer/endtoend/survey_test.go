package endtoend

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSurveys works through a list in the format of all surveys: which programs become targets, and how the validator judges the
// suites.
func TestSurveys(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	var list strings.Builder
	for name, text := range map[string]string{
		"good.c\tILP32":    "int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int() == 77) return 1; return 0; }\n",
		"broken.c\tLP64":   "int main(void) { return missing; }\n",
		"unlinked.c":       "int main(void) { asm(\"call nobody_defines_it\"); return 0; }\n",
		"two/other.c\t\tf": "int main(void) { return 0; }\n",
	} {
		file, _, _ := strings.Cut(name, "\t")
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		list.WriteString(filepath.Join(folder, name) + "\n")
	}
	path := filepath.Join(folder, "list")
	if err := os.WriteFile(path, []byte(list.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	survey := func(arguments ...string) string {
		command := exec.Command(p.fizzer+"-survey", append(arguments, path)...)
		command.Env = append(os.Environ(), "PATH="+filepath.Dir(p.fizzer)+":"+os.Getenv("PATH"))
		command.Stderr = os.Stderr
		output, err := command.Output()
		if err != nil {
			t.Fatalf("survey %v: %v", arguments, err)
		}
		return string(output)
	}
	lines := strings.Split(strings.TrimSpace(survey("build")), "\n")
	var totals struct {
		Programs int `json:"programs"`
		GCC      int `json:"gcc_compiles"`
		Both     int `json:"gcc_compiles_and_built"`
		Failed   int `json:"gcc_compiles_and_not_built"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &totals); err != nil || len(lines) != 5 {
		t.Fatalf("%q, %v", lines, err)
	}
	if totals.Programs != 4 || totals.GCC != 3 || totals.Both != 2 || totals.Failed != 1 {
		t.Errorf("totals %+v of %q", totals, lines)
	}
	if left := survey("build", "--failures"); !strings.Contains(left, "unlinked.c") || strings.Contains(left, "broken.c") {
		t.Errorf("failures %q", left)
	}
	table := survey("counts", "--cpu-time", "3s", "--tasks", "4", "--output", filepath.Join(folder, "out"), "--tool", p.fizzer, "--testcov",
		p.testcov)
	if !slices.ContainsFunc(strings.Split(table, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "| **all** | 4 | 2 | ") && strings.Contains(line, "| 0.00 % |")
	}) || !strings.Contains(table, "cannot judge 2 tasks") {
		t.Errorf("%s", table)
	}
}
