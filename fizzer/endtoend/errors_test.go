package endtoend

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

var (
	errorTable  = flag.String("error-table", "", "`FILE` for a table of the tasks of TestErrors; all of them are then judged by TestCov")
	errorHeader = regexp.MustCompile(`(?m)^// (Exercises|family|data model|executions): (.+(?:\n// [^:\n]+)*)$`)
)

// judgedOf: TestCov, which takes longer than the run, judges one of this many tasks.
const judgedOf = 4

// errorTask is a program in which reach_error is reachable, with its header:
//
//	// Exercises: what makes the error hard to reach.
//	// family: of the competition
//	// data model: ILP32 or LP64
//	// executions: maximum number until the error is reached
type errorTask struct {
	name, program, exercises, family string
	model                            task.DataModel
	budget                           int
}

// errorResult is one line of the table.
type errorResult struct {
	errorTask
	executions int
	verdict    string // of TestCov; empty: not judged
}

// Each error is reached within the executions that the header allows. The suite is one test that reaches it, and TestCov agrees.
func TestErrors(t *testing.T) {
	p := ready(t)
	tasks := loadErrorTasks(t)
	var mutex sync.Mutex
	var results []errorResult
	t.Run("tasks", func(t *testing.T) {
		for n, task := range tasks {
			t.Run(task.name, func(t *testing.T) {
				t.Parallel()
				result := reachError(t, p, task, *errorTable != "" || n%judgedOf == 0 && !testing.Short())
				mutex.Lock()
				defer mutex.Unlock()
				results = append(results, result)
			})
		}
	})
	if *errorTable != "" {
		writeErrorTable(t, results)
	}
}

func loadErrorTasks(t *testing.T) []errorTask {
	t.Helper()
	programs, err := filepath.Glob(filepath.Join("testdata", "error", "*.c"))
	if err != nil || len(programs) < 30 {
		t.Fatalf("%d tasks with a reachable error, want 30: %v", len(programs), err)
	}
	var tasks []errorTask
	for _, program := range programs {
		task, err := readErrorTask(program)
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, task)
	}
	return tasks
}

func readErrorTask(program string) (errorTask, error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return errorTask{}, err
	}
	fields := map[string]string{}
	for _, match := range errorHeader.FindAllStringSubmatch(string(text), -1) {
		fields[match[1]] = strings.ReplaceAll(match[2], "\n// ", " ")
	}
	if len(fields) != 4 {
		return errorTask{}, fmt.Errorf("%s: the header needs lines for Exercises, family, data model and executions", program)
	}
	model, err := task.ParseDataModel(fields["data model"])
	if err != nil {
		return errorTask{}, fmt.Errorf("%s: %w", program, err)
	}
	absolute, err := filepath.Abs(program)
	return errorTask{strings.TrimSuffix(filepath.Base(program), ".c"), absolute, fields["Exercises"], fields["family"], model,
		atoi(fields["executions"])}, err
}

// reachError runs the tool on one task and checks its suite.
func reachError(t *testing.T, p places, task errorTask, judge bool) errorResult {
	output := t.TempDir()
	run(t, p, "--property", filepath.Join(p.root, "examples", "properties", "coverage-error-call.prp"), "--data-model", string(task.model),
		"--max-executions", fmt.Sprint(task.budget), "--seed", "1", "--output", output, task.program)
	result := errorResult{errorTask: task, executions: executionsOf(t, output)}
	directory := filepath.Join(output, "test-suite")
	checkSuite(t, directory)
	if tests := testsOf(t, directory); len(tests) != 1 || !tests[0].CoversError {
		t.Fatalf("%d tests after %d executions, want one that covers the error", len(tests), result.executions)
	}
	if judge {
		if result.verdict = verdictOfTestCov(t, p, task, filepath.Join(output, "test-suite.zip")); result.verdict != "TRUE" {
			t.Errorf("TestCov says %q", result.verdict)
		}
	}
	t.Logf("%d of %d executions, TestCov: %s", result.executions, task.budget, result.verdict)
	return result
}

func testsOf(t *testing.T, directory string) []suite.Test {
	t.Helper()
	read, err := suite.Read(directory)
	if err != nil {
		t.Fatal(err)
	}
	return read.Tests
}

func executionsOf(t *testing.T, output string) int {
	t.Helper()
	var statistics struct{ Executions int }
	readStatistics(t, output, &statistics)
	return statistics.Executions
}

var resultOfTestCov = regexp.MustCompile(`(?m)^Result:\s*(\S+)`)

// verdictOfTestCov returns the verdict of the real TestCov on a suite for the error property.
func verdictOfTestCov(t *testing.T, p places, task errorTask, zip string) string {
	t.Helper()
	scratch := t.TempDir()
	program := filepath.Join(scratch, filepath.Base(task.program)) // TestCov writes beside the program
	source, err := os.ReadFile(task.program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, source, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(p.testcov, "--no-isolation", "--no-runexec", "--no-plots", fmt.Sprintf("-%d", task.model.Bits()),
		"--goal", filepath.Join(p.root, "examples", "properties", "coverage-error-call.prp"),
		"--output", filepath.Join(scratch, "output"), "--test-suite", zip, program)
	command.Dir = scratch
	out, err := command.CombinedOutput()
	verdict := resultOfTestCov.FindSubmatch(out)
	if err != nil || verdict == nil {
		t.Fatalf("TestCov gives no result (%v); see fizzer doctor for what it needs:\n%s", err, out)
	}
	return string(verdict[1])
}

// writeErrorTable writes the results as Markdown.
func writeErrorTable(t *testing.T, results []errorResult) {
	t.Helper()
	slices.SortFunc(results, func(a, b errorResult) int { return strings.Compare(a.family+a.name, b.family+b.name) })
	var text strings.Builder
	text.WriteString("# Tasks with a reachable error\n\nMade by `go test ./fizzer/endtoend -run TestErrors -error-table docs/errors.md` (path absolute), seed 1.\n" +
		"The programs are in `fizzer/endtoend/testdata/error`.\n\n" +
		"| family | task | data model | obstacle | executions | allowed | TestCov |\n|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %d | %d | %s |\n", r.family, r.name, r.model, r.exercises, r.executions, r.budget, r.verdict)
	}
	if err := os.WriteFile(*errorTable, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
