package task

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fizzer/testcomp/property"
)

func write(t *testing.T, folder, name, content string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const complete = `format_version: '2.0'
input_files: 'byte_add-1.i'
something_else: [1, {a: b}]
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/coverage-branches.prp
options:
  language: C
  data_model: ILP32
`

func TestParse(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want Task
	}{
		"complete": {complete, Task{
			Programs:   []string{"tasks/byte_add-1.i"},
			Properties: []string{"properties/unreach-call.prp", "properties/coverage-branches.prp"},
			DataModel:  ILP32,
		}},
		"number as version": {"format_version: 2.1\ninput_files: [a.c, /b.c]\n", Task{Programs: []string{"tasks/a.c", "/b.c"}, DataModel: LP64}},
		"flow style": {"{format_version: '2.0', input_files: x.c, options: {data_model: LP64}}",
			Task{Programs: []string{"tasks/x.c"}, DataModel: LP64}},
	} {
		if got, err := Parse([]byte(test.text), "tasks"); err != nil || !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, test.want)
		}
	}
}

// TestParseRejects: the error for each broken definition is one sentence that names the culprit.
func TestParseRejects(t *testing.T) {
	for text, culprit := range map[string]string{
		"":                                       "format_version",
		"a":                                      "task definition",
		"[1, 2]":                                 "task definition",
		"format_version: 2.0":                    "input_files",
		"format_version: '1.0'\n":                `"1.0"`,
		"input_files: a.c":                       "format_version",
		"{format_version: 2.0, input_files: ''}": "input_files",
		"{format_version: 2.0, input_files: {a: b}}":                               "task definition",
		"{format_version: 2.0, input_files: a.c, options: {data_model: IP16}}":     "IP16",
		"{format_version: 2.0, input_files: A.java, options: {language: Java}}":    "Java",
		"{format_version: 2.0, input_files: a.c":                                   "task definition",
		"{format_version: 2.0, input_files: a.c, properties: coverage-branches}":   "task definition",
		"format_version: 2.0\ninput_files: a.c\nproperties:\n\t- property_file: x": "task definition",
	} {
		_, err := Parse([]byte(text), ".")
		if err == nil || !strings.Contains(err.Error(), culprit) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Parse(%q): %v; want one sentence with %q", text, err, culprit)
		}
	}
}

func TestRead(t *testing.T) {
	folder := t.TempDir()
	program := write(t, folder, "p.c", "int main(void) { return 0; }")
	definition := write(t, folder, "p.yml", "format_version: '2.0'\ninput_files: p.c\n")
	if got, err := Read(program); err != nil || !reflect.DeepEqual(*got, Task{Programs: []string{program}, DataModel: LP64}) {
		t.Errorf("program: %+v, %v", got, err)
	}
	if got, err := Read(definition); err != nil || got.Definition != definition || got.Programs[0] != program {
		t.Errorf("definition: %+v, %v", got, err)
	}
	for path, want := range map[string]Reason{
		filepath.Join(folder, "none.yml"): Missing,
		folder:                            Missing,
		write(t, folder, "q.yml", "format_version: '2.0'\ninput_files: none.c\n"): Missing,
		write(t, folder, "r.yml", "format_version: '7'\ninput_files: p.c\n"):      Malformed,
		write(t, folder, "s.txt", "int main(void) { return 0; }"):                 Malformed,
	} {
		_, err := Read(path)
		var problem *Error
		if !errors.As(err, &problem) || problem.Reason != want || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v; want reason %d", path, err, want)
		}
	}
}

func TestProperty(t *testing.T) {
	folder := t.TempDir()
	safety := write(t, folder, "a.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )")
	coverage := write(t, folder, "b.prp", "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )")
	missing := filepath.Join(folder, "none.prp")
	branches := property.Property{Kind: property.Branches}
	reach := property.Property{Kind: property.Error, Function: "reach_error"}
	for _, test := range []struct {
		files []string
		want  property.Property
		fails bool
	}{
		{nil, branches, false},
		{[]string{safety}, branches, false},
		{[]string{safety, coverage}, reach, false},
		{[]string{missing, coverage}, reach, false},
		{[]string{safety, missing}, property.Property{}, true},
	} {
		got, err := (&Task{Properties: test.files}).Property()
		if got != test.want || (err != nil) != test.fails {
			t.Errorf("%v: %+v, %v; want %+v", test.files, got, err, test.want)
		}
	}
}

func TestDataModel(t *testing.T) {
	for model, want := range map[DataModel][2]string{ILP32: {"32bit", "-m32"}, LP64: {"64bit", "-m64"}} {
		if got := [2]string{model.Architecture(), model.CompilerFlag()}; got != want {
			t.Errorf("%s: %v, want %v", model, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(complete))
	f.Add([]byte("{format_version: 2.1, input_files: [a.c, b.c]}"))
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := Parse(content, "folder")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
			return
		}
		if len(got.Programs) == 0 || (got.DataModel != ILP32 && got.DataModel != LP64) {
			t.Errorf("incomplete task %+v", got)
		}
	})
}
