package live

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"golang.org/x/sys/unix"

	_ "fizzer/fizzer/cli/live/background" // keeps the library from asking the terminal
	"fizzer/fizzer/formats"
	"fizzer/testcomp/plain"
)

// framesPerSecond bounds the cost of drawing.
const framesPerSecond = 4

// View draws a run on a terminal, in place.
type View struct {
	program *tea.Program
	ended   chan struct{}
}

// NewView starts to draw on out. The tool itself handles signals and keys.
func NewView(run Run, out io.Writer) *View {
	v := &View{ended: make(chan struct{})}
	v.program = tea.NewProgram(newModel(run, lipgloss.NewRenderer(terminalOf(out)), columns(out)), tea.WithOutput(out), tea.WithInput(nil),
		tea.WithoutSignalHandler(), tea.WithoutBracketedPaste(),
		tea.WithFPS(framesPerSecond))
	go func() {
		defer close(v.ended)
		_, _ = v.program.Run() // a closed terminal does not matter
	}()
	return v
}

// Progress implements Reporter.
func (v *View) Progress(p formats.Progress) { v.program.Send(p) }

// Note implements Reporter. The note stays above the view.
func (v *View) Note(text string) { v.program.Println(plain.Indented(text)) }

// Close implements Reporter.
func (v *View) Close() {
	v.program.Send(closing{})
	<-v.ended
}

// terminalOf returns the file behind a terminal's writer, which tells what colours it has.
func terminalOf(out io.Writer) io.Writer {
	if s, ok := out.(interface{ Terminal() *os.File }); ok {
		return s.Terminal()
	}
	return out
}

// defaultWidth is the width of a terminal that does not report its own.
const defaultWidth = 80

// columns returns the width of a terminal. The first frame must not be wider.
func columns(out io.Writer) int {
	if file, ok := out.(descriptor); ok {
		if size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ); err == nil && size.Col > 0 {
			return int(size.Col)
		}
	}
	return defaultWidth
}

// closing is the message that ends the drawing.
type closing struct{}

// model is the state of the view.
type model struct {
	run       Run
	width     int // of the terminal
	last, now formats.Progress
	curve     []int // covered directions, one value for each state
	newest    struct {
		tests int
		wall  float64
	}
	closed bool

	title, label, covered, rest, plot, cut lipgloss.Style
}

func newModel(run Run, renderer *lipgloss.Renderer, columns int) model {
	// The terminal's own colours, which its user chose to fit the background.
	colour := func(ansi string) lipgloss.Style { return renderer.NewStyle().Foreground(lipgloss.Color(ansi)) }
	return model{
		run: run, width: columns,
		cut: renderer.NewStyle(), title: renderer.NewStyle().Bold(true), label: colour("8"), covered: colour("2"), rest: colour("8"),
		plot: colour("6"),
	}
}

// Init implements tea.Model.
func (m model) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		m.width = message.Width
	case formats.Progress:
		m.last, m.now = m.now, message
		if message.Phase == formats.PhaseSearching {
			m.curve = append(m.curve, message.Engine.Tree.CoveredDirections)
		}
		if message.Tests > m.newest.tests {
			m.newest.tests, m.newest.wall = message.Tests, message.WallSeconds
		}
	case closing:
		m.closed = true
		return m, tea.Quit
	}
	return m, nil
}

// maxWidth bounds the width of the view; wider ones are hard to read.
const maxWidth = 100

// View implements tea.Model.
func (m model) View() string {
	if m.closed {
		return ""
	}
	width := min(m.width, maxWidth) - 1
	lines := []string{m.title.Render("fizzer  " + m.run.name())}
	if m.now.Phase == formats.PhaseSearching {
		lines = append(lines, m.bar(width), m.line("covered", goals(m.now)))
		lines = append(lines, m.line("over time", m.plot.Render(sparkline(m.curve, width-labelWidth))))
		lines = append(lines, m.line("executions", group(m.now.Engine.Executions)+"  "+rate(m.last, m.now)))
		lines = append(lines, m.line("analysis", m.now.Engine.Analysis))
		lines = append(lines, m.line("newest test", m.newestTest()))
		lines = append(lines, m.machines()...)
		if m.now.BadEnds > 0 {
			lines = append(lines, m.line("bad ends", group(uint64(m.now.BadEnds))+", in crashes/"))
		}
	} else {
		lines = append(lines, m.line("now", m.now.Phase))
	}
	time := clock(m.now.WallSeconds)
	if left := m.run.left(m.now); left != "" {
		time += ", " + left + " left"
	}
	lines = append(lines, m.line("time", time))
	cut := m.cut.MaxWidth(max(width, 1))
	for i, line := range lines {
		lines[i] = cut.Render(line)
	}
	return strings.Join(lines, "\n") + "\n"
}

const labelWidth = 13

func (m model) line(label, text string) string {
	return m.label.Render(label+strings.Repeat(" ", max(1, labelWidth-len(label)))) + text
}

func (m model) newestTest() string {
	if m.newest.tests == 0 {
		return "none yet"
	}
	return "number " + group(uint64(m.newest.tests)) + ", " + clock(m.now.WallSeconds-m.newest.wall) + " ago"
}

// maxMachines bounds the searches on other machines that have a line.
const maxMachines = 8

// machines are the lines for the searches on other machines: the sum, and those that found most here.
func (m model) machines() (lines []string) {
	all := slices.Clone(m.now.Searches)
	if len(all) == 0 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b formats.Search) int { return cmp.Compare(b.Counted, a.Counted) })
	lines = append(lines, m.line("machines", others(m.now)))
	for _, one := range all[:min(len(all), maxMachines)] {
		text := fmt.Sprintf("%s: %s executions, %d directions, %d of %d finds counted", plain.Line(one.Name), group(one.Executions),
			one.Directions, one.Counted, one.Finds)
		if one.Gone {
			text += ", gone"
		}
		lines = append(lines, m.line("", text))
	}
	if more := len(all) - maxMachines; more > 0 {
		lines = append(lines, m.line("", fmt.Sprintf("and %d more", more)))
	}
	return lines
}

// bar draws the covered part of all directions. It is readable without colours.
func (m model) bar(width int) string {
	all := max(1, 2*m.now.Engine.Locations)
	full := min(width, m.now.Engine.Tree.CoveredDirections*max(width, 0)/all)
	return m.covered.Render(strings.Repeat("━", max(0, full))) + m.rest.Render(strings.Repeat("─", max(0, width-full)))
}

// sparkline draws values as at most width columns of eight heights. The greatest value has the full height.
func sparkline(values []int, width int) string {
	const heights = "▁▂▃▄▅▆▇█"
	if len(values) == 0 || width < 1 {
		return ""
	}
	maximum := 1
	for _, v := range values {
		maximum = max(maximum, v)
	}
	columns := min(width, len(values))
	steps := []rune(heights)
	line := make([]rune, columns)
	for i := range line {
		value := values[(i+1)*len(values)/columns-1]
		line[i] = steps[max(value, 0)*(len(steps)-1)/maximum]
	}
	return string(line)
}
