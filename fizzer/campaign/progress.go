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

// watcher reports the progress of a run.
type watcher struct {
	timing *timing
	tests  func() int             // number in the suite
	ends   func() int             // number of different bad ends
	goals  func() *formats.Goals  // covered so far; nil: not measured
	tell   func(formats.Progress) // listener; may be nil
	before formats.Progress       // last state of the run that is resumed
	file   *progressFile          // nil while the engine does not work
	engine func() formats.Summary // returns its present state
	last   time.Time              // time of the last line for a test
	others Exchange               // searches on other machines; nil: there are none
}

// enter reports that a phase begins.
func (w *watcher) enter(phase string, summary formats.Summary) {
	w.hand(formats.Progress{Phase: phase, Goals: w.goals(), Tests: w.tests(), Engine: summary})
}

// hand passes the state to the listener, with the times of this run only.
func (w *watcher) hand(p formats.Progress) {
	if w.tell == nil {
		return
	}
	p.WallSeconds = w.timing.elapsed().Seconds()
	p.CPUSeconds = w.timing.meter.CPU().Seconds()
	w.tell(p)
}

// now returns the present state of the search.
func (w *watcher) now() formats.Progress {
	line := formats.Progress{
		Phase:       formats.PhaseSearching,
		WallSeconds: w.before.WallSeconds + w.timing.elapsed().Seconds(),
		CPUSeconds:  w.before.CPUSeconds + w.timing.meter.CPU().Seconds(),
		Goals:       w.goals(),
		Tests:       w.tests(),
		BadEnds:     w.ends(),
		Engine:      w.engine(),
	}
	goOn(&line, &w.before)
	return line
}

// goOn adds up the state of a resumed run and the one before. Coverage is the maximum of both: the old tests cover their directions
// again, but not all at once.
func goOn(p, before *formats.Progress) {
	p.Engine.Executions += before.Engine.Executions
	p.Engine.Tree.CoveredDirections = max(p.Engine.Tree.CoveredDirections, before.Engine.Tree.CoveredDirections)
	if p.Goals != nil && before.Goals != nil {
		p.Goals.Covered = max(p.Goals.Covered, before.Goals.Covered)
	}
}

// reportAll writes a line and passes it to the listener and to the searches on other machines.
func (w *watcher) reportAll() {
	line := w.now()
	if w.others != nil {
		w.others.Show(line.Engine.Executions, line.Engine.Tree.CoveredDirections, line.Goals)
		line.Searches = w.others.Searches()
	}
	w.file.write(line)
	w.hand(line)
}

// testsEvery is the minimum wall time between two lines for new tests. They make the file more exact than the lines written once a
// second.
const testsEvery = 20 * time.Millisecond

// reportTest writes a line for a new test if the last line is old enough.
func (w *watcher) reportTest() {
	if now := w.timing.clock(); w.file != nil && now.Sub(w.last) >= testsEvery {
		w.last = now
		w.file.write(w.now())
	}
}

// open starts the progress file, or continues that of the resumed run. It does nothing if the search of an excerpt has started it.
func (w *watcher) open(path string, resume bool) error {
	if w.file != nil {
		return nil
	}
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

// close ends the progress file, if it is open. Later tests are not reported.
func (w *watcher) close() error {
	file := w.file
	if file == nil {
		return nil
	}
	w.file = nil
	return file.close()
}

// progressFile writes the progress file.
type progressFile struct {
	file   *os.File
	buffer *bufio.Writer
}

// maxLine bounds a line of the progress file in bytes; a line has a few thousand.
const maxLine = 1 << 20

// lastProgress returns the last complete line of a progress file and the length of the file up to its end. The run may have been
// killed while it wrote a line. Both are zero if there is no line.
func lastProgress(file io.ReadSeeker) (last formats.Progress, whole int64) {
	if size, err := file.Seek(0, io.SeekEnd); err == nil && size > 4*maxLine {
		if last, whole = progressBehind(file, size-3*maxLine); whole > 0 {
			return last, whole
		}
	}
	return progressBehind(file, 0)
}

// progressBehind is lastProgress of what is behind an offset: of the first whole line and all others.
func progressBehind(file io.ReadSeeker, offset int64) (last formats.Progress, whole int64) {
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return last, 0
	}
	lines := bufio.NewReaderSize(file, maxLine)
	if offset > 0 {
		part, err := lines.ReadSlice('\n')
		if err != nil {
			return last, 0
		}
		offset += int64(len(part))
	}
	for {
		line, err := lines.ReadSlice('\n')
		var p formats.Progress
		if err != nil || json.Unmarshal(line, &p) != nil {
			return last, whole
		}
		offset += int64(len(line))
		last, whole = p, offset
	}
}

// write adds a line. close reports failures.
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
