package queue

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
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
	Runs        []SharedRun          `json:"runs"` // programs that several machines search together
}

// SharedRun is a shared run, with what its searches say of themselves. Nobody believes it.
type SharedRun struct {
	message.Run
	Searches []Search `json:"searches"` // of which something was heard, by name
	Covered  int      `json:"covered"`  // goals that the tests reach, as the search says that started the run
	Goals    int      `json:"goals"`    // that there are; 0: it has said nothing of them
}

// Search is one search of a shared run.
type Search struct {
	Name       string  `json:"name"` // of its machine
	Executions uint64  `json:"executions"`
	Rate       float64 `json:"executions_per_second"` // since it began
	Directions int     `json:"directions"`            // that it covered
}

// Rate is how many executions a second all searches of the run make.
func (r *SharedRun) Rate() (rate float64) {
	for _, one := range r.Searches {
		rate += one.Rate
	}
	return rate
}

// Directions is how many directions the search has covered that covered the most. Which ones these are the searches do not say.
func (r *SharedRun) Directions() (directions int) {
	for _, one := range r.Searches {
		directions = max(directions, one.Directions)
	}
	return directions
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

// Status asks the hub. Its cost grows with the number of workers and submissions, not of tasks. Where there are shared runs, it listens to
// their searches for a little more than hub.Beat.
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
	if s.Runs, err = q.sharedRuns(ctx); err != nil {
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

// sharedRuns returns the shared runs with the searches that are heard meanwhile.
func (q *Queue) sharedRuns(ctx context.Context) ([]SharedRun, error) {
	announced, err := q.Runs(ctx)
	if err != nil {
		return nil, err
	}
	beats := map[string]map[string]message.Beat{} // by subject and search
	if len(announced) > 0 {
		if err := listen(ctx, q.hub, beats); err != nil {
			return nil, err
		}
	}
	all := []SharedRun{}
	for _, run := range announced {
		shown := SharedRun{Run: run, Searches: []Search{}}
		for _, b := range beats[hub.BeatSubject(run.ID)] {
			search := Search{Name: b.Name, Executions: b.Executions, Directions: b.Directions}
			if b.Seconds > 0 {
				search.Rate = float64(b.Executions) / b.Seconds
			}
			shown.Searches = append(shown.Searches, search)
			if b.From == run.Owner {
				shown.Covered, shown.Goals = b.Covered, b.Goals
			}
		}
		slices.SortFunc(shown.Searches, func(a, b Search) int { return strings.Compare(a.Name, b.Name) })
		all = append(all, shown)
	}
	return all, nil
}

// maxBeats bounds the searches that are listened to.
const maxBeats = 4096

// listen notes what searches say, for so long that each says something.
func listen(ctx context.Context, h *hub.Hub, beats map[string]map[string]message.Beat) error {
	heard := make(chan *nats.Msg, maxBeats)
	subscription, err := h.Conn.ChanSubscribe(hub.AllBeats, heard)
	if err != nil {
		return err
	}
	defer func() { _ = subscription.Unsubscribe() }()
	end := time.After(hub.Beat + hub.Beat/4)
	for count := 0; count < maxBeats; count++ {
		select {
		case m := <-heard:
			var b message.Beat
			if message.Decode(m.Data, &b) != nil {
				continue
			}
			if beats[m.Subject] == nil {
				beats[m.Subject] = map[string]message.Beat{}
			}
			beats[m.Subject][b.From] = b
			if b.Last {
				delete(beats[m.Subject], b.From)
			}
		case <-end:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
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
