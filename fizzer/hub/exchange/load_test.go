package exchange

import (
	"fmt"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
)

// TestLoad: what finds cost that many searches of one program make. Each search sends a find once and gets each one once, whatever the
// number of searches: the messages of one search are bounded by those of its own finds and of all others, beside beats.
func TestLoad(t *testing.T) { load(t, 8, 10) }

// load lets searches find as many inputs each, of 100 bytes with 20 values, and reports messages and bytes.
func load(t *testing.T, searches, finds int) {
	url := hubtest.Start(t)
	var all []*Exchange
	for range searches {
		x, err := Join(Config{Hub: hubtest.Connect(t, url, hubtest.Quick()), Run: "sharedrun1", ID: hub.NewID(), Name: "machine/12345",
			Limits: ownLimits})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(x.Close)
		all = append(all, x)
	}
	before := make([]uint64, searches)
	for n, x := range all {
		before[n] = x.Hub.Conn.Stats().OutMsgs
		for i := range finds {
			found(x, fmt.Sprintf("%-100d", n*finds+i), uint32(n*finds+i))
		}
	}
	for n, x := range all {
		left := (searches - 1) * finds
		for end := time.Now().Add(10 * time.Minute); left > 0 && time.Now().Before(end); time.Sleep(time.Millisecond) {
			left -= len(x.Take())
		}
		if left != 0 {
			t.Errorf("%d finds did not reach search %d", left, n)
		}
	}
	var sent, got, out, in uint64
	for n, x := range all {
		s := x.Hub.Conn.Stats()
		sent, got, out, in = sent+s.OutMsgs-before[n], got+s.InMsgs, out+s.OutBytes, in+s.InBytes
		for _, from := range x.Searches() {
			if from.Finds != finds {
				t.Errorf("search %d got %d finds of %s", n, from.Finds, from.Name)
			}
		}
	}
	total := uint64(searches * finds)
	t.Logf("%d searches, %d finds each: for each find and search %.2f messages and %.0f bytes sent, %.2f messages and %.0f bytes got; "+
		"for each find %.0f bytes of all", searches, finds, float64(sent)/float64(total)/float64(searches),
		float64(out)/float64(total)/float64(searches), float64(got)/float64(total)/float64(searches),
		float64(in)/float64(total)/float64(searches), float64(in+out)/float64(total))
}
