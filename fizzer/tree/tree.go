// Package tree is the execution tree (report Sec. 4.1): one node per Boolean instruction evaluated along a program path,
// with the best input seen for it, its sensitive bits, and what the analyses have done with it.
//
// Nodes live in one slice and are named by their index. Unlike in the report a node does not hold a whole trace: it has
// the value of its own branching function and shares the best input, by reference count, with all nodes for which the
// same run was best. Memory is therefore proportional to what a run adds and not to the length of its trace.
//
// A Tree is not safe for concurrent use.
package tree

import (
	"math/bits"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/trace"
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
	GuessDone                         // bits of other nodes were tried before its own sensitive bits are known
	DirectDone                        // values that its distance names were tried
	RepairDone                        // conditions were mended one after the other
	LoopsDetected                     // loop heads along the path to it were looked for (report 6.1)
	closedFlag
	aliveFlag
)

type node struct {
	w         float64           // smallest w_N seen, that of input
	distance  distance.Distance // value of the branching function for input
	path      uint64            // hash of the path before this condition
	parent    Node
	successor [2]Node
	id        int32  // index into Tree.ids
	input     int32  // index into Tree.inputs: the run with the smallest w_N
	sensitive int32  // index into Tree.sets: 0 is the empty set
	bytes     uint32 // input bytes read before this condition
	depth     uint32
	height    uint32    // greatest length of a trace through this node
	ended     [3]uint32 // sn, bn, mn: iteration at which the analysis last ended here
	improved  uint32    // fn: iteration at which input was last replaced
	label     [2]Label
	flags     Flag
}

type idState struct {
	id      trace.ID
	covered [2]bool
}

// Config bounds the memory of a tree.
type Config struct {
	Nodes int // most nodes, at least 1; default 1<<24 (about 2 GB)
	Paths int // remembered paths, 16 bytes each, rounded up to a power of two; default 1<<18
}

// Tree is an execution tree and the coverage of all runs that were inserted.
type Tree struct {
	config  Config
	decoder *trace.Decoder
	nodes   []node
	free    []Node
	root    Node
	inputs  inputs
	sets    sets

	ids       []idState
	idOf      map[trace.ID]int32
	covered   [][2]bool // by location
	known     int       // locations seen
	seen      []bool    // by location
	counts    [2]int    // covered directions of locations, of IDs
	paths     []seenPath
	pathShift int // 64 - log2(len(paths))
	maxBytes  uint32
	inexact   bool // nodes were pruned or left out: heights and labels may say more than the nodes do
	strange   uint64
	changed   []Node // for TakeChanged

	insertion Insertion
}

// New returns an empty tree for a program with these locations.
func New(table *locations.Table, config Config) *Tree {
	if config.Nodes <= 0 {
		config.Nodes = 1 << 24
	}
	if config.Paths <= 0 {
		config.Paths = 1 << 18
	}
	logarithm := bits.Len(uint(config.Paths - 1))
	t := &Tree{config: config, decoder: trace.NewDecoder(table), root: None, idOf: map[trace.ID]int32{}}
	t.covered = make([][2]bool, t.decoder.Locations())
	t.seen = make([]bool, t.decoder.Locations())
	t.paths, t.pathShift = make([]seenPath, 1<<logarithm), 64-logarithm
	t.sets = newSets()
	return t
}

// Decoder returns the branching functions of the program.
func (t *Tree) Decoder() *trace.Decoder { return t.decoder }

// Root returns the root, None while the tree is empty.
func (t *Tree) Root() Node { return t.root }

// Parent returns the parent of n, None for the root.
func (t *Tree) Parent(n Node) Node { return t.nodes[n].parent }

// Successor returns the successor of n in a direction, None when it is missing.
func (t *Tree) Successor(n Node, direction bool) Node { return t.nodes[n].successor[index(direction)] }

// Label returns the label of the edge of n in a direction.
func (t *Tree) Label(n Node, direction bool) Label { return t.nodes[n].label[index(direction)] }

// ID returns the execution ID of n.
func (t *Tree) ID(n Node) trace.ID { return t.ids[t.nodes[n].id].id }

// Depth returns the edges between the root and n.
func (t *Tree) Depth(n Node) int { return int(t.nodes[n].depth) }

// Height returns the length of the longest trace through n, in conditions.
func (t *Tree) Height(n Node) int { return int(t.nodes[n].height) }

// InputBytes returns how many bytes were read before n.
func (t *Tree) InputBytes(n Node) int { return int(t.nodes[n].bytes) }

// Path returns the hash of the path before n.
func (t *Tree) Path(n Node) uint64 { return t.nodes[n].path }

// Distance returns the value of the branching function of n for its best input.
func (t *Tree) Distance(n Node) distance.Distance { return t.nodes[n].distance }

// Input returns the input with the smallest w_N. It is shared: do not change it, copy it before the next Insert.
func (t *Tree) Input(n Node) trace.Input { return t.inputs.all[t.nodes[n].input].Input }

// Sensitive returns the offsets of the input bytes whose bits are sensitive at n, sorted. Do not change it.
func (t *Tree) Sensitive(n Node) []uint32 { return t.sets.all[t.nodes[n].sensitive] }

// SensitiveBits returns the number of sensitive bits of n, the report's |sbits|: all of each sensitive byte.
func (t *Tree) SensitiveBits(n Node) int { return 8 * len(t.Sensitive(n)) }

// Has reports whether all of the flags are set.
func (t *Tree) Has(n Node, flags Flag) bool { return t.nodes[n].flags&flags == flags }

// Improved returns the iteration at which the best input of n was last replaced: the report's fn.
func (t *Tree) Improved(n Node) uint32 { return t.nodes[n].improved }

// Alive reports whether n names a node of the tree.
func (t *Tree) Alive(n Node) bool {
	return n >= 0 && int(n) < len(t.nodes) && t.nodes[n].flags&aliveFlag != 0
}

// Closed reports whether nothing is left to do at n or below (report Sec. 6).
func (t *Tree) Closed(n Node) bool { return t.nodes[n].flags&closedFlag != 0 }

// Open reports whether an analysis can still be applied to n (report Sec. 6).
func (t *Tree) Open(n Node) bool {
	p := &t.nodes[n]
	if p.label[0] != NotVisited && p.label[1] != NotVisited {
		return false
	}
	return p.flags&SensitivityDone == 0 || p.sensitive != 0 && p.flags&(BitshareDone|MinimizationDone) != BitshareDone|MinimizationDone
}

// Missing returns the direction that no run took at n, and whether there is one. It is unique: a node exists because a
// run took the other.
func (t *Tree) Missing(n Node) (direction, missing bool) {
	p := &t.nodes[n]
	return p.label[1] == NotVisited, p.label[0] == NotVisited || p.label[1] == NotVisited
}

// Covered reports whether the execution ID of n was evaluated to both values.
func (t *Tree) Covered(n Node) bool { return t.ids[t.nodes[n].id].covered == [2]bool{true, true} }

// LocationCovered reports whether a location was evaluated to a direction.
func (t *Tree) LocationCovered(location uint32, direction bool) bool {
	return t.covered[location][index(direction)]
}

// PathTo appends the nodes from the root to n, both included, to buffer. Cost: the depth of n.
func (t *Tree) PathTo(n Node, buffer []Node) []Node {
	start := len(buffer)
	for ; n != None; n = t.nodes[n].parent {
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
	Inputs            int    `json:"inputs"`                       // distinct best inputs held
	Locations         int    `json:"locations"`                    // seen in a trace
	CoveredDirections int    `json:"covered_directions"`           // of locations, at most two each
	IDs               int    `json:"execution_ids"`                // locations with context seen
	CoveredIDs        int    `json:"covered_execution_directions"` // directions, at most two each
	InputBytes        int    `json:"input_bytes"`                  // most bytes read before a node
	Strange           uint64 `json:"nondeterministic"`             // runs that left their path without a condition that says so
}

// Summary returns the current size and coverage.
func (t *Tree) Summary() Summary {
	return Summary{len(t.nodes) - len(t.free), t.inputs.count(), t.known, t.counts[0], len(t.ids), t.counts[1], int(t.maxBytes), t.strange}
}

// AllCovered reports whether every location of the program was evaluated to both values.
func (t *Tree) AllCovered() bool { return t.counts[0] == 2*len(t.covered) }

// KnownCovered reports whether every execution ID seen was evaluated to both values.
func (t *Tree) KnownCovered() bool { return t.counts[1] == 2*len(t.ids) }

func index(direction bool) int {
	if direction {
		return 1
	}
	return 0
}
