package report

import (
	"fmt"
	"html/template"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/quantity"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

var functions = template.FuncMap{
	"group": func(n any) (string, error) {
		value, err := strconv.ParseUint(fmt.Sprint(n), 10, 64)
		return quantity.Group(value, "\u202f"), err
	},
	"base":  filepath.Base,
	"kind":  kind,
	"value": value,
	"seconds": func(s float64) string {
		return fmt.Sprintf("%.1f s", s)
	},
	"node":  func(r *Run, b *formats.Branch) node { return node{r, b} },
	"first": func(inputs []suite.Input) []suite.Input { return inputs[:min(len(inputs), maxValues)] },
	"more":  func(values int) int { return max(values-maxValues, 0) },
}

// analysis is a line of the table of analyses.
type analysis struct {
	formats.Analysis
	Share float64 // of all covered directions, in percent
}

// analyses returns the analyses, the most successful first.
func analyses(r *Run) []analysis {
	var all []analysis
	total := uint64(0)
	for _, a := range r.Statistics.Engine.Analyses {
		total += a.Covered
	}
	for _, a := range r.Statistics.Engine.Analyses {
		all = append(all, analysis{*a, 100 * float64(a.Covered) / float64(max(total, 1))})
	}
	slices.SortStableFunc(all, func(a, b analysis) int { return int(b.Covered) - int(a.Covered) })
	return all
}

// operators are the predicates in C.
var operators = map[locations.Predicate]string{
	"eq": "==", "ne": "!=", "ugt": "> (unsigned)", "uge": ">= (unsigned)", "ult": "< (unsigned)", "ule": "<= (unsigned)",
	"sgt": ">", "sge": ">=", "slt": "<", "sle": "<=", "oeq": "==", "une": "!=", "ogt": ">", "oge": ">=", "olt": "<", "ole": "<=",
	"one": "!= (no nan)", "ord": "no nan", "uno": "nan", "ueq": "== or nan",
}

// describe returns the comparison of a location as text.
func describe(c *locations.Condition) string {
	operator := operators[c.Predicate]
	if c.Kind == locations.KindFloat && operator != "" {
		operator = strings.Replace(operator, "(unsigned)", "or nan", 1)
	}
	switch {
	case c.Switch:
		operator = "case"
	case operator == "":
		operator = string(c.Kind)
	}
	return fmt.Sprintf("%s, %d bit", operator, c.Bits)
}

// missed is a direction of a condition that no run took.
type missed struct {
	formats.MissedDirection
	Function, Condition string
	Line, Column        int    // in the program's own numbering
	Anchor              string // of the line in the shown source; empty: it is not shown
	Closest             string // distance; in words if the number has no meaning for the reader
	Proof               string // that it cannot be reached, on some path or at all; empty where that is not known
}

// proofOf says that a direction, which no run took, cannot be reached, or on which paths that was proved and which conditions exclude it.
func proofOf(r *Run, location uint32, outcome bool) string {
	table := r.Details.Locations
	symbolic := r.Statistics.Engine.Symbolic
	if symbolic == nil {
		return ""
	}
	if symbolic.Paths.All {
		return fmt.Sprintf("cannot be reached: each input takes one of %d paths, and all are known", symbolic.Paths.Recorded)
	}
	for _, p := range symbolic.Impossible {
		if p.Location != location || p.Outcome != outcome {
			continue
		}
		text := fmt.Sprintf("cannot be reached on %d paths", p.Paths)
		if p.Paths == 1 {
			text = "cannot be reached on one path"
		}
		for i, b := range p.Because {
			if int(b.Location) >= len(table.Conditions) {
				continue
			}
			c, separator := &table.Conditions[b.Location], ", "
			if i == 0 {
				separator = ": "
			}
			if text += separator; c.Line > 0 {
				text += fmt.Sprintf("line %d, ", c.Line)
			}
			text += fmt.Sprintf("%s, is %v", describe(c), b.Outcome)
		}
		return text
	}
	return ""
}

// closest describes how close the runs came to a missed direction. The distance of addresses has no meaning for the reader. Distance
// 0 means that the operands were equal: one more step would take the direction.
func closest(d *float64, kind locations.Kind) string {
	switch {
	case kind == locations.KindPointer:
		return "between pointers"
	case d == nil:
		return "unknown"
	case *d == 0 && (kind == locations.KindInteger || kind == locations.KindFloat):
		return "next to it: the operands were equal"
	case *d == 0:
		return "unknown"
	}
	return fmt.Sprintf("%.6g", math.Abs(*d))
}

// missedOf lists the missed directions.
func missedOf(r *Run) []missed {
	table := r.Details.Locations
	var files []map[place]int
	for i := range r.Details.Programs {
		files = append(files, textLines(r, i))
	}
	var all []missed
	for _, m := range r.Details.Missed {
		c := &table.Conditions[m.Location]
		all = append(all, missed{m, table.Functions[c.Function].Name, describe(c), c.Line, c.Column, anchorOf(files,
			place{table.Files[c.File], c.Line}), closest(m.Distance, c.Kind), proofOf(r, m.Location, m.Outcome)})
	}
	return all
}

// anchorOf returns the anchor of a place in the first file that has it.
func anchorOf(files []map[place]int, at place) string {
	for i, lines := range files {
		if n := lines[at]; n > 0 {
			return anchor(i, n)
		}
	}
	return ""
}

// anchor is the name of line n, from 1, of a file. It is unique in a page.
func anchor(file, n int) string {
	if file == 0 {
		return fmt.Sprintf("L%d", n)
	}
	return fmt.Sprintf("F%dL%d", file+1, n)
}

// place is a line as numbered by the program's line directives.
type place struct {
	file string
	line int
}

// textLines maps the places in the location table to lines of a file of the program.
func textLines(r *Run, file int) map[place]int {
	lines := map[place]int{}
	program := &r.Details.Programs[file]
	count := strings.Count(program.Source, "\n") + 1
	origins := make([]goal.Origin, count)
	if preprocessed(program) {
		copy(origins, goal.Origins([]byte(program.Source)))
	}
	for _, name := range r.Details.Locations.Files {
		for i, origin := range origins {
			if same := origin.File == "" && sameFile(name, program.Path) || origin.File != "" && sameFile(name, origin.File); !same {
				continue
			}
			at := place{name, max(origin.Line, 1)}
			if origin.Line == 0 {
				at.line = i + 1
			}
			if lines[at] == 0 {
				lines[at] = i + 1
			}
		}
	}
	return lines
}

// sameFile compares only the base names: the paths in the table may be shortened.
func sameFile(a, b string) bool { return filepath.Base(a) == filepath.Base(b) }

func preprocessed(p *formats.Program) bool { return filepath.Ext(p.Path) == ".i" }

// line is one line of the source.
type line struct {
	Number int
	Anchor string
	Text   string
	Mark   string // covered, missed, partly: executed, never, or partly or with a missed goal; empty: no code
	Goals  []string
	Missed []missed
	Gap    int // number of lines left out before this one

	By      []int  // the first tests, from 1, that execute it
	More    int    // number of other tests that do, among the examined ones
	covered []bool // for each of its goals
}

// markedFile is one file of the program with its marks.
type markedFile struct {
	Path   string
	Lines  []line
	Missed int // number of goals
}

// Longer programs are shown only around missed goals, with this many lines before and after.
const (
	longProgram = 5000
	contextual  = 8
)

// sources marks the lines of all files.
func sources(r *Run) []markedFile {
	var all []markedFile
	for i := range r.Details.Programs {
		all = append(all, sourceOf(r, i))
	}
	return all
}

func sourceOf(r *Run, file int) markedFile {
	program := &r.Details.Programs[file]
	s := markedFile{Path: program.Path}
	texts := strings.Split(strings.TrimSuffix(program.Source, "\n"), "\n")
	all, byAnchor := make([]line, len(texts)), map[string]*line{}
	for i, text := range texts {
		all[i] = line{Number: i + 1, Anchor: anchor(file, i+1), Text: strings.TrimRight(text, "\r")}
		byAnchor[all[i].Anchor] = &all[i]
	}
	for _, g := range r.Details.Goals {
		if g.Program != file {
			continue
		}
		if !g.Covered {
			s.Missed++
		}
		if at := lineOf(r, &g); at >= 1 && at <= len(all) {
			all[at-1].add(g)
		}
	}
	for i := range all {
		all[i].mark(r, file)
	}
	for _, m := range missedOf(r) {
		if l := byAnchor[m.Anchor]; l != nil {
			l.Missed = append(l.Missed, m)
		}
	}
	s.Lines = shorten(all)
	return s
}

// add adds a goal to the line.
func (l *line) add(g formats.Goal) {
	l.covered = append(l.covered, g.Covered)
	if !g.Covered {
		l.Goals = append(l.Goals, g.Kind)
	}
}

// marks are the classes of the style sheet.
var marks = map[replay.Line]string{replay.Executed: "covered", replay.Partly: "partly", replay.Unexecuted: "missed"}

// mark sets the line's colour from its executions and its goals.
func (l *line) mark(r *Run, file int) {
	executed := replay.NoCode
	if file < len(r.Lines) && l.Number <= len(r.Lines[file]) {
		executed = r.Lines[file][l.Number-1]
	}
	l.Mark = marks[executed.With(l.covered)]
	if file < len(r.By) && l.Number <= len(r.By[file]) {
		by := r.By[file][l.Number-1]
		for _, test := range by[:min(len(by), maxBy)] {
			l.By = append(l.By, test+1)
		}
		l.More = len(by) - len(l.By)
	}
}

// maxBy bounds the tests that are named for one line.
const maxBy = 12

// shorten leaves out lines of long programs that are far from anything missed.
func shorten(all []line) []line {
	if len(all) <= longProgram {
		return all
	}
	near := make([]bool, len(all))
	for i := range all {
		if len(all[i].Goals)+len(all[i].Missed) > 0 {
			for j := max(0, i-contextual); j <= min(len(all)-1, i+contextual); j++ {
				near[j] = true
			}
		}
	}
	var shown []line
	gap := 0
	for i, l := range all {
		if !near[i] || len(shown) >= longProgram {
			gap++
			continue
		}
		l.Gap, gap = gap, 0
		shown = append(shown, l)
	}
	return shown
}

// node is a branch of the tree with the data of its template.
type node struct {
	Run *Run
	*formats.Branch
}

// Where returns the place of the condition.
func (n node) Where() string {
	table := n.Run.Details.Locations
	c := &table.Conditions[n.Location]
	if c.Line == 0 {
		return table.Functions[c.Function].Name
	}
	return fmt.Sprintf("%s:%d", table.Functions[c.Function].Name, c.Line)
}

// What describes the condition.
func (n node) What() string { return describe(&n.Run.Details.Locations.Conditions[n.Location]) }

// False is the subtree of the outcome false.
func (n node) False() formats.Edge { return n.Outcomes[0] }

// True is the subtree of the outcome true.
func (n node) True() formats.Edge { return n.Outcomes[1] }
