package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
)

// Arrived is the result of a task with the archive of its files.
type Arrived struct {
	message.Result
	Content []byte // the archive; nil: there is none
	Lost    error  // why the archive could not be fetched; nil: it was, or there is none
}

// Follow hands each result of a submission over, until each of its tasks has one. It waits while the hub is away. What take has kept is
// removed from the hub and noted in seen, which at first has the tasks whose results were taken before; a result on which take fails comes
// again to the next Follow. An archive has at most limit bytes.
func (q *Queue) Follow(ctx context.Context, s *message.Submission, seen map[int]bool, limit int64, take func(Arrived) error) error {
	var consumer jetstream.Consumer
	for len(seen) < s.Tasks {
		if consumer == nil {
			if err := q.hub.Retry(ctx, func(ctx context.Context) (err error) {
				consumer, err = q.consumer(ctx, s.ID)
				return err
			}); err != nil {
				return err
			}
		}
		err := fetch(ctx, consumer, func(m jetstream.Msg) (more bool, err error) {
			err = q.arrive(ctx, s, m, limit, seen, take)
			return len(seen) < s.Tasks, err
		})
		if failed := new(takeError); errors.As(err, &failed) {
			return failed.error
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
			consumer = nil // a hub that came back may not know it
			time.Sleep(hub.RetryPause)
		}
	}
	return q.close(ctx, s)
}

// takeError is what ended Follow, and not the way to the hub.
type takeError struct{ error }

// fetch hands over some results, if there are any before long.
func fetch(ctx context.Context, consumer jetstream.Consumer, take func(jetstream.Msg) (more bool, err error)) error {
	fetched, err := consumer.Fetch(fetchAtOnce, jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		return err
	}
	for m := range fetched.Messages() {
		more, err := take(m)
		if err != nil {
			for m := range fetched.Messages() { // what still comes would wait for this one
				_ = m.Nak() // or it comes back by itself
			}
			return &takeError{err}
		}
		if !more {
			return nil // whatever else comes, all have it
		}
	}
	return errors.Join(fetched.Error(), ctx.Err())
}

const (
	fetchAtOnce = 64
	fetchWait   = 2 * time.Second
)

// consumer returns the submission's place in the stream of results; it outlives the one who follows. A result that was lost on its way
// comes again after AckWait. One that is taken for longer also does, and is known then.
func (q *Queue) consumer(ctx context.Context, id string) (jetstream.Consumer, error) {
	return q.hub.Results.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "submission-" + id, AckPolicy: jetstream.AckExplicitPolicy, FilterSubject: hub.ResultSubject(id + ".*"),
		AckWait: q.hub.AckWait, InactiveThreshold: 14 * 24 * time.Hour, MaxAckPending: 4 * fetchAtOnce,
	})
}

// arrive hands one result over.
func (q *Queue) arrive(ctx context.Context, s *message.Submission, m jetstream.Msg, limit int64, seen map[int]bool,
	take func(Arrived) error) error {
	var a Arrived
	if err := message.Decode(m.Data(), &a.Result); err != nil || hub.ResultSubject(a.Key()) != m.Subject() || a.Number >= s.Tasks {
		return ignorePassing(m.TermWithReason("refused")) // nobody's result: the task stays without one
	}
	if seen[a.Number] { // whoever took it may have died before the archive was removed
		return q.taken(ctx, m, a.Archive)
	}
	if a.Archive != "" {
		a.Content, a.Lost = q.hub.Suites.Load(ctx, a.Archive, limit)
	}
	if errors.Is(a.Lost, hub.ErrDamaged) && deliveries(m) <= damagedRetries { // its worker may just store it once more
		return ignorePassing(m.NakWithDelay(damagedPause))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := take(a); err != nil {
		return errors.Join(err, ignorePassing(m.Nak()))
	}
	seen[a.Number] = true
	return q.taken(ctx, m, a.Archive)
}

// A result whose archive is damaged comes so often again, after this time.
const (
	damagedRetries = 5
	damagedPause   = time.Second
)

// deliveries is how often a message was delivered; one that does not tell comes for the last time.
func deliveries(m jetstream.Msg) uint64 {
	about, err := m.Metadata()
	if err != nil {
		return damagedRetries + 1
	}
	return about.NumDelivered
}

// taken removes a result that is kept elsewhere now: the archive first, which nobody would look for behind the acknowledgement.
func (q *Queue) taken(ctx context.Context, m jetstream.Msg, archive string) error {
	if archive != "" {
		q.hub.Suites.Remove(context.WithoutCancel(ctx), archive)
	}
	if err := ignorePassing(m.Ack()); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// ignorePassing drops an error of a hub that is away: the result comes again, and is known then.
func ignorePassing(err error) error {
	if err != nil && hub.Passing(err) {
		return nil
	}
	return err
}

// close forgets a submission all of whose results were taken.
func (q *Queue) close(ctx context.Context, s *message.Submission) error {
	if err := q.Rewind(ctx, s); err != nil {
		return err
	}
	return q.hub.Retry(ctx, func(ctx context.Context) error { return q.hub.State.Purge(ctx, submissionKey(s.ID)) })
}

// Rewind lets the next Follow begin with the first result again, for one who lost what an earlier Follow handed over.
func (q *Queue) Rewind(ctx context.Context, s *message.Submission) error {
	return q.hub.Retry(ctx, func(ctx context.Context) error {
		err := q.hub.Results.DeleteConsumer(ctx, "submission-"+s.ID)
		if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDoesNotExist) {
			return nil
		}
		return err
	})
}

// Cancel removes the tasks of a submission that no worker has begun, and forgets it. Results that still come vanish by their age. If it
// fails, the tasks are still there.
func (q *Queue) Cancel(ctx context.Context, s *message.Submission) error {
	if err := q.close(ctx, s); err != nil {
		return err
	}
	if err := q.hub.Tasks.Purge(ctx, jetstream.WithPurgeSubject(hub.TaskSubject(s.ID+".*"))); err != nil {
		return fmt.Errorf("removing the tasks of submission %s: %w", s.ID, err)
	}
	return nil
}
