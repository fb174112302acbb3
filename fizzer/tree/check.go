package tree

import (
	"fmt"
	"slices"
)

// Check walks the whole tree and returns the first broken invariant that it finds: links, depths, path hashes,
// labels, heights, closed states, best inputs, sensitive bits, reference counts, free lists, coverage. After Prune,
// or where nodes were left out because the tree was full, heights and coverage may exceed what the nodes show; all
// other invariants hold between any two calls. The cost is proportional to the tree.
func (t *Tree) Check() error {
	c := checker{Tree: t, references: make([]int32, t.inputs.heads.length), covered: make([][2]bool, len(t.ids))}
	for i := range t.blocks.length {
		b := t.blocks.at(i)
		if b.count == 0 {
			continue
		}
		c.alive++
		if err := c.block(i, b); err != nil {
			return fmt.Errorf("execution tree: block %d: %w", i, err)
		}
		for k := range uint(b.count) {
			if err := c.node(first(i)+Node(k), i, b, k); err != nil {
				return fmt.Errorf("execution tree: node %d: %w", first(i)+Node(k), err)
			}
		}
	}
	if err := c.counts(); err != nil {
		return fmt.Errorf("execution tree: %w", err)
	}
	return c.coverage()
}

type checker struct {
	*Tree
	references []int32   // by input
	covered    [][2]bool // by number of the ID
	// Found in use:
	alive, nodes, bests, pages, indexed, links int
}

// counts compares the numbers found with those that the tree keeps.
func (c *checker) counts() error {
	for i, n := range c.references {
		if want := c.inputs.heads.at(int32(i)).references; n != want && !slices.Contains(c.inputs.heads.free, int32(i)) {
			return fmt.Errorf("input %d has %d references instead of %d", i, want, n)
		}
	}
	cells := 0
	for i, n := range c.references {
		if n > 0 {
			cells += c.inputs.size(int32(i))
		}
	}
	t := c.Tree
	for _, count := range []struct {
		name        string
		found, used int
	}{
		{"blocks", c.alive, t.blocks.used()}, {"nodes", c.nodes, t.nodes}, {"bests", c.bests, t.bests.used()},
		{"pages", c.pages, t.facts.pages.used()},
		{"cells of inputs", cells, t.inputs.cells.used()}, {"blocks in the index", c.indexed, t.index.used},
		{"blocks that others lead to", c.links, max(c.alive-1, 0)},
	} {
		if count.found != count.used {
			return fmt.Errorf("%d %s were found instead of %d", count.found, count.name, count.used)
		}
	}
	if (c.alive == 0) != (t.root == None) {
		return fmt.Errorf("%d blocks are in use, the root is %d", c.alive, t.root)
	}
	return nil
}

// block checks what all nodes of a block share.
func (c *checker) block(i int32, b *block) error {
	c.nodes += int(b.count)
	if b.depth%indexStride == 0 {
		c.indexed++
		if c.index.find(&c.Tree.blocks, b.path) != i {
			return fmt.Errorf("it is not found by its path")
		}
	}
	if int(b.depth)%blockNodes+int(b.count) > blockNodes {
		return fmt.Errorf("%d nodes from depth %d on", b.count, b.depth)
	}
	if err := c.parent(i, b); err != nil {
		return err
	}
	if b.input < 0 || b.input >= c.inputs.heads.length {
		return fmt.Errorf("it has no input")
	}
	c.references[b.input]++
	if err := c.height(i, b); err != nil {
		return err
	}
	if b.page != none {
		c.pages++
	}
	return c.bestsOf(b)
}

// parent checks the links from a block up and down.
func (c *checker) parent(i int32, b *block) error {
	links := []int32{b.next}
	for child := b.child; child != none; child = c.Tree.blocks.at(child).sibling {
		links = append(links, child)
	}
	for k, below := range links {
		if below == none {
			continue
		}
		c.links++
		p := c.Tree.blocks.at(below)
		if p.count == 0 || int32(p.parent)>>blockBits != i || k == 0 && p.parent != first(i)+Node(b.count-1) {
			return fmt.Errorf("it leads to block %d, whose parent is node %d", below, p.parent)
		}
	}
	if b.parent == None {
		if first(i) != c.root || b.depth != 0 {
			return fmt.Errorf("without a parent, at depth %d, while the root is %d", b.depth, c.root)
		}
		return nil
	}
	parent, k := c.of(b.parent)
	depth, bytes := parent.depth+uint32(k), parent.bytes+uint32(parent.read[k])
	if b.depth != depth+1 || b.bytes < bytes && !c.uneven {
		return fmt.Errorf("depth %d and %d bytes below depth %d and %d bytes", b.depth, b.bytes, depth, bytes)
	}
	direction := uint32(1)
	if c.successor(int32(b.parent)>>blockBits, parent, k, 1) != first(i) {
		direction = 0
	}
	if !c.blurred() && b.path != c.extend(c.Path(b.parent), parent.ids[k]&^1|direction) {
		return fmt.Errorf("its path is not that of its parent %d and one direction", b.parent)
	}
	return nil
}

func (c *checker) height(i int32, b *block) error {
	height := c.Tree.height(i, b, 0)
	if b.height < height || b.height > height && !c.inexact {
		return fmt.Errorf("height %d instead of %d", b.height, height)
	}
	return nil
}

// bestsOf checks the list of bests of a block.
func (c *checker) bestsOf(b *block) error {
	watched, last := uint16(0), -1
	for e := b.best; e != none; e = c.Tree.bests.at(e).next {
		p := c.Tree.bests.at(e)
		c.bests++
		if int(p.place) <= last || p.place >= b.count {
			return fmt.Errorf("the best of node %d follows that of node %d", p.place, last)
		}
		last = int(p.place)
		watched |= 1 << p.place
		if p.w > float64(b.maxW) {
			return fmt.Errorf("the smallest sum of squares %v of node %d is greater than the block's %v", p.w, p.place, b.maxW)
		}
		if p.input == none {
			continue
		}
		c.references[p.input]++
		if f := c.Tree.bests.distance(e).Magnitude(); p.w < f*f {
			return fmt.Errorf("the sum of squares %v of node %d is less than that of its own distance %v", p.w, p.place, f)
		}
	}
	if watched != b.watched {
		return fmt.Errorf("nodes %b have a best instead of %b", watched, b.watched)
	}
	return nil
}

func (c *checker) node(n Node, i int32, b *block, k uint) error {
	if err := c.labels(n, i, b, k); err != nil {
		return err
	}
	if closed := c.nowClosed(i, b, k); closed != c.Closed(n) {
		return fmt.Errorf("closed is %v instead of %v", c.Closed(n), closed)
	}
	if k > 0 && b.read[k] < b.read[k-1] {
		return fmt.Errorf("%d bytes were read, %d before the node above", b.read[k], b.read[k-1])
	}
	if k > 0 && b.w[k] < b.w[k-1] {
		return fmt.Errorf("the sum of squares %v is less than %v of the node above", b.w[k], b.w[k-1])
	}
	if !c.isCovered(b.id(k)) && b.watched>>k&1 == 0 {
		return fmt.Errorf("its execution ID is not covered, but its best is not kept")
	}
	bytes := c.InputBytes(n)
	if read := len(c.Input(n).Bytes); read < bytes {
		return fmt.Errorf("its input has %d of %d bytes", read, bytes)
	}
	set := c.Sensitive(n)
	if !slices.IsSorted(set) || len(set) > 0 && int(set[len(set)-1]) >= bytes {
		return fmt.Errorf("sensitive bytes %v of %d", set, bytes)
	}
	return nil
}

func (c *checker) labels(n Node, i int32, b *block, k uint) error {
	if b.label(k, b.chain(k)) == NotVisited {
		return fmt.Errorf("no run took the direction in which it was created")
	}
	for direction := range 2 {
		label, s := b.label(k, direction), c.successor(i, b, k, direction)
		missing := s == None && label == Visited && !c.inexact
		if missing || s != None && (label != Visited || !c.Alive(s) || c.Parent(s) != n) {
			return fmt.Errorf("direction %d has label %d and successor %d", direction, label, s)
		}
		if label != NotVisited {
			c.covered[b.id(k)][direction] = true
		}
	}
	return nil
}

// nowClosed computes the closed state from its definition.
func (c *checker) nowClosed(i int32, b *block, k uint) bool {
	closed := !c.Open(first(i) + Node(k))
	for direction := range 2 {
		if s := c.successor(i, b, k, direction); b.label(k, direction) == Visited && s != None {
			closed = closed && c.Closed(s)
		}
	}
	return closed
}

// coverage compares the recorded coverage with the labels of the nodes.
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
		counts[0] += side(location[0]) + side(location[1])
	}
	if counts != c.Tree.counts {
		return fmt.Errorf("execution tree: %v directions are covered instead of %v", counts, c.Tree.counts)
	}
	return nil
}
