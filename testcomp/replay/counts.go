package replay

import (
	"cmp"
	"context"
	"slices"

	"fizzer/testcomp/suite"
)

// FileCount says how often the lines of one file were executed.
type FileCount struct {
	Path  string      // as in Options.Programs
	Lines []LineCount // those with code, by line and function
}

// LineCount says how often a line was executed.
type LineCount struct {
	Line     int    // in the file's own text, from 1
	Function string // that it belongs to
	Count    uint64
	Branches []uint64 // how often each outcome of the line's jumps was taken
}

// Counts returns how often the tests execute, together, each line of the text of each of Options.Programs. Runs that crash leave no
// counts. It builds the program as Lines does, with the same errors. The cost is that of gcc, a run of each test, and gcov once for
// each file.
func Counts(ctx context.Context, options Options, tests suite.Tests) ([]FileCount, error) {
	p, box, err := buildLines(ctx, options)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	defer box.Close()
	for test, err := range tests {
		if err := executeRead(ctx, p, box, test, err); err != nil {
			return nil, err
		}
	}
	var all []FileCount
	for number, u := range p.units {
		if u.Harness {
			continue
		}
		counted, err := p.askGcov(ctx, box, number, withNotes, u.name, p.file(u.name+notesSuffix))
		if err != nil {
			return nil, err
		}
		all = append(all, FileCount{u.Given, p.countsOf(number, counted)})
	}
	return all, nil
}

// countsOf adds up what gcov counted for the lines of a unit's own text. Several lines of the compiled text may come from one.
func (p *Program) countsOf(number int, counted []gcovLine) (lines []LineCount) {
	type key struct {
		line     int
		function string
	}
	index := map[key]int{}
	for _, c := range counted {
		at := key{p.textLine(number, c.Line), c.Function}
		if at.line == 0 {
			continue
		}
		i, known := index[at]
		if !known {
			i, index[at] = len(lines), len(lines)
			lines = append(lines, LineCount{Line: at.line, Function: at.function})
		}
		lines[i].Count = max(lines[i].Count, c.Count)
		for _, b := range c.Branches {
			lines[i].Branches = append(lines[i].Branches, b.Count)
		}
	}
	slices.SortStableFunc(lines, func(a, b LineCount) int { return cmp.Compare(a.Line, b.Line) })
	return lines
}
