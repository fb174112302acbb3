package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
)

func TestMain(m *testing.M) {
	hubtest.Main()
	othersMain()
	os.Exit(m.Run())
}

var ownLimits = execution.Limits{Conditions: 1000, Depth: 10, InputBytes: 100, Steps: 5000, Milliseconds: 3000, ContextDepth: 3}

// join joins a run by a connection of its own.
func join(t testing.TB, url, run string) *Exchange {
	t.Helper()
	x, err := Join(Config{Hub: hubtest.Connect(t, url, hubtest.Quick()), Run: run, ID: hub.NewID(), Name: "w", Limits: ownLimits,
		Beat: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

// found makes a find with an input of its own that covers these locations.
func found(x *Exchange, input string, locations ...uint32) (search string) {
	f := &engine.Found{Bytes: []byte(input), Limits: ownLimits}
	for _, l := range locations {
		f.Covered = append(f.Covered, engine.Direction{Location: l, Outcome: true})
	}
	return x.Found(f)
}

// receive waits until this many inputs came, and returns them.
func receive(t testing.TB, x *Exchange, want int) (inputs []string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); len(inputs) < want && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for _, shared := range x.Take() {
			inputs = append(inputs, string(shared.Bytes))
		}
	}
	if len(inputs) != want {
		t.Errorf("got %q, want %d inputs", inputs, want)
	}
	return inputs
}

// finds returns how many finds of others arrived.
func finds(x *Exchange) (n int) {
	for _, s := range x.Searches() {
		n += s.Finds
	}
	return n
}

// until waits for a condition.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

// shares checks that each group of targets belongs to exactly one of the searches.
func shares(all ...*Exchange) bool {
	for target := range uint32(slots) {
		owners := 0
		for _, x := range all {
			if x.Own(target) {
				owners++
			}
		}
		if owners != 1 {
			return false
		}
	}
	return true
}

// TestExchange: finds arrive at all others once, at one who joins later too, and not at those who covered the same.
func TestExchange(t *testing.T) {
	url := hubtest.Start(t)
	a, b := join(t, url, "sharedrun1"), join(t, url, "sharedrun1")
	stranger := join(t, url, "sharedrun2")
	found(a, "first", 1)
	found(a, "second", 2)
	if got := receive(t, b, 2); got[0] != "first" || got[1] != "second" {
		t.Errorf("got %q", got)
	}
	found(b, "first", 1) // the engine ran it, and it covered something: this goes back to nobody
	late := join(t, url, "sharedrun1")
	receive(t, late, 2)
	found(late, "same", 3, 4)
	receive(t, a, 1)
	found(b, "third", 3)
	receive(t, a, 1)
	until(t, "the third find arrives", func() bool { return finds(late) == 3 })
	if got := late.Take(); len(got) > 0 { // it says to cover what this search has covered
		t.Errorf("got %q", got)
	}
	if got := stranger.Take(); len(got) > 0 {
		t.Errorf("another run got %q", got)
	}
	if all := b.Searches(); len(all) < 1 || all[0].Finds+all[len(all)-1].Finds < 2 {
		t.Errorf("searches %+v", all)
	}
	counted := 0
	for _, s := range b.Searches() {
		counted += s.Counted
	}
	if counted != 1 {
		t.Errorf("%d finds of others counted", counted)
	}
}

// TestSearches: each knows how far the others are, which of their finds counted, once, and who has left. Two of one name are told apart.
func TestSearches(t *testing.T) {
	url := hubtest.Start(t)
	a, b, c := join(t, url, "sharedrun1"), join(t, url, "sharedrun1"), join(t, url, "sharedrun1")
	a.Show(1234, 5, &formats.Goals{Covered: 2, Total: 3})
	b.Show(777, 9, nil)
	of := func(executions uint64) *formats.Search {
		for _, s := range c.Searches() {
			if s.Executions == executions {
				return &s
			}
		}
		return nil
	}
	until(t, "c knows both", func() bool { return of(1234) != nil && of(777) != nil })
	nameOfA := of(1234).Name
	if nameOfA == of(777).Name || of(777).Directions != 9 || len(c.Searches()) != 2 {
		t.Errorf("%+v", c.Searches())
	}
	found(a, "first", 1)
	found(a, "second", 2)
	receive(t, c, 2)
	for range 2 {
		if name := found(c, "first", 1); name != nameOfA {
			t.Errorf("the find is by %q, not %q", name, nameOfA)
		}
	}
	if name := found(c, "own", 7); name != "" {
		t.Errorf("the own find is by %q", name)
	}
	if s := of(1234); s.Finds != 2 || s.Counted != 1 || s.Gone {
		t.Errorf("%+v", s)
	}
	a.Close()
	until(t, "a is gone", func() bool { return of(1234).Gone })
	old := message.Beat{From: b.ID, Name: "w", Executions: 3, Directions: 1} // arrives late
	text, err := message.Encode(&old)
	if err != nil {
		t.Fatal(err)
	}
	c.hear(&nats.Msg{Data: text})
	if s := of(777); s == nil || s.Directions != 9 || s.Gone {
		t.Errorf("%+v", c.Searches())
	}
}

// TestSharesMove: targets are divided among the living, and those of one who leaves or dies move to the others.
func TestSharesMove(t *testing.T) {
	url := hubtest.Start(t)
	a := join(t, url, "sharedrun1")
	if !shares(a) {
		t.Error("one search alone has not all targets")
	}
	b, c := join(t, url, "sharedrun1"), join(t, url, "sharedrun1")
	until(t, "three searches divide the targets", func() bool { return shares(a, b, c) })
	var before [slots]bool
	for target := range before {
		before[target] = a.Own(uint32(target))
	}
	changes := a.Changes()
	c.Hub.Close() // dies
	until(t, "two searches divide the targets", func() bool { return shares(a, b) })
	for target, own := range before {
		if own && !a.Own(uint32(target)) {
			t.Fatalf("target %d moved although its search lives", target)
		}
	}
	if a.Changes() == changes {
		t.Error("the change was not counted")
	}
	b.Close() // leaves
	until(t, "one search has all targets", func() bool { return shares(a) })
}

// TestHostileFinds: what others put into the subject is refused or bounded.
func TestHostileFinds(t *testing.T) {
	url := hubtest.Start(t)
	a := join(t, url, "sharedrun1")
	evil := hubtest.Connect(t, url, hubtest.Quick())
	publish := func(text []byte) {
		if _, err := evil.JS.Publish(t.Context(), hub.FindSubject("sharedrun1"), text); err != nil {
			t.Fatal(err)
		}
	}
	publish([]byte("{"))
	publish(bytes.Repeat([]byte("["), 100_000))
	for _, f := range []message.Find{
		{From: "attacker01", Name: "e", Input: []byte("huge limits"), Limits: message.Limits{Conditions: 1 << 31, Milliseconds: 1 << 31}},
		{From: "attacker01", Name: "e", Input: []byte("no limits"), Covered: []uint32{1 << 28}},
		{From: a.ID, Name: "e", Input: []byte("in the name of this search")},
		{From: "attacker01", Name: "e", Input: []byte("no limits")}, // again
	} {
		text, err := message.Encode(&f)
		if err != nil {
			t.Fatal(err)
		}
		publish(text)
	}
	if err := evil.Conn.Publish(hub.BeatSubject("sharedrun1"), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	var taken []engine.Shared
	until(t, "both inputs arrive", func() bool { taken = append(taken, a.Take()...); return len(taken) == 2 })
	for _, shared := range taken {
		l := shared.Limits
		if l.Conditions > ownLimits.Conditions || l.Milliseconds > ownLimits.Milliseconds || l.Conditions == 0 || l.ContextDepth != 3 {
			t.Errorf("limits %+v", l)
		}
	}
}

// TestFlood: more finds than can wait do not grow without bound, neither here nor there.
func TestFlood(t *testing.T) {
	a := join(t, hubtest.Start(t), "sharedrun1")
	a.Hub.Close()
	for i := range 3 * maxWaiting {
		found(a, fmt.Sprint(i), uint32(i))
	}
	for i := range 3 * maxWaiting {
		text, err := message.Encode(&message.Find{From: "attacker01", Name: "e", Input: []byte(fmt.Sprint("in", i))})
		if err != nil {
			t.Fatal(err)
		}
		a.accept(text)
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	if len(a.out) > maxWaiting || len(a.in) > maxWaiting {
		t.Errorf("%d and %d finds wait", len(a.out), len(a.in))
	}
}

// TestHubAway: while the hub is away each search has all targets and its finds wait; afterwards all get what they missed.
func TestHubAway(t *testing.T) {
	p := hubtest.StartProcess(t)
	a, b := join(t, p.URL, "sharedrun1"), join(t, p.URL, "sharedrun1")
	found(a, "before", 1)
	receive(t, b, 1)
	until(t, "both divide the targets", func() bool { return shares(a, b) })
	p.Kill()
	until(t, "both have all targets", func() bool { return shares(a) && shares(b) })
	for i := range uint32(5) {
		found(a, fmt.Sprint("a", i), 10+i)
		found(b, fmt.Sprint("b", i), 20+i)
	}
	p.Start()
	receive(t, a, 5)
	receive(t, b, 5)
	until(t, "both divide the targets again", func() bool { return shares(a, b) })
}

// TestFindsVanish: whoever ends the run removes its finds.
func TestFindsVanish(t *testing.T) {
	url := hubtest.Start(t)
	a := join(t, url, "sharedrun1")
	found(a, "x", 1)
	a.Flush(time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := a.Hub.Finds.Purge(ctx, jetstream.WithPurgeSubject(hub.FindSubject("sharedrun1"))); err != nil {
		t.Fatal(err)
	}
	of := jetstream.WithGetMsgSubject(hub.FindSubject("sharedrun1"))
	if _, err := a.Hub.Finds.GetMsg(ctx, 1, of); !errors.Is(err, jetstream.ErrMsgNotFound) {
		t.Errorf("error %v", err)
	}
}
