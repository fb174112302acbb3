package endtoend

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// outputLimit is the number of bytes that the competition allows a tool to print.
const outputLimit = 2 << 20

// Each example is solved as far as its header says, within the executions that the header allows.
func TestExamples(t *testing.T) {
	p := ready(t)
	for _, e := range loadExamples(t, p, true) {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			output := t.TempDir()
			out := run(t, p, "--max-executions", strconv.Itoa(e.budget), "--seed", "1", "--output", output, e.taskFile)
			directory, zip := filepath.Join(output, "test-suite"), filepath.Join(output, "test-suite.zip")
			checkSuite(t, directory)
			checkSuite(t, zip)
			got := judged(t, p, e, directory, zip)
			if got.total != e.expected.total || got.covered < e.expected.covered {
				t.Errorf("the suite covers %v goals, want at least %v", got, e.expected)
			}
			checkSummary(t, out, got)
			checkStatistics(t, output, got)
			checkUnreachable(t, output)
		})
	}
}

// checkUnreachable checks that a run covered neither a location nor a goal that is marked as out of reach of any input.
func checkUnreachable(t *testing.T, output string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(output, formats.DetailsFile))
	if err != nil {
		t.Fatal(err)
	}
	var details formats.Details
	if err := json.Unmarshal(content, &details); err != nil {
		t.Fatal(err)
	}
	for location, c := range details.Locations.Conditions {
		if c.Unreachable && details.Covered[location] != [2]bool{} {
			t.Errorf("the location in line %d is covered, but no input is to reach it", c.Line)
		}
		if covered := details.Covered[location]; c.NeverFalse && covered[0] || c.NeverTrue && covered[1] {
			t.Errorf("the condition in line %d is covered in both directions, but one of them by no input", c.Line)
		}
	}
	for _, g := range details.Goals {
		if g.Unreachable != "" && g.Covered {
			t.Errorf("the goal %s in line %d of %s is covered, but no input is to reach it (%s)", g.Kind, g.Line, g.Function, g.Unreachable)
		}
	}
}

// The coverage that an example states can be reached. TestCov and replay count its goals alike.
func TestWitnesses(t *testing.T) {
	p := ready(t)
	for _, e := range loadExamples(t, p, false) {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			scratch := t.TempDir()
			directory, zip := filepath.Join(scratch, "test-suite"), filepath.Join(scratch, "test-suite.zip")
			witness(t, e, directory, zip)
			if got := judged(t, p, e, directory, zip); got != e.reachable {
				t.Errorf("the tests written by hand cover %v goals, the example states %v", got, e.reachable)
			}
		})
	}
}

// The set of examples has what the project promises.
func TestExampleSet(t *testing.T) {
	p := ready(t)
	all := loadExamples(t, p, true)
	narrow, large, preprocessed := 0, 0, 0
	for _, e := range all {
		info, err := os.Stat(e.program)
		if err != nil {
			t.Fatal(err)
		}
		if e.model.Bits() == 32 {
			narrow++
		}
		if info.Size() > 1<<20 {
			large++
		}
		if filepath.Ext(e.program) == ".i" {
			preprocessed++
		}
	}
	if len(all) < 25 || 2*narrow < len(all) || large < 1 || preprocessed < 3 {
		t.Errorf("%d examples: %d of 32 bit, %d of more than 1 MB, %d preprocessed; want 25, half, 1, 3", len(all), narrow, large, preprocessed)
	}
}

// The same seed, one job and a budget in executions give the same suite, byte for byte.
func TestSameSeedSameSuite(t *testing.T) {
	p := ready(t)
	taskFile := filepath.Join(p.root, "examples", "constants-64.yml")
	var zips [2][]byte
	for i := range zips {
		output := t.TempDir()
		run(t, p, "--max-executions", "3000", "--seed", "7", "--jobs", "1", "--output", output, taskFile)
		tests, err := filepath.Glob(filepath.Join(output, "test-suite", "testcase-*.xml"))
		if err != nil || len(tests) == 0 {
			t.Fatalf("no tests: %v", err)
		}
		for _, test := range tests {
			content, err := os.ReadFile(test)
			if err != nil {
				t.Fatal(err)
			}
			zips[i] = append(append(zips[i], filepath.Base(test)...), content...)
		}
	}
	if !bytes.Equal(zips[0], zips[1]) {
		t.Error("two runs with the same seed gave different tests")
	}
}

// TestJobs: several engines leave one suite, in which each test has a goal of its own, and cover what one engine covers.
func TestJobs(t *testing.T) {
	p := ready(t)
	output := t.TempDir()
	run(t, p, "--max-executions", "60000", "--jobs", "3", "--output", output, filepath.Join(p.root, "examples", "string-command.yml"))
	var statistics struct {
		Tests int
		Goals struct{ Covered, Total int }
	}
	readStatistics(t, output, &statistics)
	tests, err := filepath.Glob(filepath.Join(output, "test-suite", "testcase-*.xml"))
	if s := statistics; err != nil || s.Goals.Covered != s.Goals.Total || len(tests) != s.Tests || s.Tests > s.Goals.Total {
		t.Errorf("%+v with %d tests, error %v", s, len(tests), err)
	}
}

// TestImplied: implied conditions are not recorded, and coverage is the same as when they are.
func TestImplied(t *testing.T) {
	p := ready(t)
	type figures struct {
		Implied int
		Goals   struct{ Covered, Total, Engine int }
	}
	for _, model := range []string{"ILP32", "LP64"} {
		var got, all figures
		for statistics, arguments := range map[*figures][]string{&got: nil, &all: {"--without", "implied"}} {
			output := t.TempDir()
			run(t, p, append(arguments, "--data-model", model, "--max-executions", "20000", "--output", output,
				filepath.Join(p.root, "fizzer/endtoend/testdata/follow/implied.c"))...)
			readStatistics(t, output, statistics)
		}
		if got.Implied < 5 || all.Implied != 0 {
			t.Errorf("%s: %d and without leaving out %d locations are not recorded", model, got.Implied, all.Implied)
		}
		if got.Goals != all.Goals || got.Goals.Covered != got.Goals.Total-3 || got.Goals.Engine != got.Goals.Covered {
			t.Errorf("%s: goals %+v, when all is recorded %+v", model, got.Goals, all.Goals)
		}
	}
}

// TestImpliedAtTheEnd: if only a condition with a constant outcome shows that a place was reached, the search goes on until it is
// reached, for every kind of goal.
func TestImpliedAtTheEnd(t *testing.T) {
	p := ready(t)
	for _, property := range []string{"coverage-branches.prp", "coverage-conditions.prp", "coverage-statements.prp"} {
		output := t.TempDir()
		run(t, p, "--max-executions", "20000", "--output", output, "--property", filepath.Join(p.root, "examples", "properties", property),
			filepath.Join(p.root, "fizzer/endtoend/testdata/follow/behind.c"))
		var statistics struct {
			Goals struct{ Covered, Total int }
		}
		readStatistics(t, output, &statistics)
		if goals := statistics.Goals; goals.Covered != goals.Total-1 {
			t.Errorf("%s: %d of %d goals, one of which no input reaches", property, goals.Covered, goals.Total)
		}
	}
}

// statistics.json names its run.
func TestStatisticsNameTheRun(t *testing.T) {
	p := ready(t)
	output := t.TempDir()
	run(t, p, "--max-executions", "50", "--seed", "7", "--output", output, filepath.Join(p.root, "examples", "switch-sparse.yml"))
	var statistics struct {
		Version, Program, Property string
		DataModel                  string `json:"data_model"`
		Seed                       uint64
	}
	readStatistics(t, output, &statistics)
	if s := statistics; s.Version == "" || filepath.Base(s.Program) != "switch-sparse.i" || s.Property == "" || s.DataModel != "ILP32" ||
		s.Seed != 7 {
		t.Errorf("statistics.json names version %q, program %q, property %q, data model %q, seed %d", s.Version, s.Program, s.Property,
			s.DataModel, s.Seed)
	}
}

// run calls fizzer in an empty folder, which must be empty afterwards, and returns its standard output.
func run(t *testing.T, p places, arguments ...string) string {
	t.Helper()
	command := exec.Command(p.fizzer, arguments...)
	command.Dir = t.TempDir()
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		t.Fatalf("fizzer %s: %v\n%s%s", strings.Join(arguments, " "), err, &stdout, &stderr)
	}
	if printed := stdout.Len() + stderr.Len(); printed >= outputLimit {
		t.Errorf("fizzer printed %d bytes, allowed are less than %d", printed, outputLimit)
	}
	if left, err := os.ReadDir(command.Dir); err != nil || len(left) > 0 {
		t.Errorf("left in the working directory: %v %v", left, err)
	}
	return stdout.String()
}

// checkSummary checks the printed summary.
func checkSummary(t *testing.T, out string, judge coverage) {
	t.Helper()
	for _, name := range []string{"executions", "cpu-seconds", "tests", "goals", "stopped-by"} {
		if !strings.Contains("\n"+out, "\n"+name+": ") {
			t.Errorf("the summary lacks %q:\n%s", name, out)
		}
	}
	if goals := goalsOfSummary.FindStringSubmatch(out); goals == nil || (coverage{atoi(goals[1]), atoi(goals[2])}) != judge {
		t.Errorf("the summary states goals %q, the judge says %v", goals, judge)
	}
	if last := lastLine(out); last != "RESULT: done" {
		t.Errorf("the last line is %q, want RESULT: done", last)
	}
}

// readStatistics reads the statistics of a run.
func readStatistics(t *testing.T, output string, statistics any) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(output, "statistics.json"))
	if err == nil {
		err = json.Unmarshal(content, statistics)
	}
	if err != nil {
		t.Fatalf("statistics.json: %v", err)
	}
}

// checkStatistics checks the summary in JSON.
func checkStatistics(t *testing.T, output string, judge coverage) {
	t.Helper()
	var statistics struct {
		Executions int     `json:"executions"`
		CPUSeconds float64 `json:"cpu_seconds"`
		Tests      int     `json:"tests"`
		StoppedBy  string  `json:"stopped_by"`
		Goals      struct {
			Covered int `json:"covered"`
			Total   int `json:"total"`
		} `json:"goals"`
	}
	readStatistics(t, output, &statistics)
	if (coverage{statistics.Goals.Covered, statistics.Goals.Total}) != judge {
		t.Errorf("statistics.json states goals %v, the judge says %v", statistics.Goals, judge)
	}
	if statistics.Executions < 1 || statistics.CPUSeconds <= 0 || statistics.Tests < 1 || statistics.StoppedBy == "" {
		t.Errorf("statistics.json lacks values: %+v", statistics)
	}
}

func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}
