package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"

	"gopkg.in/yaml.v3"
)

// Facts about the tool that the entry and the archive share.
const (
	toolID      = "fizzer-in-go"
	description = "Fizzer in Go generates tests by gray-box fuzzing: sensitive input bits, gradient descent on branching functions, " +
		"and a Monte Carlo search of the execution tree."
)

// UbuntuPackages are what the tool needs at run time beyond a bare Ubuntu 24.04.
var ubuntuPackages = []string{"clang-18", "gcc-multilib", "libc6-dev-i386"}

// person is a person responsible for the tool.
type person struct {
	ORCID       string `yaml:"orcid"` // 0000-0000-0000-000X
	Name        string `yaml:"name"`
	Institution string `yaml:"institution"`
	Country     string `yaml:"country"`
	URL         string `yaml:"url"`
}

// participation is one competition that the tool takes part in.
type participation struct {
	Competition  string   `yaml:"competition"`
	Track        string   `yaml:"track"`
	ToolVersion  string   `yaml:"tool_version"`
	JuryMember   person   `yaml:"jury_member"`
	Participants []person `yaml:"participants"` // the whole team
}

// publication is a paper about the tool.
type publication struct {
	DOI   string `yaml:"doi"`
	Title string `yaml:"title"` // as in CrossRef
	Year  int    `yaml:"year"`
}

// submission is the content of submission.yml.
type submission struct {
	ProjectURL       string          `yaml:"project_url"`
	RepositoryURL    string          `yaml:"repository_url"`
	DOI              string          `yaml:"doi"`
	EntryMaintainers []string        `yaml:"entry_maintainers"`
	Maintainers      []person        `yaml:"maintainers"`
	Competitions     []participation `yaml:"competitions"`
	Literature       []publication   `yaml:"literature"` // may be empty
}

// version is one release in the entry.
type version struct {
	Version            string   `yaml:"version"`
	DOI                string   `yaml:"doi"`
	ToolInfoOptions    []string `yaml:"benchexec_toolinfo_options"`
	UbuntuPackages     []string `yaml:"required_ubuntu_packages"`
	BaseContainerImage []string `yaml:"base_container_images"`
}

// entry is the tool's FM-Tools entry. The fields are in the order that FM-Tools demands.
type entry struct {
	ID               string          `yaml:"id"`
	Name             string          `yaml:"name"`
	Description      string          `yaml:"description"`
	InputLanguages   []string        `yaml:"input_languages"`
	ProjectURL       string          `yaml:"project_url"`
	RepositoryURL    string          `yaml:"repository_url"`
	License          string          `yaml:"spdx_license_identifier"`
	ToolInfo         string          `yaml:"benchexec_toolinfo_module"`
	FormatVersion    string          `yaml:"fmtools_format_version"`
	EntryMaintainers []string        `yaml:"fmtools_entry_maintainers"`
	Maintainers      []person        `yaml:"maintainers"`
	Versions         []version       `yaml:"versions"`
	Participations   []participation `yaml:"competition_participations"`
	Techniques       []string        `yaml:"techniques"`         // sorted without regard to case
	Frameworks       []string        `yaml:"frameworks_solvers"` // likewise
	Literature       []publication   `yaml:"literature"`
}

// readSubmission reads submission.yml; unknown keys are errors.
func readSubmission(path string) (submission, error) {
	var s submission
	content, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&s); err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// missing returns an error that names what the submitter has not filled in.
func (s submission) missing() error {
	var all []error
	require := func(there bool, what string) {
		if !there {
			all = append(all, fmt.Errorf("%s is empty", what))
		}
	}
	require(s.ProjectURL != "", "project_url")
	require(s.RepositoryURL != "", "repository_url")
	require(s.DOI != "", "doi")
	require(len(s.EntryMaintainers) > 0, "entry_maintainers")
	people := func(list []person, what string) {
		require(len(list) > 0, what)
		for _, p := range list {
			for key, value := range map[string]string{"orcid": p.ORCID, "name": p.Name, "institution": p.Institution, "country": p.Country} {
				require(value != "", fmt.Sprintf("%s of %s (%s)", key, what, p.Name))
			}
		}
	}
	people(s.Maintainers, "maintainers")
	for _, c := range s.Competitions {
		people([]person{c.JuryMember}, "jury_member of "+c.Competition)
		people(c.Participants, "participants of "+c.Competition)
	}
	return errors.Join(all...)
}

// newEntry assembles the entry of the given release.
func newEntry(s submission, release string) entry {
	for i := range s.Competitions {
		s.Competitions[i].ToolVersion = release
	}
	return entry{
		ID: toolID, Name: "Fizzer in Go", Description: description, InputLanguages: []string{"C"},
		ProjectURL: s.ProjectURL, RepositoryURL: s.RepositoryURL, License: "Apache-2.0",
		ToolInfo: moduleName, FormatVersion: "2.0", EntryMaintainers: s.EntryMaintainers, Maintainers: s.Maintainers,
		Versions: []version{{
			Version: release, DOI: s.DOI, ToolInfoOptions: []string{}, UbuntuPackages: ubuntuPackages,
			BaseContainerImage: []string{"docker.io/ubuntu:24.04"},
		}},
		Participations: s.Competitions,
		Techniques: []string{
			"Bit-Precise Analysis", "Floating-Point Arithmetics", "Fuzzing", "Guidance by Coverage Measures", "Random Execution",
			"Symbolic Execution", "Targeted Input Generation",
		},
		Frameworks: []string{}, // none of those on FM-Tools' list
		Literature: append([]publication{}, s.Literature...),
	}
}

// section matches a key before which FM-Tools' formatter puts an empty line.
var section = regexp.MustCompile(`(?m)^(?:maintainers|versions|competition_participations|techniques|frameworks_solvers|literature):`)

// encode returns the entry as YAML in the format of FM-Tools' formatter.
func (e entry) encode() ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	err := errors.Join(encoder.Encode(e), encoder.Close())
	return section.ReplaceAll(out.Bytes(), []byte("\n$0")), err
}
