package main

import (
	"bytes"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// plotSize is the width and height of a plot.
const plotSize = 12 * vg.Centimeter

var colours = []color.Color{color.RGBA{0x20, 0x59, 0xb5, 0xff}, color.RGBA{0xb3, 0x5a, 0x00, 0xff}}

// scatterPlot draws a point for each task. Above the line, the second set is better.
func scatterPlot(c *comparison) ([]byte, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = wrap(c.First+" (%)"), wrap(c.Second+" (%)")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 100
	points := make(plotter.XYs, len(c.Tasks))
	for i, t := range c.Tasks {
		points[i] = plotter.XY{X: t.First, Y: t.Second}
	}
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	marks.GlyphStyle = draw.GlyphStyle{Color: colours[0], Radius: vg.Points(2.5), Shape: draw.CircleGlyph{}}
	diagonal, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 100, Y: 100}})
	if err != nil {
		return nil, err
	}
	diagonal.Color = color.Gray{0x99}
	p.Add(plotter.NewGrid(), diagonal, marks)
	return svg(p, nil)
}

// quantilePlot draws, for each set, the coverages of its tasks in ascending order. A curve further up and to the left is better.
func quantilePlot(c *comparison) ([]byte, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "tasks", "coverage of the task (%)"
	p.Y.Min, p.Y.Max = 0, 100
	legend := plot.NewLegend()
	legend.Left, legend.Top, legend.Padding = true, true, vg.Points(2)
	p.Add(plotter.NewGrid())
	for i, side := range []struct {
		name  string
		value func(task) float64
	}{{c.First, func(t task) float64 { return t.First }}, {c.Second, func(t task) float64 { return t.Second }}} {
		var values []float64
		for _, t := range c.Tasks {
			values = append(values, side.value(t))
		}
		slices.Sort(values)
		points := make(plotter.XYs, len(values))
		for k, v := range values {
			points[k] = plotter.XY{X: float64(k + 1), Y: v}
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.StepStyle = colours[i], vg.Points(1.5), plotter.PostStep
		p.Add(line)
		for i, text := range strings.Split(wrap(side.name), "\n") {
			if i == 0 {
				legend.Add(text, line)
			} else {
				legend.Add(text)
			}
		}
	}
	return svg(p, &legend)
}

// maxText is the maximum number of characters of a name on one line of a plot. The text is measured in a font that the browser
// may not have; with this maximum, a font that is a third wider still fits.
const maxText = 34

// wrap breaks a name into lines, between words if possible.
func wrap(name string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(name) {
		for _, part := range pieces(word) {
			switch {
			case line == "":
				line = part
			case len([]rune(line))+1+len([]rune(part)) <= maxText:
				line += " " + part
			default:
				lines, line = append(lines, line), part
			}
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// pieces splits a word that is longer than a line.
func pieces(word string) []string {
	runes := []rune(word)
	var all []string
	for len(runes) > maxText {
		all, runes = append(all, string(runes[:maxText])), runes[maxText:]
	}
	return append(all, string(runes))
}

// plotMargin is the room around a plot for a number that is centred at the end of an axis.
const plotMargin = 0.6 * vg.Centimeter

// svg draws a plot, with its legend, if any, above it.
func svg(p *plot.Plot, legend *plot.Legend) ([]byte, error) {
	above := vg.Length(plotMargin)
	if legend != nil {
		above += legend.Rectangle(draw.New(vgsvg.New(plotSize, plotSize))).Size().Y
	}
	canvas := vgsvg.New(plotSize, plotSize+above)
	all := draw.New(canvas)
	p.Draw(draw.Crop(all, plotMargin/4, -plotMargin, plotMargin/4, -above))
	if legend != nil {
		legend.Draw(draw.Crop(all, plotMargin, -plotMargin, plotSize, -plotMargin/2))
	}
	var out bytes.Buffer
	_, err := canvas.WriteTo(&out)
	return out.Bytes(), err
}
