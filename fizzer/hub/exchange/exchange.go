// Package exchange connects the searches of one program on several machines: each hands its finds to all others, and each prefers its own
// share of the targets. What arrives is a proposal: the engine runs it, within limits of its own, and believes only that run.
//
// The finds of a run are kept in the hub, so that whoever joins gets all earlier ones first, and whoever was away gets what it missed.
// Without the hub a search goes on alone: its finds wait, and after some seconds it takes all targets for its own.
package exchange

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
)

// Bounds; picked by hand.
const (
	maxWaiting = 4096                  // finds that wait to be sent, and to be run; the oldest are dropped beyond it
	maxAtOnce  = 16                    // finds that the engine runs in one turn, so that it also works by itself
	maxKnown   = 1 << 20               // inputs that are remembered, so that they are run once
	sendPause  = 10 * time.Millisecond // at least, between two finds that are sent
	lookPause  = 200 * time.Millisecond
)

// Config of an exchange.
type Config struct {
	Hub    *hub.Hub
	Run    string           // id of the shared run
	ID     string           // of this search
	Name   string           // of its machine, for people
	Limits execution.Limits // of each run that others propose, at most
	Beat   time.Duration    // how often the search says that it is alive; default hub.Beat
	Clock  func() time.Time // of this machine, which need not agree with others; default time.Now
}

// deadAfter is the number of beats after which a silent search is taken for dead.
const deadAfter = 5

// Exchange is the connection of one search. Take, Found, Own, Changes, Show and Searches never wait for the network.
type Exchange struct {
	Config
	members members
	began   time.Time
	stop    func()
	working sync.WaitGroup

	lock    sync.Mutex
	out     []*message.Find     // finds that wait to be sent
	filled  chan struct{}       // holds something when out may have finds
	in      []engine.Shared     // finds that wait to be run
	known   map[[32]byte]source // inputs by hash
	covered map[uint32]bool     // directions that own runs covered
	from    searches
	beat    message.Beat // what is said next
}

// source says where an input came from.
type source struct {
	search  string // its id; empty: own
	counted bool   // it covered something new here
}

// Join begins to exchange finds, until Close.
func Join(config Config) (*Exchange, error) {
	if config.Beat == 0 {
		config.Beat = hub.Beat
	}
	if config.Clock == nil {
		config.Clock = time.Now
	}
	ctx, cancel := context.WithCancel(context.Background())
	x := &Exchange{Config: config, began: config.Clock(), stop: cancel, filled: make(chan struct{}, 1), known: map[[32]byte]source{},
		covered: map[uint32]bool{}, from: searches{}, beat: message.Beat{From: config.ID, Name: message.Line(config.Name)}}
	x.members.start(config.ID)
	heard, err := config.Hub.Conn.Subscribe(hub.BeatSubject(config.Run), x.hear)
	if err != nil {
		cancel()
		return nil, err
	}
	x.working.Add(3)
	go func() { defer x.working.Done(); x.live(ctx, heard) }()
	go func() { defer x.working.Done(); x.send(ctx) }()
	go func() { defer x.working.Done(); x.receive(ctx) }()
	return x, nil
}

// Close ends the exchange. Finds that wait for the hub are lost; the others have them.
func (x *Exchange) Close() {
	x.stop()
	x.working.Wait()
}

// Flush waits until all finds are sent, at most for d.
func (x *Exchange) Flush(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(sendPause) {
		x.lock.Lock()
		empty := len(x.out) == 0
		x.lock.Unlock()
		if empty {
			return
		}
	}
}

// Own implements strategy.Shares.
func (x *Exchange) Own(target uint32) bool { return x.members.own(target) }

// Changes implements strategy.Shares.
func (x *Exchange) Changes() uint64 { return x.members.changes.Load() }

// Take implements campaign.Exchange.
func (x *Exchange) Take() []engine.Shared {
	x.lock.Lock()
	defer x.lock.Unlock()
	n := min(len(x.in), maxAtOnce)
	taken := x.in[:n:n]
	if x.in = x.in[n:]; len(x.in) == 0 {
		x.in = nil
	}
	return taken
}

// Found implements campaign.Exchange: an own find is sent, and one that was proposed is credited to whom it came from, once.
func (x *Exchange) Found(f *engine.Found) (search string) {
	find := &message.Find{From: x.ID, Name: message.Line(x.Name), Input: f.Bytes, Fill: f.Fill, Limits: message.Limits(f.Limits)}
	for _, read := range f.Reads {
		find.Reads = append(find.Reads, message.Read{Type: read.Type, Size: read.Size})
	}
	hash := sha256.Sum256(f.Bytes)
	x.lock.Lock()
	defer x.lock.Unlock()
	for _, d := range f.Covered {
		find.Covered = append(find.Covered, number(d))
		x.covered[number(d)] = true
	}
	owner, known := x.known[hash]
	if known && owner.search != "" {
		from := x.from[owner.search]
		if !owner.counted {
			from.Counted++
			x.known[hash] = source{owner.search, true}
		}
		return from.Name
	}
	x.remember(hash, source{})
	if known || !find.Cut() {
		return ""
	}
	x.out = append(x.out, find)
	if len(x.out) > maxWaiting {
		x.out = x.out[len(x.out)-maxWaiting:]
	}
	select {
	case x.filled <- struct{}{}:
	default:
	}
	return ""
}

// number is a direction in a message.
func number(d engine.Direction) uint32 {
	n := 2 * d.Location
	if d.Outcome {
		n++
	}
	return n
}

// remember notes whose an input is. The lock is held.
func (x *Exchange) remember(hash [32]byte, owner source) {
	if len(x.known) >= maxKnown {
		clear(x.known)
	}
	x.known[hash] = owner
}

// Show implements campaign.Exchange.
func (x *Exchange) Show(executions uint64, directions int, goals *formats.Goals) {
	x.lock.Lock()
	defer x.lock.Unlock()
	x.beat.Executions, x.beat.Directions = executions, directions
	if goals != nil {
		x.beat.Covered, x.beat.Goals = goals.Covered, goals.Total
	}
}

// Searches implements campaign.Exchange.
func (x *Exchange) Searches() []formats.Search {
	x.lock.Lock()
	defer x.lock.Unlock()
	return x.from.list(x.members.alive)
}

// send publishes finds, one after the other, and waits while the hub is away.
func (x *Exchange) send(ctx context.Context) {
	for {
		x.lock.Lock()
		var find *message.Find
		if len(x.out) > 0 {
			find = x.out[0]
		}
		x.lock.Unlock()
		if find == nil {
			select {
			case <-x.filled:
				continue
			case <-ctx.Done():
				return
			}
		}
		x.publish(ctx, find)
		x.lock.Lock()
		if len(x.out) > 0 && x.out[0] == find {
			x.out = x.out[1:]
		}
		x.lock.Unlock()
		select {
		case <-time.After(sendPause):
		case <-ctx.Done():
			return
		}
	}
}

// publish sends one find; one that the hub does not take for another reason than its absence is dropped.
func (x *Exchange) publish(ctx context.Context, find *message.Find) {
	text, err := message.Encode(find)
	if err != nil {
		return
	}
	id := hub.NewID() // a second try is the same message
	_ = x.Hub.Retry(ctx, func(ctx context.Context) error {
		_, err := x.Hub.JS.Publish(ctx, hub.FindSubject(x.Run), text, jetstream.WithMsgID(id))
		return err
	})
}

// receive reads the finds of the run, from the first one on. It asks for them by their numbers: nothing has to be restored when the hub
// comes back.
func (x *Exchange) receive(ctx context.Context) {
	for next := uint64(1); ctx.Err() == nil; {
		got, err := x.Hub.Read(ctx, x.Hub.Finds, hub.FindSubject(x.Run), next)
		for _, stored := range got {
			next = stored.Sequence + 1
			x.accept(stored.Data)
		}
		pause := lookPause
		switch {
		case err != nil:
			pause = hub.RetryPause
		case len(got) == hub.MaxRead:
			continue
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// accept takes a find that arrived, unless it is known or can show nothing new: own runs covered all that it says to cover.
func (x *Exchange) accept(text []byte) {
	var f message.Find
	if message.Decode(text, &f) != nil || f.From == x.ID {
		return
	}
	hash := sha256.Sum256(f.Input)
	x.lock.Lock()
	defer x.lock.Unlock()
	from := x.from.get(f.From, f.Name)
	if from == nil {
		return
	}
	from.Finds++
	if _, known := x.known[hash]; known || x.coversAll(f.Covered) || len(x.in) >= maxWaiting {
		return
	}
	x.remember(hash, source{search: f.From})
	x.in = append(x.in, engine.Shared{Bytes: f.Input, Limits: x.bounded(f.Limits)})
}

func (x *Exchange) coversAll(directions []uint32) bool {
	for _, d := range directions {
		if !x.covered[d] {
			return false
		}
	}
	return len(directions) > 0
}

// bounded returns the limits that others propose, as far as this search goes.
func (x *Exchange) bounded(l message.Limits) execution.Limits {
	own := x.Limits
	return execution.Limits{
		Conditions: bound(l.Conditions, own.Conditions), Depth: bound(l.Depth, own.Depth), InputBytes: bound(l.InputBytes, own.InputBytes),
		Steps: bound(l.Steps, own.Steps), Milliseconds: bound(l.Milliseconds, own.Milliseconds), ContextDepth: own.ContextDepth,
	}
}

func bound(proposed, own uint32) uint32 { return max(1, min(proposed, own)) }

// hear notes that another search is alive, and how far it is.
func (x *Exchange) hear(m *nats.Msg) {
	var b message.Beat
	if message.Decode(m.Data, &b) != nil || b.From == x.ID {
		return
	}
	x.lock.Lock()
	x.from.note(&b)
	x.lock.Unlock()
	if b.Last {
		x.members.left(b.From)
		return
	}
	x.members.heard(b.From, x.Clock().Add(deadAfter*x.Beat))
}

// live says that this search is alive, and forgets those of which nothing is heard.
func (x *Exchange) live(ctx context.Context, heard *nats.Subscription) {
	defer func() { _ = heard.Unsubscribe() }()
	ticks := time.NewTicker(x.Beat)
	defer ticks.Stop()
	for {
		x.say(false)
		select {
		case <-ticks.C:
			x.members.forget(x.Clock())
		case <-ctx.Done():
			x.say(true)
			return
		}
	}
}

func (x *Exchange) say(last bool) {
	x.lock.Lock()
	beat := x.beat
	x.lock.Unlock()
	beat.Last, beat.Seconds = last, max(0, x.Clock().Sub(x.began).Seconds()) // a clock may be set back
	text, err := message.Encode(&beat)
	if err == nil {
		_ = x.Hub.Conn.Publish(hub.BeatSubject(x.Run), text) // lost while the hub is away
	}
}
