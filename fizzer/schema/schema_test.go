package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The published schemas are those of the types.
func TestPublishedSchemas(t *testing.T) {
	for _, d := range documents {
		want, err := schemaOf("../..", d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("../..", folder, d.name+".schema.json"))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is out of date (%v); call go run ./fizzer/schema", d.name, err)
		}
	}
	files, err := filepath.Glob(filepath.Join("../..", folder, "*"))
	if err != nil || len(files) != len(documents) {
		t.Errorf("%d files for %d documents, %v", len(files), len(documents), err)
	}
}

// inner is embedded.
type inner struct {
	A int `json:"a"` // a number
}

// outer contains all kinds.
type outer struct {
	inner
	B *outer          `json:"b"`
	C []uint8         `json:"c,omitempty"`
	D map[string]bool `json:"d"`
	// twice
	E [2]float64 `json:"e"`
	F string     `json:"-"`
}

func TestSchema(t *testing.T) {
	m := maker{definitions: map[string]any{}, comments: map[string]map[string]string{"fizzer/fizzer/schema": {"outer.E": "twice"}}}
	if _, err := m.value(reflect.TypeOf(outer{})); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(m.definitions["schema.outer"])
	want := `{"additionalProperties":false,"properties":{"a":{"type":"integer"},` +
		`"b":{"anyOf":[{"$ref":"#/$defs/schema.outer"},{"type":"null"}]},` +
		`"c":{"contentEncoding":"base64","type":"string"},` +
		`"d":{"anyOf":[{"additionalProperties":{"type":"boolean"},"type":"object"},{"type":"null"}]},` +
		`"e":{"description":"twice","items":{"type":"number"},"maxItems":2,"minItems":2,"type":"array"}},` +
		`"required":["a","b","d","e"],"type":"object"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if _, err := m.value(reflect.TypeOf(struct{ X int }{})); err == nil || !strings.Contains(err.Error(), "no name in JSON") {
		t.Errorf("a field without a name: %v", err)
	}
	if _, err := m.value(reflect.TypeOf(func() {})); err == nil {
		t.Error("a function has a schema")
	}
}
