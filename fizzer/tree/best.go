package tree

import (
	"math"
	"math/bits"
	"unsafe"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
)

// best is the smallest w_N known of a node with the input that it was seen for (report 4.1). A node whose execution ID is
// not covered has one, others have one where that is not the run that created their block, or where an analysis asked for
// it. The bests of a block are a list in the order of their nodes.
type best struct {
	w        float64       // smallest w_N seen; infinite: none yet
	distance uint64        // low half of the value of the branching function for input
	input    int32         // none: none yet
	improved uint32        // fn: iteration at which input was last replaced
	next     int32         // of the block
	place    uint8         // of the node in its block
	form     distance.Form // of the distance
	asked    bool          // Measure asked for it: it stays when the execution ID is covered
}

const bestBytes = int(unsafe.Sizeof(best{}))

// bestOf returns the best of a node, none when it has none.
func (t *Tree) bestOf(n Node) int32 {
	b, k := t.of(n)
	return t.bests.of(b, k)
}

// Distance returns the value of the branching function of n for its best input; it is not finite where that is not known
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

// Measured reports whether w_N and distance of n are known. Those of nodes whose execution ID is covered are not until
// Measure is called: they are of no use unless an analysis works on the node.
func (t *Tree) Measured(n Node) bool {
	e := t.bestOf(n)
	return e != none && t.bests.at(e).input != none
}

// Measure makes w_N and distance of n known by a run of its input. It changes nothing when the run does not pass n, or
// when there is no room. Cost: the depth of n.
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

// sums are the w_N of the conditions of a run. The next run that reads the same bytes first has the same sums there, and
// nothing to offer to these nodes.
type sums struct {
	bytes []byte    // that the run read
	upTo  []float64 // sum of squared distances, this condition's included
}

// resume returns the first condition of run at which its sum may differ from the run before, and keeps the sums before it.
// Cost: logarithmic in the trace, and that of comparing the bytes.
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

// last returns the sum before condition i, at which they end.
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
	checked   bool  // the values that the run read are ones that can be
}

// along offers the run to the nodes on the path down to leaf, except those that the run before had nothing better for
// either. Nodes from condition created on are new. It stops as soon as the sum is larger than most, the smallest of the
// deepest node that is to be offered it: sums only grow along a path, and so do the smallest ones.
func (w *offer) along(leaf Node, created int, most float64) {
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
			w.run.Garbled = true // it says to have taken this path
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
		if sum > most {
			return
		}
	}
}

// setSums notes the w_N of the run that created the block.
func (b *block) setSums(sums []float64) {
	for k, sum := range sums {
		b.w[k] = float32(sum)
		if float64(b.w[k]) > sum {
			b.w[k] = math.Nextafter32(b.w[k], 0)
		}
	}
}

// better gives a best to those nodes without one at which the run has a smaller w_N than the one that created them.
func (w *offer) better(b *block, from, end int) {
	for i := from; i < end; i++ {
		k := uint(i) - uint(b.depth)
		if b.watched>>k&1 == 0 && w.sums.upTo[i] < float64(b.w[k]) && !w.bests.halfFull() {
			w.bests.watch(b, k)
		}
	}
}

// toBlock offers the run to the nodes of a block that have a best, for the conditions from to end. Those whose execution
// ID is covered are offered only new paths, and lose a best that is the run that created the block.
//
// Sums grow along a path: when that of the first condition is greater than all smallest ones of the block, nothing is
// offered, and the bests, which are seldom in the processor's caches, are not looked at; those to be lost stay until a run
// comes near or Prune.
func (w *offer) toBlock(at int32, b *block, from, end int) {
	if w.sums.upTo[from] > float64(b.most) {
		return
	}
	most := 0.0
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
		most = max(most, p.w)
		link = &p.next
	}
	b.most = roundUp(most)
}

// roundUp returns the smallest float32 that is not less.
func roundUp(f float64) float32 {
	if r := float32(f); float64(r) >= f {
		return r
	}
	return math.Nextafter32(float32(f), float32(math.Inf(1)))
}

// offer makes the run's input the best of node n when its w_N is smaller. Where doubles cannot tell, the exact distance of
// condition i decides.
func (w *offer) offer(e int32, n Node, i int, sum float64) {
	p := w.bests.at(e)
	if p.input != none && sum > p.w {
		return
	}
	if len(w.run.Bytes) < w.InputBytes(n) { // as many were read by the run that created the node, on the same path
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

// withoutBits reports whether n was analysed, has no sensitive bits and is of an execution ID that is not covered.
func (w *offer) withoutBits(n Node) bool {
	b, k := w.of(n)
	return b.done>>k&1 != 0 && len(w.Sensitive(n)) == 0 && !w.isCovered(b.id(k))
}

// store keeps a copy of the run's input; false: there is no room, or the input cannot be true.
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

// watchedFrom returns the deepest watched node on the path down to n whose execution ID is not covered, None when there
// is none. Cost: the blocks between.
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
