package tree

import (
	"fmt"
	"slices"
)

// Check walks the whole tree and returns the first broken invariant that it finds: links, depths, labels, heights,
// closed states, sensitive bits, reference counts, coverage. After Prune, or where nodes were left out because the tree
// was full, heights and coverage may exceed what the nodes show; everything else holds at any time between two calls.
// Cost: proportional to the tree.
func (t *Tree) Check() error {
	c := checker{Tree: t, references: make([]int32, len(t.inputs.all)), covered: make([][2]bool, len(t.ids))}
	alive := 0
	for i := range t.nodes {
		if n := Node(i); t.Alive(n) {
			alive++
			if err := c.node(n); err != nil {
				return fmt.Errorf("execution tree: node %d: %w", n, err)
			}
		}
	}
	if alive != len(t.nodes)-len(t.free) || (alive == 0) != (t.root == None) {
		return fmt.Errorf("execution tree: %d nodes are alive, %d of %d free, the root is %d", alive, len(t.free), len(t.nodes), t.root)
	}
	for i, n := range c.references {
		if n != t.inputs.all[i].references {
			return fmt.Errorf("execution tree: input %d has %d references instead of %d", i, t.inputs.all[i].references, n)
		}
	}
	return c.coverage()
}

type checker struct {
	*Tree
	references []int32   // by input
	covered    [][2]bool // by number of the ID
}

func (c *checker) node(n Node) error {
	p := &c.nodes[n]
	for _, check := range []func(Node, *node) error{c.links, c.labels, c.height, c.closed, c.best} {
		if err := check(n, p); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) links(n Node, p *node) error {
	if p.parent == None {
		if n != c.root || p.depth != 0 {
			return fmt.Errorf("without a parent, at depth %d, while the root is %d", p.depth, c.root)
		}
		return nil
	}
	if !c.Alive(p.parent) || !slices.Contains(c.nodes[p.parent].successor[:], n) {
		return fmt.Errorf("its parent %d does not lead to it", p.parent)
	}
	parent := &c.nodes[p.parent]
	if p.depth != parent.depth+1 || p.bytes < parent.bytes {
		return fmt.Errorf("depth %d and %d bytes below depth %d and %d bytes", p.depth, p.bytes, parent.depth, parent.bytes)
	}
	return nil
}

func (c *checker) labels(n Node, p *node) error {
	if p.label[0] == NotVisited && p.label[1] == NotVisited {
		return fmt.Errorf("no run took either direction")
	}
	for b, label := range p.label {
		s := p.successor[b]
		missing := s == None && label == Visited && !c.inexact
		if missing || s != None && (label != Visited || !c.Alive(s) || c.nodes[s].parent != n) {
			return fmt.Errorf("direction %d has label %d and successor %d", b, label, s)
		}
		if label != NotVisited {
			c.covered[p.id][b] = true
		}
	}
	return nil
}

func (c *checker) height(n Node, p *node) error {
	height := p.depth + 1
	for _, s := range p.successor {
		if s != None {
			height = max(height, c.nodes[s].height)
		}
	}
	if p.height < height || p.height > height && !c.inexact {
		return fmt.Errorf("height %d instead of %d", p.height, height)
	}
	return nil
}

func (c *checker) closed(n Node, p *node) error {
	closed := !c.Open(n)
	for b, label := range p.label {
		if s := p.successor[b]; label == Visited && s != None {
			closed = closed && c.Closed(s)
		}
	}
	if closed != c.Closed(n) {
		return fmt.Errorf("closed is %v instead of %v", c.Closed(n), closed)
	}
	return nil
}

func (c *checker) best(n Node, p *node) error {
	if p.input < 0 || int(p.input) >= len(c.inputs.all) {
		return fmt.Errorf("has no input")
	}
	c.references[p.input]++
	if f := p.distance.Magnitude(); p.w < f*f {
		return fmt.Errorf("the sum of squares %v is less than that of its own distance %v", p.w, f)
	}
	if len(c.Input(n).Bytes) < int(p.bytes) {
		return fmt.Errorf("its input has %d of %d bytes", len(c.Input(n).Bytes), p.bytes)
	}
	set := c.Sensitive(n)
	if !slices.IsSorted(set) || len(set) > 0 && (set[len(set)-1] >= p.bytes || p.flags&SensitivityDone == 0) {
		return fmt.Errorf("sensitive bytes %v of %d, flags %b", set, p.bytes, p.flags)
	}
	return nil
}

// coverage compares what is noted as covered with the labels of the nodes.
func (c *checker) coverage() error {
	locations := make([][2]bool, len(c.Tree.covered))
	var counts [2]int
	for i := range c.ids {
		for b, covered := range c.ids[i].covered {
			if c.covered[i][b] && !covered || covered && !c.covered[i][b] && !c.inexact {
				return fmt.Errorf("execution tree: coverage of %+v in direction %d is noted as %v", c.ids[i].id, b, covered)
			}
			if covered {
				counts[1]++
				locations[c.ids[i].id.Location][b] = true
			}
		}
	}
	for i, location := range locations {
		if location != c.Tree.covered[i] {
			return fmt.Errorf("execution tree: coverage of location %d is noted as %v instead of %v", i, c.Tree.covered[i], location)
		}
		counts[0] += index(location[0]) + index(location[1])
	}
	if counts != c.counts {
		return fmt.Errorf("execution tree: %v directions are covered instead of %v", counts, c.counts)
	}
	return nil
}
