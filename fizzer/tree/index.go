package tree

// indexStride is the difference between the depths whose nodes are in the index, a multiple of blockNodes. It is
// picked by hand: a look-up usually misses the processor's caches, and so would an entry for each block; but a larger
// stride lengthens the way from the index to a node.
const indexStride = 4 * blockNodes

// index finds blocks by the hash of the path before them. It holds the blocks that begin at a multiple of
// indexStride.
type index struct {
	places []int32 // open addressing; none: empty
	used   int
}

// indexSparseness is the maximum of places per block.
const indexSparseness = 4

func (x *index) place(path uint64) int {
	return int(path * 0x9e3779b97f4a7c15 >> 32 & uint64(len(x.places)-1))
}

// find returns the block with that path, or none.
func (x *index) find(blocks *pool[block], path uint64) int32 {
	if len(x.places) == 0 {
		return none
	}
	for i := x.place(path); ; i = (i + 1) & (len(x.places) - 1) {
		if b := x.places[i]; b == none || blocks.at(b).path == path {
			return b
		}
	}
}

// add enters a block.
func (x *index) add(blocks *pool[block], b int32) {
	if 2*(x.used+1) > len(x.places) {
		x.rebuild(blocks, max(2*len(x.places), 256))
	}
	x.put(blocks, b)
}

func (x *index) put(blocks *pool[block], b int32) {
	i := x.place(blocks.at(b).path)
	for x.places[i] != none {
		i = (i + 1) & (len(x.places) - 1)
	}
	x.places[i] = b
	x.used++
}

// rebuild makes the table anew with the given number of places and enters the blocks in use.
func (x *index) rebuild(blocks *pool[block], places int) {
	old := x.places
	x.places, x.used = make([]int32, places), 0
	for i := range x.places {
		x.places[i] = none
	}
	for _, b := range old {
		if b != none && blocks.at(b).count > 0 {
			x.put(blocks, b)
		}
	}
}
