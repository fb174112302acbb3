// Package live shows a run while it works: a view on a terminal, a line every few seconds in a log, JSON for other programs, or
// nothing.
package live

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/quantity"
	"fizzer/testcomp/plain"
)

// Run describes the run to show.
type Run struct {
	Program  string // its file
	Property string // text of the property
	CPU      time.Duration
	Wall     time.Duration // 0: unlimited, as CPU
}

// Reporter shows a run.
type Reporter interface {
	// Progress shows the present state. It is called about once a second, by one goroutine.
	Progress(formats.Progress)
	// Note shows a message of one line, given without its newline.
	Note(text string)
	// Close stops showing the run and restores the terminal. Later output appears below the notes.
	Close()
}

// descriptor is a file, or what writes to it in its own way.
type descriptor interface{ Fd() uintptr }

// IsTerminal tells whether w is a terminal that can move its cursor.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(descriptor)
	if !ok || os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" {
		return false
	}
	_, err := unix.IoctlGetTermios(int(file.Fd()), unix.TCGETS)
	return err == nil
}

// Quiet only shows notes, by calling Notes.
type Quiet struct{ Notes func(string) }

// Progress does nothing.
func (Quiet) Progress(formats.Progress) {}

// Note passes the note on.
func (q Quiet) Note(text string) { q.Notes(text) }

// Close does nothing.
func (Quiet) Close() {}

// JSON writes each state as one line, {"progress": ...}, as in the progress file.
type JSON struct {
	Quiet
	Out io.Writer
}

// Progress writes a line. A closed reader does not matter.
func (j JSON) Progress(p formats.Progress) {
	_ = json.NewEncoder(j.Out).Encode(map[string]formats.Progress{"progress": p})
}

// linesEvery is the time between two lines in a log.
const linesEvery = 5 * time.Second

// Lines writes one line every few seconds, and one for each new phase.
type Lines struct {
	Quiet
	Run   Run
	last  formats.Progress
	phase string
}

// Progress writes a line if it is time.
func (l *Lines) Progress(p formats.Progress) {
	since := p.WallSeconds - l.last.WallSeconds
	if p.Phase == l.phase && since < linesEvery.Seconds() {
		return
	}
	text := fmt.Sprintf("%s: %s", clock(p.WallSeconds), p.Phase)
	if p.Phase == formats.PhaseSearching {
		if p.BadEnds > 0 {
			text += fmt.Sprintf(", %d bad ends", p.BadEnds)
		}
		text += fmt.Sprintf(", covered %s, %d executions (%s), %d tests, %s", goals(p), p.Engine.Executions, rate(l.last, p), p.Tests,
			p.Engine.Analysis)
		if len(p.Searches) > 0 {
			text += ", " + others(p)
		}
	}
	if left := l.Run.left(p); left != "" {
		text += ", " + left + " left"
	}
	l.Note(text)
	l.last, l.phase = p, p.Phase
}

// goals returns the text for the covered goals.
func goals(p formats.Progress) string {
	text := ""
	if g := p.Goals; g != nil {
		text = fmt.Sprintf("%d goals, %d open; ", g.Covered, g.Total-g.Covered)
	}
	return text + fmt.Sprintf("%d directions, %d open", p.Engine.Tree.CoveredDirections, open(p))
}

// others sums up the searches on other machines.
func others(p formats.Progress) string {
	alive, finds, counted, executions := 0, 0, 0, uint64(0)
	for _, one := range p.Searches {
		if !one.Gone {
			alive++
		}
		finds, counted, executions = finds+one.Finds, counted+one.Counted, executions+one.Executions
	}
	return fmt.Sprintf("%d others search, %s executions, %d of %d finds counted", alive, group(executions), counted, finds)
}

// open counts the directions that no run took, including those of locations that no run reached.
func open(p formats.Progress) int {
	return max(0, 2*p.Engine.Locations-p.Engine.Tree.CoveredDirections)
}

// rate is the speed between two states, in executions of the program per second of wall time.
func rate(before, now formats.Progress) string {
	seconds := now.WallSeconds - before.WallSeconds
	if seconds <= 0 || now.Engine.Executions < before.Engine.Executions {
		return "0/s"
	}
	return group(uint64(float64(now.Engine.Executions-before.Engine.Executions)/seconds)) + "/s"
}

// group writes a number with spaces between groups of three digits.
func group(n uint64) string { return quantity.Group(n, " ") }

// clock writes seconds as 5 s, 2 min 5 s or 1 h 2 min.
func clock(seconds float64) string {
	s := int(seconds)
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
}

// left is the time until the budget ends, by the limit that ends first at the present speed; empty: there is none.
func (r Run) left(p formats.Progress) string {
	left, limited := 0.0, false
	for _, limit := range []struct {
		total time.Duration
		used  float64
	}{{r.CPU, p.CPUSeconds}, {r.Wall, p.WallSeconds}} {
		if limit.total <= 0 {
			continue
		}
		if rest := max(0, limit.total.Seconds()-limit.used); !limited || rest < left {
			left, limited = rest, true
		}
	}
	if !limited {
		return ""
	}
	return clock(left)
}

// name is the program's name in the view.
func (r Run) name() string { return plain.Line(filepath.Base(r.Program)) }
