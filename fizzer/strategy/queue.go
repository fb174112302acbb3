package strategy

import (
	"cmp"
	"container/heap"
	"slices"

	"fizzer/fizzer/tree"
)

// rank is the place of a node in the order of report Alg. 7 at the time when it was queued.
type rank struct {
	node                             tree.Node
	first                            int32 // compared before the order of Alg. 7: 0 for all, or how far the node is from the error
	bits, size, bytes, depth, height int32
}

func (q *queue) rankOf(n tree.Node) rank {
	t := q.tree
	return rank{
		n, int32(q.before(n)), int32(t.SensitiveBits(n)), int32(t.SizeRank(n)), int32(t.InputBytes(n)), int32(t.Depth(n)), int32(t.Height(n)),
	}
}

// compare is Alg. 7 without its first two lines: all nodes of one queue agree in sa.
func (p *rank) compare(q *rank) int {
	switch {
	case p.first != q.first:
		return cmp.Compare(p.first, q.first)
	case p.bits != q.bits:
		return cmp.Compare(p.bits, q.bits)
	case p.size != q.size:
		return cmp.Compare(p.size, q.size)
	case p.bytes != q.bytes:
		return cmp.Compare(p.bytes, q.bytes)
	case p.depth != q.depth:
		return cmp.Compare(p.depth, q.depth)
	case p.height != q.height:
		return cmp.Compare(q.height, p.height)
	}
	return cmp.Compare(p.node, q.node)
}

// Bounds of a queue. They are picked by hand: in an endless loop each run brings thousands of targets of the same few
// execution IDs, of which only the best are ever selected.
const (
	maxOfID  = 512     // bound for the nodes of one execution ID as long as there is room
	minOfID  = 16      // the same when there is no room
	maxQueue = 1 << 18 // number of nodes from which on the bound of each execution ID shrinks
)

// queue is an ordered set of primary targets. Nodes that no longer belong in the queue stay until they come up. It holds the best nodes
// of each execution ID, at most twice the bound; lacks reports whether others were left out.
type queue struct {
	tree    *tree.Tree
	before  func(tree.Node) int // compared before the order of Alg. 7, smallest first
	of      []*bucket           // by the number of the execution ID; nil: no node of it was ever added
	buckets []*bucket           // the nonempty ones, a heap by their smallest node
	in      map[tree.Node]bool
	class   int // size class of the largest input when the ranks were computed
	limit   int // bound for the nodes of one execution ID

	changes func() uint64 // counts changes of what before returns; nil: there are none
	changed uint64        // the count when the ranks were computed
}

// bucket holds the nodes of one execution ID.
type bucket struct {
	ranks []rank // a heap
	at    int    // index in queue.buckets; -1: not in it
	worst rank   // when lacks: nodes that are not smaller than this are left out
	lacks bool   // whether nodes were left out
}

func newQueue(t *tree.Tree, before func(tree.Node) int) queue {
	return queue{tree: t, before: before, in: map[tree.Node]bool{}, limit: maxOfID}
}

// newShared returns a queue in the order of classes, which changes with the shares of the strategies.
func newShared(s *scope) queue {
	q := newQueue(s.tree, s.class)
	q.changes = s.changes
	return q
}

// Len, Less, Swap, Push and Pop of both types implement heap.Interface.
func (b *bucket) Len() int           { return len(b.ranks) }
func (b *bucket) Less(i, j int) bool { return b.ranks[i].compare(&b.ranks[j]) < 0 }
func (b *bucket) Swap(i, j int)      { b.ranks[i], b.ranks[j] = b.ranks[j], b.ranks[i] }
func (b *bucket) Push(x any)         { b.ranks = append(b.ranks, x.(rank)) }
func (b *bucket) Pop() any {
	last := b.ranks[len(b.ranks)-1]
	b.ranks = b.ranks[:len(b.ranks)-1]
	return last
}

func (q *queue) Len() int { return len(q.buckets) }
func (q *queue) Less(i, j int) bool {
	return q.buckets[i].ranks[0].compare(&q.buckets[j].ranks[0]) < 0
}
func (q *queue) Swap(i, j int) {
	q.buckets[i], q.buckets[j] = q.buckets[j], q.buckets[i]
	q.buckets[i].at, q.buckets[j].at = i, j
}
func (q *queue) Push(x any) {
	b := x.(*bucket)
	b.at = len(q.buckets)
	q.buckets = append(q.buckets, b)
}
func (q *queue) Pop() any {
	last := q.buckets[len(q.buckets)-1]
	q.buckets = q.buckets[:len(q.buckets)-1]
	last.at = -1
	return last
}

// add puts n into the queue, unless there are enough better nodes of its execution ID. The cost is logarithmic.
func (q *queue) add(n tree.Node) {
	b := q.bucketOf(n)
	r := q.rankOf(n)
	if b.lacks && len(b.ranks) >= q.limit && r.compare(&b.worst) >= 0 || q.in[n] {
		return
	}
	q.in[n] = true
	heap.Push(b, r)
	if len(b.ranks) > 2*q.limit {
		q.trim(b, q.limit)
	}
	q.settle(b)
	if len(q.in) > maxQueue && q.limit > minOfID {
		q.limit /= 2
		q.each(func(b *bucket) { q.trim(b, q.limit) })
	}
}

// bucketOf returns the bucket of the node's execution ID.
func (q *queue) bucketOf(n tree.Node) *bucket {
	i := q.tree.IDNumber(n)
	for i >= len(q.of) {
		q.of = append(q.of, nil)
	}
	if q.of[i] == nil {
		q.of[i] = &bucket{at: -1}
	}
	return q.of[i]
}

// settle moves a bucket to its place in the heap after it changed.
func (q *queue) settle(b *bucket) {
	switch {
	case len(b.ranks) == 0 && b.at >= 0:
		heap.Remove(q, b.at)
	case len(b.ranks) > 0 && b.at < 0:
		heap.Push(q, b)
	case b.at >= 0:
		heap.Fix(q, b.at)
	}
}

// each changes all buckets.
func (q *queue) each(change func(*bucket)) {
	all := q.buckets
	q.buckets = nil
	for _, b := range all {
		change(b)
		if b.at = -1; len(b.ranks) > 0 {
			q.Push(b)
		}
	}
	heap.Init(q)
}

// trim keeps the best nodes of a bucket.
func (q *queue) trim(b *bucket, limit int) {
	if len(b.ranks) <= limit {
		return
	}
	slices.SortFunc(b.ranks, func(x, y rank) int { return x.compare(&y) })
	for _, r := range b.ranks[limit:] {
		delete(q.in, r.node)
	}
	b.ranks = b.ranks[:limit]
	b.worst, b.lacks = b.ranks[limit-1], true
}

// holds reports whether n is in the queue or was left out for better ones of its execution ID.
func (q *queue) holds(n tree.Node) bool {
	return q.in[n] || q.bucketOf(n).lacks
}

// lacks reports whether nodes were left out since its last call.
func (q *queue) lacks() bool {
	lacks := false
	for _, b := range q.of {
		if b == nil {
			continue
		}
		lacks = lacks || b.lacks
		b.lacks = false
	}
	return lacks
}

// first returns the smallest node for which wanted holds, or None. It drops the nodes before it, and all nodes of a covered execution
// ID at once. The node returned stays in the queue.
func (q *queue) first(wanted func(tree.Node) bool) tree.Node {
	q.reorder()
	for len(q.buckets) > 0 {
		n := q.buckets[0].ranks[0].node
		switch {
		case wanted(n):
			return n
		case q.tree.Covered(n):
			q.dropBucket(q.buckets[0])
		default:
			q.drop()
		}
	}
	return tree.None
}

// dropBucket forgets all nodes of an execution ID.
func (q *queue) dropBucket(b *bucket) {
	for _, r := range b.ranks {
		delete(q.in, r.node)
	}
	heap.Remove(q, b.at)
	*b = bucket{at: -1}
}

// drop removes the smallest node.
func (q *queue) drop() {
	b := q.buckets[0]
	delete(q.in, heap.Pop(b).(rank).node)
	q.settle(b)
}

// reorder recomputes the ranks when the largest input has moved to another size class, or the shares have changed, since all ranks depend
// on them.
func (q *queue) reorder() {
	class, changed := tree.SizeClass(float64(q.tree.Summary().InputBytes)/2), uint64(0)
	if q.changes != nil {
		changed = q.changes()
	}
	if class == q.class && changed == q.changed {
		return
	}
	q.class, q.changed = class, changed
	q.each(func(b *bucket) {
		for i := range b.ranks {
			b.ranks[i] = q.rankOf(b.ranks[i].node)
		}
		heap.Init(b)
		if b.lacks && len(b.ranks) > 0 {
			b.worst = slices.MaxFunc(b.ranks, func(x, y rank) int { return x.compare(&y) })
		}
	})
}

// best keeps the best nodes of each execution ID for which wanted holds, at most limit each, and returns them, best first. The cost is
// that of sorting the wanted nodes.
func (q *queue) best(limit int, wanted func(tree.Node) bool) []tree.Node {
	q.filter(wanted)
	q.each(func(b *bucket) { q.trim(b, limit) })
	var kept []rank
	for _, b := range q.buckets {
		kept = append(kept, b.ranks...)
	}
	slices.SortFunc(kept, func(x, y rank) int { return x.compare(&y) })
	nodes := make([]tree.Node, len(kept))
	for i := range kept {
		nodes[i] = kept[i].node
	}
	return nodes
}

// filter drops the nodes for which wanted does not hold.
func (q *queue) filter(wanted func(tree.Node) bool) {
	q.each(func(b *bucket) {
		b.ranks = slices.DeleteFunc(b.ranks, func(r rank) bool {
			if wanted(r.node) {
				return false
			}
			delete(q.in, r.node)
			return true
		})
		heap.Init(b)
	})
}
