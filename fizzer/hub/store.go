package hub

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Store stores an object under the name that name returns, a new one for each try, and returns it. It waits while the hub is away or full.
// A try during which the connection was lost counts as failed, whatever the client says: it drops what it had not yet heard of without a
// word, so that the object may lack chunks or not be there at all. Names are new because bytes of a lost connection may arrive after those
// of the next one, and would put the object of the first try, whose chunks are gone, in place of the second's.
func (h *Hub) Store(ctx context.Context, store jetstream.ObjectStore, name func() string, content []byte) (stored string, err error) {
	err = h.Retry(ctx, func(ctx context.Context) error {
		before := h.Conn.Stats().Reconnects
		stored = name()
		if _, err := store.PutBytes(ctx, stored, content); err != nil {
			return err
		}
		// In this order: the client counts a new connection before it is connected.
		if h.Conn.Status() != nats.CONNECTED || h.Conn.Stats().Reconnects != before {
			return errAway
		}
		return nil
	})
	return stored, err
}

// Always returns the same name for each try of Store: for objects that others look for under it.
func Always(name string) func() string { return func() string { return name } }
