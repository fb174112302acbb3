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

// Shared announces programs that several machines search together. It is safe for concurrent use.
type Shared struct{ hub *hub.Hub }

// NewShared returns the shared runs of a hub.
func NewShared(h *hub.Hub) *Shared { return &Shared{h} }

// Announce tells idle workers of a shared run, with the archive of its C files. KeepAnnounced has to follow, and Withdraw at the end.
func (q *Shared) Announce(ctx context.Context, run *message.Run, sources []byte) error {
	if _, err := q.hub.Sources.Store(ctx, hub.Always(run.Task.Key()), sources); err != nil {
		return err
	}
	return q.hub.Retry(ctx, func(ctx context.Context) error { return q.renewRun(ctx, run) })
}

func (q *Shared) renewRun(ctx context.Context, run *message.Run) error {
	text, err := message.Encode(run)
	if err != nil {
		return err
	}
	_, err = q.hub.Live.Put(ctx, RunKey(run.ID), text)
	return err
}

// KeepAnnounced renews the announcement of a shared run until ctx ends.
func (q *Shared) KeepAnnounced(ctx context.Context, run *message.Run) {
	ticks := time.NewTicker(q.hub.Renewal)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return
		}
		limited, cancel := context.WithTimeout(ctx, q.hub.Renewal)
		_ = q.renewRun(limited, run) // the next one may get through
		cancel()
	}
}

// Withdraw ends a shared run and removes what the hub has of it. What cannot be removed vanishes by its age.
func (q *Shared) Withdraw(ctx context.Context, run *message.Run) {
	_ = q.hub.Live.Purge(ctx, RunKey(run.ID))
	q.hub.Sources.Remove(ctx, run.Task.Key())
	_ = q.hub.Finds.Purge(ctx, jetstream.WithPurgeSubject(hub.FindSubject(run.ID)))
}

// Announced returns a shared run. The error is a *message.VersionError if it is of another version.
func (q *Shared) Announced(ctx context.Context, id string) (*message.Run, error) {
	entry, err := q.hub.Live.Get(ctx, RunKey(id))
	if err != nil {
		return nil, fmt.Errorf("shared run %s: %w", id, err)
	}
	run := &message.Run{}
	if err := message.Decode(entry.Value(), run); err != nil {
		return nil, err
	}
	return run, q.hub.Sender.Same(run.Sender)
}

// UntilWithdrawn waits until a shared run is over: the hub can be reached and has not known it for a while. While the hub is away it waits.
func (q *Shared) UntilWithdrawn(ctx context.Context, id string) {
	for missed := 0; missed < 2 && ctx.Err() == nil; {
		select {
		case <-time.After(q.hub.Renewal / 2):
		case <-ctx.Done():
			return
		}
		limited, cancel := context.WithTimeout(ctx, q.hub.Renewal)
		_, err := q.hub.Live.Get(limited, RunKey(id))
		cancel()
		switch {
		case err == nil:
			missed = 0
		case errors.Is(err, jetstream.ErrKeyNotFound):
			missed++ // it may have expired while the hub was away, and be announced again
		}
	}
}
