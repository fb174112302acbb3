// Package queue hands tasks to workers and results back to those who submitted them.
//
// A task is in the stream of tasks from its submission to its result. A worker that takes it says every few seconds that it is still at
// work; from one that is silent the task goes to another worker. Each turn of a worker is noted as an attempt before it begins. After
// message.MaxAttempts attempts that were not handed back, the next worker writes a result that says so, instead of running the task.
// There is one result for each task, the first that arrives: whatever is delivered twice counts once.
package queue

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
)

// Queue is a hub's queue of tasks. It is safe for concurrent use.
type Queue struct{ hub *hub.Hub }

// New returns the queue of a hub.
func New(h *hub.Hub) *Queue { return &Queue{h} }

// attemptKey is the key of a task's attempts in the hub's state.
func attemptKey(key string) string { return "attempt." + key }

func submissionKey(id string) string { return "submission." + id }

// Open notes a submission, so that it is shown and its results are kept until they are fetched.
func (q *Queue) Open(ctx context.Context, s *message.Submission) error {
	s.Sender = q.hub.Sender
	text, err := message.Encode(s)
	if err != nil {
		return err
	}
	return q.hub.Retry(ctx, func(ctx context.Context) error {
		_, err := q.hub.State.Put(ctx, submissionKey(s.ID), text)
		return err
	})
}

// Submit queues a task with the archive of its C files. It waits while the hub is away or full. A task that was queued before under the
// same number of the same submission is not queued again.
func (q *Queue) Submit(ctx context.Context, t *message.Task, sources []byte) error {
	t.Sender = q.hub.Sender
	text, err := message.Encode(t)
	if err != nil {
		return err
	}
	if _, err := q.hub.Sources.Store(ctx, hub.Always(t.Key()), sources); err != nil {
		return err
	}
	forgotten := 0
	return q.hub.Retry(ctx, func(ctx context.Context) error { // on its own: a worker may already read the sources
		id := t.Key()
		if forgotten > 0 { // the hub would take it for a repetition
			id = fmt.Sprintf("%s again %d", id, forgotten)
		}
		if _, err := q.hub.JS.Publish(ctx, hub.TaskSubject(t.Key()), text, jetstream.WithMsgID(id)); err != nil {
			return err
		}
		known, err := isKnown(ctx, q, t.Key())
		if err == nil && !known {
			forgotten++
			return hub.ErrForgotten
		}
		return err
	})
}

// Known says whether a task waits, is at work or has a result, so that it need not be submitted again. It waits while the hub is away.
func (q *Queue) Known(ctx context.Context, key string) (known bool, err error) {
	err = q.hub.Retry(ctx, func(ctx context.Context) error {
		known, err = isKnown(ctx, q, key)
		return err
	})
	return known, err
}

// isKnown is one try of Known.
func isKnown(ctx context.Context, q *Queue, key string) (bool, error) {
	// In this order: a result is stored before its task is removed.
	_, err := q.hub.Tasks.GetLastMsgForSubject(ctx, hub.TaskSubject(key))
	if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err == nil, err
	}
	result, err := q.result(ctx, key)
	return result != nil, err
}

// Conclude makes r the result of a task that is not queued, because its submitter knows how it ends.
func (q *Queue) Conclude(ctx context.Context, r *message.Result) error {
	_, err := q.post(ctx, r)
	return err
}

// Sources returns the archive of a task's C files, of at most limit bytes.
func (q *Queue) Sources(ctx context.Context, key string, limit int64) (archive []byte, err error) {
	return q.hub.Sources.Load(ctx, key, limit)
}

// result returns the result of a task; nil: there is none yet.
func (q *Queue) result(ctx context.Context, key string) (*message.Result, error) {
	stored, err := q.hub.Results.GetLastMsgForSubject(ctx, hub.ResultSubject(key))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &message.Result{}
	return r, message.Decode(stored.Data, r)
}

// post makes r the result of its task. It returns false if there already is one.
func (q *Queue) post(ctx context.Context, r *message.Result) (first bool, err error) {
	r.Sender = q.hub.Sender
	text, err := message.Encode(r)
	if err != nil {
		return false, err
	}
	err = q.hub.Retry(ctx, func(ctx context.Context) error {
		if _, err := q.hub.JS.Publish(ctx, hub.ResultSubject(r.Key()), text, jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
			return err
		}
		known, err := q.result(ctx, r.Key())
		if err == nil && known == nil {
			return hub.ErrForgotten
		}
		first = known != nil && known.Worker == r.Worker && known.Archive == r.Archive // or another came when it was forgotten
		return err
	})
	if hub.Exists(err) {
		return false, nil
	}
	return first && err == nil, err
}
