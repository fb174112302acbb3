package endtoend

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"fizzer/fizzer/formats"
	testcomp "fizzer/testcomp/replay"
)

// statistics reads the statistics of a run.
func (s *started) statistics(t *testing.T) *formats.Statistics {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.output, formats.StatisticsFile))
	if err != nil {
		t.Fatal(err)
	}
	result := new(formats.Statistics)
	if err := json.Unmarshal(content, result); err != nil {
		t.Fatal(err)
	}
	return result
}

// report returns the report of replay on the run's zip.
func (s *started) report(t *testing.T, p places, arguments ...string) *testcomp.Report {
	t.Helper()
	arguments = append([]string{"replay", "--json"}, arguments...)
	program := len(arguments) - 1
	arguments = append(arguments[:program:program], filepath.Join(s.output, formats.SuiteZip), arguments[program])
	output, err := exec.Command(p.fizzer, arguments...).Output()
	if err != nil {
		t.Fatalf("fizzer %v: %v", arguments, err)
	}
	report := new(testcomp.Report)
	if err := json.Unmarshal(output, report); err != nil {
		t.Fatal(err)
	}
	return report
}

// checkOrder fails the test unless each test of the suite adds goals, and none more than the test before.
func checkOrder(t *testing.T, report *testcomp.Report) {
	t.Helper()
	before := math.MaxInt
	for _, test := range report.Tests {
		if test.New == 0 || test.New > before || !test.Counts {
			t.Errorf("%s adds %d goals after one that adds %d; it counts: %v", test.Name, test.New, before, test.Counts)
		}
		before = test.New
	}
}

// TestOtherGoals runs on the properties for conditions and statements: the run itself, replay and the real TestCov agree on the
// suite.
func TestOtherGoals(t *testing.T) {
	p := ready(t)
	for _, edge := range []string{"CONDITIONEDGE", "BASICBLOCKENTRY"} {
		for i, name := range []string{"array-search.c", "heap-list.c", "floats-special.c"} {
			model := []int{32, 64}[i%2]
			t.Run(fmt.Sprintf("%s/%s", edge, name), func(t *testing.T) {
				t.Parallel()
				goal := filepath.Join(t.TempDir(), "goal.prp")
				if err := os.WriteFile(goal, []byte("COVER( init(main()), FQL(COVER EDGES(@"+edge+")) )\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				program := filepath.Join(t.TempDir(), name)
				content, err := os.ReadFile(filepath.Join(p.root, "examples", name))
				if err != nil || os.WriteFile(program, content, 0o600) != nil {
					t.Fatal(err)
				}
				options := []string{"--property", goal, "--data-model", map[int]string{32: "ILP32", 64: "LP64"}[model], program}
				run := start(t, p, append([]string{"--max-executions", "3000"}, options...)...)
				run.wait(t)
				run.checkEnd(t)
				report := run.report(t, p, options...)
				checkOrder(t, report)
				goals := run.statistics(t).Goals
				if goals == nil || goals.Covered != report.Covered || goals.Total != report.Total || goals.Covered == 0 {
					t.Errorf("the run counts %+v, replay %d of %d", goals, report.Covered, report.Total)
				}
				if theirs := testCovFor(t, p, goal, model, program,
					filepath.Join(run.output, formats.SuiteZip)); theirs != (coverage{report.Covered, report.Total}) {
					t.Errorf("TestCov counts %v, replay %d of %d", theirs, report.Covered, report.Total)
				}
			})
		}
	}
}

// testCovFor is testCov for any property.
func testCovFor(t *testing.T, p places, goal string, model int, program, zip string) coverage {
	t.Helper()
	command := exec.Command(p.testcov, "--no-isolation", "--no-runexec", "--no-plots", "-"+strconv.Itoa(model),
		"--goal", goal, "--test-suite", zip, program)
	command.Dir = t.TempDir()
	out, err := command.CombinedOutput()
	total, percent := goalsOfTestCov.FindSubmatch(out), coverageOfTestCov.FindSubmatch(out)
	if err != nil || total == nil || percent == nil {
		t.Fatalf("TestCov gives no coverage (%v):\n%s", err, out)
	}
	goals := atoi(string(total[1]))
	share, err := strconv.ParseFloat(string(percent[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return coverage{int(math.Round(share * float64(goals) / 100)), goals}
}

// rounding has a goal that most tests reach on the instrumented program only: gcc computes with more digits in 32 bits, so the
// product of most numbers differs from its stored copy.
const rounding = `extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double product = x * 3.0;
  if (x * 3.0 != product) return 1;
  if (x > 100.0) return 2;
  return 0;
}
`

// TestDisagreement: another test covers what a test does not reach because gcc and clang disagree.
func TestDisagreement(t *testing.T) {
	p := ready(t)
	program := filepath.Join(t.TempDir(), "rounding.c")
	if err := os.WriteFile(program, []byte(rounding), 0o600); err != nil {
		t.Fatal(err)
	}
	options := []string{"--data-model", "ILP32", program}
	run := start(t, p, append([]string{"--max-executions", "30000"}, options...)...)
	run.wait(t)
	run.checkEnd(t)
	checkOrder(t, run.report(t, p, options...))
	s := run.statistics(t)
	if s.Disagreements == 0 || s.Goals == nil || s.Goals.Covered != 4 || s.Goals.Engine != 4 {
		t.Errorf("%d disagreements, goals %+v; want some, and all 4", s.Disagreements, s.Goals)
	}
}

// TestSeveralFiles: a task of two files, both with a static function of the same name, is covered and counted. The run ends when all
// goals are covered.
func TestSeveralFiles(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"main.c": "extern int __VERIFIER_nondet_int(void), kind(int);\nstatic int f(int x) { return x > 3 ? 1 : 0; }\n" +
			"int main(void) { int x = __VERIFIER_nondet_int(); if (f(x) && kind(x) == 5) return 1; return 0; }\n",
		"kind.c":   "static int f(int x) { if (x == 123456) return 5; return 1; }\nint kind(int x) { return f(x); }\n",
		"goal.prp": "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
		"task.yml": "format_version: '2.0'\ninput_files: [main.c, kind.c]\nproperties:\n  - property_file: goal.prp\noptions: {language: C, data_model: ILP32}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	task := filepath.Join(folder, "task.yml")
	run := start(t, p, "--max-executions", "2000", task)
	run.wait(t)
	run.checkEnd(t)
	checkOrder(t, run.report(t, p, task))
	if s := run.statistics(t); s.Goals == nil || *s.Goals != (formats.Goals{Covered: 6, Total: 6, Engine: 6}) ||
		s.StoppedBy != "goals-covered" {
		t.Errorf("goals %+v, stopped by %s; want all 6, and goals-covered", s.Goals, s.StoppedBy)
	}
}

// TestTextThatCannotBeMarked: clang rejects a call in a constant, which gcc accepts. The program is built without marks.
func TestTextThatCannotBeMarked(t *testing.T) {
	p := ready(t)
	program := filepath.Join(t.TempDir(), "constant.c")
	const text = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  __asm__ volatile("" : : "i"(sizeof(int) == 4 ? 1 : 2));
  if (__VERIFIER_nondet_int() == 77) return 1;
  return 0;
}
`
	if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run := start(t, p, "--max-executions", "2000", program)
	run.wait(t)
	run.checkEnd(t)
	if s := run.statistics(t); s.Goals == nil || s.Goals.Covered != 3 || s.Goals.Total != 3 {
		t.Errorf("goals %+v, want 3 of 3", s.Goals)
	}
}
