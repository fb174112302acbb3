package replay

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/suite"
)

// Line says how much of a line a suite executes, according to gcc's coverage code.
type Line uint8

// The states of a line.
const (
	NoCode     Line = iota // gcc made no code for it
	Unexecuted             // it has code, and none of it was executed
	Partly                 // some of its code was executed
	Executed               // all of its code was executed
)

// join returns the state of a line that gcov reports twice.
func (l Line) join(other Line) Line {
	switch {
	case l == NoCode || l == other:
		return other
	case other == NoCode:
		return l
	}
	return Partly
}

// With combines the state of a line with whether each of its goals is covered: an executed line with a missed goal is Partly. For
// a line without code the goals alone decide. A line without goals keeps its state.
func (l Line) With(covered []bool) Line {
	for _, goal := range covered {
		switch {
		case l == NoCode && goal:
			l = Executed
		case l == NoCode:
			l = Unexecuted
		case l == Executed && !goal, l == Unexecuted && goal:
			l = Partly
		}
	}
	return l
}

// dump is the expression that writes the counts before a call of abort, empty if abort itself does it.
func (o Options) dump() string {
	if o.lines {
		return ""
	}
	return "__gcov_dump()"
}

// Lines returns, for each line of the text of each of Options.Programs, how much of it the tests execute together. Index 0 is the
// first line. Runs that crash leave no counts. The property does not matter: Lines builds the program again, without marks and
// without dumps. A mark would be code on a line where the program has none. A dump would make the call of abort behind it seem
// not reached; instead abort writes the counts. Options.Scratch must hold no other build. The error is that of Build or Run. The
// cost is that of gcc, a run of each test, and gcov once for each file.
func Lines(ctx context.Context, options Options, tests suite.Tests) ([][]Line, error) {
	lines, _, err := LinesByTest(ctx, options, tests, 0)
	return lines, err
}

// LinesByTest is Lines, and also returns, for each line of each file, which of the first tests execute it: their indices. It
// costs one more run of gcov for each of these tests and each file.
func LinesByTest(ctx context.Context, options Options, tests suite.Tests, first int) (lines [][]Line, by [][][]int, err error) {
	p, box, err := buildLines(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	defer p.Close()
	defer box.Close()
	units := make([]unitLines, len(p.units))
	for i, u := range p.units {
		units[i].resize(len(goal.Origins(u.Text)))
	}
	number := 0
	for test, err := range tests { // libgcov adds the counts of a run to those in the folder
		if err := executeRead(ctx, p, box, test, err); err != nil {
			return nil, nil, err
		}
		if number < first {
			if err := p.countLines(ctx, box, units, number); err != nil {
				return nil, nil, err
			}
		}
		number++
	}
	if err := p.countLines(ctx, box, units, -1); err != nil {
		return nil, nil, err
	}
	for i := range units {
		lines, by = append(lines, units[i].states), append(by, units[i].by)
	}
	return lines, by, nil
}

// executeRead runs a test that was read, or returns the error of reading it.
func executeRead(ctx context.Context, p *Program, box *sandbox.Sandbox, test suite.Test, err error) error {
	if err != nil {
		return err
	}
	if _, err := p.execute(ctx, box, test); err != nil {
		return fmt.Errorf("replay of %s: %w", test.Name, err)
	}
	return nil
}

// buildLines builds a program whose lines are counted, and opens a sandbox for its runs.
func buildLines(ctx context.Context, options Options) (*Program, *sandbox.Sandbox, error) {
	options.Property, options.lines = property.Property{Kind: property.Conditions}, true
	p, err := Build(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	box, err := p.openRun()
	if err != nil {
		return nil, nil, errors.Join(err, p.Close())
	}
	return p, box, nil
}

// unitLines holds what has been counted of a unit's lines so far. Index 0 is the first line.
type unitLines struct {
	states []Line
	counts []uint64 // executions
	by     [][]int  // indices of the tests that increased the count
}

func (u *unitLines) resize(lines int) {
	u.states, u.counts, u.by = make([]Line, lines), make([]uint64, lines), make([][]int, lines)
}

// countLines reads gcov's counts so far from the sandbox. test is the index of the latest test, or -1. If no run left data,
// gcc's notes tell which lines have code.
func (p *Program) countLines(ctx context.Context, box *sandbox.Sandbox, units []unitLines, test int) error {
	for number, u := range p.units {
		counted, err := p.askGcov(ctx, box, number, withNotes, u.name, p.file(u.name+notesSuffix))
		if err != nil {
			return err
		}
		lines := &units[number]
		clear(lines.states)
		sums := make([]uint64, len(lines.counts))
		for _, c := range counted {
			if at := p.textLine(number, c.Line); at >= 1 && at <= len(lines.states) {
				lines.states[at-1] = lines.states[at-1].join(stateOf(&c))
				sums[at-1] += c.Count
			}
		}
		for at, sum := range sums {
			if test >= 0 && sum > lines.counts[at] {
				lines.by[at] = append(lines.by[at], test)
			}
		}
		lines.counts = sums
	}
	return nil
}

// textLine returns the line of a unit's own text that a line of the compiled text comes from, 0 if it is from another file.
func (p *Program) textLine(number, line int) int {
	u := p.units[number]
	if filepath.Ext(u.Given) == ".i" {
		return line
	}
	if origins := p.gcov.origins[number]; line <= len(origins) && origins[line-1].File == u.Given {
		return origins[line-1].Line
	}
	return 0
}

func stateOf(line *gcovLine) Line {
	switch {
	case line.Count == 0:
		return Unexecuted
	case line.Unexecuted:
		return Partly
	}
	return Executed
}
