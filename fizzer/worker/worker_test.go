package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/archive"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
	"fizzer/testcomp/flags"
)

func TestMain(m *testing.M) {
	hubtest.Main()
	workerMain()
	os.Exit(m.Run())
}

// fake is a Runner of Go functions.
type fake struct {
	run  func(ctx context.Context, job Job) (*message.Result, error)
	join func(ctx context.Context, run message.Run) error
}

func (f *fake) Run(ctx context.Context, job Job) (*message.Result, error) { return f.run(ctx, job) }

func (f *fake) Join(ctx context.Context, run message.Run, _ uint64) error { return f.join(ctx, run) }

// leave writes a file into the output of a run and returns a result.
func leave(job Job, name, content string) (*message.Result, error) {
	if err := os.MkdirAll(job.Output, 0o700); err != nil {
		return nil, err
	}
	err := os.WriteFile(filepath.Join(job.Output, name), []byte(content), 0o600)
	return &message.Result{State: message.Done, Figures: message.Figures{Tests: 1}}, err
}

// running is a worker at work.
type running struct {
	drain chan struct{}
	stop  context.CancelFunc
	ended chan error
	lock  sync.Mutex
	log   []string
}

func start(t *testing.T, url string, jobs int, grace time.Duration, runner Runner) *running {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r := &running{drain: make(chan struct{}), stop: stop, ended: make(chan error, 1)}
	h := hubtest.Connect(t, url, hubtest.Quick())
	parent := t.TempDir()
	o := Options{Hub: h, Name: "w", Jobs: jobs, Memory: 1 << 30, Grace: grace, Runner: runner,
		Scratch: func() (string, func(), error) {
			path, err := os.MkdirTemp(parent, "")
			return path, func() { os.RemoveAll(path) }, err
		},
		Log: func(text string) { r.lock.Lock(); defer r.lock.Unlock(); r.log = append(r.log, text) },
	}
	go func() { r.ended <- Run(ctx, r.drain, o) }()
	t.Cleanup(func() {
		stop()
		<-r.ended
		if left, _ := os.ReadDir(parent); len(left) > 0 {
			t.Errorf("%d folders are left", len(left))
		}
	})
	return r
}

// end drains the worker and waits for it.
func (r *running) end() {
	close(r.drain)
	r.ended <- <-r.ended
}

// packed is an archive of one C file.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	folder := t.TempDir()
	var out bytes.Buffer
	if err := errors.Join(os.WriteFile(filepath.Join(folder, message.File(0)), []byte(text), 0o600),
		archive.Pack(&out, folder, SourceLimits)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// submission queues tasks whose sources name them.
func submission(t *testing.T, q *queue.Queue, tasks int) *message.Submission {
	t.Helper()
	s := &message.Submission{ID: hub.NewID(), Name: "s", Tasks: tasks}
	if err := q.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for n := range tasks {
		task := newTask(s.ID, n)
		if err := q.Submit(t.Context(), task, packed(t, task.Name)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func newTask(submission string, number int) *message.Task {
	return &message.Task{Submission: submission, Number: number, Name: fmt.Sprint("task ", number), Files: 1, Property: "COVER(x)",
		DataModel: "LP64", Options: message.Options{CPU: 1500, Executions: 7, Memory: 1 << 20, Strategy: "portfolio", Solver: "none",
			Without: []string{"breed"}}}
}

func follow(t *testing.T, q *queue.Queue, s *message.Submission) map[int]queue.Arrived {
	t.Helper()
	all := map[int]queue.Arrived{}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := q.Follow(ctx, s, map[int]bool{}, MaxArchive, func(a queue.Arrived) error { all[a.Number] = a; return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTasks: sources arrive, files come back, and a run gets no more memory than its job's part and its task wants.
func TestTasks(t *testing.T) {
	url := hubtest.Start(t)
	q := queue.New(hubtest.Connect(t, url, hubtest.Quick()))
	s := submission(t, q, 5)
	w := start(t, url, 2, time.Second, &fake{run: func(_ context.Context, job Job) (*message.Result, error) {
		text, err := os.ReadFile(filepath.Join(job.Sources, message.File(0)))
		if err != nil || job.Memory != 1<<20 {
			t.Errorf("memory %d, error %v", job.Memory, err)
		}
		return leave(job, "file", "made of "+string(text))
	}})
	for n, a := range follow(t, q, s) {
		folder := t.TempDir()
		if err := archive.Unpack(bytes.NewReader(a.Content), folder, SuiteLimits); err != nil {
			t.Error(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "file"))
		if want := fmt.Sprint("made of task ", n); err != nil || string(text) != want || a.Figures.Tests != 1 {
			t.Errorf("%q, error %v, want %q; %+v", text, err, want, a.Result)
		}
	}
	w.end()
	if status, err := q.Status(t.Context()); err != nil || len(status.Workers) > 0 {
		t.Errorf("%+v, error %v: the worker still shows itself", status, err)
	}
}

// TestHostileSources: an archive that is not one gets a result and does not stop the worker.
func TestHostileSources(t *testing.T) {
	url := hubtest.Start(t)
	q := queue.New(hubtest.Connect(t, url, hubtest.Quick()))
	s := &message.Submission{ID: hub.NewID(), Name: "s", Tasks: 2}
	err1 := q.Submit(t.Context(), newTask(s.ID, 0), []byte("no archive"))
	err2 := q.Submit(t.Context(), newTask(s.ID, 1), packed(t, "x"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	start(t, url, 1, time.Second, &fake{run: func(_ context.Context, job Job) (*message.Result, error) { return leave(job, "a", "b") }})
	all := follow(t, q, s)
	if all[0].State != message.Failed || !strings.Contains(all[0].Text, "not one of ours") || all[1].State != message.Done {
		t.Errorf("%+v, %+v", all[0].Result, all[1].Result)
	}
}

// TestPoison: a task at which every run fails is given up after three, and the result says why.
func TestPoison(t *testing.T) {
	url := hubtest.Start(t)
	q := queue.New(hubtest.Connect(t, url, hubtest.Quick()))
	s := submission(t, q, 2)
	var lock sync.Mutex
	runs := 0
	start(t, url, 1, time.Second, &fake{run: func(_ context.Context, job Job) (*message.Result, error) {
		lock.Lock()
		defer lock.Unlock()
		if job.Task.Number == 0 {
			runs++
			return nil, fmt.Errorf("failure %d", runs)
		}
		return leave(job, "a", "b")
	}})
	all := follow(t, q, s)
	if a := all[0]; a.State != message.GaveUp || runs != 3 || !strings.Contains(a.Text, "failure 1") ||
		!strings.Contains(a.Text, "failure 3") {
		t.Errorf("after %d runs: %+v", runs, a.Result)
	}
	if all[1].State != message.Done {
		t.Errorf("%+v", all[1].Result)
	}
}

// TestDrain: a worker that is told to stop lets a task end within the time of grace; another one goes to another worker.
func TestDrain(t *testing.T) {
	url := hubtest.Start(t)
	q := queue.New(hubtest.Connect(t, url, hubtest.Quick()))
	s := submission(t, q, 2)
	begun, finish := make(chan int, 2), make(chan struct{})
	w := start(t, url, 2, 2*time.Second, &fake{run: func(ctx context.Context, job Job) (*message.Result, error) {
		begun <- job.Task.Number
		if job.Task.Number == 0 {
			<-finish
			return leave(job, "a", "finished")
		}
		<-ctx.Done() // never by itself
		return nil, ctx.Err()
	}})
	<-begun
	<-begun
	time.AfterFunc(100*time.Millisecond, func() { close(finish) })
	w.end()
	var lock sync.Mutex
	var second []int
	start(t, url, 1, time.Second, &fake{run: func(_ context.Context, job Job) (*message.Result, error) {
		lock.Lock()
		defer lock.Unlock()
		second = append(second, job.Task.Number)
		return leave(job, "a", "b")
	}})
	all := follow(t, q, s)
	if len(all) != 2 || all[0].State != message.Done || all[1].State != message.Done || !slices.Equal(second, []int{1}) {
		t.Errorf("the second worker ran %v; %+v", second, all)
	}
}

// TestJoin: an idle worker takes part in a shared run, and leaves it when a task waits.
func TestJoin(t *testing.T) {
	url := hubtest.Start(t)
	h := hubtest.Connect(t, url, hubtest.Quick())
	q := queue.New(h)
	task := newTask("sharedrun1", 0)
	task.Sender = h.Sender
	text, err := message.Encode(&message.Run{Sender: h.Sender, ID: "sharedrun1", Owner: "owner0001", Task: *task})
	if err != nil {
		t.Fatal(err)
	}
	joined := make(chan string, 10)
	start(t, url, 1, time.Second, &fake{
		run: func(_ context.Context, job Job) (*message.Result, error) { return leave(job, "a", "b") },
		join: func(ctx context.Context, run message.Run) error {
			select {
			case joined <- run.ID:
			default:
			}
			<-ctx.Done()
			return nil
		},
	})
	for id := ""; id == ""; {
		if _, err := h.Live.Put(t.Context(), queue.RunKey("sharedrun1"), text); err != nil {
			t.Fatal(err)
		}
		select {
		case id = <-joined:
			if id != "sharedrun1" {
				t.Errorf("joined %q", id)
			}
		case <-time.After(h.Renewal):
		}
	}
	if all := follow(t, q, submission(t, q, 1)); all[0].State != message.Done {
		t.Errorf("%+v", all[0].Result)
	}
}

// TestJoinsOnce: a search that has nothing left to do is not begun again.
func TestJoinsOnce(t *testing.T) {
	url := hubtest.Start(t)
	h := hubtest.Connect(t, url, hubtest.Quick())
	shared := queue.NewShared(h)
	task := newTask("sharedrun1", 0)
	task.Sender = h.Sender
	run := &message.Run{Sender: h.Sender, ID: "sharedrun1", Owner: "owner0001", Task: *task}
	if err := shared.Announce(t.Context(), run, packed(t, "x")); err != nil {
		t.Fatal(err)
	}
	announcing, stop := context.WithCancel(t.Context())
	go shared.KeepAnnounced(announcing, run)
	joined := make(chan string, 100)
	w := start(t, url, 1, time.Second, &fake{
		run: func(_ context.Context, job Job) (*message.Result, error) { return leave(job, "a", "b") },
		join: func(_ context.Context, run message.Run) error {
			joined <- run.ID
			return nil
		},
	})
	<-joined
	time.Sleep(2*waitForTask + time.Second)
	if len(joined) > 0 {
		t.Errorf("joined again %d times", len(joined))
	}
	if again, err := shared.Announced(t.Context(), run.ID); err != nil || again.Task.Name != task.Name {
		t.Errorf("%+v, error %v", again, err)
	}
	stop()
	shared.Withdraw(t.Context(), run)
	shared.UntilWithdrawn(t.Context(), run.ID)
	if _, err := shared.Announced(t.Context(), run.ID); err == nil {
		t.Error("the run is still announced")
	}
	w.end()
}

// TestArguments: what comes from afar becomes values of options, and no option.
func TestArguments(t *testing.T) {
	folder := t.TempDir()
	c := Child{Sandbox: "require"}
	got, err := c.arguments(Job{Task: *newTask("submission1", 0), Sources: folder, Memory: 5})
	if err != nil {
		t.Fatal(err)
	}
	want := "run --sandbox require --cpu-time 1.5s --memory 5 --seed 0 --strategy portfolio --solver none --max-executions 7 --without breed"
	if strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	text, err := os.ReadFile(filepath.Join(folder, "task.yml"))
	if err != nil || !strings.Contains(string(text), `"program0.i"`) {
		t.Errorf("%s, error %v", text, err)
	}
}

// TestLanguage: options about the language reach the run as a compilation database, and no other options do.
func TestLanguage(t *testing.T) {
	folder := t.TempDir()
	job := Job{Task: *newTask("submission1", 0), Sources: folder, Memory: 5}
	job.Task.Files, job.Task.Language = 2, [][]string{{"-std=gnu89", "-funsigned-char"}, nil}
	got, err := (&Child{}).arguments(job)
	if err != nil || !strings.Contains(strings.Join(got, " "), " --compile-commands compile_commands.json ") {
		t.Fatalf("%q, %v", got, err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	commands, err := flags.ReadCommands(text)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range job.Task.Language {
		ways, err := flags.Find(commands, filepath.Join(folder, message.File(n)))
		if err != nil || len(ways) != 1 || !slices.Equal(ways[0].Language, want) {
			t.Errorf("%s: %+v, %v", message.File(n), ways, err)
		}
	}
	for _, word := range []string{"-fplugin=x", "-I/etc", "-DX", "@x"} {
		job.Task.Language[1] = []string{word}
		if got, err := (&Child{}).arguments(job); err == nil {
			t.Errorf("%s becomes %q", word, got)
		}
	}
}

func TestTail(t *testing.T) {
	w := tail{max: 10}
	for _, text := range []string{"abc", "defghijk", strings.Repeat("x", 50) + "end", "!"} {
		if n, err := w.Write([]byte(text)); n != len(text) || err != nil {
			t.Error(n, err)
		}
	}
	if w.String() != "xxxxxxend!" {
		t.Errorf("kept %q", w.String())
	}
}
