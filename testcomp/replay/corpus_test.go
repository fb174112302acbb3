package replay

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fizzer/testcomp/property"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// testCov returns the path of the real validator.
func testCov(t *testing.T) string {
	t.Helper()
	path := os.Getenv("FIZZER_TESTCOV")
	if path == "" {
		path = filepath.Join("..", "..", ".venv", "bin", "testcov")
	}
	path, err := filepath.Abs(path)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Fatalf("TestCov is missing: %v; run make setup, or set FIZZER_TESTCOV", err)
	}
	return path
}

// shape is a program of the corpus. Its first lines are comments. "tests:" gives the inputs of each test, separated by "|".
// "property:" gives the name of the error function if the property is not branches. "only:" names the only kind of goals to be
// compared. In testdata/beyond, "goals:" gives the goals and the covered goals, and "model:" the data model if there is only one.
type shape struct {
	path     string
	tests    []suite.Test
	property property.Property
	goals    string // goals and covered goals, if stated
	model    string // the only data model, if stated
	only     string // the only kind of goals, if stated
}

func readShape(t *testing.T, path string) shape {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	result := shape{path: path, property: property.Property{Kind: property.Branches}}
	for line := range strings.Lines(string(content)) {
		if list, ok := strings.CutPrefix(line, "// tests: "); ok {
			result.tests = parseTests(list)
		}
		if name, ok := strings.CutPrefix(line, "// property: "); ok {
			result.property = property.Property{Kind: property.Error, Function: strings.TrimSpace(name)}
		}
		if counts, ok := strings.CutPrefix(line, "// goals: "); ok {
			result.goals = strings.TrimSpace(counts)
		}
		if model, ok := strings.CutPrefix(line, "// model: "); ok {
			result.model = strings.TrimSpace(model)
		}
		if kind, ok := strings.CutPrefix(line, "// only: "); ok {
			result.only = strings.TrimSpace(kind)
		}
	}
	if len(result.tests) == 0 {
		t.Fatalf("%s has no line \"// tests:\"", path)
	}
	return result
}

// testsOf is parseTests as a source of tests.
func testsOf(list string) suite.Tests { return suite.Each(parseTests(list)) }

func parseTests(list string) []suite.Test {
	var tests []suite.Test
	for text := range strings.SplitSeq(list, "|") {
		var test suite.Test
		for _, value := range strings.Fields(text) {
			test.Inputs = append(test.Inputs, suite.Input{Type: "int", Value: value})
		}
		tests = append(tests, test)
	}
	return tests
}

// ours returns the numbers of goals and covered goals by replay.
func (s shape) ours(t *testing.T, model task.DataModel) [2]int {
	t.Helper()
	program, err := Build(context.Background(),
		Options{Programs: []string{s.path}, DataModel: model, Property: s.property, Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	report, err := program.Report(context.Background(), suite.Each(s.tests))
	if err != nil {
		t.Fatal(err)
	}
	return [2]int{report.Total, report.Covered}
}

var (
	percentLine = regexp.MustCompile(`Coverage: ([0-9.]+)%`)
	goalsLine   = regexp.MustCompile(`Number of goals: (\d+)`)
)

// theirs returns the numbers of goals and covered goals by TestCov.
func (s shape) theirs(t *testing.T, testcov string, model task.DataModel) [2]int {
	t.Helper()
	folder := t.TempDir()
	writer, err := suite.Create(filepath.Join(folder, "suite"), suite.Metadata{Architecture: model.Architecture()})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range s.tests {
		if _, err := writer.Add(test); err != nil {
			t.Fatal(err)
		}
	}
	archive, goalFile := filepath.Join(folder, "suite.zip"), filepath.Join(folder, "goal.prp")
	if err := writer.Zip(archive); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goalFile, []byte(s.property.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, filepath.Base(s.path)) // TestCov writes beside the program
	if content, err := os.ReadFile(s.path); err != nil || os.WriteFile(program, content, 0o600) != nil {
		t.Fatalf("cannot copy %s: %v", s.path, err)
	}
	command := exec.Command(testcov, "--no-isolation", "--no-runexec", "--no-plots", "--test-suite", archive, "--goal", goalFile,
		fmt.Sprintf("-%d", model.Bits()), program)
	command.Dir = folder
	output, err := command.CombinedOutput()
	percent, goals := percentLine.FindSubmatch(output), goalsLine.FindSubmatch(output)
	if err != nil || percent == nil || goals == nil {
		t.Fatalf("TestCov on %s: %v\n%s", s.path, err, output)
	}
	total, _ := strconv.Atoi(string(goals[1]))            // cannot fail: the expression matches digits
	part, _ := strconv.ParseFloat(string(percent[1]), 64) // likewise
	if total == 0 {
		part = 0 // TestCov says 100 %
	}
	return [2]int{total, int(part/100*float64(total) + 0.5)}
}

// TestAgainstTestCov compares the goals and the covered goals of each program of the corpus with those of the real TestCov. The
// programs have some two hundred shapes. Branches and errors are compared in both data models, conditions and statements in one.
func TestAgainstTestCov(t *testing.T) {
	testcov := testCov(t)
	paths, err := filepath.Glob(filepath.Join("testdata", "*.[ci]"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, path := range paths {
		s := readShape(t, path)
		compare(t, s, testcov, task.ILP32)
		compare(t, s, testcov, task.LP64)
		if s.property.Kind != property.Branches || s.only != "" {
			continue
		}
		s.property.Kind = property.Conditions
		compare(t, s, testcov, task.LP64)
		if filepath.Base(path) != "included.i" { // its line directives leave no line to the file itself; TestCov fails
			s.property.Kind = property.Statements
			compare(t, s, testcov, task.ILP32)
		}
	}
}

func compare(t *testing.T, s shape, testcov string, model task.DataModel) {
	t.Run(fmt.Sprintf("%s/%s/%s", filepath.Base(s.path), model, s.property.Kind), func(t *testing.T) {
		t.Parallel()
		if ours, theirs := s.ours(t, model), s.theirs(t, testcov, model); ours != theirs {
			t.Errorf("goals and covered goals are %v; TestCov says %v", ours, theirs)
		}
	})
}

// TestBeyondTestCov replays programs on which TestCov fails, because it lacks an input function or because the text that it makes
// of them does not compile. The numbers were worked out by hand.
func TestBeyondTestCov(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "beyond", "*.[ci]"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		s := readShape(t, path)
		for _, model := range []task.DataModel{task.ILP32, task.LP64} {
			if s.model != "" && s.model != string(model) {
				continue
			}
			got := s.ours(t, model)
			if text := fmt.Sprintf("%d %d", got[0], got[1]); text != s.goals {
				t.Errorf("%s, %s: goals and covered goals are %s, want %s", path, model, text, s.goals)
			}
		}
	}
}
