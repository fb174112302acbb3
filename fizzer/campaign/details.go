package campaign

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/judge"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/files"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/suite"
)

// DetailsFile gets what `fizzer report` shows beyond the other files.
const DetailsFile = "details.json"

// Details is the content of the details file.
type Details struct {
	Running   bool              `json:"running,omitempty"` // the run has not ended: goals, missed, covered, tests and tree are not known yet
	Programs  []Program         `json:"programs"`          // the files of the program, as they were given
	Locations *locations.Table  `json:"locations"`         //
	Goals     []DetailedGoal    `json:"goals"`             // as validators count them; empty when they are not measured
	Tests     []DetailedTest    `json:"tests"`             // in the order of the suite; empty when it was not replayed
	Missed    []MissedDirection `json:"missed"`            // of locations that were evaluated, by location
	Covered   [][2]bool         `json:"covered"`           // of each location: taken with the outcomes false, true; of one that is not recorded neither
	Tree      *engine.Branch    `json:"tree"`              // around the missed directions; null when there are none
}

// Program is one file of the program.
type Program struct {
	Path   string `json:"path"`
	Source string `json:"source"`
}

// DetailedGoal is one goal and whether the suite covers it.
type DetailedGoal struct {
	goal.Goal
	Program  int  `json:"program"`   // in which file it is counted, in Details.Programs
	TextLine int  `json:"text_line"` // in the preprocessed text; for a .i file its own line
	Covered  bool `json:"covered"`
	Lost     Lost `json:"lost,omitempty"` // of one that is not covered, although runs lead to it
}

// Lost says why a goal is missed that runs of the instrumented program lead to.
type Lost string

// The ways of losing a goal.
const (
	LostByEnd   Lost = "bad end" // these runs crash or do not end, which takes their coverage from validators
	LostByBuild Lost = "build"   // no test reaches it on gcc's build
)

// DetailedTest is one test of the suite.
type DetailedTest struct {
	Ending     string  `json:"ending"`      // of the run that it was made of
	CPUSeconds float64 `json:"cpu_seconds"` // at which it was found, 0 for one of the run before
	Goals      []int   `json:"goals"`       // that it reaches, in Details.Goals; none when it was not replayed
}

// MissedDirection is a direction of a location that no run took, and the run that came closest.
type MissedDirection struct {
	Location uint32   `json:"location"`
	Outcome  bool     `json:"outcome"`
	Distance *float64 `json:"distance"` // null: not known
	Depth    int      `json:"depth"`    // of the condition in the trace of that run
	Known    bool     `json:"known"`    // an analysis found values that matter
	Values   []Value  `json:"values"`   // of the run: those that matter where they are known, else all; the first mostValues
	Reads    int      `json:"reads"`    // values that the run read in all
}

// Value is one value that a run read.
type Value struct {
	Index int    `json:"index"` // among those of the run, from 0
	Type  string `json:"type"`
	Text  string `json:"text"`
}

// mostValues bounds the values that are kept for one missed direction.
const mostValues = 32

// keepDetails notes what the engine knows about what it missed.
func (c *campaign) keepDetails(e *crew.Crew) error {
	missed, around := e.Missed()
	c.details.Tree = around
	c.details.Covered = e.Covered()
	for _, m := range missed {
		inputs, err := vector.Inputs(m.Input.Reads, m.Input.Bytes)
		if err != nil {
			return err
		}
		c.details.Missed = append(c.details.Missed, MissedDirection{
			Location: m.Location, Outcome: m.Outcome, Distance: finite(m.Distance), Depth: m.Depth, Known: len(m.Sensitive) > 0, Values: valuesThatMatter(m, inputs), Reads: len(inputs),
		})
	}
	return nil
}

func finite(d float64) *float64 {
	if math.IsInf(d, 0) || math.IsNaN(d) {
		return nil
	}
	return &d
}

// valuesThatMatter returns the values that hold a sensitive byte, all where no byte is known to be sensitive.
func valuesThatMatter(m engine.Missed, inputs []suite.Input) []Value {
	var values []Value
	for i, read := range m.Input.Reads {
		at, _ := slices.BinarySearch(m.Sensitive, read.Offset)
		matters := len(m.Sensitive) == 0 || at < len(m.Sensitive) && m.Sensitive[at] < read.Offset+uint32(read.Size)
		if matters && len(values) < mostValues {
			values = append(values, Value{i, inputs[i].Type, inputs[i].Value})
		}
	}
	return values
}

// writeDetails writes the details file, when there is anything to tell.
func (c *campaign) writeDetails() error {
	if c.built == nil {
		return nil
	}
	d := &c.details
	d.Locations, d.Programs = c.built.Locations, nil
	if d.Covered == nil {
		d.Covered = make([][2]bool, len(d.Locations.Conditions))
	}
	for _, file := range c.sources.Files {
		d.Programs = append(d.Programs, Program{file.Given, string(file.Text)})
	}
	content, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := files.Write(filepath.Join(c.Output, DetailsFile), content, 0o644); err != nil {
		return &OutputError{err}
	}
	return nil
}

// announce leaves, before the search, what the page about a run that is killed needs. Figures of a run before are not of
// this one.
func (c *campaign) announce() error {
	if v := c.verdict; v != nil {
		c.keepGoals(v)
	}
	c.details.Running = true
	if err := c.writeDetails(); err != nil {
		return err
	}
	c.details.Running = false
	if err := os.Remove(filepath.Join(c.Output, StatisticsFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &OutputError{err}
	}
	return nil
}

// keepGoals notes which goals the suite covers, and which are lost.
func (c *campaign) keepGoals(v *verdict) {
	c.details.Goals = nil
	for i, g := range v.goals {
		c.details.Goals = append(c.details.Goals, DetailedGoal{g, v.files[i], g.TextLine, v.Covered[i], v.lostGoal(i)})
	}
}

// keepTests notes what became of the tests that were chosen, and of those behind them that were not replayed.
func (c *campaign) keepTests(chosen []judge.Chosen, rest []found) {
	c.details.Tests = nil
	for _, test := range chosen {
		f := c.found[test.Number]
		c.details.Tests = append(c.details.Tests, DetailedTest{f.ending, f.at.Seconds(), test.Goals})
	}
	for _, f := range rest {
		c.details.Tests = append(c.details.Tests, DetailedTest{f.ending, f.at.Seconds(), nil})
	}
}
