package campaign

import (
	"math"
	"slices"

	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/vector"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
)

// maxValues bounds the values that are kept for one missed direction.
const maxValues = 32

// addMissed notes what the engine knows about what it missed.
func addMissed(d *formats.Details, e *crew.Crew) error {
	missed, around := e.Missed()
	d.Tree = around
	d.Covered = e.Covered()
	for _, m := range missed {
		inputs, err := vector.Inputs(m.Input.Reads, m.Input.Bytes)
		if err != nil {
			return err
		}
		d.Missed = append(d.Missed, formats.MissedDirection{
			Location: m.Location, Outcome: m.Outcome, Distance: finite(m.Distance), Depth: m.Depth, Known: len(m.Sensitive) > 0,
			Values: valuesThatMatter(m, inputs), Reads: len(inputs),
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
func valuesThatMatter(m engine.Missed, inputs []suite.Input) []formats.Value {
	var values []formats.Value
	for i, read := range m.Input.Reads {
		at, _ := slices.BinarySearch(m.Sensitive, read.Offset)
		matters := len(m.Sensitive) == 0 || at < len(m.Sensitive) && m.Sensitive[at] < read.Offset+uint32(read.Size)
		if matters && len(values) < maxValues {
			values = append(values, formats.Value{Index: i, Type: inputs[i].Type, Text: inputs[i].Value})
		}
	}
	return values
}

// addPrograms notes the files of the program.
func addPrograms(d *formats.Details, sources *source.Program) {
	for _, file := range sources.Files {
		d.Programs = append(d.Programs, formats.Program{Path: file.Given, Source: string(file.Text)})
	}
}

// addGoals notes which goals the suite covers.
func addGoals(d *formats.Details, v *verdict) {
	for i, g := range v.goals {
		d.Goals = append(d.Goals, formats.Goal{
			Kind: string(g.Kind), Function: g.Function, File: g.File, Line: g.Line, Owner: g.Owner, OwnerText: g.OwnerText,
			Program: v.files[i], TextLine: g.TextLine, Covered: v.Covered[i],
		})
	}
}
