package endtoend

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fizzer/testcomp/suite"
)

var (
	goalsOfTestCov    = regexp.MustCompile(`(?m)^Number of goals:\s*(\d+)`)
	coverageOfTestCov = regexp.MustCompile(`(?m)^Coverage:\s*([0-9.]+)%`)
	goalsOfReplay     = regexp.MustCompile(`(?m)^goals: (\d+)$`)
	coveredOfReplay   = regexp.MustCompile(`(?m)^covered: (\d+)$`)
	goalsOfSummary    = regexp.MustCompile(`(?m)^goals: (\d+)/(\d+)$`)
)

// testCov returns the result of the real TestCov for a zipped suite. Its percentage has two decimals, which is exact enough for ten
// thousand goals.
func testCov(t *testing.T, p places, e example, zip string) coverage {
	t.Helper()
	scratch := t.TempDir()
	program := filepath.Join(scratch, filepath.Base(e.program)) // TestCov writes beside the program
	source, err := os.ReadFile(e.program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, source, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(p.testcov, "--no-isolation", "--no-runexec", "--no-plots", "-"+strconv.Itoa(e.model.Bits()),
		"--output", filepath.Join(scratch, "output"), "--test-suite", zip, program)
	if e.patience > 0 {
		command.Args = append(command.Args, "--timelimit-per-run", strconv.Itoa(e.patience))
	}
	command.Dir = scratch
	out, err := command.CombinedOutput()
	total, percent := goalsOfTestCov.FindSubmatch(out), coverageOfTestCov.FindSubmatch(out)
	if err != nil || total == nil || percent == nil {
		t.Fatalf("TestCov gives no coverage (%v); see fizzer doctor for what it needs:\n%s", err, out)
	}
	goals := atoi(string(total[1]))
	share, err := strconv.ParseFloat(string(percent[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return coverage{int(math.Round(share * float64(goals) / 100)), goals}
}

// replay returns the result of fizzer's own replay for a suite, a directory or a zip.
func replay(t *testing.T, p places, e example, suite string) coverage {
	t.Helper()
	command := exec.Command(p.fizzer, "replay", suite, e.taskFile)
	command.Dir = t.TempDir()
	out, err := command.CombinedOutput()
	total, covered := goalsOfReplay.FindSubmatch(out), coveredOfReplay.FindSubmatch(out)
	if err != nil || total == nil || covered == nil {
		t.Fatalf("replay gives no goals: %v\n%s", err, out)
	}
	return coverage{atoi(string(covered[1])), atoi(string(total[1]))}
}

// judged requires equal results of both judges and returns them.
func judged(t *testing.T, p places, e example, directory, zip string) coverage {
	t.Helper()
	got := replay(t, p, e, directory)
	if e.replayJudge {
		return got
	}
	if judge := testCov(t, p, e, zip); judge != got {
		t.Errorf("replay says %v goals, TestCov %v", got, judge)
	}
	return got
}

// checkSuite fails the test if validators cannot read the suite, a directory or a zip.
func checkSuite(t *testing.T, path string) {
	t.Helper()
	if err := suite.Check(path); err != nil {
		t.Errorf("%s is not valid: %v", filepath.Base(path), err)
	}
}

// witness writes the suite of an example's hand-made tests: one test per line, its values separated by spaces. VALUE*N stands for
// N times the value, ONE,TWO*N for N times both in turn, and FIRST..LAST for all whole numbers from FIRST to LAST, up or down.
func witness(t *testing.T, e example, directory, zip string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "witness", e.name+".txt"))
	if err != nil {
		t.Fatalf("%v; write one test a line that together reach the coverage the example states", err)
	}
	writer, err := suite.Create(directory, suite.Metadata{
		Producer: "by hand", Specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", ProgramFile: filepath.Base(e.program),
		ProgramHash: strings.Repeat("0", 64), Architecture: e.model.Architecture(), Created: time.Unix(0, 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var test suite.Test
		for _, word := range strings.Fields(string(line)) {
			for _, value := range valuesOf(word) {
				test.Inputs = append(test.Inputs, suite.Input{Value: value})
			}
		}
		if _, err := writer.Add(test); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Zip(zip); err != nil {
		t.Fatal(err)
	}
}

// valuesOf returns the values for which a word of a hand-made test stands.
func valuesOf(word string) []string {
	if first, last, ok := strings.Cut(word, ".."); ok {
		value, end := atoi(first), atoi(last)
		values := []string{first}
		for value != end {
			if value < end {
				value++
			} else {
				value--
			}
			values = append(values, strconv.Itoa(value))
		}
		return values
	}
	group, times, repeated := strings.Cut(word, "*")
	if !repeated {
		return []string{word}
	}
	return slices.Repeat(strings.Split(group, ","), atoi(times))
}

// atoi returns the number that a pattern of digits has matched, or that a hand-made test names.
func atoi(digits string) int {
	number, err := strconv.Atoi(digits)
	if err != nil {
		panic(err)
	}
	return number
}
