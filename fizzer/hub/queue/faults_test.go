package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
)

// faulty runs tasks over bad connections, and checks that each has one result, with its files, and that no attempt counted twice.
func faulty(t *testing.T, tasks int, faults hubtest.Faults) *hubtest.Proxy {
	t.Helper()
	p := hubtest.StartProxy(t, hubtest.Start(t), faults)
	settings := hubtest.Quick()
	settings.AckWait = time.Second
	const workers = 4
	var stop atomic.Bool
	var working sync.WaitGroup
	for n := range workers {
		q := New(hubtest.Connect(t, p.URL, settings))
		working.Add(1)
		go func() {
			defer working.Done()
			for !stop.Load() {
				l, err := q.Take(t.Context(), fmt.Sprint("worker ", n), 300*time.Millisecond)
				if err != nil {
					if !errors.Is(err, ErrNone) {
						time.Sleep(20 * time.Millisecond)
					}
					continue
				}
				sources, err := q.Sources(t.Context(), l.Task.Key(), 100)
				if err != nil { // this task has a result, by somebody who took it at the same time
					_ = l.Fail(t.Context(), "no sources: "+err.Error())
					continue
				}
				if _, err := l.Finish(t.Context(), &message.Result{State: message.Done}, append([]byte("files of "), sources...)); err != nil {
					t.Errorf("task %d: %v", l.Task.Number, err)
				}
			}
		}()
	}
	own := New(hubtest.Connect(t, p.URL, settings))
	s := &message.Submission{ID: hub.NewID(), Name: "faulty", Tasks: tasks}
	if err := own.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	submitted := make(chan error, 1)
	go func() {
		for n := range tasks {
			if err := own.Submit(t.Context(), newTask(s.ID, n), []byte(fmt.Sprint("sources of ", n))); err != nil {
				submitted <- err
				return
			}
		}
		submitted <- nil
	}()
	gaveUp := 0
	for n, a := range follow(t, own, s) {
		if a.State == message.GaveUp {
			gaveUp++
			checkAttempts(t, n, a.Attempts)
			continue
		}
		if a.State != message.Done || a.Lost != nil || string(a.Content) != fmt.Sprint("files of sources of ", n) {
			t.Errorf("task %d: %+v", n, a)
		}
	}
	if err := <-submitted; err != nil {
		t.Error(err)
	}
	stop.Store(true)
	p.Calm()
	working.Wait()
	t.Logf("%d tasks, %d connections, %d cuts, %d delays, %d messages twice, %d swapped; %d tasks given up", tasks, p.Connections.Load(),
		p.Cuts.Load(), p.Delays.Load(), p.Twos.Load(), p.Swaps.Load(), gaveUp)
	return p
}

// checkAttempts checks that a task was given up after as many attempts as are allowed, each counted once.
func checkAttempts(t *testing.T, task int, all []message.Attempt) {
	t.Helper()
	ids := map[string]bool{}
	for _, a := range all {
		if !a.HandedBack {
			ids[a.ID] = true
		}
	}
	if len(ids) < message.MaxAttempts {
		t.Errorf("task %d was given up after the attempts %+v", task, all)
	}
}

// TestFaultyConnections: nothing is lost and nothing counted twice over connections that are cut or slow, and with messages that arrive
// twice or in another order.
func TestFaultyConnections(t *testing.T) { faultyConnections(t, 15, 1) }

func faultyConnections(t *testing.T, tasks int, seed uint64) {
	for name, f := range map[string]hubtest.Faults{
		"cut":     {Cut: 0.02},
		"slow":    {Delay: 0.1},
		"twice":   {Twice: 0.2},
		"swapped": {Swap: 0.1},
		"all":     {Cut: 0.02, Delay: 0.05, Twice: 0.05, Swap: 0.05},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f.Seed = seed
			p := faulty(t, tasks, f)
			for _, one := range []struct {
				chance float64
				count  *atomic.Int32
			}{{f.Cut, &p.Cuts}, {f.Delay, &p.Delays}, {f.Twice, &p.Twos}, {f.Swap, &p.Swaps}} {
				if one.chance > 0 && one.count.Load() == 0 {
					t.Errorf("the faults %+v did not happen", f)
				}
			}
		})
	}
}

// TestAnswerLost: a worker that is cut off while it notes its attempt has noted one, not two: the task is not given up.
func TestAnswerLost(t *testing.T) {
	url := hubtest.Start(t)
	direct := New(hubtest.Connect(t, url, hubtest.Quick()))
	var lost atomic.Bool
	p := hubtest.StartProxy(t, url, hubtest.Faults{Lose: func(subject string) bool {
		return strings.HasPrefix(subject, "$KV.fizzer-state.attempt.") && lost.CompareAndSwap(false, true)
	}})
	q := New(hubtest.Connect(t, p.URL, hubtest.Quick()))
	s := submit(t, direct, 1)
	for range message.MaxAttempts - 1 {
		die(take(t, direct, "dies"))
	}
	l := take(t, q, "is cut off")
	if l == nil || !lost.Load() || p.Cuts.Load() != 1 {
		t.Fatalf("no task; the answer was lost: %v, cuts: %d", lost.Load(), p.Cuts.Load())
	}
	var noted message.Attempts
	entry, err := direct.hub.State.Get(t.Context(), attemptKey(l.Task.Key()))
	if err == nil {
		err = message.Decode(entry.Value(), &noted)
	}
	if err != nil || noted.Lost() != message.MaxAttempts {
		t.Errorf("attempts %+v, error %v", noted, err)
	}
	finish(t, l)
	if a := follow(t, direct, s)[0]; a.State != message.Done {
		t.Errorf("%+v", a.Result)
	}
}

// TestFullDisk: while others fill the hub's disk, submitters and workers wait; when there is room again, they go on, and nothing is lost.
func TestFullDisk(t *testing.T) {
	p := hubtest.StartOnDisk(t, 32<<20)
	settings := hubtest.Quick()
	settings.AckWait, settings.MaxBytes = time.Second, 1<<30
	q := New(hubtest.Connect(t, p.URL, settings))
	const tasks, size = 12, 300_000
	s := &message.Submission{ID: hub.NewID(), Name: "disk", Tasks: tasks}
	if err := q.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	submit := func(ctx context.Context, n int) error {
		return q.Submit(ctx, newTask(s.ID, n), bytes.Repeat([]byte{byte(n)}, size))
	}
	for n := range tasks / 3 {
		if err := submit(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	free := p.FillDisk()
	limited, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if err := submit(limited, tasks/3); err == nil {
		t.Fatal("a task was stored on a full disk")
	}
	submitted := make(chan error, 1)
	go func() {
		for n := tasks / 3; n < tasks; n++ {
			if err := submit(t.Context(), n); err != nil {
				submitted <- err
				return
			}
		}
		submitted <- nil
	}()
	c := &crew{q: New(hubtest.Connect(t, p.URL, settings))}
	c.start(t, 3)
	defer c.end()
	time.Sleep(2 * time.Second) // workers try as well
	free()
	all := follow(t, q, s)
	if err := <-submitted; err != nil || len(all) != tasks {
		t.Errorf("%d results, error %v", len(all), err)
	}
	for n, a := range all {
		if a.State == message.GaveUp {
			checkAttempts(t, n, a.Attempts)
		} else if a.State != message.Done || a.Lost != nil || string(a.Content) != "files of "+message.Key(s.ID, n) {
			t.Errorf("task %d: %+v", n, a)
		}
	}
}

// TestKnownResultWhileAway: a result that comes again while the hub is away does not end the one who follows.
func TestKnownResultWhileAway(t *testing.T) {
	h := hubtest.Connect(t, hubtest.Start(t), hubtest.Quick())
	q := New(h)
	s := submit(t, q, 1)
	finish(t, take(t, q, "w"))
	consumer, err := q.consumer(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	m, err := consumer.Next()
	if err != nil {
		t.Fatal(err)
	}
	known := map[int]bool{0: true}
	away := awayMessage{m}
	take := func(Arrived) error { t.Error("it is taken again"); return nil }
	if err := q.arrive(t.Context(), s, away, archiveLimit, known, take); err != nil {
		t.Error(err)
	}
	if err := q.arrive(t.Context(), &message.Submission{ID: s.ID}, away, archiveLimit, known, take); err != nil { // no task has this number
		t.Error(err)
	}
}

// awayMessage is a message whose acknowledgements fail as they do while the hub is away.
type awayMessage struct{ jetstream.Msg }

func (awayMessage) Ack() error                  { return nats.ErrReconnectBufExceeded }
func (awayMessage) TermWithReason(string) error { return nats.ErrReconnectBufExceeded }

// TestForgottenMessages: a task or a result that the hub forgets after it acknowledged it is sent again.
func TestForgottenMessages(t *testing.T) {
	url := hubtest.Start(t)
	direct := hubtest.Connect(t, url, hubtest.Quick())
	forget := map[string]jetstream.Stream{"$JS.API.STREAM.MSG.GET.FIZZER_TASKS": direct.Tasks,
		"$JS.API.STREAM.MSG.GET.FIZZER_RESULTS": direct.Results}
	var forgotten, armed atomic.Int32
	p := hubtest.StartProxy(t, url, hubtest.Faults{Drop: func(subject string) bool { // it is asked whether the message is there
		if stream := forget[subject]; stream != nil && armed.CompareAndSwap(1, 0) {
			if err := stream.Purge(context.Background()); err != nil {
				t.Error(err)
			}
			forgotten.Add(1)
		}
		return false
	}})
	q := New(hubtest.Connect(t, p.URL, hubtest.Quick()))
	s := &message.Submission{ID: hub.NewID(), Name: "forgotten", Tasks: 1}
	if err := q.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	armed.Store(1)
	if err := q.Submit(t.Context(), newTask(s.ID, 0), []byte("sources")); err != nil {
		t.Fatal(err)
	}
	l := take(t, q, "worker")
	if l == nil || forgotten.Load() != 1 {
		t.Fatalf("no task; forgotten: %d", forgotten.Load())
	}
	armed.Store(1)
	first, err := l.Finish(t.Context(), &message.Result{State: message.Done}, []byte("files"))
	if err != nil || !first || forgotten.Load() != 2 {
		t.Errorf("first: %v, error %v; forgotten: %d", first, err, forgotten.Load())
	}
	if a := follow(t, New(direct), s)[0]; a.State != message.Done || string(a.Content) != "files" {
		t.Errorf("%+v", a)
	}
}
