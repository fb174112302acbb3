package counts

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
	"fizzer/testcomp/tasklist"
)

// row is what was counted on one task.
type row struct {
	tasklist.Entry
	Goals         int     `json:"goals"`         // as replay counts them
	Engine        int     `json:"engine"`        // goals that the engine's runs reach
	BadEnd        int     `json:"bad_end"`       // of these, goals that are only reached by runs that crash or never end
	Replay        int     `json:"replay"`        // goals of the suite by replay
	TestCov       int     `json:"testcov"`       // goals of the suite by TestCov
	TheirAll      int     `json:"their_all"`     // goals as TestCov counts them
	Tests         int     `json:"tests"`         // in the suite
	Skipped       int     `json:"skipped"`       // tests that TestCov does not accept as tests
	Useless       int     `json:"useless"`       // tests that TestCov ran and gave no credit
	Disagreements int     `json:"disagreements"` // tests that reached less on gcc's build than on the instrumented program
	CPU           float64 `json:"cpu_seconds"`
	Hopeless      bool    `json:"hopeless,omitempty"` // TestCov cannot judge any suite of this program
	Failure       string  `json:"failure,omitempty"`  // why there are no counts, or no count of TestCov
}

// wallFactor is how much longer than its CPU time the tool may take before it is killed.
const wallFactor = 10

// validatorTime is the wall time that TestCov gets for one suite.
const validatorTime = 20 * time.Minute

// count works on a copy of the program in a folder of its own, because TestCov writes next to it.
func count(ctx context.Context, o Options, e tasklist.Entry) row {
	r := row{Entry: e}
	folder, err := os.MkdirTemp("", "survey-counts-")
	if err == nil {
		defer os.RemoveAll(folder)
		err = r.count(ctx, o, folder)
	}
	if err != nil {
		r.Failure = oneLine(err.Error())
	}
	return r
}

func (r *row) count(ctx context.Context, o Options, folder string) error {
	t, err := r.Task()
	if err != nil {
		return err
	}
	if len(t.Programs) > 1 {
		return fmt.Errorf("TestCov takes one file; the task has %d", len(t.Programs))
	}
	r.DataModel = t.DataModel
	content, err := os.ReadFile(t.Programs[0])
	if err != nil {
		return err
	}
	copied := filepath.Join(folder, filepath.Base(t.Programs[0]))
	if err := os.WriteFile(copied, content, 0o600); err != nil {
		return err
	}
	property := o.Property
	if property == "" {
		property = filepath.Join(folder, "branches.prp")
		const branches = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"
		if err := os.WriteFile(property, []byte(branches), 0o600); err != nil {
			return err
		}
	}
	if err := r.tryTestCov(ctx, o, folder, copied, property); err != nil {
		r.Hopeless = true
		return err
	}
	if err := r.runTool(ctx, o, folder, copied, property); err != nil {
		return err
	}
	return r.runTestCov(ctx, o, folder, copied, property)
}

func (r *row) runTool(ctx context.Context, o Options, folder, copied, property string) error {
	limited, cancel := context.WithTimeout(ctx, wallFactor*(o.CPUTime+time.Minute))
	defer cancel()
	output, err := exec.CommandContext(limited, o.Tool, "--cpu-time", o.CPUTime.String(), "--data-model", string(r.DataModel),
		"--property", property, "--output", folder, "--", copied).CombinedOutput()
	if err != nil {
		return fmt.Errorf("the tool: %w: %s", err, telling(output))
	}
	content, err := os.ReadFile(filepath.Join(folder, formats.StatisticsFile))
	if err != nil {
		return err
	}
	var s formats.Statistics
	if err := json.Unmarshal(content, &s); err != nil {
		return err
	}
	r.CPU = s.CPUSeconds
	if s.Goals == nil {
		return fmt.Errorf("the tool counted no goals: %s", telling(output))
	}
	r.Goals, r.Engine, r.BadEnd, r.Replay = s.Goals.Total, s.Goals.Engine, s.Goals.BadEnd, s.Goals.Covered
	r.Disagreements = s.Disagreements
	written, err := suite.Open(filepath.Join(folder, formats.SuiteZip))
	if err != nil {
		return err
	}
	for _, err := range written.Tests() {
		if err != nil {
			return err
		}
		r.Tests++
	}
	return nil
}

var (
	coverageLine = regexp.MustCompile(`(?m)^Coverage: ([0-9.]+)%`)
	goalsLine    = regexp.MustCompile(`(?m)^Number of goals: (\d+)`)
	testsLine    = regexp.MustCompile(`(?m)^Tests in suite: (\d+)`)
)

// tryTestCov lets TestCov judge a suite of one test without inputs.
func (r *row) tryTestCov(ctx context.Context, o Options, folder, copied, property string) error {
	writer, err := suite.Create(filepath.Join(folder, "trial"), suite.Metadata{Architecture: r.DataModel.Architecture()})
	if err != nil {
		return err
	}
	if _, err := writer.Add(suite.Test{}); err != nil {
		return err
	}
	archive := filepath.Join(folder, "trial.zip")
	if err := writer.Zip(archive); err != nil {
		return err
	}
	_, err = r.testCov(ctx, o, folder, copied, property, archive)
	return err
}

// testcov returns TestCov's result for a suite, or an error when the result has no coverage. A suite of tests that
// all lose their coverage has none, which is not an error.
func (r *row) testCov(ctx context.Context, o Options, folder, copied, property, archive string) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, validatorTime)
	defer cancel()
	command := exec.CommandContext(limited, o.TestCov, "--no-isolation", "--no-runexec", "--no-plots",
		"--test-suite", archive, "--goal", property, modelFlag(r.DataModel), copied)
	command.Dir = folder
	output, err := command.CombinedOutput()
	if err != nil || number(goalsLine, output) < 0 || number(coverageLine, output) < 0 {
		return nil, fmt.Errorf("TestCov gives no coverage: %s", telling(output))
	}
	return output, nil
}

func (r *row) runTestCov(ctx context.Context, o Options, folder, copied, property string) error {
	output, err := r.testCov(ctx, o, folder, copied, property, filepath.Join(folder, formats.SuiteZip))
	if err != nil {
		return err
	}
	goals := number(goalsLine, output)
	r.TheirAll = int(goals)
	if goals > 0 {
		r.TestCov = int(number(coverageLine, output)/100*goals + 0.5)
	}
	r.Skipped = max(r.Tests-int(number(testsLine, output)), 0)
	r.Useless, err = uncredited(filepath.Join(folder, "output", "results.json"))
	return err
}

// uncredited returns the number of tests that TestCov ran without finding any coverage.
func uncredited(path string) (int, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	var results []struct {
		Coverage any `json:"Coverage (individual)"`
	}
	if err := json.Unmarshal(content, &results); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	n := 0
	for _, t := range results {
		if text := fmt.Sprint(t.Coverage); text == "<nil>" || text == "0" || text == "0.0" {
			n++
		}
	}
	return n, nil
}

func modelFlag(model task.DataModel) string {
	if model == task.ILP32 {
		return "-32"
	}
	return "-64"
}

// number returns the number that the expression's group matches in text, or -1 when it does not match.
func number(expression *regexp.Regexp, text []byte) float64 {
	match := expression.FindSubmatch(text)
	if match == nil {
		return -1
	}
	value, err := strconv.ParseFloat(string(match[1]), 64)
	if err != nil {
		return -1
	}
	return value
}

// complaint matches a line that says why a program does not compile, or why there is no replay.
var complaint = regexp.MustCompile(`(?m)^.*(?:error: |undefined reference|Error: |^note: gcc does not compile).*$`)

// telling returns the first complaint in a program's output, or its last line when there is none.
func telling(output []byte) string {
	if line := complaint.Find(output); line != nil {
		return string(line)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return lines[len(lines)-1]
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
