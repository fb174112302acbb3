package strategy

import (
	"cmp"
	"container/heap"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// rank is the place of a node in the order of report Alg. 7, as it was when the node was queued.
type rank struct {
	node                             tree.Node
	bits, size, bytes, depth, height int
}

func rankOf(t *tree.Tree, n tree.Node) rank {
	return rank{n, t.SensitiveBits(n), t.SizeRank(n), t.InputBytes(n), t.Depth(n), t.Height(n)}
}

// less is Alg. 7. Its first two lines are not needed: the nodes of one queue agree in sa.
func (p rank) less(q rank) bool {
	return cmp.Or(cmp.Compare(p.bits, q.bits), cmp.Compare(p.size, q.size), cmp.Compare(p.bytes, q.bytes),
		cmp.Compare(p.depth, q.depth), cmp.Compare(q.height, p.height), cmp.Compare(p.node, q.node)) < 0
}

// queue is an ordered set of primary targets. Nodes that lost the property for which they are in it stay until they come
// up.
type queue struct {
	tree  *tree.Tree
	ranks []rank
	in    map[tree.Node]bool
	class int // size class of the largest input when the ranks were made
}

func newQueue(t *tree.Tree) queue { return queue{tree: t, in: map[tree.Node]bool{}} }

// Len, Less, Swap, Push and Pop are those of heap.Interface.
func (q *queue) Len() int           { return len(q.ranks) }
func (q *queue) Less(i, j int) bool { return q.ranks[i].less(q.ranks[j]) }
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
		heap.Push(q, rankOf(q.tree, n))
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
		q.ranks[i] = rankOf(q.tree, q.ranks[i].node)
	}
	heap.Init(q)
}

// retain keeps the best of each execution ID for which wanted holds, at most that many, and returns them.
func (q *queue) retain(most int, wanted func(tree.Node) bool) []tree.Node {
	var kept []tree.Node
	count := map[trace.ID]int{}
	for len(q.ranks) > 0 {
		n := q.ranks[0].node
		q.drop()
		if id := q.tree.ID(n); wanted(n) && count[id] < most {
			count[id]++
			kept = append(kept, n)
		}
	}
	for _, n := range kept {
		q.add(n)
	}
	return kept
}
