package corpus

import (
	"math"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Picked by hand.
const (
	nearestKept  = 4       // inputs of one direction
	driftRuns    = 32      // of so many runs, one is kept where it came just as near as the nearest
	nearestBytes = 1 << 12 // of the longest input that is kept
	nearestReads = 1 << 10 // its values: with all, a direction takes 70 KB at most
	askedAgain   = 64      // runs after which a direction that was not wanted may be: replay may have rejected its tests
)

// MayBeNearest reports whether an input is short enough to be kept.
func MayBeNearest(entry *Entry) bool { return short(entry.Input) }

func short(input trace.Input) bool {
	return len(input.Reads) > 0 && len(input.Reads) <= nearestReads && len(input.Bytes) <= nearestBytes
}

// Nearest holds, for each direction that is wanted, inputs of runs that came nearest to it: that evaluated its location to the other
// outcome with the smallest value of the branching function. Counters and lengths come nearer step by step, while nothing is covered on
// the way. Make it with NewNearest.
type Nearest struct {
	decoder *trace.Decoder
	wanted  func(location uint32, outcome bool) bool
	random  *draw.Source
	places  []*place // by DirectionNumber; nil: no run came to the location
	open    []*place // those with inputs
	nearer  []*place // to which the current run came nearer, or as near
	run     uint64   // number of the current run
	idle    []uint64 // by DirectionNumber: directions that are not wanted until the current run has this number
}

// place is what is known of one direction.
type place struct {
	location uint32
	outcome  bool
	distance float64  // of the nearest run
	inputs   []*Entry // the nearest last
	tries    int      // times that the place was taken since a run came nearer
	run      uint64   // number of the last run that came to the location
	now      float64  // distance of that run, where it is not larger; else infinite
}

// NewNearest returns an empty Nearest.
func NewNearest(decoder *trace.Decoder, wanted func(location uint32, outcome bool) bool, random *draw.Source) *Nearest {
	return &Nearest{decoder: decoder, wanted: wanted, random: random, places: make([]*place, 2*decoder.Locations()),
		idle: make([]uint64, 2*decoder.Locations())}
}

// Observe looks at what was recorded of a run, and reports whether it came nearer than all others to a direction that is wanted. Then it
// keeps a copy of the input, unless that is long. Of a run that cannot be true nothing stays. The cost is proportional to the length of the
// trace.
func (n *Nearest) Observe(run *execution.Run) (nearer bool) {
	input := trace.Input{Bytes: run.Bytes, Reads: run.Reads}
	if !short(input) {
		return false
	}
	drifts := n.random.IntN(driftRuns) == 0
	n.nearer = n.nearer[:0]
	n.run++
	for i := range run.Conditions.Len() {
		directed, _ := run.Conditions.ID(i)
		location, outcome := directed&^layout.DirectionBit, directed&layout.DirectionBit == 0
		if int(location) >= n.decoder.Locations() { // nobody has checked the trace of a known path
			run.Garbled = true
			return false
		}
		at := DirectionNumber(location, outcome)
		if n.idle[at] > n.run {
			continue
		}
		if !n.wanted(location, outcome) {
			n.idle[at] = n.run + askedAgain
			continue
		}
		p, distance := n.placeOf(location, outcome), n.decoder.Magnitude(run, i)
		if p.run != n.run {
			p.run, p.now = n.run, math.Inf(1)
		}
		if distance >= p.now || distance > p.distance || distance == p.distance && !drifts {
			continue
		}
		if math.IsInf(p.now, 1) {
			n.nearer = append(n.nearer, p)
		}
		p.now = distance
	}
	if len(n.nearer) == 0 || run.Garbled {
		return false
	}
	if trace.CheckInput(run) != nil { // nor its values
		run.Garbled = true
		return false
	}
	return n.keep(input.Clone(), run.Conditions)
}

// keep gives the current run's input to the places that it came nearer to, or as near.
func (n *Nearest) keep(input trace.Input, conditions execution.Trace) (nearer bool) {
	entry := &Entry{Input: input, Seams: SeamsOf(conditions, len(input.Bytes))}
	for _, p := range n.nearer {
		if p.now < p.distance {
			p.distance, p.tries, nearer = p.now, 0, true
		}
		if len(p.inputs) == 0 {
			n.open = append(n.open, p)
		}
		if len(p.inputs) == nearestKept {
			p.inputs = slices.Delete(p.inputs, 0, 1)
		}
		p.inputs = append(p.inputs, entry)
	}
	return nearer
}

func (n *Nearest) placeOf(location uint32, outcome bool) *place {
	at := &n.places[DirectionNumber(location, outcome)]
	if *at == nil {
		*at = &place{location: location, outcome: outcome, distance: math.Inf(1)}
	}
	return *at
}

// forget forgets a direction that is no longer wanted, and reports whether it is one.
func (n *Nearest) forget(p *place) bool {
	if n.wanted(p.location, p.outcome) {
		return false
	}
	n.places[DirectionNumber(p.location, p.outcome)] = nil
	return true
}

// Take returns an input of one of the directions that are still wanted, nil if there is none. Of two directions drawn it takes the one
// taken less often since a run came nearer to it, and half of the time its nearest input.
func (n *Nearest) Take() *Entry {
	n.open = slices.DeleteFunc(n.open, n.forget)
	if len(n.open) == 0 {
		return nil
	}
	p, other := n.open[n.random.IntN(len(n.open))], n.open[n.random.IntN(len(n.open))]
	if other.tries < p.tries {
		p = other
	}
	p.tries++
	if n.random.IntN(2) == 0 {
		return p.inputs[len(p.inputs)-1]
	}
	return p.inputs[n.random.IntN(len(p.inputs))]
}
