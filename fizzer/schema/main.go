// Command schema writes docs/schema: JSON Schemas (draft 2020-12) of the files that a run leaves and of what `fizzer replay --json` writes.
// They are made from the Go types and their comments, so that they cannot say anything else than the program does. Call it at the top of
// the project: go run ./fizzer/schema
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/replay"
)

// folder gets the schemas.
const folder = "docs/schema"

// document is a kind of file with its type.
type document struct {
	name, title string
	content     any
}

// documents are all that have a schema.
var documents = []document{
	{"run", "run.json: the options of a run", formats.Run{}},
	{"statistics", "statistics.json: the summary of a run, also in the line summary of --json", formats.Statistics{}},
	{"progress", "a line of progress.jsonl, also in the lines progress of --json", formats.Progress{}},
	{"details", "details.json: what fizzer report shows beyond the other files", formats.Details{}},
	{"crash", "crash.json in the folder of a crash: what is known about it", formats.Crash{}},
	{"replay", "what fizzer replay --json writes", replay.Report{}},
}

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

// write writes all schemas below the top of the project.
func write(root string) error {
	if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
		return err
	}
	for _, d := range documents {
		text, err := schemaOf(root, d)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, folder, d.name+".schema.json"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// schemaOf returns the schema of a document.
func schemaOf(root string, d document) ([]byte, error) {
	m := maker{root: root, definitions: map[string]any{}, comments: map[string]map[string]string{}}
	top, err := m.value(reflect.TypeOf(d.content))
	if err != nil {
		return nil, err
	}
	return encode(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": d.title, "$ref": top["$ref"], "$defs": m.definitions,
	})
}
