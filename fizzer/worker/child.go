package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub/message"
	"fizzer/testcomp/flags"
)

// Child runs each task as a process of this tool.
type Child struct {
	Executable string
	Sandbox    string   // policy, of --sandbox
	Access     []string // options by which a joined search reaches the hub
	Log        func(string)
}

// Run implements Runner.
func (c *Child) Run(ctx context.Context, job Job) (*message.Result, error) {
	arguments, err := c.arguments(job)
	if err != nil {
		return nil, err
	}
	arguments = append(arguments, "--json", "--quiet", "--output", job.Output, job.taskFile())
	var out, said tail
	out.max = maxSummary
	err = c.start(ctx, job.Sources, arguments, &out, &said)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return &message.Result{State: message.Done, Text: message.Text(said.String()), Figures: figures(out.Bytes())}, nil
	case errors.As(err, &exit) && othersWould(exit.ExitCode()):
		return &message.Result{State: message.Failed, Text: message.Text(said.String()), Figures: figures(out.Bytes())}, nil
	}
	return nil, fmt.Errorf("%w: %s", err, message.Text(said.String()))
}

// HarnessOption is the option by which a run gets the harness of a task: a folder with HarnessRecord and the text.
const (
	HarnessOption = "harness"
	HarnessRecord = "harness.json" // a message.Harness
)

// othersWould tells whether a run that ended with this exit code would do so on every machine: the table is in fizzer/cli/errors.go.
func othersWould(code int) bool { return code >= 2 && code <= 5 }

// taskFile is the definition that arguments has written.
func (j *Job) taskFile() string { return "task.yml" }

// arguments writes the task's definition and property beside its C files, and returns the options of its run.
func (c *Child) arguments(job Job) ([]string, error) {
	t, o := &job.Task, &job.Task.Options
	definition := map[string]any{
		"format_version": "2.0", "input_files": files(t.Files), "properties": []map[string]string{{"property_file": "property.prp"}},
		"options": map[string]string{"language": "C", "data_model": t.DataModel},
	}
	text, err := json.Marshal(definition) // YAML contains JSON
	if err != nil {
		return nil, err
	}
	written := map[string][]byte{job.taskFile(): text, "property.prp": []byte(t.Property + "\n")}
	if t.Harness != nil {
		if written[HarnessRecord], err = json.Marshal(t.Harness); err != nil {
			return nil, err
		}
	}
	if len(t.Language) > 0 {
		if written[databaseFile], err = database(job.Sources, t.Language); err != nil {
			return nil, err
		}
	}
	for name, content := range written {
		if err := os.WriteFile(filepath.Join(job.Sources, name), content, 0o600); err != nil {
			return nil, err
		}
	}
	arguments := []string{
		"run", "--sandbox", c.Sandbox, "--cpu-time", seconds(o.CPU), "--memory", strconv.FormatUint(job.Memory, 10),
		"--seed", strconv.FormatUint(o.Seed, 10), "--strategy", o.Strategy, "--solver", o.Solver,
	}
	if o.Wall > 0 {
		arguments = append(arguments, "--wall-time", seconds(o.Wall))
	}
	if o.Executions > 0 {
		arguments = append(arguments, "--max-executions", strconv.FormatUint(o.Executions, 10))
	}
	if t.Harness != nil {
		arguments = append(arguments, "--"+HarnessOption, ".")
	}
	if len(t.Language) > 0 {
		arguments = append(arguments, "--compile-commands", databaseFile)
	}
	for _, name := range o.Without {
		arguments = append(arguments, "--without", name)
	}
	return arguments, nil
}

// databaseFile is the compilation database of a task with options.
const databaseFile = "compile_commands.json"

// database says how each C file in a folder is compiled. The error is a *flags.RefusedError.
func database(folder string, language [][]string) ([]byte, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	var commands []flags.Command
	for n, words := range language {
		if err := flags.OnlyLanguage(words); err != nil {
			return nil, err
		}
		name := message.File(n)
		commands = append(commands, flags.Command{Directory: folder, File: name, Arguments: slices.Concat([]string{"cc"}, words, []string{name})})
	}
	return json.Marshal(commands)
}

func files(count int) (names []string) {
	for n := range count {
		names = append(names, message.File(n))
	}
	return names
}

func seconds(milliseconds int64) string {
	return strconv.FormatFloat(float64(milliseconds)/1000, 'f', -1, 64) + "s"
}

// ending is the time that a run gets after SIGTERM to write what it has.
const ending = 20 * time.Second

// start runs the tool until it ends. When ctx ends, it is told to end; when this process dies, it is killed.
func (c *Child) start(ctx context.Context, folder string, arguments []string, out, said *tail) error {
	runtime.LockOSThread() // the kernel kills the child when the thread that started it ends
	defer runtime.UnlockOSThread()
	command := exec.CommandContext(ctx, c.Executable, arguments...)
	command.Dir, command.Stdout, command.Stderr = folder, out, said
	command.SysProcAttr = &unix.SysProcAttr{Pdeathsig: unix.SIGKILL, Setpgid: true} // signals of the terminal are for the worker
	command.Cancel = func() error { return command.Process.Signal(unix.SIGTERM) }
	command.WaitDelay = ending
	return command.Run()
}

// Bounds of what is kept of a run's output.
const (
	maxSummary = 8 << 20
	maxSaid    = 12_000
)

// tail keeps the last bytes that were written.
type tail struct {
	bytes.Buffer
	max int // 0: maxSaid
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	limit := t.max
	if limit == 0 {
		limit = maxSaid
	}
	if len(p) > limit {
		t.Reset()
		t.Buffer.Write(p[len(p)-limit:])
		return len(p), nil
	}
	if over := t.Len() + len(p) - limit; over > 0 {
		t.Next(over)
	}
	return t.Buffer.Write(p)
}

// figures reads the summary that a run with --json prints.
func figures(line []byte) (f message.Figures) {
	var printed struct {
		Summary *formats.Statistics `json:"summary"`
	}
	if json.Unmarshal(line, &printed) != nil || printed.Summary == nil {
		return f
	}
	s := printed.Summary
	f = message.Figures{Tests: s.Tests, Executions: s.Executions, CPU: s.CPUSeconds}
	if s.Goals != nil {
		f.Covered, f.Goals = s.Goals.Covered, s.Goals.Total
	}
	return f
}

// Join implements Runner.
func (c *Child) Join(ctx context.Context, run message.Run, memory uint64) error {
	arguments := append([]string{"join", "--sandbox", c.Sandbox, "--memory", strconv.FormatUint(memory, 10)}, c.Access...)
	var out, said tail
	err := c.start(ctx, "", append(arguments, run.ID), &out, &said)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("joining %s: %w: %s", run.ID, err, message.Text(said.String()))
	}
	return nil
}
