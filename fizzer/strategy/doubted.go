package strategy

import (
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Picked by hand. Nobody knows that a doubted direction is out of reach on all paths, so its nodes keep a small part of the work.
const (
	doubtEvery = 64 // doubted nodes come every 64th call, besides when no other node is left
	minProofs  = 3  // proofs of a direction from which on it is doubted
)

// outcome is a direction of a location.
type outcome struct {
	location  uint32
	direction bool
}

// doubted is the source of nodes whose missing direction was proved out of reach on every path for which the question was decided. They
// are set aside in favour of others: nodes deeper than all proofs are not, because a loop may get there in its later turns.
type doubted struct {
	*scope
	off    bool // the source is not in the table
	proofs map[outcome]*proofs
	nodes  []tree.Node // set aside, the oldest first
	in     map[tree.Node]bool
}

// proofs are those for one direction.
type proofs struct {
	count   int
	deepest int  // depth of the deepest node for which there is one
	refuted bool // some path may take the direction, for all that is known
}

func newDoubted(s *scope) *doubted {
	return &doubted{scope: s, proofs: map[outcome]*proofs{}, in: map[tree.Node]bool{}}
}

func (d *doubted) of(location uint32, direction bool) *proofs {
	p := d.proofs[outcome{location, direction}]
	if p == nil {
		p = &proofs{}
		d.proofs[outcome{location, direction}] = p
	}
	return p
}

// doubts reports whether the missing direction of n is doubted.
func (d *doubted) doubts(n tree.Node) bool {
	if d.off || len(d.proofs) == 0 || d.begun[n] > 0 {
		return false
	}
	direction, missing := d.tree.Missing(n)
	location := d.tree.ID(n).Location
	p := d.proofs[outcome{location, direction}]
	if !missing || p == nil || p.refuted || p.count < minProofs {
		return false
	}
	return d.tree.Depth(n) <= p.deepest && !d.tree.LocationCovered(location, direction)
}

// setAside keeps n for later if it is doubted. It returns false for a node that is to be worked on.
func (d *doubted) setAside(n tree.Node) bool {
	if !d.doubts(n) {
		return false
	}
	if !d.in[n] {
		d.in[n] = true
		d.nodes = append(d.nodes, n)
	}
	return true
}

func (d *doubted) next() tree.Node {
	for len(d.nodes) > 0 {
		n := d.nodes[0]
		d.nodes = d.nodes[1:]
		delete(d.in, n)
		if d.wanted(n) {
			return n
		}
	}
	return tree.None
}

func (d *doubted) retain(limit int) []tree.Node {
	count := map[trace.ID]int{}
	d.nodes = slices.DeleteFunc(d.nodes, func(n tree.Node) bool {
		count[d.tree.ID(n)]++
		return !d.wanted(n) || count[d.tree.ID(n)] > limit
	})
	return d.nodes
}

func (d *doubted) forget(int) {
	d.nodes = alive(d.tree, d.nodes)
	clear(d.in)
	for _, n := range d.nodes {
		d.in[n] = true
	}
}

// Doubt records a proof that no input takes a direction of a location behind the path to one of its conditions, at this depth.
func (s *Strategy) Doubt(location uint32, direction bool, depth int) {
	p := s.places.doubted.of(location, direction)
	p.count++
	p.deepest = max(p.deepest, depth)
}

// Trust records that an input may take the direction behind some path, or that nobody knows. Nodes set aside for its sake are targets
// again.
func (s *Strategy) Trust(location uint32, direction bool) {
	d := s.places.doubted
	p := d.of(location, direction)
	if p.refuted {
		return
	}
	p.refuted = true
	aside := d.nodes
	d.nodes = nil
	clear(d.in)
	for _, n := range aside {
		if !d.setAside(n) {
			s.offer(n)
		}
	}
}
