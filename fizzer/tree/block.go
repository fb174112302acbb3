package tree

import "unsafe"

// A block is a chain of up to blockNodes nodes that follow each other: a slice of the trace that created them. All that
// nodes of a chain share is there once, and of a node itself only its execution ID with the direction that the chain
// goes on in, how many input bytes were read since the block's first node, and some bits.
//
// A node whose depth is a multiple of blockNodes is always the first of its block. Some of these blocks are found by their
// path hash (index.go), by which the deepest known node of a trace is searched for in logarithmic time.
const (
	blockBits  = 4
	blockNodes = 1 << blockBits
	maxRead    = 255 // input bytes between the first node of a block and any other
)

type block struct {
	path uint64 // hash of the path before the first node
	links
	depth  uint32  // of the first node
	bytes  uint32  // input bytes read before the first node
	height uint32  // greatest length of a trace through the first node
	input  int32   // of the run that created the block
	best   int32   // first of the bests of its nodes, in their order
	page   int32   // what analyses know of its nodes
	most   float32 // no smallest w_N of its bests is greater; infinite where one has none yet

	marks
	count uint8 // nodes; 0: the block is free
	end   Label // of the last node's edge in the chain's direction

	ids  [blockNodes]uint32  // number of the execution ID, times two, plus the direction of the chain
	read [blockNodes]uint8   // input bytes read since the first node
	w    [blockNodes]float32 // w_N of the run that created the block, rounded down
}

// links are the blocks around one.
type links struct {
	parent  Node  // of the first node
	next    int32 // block of the node behind the last one in the chain's direction
	child   int32 // first of the blocks that nodes of this one lead to in the direction that is not the chain's
	sibling int32 // next of the blocks beside this one in such a list
}

// marks are one bit for each node.
type marks struct {
	closed  uint16    // nothing is left to do at it or below
	done    uint16    // SensitivityDone
	watched uint16    // has a best
	side    [2]uint16 // low and high bit of the label of the direction that is not the chain's
}

// costOfBlock is what a block takes at most: itself, its page, and its place in the index, in bytes.
const costOfBlock = int(unsafe.Sizeof(block{})+unsafe.Sizeof(page{})) + 4*indexSparseness + 8

// first returns the first node of a block, None for none.
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

// raise sets the label of the edge of node k in a direction unless it is greater.
func (b *block) raise(k uint, direction int, label Label) {
	switch {
	case label <= b.label(k, direction):
	case direction == b.chain(k): // the last node's: the others' are Visited
		b.end = label
	default:
		for i := range b.side {
			b.side[i] = b.side[i]&^(1<<k) | uint16(label)>>i&1<<k
		}
	}
}
