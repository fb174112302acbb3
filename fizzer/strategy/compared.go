package strategy

import (
	"math"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// comparedTries is the maximum of nodes of one execution ID that compared returns. It is picked by hand.
const comparedTries = 64

// comparedEvery: nodes of compared come every 4th call, so that other sources are not starved.
const comparedEvery = 4

// compared is the source of new targets that compare two characters that are as far apart as no two at their execution ID were before.
// The first inputs that reach a comparison of texts may compare the same ones, for example an empty text with a word. They use up the
// tries of fresh, and their nodes do not depend on the input; so a later node, which does, would wait behind all others.
type compared struct {
	*scope
	worth     func(tree.Node) bool    // whether words may be found at a node; nil: there are none
	nodes     []tree.Node             // that wait
	distances map[trace.ID]*distances // seen at an execution ID
}

// distances is a set of distances of characters.
type distances struct {
	seen  [math.MaxUint8 + 1]bool
	count int
}

func (c *compared) observe(n tree.Node) {
	if c.worth == nil || !c.worth(n) {
		return
	}
	d := math.Abs(c.tree.Distance(n).Float())
	if !(d <= math.MaxUint8) { // not of characters
		return
	}
	id := c.tree.ID(n)
	known := c.distances[id]
	if known == nil {
		known = &distances{}
		c.distances[id] = known
	}
	if known.count < comparedTries && !known.seen[int(d)] {
		known.seen[int(d)] = true
		known.count++
		c.nodes = append(c.nodes, n)
	}
}

func (c *compared) next() tree.Node {
	for len(c.nodes) > 0 {
		n := c.nodes[0]
		c.nodes = c.nodes[1:]
		if c.wanted(n) && c.worth(n) {
			return n
		}
	}
	return tree.None
}

func (c *compared) retain(int) []tree.Node {
	c.nodes = nil
	return nil
}

func (c *compared) forget(int) {}
