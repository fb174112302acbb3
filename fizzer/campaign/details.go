package campaign

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"

	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
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
	Programs  []Program         `json:"programs"`  // the files of the program, as they were given
	Locations *locations.Table  `json:"locations"` //
	Goals     []DetailedGoal    `json:"goals"`     // as validators count them; empty when they are not measured
	Missed    []MissedDirection `json:"missed"`    // of locations that were evaluated, by location
	Covered   [][2]bool         `json:"covered"`   // of each location: taken with the outcomes false, true; of one that is not recorded neither
	Tree      *engine.Branch    `json:"tree"`      // around the missed directions; null when there are none
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
	d.Locations = c.built.Locations
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

// keepGoals notes which goals the suite covers.
func (c *campaign) keepGoals(v *verdict) {
	for i, g := range v.goals {
		c.details.Goals = append(c.details.Goals, DetailedGoal{g, v.files[i], g.TextLine, v.Covered[i]})
	}
}
