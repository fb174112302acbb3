package campaign

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"

	"fizzer/fizzer/engine"
)

// ProgressFile gets a line of JSON about once a second while the engine works.
const ProgressFile = "progress.jsonl"

// Progress is one line of the progress file.
type Progress struct {
	WallSeconds float64        `json:"wall_seconds"`
	CPUSeconds  float64        `json:"cpu_seconds"` // of all processes
	Tests       int            `json:"tests"`
	Engine      engine.Summary `json:"engine"`
}

// progressFile writes the progress file.
type progressFile struct {
	file   *os.File
	buffer *bufio.Writer
}

func (c *campaign) createProgress() (*progressFile, error) {
	file, err := os.Create(filepath.Join(c.Output, ProgressFile))
	if err != nil {
		return nil, &OutputError{err}
	}
	return &progressFile{file, bufio.NewWriter(file)}, nil
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
func (c *campaign) report(file *progressFile, e *engine.Engine) func() {
	return func() {
		file.write(Progress{
			WallSeconds: c.Clock().Sub(c.start).Seconds(), CPUSeconds: c.meter.CPU().Seconds(), Tests: len(c.found), Engine: e.Progress(),
		})
	}
}
