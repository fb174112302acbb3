package export

import (
	"encoding/xml"
	"fmt"
	"path/filepath"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/plain"
)

// JUnitFile is the name of the file by JUnit.
const JUnitFile = "junit.xml"

// Crash is a bad end of the program.
type Crash struct {
	Folder string // below the output folder of the run
	Kind   string // signal, or timeout
	Place  string // where the run ended; empty: unknown
}

type junitSuite struct {
	XMLName    xml.Name        `xml:"testsuite"`
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"` // seconds
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit returns the XML that continuous integration shows: each test, by its name, passes, and each crash is a test that failed. s is of
// the run.
func JUnit(s *formats.Statistics, tests []string, crashes []Crash) (File, error) {
	out := junitSuite{
		Name: plain.Line(filepath.Base(s.Program)), Tests: len(tests) + len(crashes), Failures: len(crashes),
		Time:       fmt.Sprintf("%.3f", s.WallSeconds),
		Properties: []junitProperty{{"property", s.Property}, {"seed", fmt.Sprint(s.Seed)}, {"executions", fmt.Sprint(s.Executions)}},
	}
	if g := s.Goals; g != nil {
		out.Properties = append(out.Properties, junitProperty{"goals", fmt.Sprintf("%d/%d", g.Covered, g.Total)})
	}
	for i, name := range tests {
		out.Cases = append(out.Cases, junitCase{Class: formats.SuiteFolder, Name: nameOf(&Test{Name: name}, i)})
	}
	for _, crash := range crashes {
		out.Cases = append(out.Cases, junitCase{Class: formats.CrashFolder, Name: plain.Line(crash.Folder), Failure: &junitFailure{
			Type: crash.Kind, Message: plain.Line(crash.Kind + " " + crash.Place),
			Text: "to reproduce: " + plain.Line(filepath.Join(crash.Folder, "reproduce.sh")),
		}})
	}
	content, err := xml.MarshalIndent(&out, "", "  ")
	return File{JUnitFile, append([]byte(xml.Header), append(content, '\n')...)}, err
}
