package campaign

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"time"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
)

// watcher is told of the progress of a run.
type watcher struct {
	timing *timing
	tests  func() int             // in the suite
	goals  func() *formats.Goals  // reached so far; nil: not measured
	tell   func(formats.Progress) // whoever watches; nil: nobody does
	before formats.Progress       // where the run that is resumed stopped
	file   *progressFile          // nil while the engine does not work
	engine func() formats.Summary // its present state
	last   time.Time              // when a line was written for a test
}

// enter tells that a phase begins.
func (w *watcher) enter(phase string, summary formats.Summary) {
	w.hand(formats.Progress{Phase: phase, Goals: w.goals(), Tests: w.tests(), Engine: summary})
}

// hand hands the state on to whoever watches, with the times of this run alone.
func (w *watcher) hand(p formats.Progress) {
	if w.tell == nil {
		return
	}
	p.WallSeconds = w.timing.elapsed().Seconds()
	p.CPUSeconds = w.timing.meter.CPU().Seconds()
	w.tell(p)
}

// report writes a line with the engine's present state.
func (w *watcher) report() formats.Progress {
	line := formats.Progress{
		Phase:       formats.PhaseSearching,
		WallSeconds: w.before.WallSeconds + w.timing.elapsed().Seconds(),
		CPUSeconds:  w.before.CPUSeconds + w.timing.meter.CPU().Seconds(),
		Goals:       w.goals(),
		Tests:       w.tests(),
		Engine:      w.engine(),
	}
	line.Engine.Executions += w.before.Engine.Executions
	w.file.write(line)
	return line
}

// reportAll writes a line and tells it to whoever watches.
func (w *watcher) reportAll() { w.hand(w.report()) }

// testsEvery is the least wall time between two lines of the progress file for new tests, which are more exact than those
// that are written once a second.
const testsEvery = 20 * time.Millisecond

// reportTest writes a line for a test that was found, when the last line is old enough.
func (w *watcher) reportTest() {
	if now := w.timing.clock(); w.file != nil && now.Sub(w.last) >= testsEvery {
		w.last = now
		w.report()
	}
}

// open begins the progress file, or goes on with that of the run that is resumed.
func (w *watcher) open(path string, resume bool) error {
	open := files.Create
	if resume {
		open = files.Append
	}
	file, err := open(path, 0o644)
	if err == nil && resume {
		var whole int64
		w.before, whole = lastProgress(file)
		err = file.Truncate(whole)
	}
	if err != nil {
		return &OutputError{err}
	}
	w.file = &progressFile{file, bufio.NewWriter(file)}
	return nil
}

// close ends the progress file: from now on tests are not reported.
func (w *watcher) close() error {
	file := w.file
	w.file = nil
	return file.close()
}

// progressFile writes the progress file.
type progressFile struct {
	file   *os.File
	buffer *bufio.Writer
}

// maxLine bounds a line of the progress file in bytes; a line takes some thousand.
const maxLine = 1 << 20

// lastProgress returns the last line of a progress file and the length of its whole lines up to there, nothing where there
// is none: the run before may have been killed while it wrote.
func lastProgress(file io.Reader) (last formats.Progress, whole int64) {
	lines := bufio.NewReaderSize(file, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		var p formats.Progress
		if err != nil || json.Unmarshal(line, &p) != nil {
			return last, whole
		}
		last, whole = p, whole+int64(len(line))
	}
}

// write adds a line. What cannot be written shows at close.
func (p *progressFile) write(line formats.Progress) {
	_ = json.NewEncoder(p.buffer).Encode(line)
	_ = p.buffer.Flush()
}

func (p *progressFile) close() error {
	err := p.buffer.Flush()
	if closing := p.file.Close(); err == nil {
		err = closing
	}
	return unwritten(err)
}
