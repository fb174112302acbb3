package endtoend

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A run that does not show what is demanded ends with a code of its own, and everything is written all the same.
func TestDemands(t *testing.T) {
	p := ready(t)
	example := func(name string) string { return filepath.Join(p.root, "examples", name) }
	for _, test := range []struct {
		arguments []string
		status    int
		said      string
	}{
		{[]string{"--min-coverage", "92", example("constants-64.yml")}, 0, ""},
		{[]string{"--min-coverage", "100%", "--max-executions", "1", example("constants-64.yml")}, 9, "--min-coverage demands 100%"},
		{[]string{"--fail-on-crash", example("constants-64.yml")}, 0, ""},
		{[]string{"--fail-on-crash", example("crash-mostly.yml")}, 10, "SIG"},
		{[]string{"--fail-on-crash", "--json", "--quiet", example("crash-mostly.yml")}, 10, `"result":"done"`},
	} {
		folder := t.TempDir()
		status, said := runStatus(t, p, append([]string{"--max-executions", "2000", "--output", folder}, test.arguments...)...)
		if status != test.status || !strings.Contains(said, test.said) {
			t.Errorf("%q: %d, want %d, %q\n%s", test.arguments, status, test.status, test.said, said)
		}
		checkSuite(t, filepath.Join(folder, "test-suite"))
	}
}

// schemaOf compiles one of the published schemas.
func schemaOf(t *testing.T, p places, name string) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(p.root, "docs", "schema", name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// fits returns an error if a text is not JSON or does not fit the schema.
func fits(schema *jsonschema.Schema, text []byte) error {
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(content)
}

// The files of runs, and what is written as JSON, fit the published schemas.
func TestFilesFitTheirSchemas(t *testing.T) {
	p := ready(t)
	for example, options := range map[string][]string{
		"crash-mostly.yml":           {"--seed", "7", "--without", "bits", "--without", "bandit"},
		"sequentialized-threads.yml": {"--solver", "z3", "--strategy", "report"},
		"fuzzle-drawn.yml":           {"--jobs", "2", "--min-coverage", "0"},
		"no-input.yml":               nil,
	} {
		folder := t.TempDir()
		arguments := append([]string{"--json", "--max-executions", "6000", "--output", folder}, options...)
		out := run(t, p, append(arguments, filepath.Join(p.root, "examples", example))...)
		var last struct {
			Summary json.RawMessage `json:"summary"`
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
			t.Fatal(err)
		}
		if err := fits(schemaOf(t, p, "statistics"), last.Summary); err != nil {
			t.Errorf("%s: summary: %v", example, err)
		}
		for _, name := range []string{"run.json", "statistics.json", "details.json", "progress.jsonl"} {
			content, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			schema := schemaOf(t, p, strings.TrimSuffix(strings.TrimSuffix(name, ".json"), ".jsonl"))
			parts := [][]byte{content}
			if filepath.Ext(name) == ".jsonl" {
				parts = bytes.Split(bytes.TrimSpace(content), []byte("\n"))
			}
			for _, part := range parts {
				if err := fits(schema, part); err != nil {
					t.Errorf("%s: %s: %v", example, name, err)
				}
			}
		}
		replayed := run(t, p, "replay", "--json", folder, filepath.Join(p.root, "examples", example))
		if err := fits(schemaOf(t, p, "replay"), []byte(replayed)); err != nil {
			t.Errorf("%s: replay: %v", example, err)
		}
	}
}

// The schemas reject what a run does not write.
func TestSchemasReject(t *testing.T) {
	p := ready(t)
	schema := schemaOf(t, p, "run")
	for _, wrong := range []string{`{`, `{"file":"x"}`, `{"file":1,"options":{}}`, `{"file":"x","options":{"a":"b"}}`,
		`{"file":"x","options":{},"more":1}`} {
		if fits(schema, []byte(wrong)) == nil {
			t.Errorf("%s fits", wrong)
		}
	}
	if err := fits(schema, []byte(`{"file":"x","options":{"seed":["1"]}}`)); err != nil {
		t.Error(err)
	}
}
