package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	source, err := os.ReadFile("../layout.yaml")
	if err != nil {
		t.Fatal(err)
	}
	goText, cText, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"../layout_generated.go": goText, "../../c/layout.h": cText} {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what layout.yaml says; call go generate ./libfizzer/layout", name)
		}
	}
}

func TestBrokenLayouts(t *testing.T) {
	const head = "structs: [{name: s, doc: d, fields: ["
	for source, want := range map[string]string{
		head + "{name: a, type: u32, doc: d}, {name: b, type: u64, doc: d}]}]": "multiple of 8",
		head + "{name: a, type: u64, doc: d}, {name: b, type: u32, doc: d}]}]": "at its end",
		head + "{name: a, type: long, doc: d}]}]":                              "unknown type",
		"nonsense: 1": "nonsense",
	} {
		if _, _, err := Generate([]byte(source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one about %q", source, err, want)
		}
	}
}

// TestHashIgnoresComments: a changed comment keeps the hash; changed names, order or types change it.
func TestHashIgnoresComments(t *testing.T) {
	hash := func(fields string) string {
		_, c, err := Generate([]byte("structs: [{name: s, doc: d, fields: [" + fields + "]}]"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(c)) {
			if strings.Contains(line, "LAYOUT_HASH") {
				return line
			}
		}
		return ""
	}
	base := hash("{name: a, type: u32, doc: one}")
	if hash("{name: a, type: u32, doc: two}") != base {
		t.Error("a comment changed the hash")
	}
	if hash("{name: b, type: u32, doc: one}") == base || hash("{name: a, type: u16, doc: one}") == base {
		t.Error("a field changed and the hash did not")
	}
}
