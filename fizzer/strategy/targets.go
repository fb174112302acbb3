package strategy

import (
	"cmp"
	"container/heap"
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// rank is the place of a node in the order of report Alg. 7, as it was when the node was queued.
type rank struct {
	node                             tree.Node
	first                            int // before the order of Alg. 7: 0 for all, or how far the node is from the error
	bits, size, bytes, depth, height int
}

func (q *queue) rankOf(n tree.Node) rank {
	t := q.tree
	return rank{n, q.before(t, n), t.SensitiveBits(n), t.SizeRank(n), t.InputBytes(n), t.Depth(n), t.Height(n)}
}

// compare is Alg. 7. Its first two lines are not needed: the nodes of one queue agree in sa.
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

// queue is an ordered set of primary targets. Nodes that lost the property for which they are in it stay until they come
// up.
type queue struct {
	tree   *tree.Tree
	before func(*tree.Tree, tree.Node) int // what comes before the order of Alg. 7, smallest first
	ranks  []rank
	in     map[tree.Node]bool
	class  int // size class of the largest input when the ranks were made
}

func newQueue(t *tree.Tree, before func(*tree.Tree, tree.Node) int) queue {
	return queue{tree: t, before: before, in: map[tree.Node]bool{}}
}

// Len, Less, Swap, Push and Pop are those of heap.Interface.
func (q *queue) Len() int           { return len(q.ranks) }
func (q *queue) Less(i, j int) bool { return q.ranks[i].compare(&q.ranks[j]) < 0 }
func (q *queue) Swap(i, j int)      { q.ranks[i], q.ranks[j] = q.ranks[j], q.ranks[i] }
func (q *queue) Push(x any)         { q.ranks = append(q.ranks, x.(rank)) }
func (q *queue) Pop() any {
	last := q.ranks[len(q.ranks)-1]
	q.ranks = q.ranks[:len(q.ranks)-1]
	return last
}

func (q *queue) add(n tree.Node) {
	if !q.in[n] {
		q.in[n] = true
		heap.Push(q, q.rankOf(n))
	}
}

// first returns the smallest node for which wanted holds, None when there is none, and drops those before it. It stays
// in the queue.
func (q *queue) first(wanted func(tree.Node) bool) tree.Node {
	q.reorder()
	for len(q.ranks) > 0 {
		if n := q.ranks[0].node; wanted(n) {
			return n
		}
		q.drop()
	}
	return tree.None
}

func (q *queue) drop() { delete(q.in, heap.Pop(q).(rank).node) }

// reorder makes the ranks again when the largest input moved to another size class, on which all of them depend.
func (q *queue) reorder() {
	class := tree.SizeClass(float64(q.tree.Summary().InputBytes) / 2)
	if class == q.class {
		return
	}
	q.class = class
	for i := range q.ranks {
		q.ranks[i] = q.rankOf(q.ranks[i].node)
	}
	heap.Init(q)
}

// retain keeps the best of each execution ID for which wanted holds, at most that many, and returns them, best first.
// Cost: that of sorting the wanted ones.
func (q *queue) retain(most int, wanted func(tree.Node) bool) []tree.Node {
	ranks := slices.DeleteFunc(q.ranks, func(r rank) bool { return !wanted(r.node) })
	slices.SortFunc(ranks, func(a, b rank) int { return a.compare(&b) })
	count := map[trace.ID]int{}
	q.ranks, q.in = nil, map[tree.Node]bool{}
	var kept []tree.Node
	for _, r := range ranks {
		if id := q.tree.ID(r.node); count[id] < most {
			count[id]++
			kept = append(kept, r.node)
			q.add(r.node)
		}
	}
	return kept
}

// forget drops the nodes for which freed holds.
func (q *queue) forget(freed func(tree.Node) bool) {
	q.ranks = slices.DeleteFunc(q.ranks, func(r rank) bool {
		if freed(r.node) {
			delete(q.in, r.node)
			return true
		}
		return false
	})
	heap.Init(q)
}
