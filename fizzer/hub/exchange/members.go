package exchange

import (
	"hash/fnv"
	"sync"
	"sync/atomic"
	"time"
)

// maxMembers bounds the searches that are known.
const maxMembers = 4096

// slots is the number of groups of targets; a group moves as a whole.
const slots = 1 << 12

// members are the searches that are alive, and which groups of targets are this one's. Each group belongs to the search whose hash with it
// is the largest (rendezvous): when a search leaves, only its groups move, and all others agree on where.
type members struct {
	mine    atomic.Pointer[[slots]bool]
	changes atomic.Uint64

	lock  sync.Mutex
	id    string               // of this search
	until map[string]time.Time // by search: when it is taken for dead
}

func (m *members) start(id string) {
	m.id, m.until = id, map[string]time.Time{}
	m.divide()
}

func (m *members) own(target uint32) bool { return m.mine.Load()[target%slots] }

// heard notes that a search is alive until then.
func (m *members) heard(id string, until time.Time) {
	m.lock.Lock()
	defer m.lock.Unlock()
	_, known := m.until[id]
	if !known && len(m.until) >= maxMembers {
		return
	}
	m.until[id] = until
	if !known {
		m.divide()
	}
}

// alive tells whether something was heard of a search lately, and it has not left.
func (m *members) alive(id string) bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	_, known := m.until[id]
	return known
}

func (m *members) left(id string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if _, known := m.until[id]; known {
		delete(m.until, id)
		m.divide()
	}
}

// forget drops the searches that are dead.
func (m *members) forget(now time.Time) {
	m.lock.Lock()
	defer m.lock.Unlock()
	before := len(m.until)
	for id, until := range m.until {
		if now.After(until) {
			delete(m.until, id)
		}
	}
	if len(m.until) != before {
		m.divide()
	}
}

// divide computes which groups are this search's. The cost is slots times the number of searches.
func (m *members) divide() {
	var mine [slots]bool
	own := seed(m.id)
	others := make([]uint64, 0, len(m.until))
	for id := range m.until {
		others = append(others, seed(id))
	}
	for slot := range mine {
		best := weight(own, slot)
		mine[slot] = true
		for _, other := range others {
			if w := weight(other, slot); w > best || w == best && other > own {
				mine[slot] = false
				break
			}
		}
	}
	m.mine.Store(&mine)
	m.changes.Add(1)
}

func seed(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// weight mixes a search and a group (the finalizer of SplitMix64).
func weight(seed uint64, slot int) uint64 {
	z := seed + uint64(slot+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
