package lint

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// workflow is what a GitHub workflow must have.
type workflow struct {
	Name        string
	On          map[string]any
	Permissions map[string]string
	Env         map[string]string
	Jobs        map[string]struct {
		RunsOn         string `yaml:"runs-on"`
		TimeoutMinutes int    `yaml:"timeout-minutes"`
		Steps          []step
	}
}

type step struct {
	Name, If, Run, Uses string
	With                map[string]string
}

// check returns what is wrong with the workflow.
func (w *workflow) check() (complaints []string) {
	if len(w.On) == 0 || len(w.Jobs) == 0 {
		complaints = append(complaints, "there is no event or no job")
	}
	for name, job := range w.Jobs {
		if job.RunsOn == "" || len(job.Steps) == 0 {
			complaints = append(complaints, name+" has no machine or no step")
		}
		for i, s := range job.Steps {
			if (s.Run == "") == (s.Uses == "") {
				complaints = append(complaints, fmt.Sprintf("step %d of %s needs either run or uses", i, name))
			}
			if s.Uses != "" && !strings.Contains(s.Uses, "@v") {
				complaints = append(complaints, s.Uses+" has no version")
			}
			shell := exec.Command("bash", "-n")
			shell.Stdin = strings.NewReader(s.Run)
			if out, err := shell.CombinedOutput(); err != nil {
				complaints = append(complaints, fmt.Sprintf("step %d of %s: %s", i, name, out))
			}
		}
	}
	return complaints
}

func parse(text []byte) (w workflow, err error) {
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	return w, decoder.Decode(&w)
}

// TestExampleWorkflow: the example for users is a workflow, and its commands are shell.
func TestExampleWorkflow(t *testing.T) {
	text, err := os.ReadFile("../docs/workflow-example.yml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range w.check() {
		t.Error(complaint)
	}
}

func TestWrongWorkflowsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"on: {push: }\njobs: {a: {steps: [{run: x}]}}":                                "no machine",
		"on: {push: }\njobs: {a: {runs-on: x, steps: [{name: x}]}}":                   "either run or uses",
		"on: {push: }\njobs: {a: {runs-on: x, steps: [{uses: actions/checkout}]}}":    "no version",
		"on: {push: }\njobs: {a: {runs-on: x, steps: [{run: 'if true'}]}}":            "syntax error",
		"jobs: {a: {runs-on: x, steps: [{run: x}]}}":                                  "no event",
		"on: {push: }\njobs: {a: {runs-on: x, steps: [{run: x, uses: b@v1}]}}":        "either run or uses",
		"on: {push: }\njobs: {a: {runs-on: x, stepz: [{run: x}], steps: [{run: x}]}}": "stepz",
	} {
		w, err := parse([]byte(text))
		complaints := w.check()
		if err != nil {
			complaints = append(complaints, err.Error())
		}
		if !slices.ContainsFunc(complaints, func(c string) bool { return strings.Contains(c, want) }) {
			t.Errorf("%s: %q, want %q", text, complaints, want)
		}
	}
}
