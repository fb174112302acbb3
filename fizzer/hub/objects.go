package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Objects are named archives in a store of the hub. It is safe for concurrent use.
//
// They are an object store of NATS, which anybody's tools read. Three things are not left to it. Its client may say that an object is
// stored when the connection was lost meanwhile and chunks are missing; and it reads by a subscription that waits for ever for a lost
// chunk, and that crashed when it was renewed over bad connections. Its server may forget what it has acknowledged, when another write
// failed just before because the disk was full.
type Objects struct {
	hub    *Hub
	bucket jetstream.ObjectStore
	stream jetstream.Stream // under it
	name   string
}

// ErrDamaged means that an object is in the store, but not what was stored.
var ErrDamaged = errors.New("it is damaged in the hub")

// objects returns the store with this configuration, which it makes if there is none.
func (h *Hub) objects(ctx context.Context, config jetstream.ObjectStoreConfig) (*Objects, error) {
	found, err := h.JS.ObjectStore(ctx, config.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		found, err = h.JS.CreateObjectStore(ctx, config)
	}
	if errors.Is(err, jetstream.ErrBucketExists) {
		found, err = h.JS.ObjectStore(ctx, config.Bucket)
	}
	if err != nil {
		return nil, err
	}
	stream, err := h.JS.Stream(ctx, "OBJ_"+config.Bucket)
	return &Objects{h, found, stream, config.Bucket}, err
}

// Store stores an object under the name that name returns, which is asked anew for each try, and returns that name. It waits while the hub
// is away or full. A try during which the connection was lost counts as failed, and so does one whose object is not there as it was stored:
// it is read once. A new name (NewID) is better: bytes of a lost connection
// may arrive after those of the next one, and would put the object of the first try, whose chunks are gone, in place of the second's.
func (o *Objects) Store(ctx context.Context, name func() string, content []byte) (stored string, err error) {
	err = o.hub.retry(ctx, objectTime, func(ctx context.Context) error {
		before := o.hub.Conn.Stats().Reconnects
		stored = name()
		if _, err := o.bucket.PutBytes(ctx, stored, content); err != nil {
			if Full(err) { // the client removes the chunks, but the head, which is sent behind them, may be there
				o.Remove(ctx, stored)
			}
			return err
		}
		// In this order: the client counts a new connection before it is connected.
		if o.hub.Conn.Status() != nats.CONNECTED || o.hub.Conn.Stats().Reconnects != before {
			return errAway
		}
		if err := o.check(ctx, stored, content); err != nil {
			o.Remove(ctx, stored)
			return err
		}
		return nil
	})
	return stored, err
}

// check returns an error after which another try may help, unless the object is there as it was stored.
func (o *Objects) check(ctx context.Context, name string, content []byte) error {
	kept, err := o.load(ctx, name, int64(len(content)))
	switch {
	case err == nil && bytes.Equal(kept, content):
		return nil
	case err != nil && Passing(err):
		return err
	}
	return ErrForgotten
}

// Keep stores an object once more under its name if it was damaged after Store. One that is no longer there was removed by whoever needed
// it.
func (o *Objects) Keep(ctx context.Context, name string, content []byte) error {
	return o.hub.retry(ctx, objectTime, func(ctx context.Context) error {
		_, err := o.load(ctx, name, int64(len(content)))
		if errors.Is(err, ErrDamaged) { // or it is being removed: the description goes before the chunks
			_, err = o.bucket.GetInfo(ctx, name)
			if err == nil {
				_, err = o.bucket.PutBytes(ctx, name, content)
			}
			if err == nil {
				err = ErrForgotten // until it is read
			}
		}
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return nil
		}
		return err
	})
}

// Always returns the same name for each try of Store: for objects that others look for under it.
func Always(name string) func() string { return func() string { return name } }

// Load returns an object of at most limit bytes. It waits while the hub is away. Its cost is an answer for each chunk of 128 KiB.
func (o *Objects) Load(ctx context.Context, name string, limit int64) (content []byte, err error) {
	err = o.hub.retry(ctx, objectTime, func(ctx context.Context) error {
		content, err = o.load(ctx, name, limit)
		return err
	})
	return content, err
}

func (o *Objects) load(ctx context.Context, name string, limit int64) ([]byte, error) {
	info, err := answer(ctx, func(ctx context.Context) (*jetstream.ObjectInfo, error) { return o.bucket.GetInfo(ctx, name) })
	if err != nil {
		return nil, err
	}
	if info.Size > uint64(limit) {
		return nil, fmt.Errorf("%s has more than %d bytes in the hub", name, limit)
	}
	chunks := jetstream.WithGetMsgSubject(fmt.Sprintf("$O.%s.C.%s", o.name, info.NUID))
	content, next := make([]byte, 0, info.Size), uint64(1)
	for range info.Chunks {
		chunk, err := answer(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return o.stream.GetMsg(ctx, next, chunks) })
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, fmt.Errorf("%s: %w", name, ErrDamaged)
		}
		if err != nil {
			return nil, err
		}
		if len(chunk.Data) == 0 || uint64(len(content)+len(chunk.Data)) > info.Size {
			return nil, fmt.Errorf("%s: %w", name, ErrDamaged)
		}
		content, next = append(content, chunk.Data...), chunk.Sequence+1
	}
	sum := sha256.New()
	sum.Write(content)
	if uint64(len(content)) != info.Size || jetstream.GetObjectDigestValue(sum) != info.Digest {
		return nil, fmt.Errorf("%s: %w", name, ErrDamaged)
	}
	return content, nil
}

// answer makes one request of a longer operation.
func answer[T any](ctx context.Context, request func(context.Context) (T, error)) (T, error) {
	limited, cancel := context.WithTimeout(ctx, AnswerTime)
	defer cancel()
	return request(limited)
}

// Remove removes an object. What cannot be removed now vanishes by its age.
func (o *Objects) Remove(ctx context.Context, name string) { _ = o.bucket.Delete(ctx, name) }

// Size is that of all objects in bytes.
func (o *Objects) Size(ctx context.Context) (uint64, error) {
	status, err := o.bucket.Status(ctx)
	if err != nil {
		return 0, err
	}
	return status.Size(), nil
}

// Names are those of all objects.
func (o *Objects) Names(ctx context.Context) ([]string, error) {
	all, err := o.bucket.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, nil
	}
	var names []string
	for _, one := range all {
		names = append(names, one.Name)
	}
	return names, err
}
