package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
)

//go:embed page.html
var page string

// writePage writes the comparison as a page that needs nothing else.
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

// inline returns the element svg, without what only a file of its own may begin with.
func inline(svg []byte) template.HTML {
	if start := bytes.Index(svg, []byte("<svg")); start > 0 {
		svg = svg[start:]
	}
	return template.HTML(svg) // by the plotting library, which escapes labels
}
