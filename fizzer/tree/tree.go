// Package tree is the execution tree (report Sec. 4.1): one node per Boolean instruction evaluated along a program path,
// with the best input seen for it, its sensitive bits, and what the analyses have done with it.
//
// Its shape is compressed: nodes that follow each other without a branch lie in blocks of up to 16, slices of the trace
// that created them, and a node is named by block and place in it. What all nodes of a block share is there once: the
// path hash, the input of the run that created them, the greatest height. The smallest w_N with its input and distance
// is kept only where it decides something: at nodes whose execution ID is not covered yet, and where an analysis asked
// for it. Everything is in chunks of equal elements without pointers, named by their index, within the bound of Config.
//
// A Tree is not safe for concurrent use.
package tree

import (
	"math/bits"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Node names a node. It stays valid until Prune frees the node.
type Node int32

// None is no node: the parent of the root, a missing successor.
const None Node = -1

// Label describes the transition to a successor (report 4.1, "Labels of edges"). Labels only grow.
type Label uint8

// The labels in their order.
const (
	NotVisited     Label = iota // no run took this direction
	EndExceptional              // a run took it and crashed or hung before the next Boolean instruction
	EndNormal                   // a run took it and ended before the next Boolean instruction
	Visited                     // a run took it and evaluated another Boolean instruction
)

// Flag is a fact about a node.
type Flag uint16

// The flags. The first three are the report's sa, ba and ma.
const (
	SensitivityDone  Flag = 1 << iota // sa: sensitive bits are known
	BitshareDone                      // ba
	MinimizationDone                  // ma: typed or binary
	DirectDone                        // values that its distance names were tried
	RepairDone                        // conditions were mended one after the other
	LatticeDone                       // moves were looked for that keep the conditions of the path
	RangesDone                        // few values were enumerated
	BitsDone                          // linear equations of bits were solved
	FloatsDone                        // floating-point numbers were bisected
	ConstantsDone                     // the program's constants were tried
	LoopsDetected                     // loop heads along the path to it were looked for (report 6.1)
)

// DefaultBytes is the memory of a tree for which Config has none.
const DefaultBytes = 1 << 30

// Config bounds the memory of a tree.
type Config struct {
	Bytes uint64 // most memory, at least 64 KiB; default DefaultBytes. Two parts of it come on top: remembered paths, and 12 bytes for each location
	Paths int    // remembered paths, 16 bytes each, rounded up to a power of two; default 1<<18
}

// Shares of Config.Bytes, in sixteenths. They are picked by hand, as measured on programs that fill the tree.
const (
	blockShare = 8 // blocks with pages and index
	bestShare  = 4
	inputShare = 3
	restShare  = 1 // sensitive sets and execution IDs, half of it each

	leastBytes = 64 << 10
	mostBlocks = 1 << (31 - blockBits) // that a Node can name
	idBytes    = 64                    // what an execution ID takes, with its place in the map
)

// Tree is an execution tree and the coverage of all runs that were inserted.
type Tree struct {
	decoder *trace.Decoder
	blocks  pool[block]
	pages   pool[page]
	bests   pool[best]
	high    map[int32]uint64 // high halves of the distances of bests, where they are not zero
	index   index
	inputs  inputs
	sets    sets
	setRoom int // bytes that sets may take
	root    Node
	nodes   int

	ids       []idState
	idOf      map[trace.ID]int32
	recent    []recentID // by location
	mostIDs   int        // IDs told apart by context; beyond that a location has one for all
	covered   [][2]bool  // by location
	recorded  int        // locations that can be in a trace
	known     int        // locations seen
	counts    [2]int     // covered directions of locations, of IDs
	paths     []seenPath
	pathShift int // 64 - log2(len(paths))
	maxBytes  uint32
	inexact   bool // nodes were pruned or left out: heights and labels may say more than the nodes do
	uneven    bool // runs on the same path read different numbers of bytes: a node may have read more than those below it
	prunes    int
	strange   uint64
	coverage  *execution.Coverage
	changed   []Node // for TakeChanged

	sums      sums
	records   []layout.Condition // copies of the run that is inserted, scratch
	onPath    []int32            // blocks, scratch
	insertion Insertion
}

// recentID is the execution ID of a location that was seen last.
type recentID struct {
	id      int32 // its number, none: the location was not seen
	context uint32
	covered [2]bool // as in idState
}

type idState struct {
	id      trace.ID
	covered [2]bool
}

// New returns an empty tree for a program with these locations.
func New(table *locations.Table, config Config) *Tree {
	if config.Bytes == 0 {
		config.Bytes = DefaultBytes
	}
	if config.Paths <= 0 {
		config.Paths = 1 << 18
	}
	t := &Tree{decoder: trace.NewDecoder(table), root: None, idOf: map[trace.ID]int32{}, high: map[int32]uint64{}, sets: newSets()}
	n := t.decoder.Locations()
	t.recorded = table.Recorded()
	t.coverage = execution.NewCoverage(n)
	t.covered, t.recent = make([][2]bool, n), make([]recentID, n)
	for i := range t.recent {
		t.recent[i].id = none
	}
	logarithm := bits.Len(uint(config.Paths - 1))
	t.paths, t.pathShift = make([]seenPath, 1<<logarithm), 64-logarithm
	t.bound(max(config.Bytes, leastBytes))
	return t
}

// bound divides the memory among the parts of the tree.
func (t *Tree) bound(bytes uint64) {
	elements := func(share, size int) int32 { return int32(min(bytes/16*uint64(share)/uint64(size), mostBlocks)) }
	t.blocks.most = elements(blockShare, costOfBlock)
	t.pages.most = t.blocks.most
	t.bests.most = elements(bestShare, bestBytes)
	t.inputs.cells.most = elements(inputShare, inputBytes)
	t.inputs.heads.most = t.inputs.cells.most
	t.setRoom = int(bytes / 32 * restShare)
	t.mostIDs = int(bytes / 32 * restShare / idBytes)
}

// Decoder returns the branching functions of the program.
func (t *Tree) Decoder() *trace.Decoder { return t.decoder }

// Root returns the root, None while the tree is empty.
func (t *Tree) Root() Node { return t.root }

// Parent returns the parent of n, None for the root.
func (t *Tree) Parent(n Node) Node {
	if b, k := t.of(n); k == 0 {
		return b.parent
	}
	return n - 1
}

// Successor returns the successor of n in a direction, None when it is missing.
func (t *Tree) Successor(n Node, direction bool) Node {
	b, k := t.of(n)
	return t.successor(int32(n)>>blockBits, b, k, side(direction))
}

// Label returns the label of the edge of n in a direction.
func (t *Tree) Label(n Node, direction bool) Label {
	b, k := t.of(n)
	return b.label(k, side(direction))
}

func (t *Tree) idOfNode(n Node) *idState {
	b, k := t.of(n)
	return &t.ids[b.id(k)]
}

// ID returns the execution ID of n.
func (t *Tree) ID(n Node) trace.ID { return t.idOfNode(n).id }

// IDNumber returns the number of n's execution ID: from 0, in the order in which they were seen first.
func (t *Tree) IDNumber(n Node) int {
	b, k := t.of(n)
	return int(b.id(k))
}

// Depth returns the edges between the root and n.
func (t *Tree) Depth(n Node) int {
	b, k := t.of(n)
	return int(b.depth) + int(k)
}

// Height returns the length of the longest trace through n, in conditions. Cost: the branches from n's block.
func (t *Tree) Height(n Node) int {
	b, k := t.of(n)
	return int(t.height(int32(n)>>blockBits, b, k))
}

// InputBytes returns how many bytes were read before n.
func (t *Tree) InputBytes(n Node) int {
	b, k := t.of(n)
	return int(b.bytes) + int(b.read[k])
}

// Path returns the hash of the path before n.
func (t *Tree) Path(n Node) uint64 {
	b, k := t.of(n)
	path := b.path
	for i := range k {
		path = t.extend(path, b.ids[i])
	}
	return path
}

// extend returns the hash of a path that goes on with a node of a block.
func (t *Tree) extend(path uint64, id uint32) uint64 {
	state := &t.ids[id>>1]
	return execution.ExtendPath(path, state.id.Location|id&1*layout.DirectionBit, state.id.Context)
}

// Input returns the input with the smallest w_N known, for nodes without one that of the run that created them. It is
// valid until the next Input or Insert: copy what is to stay.
func (t *Tree) Input(n Node) trace.Input { return t.inputs.load(t.InputNumber(n)) }

// InputNumber returns a number that two nodes have in common when they have the same stored input. It holds until the next Insert.
func (t *Tree) InputNumber(n Node) int32 {
	if e := t.bestOf(n); e != none && t.bests.at(e).input != none {
		return t.bests.at(e).input
	}
	b, _ := t.of(n)
	return b.input
}

// Sensitive returns the offsets of the input bytes whose bits are sensitive at n, sorted. Do not change it.
func (t *Tree) Sensitive(n Node) []uint32 {
	if b, k := t.of(n); b.page != none {
		return t.sets.all[t.pages.at(b.page).sets[k]]
	}
	return nil
}

// SensitiveBits returns the number of sensitive bits of n, the report's |sbits|: all of each sensitive byte.
func (t *Tree) SensitiveBits(n Node) int { return 8 * len(t.Sensitive(n)) }

// Has reports whether all of the flags are set.
func (t *Tree) Has(n Node, flags Flag) bool { return t.flags(n)&flags == flags }

func (t *Tree) flags(n Node) Flag {
	b, k := t.of(n)
	flags := Flag(b.done >> k & 1)
	if b.page != none {
		flags |= t.pages.at(b.page).flags[k]
	}
	return flags
}

// Alive reports whether n names a node of the tree.
func (t *Tree) Alive(n Node) bool {
	if n < 0 || int32(n)>>blockBits >= t.blocks.length {
		return false
	}
	b, k := t.of(n)
	return k < uint(b.count)
}

// Closed reports whether nothing is left to do at n or below (report Sec. 6).
func (t *Tree) Closed(n Node) bool {
	b, k := t.of(n)
	return b.closed>>k&1 != 0
}

// Open reports whether an analysis can still be applied to n (report Sec. 6).
func (t *Tree) Open(n Node) bool {
	b, k := t.of(n)
	if b.label(k, 0) != NotVisited && b.label(k, 1) != NotVisited {
		return false
	}
	return b.done>>k&1 == 0 || b.page != none && t.workLeft(t.pages.at(b.page), k)
}

// workLeft reports whether a node whose sensitive bits are known has some, and an analysis to which they matter is left.
func (t *Tree) workLeft(p *page, k uint) bool {
	const last = BitshareDone | MinimizationDone
	return p.sets[k] != 0 && p.flags[k]&last != last
}

// Missing returns the direction that no run took at n, and whether there is one. It is unique: a node exists because a
// run took the other.
func (t *Tree) Missing(n Node) (direction, missing bool) {
	b, k := t.of(n)
	return b.label(k, 1) == NotVisited, b.label(k, 0) == NotVisited || b.label(k, 1) == NotVisited
}

// Covered reports whether the execution ID of n was evaluated to both values.
func (t *Tree) Covered(n Node) bool { return t.idOfNode(n).covered == [2]bool{true, true} }

// LocationCovered reports whether a location was evaluated to a direction.
func (t *Tree) LocationCovered(location uint32, direction bool) bool {
	return t.covered[location][side(direction)]
}

// Coverage returns all that is covered, as targets look for what is not. It changes with the tree.
func (t *Tree) Coverage() *execution.Coverage { return t.coverage }

// Follow appends to hashes those of the path to n before conditions 0, layout.ChunkConditions and so on, up to the chunk that n
// lies in. Cost: the blocks above n.
func (t *Tree) Follow(n Node, hashes []uint64) []uint64 {
	start := len(hashes)
	for n != None {
		b, _ := t.of(n)
		if b.depth%layout.ChunkConditions == 0 {
			hashes = append(hashes, b.path)
		}
		n = b.parent
	}
	slices.Reverse(hashes[start:])
	return hashes
}

// PathTo appends the nodes from the root to n, both included, to buffer. Cost: the depth of n.
func (t *Tree) PathTo(n Node, buffer []Node) []Node {
	start := len(buffer)
	for ; n != None; n = t.Parent(n) {
		buffer = append(buffer, n)
	}
	for i, j := start, len(buffer)-1; i < j; i, j = i+1, j-1 {
		buffer[i], buffer[j] = buffer[j], buffer[i]
	}
	return buffer
}

// Summary is the size of a tree and its coverage.
type Summary struct {
	Nodes             int    `json:"nodes"`
	Bytes             int    `json:"bytes"`                        // memory of the tree
	Inputs            int    `json:"inputs"`                       // distinct inputs held
	Locations         int    `json:"locations"`                    // seen in a trace
	CoveredDirections int    `json:"covered_directions"`           // of locations, at most two each
	IDs               int    `json:"execution_ids"`                // locations with context seen
	CoveredIDs        int    `json:"covered_execution_directions"` // directions, at most two each
	InputBytes        int    `json:"input_bytes"`                  // most bytes read before a node
	Strange           uint64 `json:"nondeterministic"`             // runs that left their path without a condition that says so
}

// Summary returns the current size and coverage.
func (t *Tree) Summary() Summary {
	return Summary{t.nodes, t.bytes(), t.inputs.heads.used(), t.known, t.counts[0], len(t.ids), t.counts[1], int(t.maxBytes), t.strange}
}

// bytes returns the memory of the tree as it grows with what is inserted.
func (t *Tree) bytes() int {
	return t.blocks.bytes() + t.pages.bytes() + t.bests.bytes() + t.inputs.heads.bytes() + t.inputs.cells.bytes() +
		4*len(t.index.places) + t.sets.bytes + idBytes*len(t.ids) + 8*cap(t.sums.upTo)
}

// Recorded returns the number of locations of the program that can be in a trace.
func (t *Tree) Recorded() int { return t.recorded }

// AllCovered reports whether every location of the program that is recorded was evaluated to both values.
func (t *Tree) AllCovered() bool { return t.counts[0] == 2*t.recorded }

// KnownCovered reports whether every execution ID seen was evaluated to both values.
func (t *Tree) KnownCovered() bool { return t.counts[1] == 2*len(t.ids) }

// side returns a direction as an index.
func side(direction bool) int {
	if direction {
		return 1
	}
	return 0
}
