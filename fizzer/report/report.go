// Package report turns the files of a run into one HTML page that needs nothing else: coverage over time, which analysis
// found what, what was missed and how close the runs came, the source, the tests, and the execution tree around what is
// missed.
//
//	run, err := report.Read(folder)     // the output folder of `fizzer run`
//	err = report.Write(w, run)
package report

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"

	"fizzer/fizzer/campaign"
	"fizzer/testcomp/suite"
)

// Run is what the files of a run say.
type Run struct {
	Statistics campaign.Statistics
	Details    campaign.Details
	Progress   []campaign.Progress // in the order of time
	Suite      *suite.Suite
	Crashes    []string // folders of the bad ends, below the output folder
}

// Read reads the output folder of a run that has ended. The error names the file that is missing or broken.
func Read(folder string) (*Run, error) {
	r := new(Run)
	for name, target := range map[string]any{campaign.StatisticsFile: &r.Statistics, campaign.DetailsFile: &r.Details} {
		if err := readJSON(filepath.Join(folder, name), target); err != nil {
			return nil, fmt.Errorf("%w; give the output folder of a run that has ended; `fizzer resume %s` brings a killed one to its end", err, folder)
		}
	}
	if r.Details.Locations == nil || len(r.Details.Covered) != len(r.Details.Locations.Conditions) {
		return nil, fmt.Errorf("%s does not fit its location table; was the run killed?", filepath.Join(folder, campaign.DetailsFile))
	}
	var err error
	if r.Suite, err = suite.Read(filepath.Join(folder, campaign.SuiteFolder)); err != nil {
		return nil, err
	}
	if r.Progress, err = readProgress(filepath.Join(folder, campaign.ProgressFile)); err != nil {
		return nil, err
	}
	crashes, err := filepath.Glob(filepath.Join(folder, campaign.CrashFolder, "*", "*"))
	for _, path := range crashes {
		if relative, err := filepath.Rel(folder, path); err == nil {
			r.Crashes = append(r.Crashes, relative)
		}
	}
	return r, err
}

func readJSON(path string, target any) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, target); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func readProgress(path string) ([]campaign.Progress, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []campaign.Progress
	for line := range bytes.Lines(content) {
		var p campaign.Progress
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, p)
	}
	return all, nil
}

//go:embed page
var files embed.FS

// Write writes the page. Its size is that of the source and the tests, some bytes for each line and value.
func Write(w io.Writer, r *Run) error {
	page, err := template.New("page.html").Funcs(functions).ParseFS(files, "page/*.html")
	if err != nil {
		return err
	}
	style, err1 := files.ReadFile("page/style.css")
	script, err2 := files.ReadFile("page/script.js")
	if err1 != nil || err2 != nil {
		return fmt.Errorf("the report's own files are missing: %v %v", err1, err2)
	}
	return page.Execute(w, struct {
		*Run
		Style    template.CSS
		Script   template.JS
		Charts   []chart
		Analyses []analysis
		Missed   []missed
		Sources  []source
	}{r, template.CSS(style), template.JS(script), charts(r), analyses(r), missedOf(r), sources(r)})
}
