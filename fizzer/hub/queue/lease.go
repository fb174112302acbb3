package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
)

// Lease is a worker's turn at a task. It is renewed until Finish, Fail or HandBack ends it.
type Lease struct {
	Task    message.Task
	queue   *Queue
	message jetstream.Msg
	id      string // of the attempt
	worker  string // for people
	stop    func()
	stopped sync.WaitGroup
}

// ErrNone means that no task is waiting.
var ErrNone = errors.New("no task is waiting")

// Take waits up to wait for a task and returns it. The error is ErrNone if there is none for this worker: none is waiting, or the one
// that was has a result by now. Other errors say that the hub is away. The end of ctx is noticed after wait.
func (q *Queue) Take(ctx context.Context, worker string, wait time.Duration) (*Lease, error) {
	fetched, err := q.hub.Workers.Fetch(1, jetstream.FetchMaxWait(wait))
	if err != nil {
		return nil, err
	}
	m, ok := <-fetched.Messages()
	if !ok {
		return nil, cmp.Or(fetched.Error(), ErrNone)
	}
	l := &Lease{queue: q, message: m, id: hub.NewID(), worker: message.Line(worker)}
	l.renew()
	if err := l.begin(ctx); err != nil {
		l.stopRenewal()
		if !errors.Is(err, ErrNone) {
			_ = m.NakWithDelay(hub.RetryPause) // or it comes back by itself
		}
		return nil, err
	}
	return l, nil
}

// renew says that the worker is alive until the lease ends.
func (l *Lease) renew() {
	ctx, cancel := context.WithCancel(context.Background())
	l.stop = cancel
	l.stopped.Add(1)
	go func() {
		defer l.stopped.Done()
		ticks := time.NewTicker(l.queue.hub.AckWait / 4)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				_ = l.message.InProgress() // the next one may get through
			case <-ctx.Done():
				return
			}
		}
	}()
}

func (l *Lease) stopRenewal() {
	l.stop()
	l.stopped.Wait()
}

// begin reads the task and notes the attempt. It ends the lease with ErrNone if nothing is to be done.
func (l *Lease) begin(ctx context.Context) error {
	err := message.Decode(l.message.Data(), &l.Task)
	if err == nil && hub.TaskSubject(l.Task.Key()) != l.message.Subject() {
		err = errors.New("it is under the subject of another one")
	}
	if err != nil {
		return l.discard(ctx, fmt.Sprintf("the task is refused: %v", err))
	}
	known, err := l.queue.result(ctx, l.Task.Key())
	if err != nil {
		return err
	}
	if known != nil {
		return nothingToDo(l.done(ctx))
	}
	if err := l.queue.hub.Sender.Same(l.Task.Sender); err != nil {
		return nothingToDo(l.conclude(ctx, message.Failed, err.Error(), nil))
	}
	before := message.Attempts{}
	err = l.note(ctx, func(all *message.Attempts) bool {
		if all.Find(l.id) != nil { // the answer to the try before was lost
			return false
		}
		before.All = append([]message.Attempt(nil), all.All...)
		if all.Lost() >= message.MaxAttempts {
			return false
		}
		all.Begin(l.id, l.worker)
		return true
	})
	if err == nil && before.Lost() >= message.MaxAttempts {
		return nothingToDo(l.conclude(ctx, message.GaveUp, reasons(before.All), before.All))
	}
	return err
}

// nothingToDo is the error for a worker that has nothing to do: ErrNone itself, unless the end of the lease failed.
func nothingToDo(err error) error {
	if err == nil {
		return ErrNone
	}
	return errors.Join(err, ErrNone)
}

// reasons says how attempts failed.
func reasons(all []message.Attempt) string {
	var lines []string
	for _, a := range all {
		switch {
		case a.HandedBack:
		case a.Failure == "":
			lines = append(lines, a.Worker+": the worker was lost")
		default:
			lines = append(lines, a.Worker+": "+a.Failure)
		}
	}
	return message.Text(fmt.Sprintf("%d attempts failed:\n%s", len(lines), strings.Join(lines, "\n")))
}

// discard ends the turn at a message that is no task: nobody could report a result for it.
func (l *Lease) discard(ctx context.Context, why string) error {
	l.stopRenewal()
	return errors.Join(fmt.Errorf("%s: %s", l.message.Subject(), why), l.message.TermWithReason("refused"), ctx.Err(), ErrNone)
}

// note changes the attempts of the task, together with whoever else changes them; change returns false if there is nothing to change.
func (l *Lease) note(ctx context.Context, change func(*message.Attempts) bool) error {
	state, key := l.queue.hub.State, attemptKey(l.Task.Key())
	return l.queue.hub.Retry(ctx, func(ctx context.Context) error {
		for {
			var all message.Attempts
			revision := uint64(0)
			entry, err := state.Get(ctx, key)
			switch {
			case err == nil:
				revision = entry.Revision()
				if err := message.Decode(entry.Value(), &all); err != nil {
					all = message.Attempts{} // whatever is there is not ours
				}
			case !errors.Is(err, jetstream.ErrKeyNotFound):
				return err
			}
			if !change(&all) {
				return nil
			}
			text, err := message.Encode(&all)
			if err != nil {
				return err
			}
			if revision == 0 { // there is none, or it was purged: an update expects the number of the purge
				_, err = state.Create(ctx, key, text)
			} else {
				_, err = state.Update(ctx, key, text, revision)
			}
			if !hub.Exists(err) {
				return err
			}
		}
	})
}

// done takes the task from the queue: it has a result.
func (l *Lease) done(ctx context.Context) error {
	l.stopRenewal()
	l.queue.hub.Sources.Remove(ctx, l.Task.Key())
	_ = l.queue.hub.State.Purge(ctx, attemptKey(l.Task.Key())) // or it vanishes by its age
	limited, cancel := context.WithTimeout(ctx, l.queue.hub.AckWait)
	defer cancel()
	return l.message.DoubleAck(limited)
}

// conclude writes a result without files, and takes the task from the queue.
func (l *Lease) conclude(ctx context.Context, state, text string, attempts []message.Attempt) error {
	_, err := l.Finish(ctx, &message.Result{State: state, Text: message.Text(text), Attempts: attempts}, nil)
	return err
}

// Finish makes r, with the archive of the run's files, the result of the task. It waits while the hub is away or full; the task
// meanwhile stays with this worker where the hub hears of it. It returns false if another worker was faster: this result is dropped.
func (l *Lease) Finish(ctx context.Context, r *message.Result, archive []byte) (first bool, err error) {
	defer l.stopRenewal()
	r.Submission, r.Number, r.Worker, r.Archive = l.Task.Submission, l.Task.Number, l.worker, ""
	if len(archive) > 0 {
		if r.Archive, err = l.queue.hub.Suites.Store(ctx, hub.NewID, archive); err != nil {
			return false, err
		}
	}
	if first, err = l.queue.post(ctx, r); err != nil {
		return false, err
	}
	switch {
	case r.Archive == "":
	case first || l.posted(ctx, r):
		if err := l.queue.hub.Suites.Keep(ctx, r.Archive, archive); err != nil {
			return false, err
		}
	default:
		l.queue.hub.Suites.Remove(ctx, r.Archive)
	}
	return first, l.acknowledge(ctx)
}

// posted tells whether the result of the task is r: its publication arrived although the answer was lost.
func (l *Lease) posted(ctx context.Context, r *message.Result) bool {
	known, err := l.queue.result(ctx, r.Key())
	return err != nil || known != nil && known.Archive == r.Archive
}

// acknowledge takes the task from the queue, if the hub can be reached: otherwise the task comes to another worker, who finds its result.
func (l *Lease) acknowledge(ctx context.Context) error {
	err := l.done(ctx)
	if errors.Is(err, context.DeadlineExceeded) || err != nil && hub.Passing(err) || errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		return nil
	}
	return err
}

// Fail gives the task to another worker, because this one could not run it.
func (l *Lease) Fail(ctx context.Context, why string) error {
	return l.giveBack(ctx, func(a *message.Attempt) { a.Failure = message.Text(why) })
}

// HandBack gives the task to another worker, because this one was told to stop. It does not count as an attempt.
func (l *Lease) HandBack(ctx context.Context) error {
	return l.giveBack(ctx, func(a *message.Attempt) { a.HandedBack = true })
}

func (l *Lease) giveBack(ctx context.Context, change func(*message.Attempt)) error {
	defer l.stopRenewal()
	err := l.note(ctx, func(all *message.Attempts) bool {
		own := all.Find(l.id)
		if own != nil {
			change(own)
		}
		return own != nil
	})
	return errors.Join(err, l.message.Nak())
}
