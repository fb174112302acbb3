package replay

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fizzer/testcomp/goal"
	"fizzer/testcomp/plain"
)

// Annotate writes the program's text with a mark before each line that has goals: "+" when all are covered, "-" when
// none is, "~" otherwise, and behind the line which are missed. Lines have the numbers of the original by the line
// directives, with the file's name where it changes. Goals in included files come at the end.
// What cannot be printed is replaced.
func (p *Program) Annotate(w io.Writer, report *Report) error {
	a := annotator{out: bufio.NewWriter(w)}
	for i, u := range p.units {
		end := len(report.Goals)
		if i+1 < len(p.units) {
			end = p.units[i+1].first
		}
		a.unit(u, report.Goals[u.first:end])
	}
	a.included()
	return a.out.Flush()
}

type annotator struct {
	out       *bufio.Writer
	lines     map[int][]GoalResult // of a unit, by the line of its text
	elsewhere []GoalResult
}

// unit writes one file, whose goals are given.
func (a *annotator) unit(u *unit, goals []GoalResult) {
	a.lines = map[int][]GoalResult{}
	preprocessed := filepath.Ext(u.path) == ".i"
	for _, g := range goals {
		switch {
		case preprocessed:
			a.lines[g.TextLine] = append(a.lines[g.TextLine], g)
		case g.File == u.path:
			a.lines[g.Line] = append(a.lines[g.Line], g)
		default:
			a.elsewhere = append(a.elsewhere, g)
		}
	}
	a.text(u.source, u.path, preprocessed)
}

func (a *annotator) text(source []byte, program string, preprocessed bool) {
	lines := bytes.Split(bytes.TrimSuffix(source, []byte("\n")), []byte("\n"))
	origins := make([]goal.Origin, len(lines))
	if preprocessed {
		copy(origins, goal.Origins(source))
	}
	file := ""
	for i, line := range lines {
		origin := goal.Origin{File: cmp.Or(origins[i].File, program), Line: cmp.Or(origins[i].Line, i+1)}
		if origin.File != file {
			file = origin.File
			fmt.Fprintf(a.out, "        %s\n", plain.Line(file))
		}
		goals := a.lines[i+1]
		fmt.Fprintf(a.out, "%s %5d  %s%s\n", sign(goals), origin.Line, plain.Text(string(bytes.TrimRight(line, "\r"))), missed(goals))
	}
}

// included lists the goals in files that the program includes.
func (a *annotator) included() {
	slices.SortStableFunc(a.elsewhere, func(x, y GoalResult) int { return cmp.Compare(x.File, y.File) })
	for _, g := range a.elsewhere {
		fmt.Fprintf(a.out, "%s %s:%d: %s in %s\n", sign([]GoalResult{g}), plain.Line(g.File), g.Line, g.Kind, g.Function)
	}
}

func sign(goals []GoalResult) string {
	covered := 0
	for _, g := range goals {
		if g.Covered {
			covered++
		}
	}
	switch {
	case len(goals) == 0:
		return " "
	case covered == len(goals):
		return "+"
	case covered == 0:
		return "-"
	}
	return "~"
}

// missed returns a comment that names the missed goals, empty when there are none.
func missed(goals []GoalResult) string {
	var kinds []string
	for _, g := range goals {
		if !g.Covered {
			kinds = append(kinds, string(g.Kind))
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return "  // missed: " + strings.Join(kinds, ", ")
}
