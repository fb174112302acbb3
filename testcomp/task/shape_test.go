package task

import (
	"strings"
	"testing"
)

// What is of another kind than the format wants is told in the format's words, with its line, and without any of Go's types.
func TestShapes(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "format_version is missing",
		"input_files: a.c\n":      "format_version is missing",
		"format_version: '2.0'\n": "input_files is missing",
		"- a\n- b\n":              "line 1: the definition is not a mapping",
		"format_version: [1]\n":   "line 1: format_version is not a text",
		"format_version: '2.0'\ninput_files: {a: b}\n":                                 "line 2: input_files is not a file name or a list",
		"format_version: '2.0'\ninput_files: [[a]]\n":                                  "line 2: an item of input_files is not a file name",
		"format_version: '2.0'\ninput_files: a.c\nproperties: x\n":                     "line 3: properties is not a list of properties",
		"format_version: '2.0'\ninput_files: a.c\nproperties: [x]\n":                   "line 3: an item of properties is not a mapping",
		"format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: []}]\n": "line 3: property_file is not a text",
		"format_version: '2.0'\ninput_files: a.c\noptions: 3\n":                        "line 3: options is not a mapping",
		"format_version: '2.0'\ninput_files: a.c\noptions: {data_model: [ILP32]}\n":    "line 3: data_model is not a text",
	} {
		_, err := Parse([]byte(text), "/")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
			continue
		}
		for _, word := range []string{"struct", "unmarshal", "[]string", "!!"} {
			if strings.Contains(err.Error(), word) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// Aliases, nulls and missing keys are taken as BenchExec's parser takes them.
func TestLooseDefinitions(t *testing.T) {
	got, err := Parse([]byte("x: &f [a.c, b.c]\nformat_version: 2.1\ninput_files: *f\nproperties: null\noptions:\n"), "/t")
	if err != nil || len(got.Programs) != 2 || got.Programs[1] != "/t/b.c" || got.DataModel != LP64 {
		t.Errorf("%+v, %v", got, err)
	}
}
