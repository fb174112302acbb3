package campaign

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"fizzer/fizzer/crew"
	"fizzer/fizzer/engine"
	"fizzer/testcomp/files"
)

// ProgressFile gets a line of JSON about once a second while the engine works.
const ProgressFile = "progress.jsonl"

// Progress is one line of the progress file. Times, executions and what is covered go on in a resumed run where the run before stopped.
type Progress struct {
	Phase       string         `json:"phase"`
	WallSeconds float64        `json:"wall_seconds"`
	CPUSeconds  float64        `json:"cpu_seconds"`     // of all processes
	Goals       *Goals         `json:"goals,omitempty"` // reached so far by the tests on the gcc build; null where they are not measured
	Tests       int            `json:"tests"`
	Engine      engine.Summary `json:"engine"`
}

// Phases of a run.
const (
	PhaseBuilding  = "building the program"
	PhaseSearching = "searching"
	PhaseJudging   = "judging the suite by replay"
)

// tell hands the state on to whoever watches, with the times of this run alone.
func (c *campaign) tell(p Progress) {
	if c.OnProgress == nil {
		return
	}
	p.WallSeconds = c.Clock().Sub(c.start).Seconds()
	p.CPUSeconds = c.meter.CPU().Seconds()
	c.OnProgress(p)
}

// goalsSoFar counts the goals that the tests replayed so far reach.
func (c *campaign) goalsSoFar() *Goals {
	if c.verdict == nil {
		return nil
	}
	return &Goals{Covered: c.verdict.Count(), Total: len(c.verdict.Covered), Partial: c.verdict.judged < len(c.found)}
}

// enter tells that a phase begins.
func (c *campaign) enter(phase string) {
	c.tell(Progress{Phase: phase, Goals: c.goalsSoFar(), Tests: len(c.found), Engine: c.statistics.Engine})
}

// testsEvery is the least wall time between two lines of the progress file for new tests, which are more exact than those
// that are written once a second.
const testsEvery = 20 * time.Millisecond

// reportTest writes a line for a test that was found, when the last line is old enough.
func (c *campaign) reportTest() {
	if now := c.Clock(); c.reportState != nil && now.Sub(c.reported) >= testsEvery {
		c.reported = now
		c.reportState(false)
	}
}

// progressFile writes the progress file.
type progressFile struct {
	file   *os.File
	buffer *bufio.Writer
}

func (c *campaign) createProgress() (*progressFile, error) {
	path, open := filepath.Join(c.Output, ProgressFile), files.Create
	if c.Resume {
		open = files.Append
	}
	file, err := open(path, 0o644)
	if err == nil && c.Resume {
		var whole int64
		c.before, whole = lastProgress(file)
		err = file.Truncate(whole)
	}
	if err != nil {
		return nil, &OutputError{err}
	}
	if c.Resume {
		c.statistics.Before = &Before{c.before.Engine.Executions, c.before.CPUSeconds, c.before.WallSeconds}
	}
	return &progressFile{file, bufio.NewWriter(file)}, nil
}

// goOn makes the state of a resumed run one of both runs: what the run before covered its tests cover again, but not all at once.
func (p *Progress) goOn(before *Progress) {
	p.Engine.Executions += before.Engine.Executions
	p.Engine.Tree.CoveredDirections = max(p.Engine.Tree.CoveredDirections, before.Engine.Tree.CoveredDirections)
	if p.Goals != nil && before.Goals != nil {
		p.Goals.Covered = max(p.Goals.Covered, before.Goals.Covered)
	}
}

// maxLine bounds a line of the progress file in bytes; a line takes some thousand.
const maxLine = 1 << 20

// lastProgress returns the last line of a progress file and the length of its whole lines up to there, nothing where there
// is none: the run before may have been killed while it wrote.
func lastProgress(file io.Reader) (last Progress, whole int64) {
	lines := bufio.NewReaderSize(file, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		var p Progress
		if err != nil || json.Unmarshal(line, &p) != nil {
			return last, whole
		}
		last, whole = p, whole+int64(len(line))
	}
}

// write adds a line. What cannot be written shows at close.
func (p *progressFile) write(line Progress) {
	_ = json.NewEncoder(p.buffer).Encode(line)
	_ = p.buffer.Flush()
}

func (p *progressFile) close() error {
	err := p.buffer.Flush()
	if closing := p.file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return &OutputError{err}
	}
	return nil
}

// report returns a function that writes the engine's present state.
func (c *campaign) report(file *progressFile, e *crew.Crew) func(told bool) {
	return func(told bool) {
		line := Progress{
			Phase:       PhaseSearching,
			WallSeconds: c.before.WallSeconds + c.Clock().Sub(c.start).Seconds(),
			CPUSeconds:  c.before.CPUSeconds + c.meter.CPU().Seconds(),
			Goals:       c.goalsSoFar(),
			Tests:       len(c.found), Engine: e.Progress(),
		}
		line.goOn(&c.before)
		file.write(line)
		if told {
			c.tell(line)
		}
	}
}
