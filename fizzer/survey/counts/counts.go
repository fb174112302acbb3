// Package counts runs the tool on tasks and puts three counts of goals side by side: the engine's own, replay's, and that of the
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
	Tasks    int           // how many are counted
	CPUTime  time.Duration // of the tool, for each task
	Property string        // property file; empty: branches
	Output   string        // folder for the results, made where missing
	Tool     string        // the fizzer to be run
	TestCov  string        // the validator to be run
}

// Run works through the candidates until it has counted as many as wanted. A task that TestCov cannot judge whatever the suite
// is, because what it makes of the program does not compile, costs nothing and is not counted. The output folder gets a line of
// JSON for each task (tasks.jsonl) as soon as it is done, and in the end a table by family (table.md), which is also written to w.
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
