// Package tree is the execution tree (report Sec. 4.1): one node per Boolean instruction evaluated along a program path,
// with the best input seen for it, its sensitive bits, and what the analyses have done with it.
//
// Its shape is compressed: consecutive nodes without a branch are in blocks of up to 16, slices of the trace that
// created them, and a node is named by its block and its place there. What all nodes of a block share is stored once:
// the path hash, the input of the run that created them, the greatest height. The smallest w_N with its input and
// distance is kept only where it decides something: at nodes whose execution ID is not covered yet, and where an
// analysis asked for it. All elements are in chunks of equal elements without pointers, named by index, within the
// bound of Config.
//
// Shape is the nodes and their links, Seen is what was covered. What analyses know is in facts.go, the best inputs
// are in bests.go and inputs.go. insert.go adds a run, best.go offers it to the nodes on its path, and prune.go makes
// room.
//
// A Tree is not safe for concurrent use.
package tree

import (
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Node names a node. It stays valid until Prune frees the node.
type Node int32

// None is not a node: the parent of the root, a missing successor.
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
	DirectDone                        // the values that follow from its distance were tried
	RepairDone                        // repair was tried: conditions mended one after the other
	LatticeDone                       // moves that keep the conditions of the path were looked for
	RangesDone                        // numbers with few values were enumerated
	BitsDone                          // linear equations of bits were solved
	FloatsDone                        // floating-point numbers were bisected
	ConstantsDone                     // the program's constants were tried
	WordsDone                         // words of the program were written where the input has the beginning of one
	LoopsDetected                     // loop heads along its path were looked for (report 6.1)
	OutOfReach                        // no input that comes to the node takes its missing direction: a proof
)

// DefaultBytes is the memory of a tree whose Config does not set Bytes.
const DefaultBytes = 1 << 30

// Config bounds the memory of a tree.
type Config struct {
	// Maximum memory, at least 64 KiB; default DefaultBytes. Two things come on top: remembered paths, and 12 bytes for each location.
	Bytes uint64
	Paths int // remembered paths, 16 bytes each, rounded up to a power of two; default 1<<18
	// Interrupted tells that the time is over; nil: it never is. Then the rest of a long run is inserted without nodes, which take about a
	// quarter of a second for a million conditions. It is asked each some thousand conditions.
	Interrupted func() bool
}

// Shares of Config.Bytes, in sixteenths. They are picked by hand after measurements on programs that fill the tree.
const (
	blockShare = 8 // blocks with pages and index
	bestShare  = 4
	inputShare = 3
	restShare  = 1 // sensitive sets and execution IDs, half each

	minBytes  = 64 << 10
	maxBlocks = 1 << (31 - blockBits) // that a Node can address
	idBytes   = 64                    // size of an execution ID with its place in the map
)

// Tree is an execution tree and the coverage of all runs that were inserted.
type Tree struct {
	Shape
	Seen
	decoder  *trace.Decoder
	bests    bests
	inputs   inputs
	facts    facts
	paths    paths
	maxBytes uint32 // maximum of bytes read before any node
	inexact  bool   // nodes were pruned or left out: heights and labels may tell more than the nodes show
	uneven   bool   // runs on the same path read different numbers of bytes: a node may have read more than one below it
	pruned   bool   // nodes were freed
	strange  uint64
	changed  []Node // for TakeChanged
	alarm    execution.Alarm
	scratch
}

// scratch is memory for the run being inserted.
type scratch struct {
	sums      sums
	records   []layout.Condition // copies
	insertion Insertion
}

// New returns an empty tree for a program with these locations.
func New(table *locations.Table, config Config) *Tree {
	if config.Bytes == 0 {
		config.Bytes = DefaultBytes
	}
	if config.Paths <= 0 {
		config.Paths = 1 << 18
	}
	decoder := trace.NewDecoder(table)
	t := &Tree{
		Shape: Shape{root: None}, Seen: newSeen(table, decoder.Locations()), decoder: decoder,
		facts: facts{sets: newSets()}, paths: newPaths(config.Paths), alarm: execution.Alarm{Interrupted: config.Interrupted},
	}
	t.bests = bests{high: map[int32]uint64{}, inputs: &t.inputs}
	t.bound(max(config.Bytes, minBytes))
	return t
}

// bound divides the memory between the parts of the tree.
func (t *Tree) bound(bytes uint64) {
	elements := func(share, size int) int32 { return int32(min(bytes/16*uint64(share)/uint64(size), maxBlocks)) }
	t.blocks.limit = elements(blockShare, costOfBlock)
	t.facts.pages.limit = t.blocks.limit
	t.bests.limit = elements(bestShare, bestBytes)
	t.inputs.cells.limit = elements(inputShare, inputBytes)
	t.inputs.heads.limit = t.inputs.cells.limit
	t.facts.setRoom = int(bytes / 32 * restShare)
	t.Seen.maxIDs = int(bytes / 32 * restShare / idBytes)
}

// Decoder returns the branching functions of the program.
func (t *Tree) Decoder() *trace.Decoder { return t.decoder }

func (t *Tree) idOfNode(n Node) *idState {
	b, k := t.of(n)
	return &t.ids[b.id(k)]
}

// ID returns the execution ID of n.
func (t *Tree) ID(n Node) trace.ID { return t.idOfNode(n).id }

// IDNumber returns the number of n's execution ID: from 0, in order of first appearance.
func (t *Tree) IDNumber(n Node) int {
	b, k := t.of(n)
	return int(b.id(k))
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

// extend returns the hash of a path extended by a node of a block.
func (t *Tree) extend(path uint64, id uint32) uint64 {
	state := &t.ids[id>>1]
	return execution.ExtendPath(path, state.id.Location|id&1*layout.DirectionBit, state.id.Context)
}

// Input returns the input with the smallest known w_N; for nodes without a best, the input of the run that created them. It is valid
// until the next Input or Insert: copy what you keep.
func (t *Tree) Input(n Node) trace.Input { return t.inputs.load(t.InputNumber(n)) }

// InputNumber returns a number that is equal for two nodes if they have the same stored input. It is valid until the
// next Insert.
func (t *Tree) InputNumber(n Node) int32 {
	if e := t.bestOf(n); e != none && t.bests.at(e).input != none {
		return t.bests.at(e).input
	}
	b, _ := t.of(n)
	return b.input
}

// Sensitive returns the offsets of the input bytes whose bits are sensitive at n, sorted. Do not change it.
func (t *Tree) Sensitive(n Node) []uint32 {
	b, k := t.of(n)
	return t.facts.sensitive(b, k)
}

// SensitiveBits returns the number of sensitive bits of n, the report's |sbits|: eight for each sensitive byte.
func (t *Tree) SensitiveBits(n Node) int { return 8 * len(t.Sensitive(n)) }

// Has reports whether all of the flags are set.
func (t *Tree) Has(n Node, flags Flag) bool {
	b, k := t.of(n)
	return t.facts.flags(b, k)&flags == flags
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
	if t.facts.flags(b, k)&OutOfReach != 0 {
		return false
	}
	return b.done>>k&1 == 0 || t.facts.workLeft(b, k)
}

// Missing returns the direction that no run took at n, and whether there is one. There is at most one: a node exists
// because a run took the other.
func (t *Tree) Missing(n Node) (direction, missing bool) {
	b, k := t.of(n)
	return b.label(k, 1) == NotVisited, b.label(k, 0) == NotVisited || b.label(k, 1) == NotVisited
}

// Covered reports whether the execution ID of n was evaluated to both values.
func (t *Tree) Covered(n Node) bool { return t.idOfNode(n).covered == [2]bool{true, true} }

// Summary is the size of a tree and its coverage.
type Summary struct {
	Nodes             int
	Bytes             int    // memory of the tree
	Inputs            int    // distinct inputs held
	Locations         int    // seen in a trace
	CoveredDirections int    // of locations, at most two each
	IDs               int    // execution IDs seen: locations with their context
	CoveredIDs        int    // covered directions of execution IDs, at most two each
	InputBytes        int    // maximum of bytes read before a node
	Strange           uint64 // runs that left their path without a condition that shows this
}

// Summary returns the current size and coverage.
func (t *Tree) Summary() Summary {
	return Summary{t.nodes, t.bytes(), t.inputs.heads.used(), t.known, t.counts[0], len(t.ids), t.counts[1], int(t.maxBytes), t.strange}
}

// bytes returns the memory of the tree, which grows with what is inserted.
func (t *Tree) bytes() int {
	return t.blocks.bytes() + t.facts.pages.bytes() + t.bests.bytes() + t.inputs.heads.bytes() + t.inputs.cells.bytes() +
		4*len(t.index.places) + t.facts.sets.bytes + idBytes*len(t.ids) + 8*cap(t.sums.upTo)
}

// side returns a direction as an index.
func side(direction bool) int {
	if direction {
		return 1
	}
	return 0
}
