package exchange

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
)

// TestFaultyConnections: over connections that are cut and slow, and with messages that arrive twice or in another order, each find
// reaches each other search once, is counted once, and all agree on their shares again.
func TestFaultyConnections(t *testing.T) {
	const searches, finds = 3, 20
	p := hubtest.StartProxy(t, hubtest.Start(t), hubtest.Faults{Seed: 1, Cut: 0.02, Delay: 0.05, Twice: 0.1, Swap: 0.1})
	var all []*Exchange
	for range searches {
		all = append(all, join(t, p.URL, "sharedrun1"))
	}
	for i := range finds {
		for n, x := range all {
			found(x, fmt.Sprintf("find %02d of %d", i, n), uint32(100*n+i))
		}
	}
	p.CutAll()
	for n, x := range all {
		var want []string
		for i := range finds {
			for other := range all {
				if other != n {
					want = append(want, fmt.Sprintf("find %02d of %d", i, other))
				}
			}
		}
		got := receive(t, x, len(want))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("search %d got %q", n, got)
		}
	}
	if p.Cuts.Load() == 0 || p.Delays.Load() == 0 || p.Twos.Load() == 0 || p.Swaps.Load() == 0 {
		t.Error("the faults did not happen")
	}
	p.Calm()
	until(t, "all divide the targets", func() bool { return shares(all...) })
	for n, x := range all {
		for _, s := range x.Searches() {
			if s.Finds != finds {
				t.Errorf("search %d counts %d finds of another", n, s.Finds)
			}
		}
		if more := x.Take(); len(more) > 0 {
			t.Errorf("search %d got %d finds twice", n, len(more))
		}
	}
}

// TestClocksApart: searches on machines whose clocks differ by years agree on their shares, hear of the dead, and exchange finds: no
// message has a time in it.
func TestClocksApart(t *testing.T) {
	url := hubtest.Start(t)
	var all []*Exchange
	for _, years := range []int{0, 30, -30} {
		x, err := Join(Config{Hub: hubtest.Connect(t, url, hubtest.Quick()), Run: "sharedrun1", ID: hub.NewID(), Name: "w", Limits: ownLimits,
			Beat: 50 * time.Millisecond, Clock: func() time.Time { return time.Now().AddDate(years, 0, 0) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(x.Close)
		all = append(all, x)
	}
	until(t, "all divide the targets", func() bool { return shares(all...) })
	for n, x := range all {
		found(x, fmt.Sprint(n), uint32(n))
	}
	for _, x := range all {
		receive(t, x, 2)
	}
	all[1].Hub.Close() // dies
	until(t, "the others divide the targets", func() bool { return shares(all[0], all[2]) })
}
