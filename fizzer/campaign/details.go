package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"

	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
)

// maxValues bounds the values that are listed for one missed direction.
const maxValues = 32

// addMissed adds what the engines know about missed directions, as far as they find out until ctx ends.
func addMissed(ctx context.Context, d *formats.Details, e *crew.Crew) error {
	missed, around := e.Missed(ctx)
	d.Tree = around
	d.Covered = e.Covered()
	for _, m := range missed {
		values, err := valuesThatMatter(m)
		if err != nil {
			return err
		}
		d.Missed = append(d.Missed, formats.MissedDirection{
			Location: m.Location, Outcome: m.Outcome, Distance: finite(m.Distance), Depth: m.Depth, Known: len(m.Sensitive) > 0,
			Values: values, Reads: len(m.Input.Reads),
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

// valuesThatMatter returns the first values with a sensitive byte, or the first of all values if no byte is known to be sensitive.
func valuesThatMatter(m engine.Missed) (values []formats.Value, err error) {
	for i, read := range m.Input.Reads {
		at, _ := slices.BinarySearch(m.Sensitive, read.Offset)
		if len(m.Sensitive) > 0 && (at == len(m.Sensitive) || m.Sensitive[at] >= read.Offset+uint32(read.Size)) {
			continue
		}
		if len(values) == maxValues {
			break
		}
		inputs, err := vector.Inputs(m.Input.Reads[i:i+1], m.Input.Bytes) // not of all: there may be a million
		if err != nil {
			return nil, err
		}
		values = append(values, formats.Value{Index: i, Type: typeOf(read, inputs[0]), Text: inputs[0].Value})
	}
	return values, nil
}

// typeOf returns the type name of a value.
func typeOf(read layout.Read, input suite.Input) string {
	if kind := layout.InputType(read.Type); kind == layout.InputTypePointer32 || kind == layout.InputTypePointer64 {
		return formats.PointerType
	}
	return input.Type
}

// addPrograms adds the files of the program.
func addPrograms(d *formats.Details, sources *source.Program) {
	d.Programs = nil
	for _, file := range sources.Files {
		if file.Harness {
			continue
		}
		d.Programs = append(d.Programs, formats.Program{Path: file.Given, Source: string(file.Text)})
	}
}

// announce writes, before the search and when the goals are known, the data for the page about a run that may be killed. It clears
// figures of an earlier run.
func (c *campaign) announce() error {
	d := formats.Details{Running: true, Locations: c.program.target.Locations, Covered: make([][2]bool,
		len(c.program.target.Locations.Conditions))}
	addPrograms(&d, c.program.sources)
	if c.verdict != nil {
		addGoals(&d, c.verdict)
	}
	if err := c.output.writeJSON(formats.DetailsFile, d, json.Marshal); err != nil {
		return err
	}
	if err := os.Remove(c.output.path(formats.StatisticsFile)); !errors.Is(err, fs.ErrNotExist) {
		return unwritten(err)
	}
	return nil
}

// addTests adds the outcome of the tests that were kept, and of the tests after them that were not replayed.
func addTests(d *formats.Details, v *verdict) {
	found := v.output.found
	for _, test := range v.kept {
		f := found[test.Number]
		d.Tests = append(d.Tests, formats.Test{Ending: f.ending, CPUSeconds: f.at.Seconds(), Goals: test.Goals, Search: f.finder})
	}
	for _, f := range found[v.judged:] {
		d.Tests = append(d.Tests, formats.Test{Ending: f.ending, CPUSeconds: f.at.Seconds(), Search: f.finder})
	}
}

// addGoals adds which goals the suite covers and which are rejected.
func addGoals(d *formats.Details, v *verdict) {
	for i, g := range v.goals {
		d.Goals = append(d.Goals, formats.Goal{
			Kind: string(g.Kind), Function: g.Function, File: g.File, Line: g.Line, Owner: g.Owner, OwnerText: g.OwnerText,
			Program: v.files[i], TextLine: g.TextLine, Covered: v.Covered[i], Lost: v.rejection(i), Unreachable: v.dead[i],
		})
	}
}
