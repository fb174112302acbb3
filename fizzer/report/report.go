// Package report turns the files of a run into one HTML page that needs nothing else: coverage over time, which analysis
// found what, what was missed and how close the runs came, the source, the tests, and the execution tree around what is
// missed.
//
//	run, err := report.Read(folder)     // the output folder of `fizzer run`
//	err = run.Execute(ctx, replay.Options{Programs: programs, Scratch: scratch}) // which lines the suite executes
//	err = report.Write(w, run)
package report

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// Run is what the files of a run say.
type Run struct {
	Statistics formats.Statistics
	Details    formats.Details
	Progress   []formats.Progress // in the order of time
	Suite      *suite.Suite
	Crashes    []string        // folders of the bad ends, below the output folder
	Lines      [][]replay.Line // what the suite executes, for each of Details.Programs; nil: not known
	NoLines    string          // why the lines are not known
}

// Read reads the output folder of a run that has ended. The error names the file that is missing or broken.
func Read(folder string) (*Run, error) {
	r := new(Run)
	for name, target := range map[string]any{formats.StatisticsFile: &r.Statistics, formats.DetailsFile: &r.Details} {
		if err := readJSON(filepath.Join(folder, name), target); err != nil {
			return nil, fmt.Errorf("%w; give the output folder of a run that has ended; `fizzer resume %s` brings a killed one to its end", err,
				folder)
		}
	}
	if r.Details.Locations == nil || len(r.Details.Covered) != len(r.Details.Locations.Conditions) {
		return nil, fmt.Errorf("%s does not fit its location table; was the run killed?", filepath.Join(folder, formats.DetailsFile))
	}
	var err error
	if r.Suite, err = suite.Read(filepath.Join(folder, formats.SuiteFolder)); err != nil {
		return nil, err
	}
	if r.Progress, err = readProgress(filepath.Join(folder, formats.ProgressFile)); err != nil {
		return nil, err
	}
	crashes, err := filepath.Glob(filepath.Join(folder, formats.CrashFolder, "*", "*"))
	for _, path := range crashes {
		if relative, err := filepath.Rel(folder, path); err == nil {
			r.Crashes = append(r.Crashes, relative)
		}
	}
	return r, err
}

// maxFile bounds each file of a run in bytes.
const maxFile = 1 << 30

func readJSON(path string, target any) error {
	content, err := files.Read(path, maxFile)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, target); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func readProgress(path string) ([]formats.Progress, error) {
	content, err := files.Read(path, maxFile)
	if err != nil {
		return nil, err
	}
	var all []formats.Progress
	for line := range bytes.Lines(content) {
		var p formats.Progress
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// Execute finds out which lines the suite executes, by running it on a build of gcc's. Of the options it takes Programs, the paths
// of Details.Programs as they are found now (where one is gone or was changed, the text that the run kept is compiled), Scratch, an
// existing empty folder, and what bounds the compilers and says who is started. When it cannot be done the page says why; an error
// means that ctx is done. The cost is that of replay.Lines.
func (r *Run) Execute(ctx context.Context, options replay.Options) error {
	lines, err := r.lines(ctx, options)
	if err != nil {
		r.NoLines, _, _ = strings.Cut(err.Error(), "\n")
	}
	r.Lines = lines
	return ctx.Err()
}

func (r *Run) lines(ctx context.Context, options replay.Options) (_ [][]replay.Line, err error) {
	if options.DataModel, err = task.ParseDataModel(r.Statistics.DataModel); err != nil {
		return nil, err
	}
	now, scratch := options.Programs, options.Scratch
	options.Programs, options.Scratch = nil, filepath.Join(scratch, "build")
	if err := os.Mkdir(options.Scratch, 0o700); err != nil {
		return nil, err
	}
	for i, kept := range r.Details.Programs {
		path := kept.Path
		if i < len(now) {
			path = now[i]
		}
		if content, err := files.Read(path, files.MaxSource); err != nil || string(content) != kept.Source {
			path = filepath.Join(scratch, fmt.Sprintf("%d-%s", i, filepath.Base(kept.Path)))
			if err := os.WriteFile(path, []byte(kept.Source), 0o600); err != nil {
				return nil, err
			}
		}
		options.Programs = append(options.Programs, path)
	}
	return replay.Lines(ctx, options, r.Suite.Tests)
}

//go:embed page
var pageFiles embed.FS

// Write writes the page. Its size is that of the source and the tests, some bytes for each line and value.
func Write(w io.Writer, r *Run) error {
	page, err := template.New("page.html").Funcs(functions).ParseFS(pageFiles, "page/*.html")
	if err != nil {
		return err
	}
	style, err1 := pageFiles.ReadFile("page/style.css")
	script, err2 := pageFiles.ReadFile("page/script.js")
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
