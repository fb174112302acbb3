package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
)

//go:embed page.html
var page string

// writePage writes the comparison as a self-contained page.
func writePage(path string, c *comparison, scatter, quantile []byte) error {
	parsed, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, struct {
		*comparison
		Scatter, Quantile template.HTML
	}{c, inline(scatter), inline(quantile)}); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// inline returns the element svg, without the head that only a separate file may have.
func inline(svg []byte) template.HTML {
	if start := bytes.Index(svg, []byte("<svg")); start > 0 {
		svg = svg[start:]
	}
	return template.HTML(svg) // safe: made by the plotting library, which escapes labels
}
