package main

import (
	"bytes"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// plotSize is the width and height of a plot.
const plotSize = 12 * vg.Centimeter

var colours = []color.Color{color.RGBA{0x20, 0x59, 0xb5, 0xff}, color.RGBA{0xb3, 0x5a, 0x00, 0xff}}

// scatterPlot has a point for each task; above the line the second set is better.
func scatterPlot(c *comparison) ([]byte, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = c.First+" (%)", c.Second+" (%)"
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
	return svg(p)
}

// quantilePlot shows for each set how many tasks have at most a coverage: the lower and farther right the better.
func quantilePlot(c *comparison) ([]byte, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "tasks", "coverage of the task (%)"
	p.Y.Min, p.Y.Max = 0, 100
	p.Legend.Left, p.Legend.Top = false, false
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
		p.Legend.Add(side.name, line)
	}
	return svg(p)
}

func svg(p *plot.Plot) ([]byte, error) {
	w, err := p.WriterTo(plotSize, plotSize, "svg")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = w.WriteTo(&out)
	return out.Bytes(), err
}
