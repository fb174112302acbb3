package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/cc"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub/archive"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
	"fizzer/fizzer/worker"
	"fizzer/testcomp/files"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
	"fizzer/testcomp/tasklist"
)

// submitted are the options of a run that a submission has, too.
var submitted = []string{
	"property", "data-model", "sandbox", "cpu-time", "wall-time", "max-executions", "memory", "seed", "strategy", "without", "solver", "quiet",
	compilerOption, linkerOption, databaseOption, buildOption, inputOption, entryOption,
}

func submitCommand() *cli.Command {
	flags := slices.DeleteFunc(runFlags(), func(f cli.Flag) bool { return !slices.Contains(submitted, f.Names()[0]) })
	return &cli.Command{
		Name:      "submit",
		Usage:     "let workers run tasks, and fetch their test suites",
		ArgsUsage: "TASK.yml | PROGRAM.c | PROGRAM.i | EXECUTABLE | LIST ...",
		Description: "A LIST has one task a line, and may have its data model behind a tab. An EXECUTABLE was built by fizzer cc. The options hold\n" +
			"for each task. Programs are preprocessed here, so that workers need no headers. Each task's results get a folder of their own; results.jsonl says which. When interrupted,\n" +
			"tasks that no worker has begun are removed. After a kill or a crash, the same command with the same --results goes on.",
		Flags: append(append(hubOptions(), flags...),
			&cli.StringFlag{Name: "results", Value: "results", Usage: "`DIR` that gets a folder for each task"}),
		Action: submit,
	}
}

// submission is what is submitted and how its results are kept.
type submission struct {
	*cli.Context
	options message.Options
	limits  limits // of the compiler that prepares one task
	queue   *queue.Queue
	record  message.Submission
	entries []tasklist.Entry
	names   []string // of the entries' folders
	resumed bool     // an earlier call queued some or all of the tasks

	earlier map[int]bool   // numbers of the tasks whose results an earlier call took
	states  map[string]int // results by state
	index   *os.File
}

func submit(c *cli.Context) error {
	s := &submission{Context: c, earlier: map[int]bool{}, states: map[string]int{}}
	if err := s.read(); err != nil {
		return err
	}
	ctx, h, leave, err := enterHub(c)
	if err != nil {
		return err
	}
	defer leave()
	s.queue = queue.New(h)
	s.record = message.Submission{Name: message.Line(processName()), Tasks: len(s.entries)}
	defer func() { s.index.Close() }()
	if err := s.openResults(); err != nil {
		return err
	}
	if err := s.open(ctx); err != nil {
		return err
	}
	err = s.run(ctx)
	if ctx.Err() != nil {
		s.cancel()
		return context.Cause(ctx)
	}
	if err == nil {
		s.summary()
		err = s.finish()
	}
	return err
}

// cancel removes what no worker has begun. If that fails, the submission can be resumed.
func (s *submission) cancel() {
	ctx, stop := context.WithTimeout(context.Background(), 2*farewell)
	defer stop()
	err := s.queue.Cancel(ctx, &s.record)
	if err == nil {
		err = s.finish()
	}
	if err != nil {
		logger(s.App.ErrWriter)(err.Error())
	}
}

// read reads the command line.
func (s *submission) read() (err error) {
	if s.options, err = submitOptions(s.Context); err != nil {
		return err
	}
	if s.Args().Len() == 0 {
		return usage("name a task, a program or a list of tasks")
	}
	for _, path := range s.Args().Slice() {
		if extension := filepath.Ext(path); slices.Contains([]string{".yml", ".yaml", ".c", ".i"}, extension) || cc.Is(path) {
			s.entries = append(s.entries, tasklist.Entry{Path: path})
			continue
		}
		listed, err := tasklist.Read(path)
		if err != nil {
			return &inputError{err}
		}
		s.entries = append(s.entries, listed...)
	}
	if len(s.entries) == 0 || len(s.entries) > message.MaxTasks {
		return usage("%d tasks are named; from 1 to %d can be submitted", len(s.entries), message.MaxTasks)
	}
	s.names = folderNames(s.entries)
	memory, err := memorySize(s.String("memory"))
	s.limits = limits{memory: memory / uint64(s.preparers()), meter: budget.NewMeter()}
	return err
}

// submitOptions reads the options of the runs.
func submitOptions(c *cli.Context) (o message.Options, err error) {
	cpu, err1 := duration(c, "cpu-time")
	wall, err2 := duration(c, "wall-time")
	executions, err3 := number(c, "max-executions", 1, math.MaxInt64)
	seed, err4 := number(c, "seed", 0, math.MaxUint64)
	memory, err5 := givenMemory("memory", c.String("memory"))
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			return o, err
		}
	}
	if _, err := readWithout(c); err != nil { // names of the portfolio's parts, and of the strategy
		return o, err
	}
	return message.Options{
		CPU: milliseconds(cpu), Wall: milliseconds(wall), Executions: executions, Seed: seed, Memory: memory, Strategy: c.String("strategy"),
		Without: c.StringSlice("without"), Solver: c.String("solver"),
	}, nil
}

// folderNames returns a name for each task, all different: that of its file, with its number where another has that name.
func folderNames(entries []tasklist.Entry) (names []string) {
	taken := map[string]bool{indexFile: true, submissionFile: true}
	for n, e := range entries {
		base := filepath.Base(e.Path)
		stem := strings.Map(func(r rune) rune {
			if r < ' ' || r == '/' || r == '\\' || r == 0x7f {
				return '_'
			}
			return r
		}, strings.TrimLeft(strings.TrimSuffix(base, filepath.Ext(base)), "."))
		name := stem
		for number := n; name == "" || taken[name]; number++ {
			name = fmt.Sprintf("%s-%d", stem, number)
		}
		taken[name] = true
		names = append(names, name)
	}
	return names
}

// preparers is how many tasks are prepared at once: preprocessing takes time.
func (s *submission) preparers() int { return min(runtime.NumCPU(), len(s.entries)) }

// run submits all tasks and meanwhile fetches results.
func (s *submission) run(ctx context.Context) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var submitting sync.WaitGroup
	var next atomic.Int64
	for range s.preparers() {
		submitting.Add(1)
		go func() {
			defer submitting.Done()
			for n := int(next.Add(1)) - 1; n < len(s.entries); n = int(next.Add(1)) - 1 {
				if err := s.submitOne(ctx, n); err != nil {
					fail(err)
					return
				}
			}
		}()
	}
	err := s.queue.Follow(ctx, &s.record, maps.Clone(s.earlier), worker.MaxArchive, s.take)
	fail(err)
	submitting.Wait()
	return err
}

// submitOne queues a task, unless an earlier call did. A task that cannot be read or preprocessed gets a result at once.
func (s *submission) submitOne(ctx context.Context, n int) error {
	if s.earlier[n] {
		return nil
	}
	if s.resumed {
		if known, err := s.queue.Known(ctx, message.Key(s.record.ID, n)); known || err != nil {
			return err
		}
	}
	t, packed, err := s.prepare(ctx, n)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return s.queue.Conclude(ctx, &message.Result{Submission: s.record.ID, Number: n, Worker: s.record.Name, State: message.Failed,
			Text: message.Text(err.Error())})
	}
	return s.queue.Submit(ctx, t, packed)
}

// prepare reads and preprocesses a task. That may take as long as the run that a worker will make: the limits of wall time and of CPU time
// are both kept by the clock, as there is one compiler at a time.
func (s *submission) prepare(ctx context.Context, n int) (*message.Task, []byte, error) {
	run := campaign.Options{CPU: time.Duration(s.options.CPU) * time.Millisecond, Wall: time.Duration(s.options.Wall) * time.Millisecond,
		Clock: time.Now}
	b := budget.Budget{Wall: run.Shorter(), Start: time.Now(), Meter: s.limits.meter, Clock: time.Now}
	ctx, stop := b.Watch(ctx)
	defer stop()
	t, err := s.task(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	if err := addHarness(ctx, s.limits, optionsOf(s.Context), t); err != nil {
		return nil, nil, err
	}
	p, err := readProperty(s.Context, t)
	if err != nil {
		return nil, nil, err
	}
	packed, err := packSources(ctx, s.Context, s.limits, t)
	if err != nil {
		return nil, nil, err
	}
	return &message.Task{Submission: s.record.ID, Number: n, Name: message.Line(s.entries[n].Path), Files: len(t.Programs),
		Harness: sentHarness(t), Property: p.String(), DataModel: string(t.DataModel), Options: s.options, Language: languageOf(t)}, packed, nil
}

// task reads a task of the submission, without its harness.
func (s *submission) task(ctx context.Context, n int) (*task.Task, error) {
	program, err := s.named(n)
	if err != nil {
		return nil, err
	}
	t, err := readFiles(ctx, optionsOf(s.Context), program, io.Discard)
	if err == nil && s.entries[n].DataModel != "" {
		t.DataModel = s.entries[n].DataModel
	}
	return t, err
}

// named returns what a line of the submission names.
func (s *submission) named(n int) (named, error) {
	return alone(s.entries[n].Path)
}

// everywhere are the libraries that are the C library's own, or that every program is linked with.
var everywhere = []string{"-lc", "-lm", "-lpthread", "-pthread"}

// packSources returns the archive of a task's preprocessed C files, with its harness. Workers do not have the libraries of the user.
func packSources(ctx context.Context, c *cli.Context, l limits, t *task.Task) ([]byte, error) {
	policy, err := readSandbox(c)
	if err != nil {
		return nil, err
	}
	folder, remove, err := temporaryFolder()
	if err != nil {
		return nil, err
	}
	defer remove()
	built, packed := filepath.Join(folder, "work"), filepath.Join(folder, "packed")
	if err := errors.Join(os.Mkdir(built, 0o711), os.Mkdir(packed, 0o700)); err != nil {
		return nil, err
	}
	for _, library := range t.Link.Libraries {
		if !slices.Contains(everywhere, library) {
			return nil, usage("%s: workers of a hub have only the C library; name the C files of the library instead, or run this without --hub",
				plain.Line(library))
		}
	}
	alone := *t // whoever builds the program joins it with its harness
	alone.Harness = nil
	sources, err := copied(ctx, &alone, folder)
	if err != nil {
		return nil, err
	}
	texts, err := replay.Preprocess(ctx, l.bind(replay.Options{Sources: sources, Programs: t.Programs, DataModel: t.DataModel,
		Scratch: built, Policy: policy}))
	if err != nil {
		return nil, err
	}
	for n, text := range texts {
		if err := os.WriteFile(filepath.Join(packed, message.File(n)), text, 0o600); err != nil {
			return nil, err
		}
	}
	if t.Harness != nil {
		if err := os.WriteFile(filepath.Join(packed, message.HarnessFile), []byte(t.Harness.Text), 0o600); err != nil {
			return nil, err
		}
	}
	var content bytes.Buffer
	err = archive.Pack(&content, packed, worker.SourceLimits)
	return content.Bytes(), err
}

// languageOf returns what workers have to know of the compiler's options of each file of a task: headers and macros are in the
// preprocessed text, so that the language is left. None: there are no such options.
func languageOf(t *task.Task) (language [][]string) {
	some := false
	for _, compile := range t.Compile {
		language = append(language, compile.Language)
		some = some || len(compile.Language) > 0
	}
	if !some {
		return nil
	}
	return language
}

// indexed is a line of the index of results.
type indexed struct {
	Number  int             `json:"number"` // of the task among those of the command, from 0
	Task    string          `json:"task"`
	Folder  string          `json:"folder"` // in the folder of results; empty: no files came
	State   string          `json:"state"`
	Text    string          `json:"text,omitempty"`
	Worker  string          `json:"worker"`
	Figures message.Figures `json:"figures"`
}

// take keeps the files of a result and adds a line to the index.
func (s *submission) take(a queue.Arrived) error {
	line := indexed{Number: a.Number, Task: s.entries[a.Number].Path, State: a.State, Text: a.Text, Worker: a.Worker, Figures: a.Figures}
	failure := a.Lost
	if len(a.Content) > 0 && failure == nil {
		line.Folder = s.names[a.Number]
		failure = s.unpack(a.Number, a.Content)
	}
	var local *campaign.OutputError
	if errors.As(failure, &local) {
		return failure
	}
	if failure != nil { // what a worker sent is at fault
		line.State, line.Text, line.Folder = message.Failed, message.Text(failure.Error()), ""
	}
	s.states[line.State]++
	if err := s.keep(line); err != nil {
		return err
	}
	if s.Bool("quiet") {
		return nil
	}
	s.show(line)
	return nil
}

func (s *submission) show(line indexed) {
	done := 0
	for _, n := range s.states {
		done += n
	}
	text := fmt.Sprintf("[%d/%d] %s: %s", done, len(s.entries), plain.Line(line.Task), line.State)
	if f := line.Figures; line.State == message.Done {
		text += fmt.Sprintf(", %d tests, goals %d/%d, by %s", f.Tests, f.Covered, f.Goals, plain.Line(line.Worker))
	} else {
		first, _, _ := strings.Cut(strings.TrimSpace(line.Text), "\n")
		text += ": " + plain.Line(shorten(first))
	}
	fmt.Fprintln(s.App.Writer, text)
}

// unpack writes the files of a result, with the suite made one of the task's own program: what a worker says about that is not believed.
func (s *submission) unpack(n int, content []byte) error {
	if s.resumed { // the earlier call may have been killed while it did this
		if err := os.RemoveAll(filepath.Join(s.String("results"), s.names[n])); err != nil {
			return &campaign.OutputError{Err: err}
		}
	}
	folder, err := files.Folder(s.String("results"), s.names[n])
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	if err := archive.Unpack(bytes.NewReader(content), folder, worker.SuiteLimits); err != nil {
		if errors.Is(err, archive.ErrHostile) || errors.Is(err, archive.ErrLimit) {
			return err
		}
		return &campaign.OutputError{Err: err}
	}
	t, err := s.task(s.Context.Context, n)
	if err != nil {
		return err
	}
	p, err := readProperty(s.Context, t)
	if err != nil {
		return err
	}
	if err := ownSuite(folder, t, p); err != nil {
		return err
	}
	program, err := s.named(n)
	if err != nil {
		return err
	}
	return writeRecord(s.Context, request{named: program, Output: folder})
}

// ownSuite replaces the metadata of a suite and zips it.
func ownSuite(folder string, t *task.Task, p property.Property) error {
	path := filepath.Join(folder, formats.SuiteFolder)
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return nil // the run ended before there was one
	}
	metadata, err := campaign.Metadata(t, p, Version, time.Now())
	if err != nil {
		return err
	}
	writer, err := suite.Continue(path, metadata)
	if err != nil {
		return err
	}
	if err := writer.Zip(filepath.Join(folder, formats.SuiteZip)); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// summary says how the tasks ended.
func (s *submission) summary() {
	fmt.Fprintf(s.App.Writer, "tasks: %d\n", len(s.entries))
	for _, state := range []string{message.Done, message.Failed, message.GaveUp} {
		fmt.Fprintf(s.App.Writer, "%s: %d\n", strings.ReplaceAll(state, " ", "-"), s.states[state])
	}
	fmt.Fprintf(s.App.Writer, "results: %s\n", plain.Line(s.String("results")))
}
