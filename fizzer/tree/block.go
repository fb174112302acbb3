package tree

import "unsafe"

// A block is a chain of up to blockNodes consecutive nodes: a slice of the trace that created them. What all nodes of a block share is
// stored once. For each node, the block only stores the execution ID with the direction in which the chain continues, the number of
// input bytes read since the block's first node, and a few bits.
//
// A node whose depth is a multiple of blockNodes is always the first of its block. The index (index.go) finds some of these blocks by
// path hash; with it, a search for the deepest known node of a trace takes logarithmic time.
const (
	blockBits  = 4
	blockNodes = 1 << blockBits
	maxRead    = 255 // maximum of input bytes between the first node of a block and any other
)

type block struct {
	path uint64 // hash of the path before the first node
	links
	depth  uint32  // of the first node
	bytes  uint32  // input bytes read before the first node
	height uint32  // length of the longest trace through the first node
	input  int32   // of the run that created the block
	best   int32   // first of the bests of its nodes, in their order
	page   int32   // what analyses know about its nodes
	maxW   float32 // upper bound of the smallest w_N of its bests; infinite where one has none yet

	marks
	count uint8 // nodes; 0: the block is free
	end   Label // label of the last node's edge in the chain's direction

	ids  [blockNodes]uint32  // number of the execution ID, times two, plus the direction of the chain
	read [blockNodes]uint8   // input bytes read since the first node
	w    [blockNodes]float32 // w_N of the run that created the block, rounded down
}

// links are the blocks around a block.
type links struct {
	parent  Node  // of the first node
	next    int32 // block of the node after the last one in the chain's direction
	child   int32 // first of the blocks that nodes of this one lead to in the direction off the chain
	sibling int32 // next block of such a list
}

// marks hold one bit for each node.
type marks struct {
	closed  uint16    // nothing is left to do at the node or below
	done    uint16    // SensitivityDone
	watched uint16    // has a best
	side    [2]uint16 // low and high bit of the label of the direction off the chain
}

// costOfBlock is the maximum of bytes that a block takes: itself, its page, and its place in the index.
const costOfBlock = int(unsafe.Sizeof(block{})+unsafe.Sizeof(page{})) + 4*indexSparseness + 8

// first returns the first node of a block, or None for none.
func first(block int32) Node {
	if block == none {
		return None
	}
	return Node(block << blockBits)
}

// chain returns the direction of the chain at node k, as an index.
func (b *block) chain(k uint) int { return int(b.ids[k] & 1) }

func (b *block) id(k uint) int32 { return int32(b.ids[k] >> 1) }

// label returns the label of the edge of node k in a direction.
func (b *block) label(k uint, direction int) Label {
	if direction != b.chain(k) {
		return Label(b.side[0]>>k&1 | b.side[1]>>k&1<<1)
	}
	if k+1 < uint(b.count) {
		return Visited
	}
	return b.end
}

// raise sets the label of the edge of node k in a direction, unless the label there is already greater.
func (b *block) raise(k uint, direction int, label Label) {
	switch {
	case label <= b.label(k, direction):
	case direction == b.chain(k): // the last node's edge; the other edges of the chain are Visited
		b.end = label
	default:
		for i := range b.side {
			b.side[i] = b.side[i]&^(1<<k) | uint16(label)>>i&1<<k
		}
	}
}
