package worker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
)

// simulation is what is noted of a submission to workers with a fake engine.
type simulation struct {
	lock      sync.Mutex
	queued    map[int]time.Time // by task: when the hub had it
	begun     map[int]time.Time // when a worker began it, with its sources
	runs      map[int]int
	submitted time.Duration // until the hub had all
	store     int64         // greatest size in bytes
}

// run is the fake engine.
func (s *simulation) run(_ context.Context, job Job) (*message.Result, error) {
	s.lock.Lock()
	s.runs[job.Task.Number]++
	s.begun[job.Task.Number] = time.Now()
	s.lock.Unlock()
	return leave(job, "file", "result")
}

// submit queues all tasks, one after the other.
func (s *simulation) submit(ctx context.Context, q *queue.Queue, record *message.Submission, sources []byte) error {
	begin := time.Now()
	for n := range record.Tasks {
		if err := q.Submit(ctx, newTask(record.ID, n), sources); err != nil {
			return err
		}
		s.lock.Lock()
		s.queued[n] = time.Now()
		s.lock.Unlock()
	}
	s.submitted = time.Since(begin)
	return nil
}

// delay returns the delay that this part of the tasks did not exceed.
func (s *simulation) delay(part float64) time.Duration {
	var all []time.Duration
	for n, begun := range s.begun {
		all = append(all, max(0, begun.Sub(s.queued[n])))
	}
	slices.Sort(all)
	return all[int(part*float64(len(all)-1))]
}

// sizeOf is the size of a folder in bytes.
func sizeOf(folder string) (size int64) {
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

// watch notes the greatest size of the store until ctx ends.
func (s *simulation) watch(ctx context.Context, folder string) {
	for ctx.Err() == nil {
		s.store = max(s.store, sizeOf(folder))
		pause(ctx, time.Second)
	}
}

// greatestMemory is the line VmHWM of a process.
func greatestMemory(t *testing.T, process int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	_, rest, found := strings.Cut(string(text), "VmHWM:")
	if err != nil || !found {
		t.Fatalf("no memory of process %d: %v", process, err)
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// simulate runs tasks with a fake engine through one hub in a process of its own, and reports what that takes.
func simulate(t *testing.T, tasks, workers int) {
	p := hubtest.StartProcess(t)
	settings := hubtest.Quick()
	settings.AckWait, settings.Live, settings.MaxBytes = 30*time.Second, 30*time.Second, 10<<30
	h := hubtest.Connect(t, p.URL, settings)
	q := queue.New(h)
	s := &simulation{queued: map[int]time.Time{}, begun: map[int]time.Time{}, runs: map[int]int{}}
	runner := &fake{run: s.run, join: func(context.Context, message.Run) error { return nil }}
	var all []*running
	for range workers {
		all = append(all, start(t, p.URL, 1, 0, runner))
	}
	defer func() { // all at once, before each is waited for
		for _, w := range all {
			w.stop()
		}
	}()
	watching, stop := context.WithCancel(t.Context())
	var watched sync.WaitGroup
	watched.Add(1)
	go func() { defer watched.Done(); s.watch(watching, p.Store) }()
	begin := time.Now()
	record := &message.Submission{ID: hub.NewID(), Name: "s", Tasks: tasks}
	sources := packed(t, strings.Repeat("int x;\n", 2000))
	submitted := make(chan error, 1)
	go func() { submitted <- s.submit(t.Context(), q, record, sources) }()
	arrived := map[int]int{}
	err := q.Follow(t.Context(), record, map[int]bool{}, MaxArchive, func(a queue.Arrived) error {
		arrived[a.Number]++
		if a.State != message.Done || a.Lost != nil || arrived[a.Number] > 1 {
			t.Errorf("task %d: %d results, %+v", a.Number, arrived[a.Number], a.Result)
		}
		return nil
	})
	if err := errors.Join(err, <-submitted); err != nil || len(arrived) != tasks || len(s.runs) != tasks {
		t.Fatalf("%d results, %d tasks run, error %v", len(arrived), len(s.runs), err)
	}
	took := time.Since(begin)
	stop()
	watched.Wait()
	again := 0
	for _, times := range s.runs {
		again += times - 1
	}
	sent := h.Conn.Stats()
	t.Logf("%d tasks, %d workers: all submitted after %.1f s, all fetched after %.1f s; %d runs more than tasks; from queue to run: median %v, "+
		"99 of 100 within %v; memory of the hub at most %s; store at most %d MB, at the end %d MB; messages of the submitter: %d sent, %d got",
		tasks, workers, s.submitted.Seconds(), took.Seconds(), again, s.delay(0.5).Round(time.Millisecond), s.delay(0.99).Round(time.Millisecond),
		greatestMemory(t, p.ID()), s.store>>20, sizeOf(p.Store)>>20, sent.OutMsgs, sent.InMsgs)
}

// TestSimulation: many tasks and workers, each task run once.
func TestSimulation(t *testing.T) { simulate(t, 100, 20) }
