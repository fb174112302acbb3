package hub_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
)

func TestMain(m *testing.M) {
	hubtest.Main()
	os.Exit(m.Run())
}

// TestObjects: objects of one and several chunks come back as they were stored, within the limit only, until they are removed.
func TestObjects(t *testing.T) {
	h := hubtest.Connect(t, hubtest.Start(t), hubtest.Quick())
	for _, size := range []int{1, 128 << 10, 1_000_000} {
		content := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		name, err := h.Suites.Store(t.Context(), hub.NewID, content)
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Suites.Load(t.Context(), name, int64(size))
		if err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes of %d, error %v", len(got), size, err)
		}
		if _, err := h.Suites.Load(t.Context(), name, int64(size)-1); err == nil {
			t.Errorf("%d bytes within a smaller limit", size)
		}
		h.Suites.Remove(t.Context(), name)
		if _, err := h.Suites.Load(t.Context(), name, int64(size)); !errors.Is(err, jetstream.ErrObjectNotFound) {
			t.Error(err)
		}
	}
	if names, err := h.Suites.Names(t.Context()); len(names) > 0 || err != nil {
		t.Error(names, err)
	}
}

// TestStoredWhileCut: an object is whole after Store, whichever message the connection ended at.
func TestStoredWhileCut(t *testing.T) {
	for name, prefix := range map[string]string{"chunk": "$O.fizzer-suites.C.", "description": "$O.fizzer-suites.M."} {
		for _, arrives := range []bool{false, true} {
			var cuts atomic.Int32
			choose := func(subject string) bool { return strings.HasPrefix(subject, prefix) && cuts.Add(1)%2 == 1 }
			faults := hubtest.Faults{End: choose}
			if arrives {
				faults = hubtest.Faults{Lose: choose}
			}
			url := hubtest.Start(t)
			h := hubtest.Connect(t, hubtest.StartProxy(t, url, faults).URL, hubtest.Quick())
			direct := hubtest.Connect(t, url, hubtest.Quick())
			content := bytes.Repeat([]byte{1, 2, 3}, 20_000)
			for range 10 { // what the client then says is a matter of chance
				before := cuts.Load()
				stored, err := h.Suites.Store(t.Context(), hub.NewID, content)
				if err != nil {
					t.Fatal(err)
				}
				got, err := direct.Suites.Load(t.Context(), stored, 1<<20)
				if err != nil || !bytes.Equal(got, content) || cuts.Load() == before {
					t.Errorf("cut at the %s, which arrives: %v: %d bytes, %d cuts, error %v", name, arrives, len(got), cuts.Load()-before, err)
				}
			}
		}
	}
}

// TestDamagedObject: an object without its chunks is an error at once.
func TestDamagedObject(t *testing.T) {
	h := hubtest.Connect(t, hubtest.Start(t), hubtest.Quick())
	name, err := h.Suites.Store(t.Context(), hub.NewID, bytes.Repeat([]byte{1}, 300_000))
	if err != nil {
		t.Fatal(err)
	}
	loseChunks(t, h)
	if content, err := h.Suites.Load(t.Context(), name, 1<<20); !errors.Is(err, hub.ErrDamaged) {
		t.Errorf("%d bytes, error %v", len(content), err)
	}
}

// loseChunks removes all chunks of suites but one.
func loseChunks(t *testing.T, h *hub.Hub) {
	t.Helper()
	under, err := h.JS.Stream(t.Context(), "OBJ_fizzer-suites")
	if err != nil {
		t.Fatal(err)
	}
	if err := under.Purge(t.Context(), jetstream.WithPurgeSubject("$O.fizzer-suites.C.*"), jetstream.WithPurgeKeep(1)); err != nil {
		t.Fatal(err)
	}
}

// TestLostRequests: requests that vanish although the connection stays are made again after AnswerTime.
func TestLostRequests(t *testing.T) {
	before := hub.AnswerTime
	hub.AnswerTime = 200 * time.Millisecond
	t.Cleanup(func() { hub.AnswerTime = before })
	url := hubtest.Start(t)
	stored, err := hubtest.Connect(t, url, hubtest.Quick()).Suites.Store(t.Context(), hub.NewID, bytes.Repeat([]byte("x"), 300<<10))
	if err != nil {
		t.Fatal(err)
	}
	var lost sync.Map
	p := hubtest.StartProxy(t, url, hubtest.Faults{Drop: func(subject string) bool {
		_, before := lost.LoadOrStore(subject, true)
		return !before && (strings.HasPrefix(subject, "$KV.") || strings.HasPrefix(subject, "$JS.API.DIRECT.GET.OBJ_fizzer-suites"))
	}})
	h := hubtest.Connect(t, p.URL, hubtest.Quick())
	if err := h.Retry(t.Context(), func(ctx context.Context) error {
		_, err := h.State.Put(ctx, "key", []byte("value"))
		return err
	}); err != nil {
		t.Error(err)
	}
	if content, err := h.Suites.Load(t.Context(), stored, 1<<20); len(content) != 300<<10 || err != nil {
		t.Errorf("%d bytes, error %v", len(content), err)
	}
	for _, subject := range []string{"$KV.fizzer-state.key", "$JS.API.DIRECT.GET.OBJ_fizzer-suites"} {
		if _, was := lost.Load(subject); !was {
			t.Errorf("%s was never asked for", subject)
		}
	}
	if p.Connections.Load() != 1 {
		t.Errorf("%d connections", p.Connections.Load())
	}
}

// TestNoRoom: of an object for which there is no room nothing is left.
func TestNoRoom(t *testing.T) {
	settings := hubtest.Quick()
	settings.MaxBytes = 1_500_000 // 600 000 of them for suites
	h := hubtest.Connect(t, hubtest.Start(t), settings)
	kept, err := h.Suites.Store(t.Context(), hub.NewID, make([]byte, 400_000))
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	name := func() string { tries++; return hub.NewID() }
	ctx, cancel := context.WithTimeout(t.Context(), 10*hub.RetryPause)
	defer cancel()
	if _, err := h.Suites.Store(ctx, name, make([]byte, 200_000)); err == nil { // its first chunk has room, the second has none
		t.Fatal("an object is stored for which there is no room")
	}
	if names, err := h.Suites.Names(t.Context()); err != nil || len(names) != 1 || names[0] != kept {
		t.Errorf("after %d tries: %d objects, error %v", tries, len(names), err)
	}
}

// TestForgotten: an object that the hub forgets after Store is stored once more by Keep; one that was removed is not.
func TestForgotten(t *testing.T) {
	h := hubtest.Connect(t, hubtest.Start(t), hubtest.Quick())
	content := bytes.Repeat([]byte{1}, 300_000)
	name, err := h.Suites.Store(t.Context(), hub.NewID, content)
	if err != nil {
		t.Fatal(err)
	}
	loseChunks(t, h)
	for range 2 { // the second time it is there
		if err := h.Suites.Keep(t.Context(), name, content); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Suites.Load(t.Context(), name, 1<<20); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes, error %v", len(got), err)
		}
	}
	h.Suites.Remove(t.Context(), name)
	if err := h.Suites.Keep(t.Context(), name, content); err != nil {
		t.Error(err)
	}
	if names, err := h.Suites.Names(t.Context()); len(names) > 0 || err != nil {
		t.Error(names, err)
	}
}

// TestKeepWhileRemoved: an object that is removed while Keep reads it is not stored once more.
func TestKeepWhileRemoved(t *testing.T) {
	url := hubtest.Start(t)
	direct := hubtest.Connect(t, url, hubtest.Quick())
	content := bytes.Repeat([]byte{1}, 1000)
	name, err := direct.Suites.Store(t.Context(), hub.NewID, content)
	if err != nil {
		t.Fatal(err)
	}
	var reads atomic.Int32
	p := hubtest.StartProxy(t, url, hubtest.Faults{Drop: func(subject string) bool {
		if strings.HasPrefix(subject, "$JS.API.DIRECT.GET.OBJ_fizzer-suites") && reads.Add(1) == 2 { // its description is read
			direct.Suites.Remove(context.Background(), name)
		}
		return false
	}})
	if err := hubtest.Connect(t, p.URL, hubtest.Quick()).Suites.Keep(t.Context(), name, content); err != nil {
		t.Error(err)
	}
	if names, err := direct.Suites.Names(t.Context()); len(names) > 0 || err != nil || reads.Load() < 3 {
		t.Errorf("%q, error %v, %d reads", names, err, reads.Load())
	}
}
