package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
)

func TestMain(m *testing.M) {
	hubtest.Main()
	os.Exit(m.Run())
}

const archiveLimit = 1 << 20

func newTask(submission string, number int) *message.Task {
	return &message.Task{Submission: submission, Number: number, Name: fmt.Sprint("task ", number), Files: 1, Property: "COVER(x)",
		DataModel: "LP64", Options: message.Options{Memory: 1 << 30, Strategy: "portfolio", Solver: "none"}}
}

// submit queues a submission of tasks.
func submit(t testing.TB, q *Queue, tasks int) *message.Submission {
	t.Helper()
	s := &message.Submission{ID: hub.NewID(), Name: t.Name(), Tasks: tasks}
	if err := q.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for n := range tasks {
		if err := q.Submit(t.Context(), newTask(s.ID, n), []byte("sources of "+fmt.Sprint(n))); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// take takes a task; nil: none came for some seconds.
func take(t testing.TB, q *Queue, worker string) *Lease {
	t.Helper()
	for range 20 {
		l, err := q.Take(t.Context(), worker, time.Second)
		if err == nil {
			return l
		}
		if !errors.Is(err, ErrNone) {
			t.Fatal(err)
		}
	}
	return nil
}

// none checks that no task comes.
func none(t testing.TB, q *Queue, worker string) {
	t.Helper()
	for range 2 {
		l, err := q.Take(t.Context(), worker, 500*time.Millisecond)
		if err == nil {
			t.Errorf("%s got %+v", worker, l.Task)
		} else if err != ErrNone { // a worker tells its user of other errors
			t.Error(err)
		}
	}
}

// finish finishes a task with an archive that names it.
func finish(t testing.TB, l *Lease) bool {
	t.Helper()
	first, err := l.Finish(t.Context(), &message.Result{State: message.Done}, []byte("files of "+l.Task.Key()))
	if err != nil {
		t.Fatal(err)
	}
	return first
}

// follow returns the results of a submission by number.
func follow(t testing.TB, q *Queue, s *message.Submission) map[int]Arrived {
	t.Helper()
	all := map[int]Arrived{}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	err := q.Follow(ctx, s, map[int]bool{}, archiveLimit, func(a Arrived) error {
		if _, twice := all[a.Number]; twice {
			t.Errorf("two results of task %d", a.Number)
		}
		all[a.Number] = a
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// left checks that nothing is left in the hub but results without files.
func left(t testing.TB, q *Queue) {
	t.Helper()
	tasks, err1 := q.hub.Tasks.Info(t.Context())
	var keys []string
	keys, err2 := q.hub.State.Keys(t.Context())
	if errors.Is(err2, jetstream.ErrNoKeysFound) {
		err2 = nil
	}
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if tasks.State.Msgs > 0 || len(keys) > 0 {
		t.Errorf("%d tasks and the keys %v are left", tasks.State.Msgs, keys)
	}
	for _, store := range []*hub.Objects{q.hub.Sources, q.hub.Suites} {
		if names, err := store.Names(t.Context()); len(names) > 0 || err != nil {
			t.Errorf("the objects %v are left, error %v", names, err)
		}
	}
}

func TestWayOfATask(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 3)
	for range 3 {
		l := take(t, q, "w")
		sources, err := q.Sources(t.Context(), l.Task.Key(), 100)
		if want := fmt.Sprint("sources of ", l.Task.Number); err != nil || string(sources) != want {
			t.Errorf("sources %q, error %v; want %q", sources, err, want)
		}
		time.Sleep(2 * hubtest.Quick().AckWait) // longer than a silent worker may be
		if !finish(t, l) {
			t.Error("the result of another worker was faster")
		}
	}
	status, err := q.Status(t.Context())
	if err != nil || status.Waiting+uint64(status.AtWork) != 0 || status.Results != 3 || len(status.Submissions) != 1 {
		t.Errorf("status %+v, error %v", status, err)
	}
	all := follow(t, q, s)
	for n := range 3 {
		if a := all[n]; a.State != message.Done || string(a.Content) != "files of "+message.Key(s.ID, n) {
			t.Errorf("task %d: %+v", n, a)
		}
	}
	left(t, q)
}

// TestSubmittedTwice: a task that is submitted again, as by a sender who got no answer, is run once.
func TestSubmittedTwice(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	for range 3 {
		if err := q.Submit(t.Context(), newTask(s.ID, 0), []byte("again")); err != nil {
			t.Fatal(err)
		}
	}
	if status, err := q.Status(t.Context()); err != nil || status.Waiting != 1 {
		t.Errorf("status %+v, error %v", status, err)
	}
	finish(t, take(t, q, "w"))
	none(t, q, "w")
	follow(t, q, s)
}

// TestWaitingAtOnce: a task that was submitted is seen to wait at once.
func TestWaitingAtOnce(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 0)
	for n := range 200 {
		if err := q.Submit(t.Context(), newTask(s.ID, n), []byte("sources")); err != nil {
			t.Fatal(err)
		}
		if waiting, err := q.Waiting(t.Context()); err != nil || waiting != uint64(n+1) {
			t.Fatalf("%d of %d tasks wait, error %v", waiting, n+1, err)
		}
	}
}

// die ends a lease as the death of its worker does: nothing more is heard of it.
func die(l *Lease) { l.stopRenewal() }

// TestLostWorkers: the task of a worker that dies goes to another one; after three it is given up, and the result says why.
func TestLostWorkers(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	die(take(t, q, "first"))
	l := take(t, q, "second")
	if err := l.Fail(t.Context(), "no space left"); err != nil {
		t.Fatal(err)
	}
	for range 5 { // told to stop: that is nobody's fault
		if err := take(t, q, "stopped").HandBack(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	die(take(t, q, "third"))
	for { // until the death of the third is noticed
		status, err := q.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status.Results > 0 {
			break
		}
		none(t, q, "fourth")
	}
	a := follow(t, q, s)[0]
	if a.State != message.GaveUp || a.Worker != "fourth" || !strings.Contains(a.Text, "first: the worker was lost") ||
		!strings.Contains(a.Text, "second: no space left") || !strings.Contains(a.Text, "third") || strings.Contains(a.Text, "stopped") {
		t.Errorf("result %+v", a)
	}
	left(t, q)
}

// TestAttemptsPurged: a worker that takes a task just as another one finishes it notes its attempt where the other's were purged.
func TestAttemptsPurged(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	key := attemptKey(message.Key(s.ID, 0))
	if _, err := q.hub.State.PutString(t.Context(), key, "attempts"); err != nil {
		t.Fatal(err)
	}
	if err := q.hub.State.Purge(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	l, err := q.Take(ctx, "w", 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, l)
	follow(t, q, s)
	left(t, q)
}

// TestSlowWorkerCountsOnce: a worker that was taken for dead and finishes later changes nothing.
func TestSlowWorkerCountsOnce(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	slow := take(t, q, "slow")
	die(slow)
	fast := take(t, q, "fast")
	if !finish(t, fast) {
		t.Error("the first result does not count")
	}
	if finish(t, slow) {
		t.Error("the second result counts")
	}
	if all := follow(t, q, s); all[0].Worker != "fast" || string(all[0].Content) != "files of "+message.Key(s.ID, 0) {
		t.Errorf("result %+v", all[0])
	}
	left(t, q)
}

// TestResultWithoutAnswer: the worker dies between its result and the acknowledgement of the task.
func TestResultWithoutAnswer(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	l := take(t, q, "w")
	die(l)
	if first, err := q.post(t.Context(), &message.Result{Submission: s.ID, Worker: "w", State: message.Done}); err != nil || !first {
		t.Fatal(first, err)
	}
	none(t, q, "other")
	follow(t, q, s)
	left(t, q)
}

// TestFollowedTwice: who follows is killed after it has taken a result, and before; the next one gets the others.
func TestFollowedTwice(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 2)
	finish(t, take(t, q, "w"))
	failure := errors.New("the disk is full")
	seen := map[int]bool{}
	if err := q.Follow(t.Context(), s, seen, archiveLimit, func(Arrived) error { return failure }); !errors.Is(err, failure) || len(seen) > 0 {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := q.Follow(ctx, s, seen, archiveLimit, func(Arrived) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || len(seen) != 1 {
		t.Fatal(err)
	}
	finish(t, take(t, q, "w"))
	if err := q.Follow(t.Context(), s, seen, archiveLimit, func(Arrived) error { return nil }); err != nil || len(seen) != 2 {
		t.Errorf("results of %v, error %v", seen, err)
	}
	left(t, q)
}

// TestSharedRunsAreShown: the status has what the searches of a run last said; the goals are those
// of the search that started it. One that left, another run's and hostile ones are left out.
func TestSharedRunsAreShown(t *testing.T) {
	h := hubtest.Connect(t, hubtest.Start(t), hubtest.Quick())
	q := New(h)
	run := &message.Run{Sender: h.Sender, ID: hub.NewID(), Owner: hub.NewID(), Task: *newTask(hub.NewID(), 0)}
	run.Task.Sender = h.Sender
	if err := NewShared(h).renewRun(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go NewShared(h).KeepAnnounced(ctx, run)
	ids := []string{run.Owner, hub.NewID(), hub.NewID(), hub.NewID()}
	say := func(to string, b message.Beat) {
		if text, err := message.Encode(&b); err != nil || h.Conn.Publish(hub.BeatSubject(to), text) != nil {
			t.Errorf("%+v: %v", b, err)
		}
	}
	go func() {
		for ctx.Err() == nil {
			say(run.ID, message.Beat{From: ids[0], Name: "b", Executions: 500, Directions: 7, Covered: 5, Goals: 8, Seconds: 4})
			say(run.ID, message.Beat{From: ids[1], Name: "a", Executions: 100, Directions: 9, Covered: 80, Goals: 80, Seconds: 0})
			say(run.ID, message.Beat{From: ids[2], Name: "gone", Seconds: 1})
			say(run.ID, message.Beat{From: ids[2], Name: "gone", Seconds: 2, Last: true})
			say("another1", message.Beat{From: ids[3], Name: "c", Seconds: 1})
			_ = h.Conn.Publish(hub.BeatSubject(run.ID), []byte(`{"from":"x"}`))
			time.Sleep(20 * time.Millisecond)
		}
	}()
	want := []Search{{Name: "a", Executions: 100, Directions: 9}, {Name: "b", Executions: 500, Rate: 125, Directions: 7}}
	for { // until the listener was fast enough
		s, err := q.Status(t.Context())
		if err != nil || len(s.Runs) != 1 {
			t.Fatalf("%+v, %v", s, err)
		}
		got := slices.DeleteFunc(s.Runs[0].Searches, func(one Search) bool { return one.Name == "gone" }) // between its two beats
		if len(got) < 2 {
			continue
		}
		if !slices.Equal(got, want) || s.Runs[0].Rate() != 125 || s.Runs[0].Directions() != 9 || s.Runs[0].ID != run.ID ||
			s.Runs[0].Covered != 5 || s.Runs[0].Goals != 8 {
			t.Errorf("%+v", s.Runs)
		}
		return
	}
}

// TestKnown: a task is known from its submission on, also while it is at work and when it has a result, taken or not. Another one is not,
// and a submission that was not cancelled for lack of its hub's answer still has its tasks.
func TestKnown(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 2)
	s.Tasks = 3 // the third was not submitted before the kill
	check := func(when string, want ...bool) {
		t.Helper()
		for n, known := range want {
			if got, err := q.Known(t.Context(), message.Key(s.ID, n)); got != known || err != nil {
				t.Errorf("%s, task %d: known %v, want %v, error %v", when, n, got, known, err)
			}
		}
	}
	check("submitted", true, true, false)
	l := take(t, q, "w")
	check("at work", true, true, false)
	finish(t, l)
	finish(t, take(t, q, "w"))
	check("finished", true, true, false)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := map[int]bool{}
	if err := q.Follow(ctx, s, seen, archiveLimit, func(Arrived) error {
		if len(seen) == 1 {
			cancel()
		}
		return nil
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	check("taken", true, true, false)
}

// TestRewind: who lost a result that it had taken gets it once more.
func TestRewind(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 2)
	finish(t, take(t, q, "w"))
	// The end of ctx is noticed behind the acknowledgement.
	ctx, cancel := context.WithCancel(t.Context())
	if err := q.Follow(ctx, s, map[int]bool{}, archiveLimit, func(Arrived) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := q.Rewind(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	finish(t, take(t, q, "w"))
	got := map[int]bool{}
	if err := q.Follow(t.Context(), s, got, archiveLimit, func(Arrived) error { return nil }); err != nil || len(got) != 2 {
		t.Errorf("results of %v, error %v", got, err)
	}
	left(t, q)
}

// TestTakenArchives: the archive of a result that was taken before, by somebody who was killed then, is removed.
func TestTakenArchives(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 2)
	finish(t, take(t, q, "w"))
	finish(t, take(t, q, "w"))
	if err := q.Follow(t.Context(), s, map[int]bool{0: true}, archiveLimit, func(Arrived) error { return nil }); err != nil {
		t.Fatal(err)
	}
	left(t, q)
}

// TestHostileStore: what others put into the store harms nobody.
func TestHostileStore(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	for _, subject := range []string{hub.TaskSubject("x.y"), hub.TaskSubject(s.ID + ".7"), hub.ResultSubject(s.ID + ".7"),
		hub.ResultSubject(s.ID + ".x")} {
		if _, err := q.hub.JS.Publish(t.Context(), subject, []byte(`{"number":`)); err != nil {
			t.Fatal(err)
		}
	}
	wrong := newTask(s.ID, 5) // under the subject of another task
	wrong.Sender = q.hub.Sender
	text, err := message.Encode(wrong)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.hub.JS.Publish(t.Context(), hub.TaskSubject(s.ID+".8"), text); err != nil {
		t.Fatal(err)
	}
	other := newTask(s.ID, 9) // of another version
	other.Sender = message.Sender{Protocol: message.Protocol, Tool: "9.9"}
	if text, err = message.Encode(other); err != nil {
		t.Fatal(err)
	}
	if _, err := q.hub.JS.Publish(t.Context(), hub.TaskSubject(other.Key()), text); err != nil {
		t.Fatal(err)
	}
	if _, err := q.hub.State.PutString(t.Context(), attemptKey(message.Key(s.ID, 0)), "[[["); err != nil {
		t.Fatal(err)
	}
	l := take(t, q, "w")
	if l == nil || l.Task.Number != 0 {
		t.Fatalf("lease %+v", l)
	}
	finish(t, l)
	for _, want := range []string{"refused: not a message", "refused: not a message", "refused: it is under the subject of another one",
		ErrNone.Error()} {
		if l, err := q.Take(t.Context(), "w", time.Second); !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), want) {
			t.Errorf("lease %+v, error %v, want %q", l, err, want)
		}
	}
	if r, err := q.result(t.Context(), other.Key()); err != nil || r == nil || r.State != message.Failed || !strings.Contains(r.Text, "9.9") {
		t.Errorf("result of a task of another version: %+v, error %v", r, err)
	}
	if all := follow(t, q, s); len(all) != 1 || all[0].State != message.Done {
		t.Errorf("results %+v", all)
	}
}

// TestVersions: who is of another version is refused with words, unless nothing is left of the others.
func TestVersions(t *testing.T) {
	url := hubtest.Start(t)
	q := New(hubtest.Connect(t, url, hubtest.Quick()))
	s := submit(t, q, 1)
	other := hub.Access{URL: url, Tool: "9.9"}
	var version *message.VersionError
	if h, err := hub.Connect(t.Context(), other, hubtest.Quick()); !errors.As(err, &version) {
		t.Errorf("connection %v, error %v", h, err)
	}
	finish(t, take(t, q, "w"))
	follow(t, q, s)
	h, err := hub.Connect(t.Context(), other, hubtest.Quick())
	if err != nil {
		t.Fatal(err)
	}
	h.Close()
	if h, err := hub.Connect(t.Context(), hub.Access{URL: url, Tool: hubtest.Tool}, hubtest.Quick()); err != nil {
		t.Errorf("connection %v, error %v", h, err)
	}
}

// TestFullStore: submission waits while the store is full, and goes on when results were fetched.
func TestFullStore(t *testing.T) {
	settings := hubtest.Quick()
	settings.MaxBytes = 1_500_000
	q := New(hubtest.Connect(t, hubtest.Start(t), settings))
	const tasks = 12
	s := &message.Submission{ID: hub.NewID(), Name: "full", Tasks: tasks}
	submitted := make(chan error, 1)
	go func() {
		for n := range tasks {
			if err := q.Submit(t.Context(), newTask(s.ID, n), make([]byte, 200_000)); err != nil {
				submitted <- err
				return
			}
		}
		submitted <- nil
	}()
	ended, worker := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(worker)
		for {
			if l, err := q.Take(t.Context(), "w", 200*time.Millisecond); err == nil {
				l.Finish(t.Context(), &message.Result{State: message.Done}, make([]byte, 200_000))
				continue
			}
			select {
			case <-ended: // all results are known: what is left was not acknowledged, and is taken until nothing is
				if info, err := q.hub.Tasks.Info(t.Context()); err != nil || info.State.Msgs == 0 {
					return
				}
			default:
			}
		}
	}()
	all := follow(t, q, s)
	if err := <-submitted; err != nil || len(all) != tasks {
		t.Errorf("%d results, error %v", len(all), err)
	}
	for n, a := range all {
		if len(a.Content) != 200_000 || a.Lost != nil {
			t.Errorf("task %d: %d bytes, %v", n, len(a.Content), a.Lost)
		}
	}
	close(ended)
	<-worker // a result is known before its task is acknowledged
	left(t, q)
}

// TestTooLarge: an archive beyond the limit is not kept in memory, and its result arrives.
func TestTooLarge(t *testing.T) {
	q := New(hubtest.Connect(t, hubtest.Start(t), hubtest.Quick()))
	s := submit(t, q, 1)
	l := take(t, q, "w")
	if _, err := q.Sources(t.Context(), l.Task.Key(), 5); err == nil {
		t.Error("sources beyond the limit were read")
	}
	if _, err := l.Finish(t.Context(), &message.Result{State: message.Done}, make([]byte, archiveLimit+1)); err != nil {
		t.Fatal(err)
	}
	if a := follow(t, q, s)[0]; a.Lost == nil || a.Content != nil && len(a.Content) > archiveLimit+1 {
		t.Errorf("%d bytes, lost: %v", len(a.Content), a.Lost)
	}
}

// crew is some workers that run tasks until they are stopped; now and then one dies at a task.
type crew struct {
	q       *Queue
	deaths  atomic.Int32 // that are still to happen
	ran     atomic.Int32
	working sync.WaitGroup
	stop    atomic.Bool
}

func (c *crew) start(t testing.TB, workers int) {
	for n := range workers {
		c.working.Add(1)
		go func() {
			defer c.working.Done()
			for !c.stop.Load() {
				l, err := c.q.Take(context.Background(), fmt.Sprint("worker ", n), 300*time.Millisecond)
				if err != nil {
					if !errors.Is(err, ErrNone) {
						time.Sleep(20 * time.Millisecond)
					}
					continue
				}
				c.ran.Add(1)
				if c.ran.Load()%5 == 4 && c.deaths.Add(-1) >= 0 {
					die(l)
					continue
				}
				time.Sleep(5 * time.Millisecond)
				if _, err := l.Finish(context.Background(), &message.Result{State: message.Done}, []byte("files of "+l.Task.Key())); err != nil {
					t.Errorf("task %d: %v", l.Task.Number, err)
				}
			}
		}()
	}
}

func (c *crew) end() {
	c.stop.Store(true)
	c.working.Wait()
}

// survive runs tasks while workers die and the hub is killed, and checks that each task has one result, with its files.
func survive(t *testing.T, tasks, deaths, kills int) {
	p := hubtest.StartProcess(t)
	settings := hubtest.Quick()
	settings.AckWait = time.Second
	c := &crew{q: New(hubtest.Connect(t, p.URL, settings))}
	c.deaths.Store(int32(deaths))
	c.start(t, 8)
	defer c.end()
	own := New(hubtest.Connect(t, p.URL, settings))
	s := &message.Submission{ID: hub.NewID(), Name: "survive", Tasks: tasks}
	if err := own.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	submitted := make(chan error, 1)
	go func() {
		for n := range tasks {
			if err := own.Submit(t.Context(), newTask(s.ID, n), []byte("sources")); err != nil {
				submitted <- err
				return
			}
			time.Sleep(time.Duration(kills) * 700 * time.Millisecond / time.Duration(tasks))
		}
		submitted <- nil
	}()
	killed := make(chan int, 1)
	go func() {
		for range kills {
			time.Sleep(500 * time.Millisecond)
			p.Kill()
			p.Start()
		}
		killed <- kills
	}()
	all := follow(t, own, s)
	if err := <-submitted; err != nil {
		t.Error(err)
	}
	var numbers []int
	gaveUp := 0
	for n, a := range all {
		numbers = append(numbers, n)
		if a.State == message.GaveUp {
			gaveUp++
			continue
		}
		if a.State != message.Done || a.Lost != nil || string(a.Content) != "files of "+message.Key(s.ID, n) {
			t.Errorf("task %d: %+v", n, a)
		}
	}
	slices.Sort(numbers)
	if len(numbers) != tasks || numbers[0] != 0 || numbers[tasks-1] != tasks-1 {
		t.Errorf("%d results", len(numbers))
	}
	t.Logf("%d tasks, %d runs, %d worker deaths, %d hub kills, %d given up", tasks, c.ran.Load(), deaths-max(0, int(c.deaths.Load())), <-killed,
		gaveUp)
}

// TestSurvives: nothing is lost and nothing counted twice when workers die and the hub is killed.
func TestSurvives(t *testing.T) { survive(t, 60, 8, 2) }
