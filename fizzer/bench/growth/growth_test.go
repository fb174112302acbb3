package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGrowth: the tree grows from line to line, a node stays small, and the plot is an image with a point per line.
func TestGrowth(t *testing.T) {
	file := filepath.Join(t.TempDir(), "growth.svg")
	var out bytes.Buffer
	if err := run(&out, 200_000, file); err != nil {
		t.Fatal(err)
	}
	var all []measurement
	for decoder := json.NewDecoder(&out); ; {
		var m measurement
		err := decoder.Decode(&m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if n := len(all); n > 0 && m.Nodes <= all[n-1].Nodes || m.BytesPerNode < 9 || m.BytesPerNode > 40 || m.ConditionsPerRun != 1001 {
			t.Errorf("line %d: %+v", n, m)
		}
		all = append(all, m)
	}
	if len(all) < 2 {
		t.Fatalf("%d lines", len(all))
	}
	image, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(image, new(struct{})); err != nil {
		t.Errorf("the plot is no XML: %v", err)
	}
	for _, line := range strings.Split(string(image), "\n") {
		if points, found := strings.CutPrefix(line, `<polyline fill="none" stroke="#1f4e9e" stroke-width="2" points="`); found &&
			strings.Count(points, ",") != len(all) {
			t.Errorf("%d lines are drawn as %s", len(all), points)
		}
	}
}
