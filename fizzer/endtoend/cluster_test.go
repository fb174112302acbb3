package endtoend

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub/queue"
)

// startHub starts `fizzer hub` on this machine and returns the options by which others reach it.
func startHub(t *testing.T) []string {
	t.Helper()
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("a token for this test\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	hub := exec.Command(ready(t).fizzer, "hub", "--listen", "127.0.0.1:0", "--store", t.TempDir(), "--store-size", "100MB",
		"--token-file", token)
	hub.Stderr = os.Stderr
	out, err := hub.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	begin(t, hub)
	line, err := bufio.NewReader(out).ReadString('\n')
	options, ok := strings.CutPrefix(strings.TrimSpace(line), "fizzer worker ")
	if err != nil || !ok {
		t.Fatalf("the hub said %q, error %v", line, err)
	}
	return strings.Fields(options)
}

// begin starts a process that is told to end with the test.
func begin(t *testing.T, command *exec.Cmd) {
	t.Helper()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(unix.SIGTERM) // it may have ended
		_ = command.Wait()
	})
}

func startWorker(t *testing.T, access []string) *exec.Cmd {
	t.Helper()
	worker := exec.Command(ready(t).fizzer, append([]string{"worker", "--memory", "2GB", "--grace", "1s", "--quiet"}, access...)...)
	worker.Stderr = os.Stderr
	begin(t, worker)
	return worker
}

// callHub runs the tool with options for the hub and returns what it printed.
func callHub(t *testing.T, access []string, command string, arguments ...string) string {
	t.Helper()
	run := exec.Command(ready(t).fizzer, append(append([]string{command}, access...), arguments...)...)
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// hubStatus asks the hub.
func hubStatus(t *testing.T, access []string) (s queue.Status) {
	t.Helper()
	if err := json.Unmarshal([]byte(callHub(t, access, "status", "--json")), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSubmit: tasks go to a worker by way of a hub, and come back as suites of the original programs; a program that does not compile gets
// a result, too.
func TestSubmit(t *testing.T) {
	access := startHub(t)
	startWorker(t, access)
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.c")
	if err := os.WriteFile(broken, []byte("int main(void) { return x; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(folder, "results")
	example := "../../examples/array-search.yml"
	out := callHub(t, access, "submit", "--max-executions", "2000", "--results", results, example, broken,
		"../../examples/bitvector-fields.yml", "../../examples/heap-list.yml") // the last one includes headers
	if !strings.Contains(out, "done: 3\nfailed: 1\n") {
		t.Errorf("%s", out)
	}
	replayed := exec.Command(ready(t).fizzer, "replay", filepath.Join(results, "array-search", formats.SuiteZip), example)
	if out, err := replayed.CombinedOutput(); err != nil || !strings.Contains(string(out), "covered: 18\n") {
		t.Errorf("error %v: %s", err, out)
	}
	metadata, err := os.ReadFile(filepath.Join(results, "array-search", formats.SuiteFolder, "metadata.xml"))
	if err != nil || !strings.Contains(string(metadata), "<programfile>../../examples/array-search.c</programfile>") {
		t.Errorf("error %v: %s", err, metadata)
	}
	if s := hubStatus(t, access); s.Waiting+uint64(s.AtWork) > 0 || len(s.Workers) != 1 || len(s.Submissions) > 0 ||
		s.Workers[0].Covered < 18 || s.Workers[0].Goals < s.Workers[0].Covered {
		t.Errorf("status %+v", s)
	}
}

// TestSubmitIsResumed: a submit that is killed before any result came, and again behind the first one, goes on when it is called again. No
// task is run twice, and none is lost. It refuses other tasks, a second call at the same time, and one behind the end.
func TestSubmitIsResumed(t *testing.T) {
	access := startHub(t)
	results := filepath.Join(t.TempDir(), "results")
	index := filepath.Join(results, "results.jsonl")
	arguments := append(append([]string{"submit"}, access...), "--max-executions", "2000", "--results", results,
		"../../examples/array-search.yml", "../../examples/bitvector-fields.yml", "../../examples/heap-list.yml")
	start := func() *exec.Cmd {
		t.Helper()
		call := exec.Command(ready(t).fizzer, arguments...)
		call.Stderr = os.Stderr
		begin(t, call)
		return call
	}
	refused := func(words string, more ...string) {
		t.Helper()
		out, err := exec.Command(ready(t).fizzer, append(slices.Clone(arguments), more...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), words) {
			t.Errorf("error %v: %s", err, out)
		}
	}
	kill := func(call *exec.Cmd) {
		t.Helper()
		_ = call.Process.Kill() // it may have ended
		_ = call.Wait()
	}

	first := start()
	for hubStatus(t, access).Waiting < 3 {
		time.Sleep(50 * time.Millisecond)
	}
	refused("in use by another fizzer submit")
	kill(first)
	refused("of other tasks or options", "../../examples/no-input.yml")
	worker := startWorker(t, access)
	second := start()
	for lines := 0; lines == 0; time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		lines = strings.Count(string(text), "\n")
	}
	kill(second)
	file, err := os.OpenFile(index, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"number":`); err != nil { // as if it had been killed while it wrote
		t.Fatal(err)
	}
	file.Close()
	for _, name := range []string{"array-search", "bitvector-fields", "heap-list"} { // or while it unpacked
		if err := os.MkdirAll(filepath.Join(results, name, formats.SuiteFolder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	third := exec.Command(ready(t).fizzer, arguments...)
	if out, err := third.CombinedOutput(); err != nil || !strings.Contains(string(out), "tasks: 3\ndone: 3\nfailed: 0\n") {
		t.Errorf("error %v: %s", err, out)
	}
	refused("has results already")

	text, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[int]bool{}
	for line := range strings.Lines(string(text)) {
		var one struct {
			Number        int
			Folder, State string
		}
		if err := json.Unmarshal([]byte(line), &one); err != nil || one.State != "done" {
			t.Errorf("error %v: %s", err, line)
		}
		numbers[one.Number] = true
		if _, err := os.Stat(filepath.Join(results, one.Folder, formats.SuiteZip)); err != nil {
			t.Error(err)
		}
	}
	if strings.Count(string(text), "\n") != 3 || len(numbers) != 3 {
		t.Errorf("results are:\n%s", text)
	}
	if s := hubStatus(t, access); s.Waiting+uint64(s.AtWork) > 0 || len(s.Submissions) > 0 || s.Workers[0].Done != 3 {
		t.Errorf("status %+v", s)
	}
	_ = worker.Process.Signal(unix.SIGTERM)
	_ = worker.Wait()
}

// TestSubmitHarness: programs that get their inputs by a harness are run by workers: a fuzz target, a function, and an executable that was
// built by fizzer cc; so are those with options about the language. Their suites cover here what the worker said. A library of the
// user is refused.
func TestSubmitHarness(t *testing.T) {
	p, access := ready(t), startHub(t)
	startWorker(t, access)
	folder := copyOfProject(t, p)
	withTool(t, p, folder, `make CC="fizzer cc" table`)
	write(t, folder, map[string]string{"chars.c": `extern int __VERIFIER_nondet_int(void);
int main(void) {
  char c = (char)__VERIFIER_nondet_int();
  if (c > 127)
    return 1;
  return 0;
}
`})
	submit := func(results string, words ...string) string {
		t.Helper()
		arguments := append(append([]string{p.fizzer, "submit"}, access...), "--max-executions", "3000", "--results", results)
		return command(t, folder, append(arguments, words...)...)
	}
	for name, words := range map[string][]string{
		"target": {filepath.Join(p.root, "examples", "fuzz-target", "target.c")},
		"shapes": {"--entry", "heaviest", "-pthread", filepath.Join(p.root, "examples", "entry", "shapes.c")},
		"table":  {"--input", "stdin", "-std=gnu11", "./table"},
		"chars":  {"-funsigned-char", "chars.c"},
	} {
		results := "results-" + name
		out := submit(results, words...)
		found := regexp.MustCompile(`done, [0-9]+ tests, goals ([1-9][0-9]*)/`).FindStringSubmatch(out)
		if found == nil {
			t.Errorf("%s: %s", name, out)
			continue
		}
		if name == "chars" && found[1] != "2" {
			t.Errorf("the worker's characters have a sign: %s", out)
		}
		replayed := command(t, folder, p.fizzer, "replay", filepath.Join(results, name))
		if want := "covered: " + found[1] + "\n"; !strings.Contains(replayed, want) {
			t.Errorf("%s covers %s goals on the worker; here: %s", name, found[1], replayed)
		}
	}
	if out := submit("refused", "--input", "stdin", "-lz", "./table"); !strings.Contains(out, "-lz: workers of a hub have only the C lib") {
		t.Error(out)
	}
}

// TestWrongToken: who does not know the token gets nowhere, and is told what to do.
func TestWrongToken(t *testing.T) {
	access := startHub(t)
	out, err := exec.Command(ready(t).fizzer, "status", "--hub", access[1]).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--token-file") {
		t.Errorf("error %v: %s", err, out)
	}
}

// endless is a program with a goal that no search reaches soon, and no end.
const endless = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  for (;;) {
    if (__VERIFIER_nondet_int() == (int)(n * 2654435761u + 77)) n++; else n = 0;
    if (n > 3000000) return 1;
  }
}
`

// heard is a line of progress with another search that made executions.
var heard = regexp.MustCompile(`"searches":\[\{"name":"[^"]*","executions":[1-9]`)

// awaitWorker waits until the hub knows a worker.
func awaitWorker(t *testing.T, access []string) {
	t.Helper()
	for end := time.Now().Add(maxWait); len(hubStatus(t, access).Workers) == 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no worker")
		}
	}
}

// awaitHeard waits until a run hears of executions of another search.
func awaitHeard(t *testing.T, folder string) {
	t.Helper()
	for end := time.Now().Add(maxWait); ; time.Sleep(200 * time.Millisecond) {
		text, _ := os.ReadFile(filepath.Join(folder, formats.ProgressFile)) // it may not exist yet
		if heard.Match(text) {
			return
		}
		if time.Now().After(end) {
			t.Errorf("the run hears nothing of the worker's search: %s", text)
			return
		}
	}
}

// TestSharedHarness: a worker takes part in the search of a program that reads standard input.
func TestSharedHarness(t *testing.T) {
	access := startHub(t)
	startWorker(t, access)
	awaitWorker(t, access)
	folder := t.TempDir()
	program := filepath.Join(t.TempDir(), "endless.c")
	text := strings.NewReplacer("extern int __VERIFIER_nondet_int(void);", "#include <stdio.h>", "__VERIFIER_nondet_int()", "getchar()").
		Replace(endless)
	if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	search := exec.Command(ready(t).fizzer, append([]string{"run", "--quiet", "--cpu-time", "0", "--wall-time", "30min", "--memory", "1GB",
		"--input", "stdin", "--output", folder, program}, access...)...)
	search.Stderr = os.Stderr
	begin(t, search)
	awaitHeard(t, folder)
}

// TestSharedRun: a worker takes part in a run, which hears of it, and ends when the run does.
func TestSharedRun(t *testing.T) {
	access := startHub(t)
	startWorker(t, access)
	awaitWorker(t, access)
	folder := t.TempDir()
	program := filepath.Join(t.TempDir(), "endless.c")
	if err := os.WriteFile(program, []byte(endless), 0o600); err != nil {
		t.Fatal(err)
	}
	search := exec.Command(ready(t).fizzer, append([]string{"run", "--quiet", "--cpu-time", "0", "--wall-time", "30min", "--memory", "1GB",
		"--output", folder, program}, access...)...)
	var out strings.Builder
	search.Stdout, search.Stderr = &out, os.Stderr
	if err := search.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(maxWait); ; time.Sleep(200 * time.Millisecond) {
		if s := hubStatus(t, access); len(s.Runs) == 1 && len(s.Workers) == 1 && s.Workers[0].Joined == 1 {
			break
		}
		if time.Now().After(end) {
			t.Error("the worker does not take part")
			break
		}
	}
	awaitHeard(t, folder)
	for end := time.Now().Add(maxWait); ; time.Sleep(200 * time.Millisecond) {
		s := hubStatus(t, access)
		if len(s.Runs) == 1 && len(s.Runs[0].Searches) == 2 && s.Runs[0].Goals > 0 &&
			min(s.Runs[0].Searches[0].Rate, s.Runs[0].Searches[1].Rate) > 0 {
			break
		}
		if time.Now().After(end) {
			t.Errorf("the status does not show both searches and the goals: %+v", s.Runs)
			break
		}
	}
	if out := callHub(t, access, "status"); !regexp.MustCompile(`(?m)^shared run: .*, goals: [1-9][0-9]* of [1-9][0-9]*$`).MatchString(out) ||
		!regexp.MustCompile(`(?m)^worker: .*, goals: not measured; `).MatchString(out) {
		t.Errorf("the status is\n%s", out)
	}
	err := errors.Join(search.Process.Signal(unix.SIGINT), search.Wait())
	if err != nil || !strings.Contains(out.String(), "RESULT: ") || strings.Contains(out.String(), "ERROR") {
		t.Errorf("error %v: %s", err, out.String())
	}
	for end := time.Now().Add(maxWait); ; time.Sleep(200 * time.Millisecond) {
		s := hubStatus(t, access)
		if len(s.Runs) == 0 && s.Workers[0].Joined == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the worker still takes part: %+v", s)
		}
	}
	run(t, ready(t), "report", folder)
	page, err := os.ReadFile(filepath.Join(folder, formats.ReportFile))
	if err != nil || !strings.Contains(string(page), "Which machine found what") {
		t.Errorf("the page has no table of machines; error %v", err)
	}
}
