package endtoend

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// faultHeader is the head of a program with a fault that only a sanitizer sees.
var faultHeader = regexp.MustCompile(`(?m)^// (sanitizer|finds|executions): (.+)$`)

// crashFile reads the file about a crash and checks that it fits its schema.
func crashFile(t *testing.T, p places, folder string) (file formats.Crash) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, "crash.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := fits(schemaOf(t, p, "crash"), content); err != nil {
		t.Error(err)
	}
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// Each fault of examples/faults is found within the executions that the head names, with its place, and its folder reproduces it.
func TestSanitizers(t *testing.T) {
	p := ready(t)
	programs, err := filepath.Glob(filepath.Join(p.root, "examples", "faults", "*.c"))
	if err != nil || len(programs) < 4 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, program := range programs {
		t.Run(filepath.Base(program), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			head := map[string]string{}
			for _, match := range faultHeader.FindAllStringSubmatch(string(text), -1) {
				head[match[1]] = match[2]
			}
			kind, function, _ := strings.Cut(head["finds"], " in ")
			folder := t.TempDir()
			out := run(t, p, "--sanitize", head["sanitizer"], "--max-executions", head["executions"], "--output", folder, program)
			crash := filepath.Join(folder, "crashes", kind, "1")
			if !exists(crash) || exists(filepath.Join(folder, "crashes", kind, "2")) {
				t.Fatalf("not exactly one %s\n%s", kind, out)
			}
			checkSuite(t, filepath.Join(crash, "test-suite"))
			file := crashFile(t, p, crash)
			if len(file.Stack) == 0 || file.Stack[0].Function != function || file.Stack[0].Line == 0 || len(file.Values) == 0 ||
				file.Build.Version == "" || file.Executions == 0 {
				t.Errorf("%+v", file)
			}
			report, err := os.ReadFile(filepath.Join(crash, "report.txt"))
			if err != nil || !strings.Contains(string(report), "in "+function+" ") {
				t.Errorf("%v\n%s", err, report)
			}
			if _, said := reproduce(t, crash, "asan"); !strings.Contains(said, function) || !strings.Contains(said, "SUMMARY") &&
				!strings.Contains(said, "runtime error") {
				t.Errorf("reproduce.sh shows no fault: %s", said)
			}
			run(t, p, "report", folder)
			page, err := os.ReadFile(filepath.Join(folder, "report.html"))
			if err != nil || !strings.Contains(string(page), "<code>"+function+"</code>") {
				t.Errorf("the page does not show the stack: %v", err)
			}
		})
	}
}

// long crashes at one of many values; the others do not matter.
const long = `
extern int __VERIFIER_nondet_int(void);
static int use(int *p) { return *p; }
int main(void) {
  int all = 0;
  for (int i = 0; i < 40; i++) {
    int x = __VERIFIER_nondet_int();
    if (x == 0)
      break;
    all += x & 3;
    if (x > 77000 && i > 2)
      return use(0);
  }
  return all;
}
`

// The values of a crash are few and small, its file has the stack, and the folder still shows the crash.
func TestCrashesAreMinimised(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	program := filepath.Join(folder, "long.c")
	if err := os.WriteFile(program, []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	out := run(t, p, "--max-executions", "4000", "--output", folder, program)
	crash := filepath.Join(folder, "crashes", "SIGSEGV", "1")
	if !exists(crash) {
		t.Fatalf("no crash\n%s", out)
	}
	file := crashFile(t, p, crash)
	var values []string
	for _, v := range file.Values {
		values = append(values, v.Text)
	}
	if len(values) != 4 || strings.Join(values[:3], " ") != "1 1 1" || len(values[3]) > 6 {
		t.Errorf("%d values were found, %q are left after %d executions", file.Found, values, file.Executions)
	}
	if len(file.Stack) < 2 || file.Stack[0].Function != "use" || file.Stack[0].Line != 3 || file.Stack[1].Function != "main" {
		t.Errorf("stack %+v", file.Stack)
	}
	if status, said := reproduce(t, crash, "plain"); status != 139 {
		t.Errorf("status %d: %s", status, said)
	}
}
