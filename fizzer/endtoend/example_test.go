package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fizzer/testcomp/task"
)

// example is one of the project's tasks with the facts in its header.
type example struct {
	name        string // of its files, without extension
	taskFile    string
	program     string
	model       task.DataModel
	expected    coverage // minimum that TestCov must report
	reachable   coverage // what hand-made inputs reach; default: expected
	budget      int      // in executions
	replayJudge bool     // TestCov cannot run the program
	patience    int      // what TestCov gives a test, in seconds by the clock; 0: its own limit
}

// coverage counts the goals of branch coverage.
type coverage struct{ covered, total int }

func (c coverage) String() string { return fmt.Sprintf("%d/%d", c.covered, c.total) }

var (
	expectedLine = regexp.MustCompile(`(?m)^// expected: (\d+)/(\d+) goals$`)
	reachLine    = regexp.MustCompile(`(?m)^// reachable: (\d+)/(\d+) goals$`)
	budgetLine   = regexp.MustCompile(`(?m)^// budget: (\d+) executions$`)
	judgeLine    = regexp.MustCompile(`(?m)^// judge: replay \(.+\)$`)
)

// loadExample reads a task and the header of its program.
func loadExample(taskFile string) (example, error) {
	definition, err := task.Read(taskFile)
	if err != nil {
		return example{}, err
	}
	e := example{
		name:     strings.TrimSuffix(filepath.Base(taskFile), ".yml"),
		taskFile: taskFile,
		program:  definition.Programs[0],
		model:    definition.DataModel,
	}
	source, err := os.ReadFile(e.program)
	if err != nil {
		return e, err
	}
	return e, e.readHeader(string(source))
}

func (e *example) readHeader(source string) error {
	expected, budget := expectedLine.FindStringSubmatch(source), budgetLine.FindStringSubmatch(source)
	if expected == nil || budget == nil {
		return fmt.Errorf("%s: the header lacks '// expected: COVERED/TOTAL goals' or '// budget: N executions'", e.program)
	}
	e.expected = coverage{atoi(expected[1]), atoi(expected[2])}
	e.budget = atoi(budget[1])
	e.reachable = e.expected
	if reachable := reachLine.FindStringSubmatch(source); reachable != nil {
		e.reachable = coverage{atoi(reachable[1]), atoi(reachable[2])}
	}
	e.replayJudge = judgeLine.MatchString(source)
	return nil
}

// loadExamples returns the committed examples, and with large also the generated one of more than a megabyte.
func loadExamples(t testing.TB, p places, large bool) []example {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(p.root, "examples", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if large {
		files = append(files, filepath.Join(p.root, "build", "examples", "eca-large.yml"))
	}
	var all []example
	for _, file := range files {
		e, err := loadExample(file)
		if err != nil {
			t.Fatalf("%v (make build writes the large example)", err)
		}
		all = append(all, e)
	}
	return all
}
