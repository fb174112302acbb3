package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
)

// gcov counts the goals that gcc's coverage code counts: lines with code, or the outcomes of jumps. TestCov names each by its
// line and, for outcomes, its place among the line's outcomes. If two have the same name, the last one counts.
type gcov struct {
	property property.Kind
	origins  [][]goal.Origin // origins of the lines of each unit's text; conditions only
	index    map[gcovKey]int // index of each goal in Program.goals
}

type gcovKey struct {
	unit    int
	line    int // line of the compiled text
	outcome int // -1 for the line itself
}

// gcovData is the part of gcov's JSON that matters here.
type gcovData struct {
	DataFile string `json:"data_file"`
	Files    []struct {
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

// findGcovGoals asks gcov for the goals, before any run.
func (b *builder) findGcovGoals(ctx context.Context) error {
	b.gcov.index = map[gcovKey]int{}
	for i, u := range b.units {
		u.first = len(b.goals)
		lines, err := b.askGcov(ctx, b.tools, i, withoutData, u.name)
		if err != nil {
			return err
		}
		places := ownLines(u)
		for _, line := range lines {
			b.gcov.visit(i, &line, func(key gcovKey, _ bool) {
				g := b.gcov.goal(u, key, line.Function, places)
				if number, known := b.gcov.index[key]; known {
					b.goals[number] = g
					return
				}
				b.gcov.index[key] = len(b.goals)
				b.goals = append(b.goals, g)
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

// goal describes one goal; places are the unit's ownLines.
func (g *gcov) goal(u *unit, key gcovKey, function string, places map[int]int) goal.Goal {
	result := goal.Goal{Kind: goal.Statement, Function: function, File: u.Given, Line: key.line, TextLine: key.line}
	if g.property == property.Statements {
		if line, known := places[key.line]; known {
			result.TextLine = line
		}
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

// ownLines returns, by the numbers that line directives with the unit's own name give them, the lines of the unit's text; the first if
// several have the same number.
func ownLines(u *unit) map[int]int {
	lines := map[int]int{}
	for i, origin := range goal.Origins(u.Text) {
		own := origin.File == "" || filepath.Base(origin.File) == filepath.Base(u.Given)
		if _, known := lines[origin.Line]; own && !known {
			lines[origin.Line] = i + 1
		}
	}
	return lines
}

// cover marks the goals that were reached by a run that has ended in the sandbox. published tells whether the run left data that gcov can
// read. The cost is that of one gcov for all units.
func (p *Program) cover(ctx context.Context, box *sandbox.Sandbox, covered []bool) (published bool, err error) {
	arguments := []string{p.folder}
	for _, u := range p.units {
		arguments = append(arguments, u.name)
	}
	all, err := p.runGcov(ctx, box, withRun, arguments...)
	if isSpoiled(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for i, u := range p.units {
		for _, data := range all {
			if filepath.Base(data.DataFile) != u.name+dataSuffix {
				continue
			}
			for _, line := range data.linesOf(p.units[i], p.options.Property.Kind) {
				p.gcov.visit(i, &line, func(key gcovKey, reached bool) {
					if number, known := p.gcov.index[key]; known {
						covered[number] = reached
					}
				})
			}
		}
	}
	return true, nil
}

// isSpoiled tells whether gcov had no data, or found something else in the folder where the program could write. gcov itself did its
// work when the program was built.
func isSpoiled(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) || errors.Is(err, errNoReport) || isOver(err)
}

// errNoReport means that gcov did not write what it should.
var errNoReport = errors.New("is it that of the gcc that is used?")

// Suffixes of gcov's files: the program writes data, gcc writes notes.
const (
	dataSuffix  = ".gcda"
	notesSuffix = ".gcno"
)

// The shell commands that run gcov in its folder on the unit $1: without data; with the data that runs left, if there are any (the
// notes $2 must be beside the data). Or on all units for which a run left data, if there are any: $1 is the folder of the notes, the units
// follow.
const (
	gcovCommand = `exec gcov --json-format --stdout --branch-probabilities `
	withoutData = gcovCommand + `"$1"'` + dataSuffix + `'`
	withNotes   = `ln -sf "$2" "$1"'` + notesSuffix + `' && ` + withoutData
	withRun     = `ln -sf "$1"/*` + notesSuffix + ` . || exit; shift; for unit; do shift; test -f "$unit"'` + dataSuffix +
		`' && set -- "$@" "$unit"'` + dataSuffix + `'; done; test $# -gt 0 || exit 77; ` + gcovCommand + `"$@"`
	noData = 77
)

// askGcov returns the lines of a unit. Text that is from other files, according to the line directives, does not count.
func (p *Program) askGcov(ctx context.Context, box *sandbox.Sandbox, number int, script string, arguments ...string) ([]gcovLine, error) {
	all, err := p.runGcov(ctx, box, script, arguments...)
	if err != nil {
		return nil, err
	}
	return all[0].linesOf(p.units[number], p.options.Property.Kind), nil
}

// runGcov returns what gcov writes for each unit; one at least.
func (p *Program) runGcov(ctx context.Context, box *sandbox.Sandbox, script string, arguments ...string) (all []gcovData, err error) {
	var output, messages bytes.Buffer
	folder := p.folder
	if script != withoutData {
		folder = work(p.options.Scratch)
	}
	err = box.Run(ctx, sandbox.Command{
		Path: "/bin/sh", Arguments: append([]string{"sh", "-c", script, "sh"}, arguments...), Environment: p.compiler.Environment(folder),
		Folder: folder, Profile: sandbox.Compiler, FileBytes: toolFileBytes,
	}, &output, &messages)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("gcov: %w: %s; install the package gcc", err, bytes.TrimSpace(messages.Bytes()))
	}
	return decodeGcov(output.Bytes())
}

// decodeGcov returns what gcov has written for each unit; one at least.
func decodeGcov(output []byte) (all []gcovData, err error) {
	decoder := json.NewDecoder(bytes.NewReader(withoutControls(output)))
	for decoder.More() || len(all) == 0 {
		var data gcovData
		if err := decoder.Decode(&data); err != nil {
			return nil, fmt.Errorf("gcov: %w; %w", err, errNoReport)
		}
		all = append(all, data)
	}
	return all, nil
}

// linesOf returns the lines of a unit's own text.
func (data *gcovData) linesOf(u *unit, kind property.Kind) []gcovLine {
	own := nameInJSON(filepath.Base(u.Given))
	if kind == property.Conditions {
		own = u.name + ".c"
	}
	for _, file := range data.Files {
		if filepath.Base(file.File) == own {
			return file.Lines
		}
	}
	return nil
}

// withoutControls replaces control characters from file names that gcov writes into strings unescaped, which is not valid JSON.
func withoutControls(output []byte) []byte {
	if !slices.ContainsFunc(output, isBareControl) {
		return output
	}
	var plain []byte
	for _, c := range output {
		if isBareControl(c) {
			plain = utf8.AppendRune(plain, utf8.RuneError)
			continue
		}
		plain = append(plain, c)
	}
	return plain
}

// isBareControl tells whether c is a control character that gcov does not escape.
func isBareControl(c byte) bool {
	return c < ' ' && (c < '\b' || c == '\v' || c > '\r')
}

// nameInJSON returns a file name as it is read back from gcov's output, where bytes that are not allowed are replaced.
func nameInJSON(name string) string {
	var plain []byte
	for _, r := range name { // each byte that is not UTF-8 gives one replacement
		if r < utf8.RuneSelf && isBareControl(byte(r)) {
			r = utf8.RuneError
		}
		plain = utf8.AppendRune(plain, r)
	}
	return string(plain)
}
