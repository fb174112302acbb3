package tree

import (
	"context"
	"slices"

	"fizzer/libfizzer/layout"
)

// Shape is the nodes of a tree and their links.
type Shape struct {
	blocks pool[block]
	index  index
	root   Node
	nodes  int
	onPath []int32 // blocks, scratch
}

// Root returns the root, or None while the tree is empty.
func (s *Shape) Root() Node { return s.root }

// Parent returns the parent of n, or None for the root.
func (s *Shape) Parent(n Node) Node {
	if b, k := s.of(n); k == 0 {
		return b.parent
	}
	return n - 1
}

// Successor returns the successor of n in a direction, or None when it is missing.
func (s *Shape) Successor(n Node, direction bool) Node {
	b, k := s.of(n)
	return s.successor(int32(n)>>blockBits, b, k, side(direction))
}

// Label returns the label of the edge of n in a direction.
func (s *Shape) Label(n Node, direction bool) Label {
	b, k := s.of(n)
	return b.label(k, side(direction))
}

// Depth returns the number of edges between the root and n.
func (s *Shape) Depth(n Node) int {
	b, k := s.of(n)
	return int(b.depth) + int(k)
}

// Height returns the length of the longest trace through n, in conditions. The cost is proportional to the branches
// from n's block.
func (s *Shape) Height(n Node) int {
	b, k := s.of(n)
	return int(s.height(int32(n)>>blockBits, b, k))
}

// InputBytes returns how many bytes were read before n.
func (s *Shape) InputBytes(n Node) int {
	b, k := s.of(n)
	return int(b.bytes) + int(b.read[k])
}

// Alive reports whether n is a node of the tree.
func (s *Shape) Alive(n Node) bool {
	if n < 0 || int32(n)>>blockBits >= s.blocks.length {
		return false
	}
	b, k := s.of(n)
	return k < uint(b.count)
}

// Follow appends to hashes the path hashes on the way to n: before condition 0, layout.ChunkConditions and so on, up to the chunk of n.
// The cost is proportional to the number of blocks above n.
func (s *Shape) Follow(n Node, hashes []uint64) []uint64 {
	start := len(hashes)
	for n != None {
		b, _ := s.of(n)
		if b.depth%layout.ChunkConditions == 0 {
			hashes = append(hashes, b.path)
		}
		n = b.parent
	}
	slices.Reverse(hashes[start:])
	return hashes
}

// PathTo appends the nodes from the root to n, both included, to buffer. The cost is proportional to the depth of n.
func (s *Shape) PathTo(n Node, buffer []Node) []Node {
	start := len(buffer)
	for ; n != None; n = s.Parent(n) {
		buffer = append(buffer, n)
	}
	for i, j := start, len(buffer)-1; i < j; i, j = i+1, j-1 {
		buffer[i], buffer[j] = buffer[j], buffer[i]
	}
	return buffer
}

// Walk calls visit for each node, in an unspecified but fixed order.
func (s *Shape) Walk(visit func(Node)) {
	_ = s.WalkWhile(context.Background(), visit) // it cannot end early
}

// WalkWhile is Walk that ends when ctx is done, which it asks every 4 096 blocks. It returns ctx's error if nodes were left out.
func (s *Shape) WalkWhile(ctx context.Context, visit func(Node)) error {
	for i := range s.blocks.length {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for k := range s.blocks.at(i).count {
			visit(first(i) + Node(k))
		}
	}
	return nil
}

func (s *Shape) of(n Node) (b *block, k uint) {
	return s.blocks.at(int32(n) >> blockBits), uint(n) % blockNodes
}

// successor returns the successor of node k of block i in a direction. A successor found in the list of children moves to the front:
// runs come in series that go the same way, and each step along the list misses the processor's caches.
func (s *Shape) successor(i int32, b *block, k uint, direction int) Node {
	n := Node(i<<blockBits) + Node(k)
	if direction == b.chain(k) {
		if k+1 < uint(b.count) {
			return n + 1
		}
		return first(b.next)
	}
	if b.label(k, direction) == Visited {
		for link := &b.child; *link != none; {
			at := *link
			c := s.blocks.at(at)
			if c.parent == n {
				if at != b.child {
					*link, c.sibling, b.child = c.sibling, b.child, at
				}
				return first(at)
			}
			link = &c.sibling
		}
	}
	return None
}

// height returns the length of the longest trace through node k of block i.
func (s *Shape) height(i int32, b *block, k uint) uint32 {
	height := b.depth + uint32(b.count)
	if b.next != none {
		height = max(height, s.blocks.at(b.next).height)
	}
	for c := b.child; c != none; {
		child := s.blocks.at(c)
		if child.parent >= Node(i<<blockBits)+Node(k) {
			height = max(height, child.height)
		}
		c = child.sibling
	}
	return height
}

// raiseHeights updates the heights above a new block.
func (s *Shape) raiseHeights(at int32, height uint32) {
	if at == none {
		return
	}
	for n := s.blocks.at(at).parent; n != None; {
		b, _ := s.of(n)
		if b.height >= height {
			return
		}
		b.height = height
		n = b.parent
	}
}

// collect lists the blocks on the path down to n that hold nodes at depth start or deeper, the deepest first.
func (s *Shape) collect(n Node, start int) {
	s.onPath = s.onPath[:0]
	for n != None {
		i := int32(n) >> blockBits
		s.onPath = append(s.onPath, i)
		b := s.blocks.at(i)
		if int(b.depth) <= start {
			return
		}
		n = b.parent
	}
}
