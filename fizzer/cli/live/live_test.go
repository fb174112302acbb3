package live

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"fizzer/fizzer/formats"
)

// states are those of a run of a program with 10 locations.
func states() []formats.Progress {
	at := func(phase string, wall float64, covered, tests int, executions uint64) formats.Progress {
		p := formats.Progress{Phase: phase, WallSeconds: wall, CPUSeconds: wall, Tests: tests}
		p.Engine.Locations, p.Engine.Tree.CoveredDirections = 10, covered
		p.Engine.Executions, p.Engine.Analysis = executions, "typed"
		if covered > 10 {
			p.Goals = &formats.Goals{Covered: 7, Total: 9}
		}
		return p
	}
	return []formats.Progress{
		at(formats.PhaseBuilding, 0, 0, 0, 0), at(formats.PhaseSearching, 1, 0, 0, 0), at(formats.PhaseSearching, 2, 10, 3, 1000),
		at(formats.PhaseSearching, 7, 15, 3, 1234567), at(formats.PhaseJudging, 8, 15, 3, 1234567),
	}
}

func shown() Run {
	return Run{Program: "/somewhere/program.c", CPU: 100 * time.Second, Wall: 20 * time.Second}
}

// view draws the last of these states on a terminal of this width.
func view(t *testing.T, profile termenv.Profile, width int, states []formats.Progress) string {
	t.Helper()
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(profile)
	var m tea.Model = newModel(shown(), renderer, defaultWidth)
	m, _ = m.Update(tea.WindowSizeMsg{Width: width, Height: 24})
	for _, s := range states {
		m, _ = m.Update(s)
	}
	return m.View()
}

func TestView(t *testing.T) {
	want := `fizzer  program.c
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━────────────────────
covered      7 goals, 2 open; 15 directions, 5 open
over time    ▁▅█
executions   1 234 567  246 713/s
analysis     typed
newest test  number 3, 5 s ago
time         7 s, 13 s left
`
	if got := view(t, termenv.Ascii, 80, states()[:4]); got != want {
		t.Errorf("the view is\n%s\nwant\n%s", got, want)
	}
	want = "fizzer  program.c\nnow          building the program\ntime         0 s, 20 s left\n"
	if got := view(t, termenv.Ascii, 80, states()[:1]); got != want {
		t.Errorf("the view is\n%s\nwant\n%s", got, want)
	}
}

// The bar shows the coverage also without colours. Bad ends are shown.
func TestViewWithoutColours(t *testing.T) {
	all := states()[:4]
	all[3].BadEnds = 2
	text := view(t, termenv.Ascii, 40, all)
	bar := strings.Split(text, "\n")[1]
	if full, rest := strings.Count(bar, "━"), strings.Count(bar, "─"); full != 29 || rest != 10 {
		t.Errorf("of 15 of 20 directions %d columns are full and %d are not: %s", full, rest, bar)
	}
	if !strings.Contains(text, "bad ends     2, in crashes/") {
		t.Errorf("no bad ends in\n%s", text)
	}
	var told string
	l := &Lines{Quiet: Quiet{Notes: func(text string) { told += text }}, Run: shown()}
	if l.Progress(all[3]); !strings.Contains(told, "2 bad ends") {
		t.Errorf("no bad ends in %s", told)
	}
}

// In a shared run, the view shows the searches on other machines, those first that found most; a log has their sum.
func TestViewOfMachines(t *testing.T) {
	all := states()[:4]
	all[3].Searches = []formats.Search{
		{Name: "a/1", Executions: 1000, Directions: 3, Finds: 2},
		{Name: "b/2", Executions: 234, Directions: 5, Finds: 7, Counted: 4, Gone: true},
	}
	text := view(t, termenv.Ascii, 90, all)
	want := "machines     1 others search, 1 234 executions, 4 of 9 finds counted\n" +
		"             b/2: 234 executions, 5 directions, 4 of 7 finds counted, gone\n" +
		"             a/1: 1 000 executions, 3 directions, 0 of 2 finds counted\n"
	if !strings.Contains(text, want) {
		t.Errorf("the view is\n%s\nwant in it\n%s", text, want)
	}
	for i := range 20 {
		all[3].Searches = append(all[3].Searches, formats.Search{Name: strings.Repeat("x", i)})
	}
	if text := view(t, termenv.Ascii, 90, all); !strings.Contains(text, "and 14 more") || strings.Count(text, "\n") > 20 {
		t.Errorf("the view is\n%s", text)
	}
	var told string
	l := &Lines{Quiet: Quiet{Notes: func(text string) { told += text }}, Run: shown()}
	if l.Progress(all[3]); !strings.Contains(told, "21 others search, 1 234 executions, 4 of 9 finds counted") {
		t.Errorf("the log is %s", told)
	}
}

// The first frame is as wide as the terminal, before the terminal reports its size.
func TestFirstPicture(t *testing.T) {
	m := newModel(shown(), lipgloss.NewRenderer(io.Discard), 20)
	for line := range strings.Lines(m.View()) {
		if got := lipgloss.Width(line); got > 20 {
			t.Errorf("%d columns: %q", got, line)
		}
	}
	if got := columns(io.Discard); got != defaultWidth {
		t.Errorf("what is no terminal has %d columns", got)
	}
}

func TestViewAdapts(t *testing.T) {
	for _, width := range []int{1, 5, 20, 40, 79, 200, 1000} {
		for i := range states() {
			for line := range strings.Lines(view(t, termenv.ANSI256, width, states()[:i+1])) {
				if got := lipgloss.Width(line); got > min(width, maxWidth) {
					t.Errorf("on a terminal of %d columns a line has %d: %q", width, got, line)
				}
			}
		}
	}
	if coloured := view(t, termenv.ANSI, 80, states()[:4]); !strings.Contains(coloured, "\x1b[32m") {
		t.Errorf("no colour in %q", coloured)
	}
	if plain := view(t, termenv.Ascii, 80, states()[:4]); strings.Contains(plain, "\x1b") {
		t.Errorf("escape codes in %q", plain)
	}
}

func TestLines(t *testing.T) {
	var out []string
	l := &Lines{Quiet: Quiet{Notes: func(text string) { out = append(out, text) }}, Run: shown()}
	for _, s := range states() {
		l.Progress(s)
	}
	want := []string{
		"0 s: building the program, 20 s left",
		"1 s: searching, covered 0 directions, 20 open, 0 executions (0/s), 0 tests, typed, 19 s left",
		"7 s: searching, covered 7 goals, 2 open; 15 directions, 5 open, 1234567 executions (205 761/s), 3 tests, typed, 13 s left",
		"8 s: judging the suite by replay, 12 s left",
	}
	if strings.Join(out, "\n") != strings.Join(want, "\n") {
		t.Errorf("the log is\n%s\nwant\n%s", strings.Join(out, "\n"), strings.Join(want, "\n"))
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	j := JSON{Out: &out}
	for _, s := range states() {
		j.Progress(s)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(states()) {
		t.Fatalf("%d lines", len(lines))
	}
	var got struct{ Progress formats.Progress }
	if err := json.Unmarshal([]byte(lines[2]), &got); err != nil || got.Progress.Engine.Executions != 1000 {
		t.Errorf("%v in %s", err, lines[2])
	}
}

func TestFilesAreNoTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if IsTerminal(file) || IsTerminal(&bytes.Buffer{}) {
		t.Error("a file is no terminal")
	}
}

func TestClock(t *testing.T) {
	for seconds, want := range map[float64]string{0: "0 s", 59.9: "59 s", 60: "1 min 0 s", 3599: "59 min 59 s", 7260: "2 h 1 min"} {
		if got := clock(seconds); got != want {
			t.Errorf("%v seconds are %q, want %q", seconds, got, want)
		}
	}
}

func TestSparkline(t *testing.T) {
	for _, test := range []struct {
		values []int
		width  int
		want   string
	}{
		{nil, 10, ""}, {[]int{1}, 0, ""}, {[]int{0, 0}, 5, "▁▁"}, {[]int{0, 7, 14}, 5, "▁▄█"}, {[]int{1, 2, 3, 4, 5, 6, 7, 8}, 4, "▂▄▆█"},
	} {
		if got := sparkline(test.values, test.width); got != test.want {
			t.Errorf("%v in %d columns is %q, want %q", test.values, test.width, got, test.want)
		}
	}
}
