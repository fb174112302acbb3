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

// Annotate writes the program's text with a mark before each line: "+" for a line that was executed, "-" for one that was never
// executed, "~" for one that was executed in part or has a missed goal, and nothing for a line without code. A goal belongs to
// the line of its condition, loop or case; the missed goals are listed behind that line. lines is what Lines returned for the
// same program and tests; without it, the goals alone decide. Line numbers are those of the original by the line directives,
// with the file's name where it changes. Goals in included files come at the end. Characters that cannot be printed are replaced.
func (p *Program) Annotate(w io.Writer, report *Report, lines [][]Line) error {
	a := annotator{out: bufio.NewWriter(w)}
	for i, u := range p.units {
		end := len(report.Goals)
		if i+1 < len(p.units) {
			end = p.units[i+1].first
		}
		a.executed = nil
		if i < len(lines) {
			a.executed = lines[i]
		}
		a.unit(u, report.Goals[u.first:end])
	}
	a.included()
	return a.out.Flush()
}

type annotator struct {
	out       *bufio.Writer
	lines     map[int][]GoalResult // of a unit, by the line of its text
	executed  []Line               // of a unit
	elsewhere []GoalResult
}

// unit writes one file, with the given goals.
func (a *annotator) unit(u *unit, goals []GoalResult) {
	a.lines = map[int][]GoalResult{}
	preprocessed := filepath.Ext(u.Given) == ".i"
	for _, g := range goals {
		switch {
		case preprocessed:
			a.lines[g.OwnerText] = append(a.lines[g.OwnerText], g)
		case g.File == u.Given:
			a.lines[g.Owner] = append(a.lines[g.Owner], g)
		default:
			a.elsewhere = append(a.elsewhere, g)
		}
	}
	a.text(u.Text, u.Given, preprocessed)
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
		goals, executed := a.lines[i+1], NoCode
		if i < len(a.executed) {
			executed = a.executed[i]
		}
		text := plain.Text(string(bytes.TrimRight(line, "\r")))
		fmt.Fprintf(a.out, "%s %5d  %s%s\n", sign(executed, goals), origin.Line, text, missed(goals))
	}
}

// included lists the goals in files that the program includes.
func (a *annotator) included() {
	slices.SortStableFunc(a.elsewhere, func(x, y GoalResult) int { return cmp.Compare(x.File, y.File) })
	for _, g := range a.elsewhere {
		fmt.Fprintf(a.out, "%s %s:%d: %s in %s\n", sign(NoCode, []GoalResult{g}), plain.Line(g.File), g.Owner, g.Kind, g.Function)
	}
}

// signs of the states of a line.
var signs = map[Line]string{NoCode: " ", Unexecuted: "-", Partly: "~", Executed: "+"}

func sign(executed Line, goals []GoalResult) string {
	covered := make([]bool, len(goals))
	for i, g := range goals {
		covered[i] = g.Covered
	}
	return signs[executed.With(covered)]
}

// missed returns a comment that names the missed goals, empty if there are none.
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
