package server

import (
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Rates bound what the connections of one machine send, together, in the long run.
type Rates struct {
	Messages float64 // a second
	Bytes    float64 // a second
}

// DefaultRates are far above what workers and searches send: a task takes about 20 messages, a search sends at most 100 finds a second.
// Picked by hand.
var DefaultRates = Rates{Messages: 20_000, Bytes: 256 << 20}

const (
	burst     = 10 * time.Second // of the rates, which a machine that was quiet may send at once
	lookPause = time.Second
	maxClosed = 1024 // connections that ended, of which is known what they sent
)

// meter closes the connections of machines that send more than the rates allow, until they have been quiet long enough. Each machine
// has a bucket that fills with what is sent and empties by the rates; it overflows at the burst.
type meter struct {
	rates Rates
	kick  func(connection uint64)
	log   func(string)

	seen     map[uint64]traffic  // what a connection had sent when it was last looked at
	machines map[string]*traffic // their buckets, by address
	closed   map[string]bool     // machines whose connections are closed now
}

type traffic struct{ messages, bytes float64 }

func newMeter(rates Rates, kick func(uint64), log func(string)) *meter {
	return &meter{rates: rates, kick: kick, log: log, seen: map[uint64]traffic{}, machines: map[string]*traffic{}, closed: map[string]bool{}}
}

// look takes what all connections, also those that ended lately, have sent until now. elapsed is the time since the last look.
// Connections of this process have no address, and no bound.
func (m *meter) look(connections []*server.ConnInfo, elapsed time.Duration) {
	m.drain(elapsed.Seconds())
	seen := make(map[uint64]traffic, len(connections))
	for _, c := range connections {
		if net.ParseIP(c.IP) == nil {
			continue
		}
		now, before := traffic{float64(c.InMsgs), float64(c.InBytes)}, m.seen[c.Cid]
		seen[c.Cid] = now
		bucket := m.machines[c.IP]
		if bucket == nil {
			bucket = &traffic{}
			m.machines[c.IP] = bucket
		}
		bucket.messages += now.messages - before.messages
		bucket.bytes += now.bytes - before.bytes
	}
	m.seen = seen
	for _, c := range connections {
		if bucket := m.machines[c.IP]; bucket != nil && m.refused(c.IP, bucket) && c.Stop == nil {
			m.kick(c.Cid)
		}
	}
}

// drain empties the buckets by what the rates allow in some seconds, and drops the empty ones.
func (m *meter) drain(seconds float64) {
	for address, bucket := range m.machines {
		bucket.messages = max(0, bucket.messages-m.rates.Messages*seconds)
		bucket.bytes = max(0, bucket.bytes-m.rates.Bytes*seconds)
		if *bucket == (traffic{}) {
			delete(m.machines, address)
			delete(m.closed, address)
		}
	}
}

// refused reports whether a machine's connections are to be closed: from the overflow on, until its bucket is half empty.
func (m *meter) refused(address string, bucket *traffic) bool {
	full := max(bucket.messages/m.rates.Messages, bucket.bytes/m.rates.Bytes) / burst.Seconds()
	if full > 1 && !m.closed[address] {
		m.closed[address] = true
		m.log(fmt.Sprintf("%s sends more than %.0f messages or %.0f MB a second; its connections are closed until its mean is below that",
			address, m.rates.Messages, m.rates.Bytes/(1<<20)))
	}
	if full < 0.5 {
		delete(m.closed, address)
	}
	return m.closed[address]
}

// watch looks at a server's connections, until the returned function is called.
func watch(s *server.Server, rates Rates, log func(string)) (stop func()) {
	m := newMeter(rates, func(id uint64) { _ = s.DisconnectClientByID(id) }, log) // an error: it is gone
	stopped := make(chan struct{})
	var working sync.WaitGroup
	working.Go(func() {
		ticks := time.NewTicker(lookPause)
		defer ticks.Stop()
		for last := time.Now(); ; {
			select {
			case <-stopped:
				return
			case <-ticks.C:
			}
			all, err := s.Connz(&server.ConnzOptions{State: server.ConnAll, Limit: maxConnections + maxClosed})
			if now := time.Now(); err == nil {
				m.look(all.Conns, now.Sub(last))
				last = now
			}
		}
	})
	return func() {
		close(stopped)
		working.Wait()
	}
}
