package server

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"fizzer/fizzer/hub"
)

// TestMeter: what one machine sends counts together, also by connections that ended; it may send its burst, and is refused until its
// bucket is half empty.
func TestMeter(t *testing.T) {
	var kicked []uint64
	var said []string
	kick, log := func(id uint64) { kicked = append(kicked, id) }, func(text string) { said = append(said, text) }
	m := newMeter(Rates{Messages: 100, Bytes: 1000}, kick, log)
	look := func(elapsed time.Duration, connections ...*server.ConnInfo) []uint64 {
		kicked = nil
		m.look(connections, elapsed)
		return kicked
	}
	connection := func(id uint64, address string, messages, bytes int64) *server.ConnInfo {
		return &server.ConnInfo{Cid: id, IP: address, InMsgs: messages, InBytes: bytes}
	}
	ended := connection(3, "10.0.0.1", 500, 0)
	ended.Stop = &time.Time{}
	for _, step := range []struct {
		what        string
		elapsed     time.Duration
		connections []*server.ConnInfo
		kicked      []uint64
	}{
		{"a burst", time.Second, []*server.ConnInfo{connection(1, "10.0.0.1", 900, 0), connection(2, "10.0.0.2", 900, 0)}, nil},
		{"nothing more", 2 * time.Second, []*server.ConnInfo{connection(1, "10.0.0.1", 900, 0), connection(2, "10.0.0.2", 900, 0)}, nil},
		{"an ended one more of the same machine", time.Second,
			[]*server.ConnInfo{connection(1, "10.0.0.1", 900, 0), connection(2, "10.0.0.2", 900, 0), ended}, []uint64{1}},
		{"it comes back", time.Second,
			[]*server.ConnInfo{connection(4, "10.0.0.1", 0, 0), connection(2, "10.0.0.2", 900, 0), ended}, []uint64{4}},
		{"half empty", 6 * time.Second,
			[]*server.ConnInfo{connection(5, "10.0.0.1", 0, 0), connection(2, "10.0.0.2", 900, 0), ended}, nil},
		{"bytes", time.Second, []*server.ConnInfo{connection(5, "10.0.0.1", 0, 0), connection(2, "10.0.0.2", 901, 10001)}, []uint64{2}},
		{"its own process", time.Second, []*server.ConnInfo{connection(6, "pipe", 1e9, 1e12)}, nil},
	} {
		if got := look(step.elapsed, step.connections...); !slices.Equal(got, step.kicked) {
			t.Errorf("%s: closed are %v, want %v", step.what, got, step.kicked)
		}
	}
	if len(said) != 2 || !strings.Contains(said[0], "10.0.0.1 sends more than 100 messages") {
		t.Errorf("said: %q", said)
	}
	m.look(nil, time.Hour)
	if len(m.machines)+len(m.seen)+len(m.closed) != 0 {
		t.Errorf("it remembers %d machines, %d connections and %d that are closed", len(m.machines), len(m.seen), len(m.closed))
	}
}

// TestFlood: who sends too much loses the connection; the hub's own process goes on, and the machine may come back.
func TestFlood(t *testing.T) {
	s, err := Start(Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Rates: Rates{Messages: 20_000, Bytes: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	conn, err := nats.Connect(s.URL(), nats.NoReconnect())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for sent := 0; !conn.IsClosed(); sent += 100 {
		for range 100 {
			_ = conn.Publish("flood", nil) // an error: it is closed
		}
		if sent > 10_000_000 {
			t.Fatalf("%d messages were sent", sent)
		}
		time.Sleep(time.Millisecond) // slower than the hub reads
	}
	if err := reach(t, hub.Access{URL: OwnURL, Options: s.Own()}); err != nil {
		t.Error("the hub's own process: ", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	h, err := hub.Connect(ctx, hub.Access{URL: s.URL(), Tool: "1"}, hub.Settings{})
	if err != nil {
		t.Fatal("it may not come back: ", err)
	}
	h.Close()
}
