package tree

import (
	"math"
	"math/bits"
	"unsafe"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
)

// best is the smallest known w_N of a node, with the input for which it was seen (report 4.1). Every node whose execution ID is not
// covered has one. Another node has one if its smallest w_N is not that of the run that created its block, or if an analysis asked for
// it. The bests of a block are a list in the order of their nodes.
type best struct {
	w        float64       // smallest w_N seen; infinite: none yet
	distance uint64        // low half of the value of the branching function for input
	input    int32         // none: none yet
	improved uint32        // fn: iteration at which input was last replaced
	next     int32         // next best of the block
	place    uint8         // of the node in its block
	form     distance.Form // of the distance
	asked    bool          // Measure asked for it: it stays when the execution ID gets covered
}

const bestBytes = int(unsafe.Sizeof(best{}))

// bestOf returns the best of a node, or none.
func (t *Tree) bestOf(n Node) int32 {
	b, k := t.of(n)
	return t.bests.of(b, k)
}

// Distance returns the value of the branching function of n for its best input; it is not finite where it is unknown
// (see Measured).
func (t *Tree) Distance(n Node) distance.Distance {
	if e := t.bestOf(n); e != none {
		return t.bests.distance(e)
	}
	return distance.Distance{}
}

// Improved returns the iteration at which the best input of n was last replaced, the report's fn; 0 where it never was.
func (t *Tree) Improved(n Node) uint32 {
	if e := t.bestOf(n); e != none {
		return t.bests.at(e).improved
	}
	return 0
}

// Measured reports whether w_N and distance of n are known. For a node whose execution ID is covered they are unknown until Measure is
// called: they are needed only when an analysis works on the node.
func (t *Tree) Measured(n Node) bool {
	e := t.bestOf(n)
	return e != none && t.bests.at(e).input != none
}

// Measure computes w_N and distance of n from a run of its input. It changes nothing when the run does not pass n, or
// when there is no room. The cost is proportional to the depth of n.
func (t *Tree) Measure(n Node, run *execution.Run, iteration uint32) {
	b, k := t.of(n)
	depth := int(b.depth) + int(k)
	if depth >= run.Conditions.Len() || run.Conditions.Path(depth) != t.Path(n) {
		return
	}
	e := t.bestOf(n)
	if e == none {
		if e = t.bests.watch(b, k); e == none {
			return
		}
	}
	sum := 0.0
	for i := 0; i <= depth; i++ {
		f := t.decoder.Magnitude(run, i)
		sum += f * f
	}
	w := offer{Tree: t, run: run, iteration: iteration, input: none}
	w.offer(e, n, depth, sum)
	t.bests.at(e).asked = true
}

// Nearer reports whether a run passes n with a smaller distance there than that of the best input of n. The cost is constant.
func (t *Tree) Nearer(n Node, run *execution.Run) bool {
	depth := t.Depth(n)
	if depth >= run.Conditions.Len() || run.Conditions.Path(depth) != t.Path(n) {
		return false
	}
	e := t.bestOf(n)
	return e == none || t.decoder.Magnitude(run, depth) < t.bests.distance(e).Magnitude()
}

// sums holds the w_N of the conditions of a run. If the next run starts with the same bytes, it has the same sums for the conditions
// that depend only on these bytes, and nothing to offer to their nodes.
type sums struct {
	bytes []byte    // read by the run
	upTo  []float64 // sum of squared distances, this condition's included
}

// resume returns the first condition of run whose sum may differ from that of the previous run, and keeps the sums before it. The cost
// is logarithmic in the trace, plus that of comparing the bytes.
func (s *sums) resume(run *execution.Run) int {
	common := 0
	for common < min(len(s.bytes), len(run.Bytes)) && s.bytes[common] == run.Bytes[common] {
		common++
	}
	low, high := 0, min(len(s.upTo), run.Conditions.Len())
	for low < high {
		middle := int(uint(low+high) / 2)
		if int(run.Conditions.InputBytes(middle)) <= common {
			low = middle + 1
		} else {
			high = middle
		}
	}
	s.upTo = s.upTo[:low]
	s.bytes = append(s.bytes[:common], run.Bytes[common:]...)
	return low
}

// last returns the sum before condition i, where i is the number of sums kept.
func (s *sums) last() float64 {
	if len(s.upTo) == 0 {
		return 0
	}
	return s.upTo[len(s.upTo)-1]
}

// offer is a run that is offered to the nodes on its path.
type offer struct {
	*Tree
	run       *execution.Run
	iteration uint32
	input     int32 // stored copy of the run's input, none: not yet
	checked   bool  // whether the values that the run read were checked
}

// along offers the run to the nodes on the path down to leaf, except to those for which it has the same sum as the previous run. Nodes
// from condition created on are new. along stops as soon as the sum exceeds bound, the smallest w_N of the deepest node to which the
// run is to be offered: along a path, both the sums and the smallest sums never shrink.
func (w *offer) along(leaf Node, created int, bound float64) {
	start := min(w.sums.resume(w.run), created)
	limit := w.Depth(leaf)
	w.sums.upTo = w.sums.upTo[:start]
	if start > limit {
		return
	}
	w.collect(leaf, start)
	sum := w.sums.last()
	for i := len(w.onPath) - 1; i >= 0; i-- {
		b := w.blocks.at(w.onPath[i])
		end := limit + 1
		if i > 0 {
			end = int(w.blocks.at(w.onPath[i-1]).depth)
		}
		from := len(w.sums.upTo)
		if from == int(b.depth) && w.run.Conditions.Path(from) != b.path {
			w.run.Garbled = true // the run says that it took this path, but it did not
		}
		w.sums.upTo, sum = w.decoder.Sums(w.run, from, end, w.sums.upTo, sum)
		switch {
		case int(b.depth) >= created:
			b.setSums(w.sums.upTo[b.depth:end])
		case !w.insertion.Known:
			w.better(b, from, end)
		}
		if b.watched != 0 {
			w.toBlock(w.onPath[i], b, from, end)
		}
		if sum > bound || w.alarm.Rings() {
			return
		}
	}
}

// setSums stores the w_N of the run that created the block.
func (b *block) setSums(sums []float64) {
	for k, sum := range sums {
		b.w[k] = float32(sum)
		if float64(b.w[k]) > sum {
			b.w[k] = math.Nextafter32(b.w[k], 0)
		}
	}
}

// better creates a best for each node without one at which the run has a smaller w_N than the run that created the node.
func (w *offer) better(b *block, from, end int) {
	for i := from; i < end; i++ {
		k := uint(i) - uint(b.depth)
		if b.watched>>k&1 == 0 && w.sums.upTo[i] < float64(b.w[k]) && !w.bests.halfFull() {
			w.bests.watch(b, k)
		}
	}
}

// toBlock offers the run to the nodes of a block that have a best, for the conditions from to end. Nodes whose execution ID is covered
// get offers only from new paths, and lose their best if it is the run that created the block.
//
// Sums grow along a path. If the sum at the first condition exceeds all smallest sums of the block, nothing can be offered, and the
// bests, which are rarely in the processor's caches, are not read; bests to be dropped stay until a run comes near or until Prune.
func (w *offer) toBlock(at int32, b *block, from, end int) {
	if w.sums.upTo[from] > float64(b.maxW) {
		return
	}
	greatest := 0.0
	for link := &b.best; *link != none; {
		p := w.bests.at(*link)
		covered := w.isCovered(b.id(uint(p.place)))
		if covered && !p.asked && p.input == b.input {
			w.bests.forget(b, link)
			continue
		}
		depth := int(b.depth) + int(p.place)
		if depth >= from && depth < end && !(covered && w.insertion.Known) {
			w.offer(*link, first(at)+Node(p.place), depth, w.sums.upTo[depth])
		}
		greatest = max(greatest, p.w)
		link = &p.next
	}
	b.maxW = roundUp(greatest)
}

// roundUp returns the smallest float32 that is not less than x.
func roundUp(f float64) float32 {
	if r := float32(f); float64(r) >= f {
		return r
	}
	return math.Nextafter32(float32(f), float32(math.Inf(1)))
}

// offer makes the run's input the best of node n if its w_N is smaller. If doubles cannot tell, the exact distance of condition i
// decides.
func (w *offer) offer(e int32, n Node, i int, sum float64) {
	p := w.bests.at(e)
	if p.input != none && sum > p.w {
		return
	}
	if len(w.run.Bytes) < w.InputBytes(n) { // the run that created the node read as many, on the same path
		return
	}
	d := w.decoder.Distance(w.run, i)
	if p.input != none && sum == p.w && d.Compare(w.bests.distance(e)) >= 0 || !w.store() {
		return
	}
	if p.input != none && len(w.changed) < maxChanged && w.withoutBits(n) && d != w.bests.distance(e) {
		w.changed = append(w.changed, n)
	}
	w.inputs.refer(w.input)
	w.inputs.release(p.input)
	var high uint64
	p.distance, high, p.form = d.Pack()
	if high != 0 {
		w.bests.high[e] = high
	} else if len(w.bests.high) > 0 {
		delete(w.bests.high, e)
	}
	p.input, p.w, p.improved = w.input, sum, w.iteration
}

// withoutBits reports whether n was analysed, has no sensitive bits, and its execution ID is not covered.
func (w *offer) withoutBits(n Node) bool {
	b, k := w.of(n)
	return b.done>>k&1 != 0 && len(w.Sensitive(n)) == 0 && !w.isCovered(b.id(k))
}

// store keeps a copy of the run's input. It returns false when there is no room, or when the input cannot be true.
func (w *offer) store() bool {
	if !w.checked {
		w.checked = trace.CheckInput(w.run) == nil
		w.run.Garbled = w.run.Garbled || !w.checked
	}
	if w.input == none && w.checked {
		w.input = w.inputs.add(w.run)
	}
	return w.input != none
}

// watchedFrom returns the deepest watched node on the path down to n whose execution ID is not covered, or None. The
// cost is proportional to the number of blocks between.
func (w *offer) watchedFrom(n Node) Node {
	for n != None {
		b, k := w.of(n)
		for mask := b.watched & (2<<k - 1); mask != 0; {
			place := uint(bits.Len16(mask) - 1)
			if !w.isCovered(b.id(place)) {
				return n - Node(k) + Node(place)
			}
			mask &^= 1 << place
		}
		n = b.parent
	}
	return None
}
