package lint

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	matrixLine = regexp.MustCompile(`target: \[([^\]]+)\]`)
	makeLine   = regexp.MustCompile(`run: make ([a-z-]+)\n`)
	targetLine = regexp.MustCompile(`(?m)^([a-z-]+):.*## `)
)

// TestWorkflowCallsTheMakefile: the jobs of continuous integration are targets of the Makefile, so that anybody can run them.
func TestWorkflowCallsTheMakefile(t *testing.T) {
	workflow, err := os.ReadFile("../.github/workflows/ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, match := range targetLine.FindAllStringSubmatch(string(makefile), -1) {
		targets = append(targets, match[1])
	}
	var called []string
	for _, match := range matrixLine.FindAllStringSubmatch(string(workflow), -1) {
		called = append(called, strings.Split(match[1], ", ")...)
	}
	for _, match := range makeLine.FindAllStringSubmatch(string(workflow), -1) {
		called = append(called, match[1])
	}
	for _, name := range called {
		if !slices.Contains(targets, name) {
			t.Errorf("the workflow calls make %s, which the Makefile has not", name)
		}
	}
	for _, name := range []string{"lint", "test", "test-race", "test-fuzz", "test-long", "archive"} {
		if !slices.Contains(called, name) {
			t.Errorf("the workflow does not call make %s", name)
		}
	}
}
