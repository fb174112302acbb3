package replay

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"fizzer/testcomp/goal"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/suite"
)

// Report says what a suite reaches. It can be written as JSON. TestCov gives the same numbers, except for a suite in which no
// test keeps its coverage: TestCov then has no data and reports 0 goals.
type Report struct {
	Program  string       `json:"program"`
	Property string       `json:"property"`
	Total    int          `json:"goals"`
	Covered  int          `json:"covered"`
	Percent  float64      `json:"percent"` // covered goals, to two decimal places; 100 if there are no goals
	Tests    []TestResult `json:"tests"`   // in the order of the suite
	Goals    []GoalResult `json:"goal_list"`
}

// TestResult is what one test did.
type TestResult struct {
	Name     string `json:"name"`
	Covered  int    `json:"covered"`   // goals that it reaches
	New      int    `json:"new"`       // goals among them that no earlier test reaches
	Counts   bool   `json:"counts"`    // whether it ends in a way that keeps its coverage
	Ending   Ending `json:"ending"`    //
	ExitCode int    `json:"exit_code"` // set if it exited
	Signal   string `json:"signal,omitempty"`
	Inputs   int    `json:"inputs"` // inputs that the program read
}

// GoalResult is one goal, and whether it was reached.
type GoalResult struct {
	goal.Goal
	Covered bool `json:"covered"`
}

// Report runs the tests in their order. It stops at an error; whatever the program does is not an error.
func (p *Program) Report(ctx context.Context, tests suite.Tests) (*Report, error) {
	report := &Report{Program: strings.Join(p.options.Programs, ", "), Property: p.options.Property.String(), Total: len(p.goals),
		Percent: 100}
	for _, g := range p.goals {
		report.Goals = append(report.Goals, GoalResult{Goal: g})
	}
	for test, err := range tests {
		if err != nil {
			return nil, err
		}
		outcome, err := p.Run(ctx, test)
		if err != nil {
			return nil, err
		}
		report.add(test.Name, outcome)
	}
	if report.Total > 0 {
		report.Percent = math.Round(float64(report.Covered)/float64(report.Total)*1e4) / 100
	}
	return report, nil
}

func (r *Report) add(name string, outcome *Outcome) {
	test := TestResult{
		Name: name, Counts: outcome.Published, Ending: outcome.Ending, ExitCode: outcome.ExitCode, Inputs: outcome.Inputs,
	}
	if outcome.Signal != 0 {
		test.Signal = outcome.Signal.String()
	}
	for i, covered := range outcome.Covered {
		if !covered {
			continue
		}
		test.Covered++
		if !r.Goals[i].Covered {
			r.Goals[i].Covered = true
			test.New++
		}
	}
	r.Covered += test.New
	r.Tests = append(r.Tests, test)
}

// Write writes the report as text: a line for each test, and the totals.
func (r *Report) Write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "test\tgoals\tnew\tinputs\t ended by\t")
	for _, test := range r.Tests {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t %s\t\n", plain.Line(test.Name), test.Covered, test.New, test.Inputs, test.end())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "goals: %d\ncovered: %d\ncoverage: %.2f%%\n", r.Total, r.Covered, r.Percent)
	return err
}

// end returns how the test ended, in words.
func (t *TestResult) end() string {
	text := string(t.Ending)
	switch t.Ending {
	case Exited:
		text = fmt.Sprintf("exit %d", t.ExitCode)
	case Signalled:
		text = t.Signal
	}
	if !t.Counts {
		text += ", coverage lost"
	}
	return text
}
