package hub

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// RetryPause is the pause before something is tried again that failed because the hub is away or full.
const RetryPause = 300 * time.Millisecond

// A try may take so long. An answer may be lost although the connection stays: the hub's servers agreed on another leader meanwhile.
var (
	AnswerTime = 20 * time.Second // requests of one message, of 1 MiB at most
	objectTime = 5 * time.Minute  // sources and suites of the largest size need some time on a slow line
)

// errAway is the cause of the end of a try when the connection is lost: no answer to it comes any more.
var errAway = errors.New("the connection to the hub was lost")

// ErrForgotten is the cause of another try when the hub acknowledged something and does not have it: its server may forget what arrives
// just after it failed to write, because the disk was full.
var ErrForgotten = errors.New("the hub does not have what it acknowledged")

// connection says while a try may hope for its answer.
type connection struct {
	lock sync.Mutex
	lost chan struct{} // closed when the present connection is lost
}

func newConnection() *connection { return &connection{lost: make(chan struct{})} }

func (c *connection) drop() {
	c.lock.Lock()
	defer c.lock.Unlock()
	close(c.lost)
	c.lost = make(chan struct{})
}

func (c *connection) current() <-chan struct{} {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.lost
}

// Retry repeats an operation of a few messages until it succeeds, ctx ends, or it fails for a reason that is neither the way to the hub nor
// its room.
func (h *Hub) Retry(ctx context.Context, operation func(context.Context) error) error {
	return h.retry(ctx, AnswerTime, operation)
}

// retry is Retry with the time that a try may take.
func (h *Hub) retry(ctx context.Context, maxTime time.Duration, operation func(context.Context) error) error {
	for {
		err := h.try(ctx, maxTime, operation)
		if err == nil || ctx.Err() == nil && !Passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(RetryPause):
		}
	}
}

// whileAway repeats an operation until it ends for another reason than a lost connection.
func (h *Hub) whileAway(ctx context.Context, operation func(context.Context) error) error {
	for {
		err := h.try(ctx, objectTime, operation)
		if ctx.Err() != nil || !errors.Is(err, errAway) && !errors.Is(err, nats.ErrReconnectBufExceeded) &&
			!errors.Is(err, nats.ErrConnectionReconnecting) {
			return err
		}
		time.Sleep(RetryPause)
	}
}

// try makes one try, which ends with the connection, or after maxTime.
func (h *Hub) try(ctx context.Context, maxTime time.Duration, operation func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	limited, lose := context.WithCancelCause(limited)
	defer lose(nil)
	lost := h.connection.current()
	go func() {
		select {
		case <-lost:
			lose(errAway)
		case <-limited.Done():
		}
	}()
	err := operation(limited)
	if err != nil && context.Cause(limited) == errAway {
		return errors.Join(errAway, err)
	}
	return err
}

// Passing tells whether an operation that failed with err may succeed later.
func Passing(err error) bool {
	for _, one := range []error{errAway, ErrForgotten, context.DeadlineExceeded, nats.ErrNoResponders, nats.ErrTimeout,
		nats.ErrConnectionReconnecting,
		nats.ErrDisconnected, nats.ErrReconnectBufExceeded, nats.ErrNoServers, nats.ErrStaleConnection, nats.ErrSlowConsumer,
		jetstream.ErrNoStreamResponse, jetstream.ErrServerShutdown, jetstream.ErrNoHeartbeat} {
		if errors.Is(err, one) {
			return true
		}
	}
	var api *jetstream.APIError
	return Full(err) || errors.As(err, &api) && api.Code == 503
}

// Full tells whether an operation failed because the store is at one of its limits. Later there may be room.
func Full(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	const storeFailed, noResources = 10077, 10023 // JSStreamStoreFailed, JSInsufficientResources
	return api.ErrorCode == storeFailed || api.ErrorCode == noResources || strings.Contains(api.Description, "maximum")
}

// Exists tells whether a publication failed because something is already there.
func Exists(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
