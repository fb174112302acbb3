package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// rule is the rule for one key of an FM-Tools entry, as in testdata/rules.yml.
type rule struct {
	Key   string
	Kind  string // text, number, texts, list, map
	Is    string // expression that each text must match as a whole
	Least int    // elements of texts and list
	// Sorted means that texts are sorted without regard to case, and that none occurs twice.
	Sorted bool
	Of     []rule // keys of each element of a list, or of a map
}

// complaints returns the errors in a map: a key is missing, unknown or out of order, or a value has the wrong kind.
func complaints(node *yaml.Node, rules []rule, where string) []string {
	if node.Kind != yaml.MappingNode {
		return []string{where + ": not a map"}
	}
	var all, keys, wanted []string
	for i := 0; i < len(node.Content); i += 2 {
		keys = append(keys, node.Content[i].Value)
	}
	for _, r := range rules {
		wanted = append(wanted, r.Key)
	}
	if strings.Join(keys, " ") != strings.Join(wanted, " ") {
		return []string{where + ": keys are " + strings.Join(keys, " ") + ", want " + strings.Join(wanted, " ")}
	}
	for i, r := range rules {
		all = append(all, r.check(node.Content[2*i+1], where+"."+r.Key)...)
	}
	return all
}

func (r rule) check(value *yaml.Node, where string) []string {
	elements := value.Content
	switch r.Kind {
	case "text", "number":
		elements = []*yaml.Node{value}
	case "map":
		return complaints(value, r.Of, where)
	default:
		if value.Kind != yaml.SequenceNode || len(elements) < r.Least {
			return []string{where + ": not a list of enough elements"}
		}
	}
	var all []string
	tag := "!!str"
	if r.Kind == "number" {
		tag = "!!int"
	}
	for i, element := range elements {
		if r.Sorted && i > 0 && strings.ToLower(elements[i-1].Value) >= strings.ToLower(element.Value) {
			all = append(all, where+": "+element.Value+" is out of order")
		}
		switch {
		case r.Kind == "list":
			all = append(all, complaints(element, r.Of, where)...)
		case element.Tag != tag || !regexp.MustCompile("^(?:"+r.Is+")$").MatchString(element.Value):
			all = append(all, where+": "+element.Value+" is no "+r.Is)
		}
	}
	return all
}

func rules(t *testing.T) []rule {
	t.Helper()
	content, err := os.ReadFile("testdata/rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	var all []rule
	if err := yaml.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// filled returns a submission with everything that a submitter has to fill in.
func filled() submission {
	me := person{ORCID: "0000-0002-1825-0097", Name: "A Person", Institution: "A University", Country: "A Country",
		URL: "https://example.org/person"}
	return submission{
		ProjectURL: "https://example.org/", RepositoryURL: "https://example.org/git", DOI: "10.5281/zenodo.1234567",
		EntryMaintainers: []string{"person"}, Maintainers: []person{me},
		Competitions: []participation{{Competition: "Test-Comp 2027", Track: "Test Generation", JuryMember: me, Participants: []person{me}}},
		Literature:   []publication{{DOI: "10.1000/182", Title: "A Paper", Year: 2026}},
	}
}

func parse(t *testing.T, content []byte) *yaml.Node {
	t.Helper()
	var document yaml.Node
	if err := yaml.Unmarshal(content, &document); err != nil {
		t.Fatal(err)
	}
	return document.Content[0]
}

func TestEntryFollowsTheRules(t *testing.T) {
	content, err := newEntry(filled(), "1.2.3").encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range complaints(parse(t, content), rules(t), "entry") {
		t.Error(complaint)
	}
	if err := filled().missing(); err != nil {
		t.Error(err)
	}
}

// TestEntryIsFormatted: FM-Tools' formatter would not change the entry: lists are indented, and sections follow empty lines.
func TestEntryIsFormatted(t *testing.T) {
	content, err := newEntry(filled(), "1.2.3").encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"input_languages:\n  - C\n", "\n\nversions:\n  - version: 1.2.3\n    doi: ",
		"\n\nframeworks_solvers: []\n\nliterature:\n  - doi: "} {
		if !strings.Contains(string(content), words) {
			t.Errorf("the entry lacks %q:\n%s", words, content)
		}
	}
}

func TestRulesFindFaults(t *testing.T) {
	good, err := newEntry(filled(), "1.2.3").encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []struct{ old, new string }{
		{"id: fizzer-in-go\nname: Fizzer in Go\n", "name: Fizzer in Go\nid: fizzer-in-go\n"},
		{"spdx_license_identifier: Apache-2.0\n", ""},
		{`fmtools_format_version: "2.0"`, "fmtools_format_version: 2.0"},
		{"doi: 10.5281/zenodo.1234567", `doi: ""`},
		{"techniques:\n", "techniques: Random Execution\nother:\n"},
		{"frameworks_solvers: []\n", ""}, {"year: 2026", `year: "2026"`}, {"    participants:\n", "    team:\n"},
		{"literature:\n", "papers:\n"}, {"  - Fuzzing\n", "  - Random Execution\n"},
		{"country: A Country", "land: A Country"}, {"orcid: 0000-", "orcid: 0-"},
		{"Guidance by Coverage Measures", "Magic"}, {"Symbolic Execution", "Symbolism"},
	} {
		bad := strings.Replace(string(good), fault.old, fault.new, 1)
		if bad == string(good) {
			t.Fatalf("%q is not in the entry:\n%s", fault.old, good)
		}
		if len(complaints(parse(t, []byte(bad)), rules(t), "entry")) == 0 {
			t.Errorf("no complaint about %q", fault.new)
		}
	}
}

func TestSubmissionFileIsRead(t *testing.T) {
	s, err := readSubmission("submission.yml")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Competitions) == 0 {
		t.Error("no competition")
	}
	for _, what := range []string{"jury_member of Test-Comp 2027", "participants of Test-Comp 2027"} {
		if err := s.missing(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("nobody asks for %s: %v", what, err)
		}
	}
	s.Maintainers = nil
	if err := s.missing(); err == nil || !strings.Contains(err.Error(), "maintainers is empty") {
		t.Errorf("an empty list of maintainers is missing, the complaint is %v", err)
	}
}

func TestZip(t *testing.T) {
	parts := []part{{"LICENSE", 0o644, []byte("law")}, {"bin/tool", 0o755, bytes.Repeat([]byte("x"), 1000)}}
	var archives [2][]byte
	for i := range archives {
		path := filepath.Join(t.TempDir(), "a.zip")
		if err := writeZip(path, "top", parts); err != nil {
			t.Fatal(err)
		}
		var err error
		if archives[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("the same parts gave two archives")
	}
	r, err := zip.NewReader(bytes.NewReader(archives[0]), int64(len(archives[0])))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range r.File {
		if file.Name != "top/"+parts[i].name || file.Mode() != parts[i].mode {
			t.Errorf("file %s with mode %v, want top/%s with %v", file.Name, file.Mode(), parts[i].name, parts[i].mode)
		}
	}
}
