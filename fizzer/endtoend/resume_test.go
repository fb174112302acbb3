package endtoend

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/suite"
)

var goalsLine = regexp.MustCompile(`(?m)^goals: (\d+)/(\d+)$`)

// goalsIn returns the goals in the summary of a run.
func goalsIn(t *testing.T, out string) coverage {
	t.Helper()
	match := goalsLine.FindStringSubmatch(out)
	if match == nil {
		t.Fatalf("no goals in\n%s", out)
	}
	return coverage{atoi(match[1]), atoi(match[2])}
}

// Tests of other tools, whose values have no types, cover as many goals as they can, without any search: each runs once, those that end at
// a limit again, and these are repeated when they are recorded in part and cover something.
func TestSeedsOfOthers(t *testing.T) {
	p := ready(t)
	for _, e := range loadExamples(t, p, false) {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			zip := filepath.Join(folder, "others.zip")
			witness(t, e, filepath.Join(folder, "others"), zip)
			others, err := suite.Read(zip)
			if err != nil {
				t.Fatal(err)
			}
			for _, seeds := range []string{zip, filepath.Join(folder, "others")} {
				executions := 3*len(others.Tests) + 2
				if strings.HasPrefix(e.name, "unwritten") { // what it reaches on gcc's build only is found by trials
					executions += 2000
				}
				out := run(t, p, "--seeds", seeds, "--max-executions", fmt.Sprint(executions), "--output", filepath.Join(folder, "out"), e.taskFile)
				if got := goalsIn(t, out); got.covered < e.reachable.covered {
					t.Errorf("from %s: goals %v, want %v\n%s", filepath.Base(seeds), got, e.reachable, out)
				}
			}
		})
	}
}

// A killed run continues where it was and loses nothing.
func TestResume(t *testing.T) {
	p := ready(t)
	s := start(t, p, "--seed", "3", filepath.Join(p.root, "examples", "eca-states-60.yml"))
	s.waitFor(t, "test-suite/testcase-000030.xml")
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait() // it was killed
	s.checkProcesses(t)
	before, err := suite.Read(filepath.Join(s.output, "test-suite"))
	if err != nil {
		t.Fatal(err)
	}
	replayed := run(t, p, "replay", filepath.Join(s.output, "test-suite"), filepath.Join(p.root, "examples", "eca-states-60.yml"))
	covered := regexp.MustCompile(`(?m)^covered: (\d+)$`).FindStringSubmatch(replayed)
	if covered == nil {
		t.Fatal(replayed)
	}
	first := run(t, p, "resume", s.output, "--max-executions", fmt.Sprint(len(before.Tests)+2))
	if got := goalsIn(t, first); got.covered < atoi(covered[1]) || got.covered == 0 {
		t.Errorf("resumed at %v, want %s goals", got, covered[1])
	}
	second := run(t, p, "resume", "--max-executions", "3000", s.output)
	if got := goalsIn(t, second); got.covered < goalsIn(t, first).covered {
		t.Errorf("goals %v after %v", got, goalsIn(t, first))
	}
	checkSuite(t, filepath.Join(s.output, "test-suite"))
	checkProgress(t, filepath.Join(s.output, formats.ProgressFile))
	var statistics formats.Statistics
	content, err := os.ReadFile(filepath.Join(s.output, formats.StatisticsFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &statistics); err != nil {
		t.Fatal(err)
	}
	if statistics.Seed != 3 || statistics.Seeds == 0 {
		t.Errorf("the second resumed run had seed %d and %d tests to start from", statistics.Seed, statistics.Seeds)
	}
}

// checkProgress checks that times and executions in a progress file never fall.
func checkProgress(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var last formats.Progress
	for line := range strings.Lines(string(content)) {
		var now formats.Progress
		if err := json.Unmarshal([]byte(line), &now); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		if now.CPUSeconds < last.CPUSeconds || now.WallSeconds < last.WallSeconds || now.Engine.Executions < last.Engine.Executions ||
			now.Engine.Tree.CoveredDirections < last.Engine.Tree.CoveredDirections {
			t.Errorf("progress fell from %v to %v", last, now)
		}
		last = now
	}
}

func TestResumeOfNothing(t *testing.T) {
	p := ready(t)
	out, err := exec.Command(p.fizzer, "resume", t.TempDir()).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "is not the output folder of a run") {
		t.Errorf("%v\n%s", err, out)
	}
}
