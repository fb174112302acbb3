package main

import (
	"bytes"
	"fmt"
	"math"
)

// Sizes of the plot in pixels: two panels, one below the other.
const (
	width, height = 640.0, 260.0
	left, top     = 70.0, 30.0
	right, bottom = 20.0, 45.0
)

// panel is one curve over the nodes of the tree, which have a logarithmic scale; the other scale begins at 0.
type panel struct {
	title string
	value func(*measurement) float64
}

// plot returns the measurements as an SVG image.
func plot(all []measurement) []byte {
	panels := []panel{
		{"engine: nanoseconds of CPU time for each condition", func(m *measurement) float64 { return m.EngineNanosecondsEach }},
		{"execution tree: bytes for each node", func(m *measurement) float64 { return m.BytesPerNode }},
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" font-family="sans-serif" font-size="12">`+"\n", width,
		height*float64(len(panels)))
	out.WriteString(`<rect width="100%" height="100%" fill="white"/>` + "\n")
	for i, p := range panels {
		fmt.Fprintf(&out, `<g transform="translate(0 %g)">`+"\n", height*float64(i))
		p.draw(&out, all)
		out.WriteString("</g>\n")
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}

func (p *panel) draw(out *bytes.Buffer, all []measurement) {
	most := 1.0
	for i := range all {
		most = max(most, p.value(&all[i]))
	}
	step := math.Pow(10, math.Floor(math.Log10(most)))
	if most/step < 3 {
		step /= 2
	}
	most = math.Ceil(most/step) * step
	low, high := math.Log10(float64(all[0].Nodes)), math.Log10(float64(all[len(all)-1].Nodes))
	x := func(nodes float64) float64 {
		return left + (width-left-right)*(math.Log10(nodes)-low)/max(high-low, 1e-9)
	}
	y := func(value float64) float64 { return height - bottom - (height-top-bottom)*value/most }
	fmt.Fprintf(out, `<text x="%g" y="18" font-weight="bold">%s</text>`+"\n", left, p.title)
	for value := 0.0; value <= most; value += step {
		fmt.Fprintf(out, `<path d="M%g %.1fH%g" stroke="#ccc"/><text x="%g" y="%.1f" text-anchor="end">%g</text>`+"\n", left, y(value),
			width-right, left-6, y(value)+4, value)
	}
	for nodes := math.Pow(10, math.Ceil(low)); nodes <= math.Pow(10, high); nodes *= 10 {
		fmt.Fprintf(out, `<text x="%.1f" y="%g" text-anchor="middle">%.0f</text>`+"\n", x(nodes), height-bottom+16, nodes)
	}
	fmt.Fprintf(out, `<text x="%g" y="%g" text-anchor="middle">nodes</text>`+"\n", (left+width-right)/2, height-bottom+34)
	out.WriteString(`<polyline fill="none" stroke="#1f4e9e" stroke-width="2" points="`)
	for i := range all {
		fmt.Fprintf(out, "%.1f,%.1f ", x(float64(all[i].Nodes)), y(p.value(&all[i])))
	}
	out.WriteString(`"/>` + "\n")
}
