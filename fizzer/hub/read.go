package hub

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"
)

// Picked by hand.
const (
	MaxRead      = 64      // messages that Read returns at most
	maxReadBytes = 4 << 20 // of them, but for the last one
	readTimeout  = 5 * time.Second
)

// Read returns the messages of a stream that have a subject, in order, from a number on: up to MaxRead, fewer if there
// are no more now or they are large. It asks for them in one request. A server before NATS 2.11, or a stream without direct reading, is
// asked for one after the other.
func (h *Hub) Read(ctx context.Context, stream jetstream.Stream, subject string, from uint64) ([]*jetstream.RawStreamMsg, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	all, err := jetstreamext.GetBatch(ctx, h.JS, stream.CachedInfo().Config.Name, MaxRead, jetstreamext.GetBatchSeq(from),
		jetstreamext.GetBatchSubject(subject), jetstreamext.GetBatchMaxBytes(maxReadBytes))
	if errors.Is(err, nats.ErrNoResponders) { // no direct reading
		return oneByOne(ctx, stream, subject, from)
	}
	if err != nil {
		return nil, err
	}
	var got []*jetstream.RawStreamMsg
	for one, failed := range all {
		if err = failed; err != nil {
			break
		}
		got = append(got, one)
	}
	switch got = following(got); {
	case len(got) > 0 || errors.Is(err, jetstreamext.ErrNoMessages):
		return got, nil
	case errors.Is(err, jetstreamext.ErrBatchUnsupported), errors.Is(err, nats.ErrNoResponders):
		return oneByOne(ctx, stream, subject, from)
	case err == nil: // the time is over, or the messages came in another order
		err = context.DeadlineExceeded
	}
	return nil, err
}

// following returns the first messages of a batch, as far as none is missing between them. Each names the one before it.
func following(got []*jetstream.RawStreamMsg) (all []*jetstream.RawStreamMsg) {
	slices.SortFunc(got, func(a, b *jetstream.RawStreamMsg) int { return cmp.Compare(a.Sequence, b.Sequence) })
	last := uint64(0)
	for _, one := range got {
		before, err := strconv.ParseUint(one.Header.Get("Nats-Last-Sequence"), 10, 64)
		if one.Sequence == last { // it came twice
			continue
		}
		if err != nil || before != last {
			break
		}
		all, last = append(all, one), one.Sequence
	}
	return all
}

// oneByOne does what Read does by a request for each message.
func oneByOne(ctx context.Context, stream jetstream.Stream, subject string, from uint64) (all []*jetstream.RawStreamMsg, err error) {
	for len(all) < MaxRead {
		stored, err := stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(subject))
		switch {
		case len(all) > 0 && err != nil, errors.Is(err, jetstream.ErrMsgNotFound):
			return all, nil
		case err != nil:
			return nil, err
		}
		all, from = append(all, stored), stored.Sequence+1
	}
	return all, nil
}
