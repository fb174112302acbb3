// Package counts runs the tool on tasks and compares three counts of goals: the engine's, replay's, and that of the
// real TestCov with its default limits.
package counts

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"fizzer/testcomp/tasklist"
)

// Options say what to count and with which programs.
type Options struct {
	Tasks    int           // number of tasks to count
	CPUTime  time.Duration // of the tool, for each task
	Property string        // property file; empty: branches
	Output   string        // folder for the results, created if missing
	Tool     string        // the fizzer to run
	TestCov  string        // the validator to run
}

// Run works through the candidates until it has counted the wanted number. It does not count a task that TestCov
// cannot judge with any suite, because TestCov's version of the program does not compile; such a task costs nothing.
// For each task it adds a line of JSON to tasks.jsonl in the output folder as soon as the task is done. At the end it
// writes a table by family to table.md and to w.
func Run(ctx context.Context, o Options, candidates []tasklist.Entry, w io.Writer) (failure error) {
	if err := o.absolute(); err != nil {
		return err
	}
	lines, err := os.Create(filepath.Join(o.Output, "tasks.jsonl"))
	if err != nil {
		return err
	}
	defer func() { failure = errors.Join(failure, lines.Close()) }()
	encoder := json.NewEncoder(lines)
	var rows []row
	for counted := 0; counted < o.Tasks && len(candidates) > 0; candidates = candidates[1:] {
		r := count(ctx, o, candidates[0])
		if ctx.Err() != nil {
			break
		}
		rows = append(rows, r)
		if !r.Hopeless {
			counted++
		}
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	text := table(rows)
	_, err = io.WriteString(w, text)
	return errors.Join(err, os.WriteFile(filepath.Join(o.Output, "table.md"), []byte(text), 0o644))
}

// absolute makes the paths usable from any directory, and the output folder.
func (o *Options) absolute() error {
	for _, path := range []*string{&o.Tool, &o.TestCov, &o.Output, &o.Property} {
		if *path == "" {
			continue
		}
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	return os.MkdirAll(o.Output, 0o755)
}
