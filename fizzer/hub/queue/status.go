package queue

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub/message"
)

// Status is what a hub knows about tasks and workers.
type Status struct {
	Waiting     uint64               `json:"waiting"`      // tasks that no worker has taken
	AtWork      int                  `json:"at_work"`      // tasks that workers have
	Results     uint64               `json:"results"`      // kept, fetched or not
	Suites      uint64               `json:"suites_bytes"` // that wait to be fetched
	Sources     uint64               `json:"sources_bytes"`
	Workers     []message.Worker     `json:"workers"`
	Submissions []message.Submission `json:"submissions"`
	Runs        []message.Run        `json:"runs"` // programs that several machines search together
}

// Prefixes of keys in the hub's bucket of the living.
const (
	workerPrefix = "worker."
	runPrefix    = "run."
)

// WorkerKey is the key under which a worker shows itself.
func WorkerKey(id string) string { return workerPrefix + id }

// RunKey is the key under which a shared run is announced.
func RunKey(id string) string { return runPrefix + id }

// Traffic is what this connection has sent and got so far.
func (q *Queue) Traffic() nats.Statistics { return q.hub.Conn.Stats() }

// Waiting is the number of tasks that no worker has taken.
func (q *Queue) Waiting(ctx context.Context) (uint64, error) {
	waiting, _, err := q.tasks(ctx)
	return waiting, err
}

// tasks counts the tasks that no worker has taken, and those that workers have. The consumer's own count of what is pending is not used: it
// rises some time after a task was stored. A task that comes or goes meanwhile may be missed or counted twice.
func (q *Queue) tasks(ctx context.Context) (waiting uint64, atWork int, err error) {
	all, err1 := q.hub.Tasks.Info(ctx)
	taken, err2 := q.hub.Workers.Info(ctx)
	if err := errors.Join(err1, err2); err != nil {
		return 0, 0, err
	}
	return all.State.Msgs - min(all.State.Msgs, uint64(taken.NumAckPending)), taken.NumAckPending, nil
}

// Status asks the hub. Its cost grows with the number of workers and submissions, not of tasks.
func (q *Queue) Status(ctx context.Context) (*Status, error) {
	waiting, atWork, err1 := q.tasks(ctx)
	results, err2 := q.hub.Results.Info(ctx)
	sources, err3 := q.hub.Sources.Size(ctx)
	suites, err4 := q.hub.Suites.Size(ctx)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	s := &Status{Waiting: waiting, AtWork: atWork, Results: results.State.Msgs, Suites: suites,
		Sources: sources}
	var err error
	if s.Workers, err = each[message.Worker](ctx, q.hub.Live, workerPrefix); err != nil {
		return nil, err
	}
	if s.Runs, err = each[message.Run](ctx, q.hub.Live, runPrefix); err != nil {
		return nil, err
	}
	if s.Submissions, err = each[message.Submission](ctx, q.hub.State, "submission."); err != nil {
		return nil, err
	}
	slices.SortFunc(s.Workers, func(a, b message.Worker) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	return s, nil
}

// Runs returns the shared runs that are announced.
func (q *Queue) Runs(ctx context.Context) ([]message.Run, error) {
	return each[message.Run](ctx, q.hub.Live, runPrefix)
}

// checked is a pointer to a message type.
type checked[T any] interface {
	*T
	message.Message
}

// each returns all messages under a prefix; what is no message of this version is left out.
func each[T any, P checked[T]](ctx context.Context, bucket jetstream.KeyValue, prefix string) ([]T, error) {
	watcher, err := bucket.Watch(ctx, prefix+">", jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer func() { _ = watcher.Stop() }()
	all := []T{}
	for {
		select {
		case entry := <-watcher.Updates():
			if entry == nil { // all that there were
				return all, nil
			}
			var m T
			if message.Decode(entry.Value(), P(&m)) == nil {
				all = append(all, m)
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
