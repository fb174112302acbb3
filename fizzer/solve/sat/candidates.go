package sat

import "container/heap"

// candidates is a heap of variables that may be eliminated, those with the fewest new clauses first.
type candidates struct {
	heap  []uint32
	place []int32 // by variable: its index in the heap, -1: none
	count []int32 // by literal: clauses that have it
}

// newCandidates returns all of n variables, which are in no clause.
func newCandidates(n int) *candidates {
	c := &candidates{heap: make([]uint32, n), place: make([]int32, n), count: make([]int32, 2*n)}
	for v := range c.heap {
		c.heap[v], c.place[v] = uint32(v), int32(v)
	}
	return c
}

// change says that there are more or fewer clauses with a literal.
func (c *candidates) change(l literal, more int32) {
	c.count[l] += more
	if at := c.place[l/2]; at >= 0 {
		heap.Fix(c, int(at))
	}
}

// again puts a variable that was tried, and whose clauses became fewer, among those to try.
func (c *candidates) again(l literal) {
	if c.place[l/2] < 0 {
		heap.Push(c, uint32(l/2))
	}
}

// Len, Less, Swap, Push and Pop are for the package heap.
func (c *candidates) Len() int { return len(c.heap) }

func (c *candidates) Less(i, k int) bool {
	v, w := c.heap[i], c.heap[k]
	return int64(c.count[2*v])*int64(c.count[2*v+1]) < int64(c.count[2*w])*int64(c.count[2*w+1])
}

func (c *candidates) Swap(i, k int) {
	c.heap[i], c.heap[k] = c.heap[k], c.heap[i]
	c.place[c.heap[i]], c.place[c.heap[k]] = int32(i), int32(k)
}

func (c *candidates) Push(x any) {
	c.place[x.(uint32)] = int32(len(c.heap))
	c.heap = append(c.heap, x.(uint32))
}

func (c *candidates) Pop() any {
	v := c.heap[len(c.heap)-1]
	c.heap = c.heap[:len(c.heap)-1]
	c.place[v] = -1
	return v
}
