// Package worker takes tasks from a hub and runs them, several at once, until it is told to stop. A run is a process of its own
// (child.go), so that its limits, its sandboxes and its end are those of `fizzer run` on one's own machine. While no task waits, a job
// may take part in a program that several machines search together.
package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/archive"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
)

// Job is a task with the folder in which it is run: the C files are in Sources, and what the run leaves belongs into Output.
type Job struct {
	Task    message.Task
	Sources string // folder
	Output  string // folder, which does not exist
	Memory  uint64 // bytes that the run may use, at most
}

// Runner runs tasks. It is called by several goroutines at once.
type Runner interface {
	// Run runs a task and returns State, Text and Figures of its result. An error means that this worker could not run it and another one
	// might. When ctx ends, Run stops within seconds.
	Run(ctx context.Context, job Job) (*message.Result, error)
	// Join takes part in a shared run until ctx ends or the run does.
	Join(ctx context.Context, run message.Run, memory uint64) error
}

// Options of a worker.
type Options struct {
	Hub     *hub.Hub
	Name    string // for people
	Jobs    int    // tasks at once
	Memory  uint64 // bytes of all jobs together
	Grace   time.Duration
	Scratch func() (path string, remove func(), err error) // makes a folder for a task
	Runner  Runner
	Log     func(string) // for the user, one line each
}

// Limits of archives, picked by hand: sources of the largest programs, and suites many times the largest of the competition.
var (
	SourceLimits = archive.Limits{Files: message.MaxFiles + 1, Bytes: 1 << 30} // one is a harness
	SuiteLimits  = archive.Limits{Files: 500_000, Bytes: 4 << 30}
)

// MaxArchive bounds a packed archive in bytes.
const MaxArchive = 512 << 20

// waitForTask is how long a job waits for a task before it looks at other things.
const waitForTask = 2 * time.Second

// worker is a running worker.
type worker struct {
	Options
	id      string
	queue   *queue.Queue
	changed chan struct{} // holds something when shown has changed

	lock  sync.Mutex
	shown message.Worker  // what it says about itself
	ended map[string]bool // shared runs in which a search of this worker has nothing left to do
}

// Run takes tasks until drain is closed; then it lets tasks that it has run for Grace and hands back those that are not finished. The end
// of ctx ends Grace at once. Whatever happens to single tasks is logged; the error is nil.
func Run(ctx context.Context, drain <-chan struct{}, o Options) error {
	w := &worker{Options: o, id: hub.NewID(), queue: queue.New(o.Hub), changed: make(chan struct{}, 1), ended: map[string]bool{}}
	w.shown = message.Worker{Sender: o.Hub.Sender, ID: w.id, Name: message.Line(o.Name), Jobs: o.Jobs}
	running, stop := context.WithCancel(ctx)
	defer stop()
	taking, noMore := context.WithCancel(running)
	defer noMore()
	go func() {
		select {
		case <-drain:
			noMore()
		case <-taking.Done():
			return
		}
		select {
		case <-time.After(o.Grace):
			stop()
		case <-running.Done():
		}
	}()
	shown, hide := context.WithCancel(context.WithoutCancel(ctx))
	var showing, jobs sync.WaitGroup
	showing.Add(1)
	go func() { defer showing.Done(); w.show(shown) }()
	jobs.Add(o.Jobs)
	for range o.Jobs {
		go func() { defer jobs.Done(); w.work(taking, running) }()
	}
	jobs.Wait()
	hide()
	showing.Wait()
	return nil
}

// show renews what the worker says about itself.
func (w *worker) show(ctx context.Context) {
	ticks := time.NewTicker(w.Hub.Renewal)
	defer ticks.Stop()
	for {
		w.lock.Lock()
		text, err := message.Encode(&w.shown)
		w.lock.Unlock()
		if err == nil {
			limited, cancel := context.WithTimeout(ctx, w.Hub.Renewal)
			_, _ = w.Hub.Live.Put(limited, queue.WorkerKey(w.id), text) // the next one may get through
			cancel()
		}
		select {
		case <-ticks.C:
		case <-w.changed:
		case <-ctx.Done():
			limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.Hub.Renewal)
			_ = w.Hub.Live.Purge(limited, queue.WorkerKey(w.id)) // or it vanishes by itself
			cancel()
			return
		}
	}
}

// work is one job: it takes tasks until taking ends, and ends them when running ends.
func (w *worker) work(taking, running context.Context) {
	for taking.Err() == nil {
		lease, err := w.queue.Take(taking, w.Name, waitForTask)
		switch {
		case err == nil:
			w.turn(running, lease)
		case errors.Is(err, queue.ErrNone):
			if err != queue.ErrNone {
				w.Log("note: " + message.Line(err.Error()))
			}
			w.join(taking)
		default:
			if !hub.Passing(err) && taking.Err() == nil {
				w.Log("note: no task could be taken: " + message.Line(err.Error()))
			}
			pause(taking, hub.RetryPause)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// farewell bounds what is still done for a task after the worker was told to stop at once.
const farewell = 10 * time.Second

// turn runs a task and ends its lease.
func (w *worker) turn(running context.Context, lease *queue.Lease) {
	name := lease.Task.Name
	w.begin(name)
	w.Log("begins " + name)
	result, packed, err := w.run(running, lease)
	if running.Err() != nil && err != nil { // the result of a run that was stopped is not one
		last, cancel := context.WithTimeout(context.WithoutCancel(running), farewell)
		defer cancel()
		w.end(name, nil)
		w.Log("hands back " + name)
		w.logged(lease.HandBack(last))
		return
	}
	w.end(name, result)
	if err != nil {
		w.fail()
		w.Log(fmt.Sprintf("could not run %s: %s", name, message.Line(err.Error())))
		w.logged(lease.Fail(running, err.Error()))
		return
	}
	w.Log(fmt.Sprintf("ends %s: %s", name, result.State))
	_, err = lease.Finish(context.WithoutCancel(running), result, packed)
	w.logged(err)
}

func (w *worker) logged(err error) {
	if err != nil {
		w.Log("note: " + message.Line(err.Error()))
	}
}

// change changes what the worker says about itself, which is said at once.
func (w *worker) change(change func(*message.Worker)) {
	w.lock.Lock()
	change(&w.shown)
	w.lock.Unlock()
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

func (w *worker) begin(name string) {
	w.change(func(shown *message.Worker) { shown.Busy = append(shown.Busy, name) })
}

// end notes the end of a task; result is nil if there is none.
func (w *worker) end(name string, result *message.Result) {
	w.change(func(shown *message.Worker) {
		if i := slices.Index(shown.Busy, name); i >= 0 {
			shown.Busy = slices.Delete(shown.Busy, i, i+1)
		}
		if result != nil {
			shown.Done++
			shown.Executions += result.Figures.Executions
			shown.CPU += result.Figures.CPU
			shown.Covered += result.Figures.Covered
			shown.Goals += result.Figures.Goals
		}
	})
}

func (w *worker) fail() { w.change(func(shown *message.Worker) { shown.Failed++ }) }

// share is the memory of one job.
func (w *worker) share() uint64 { return w.Memory / uint64(w.Jobs) }

// run runs a task in a folder of its own and returns its result with the packed files.
func (w *worker) run(ctx context.Context, lease *queue.Lease) (*message.Result, []byte, error) {
	folder, remove, err := w.Scratch()
	if err != nil {
		return nil, nil, err
	}
	defer remove()
	job := Job{Task: lease.Task, Sources: filepath.Join(folder, "sources"), Output: filepath.Join(folder, "output"),
		Memory: min(w.share(), lease.Task.Options.Memory)}
	packed, err := w.queue.Sources(ctx, lease.Task.Key(), MaxArchive)
	if err != nil {
		return nil, nil, err
	}
	if err := os.Mkdir(job.Sources, 0o700); err != nil {
		return nil, nil, err
	}
	if err := archive.Unpack(bytes.NewReader(packed), job.Sources, SourceLimits); err != nil {
		if errors.Is(err, archive.ErrHostile) || errors.Is(err, archive.ErrLimit) {
			return &message.Result{State: message.Failed, Text: message.Text(err.Error())}, nil, nil
		}
		return nil, nil, err
	}
	result, err := w.Runner.Run(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	return pack(job.Output, result)
}

// pack packs what a run left, except the zip, which whoever fetches the suite makes again.
func pack(folder string, result *message.Result) (*message.Result, []byte, error) {
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return result, nil, nil
	}
	if err := os.Remove(filepath.Join(folder, formats.SuiteZip)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	var packed bytes.Buffer
	err := archive.Pack(&packed, folder, SuiteLimits)
	if errors.Is(err, archive.ErrLimit) || packed.Len() > MaxArchive {
		return &message.Result{State: message.Failed, Text: "the files of the run are too large to be sent"}, nil, nil
	}
	return result, packed.Bytes(), err
}

// join takes part in a shared run, if there is one, until a task waits.
func (w *worker) join(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, waitForTask)
	runs, err := w.queue.Runs(limited)
	cancel()
	runs = slices.DeleteFunc(runs, func(r message.Run) bool { return w.hasEnded(r.ID) })
	if err != nil || len(runs) == 0 || ctx.Err() != nil {
		return
	}
	joined, leave := context.WithCancel(ctx)
	defer leave()
	go w.leaveForTasks(joined, leave)
	w.count(1)
	defer w.count(-1)
	run := runs[0]
	w.Log("joins the search of " + run.Task.Name)
	err = w.Runner.Join(joined, run, w.share())
	w.Log("leaves the search of " + run.Task.Name)
	switch {
	case joined.Err() != nil:
	case err != nil:
		w.logged(err)
		pause(ctx, w.Hub.AckWait) // it would fail again
	default:
		w.lock.Lock()
		w.ended[run.ID] = true
		w.lock.Unlock()
	}
}

func (w *worker) hasEnded(run string) bool {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.ended[run]
}

func (w *worker) count(joined int) { w.change(func(shown *message.Worker) { shown.Joined += joined }) }

// leaveForTasks calls leave when a task waits.
func (w *worker) leaveForTasks(ctx context.Context, leave func()) {
	for ctx.Err() == nil {
		pause(ctx, waitForTask)
		limited, cancel := context.WithTimeout(ctx, waitForTask)
		waiting, err := w.queue.Waiting(limited)
		cancel()
		if err == nil && waiting > 0 {
			leave()
		}
	}
}
