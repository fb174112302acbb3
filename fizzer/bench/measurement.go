package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// measurement is one line of the result.
type measurement struct {
	Program          string  `json:"program"`
	Way              string  `json:"way"`
	Round            int     `json:"round"` // from 0
	Executions       uint64  `json:"executions"`
	CPUSeconds       float64 `json:"cpu_seconds"` // of all processes
	WallSeconds      float64 `json:"wall_seconds"`
	PerCPUSecond     float64 `json:"executions_per_cpu_second"`
	PerWallSecond    float64 `json:"executions_per_wall_second"`
	ConditionsPerRun float64 `json:"conditions_per_run,omitempty"` // 0: the way does not count them
	EngineShare      float64 `json:"engine_share,omitempty"`       // CPU time outside the target's processes, 0 to 1; 0: not measured
	Covered          int     `json:"covered,omitempty"`            // directions that the engine covered
	Note             string  `json:"note,omitempty"`
	Machine          string  `json:"machine"`
	Commit           string  `json:"commit"`
	Seed             uint64  `json:"seed"`
	conditions       uint64
}

func machine() string {
	return fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// commit names the code that was built, with a plus if it was changed since.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, changed := "unknown", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			revision = setting.Value[:min(12, len(setting.Value))]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = "+"
		}
	}
	return revision + changed
}

// finish computes the figures that follow from the counts.
func (m *measurement) finish() {
	m.PerCPUSecond = float64(m.Executions) / m.CPUSeconds
	m.PerWallSecond = float64(m.Executions) / m.WallSeconds
	if m.Executions > 0 {
		m.ConditionsPerRun = float64(m.conditions) / float64(m.Executions)
	}
}

// cell is all rounds of one way on one program.
type cell []measurement

// median returns the median of a figure over the rounds.
func (c cell) median(figure func(*measurement) float64) float64 {
	var values []float64
	for i := range c {
		values = append(values, figure(&c[i]))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func perCPUSecond(m *measurement) float64 { return m.PerCPUSecond }

// grid sorts measurements into cells; ways and programs are in the order in which they were measured first.
type grid struct {
	programs, ways []string
	cells          map[[2]string]cell
}

func newGrid(all []measurement) *grid {
	g := &grid{cells: map[[2]string]cell{}}
	for _, m := range all {
		if !slices.Contains(g.programs, m.Program) {
			g.programs = append(g.programs, m.Program)
		}
		if !slices.Contains(g.ways, m.Way) {
			g.ways = append(g.ways, m.Way)
		}
		key := [2]string{m.Program, m.Way}
		g.cells[key] = append(g.cells[key], m)
	}
	return g
}

// row writes one line of the table; text returns the cell of a way on a program that has measurements.
func (g *grid) row(out *strings.Builder, title, way string, text func(program string, c cell) string) {
	fmt.Fprintf(out, "| %s |", title)
	for _, program := range g.programs {
		if c := g.cells[[2]string{program, way}]; c != nil {
			fmt.Fprintf(out, " %s |", text(program, c))
		} else {
			fmt.Fprint(out, " |")
		}
	}
	fmt.Fprintln(out)
}

// table shows the medians over the rounds in Markdown: executions per CPU second and, in brackets, how many times
// more that is than with a process per run.
func table(all []measurement) string {
	var out strings.Builder
	g := newGrid(all)
	fmt.Fprintf(&out, "| way | %s |\n|---|%s\n", strings.Join(g.programs, " | "), strings.Repeat("---|", len(g.programs)))
	for _, way := range g.ways {
		g.row(&out, way, way, func(program string, c cell) string { return g.speed(program, c) })
	}
	g.row(&out, "conditions a run, persistent", wayBatches, func(_ string, c cell) string {
		return digits(c.median(func(m *measurement) float64 { return m.ConditionsPerRun }))
	})
	g.row(&out, "conditions a run, whole engine", wayEngine, func(_ string, c cell) string {
		return digits(c.median(func(m *measurement) float64 { return m.ConditionsPerRun }))
	})
	g.row(&out, "engine's share of the CPU time, whole engine", wayEngine, func(_ string, c cell) string {
		return fmt.Sprintf("%.0f %%", 100*c.median(func(m *measurement) float64 { return m.EngineShare }))
	})
	g.ratio(&out, "whole engine with 2 jobs over 1, executions per wall second", wayTwoJobs, wayEngine,
		func(m *measurement) float64 { return m.PerWallSecond })
	g.ratio(&out, "persistent in batches over AFL++", wayBatches, wayAFL, perCPUSecond)
	g.ratio(&out, "whole engine over AFL++", wayEngine, wayAFL, perCPUSecond)
	g.ratio(&out, "whole engine over libFuzzer", wayEngine, wayLibFuzzer, perCPUSecond)
	fmt.Fprintf(&out, "\nMedians of the rounds; machine: %s; commit %s; seed %d.\n", all[0].Machine, all[0].Commit, all[0].Seed)
	return out.String()
}

// speed is the text of a cell.
func (g *grid) speed(program string, c cell) string {
	text := digits(c.median(perCPUSecond))
	if slow := g.cells[[2]string{program, wayProcess}]; slow != nil {
		text += fmt.Sprintf(" (%s)", digits(c.median(perCPUSecond)/slow.median(perCPUSecond)))
	}
	if note := c[0].Note; note != "" {
		text += ", " + note
	}
	return text
}

// ratio writes a row with the quotient of two ways' figures, where both were measured.
func (g *grid) ratio(out *strings.Builder, title, over, under string, figure func(*measurement) float64) {
	g.row(out, title, over, func(program string, c cell) string {
		if other := g.cells[[2]string{program, under}]; other != nil {
			return fmt.Sprintf("%.2f", c.median(figure)/other.median(figure))
		}
		return ""
	})
}

// digits writes a number with spaces between groups of three, and one decimal below ten.
func digits(value float64) string {
	if value < 10 {
		return strconv.FormatFloat(value, 'f', 1, 64)
	}
	text := strconv.FormatFloat(value, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
