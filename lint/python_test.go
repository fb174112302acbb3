package lint

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// embedded is Python within a shell script, which no check reads.
var embedded = regexp.MustCompile(`(?m)\bpython3? .*(<<|-c )`)

// TestPythonIsClean: all Python files pass ruff's checks and format, those that tool-info modules must pass, and no shell script has Python
// in it.
func TestPythonIsClean(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "--full-name", ":/").Output()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, name := range strings.Fields(string(out)) {
		path := filepath.Join("..", name)
		switch isPython, isShell := kindOfScript(t, path); {
		case isPython:
			files = append(files, path)
		case isShell:
			if text, err := os.ReadFile(path); err != nil || embedded.Match(text) {
				t.Errorf("%s has Python in it; error %v", name, err)
			}
		}
	}
	if len(files) < 15 {
		t.Fatalf("%d Python files only", len(files))
	}
	if out, err := ruff(files...); err != nil {
		t.Errorf("%v (make setup installs ruff)\n%s", err, out)
	}
}

// TestPythonRules: the checks find what they are for.
func TestPythonRules(t *testing.T) {
	for text, clean := range map[string]bool{
		"import math\n\nprint(math.pi)\n": true,
		"print(math.pi)\n":                false,
		"print( 1 )\n":                    false,
		"import math\n":                   false,
	} {
		path := filepath.Join(t.TempDir(), "text.py")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := ruff(path); (err == nil) != clean {
			t.Errorf("%q: %v\n%s", text, err, out)
		}
	}
	for text, found := range map[string]bool{
		"python3 scripts/ordering.py \"$results\"\n":          false,
		"PYTHONPATH=scripts python3 - \"$results\" <<'EOF'\n": true,
		"version=$(python -c 'import sys')\n":                 true,
	} {
		if embedded.MatchString(text) != found {
			t.Errorf("%q: %v", text, !found)
		}
	}
}

// kindOfScript tells by its name or first line whether a file is a Python or a shell script. A file whose removal is not committed is
// neither.
func kindOfScript(t *testing.T, path string) (isPython, isShell bool) {
	t.Helper()
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return false, false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	start := make([]byte, 80)
	n, _ := file.Read(start) // a folder, as a link's target, is no script
	first, _, _ := bytes.Cut(start[:n], []byte("\n"))
	names := func(interpreter string) bool {
		return bytes.HasPrefix(first, []byte("#!")) && bytes.Contains(first, []byte(interpreter))
	}
	return strings.HasSuffix(path, ".py") || names("python"), names("sh")
}

// ruff checks files and their format.
func ruff(files ...string) ([]byte, error) {
	program := filepath.Join("..", ".venv", "bin", "ruff")
	var all []byte
	for _, options := range [][]string{{"check", "--ignore", "E501,I001"}, {"format", "--check"}} {
		out, err := exec.Command(program, slices.Concat(options, []string{"--isolated", "--no-cache"}, files)...).CombinedOutput()
		if all = append(all, out...); err != nil {
			return all, err
		}
	}
	return all, nil
}
