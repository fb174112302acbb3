package strategy

import (
	"slices"

	"fizzer/fizzer/analysis/loops"
	"fizzer/fizzer/tree"
)

// peeker is a source whose next node can be looked at without removing it.
type peeker interface{ peek() tree.Node }

// heads is the source of loop heads: the report's H.
type heads struct {
	*scope
	nodes  []tree.Node
	before []peeker // the heads on the path to the next node of these sources are worked on first
}

// next returns a loop head. When there is none, it looks for heads along the path to the node that the next sources
// would return, once for each such node (Alg. 4, lines 5 to 7).
func (h *heads) next() tree.Node {
	if n := h.pop(); n != tree.None {
		return n
	}
	for _, source := range h.before {
		if n := source.peek(); n != tree.None {
			h.detect(n)
			return h.pop()
		}
	}
	return tree.None
}

func (h *heads) pop() tree.Node {
	for len(h.nodes) > 0 {
		n := h.nodes[0]
		h.nodes = h.nodes[1:]
		if h.tree.Open(n) {
			return n
		}
	}
	return tree.None
}

// detect adds the loop heads along the path to n (Alg. 6), once for each n.
func (h *heads) detect(n tree.Node) {
	if h.tree.Has(n, tree.LoopsDetected) {
		return
	}
	h.tree.Finish(n, tree.LoopsDetected)
	path := h.tree.PathTo(n, nil)
	_, bodies := loops.Detect(loops.IDs(h.tree, path))
	for _, head := range representatives(h.tree, path, bodies) {
		if head != tree.None {
			h.nodes = append(h.nodes, head)
		}
	}
}

// representatives returns the smallest open loop head for each class of input sizes: the one with the fewest input
// bytes and, of these, the smallest depth (Alg. 6).
func representatives(t *tree.Tree, path []tree.Node, bodies loops.Bodies) [11]tree.Node {
	var best [11]tree.Node
	for i := range best {
		best[i] = tree.None
	}
	for _, n := range path { // by depth; bytes grow with depth, so the first of a class is its smallest
		if bodies[t.ID(n)] == nil || !t.Open(n) {
			continue
		}
		if class := tree.SizeClass(float64(t.InputBytes(n))); best[class] == tree.None {
			best[class] = n
		}
	}
	return best
}

func (h *heads) retain(int) []tree.Node {
	h.nodes = slices.DeleteFunc(h.nodes, func(n tree.Node) bool { return !h.tree.Open(n) })
	return h.nodes
}

func (h *heads) forget(int) { h.nodes = alive(h.tree, h.nodes) }
