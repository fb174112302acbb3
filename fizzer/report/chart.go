package report

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"fizzer/fizzer/formats"
)

// chart is a curve of covered directions.
type chart struct {
	Title string
	SVG   template.HTML
}

// Size and margins of a chart in its own units.
const (
	chartWidth, chartHeight = 560, 220
	left, right, top, under = 56, 16, 12, 36
)

// charts draws coverage over CPU time and over executions.
func charts(r *Run) []chart {
	byTime := func(p formats.Progress) float64 { return p.CPUSeconds }
	byExecutions := func(p formats.Progress) float64 { return float64(p.Engine.Executions) }
	return []chart{
		{"over CPU seconds", draw(r.Progress, byTime, "CPU seconds")},
		{"over executions", draw(r.Progress, byExecutions, "executions")},
	}
}

// draw makes a step line of the covered directions, in colours of the style sheet.
func draw(progress []formats.Progress, x func(formats.Progress) float64, label string) template.HTML {
	maxX, maxY := 1e-9, 1.0
	for _, p := range progress {
		maxX = math.Max(maxX, x(p))
		maxY = math.Max(maxY, float64(p.Engine.Tree.CoveredDirections))
	}
	atX := func(v float64) float64 { return left + v/maxX*(chartWidth-left-right) }
	atY := func(v float64) float64 { return chartHeight - under - v/maxY*(chartHeight-top-under) }
	var svg, line strings.Builder
	fmt.Fprintf(&svg, `<svg viewBox="0 0 %d %d" role="img" aria-label="covered directions over %s">`, chartWidth, chartHeight, label)
	for _, y := range ticks(maxY) {
		fmt.Fprintf(&svg, `<path class="grid" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`,
			left, atY(y), chartWidth-right, left-6, atY(y)+4, short(y))
	}
	for _, v := range ticks(maxX) {
		fmt.Fprintf(&svg, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, atX(v), chartHeight-under+16, short(v))
	}
	fmt.Fprintf(&svg, `<text x="%d" y="%d" text-anchor="end">%s</text>`, chartWidth-right, chartHeight-4, label)
	fmt.Fprintf(&line, "M%.1f %.1f", atX(0), atY(0))
	before, covered := 0.0, 0
	for _, p := range progress { // in files of other versions the coverage may fall where a run was resumed
		before, covered = math.Max(before, x(p)), max(covered, p.Engine.Tree.CoveredDirections)
		fmt.Fprintf(&line, "H%.1fV%.1f", atX(before), atY(float64(covered)))
	}
	fmt.Fprintf(&svg, `<path class="area" d="%sV%.1fH%.1fZ"/><path class="line" d="%s"/></svg>`, line.String(), atY(0), atX(0), line.String())
	return template.HTML(svg.String()) // it consists of numbers and fixed words
}

// ticks returns round numbers from 0 to limit.
func ticks(limit float64) []float64 {
	step := math.Pow(10, math.Floor(math.Log10(limit)))
	for _, smaller := range []float64{0.5, 0.2} {
		if limit/step < 3 {
			step = smaller * math.Pow(10, math.Floor(math.Log10(limit)))
		}
	}
	var all []float64
	for v := 0.0; v <= limit*1.0001; v += step {
		all = append(all, v)
	}
	return all
}

// short writes a number in few characters.
func short(v float64) string {
	switch {
	case v >= 1e9:
		return fmt.Sprintf("%.3gG", v/1e9)
	case v >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 1e4:
		return fmt.Sprintf("%.3gk", v/1e3)
	}
	return fmt.Sprintf("%.4g", v)
}
