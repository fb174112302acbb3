package worker

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
)

// urlVariable tells a test's executable to be a worker of the hub with this URL.
const urlVariable = "FIZZER_TEST_WORKER_HUB"

// poison is in the name of tasks that kill whoever runs them.
const poison = "poison"

// workerMain is for TestMain: in a process of processes it is a worker and never returns.
func workerMain() {
	url := os.Getenv(urlVariable)
	if url == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends
		os.Exit(0)
	}()
	ctx := context.Background()
	h, err := hub.Connect(ctx, hub.Access{URL: url, Tool: hubtest.Tool, Name: "worker"}, hub.Settings{})
	if err != nil {
		os.Exit(1) // the hub may be away; the next process tries again
	}
	runner := &fake{
		run: func(_ context.Context, job Job) (*message.Result, error) {
			if strings.Contains(job.Task.Name, poison) {
				_ = unix.Kill(os.Getpid(), unix.SIGKILL)
			}
			time.Sleep(20 * time.Millisecond)
			return leave(job, "file", job.Task.Name)
		},
		join: func(context.Context, message.Run) error { return nil },
	}
	_ = Run(ctx, nil, Options{Hub: h, Name: fmt.Sprint("worker ", os.Getpid()), Jobs: 2, Memory: 1 << 30, Runner: runner, Log: func(string) {},
		Scratch: func() (string, func(), error) {
			path, err := os.MkdirTemp(os.Getenv("TMPDIR"), "")
			return path, func() { os.RemoveAll(path) }, err
		}})
}

// processes are workers in processes of their own; each one that ends is followed by another one.
type processes struct {
	lock  sync.Mutex
	now   []*os.Process // by place; nil: none
	stop  atomic.Bool
	ended sync.WaitGroup
}

func startProcesses(t *testing.T, url string, count int) *processes {
	p := &processes{now: make([]*os.Process, count)}
	folder := t.TempDir()
	for place := range count {
		p.ended.Add(1)
		go func() {
			defer p.ended.Done()
			for !p.stop.Load() {
				command := exec.Command(os.Args[0], "-test.run=^$")
				command.Env = append(os.Environ(), urlVariable+"="+url, "TMPDIR="+folder)
				if _, err := command.StdinPipe(); err != nil {
					t.Error(err)
					return
				}
				if err := command.Start(); err != nil {
					t.Error(err)
					return
				}
				p.set(place, command.Process)
				_ = command.Wait()
				p.set(place, nil)
				time.Sleep(50 * time.Millisecond)
			}
		}()
	}
	return p
}

func (p *processes) set(place int, process *os.Process) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.now[place] = process
	if process != nil && p.stop.Load() {
		_ = process.Kill()
	}
}

// kill kills the worker of a place, as kill -9 does; false: there is none now.
func (p *processes) kill(place int) bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.now[place] != nil && p.now[place].Kill() == nil
}

func (p *processes) end() {
	p.stop.Store(true)
	for place := range p.now {
		p.kill(place)
	}
	p.ended.Wait()
}

// killings is a test in which processes of workers and of the hub are killed while tasks are submitted and run; every poisonEvery-th task
// kills its worker. Each task has one result: that of one run, or, after three attempts that were lost, one that names them.
func killings(t *testing.T, tasks, poisonEvery, workerKills, hubKills int) {
	p := hubtest.StartProcess(t)
	settings := hubtest.Quick()
	settings.AckWait = 2 * time.Second
	q := queue.New(hubtest.Connect(t, p.URL, settings))
	const places = 4
	workers := startProcesses(t, p.URL, places)
	defer workers.end()
	s := &message.Submission{ID: hub.NewID(), Name: "killings", Tasks: tasks}
	if err := q.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	var killed atomic.Int32
	killing := make(chan bool)
	go func() {
		defer close(killing)
		for n := 0; n < workerKills; {
			time.Sleep(100 * time.Millisecond)
			if workers.kill(n % places) {
				n++
				killed.Add(1)
				if n*hubKills/workerKills > (n-1)*hubKills/workerKills {
					p.Kill()
					p.Start()
				}
			}
		}
	}()
	submitted := make(chan error, 1)
	sources := packed(t, "x")
	go func() {
		for n := range tasks {
			for int(killed.Load())*tasks < n*workerKills { // there are tasks as long as there are killings
				time.Sleep(10 * time.Millisecond)
			}
			task := newTask(s.ID, n)
			if n%poisonEvery == 0 {
				task.Name = fmt.Sprint(poison, " ", n)
			}
			if err := q.Submit(t.Context(), task, sources); err != nil {
				submitted <- err
				return
			}
		}
		submitted <- nil
	}()
	results, gaveUp := map[int]int{}, 0
	err := q.Follow(t.Context(), s, map[int]bool{}, MaxArchive, func(a queue.Arrived) error {
		results[a.Number]++
		lost := map[string]bool{}
		for _, attempt := range a.Attempts {
			lost[attempt.ID] = true
		}
		switch {
		case results[a.Number] > 1:
			t.Errorf("task %d has %d results", a.Number, results[a.Number])
		case a.State == message.GaveUp && len(lost) >= message.MaxAttempts:
			gaveUp++
		case a.State != message.Done || a.Lost != nil || len(a.Content) == 0 || a.Number%poisonEvery == 0:
			t.Errorf("task %d: %+v, files lost: %v", a.Number, a.Result, a.Lost)
		}
		return nil
	})
	<-killing
	if err := <-submitted; err != nil {
		t.Error(err)
	}
	poisoned := (tasks + poisonEvery - 1) / poisonEvery
	if err != nil || len(results) != tasks || gaveUp < poisoned {
		t.Errorf("%d results for %d tasks, %d given up, %d of them poison; error %v", len(results), tasks, gaveUp, poisoned, err)
	}
	t.Logf("%d tasks, %d of them poison; %d workers and %d hubs killed; %d tasks given up", tasks, poisoned, workerKills, hubKills, gaveUp)
}

// TestKillings: nothing is lost and nothing counted twice when processes of workers and the hub are killed.
func TestKillings(t *testing.T) { killings(t, 40, 20, 8, 2) }
