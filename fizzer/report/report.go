// Package report turns the files of a run into one self-contained HTML page: coverage over time, what each analysis found, what was
// missed and how close the runs came, the source, the tests, and the execution tree around missed directions.
//
//	run, err := report.Read(folder)     // the output folder of `fizzer run`
//	err = run.Execute(ctx, replay.Options{Scratch: scratch}, task) // which lines the suite executes
//	err = report.Write(w, run)
package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed page
var pageFiles embed.FS

// Write writes the page. Its size is that of the source and the tests plus some bytes for each line and value.
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
	tests := testsOf(r)
	return page.Execute(w, struct {
		*Run
		Style    template.CSS
		Script   template.JS
		Charts   []chart
		Analyses []analysis
		Missed   []missed
		Goals    []missedGoal
		Sources  []markedFile
		Tests    []test
		Searches []search
		Total    total
	}{r, template.CSS(style), template.JS(script), charts(r), analyses(r), missedOf(r), missedGoals(r), sources(r), tests,
		searchesOf(r, tests), totalOf(r)})
}
