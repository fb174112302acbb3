package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// inside is the folder whose packages the picture shows individually: the tool with its engine. Each folder beside it is one row.
const inside = "fizzer/fizzer"

// node is a package or a folder of packages, with the nodes that it imports.
type node struct {
	name    string
	imports map[string]bool
}

// picture asks the go command for the packages and draws them.
func picture() (string, error) {
	output, err := exec.Command("go", "list", "-json=ImportPath,Imports", inside+"/...").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	nodes := map[string]*node{}
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return "", fmt.Errorf("go list: %w", err)
		}
		add(nodes, p.ImportPath, p.Imports)
	}
	return draw(sorted(nodes)), nil
}

// add notes a package and its imports from the module.
func add(nodes map[string]*node, path string, imports []string) {
	get := func(path string) *node {
		name := label(path)
		if nodes[name] == nil {
			nodes[name] = &node{name, map[string]bool{}}
		}
		return nodes[name]
	}
	importer := get(path)
	for _, imported := range imports {
		if strings.HasPrefix(imported, "fizzer/") && label(imported) != importer.name {
			importer.imports[get(imported).name] = true
		}
	}
}

// label returns a package's name in the picture. For a package outside of inside, this is its top folder.
func label(path string) string {
	if path == inside {
		return "main"
	}
	if rest, ok := strings.CutPrefix(path, inside+"/"); ok {
		return rest
	}
	return strings.Split(path, "/")[1] + "/"
}

// sorted returns the nodes in an order in which none imports an earlier one: by decreasing length of the longest chain of imports
// from the node, then by name.
func sorted(nodes map[string]*node) []*node {
	heights := map[string]int{}
	var height func(name string) int
	height = func(name string) int {
		if h, known := heights[name]; known {
			return h
		}
		h := 0
		for imported := range nodes[name].imports {
			h = max(h, height(imported)+1)
		}
		heights[name] = h
		return h
	}
	var all []*node
	for name, n := range nodes {
		height(name)
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b *node) int {
		if heights[a.name] != heights[b.name] {
			return heights[b.name] - heights[a.name]
		}
		return strings.Compare(a.name, b.name)
	})
	return all
}

// Sizes of the picture in pixels.
const (
	cell   = 13
	margin = 190
)

// draw returns the matrix as SVG.
func draw(nodes []*node) string {
	size := margin + cell*len(nodes) + 10
	var out strings.Builder
	total := 0
	for _, n := range nodes {
		total += len(n.imports)
	}
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="10">`+"\n", size,
		size)
	out.WriteString(`<rect width="100%" height="100%" fill="#fff"/>` + "\n")
	fmt.Fprintf(&out, `<text x="8" y="16" font-size="12">%d packages, %d imports</text>`+"\n", len(nodes), total)
	for i, n := range nodes {
		at := margin + cell*i
		fmt.Fprintf(&out, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", margin-4, at+cell-3, html.EscapeString(n.name))
		fmt.Fprintf(&out, `<text transform="translate(%d,%d) rotate(-60)">%s</text>`+"\n", at+cell-3, margin-4, html.EscapeString(n.name))
		fmt.Fprintf(&out, `<rect x="%d" y="%d" width="%d" height="%d" fill="#bbb"/>`+"\n", at, at, cell-1, cell-1)
		fmt.Fprintf(&out, `<path d="M%d %dH%dM%d %dV%d" stroke="#eee"/>`+"\n", margin, at+cell, size-10, at+cell, margin, size-10)
		for j, imported := range nodes {
			if n.imports[imported.name] {
				fmt.Fprintf(&out, `<rect x="%d" y="%d" width="%d" height="%d" fill="#1f4e9e"><title>%s imports %s</title></rect>`+"\n",
					margin+cell*j+1, at+1, cell-3, cell-3, html.EscapeString(n.name), html.EscapeString(imported.name))
			}
		}
	}
	out.WriteString("</svg>\n")
	return out.String()
}
