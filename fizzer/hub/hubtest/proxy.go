package hubtest

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Faults are what a Proxy does to connections. Chances are from 0 to 1, for each message in either direction.
type Faults struct {
	Seed  uint64
	Cut   float64       // the connection ends instead
	Delay float64       // all that follows waits for Pause
	Pause time.Duration // default 20 ms
	Twice float64       // it arrives twice
	Swap  float64       // one of those that this project sends or acknowledges arrives after the next one, or after Pause
	// Lose chooses messages to the hub by their subject; the connection ends instead of the answer to it. nil: none.
	Lose func(subject string) bool
	// Drop chooses messages to the hub by their subject that vanish; the connection stays. nil: none.
	Drop func(subject string) bool
	// End chooses messages to the hub by their subject; the connection ends instead of them. nil: none.
	End func(subject string) bool
}

// Proxy stands between clients and a hub. It knows the frames of the NATS protocol, and does its faults to whole messages; a cut may also
// come within one. Chunks of objects are neither doubled nor swapped on their way to the hub: nothing sends those again that are under way.
type Proxy struct {
	URL                                    string
	Connections, Cuts, Delays, Twos, Swaps atomic.Int32 // so far

	faults Faults
	hub    string
	random func() float64
	off    atomic.Bool
	lock   sync.Mutex
	open   map[net.Conn]bool
}

// StartProxy starts a proxy before the hub with this URL.
func StartProxy(t testing.TB, url string, faults Faults) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if faults.Pause == 0 {
		faults.Pause = 20 * time.Millisecond
	}
	source, lock := rand.New(rand.NewPCG(faults.Seed, 1)), sync.Mutex{}
	p := &Proxy{URL: "nats://" + listener.Addr().String(), faults: faults, hub: strings.TrimPrefix(url, "nats://"), open: map[net.Conn]bool{},
		random: func() float64 { lock.Lock(); defer lock.Unlock(); return source.Float64() }}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.connect(client)
		}
	}()
	t.Cleanup(func() { listener.Close(); p.CutAll() })
	return p
}

// Calm ends all faults but those of CutAll.
func (p *Proxy) Calm() { p.off.Store(true) }

// CutAll cuts all connections.
func (p *Proxy) CutAll() {
	p.lock.Lock()
	defer p.lock.Unlock()
	for c := range p.open {
		c.Close()
	}
}

func (p *Proxy) happens(chance float64) bool {
	return chance > 0 && !p.off.Load() && p.random() < chance
}

// connect carries frames both ways until one side ends.
func (p *Proxy) connect(client net.Conn) {
	hub, err := net.Dial("tcp", p.hub)
	if err != nil {
		client.Close()
		return
	}
	p.Connections.Add(1)
	p.lock.Lock()
	p.open[client], p.open[hub] = true, true
	p.lock.Unlock()
	var waits atomic.Bool // an answer that is to be lost
	var ended sync.WaitGroup
	ended.Add(2)
	way := func(from, to net.Conn, toHub bool) {
		defer ended.Done()
		defer client.Close()
		defer hub.Close()
		p.carry(&line{to: to}, bufio.NewReader(from), toHub, &waits)
	}
	go way(client, hub, true)
	go way(hub, client, false)
	ended.Wait()
	p.lock.Lock()
	delete(p.open, client)
	delete(p.open, hub)
	p.lock.Unlock()
}

// frame is a command of the protocol, with its payload.
type frame struct {
	text    []byte
	message bool
	subject string
}

// maxFrame bounds a frame in bytes.
const maxFrame = 4 << 20

// readFrame reads a frame.
func readFrame(from *bufio.Reader) (f frame, err error) {
	head, err := from.ReadBytes('\n')
	if err != nil {
		return f, err
	}
	f.text = head
	words := strings.Fields(string(head))
	if len(words) < 3 {
		return f, nil
	}
	switch strings.ToUpper(words[0]) {
	case "PUB", "HPUB", "MSG", "HMSG":
	default:
		return f, nil
	}
	f.message, f.subject = true, words[1]
	size, err := strconv.Atoi(words[len(words)-1])
	if err != nil || size < 0 || size > maxFrame {
		return f, io.ErrUnexpectedEOF
	}
	payload := make([]byte, size+2)
	_, err = io.ReadFull(from, payload)
	f.text = append(bytes.Clone(head), payload...)
	return f, err
}

// line is one way of a connection.
type line struct {
	lock sync.Mutex
	to   net.Conn
	held []byte // sent after the next frame; nil: nothing is
}

// send sends a frame and what was held before it.
func (l *line) send(text []byte) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	_, err := l.to.Write(append(bytes.Clone(text), l.held...))
	l.held = nil
	return err
}

// hold keeps a frame back until the next one that is sent, for some time at most, behind those that are held already.
func (l *line) hold(text []byte, d time.Duration) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.held = append(l.held, text...)
	time.AfterFunc(d, func() { _ = l.send(nil) }) // the connection may have ended
}

// ordered tells whether a message is one whose place among others this project chose: tasks, results, finds, beats, keys, and
// acknowledgements. The order of the others is that of the NATS client and server, which their connection keeps.
func ordered(subject string) bool {
	for _, prefix := range []string{"fizzer.", "$KV.", "$JS.ACK."} {
		if strings.HasPrefix(subject, prefix) {
			return true
		}
	}
	return false
}

// carry carries the frames of one way until the connection ends.
func (p *Proxy) carry(to *line, from *bufio.Reader, toHub bool, waits *atomic.Bool) {
	for {
		f, err := readFrame(from)
		if err != nil {
			return
		}
		if !f.message {
			if to.send(f.text) != nil {
				return
			}
			continue
		}
		if toHub && p.faults.End != nil && !p.off.Load() && p.faults.End(f.subject) {
			p.Cuts.Add(1)
			return
		}
		if toHub && p.faults.Drop != nil && !p.off.Load() && p.faults.Drop(f.subject) {
			continue
		}
		if p.happens(p.faults.Cut) || !toHub && waits.Load() {
			p.Cuts.Add(1)
			if p.happens(0.5) {
				_, _ = to.to.Write(f.text[:len(f.text)/2])
			}
			return
		}
		if toHub && p.faults.Lose != nil && !p.off.Load() && p.faults.Lose(f.subject) {
			waits.Store(true)
		}
		if p.happens(p.faults.Delay) {
			p.Delays.Add(1)
			time.Sleep(p.faults.Pause)
		}
		whole := toHub && strings.HasPrefix(f.subject, "$O.")
		if !whole && p.happens(p.faults.Twice) {
			p.Twos.Add(1)
			f.text = append(bytes.Clone(f.text), f.text...)
		}
		if ordered(f.subject) && p.happens(p.faults.Swap) {
			p.Swaps.Add(1)
			to.hold(f.text, p.faults.Pause)
			continue
		}
		if to.send(f.text) != nil {
			return
		}
	}
}
