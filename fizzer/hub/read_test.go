package hub_test

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
)

// TestRead: messages of a subject come in order, in as few parts as there must be, from any number on, also from a stream that gives them
// one at a time, and over connections that double and swap messages.
func TestRead(t *testing.T) {
	const messages = 3*hub.MaxRead + 5
	url := hubtest.Start(t)
	direct := hubtest.Connect(t, url, hubtest.Quick())
	single, err := direct.JS.CreateStream(t.Context(), jetstream.StreamConfig{Name: "single", Subjects: []string{"single.*"}})
	if err != nil {
		t.Fatal(err)
	}
	faulty := hubtest.StartProxy(t, url, hubtest.Faults{Seed: 1, Twice: 0.05, Swap: 0.05})
	for _, test := range []struct {
		name            string
		h               *hub.Hub
		stream          jetstream.Stream
		subject, others string
		exact           bool // no part is smaller than it must be
	}{
		{"batches", direct, direct.Finds, hub.FindSubject("one"), hub.FindSubject("two"), true},
		{"one at a time", direct, single, "single.one", "single.two", true},
		{"faults", hubtest.Connect(t, faulty.URL, hubtest.Quick()), direct.Finds, hub.FindSubject("three"), hub.FindSubject("two"), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := test.h.Read(t.Context(), test.stream, test.subject, 1); err != nil || len(got) > 0 {
				t.Errorf("%d messages of an empty stream, error %v", len(got), err)
			}
			for i := range messages {
				_, err1 := direct.JS.Publish(t.Context(), test.others, []byte("another"))
				_, err2 := direct.JS.Publish(t.Context(), test.subject, fmt.Append(nil, i))
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
			}
			parts, next := 0, uint64(1)
			for i := 0; i < messages; parts++ {
				got, err := test.h.Read(t.Context(), test.stream, test.subject, next)
				if err != nil && (test.exact || parts > messages) {
					t.Fatal(err)
				}
				for _, one := range got {
					if string(one.Data) != fmt.Sprint(i) || one.Sequence < next {
						t.Fatalf("message %d is %q, number %d after %d", i, one.Data, one.Sequence, next-1)
					}
					next = one.Sequence + 1
					i++
				}
			}
			if test.exact && parts != 4 {
				t.Errorf("%d parts", parts)
			}
			if got, err := test.h.Read(t.Context(), test.stream, test.subject, next); err != nil || len(got) > 0 {
				t.Errorf("%d messages behind the last one, error %v", len(got), err)
			}
		})
	}
}
