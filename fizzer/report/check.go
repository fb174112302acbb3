package report

import (
	"errors"
	"fmt"
	"slices"

	"fizzer/fizzer/formats"
)

// maxSeconds and maxNumber are beyond anything that a run has; picked by hand, so that sums and scales stay finite.
const (
	maxSeconds = 1e12
	maxNumber  = 1 << 60
)

// check returns an error when the files of the run do not fit together: somebody else may have written them.
func (r *Run) check() error {
	d := &r.Details
	if d.Locations == nil {
		return errors.New("there is no location table")
	}
	if err := d.Locations.Check(); err != nil {
		return fmt.Errorf("location table: %w", err)
	}
	if len(d.Covered) != len(d.Locations.Conditions) {
		return fmt.Errorf("coverage of %d locations instead of %d", len(d.Covered), len(d.Locations.Conditions))
	}
	if len(d.Tests) > 0 && len(d.Tests) != len(r.Tests) {
		d.Tests = nil // the suite was changed since: of its tests nothing more is known
	}
	return errors.Join(r.checkMissed(), r.checkTests(), r.checkBranch(d.Tree), r.checkFigures())
}

func (r *Run) checkMissed() error {
	for _, m := range r.Details.Missed {
		if int(m.Location) >= len(r.Details.Covered) {
			return fmt.Errorf("location %d of %d is missed", m.Location, len(r.Details.Covered))
		}
	}
	return nil
}

func (r *Run) checkTests() error {
	for i, test := range r.Details.Tests {
		if slices.ContainsFunc(test.Goals, func(goal int) bool { return goal < 0 || goal >= len(r.Details.Goals) }) {
			return fmt.Errorf("test %d reaches a goal that there is not", i+1)
		}
	}
	return nil
}

func (r *Run) checkBranch(b *formats.Branch) error {
	if b == nil {
		return nil
	}
	if int(b.Location) >= len(r.Details.Covered) {
		return fmt.Errorf("location %d of %d is in the tree", b.Location, len(r.Details.Covered))
	}
	return errors.Join(r.checkBranch(b.Outcomes[0].Branch), r.checkBranch(b.Outcomes[1].Branch))
}

func (r *Run) checkFigures() error {
	summaries := []*formats.Summary{&r.Statistics.Engine}
	seconds := []float64{r.Statistics.CPUSeconds, r.Statistics.WallSeconds, r.Statistics.LastTestCPUSeconds}
	if b := r.Statistics.Before; b != nil {
		seconds = append(seconds, b.CPUSeconds, b.WallSeconds)
	}
	for i := range r.Progress {
		summaries = append(summaries, &r.Progress[i].Engine)
		seconds = append(seconds, r.Progress[i].CPUSeconds, r.Progress[i].WallSeconds)
	}
	if slices.ContainsFunc(seconds, func(s float64) bool { return s < 0 || s > maxSeconds }) {
		return errors.New("a time is negative or out of all bounds")
	}
	for _, s := range summaries {
		if s.Executions > maxNumber || s.Tree.CoveredDirections < 0 || slices.Contains(s.Analyses, nil) {
			return errors.New("what an engine counted is out of all bounds")
		}
	}
	return nil
}
