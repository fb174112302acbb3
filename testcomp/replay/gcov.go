package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
)

// gcov counts the goals that gcc's coverage code counts: lines with code, or the outcomes of jumps. TestCov gives each a
// name by its line and, for outcomes, its place among those of the line; of two with one name, the last counts.
type gcov struct {
	property property.Kind
	origins  [][]goal.Origin // of the lines of each unit's text; conditions only
	index    map[gcovKey]int // of each goal, in Program.goals
}

type gcovKey struct {
	unit    int
	line    int // of the compiled text
	outcome int // -1 for the line itself
}

// gcovData is the part of gcov's JSON that matters here.
type gcovData struct {
	Files []struct {
		File  string     `json:"file"`
		Lines []gcovLine `json:"lines"`
	} `json:"files"`
}

type gcovLine struct {
	Line       int    `json:"line_number"`
	Count      uint64 `json:"count"`
	Function   string `json:"function_name"`
	Unexecuted bool   `json:"unexecuted_block"` // has code that was not reached
	Branches   []struct {
		Count uint64 `json:"count"`
	} `json:"branches"`
}

// findGcovGoals asks gcov, without any run, for the goals that there are.
func (p *Program) findGcovGoals(ctx context.Context) error {
	p.gcov.index = map[gcovKey]int{}
	for i, u := range p.units {
		u.first = len(p.goals)
		lines, err := p.askGcov(ctx, i, p.options.Scratch)
		if err != nil {
			return err
		}
		for _, line := range lines {
			p.gcov.visit(i, &line, func(key gcovKey, _ bool) {
				if _, known := p.gcov.index[key]; !known {
					p.gcov.index[key] = len(p.goals)
					p.goals = append(p.goals, p.gcov.goal(u, key, line.Function))
				}
			})
		}
	}
	return nil
}

// visit calls found for each goal of a line.
func (g *gcov) visit(unit int, line *gcovLine, found func(key gcovKey, covered bool)) {
	if g.property == property.Statements {
		found(gcovKey{unit, line.Line, -1}, line.Count > 0)
		return
	}
	for outcome, branch := range line.Branches {
		found(gcovKey{unit, line.Line, outcome}, branch.Count > 0)
	}
}

// goal describes one.
func (g *gcov) goal(u *unit, key gcovKey, function string) goal.Goal {
	result := goal.Goal{Kind: goal.Statement, Function: function, File: u.path, Line: key.line, TextLine: key.line}
	if g.property == property.Statements {
		result.TextLine = lineOfOrigin(u, key.line)
		result.Owner, result.OwnerText = result.Line, result.TextLine
		return result
	}
	result.Kind = goal.Condition
	if origins := g.origins[key.unit]; key.line <= len(origins) {
		result.File, result.Line = origins[key.line-1].File, origins[key.line-1].Line
	}
	result.Owner, result.OwnerText = result.Line, result.TextLine
	return result
}

// lineOfOrigin returns the line of the unit's text that its line directives give this number and the unit's own name.
func lineOfOrigin(u *unit, number int) int {
	for i, origin := range goal.Origins(u.source) {
		if origin.Line == number && (origin.File == "" || filepath.Base(origin.File) == filepath.Base(u.path)) {
			return i + 1
		}
	}
	return number
}

// cover marks the goals reached by a run whose data files are in folder, and tells whether there are any.
func (p *Program) cover(ctx context.Context, folder string, covered []bool) (published bool, err error) {
	for i, u := range p.units {
		if _, err := os.Stat(filepath.Join(folder, u.name+dataSuffix)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		published = true
		notes := u.name + notesSuffix
		if err := os.Symlink(p.file(notes), filepath.Join(folder, notes)); err != nil {
			return false, err
		}
		lines, err := p.askGcov(ctx, i, folder)
		if err != nil {
			return false, err
		}
		for _, line := range lines {
			p.gcov.visit(i, &line, func(key gcovKey, reached bool) {
				if number, known := p.gcov.index[key]; known {
					covered[number] = reached
				}
			})
		}
	}
	return published, nil
}

// Suffixes of gcov's files: data are written by the program, notes by gcc.
const (
	dataSuffix  = ".gcda"
	notesSuffix = ".gcno"
)

// askGcov returns the lines of a unit whose notes, and data if there are any, are in folder. Text of other files, as the
// line directives have it, does not count.
func (p *Program) askGcov(ctx context.Context, number int, folder string) ([]gcovLine, error) {
	u := p.units[number]
	command := exec.CommandContext(ctx, "gcov", "--json-format", "--stdout", "--branch-probabilities", u.name+dataSuffix)
	command.Dir = folder
	command.Env = append(os.Environ(), "LC_ALL=C")
	var messages bytes.Buffer
	command.Stderr = &messages
	output, err := command.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("gcov: %w: %s; install the package gcc", err, bytes.TrimSpace(messages.Bytes()))
	}
	var data gcovData
	if err := json.NewDecoder(bytes.NewReader(output)).Decode(&data); err != nil {
		return nil, fmt.Errorf("gcov: %w; is it that of the gcc that is used?", err)
	}
	own := filepath.Base(u.path)
	if p.options.Property.Kind == property.Conditions {
		own = u.name + ".c"
	}
	for _, file := range data.Files {
		if filepath.Base(file.File) == own {
			return file.Lines, nil
		}
	}
	return nil, nil
}
