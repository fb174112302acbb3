package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/suite"
)

// A second run in the folder of a working one, or its resumption, is refused. The first one is not disturbed.
func TestTwoRunsInOneFolder(t *testing.T) {
	p := ready(t)
	s := start(t, p, filepath.Join(p.root, "examples", "endless-controller.yml"))
	s.waitFor(t, "test-suite/testcase-*.xml")
	for _, arguments := range [][]string{{"--output", s.output, source(t, goodProgram)}, {"resume", s.output}} {
		failing(t, p, nil, nil, arguments, exitOutput, "another run works in the output folder")
	}
	if err := s.command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	s.wait(t)
	s.checkEnd(t)
}

// A suite of another tool or of another program stays where it is. A suite of an earlier run on the same program is moved aside.
func TestSuitesThatAreThere(t *testing.T) {
	p := ready(t)
	output, program := t.TempDir(), source(t, goodProgram)
	folder := filepath.Join(output, formats.SuiteFolder)
	writer, err := suite.Create(folder, suite.Metadata{Producer: "Another tool 1.0"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Add(suite.Test{}); err != nil {
		t.Fatal(err)
	}
	failing(t, p, nil, nil, []string{"--output", output, program}, exitOutput, `a test suite by "Another tool 1.0"`)
	if left := testsOf(t, folder); len(left) != 1 {
		t.Fatalf("there were 1 tests, now %d", len(left))
	}
	run(t, p, "--force", "--max-executions", "50", "--output", output, program)
	if moved := testsOf(t, filepath.Join(output, "previous-1", formats.SuiteFolder)); len(moved) != 1 {
		t.Errorf("moved %d tests", len(moved))
	}
	failing(t, p, nil, nil, []string{"--output", output, filepath.Join(p.root, "examples", "no-input.yml")}, exitOutput, "of another program")
	run(t, p, "--max-executions", "50", "--output", output, program)
	for _, name := range []string{formats.SuiteFolder, formats.StatisticsFile, formats.DetailsFile, "run.json"} {
		if path := filepath.Join(output, "previous-2", name); !exists(path) {
			t.Errorf("not moved: %s", name)
		}
	}
	if out := run(t, p, "resume", "--max-executions", "50", output); strings.Contains(out, "previous-3") || exists(filepath.Join(output,
		"previous-3")) {
		t.Error("resume moved something")
	}
}
