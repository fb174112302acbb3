package expression

import "math/bits"

// Ref is the number of a node of a graph. The operands of a node have smaller numbers. 0 means no node.
type Ref uint32

// Node is an expression, shared by all expressions that contain it.
type Node struct {
	Kind    Kind8
	Width   uint8
	Flags   uint16
	A, B, C Ref // operands; for a constant, a read, an extract and a table see Graph
}

// Kind8 is a Kind in one byte.
type Kind8 uint8

// Variable is a value of the input of up to 16 bytes, or one byte of a longer one. A read node stands for it.
type Variable struct {
	Read    uint32 // index of the read
	Offset  uint32 // first byte within the input of the run
	Bytes   uint8
	Boolean bool // 0 or 1
	Float   bool
	Signed  bool
}

// Width returns the width of a variable in bits.
func (v Variable) Width() int { return 8 * int(v.Bytes) }

// Domain returns a mask of the bits that may be set in a variable.
func (v Variable) Domain() Value {
	if v.Boolean {
		return Of(1)
	}
	return Mask(v.Width())
}

// Elements is a table, from which an index selects.
type Elements struct {
	Width int
	Nodes []Ref // of that width
}

// Graph holds expressions, each only once (hash-consing): making an expression that exists already, or that a rule turns into
// another one, returns the existing or simpler one. A graph never shrinks; a node takes about 24 bytes.
//
// Constant returns the value of a constant. A read has its variable in A, an extract its lowest bit in B, a table its number in B.
type Graph struct {
	Variables []Variable
	Tables    []Elements

	nodes []Node
	highs []uint64 // high halves of wide constants, from 1
	index []Ref    // open addressing by hash of the node
	depth int      // depth of nested rewrites
	// what the comparison of a selection with a constant was simplified to, 0 if to nothing: chains of selections are compared again and
	// again, and each comparison would walk through the whole chain
	choices map[[2]Ref]Ref
}

// NewGraph returns a graph over these variables.
func NewGraph(variables []Variable) *Graph {
	return &Graph{Variables: variables, nodes: make([]Node, 1, 64), highs: make([]uint64, 1), index: make([]Ref, 64),
		choices: map[[2]Ref]Ref{}}
}

// Len returns one more than the greatest Ref.
func (g *Graph) Len() int { return len(g.nodes) }

// Node returns a node.
func (g *Graph) Node(r Ref) Node { return g.nodes[r] }

// Kind returns the kind of r.
func (g *Graph) Kind(r Ref) Kind { return Kind(g.nodes[r].Kind) }

// Width returns the width of r in bits.
func (g *Graph) Width(r Ref) int { return int(g.nodes[r].Width) }

// Constant returns the value of a constant, and whether r is one.
func (g *Graph) Constant(r Ref) (Value, bool) {
	n := g.nodes[r]
	if Kind(n.Kind) != Constant {
		return Value{}, false
	}
	return Value{uint64(n.A) | uint64(n.B)<<32, g.highs[n.C]}, true
}

// Const returns the constant of that value and width.
func (g *Graph) Const(width int, v Value) Ref {
	v = v.Cut(width)
	n := Node{Kind: Kind8(Constant), Width: uint8(width), A: Ref(uint32(v.Low)), B: Ref(v.Low >> 32)}
	if v.High != 0 {
		n.C = g.high(v.High)
	}
	return g.intern(n)
}

// high returns the index of a high half. There are few of them, so it searches only the latest ones.
func (g *Graph) high(x uint64) Ref {
	for i := len(g.highs) - 1; i > 0 && i > len(g.highs)-64; i-- {
		if g.highs[i] == x {
			return Ref(i)
		}
	}
	g.highs = append(g.highs, x)
	return Ref(len(g.highs) - 1)
}

// Variable returns the node that reads a variable.
func (g *Graph) Variable(number int) Ref {
	return g.intern(Node{Kind: Kind8(Read), Width: uint8(g.Variables[number].Width()), A: Ref(number)})
}

func (n Node) hash() uint64 {
	x := uint64(n.Kind) | uint64(n.Width)<<8 | uint64(n.Flags)<<16 | uint64(n.A)<<32
	y := uint64(n.B) | uint64(n.C)<<32
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, y^0xd1b54a32d192ed03)
	high2, low2 := bits.Mul64(high^low^x, 0x9e3779b97f4a7c15)
	return high2 ^ low2
}

// intern returns the number of a node; it adds the node if there is none like it.
func (g *Graph) intern(n Node) Ref {
	mask := uint64(len(g.index) - 1)
	i := n.hash() & mask
	for ; g.index[i] != 0; i = (i + 1) & mask {
		if g.nodes[g.index[i]] == n {
			return g.index[i]
		}
	}
	r := Ref(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.index[i] = r
	if 2*len(g.nodes) > len(g.index) {
		g.grow()
	}
	return r
}

func (g *Graph) grow() {
	g.index = make([]Ref, 2*len(g.index))
	mask := uint64(len(g.index) - 1)
	for r := 1; r < len(g.nodes); r++ {
		i := g.nodes[r].hash() & mask
		for g.index[i] != 0 {
			i = (i + 1) & mask
		}
		g.index[i] = Ref(r)
	}
}

// Operands appends the operands of a node to refs, without the elements of its table.
func (n Node) Operands(refs []Ref) []Ref {
	switch shapes[n.Kind].operands {
	case 1:
		return append(refs, n.A)
	case 2:
		return append(refs, n.A, n.B)
	case 3:
		return append(refs, n.A, n.B, n.C)
	}
	return refs
}

// Below appends the direct operands of r to refs, including the elements of its table.
func (g *Graph) Below(r Ref, refs []Ref) []Ref {
	n := g.nodes[r]
	if Kind(n.Kind) == Table {
		return append(append(refs, n.A), g.Tables[n.B].Nodes...)
	}
	return n.Operands(refs)
}

// Cone returns the roots and all nodes that they depend on, smallest first.
func (g *Graph) Cone(roots []Ref) []Ref {
	return g.ConeUntil(roots, func(Ref) bool { return false })
}

// ConeUntil is Cone without the nodes for which known is true and without the nodes on which only those depend.
func (g *Graph) ConeUntil(roots []Ref, known func(Ref) bool) []Ref {
	seen := make([]uint64, len(g.nodes)/64+1)
	var found []Ref
	todo := append([]Ref(nil), roots...)
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		bit := uint64(1) << (r % 64)
		if r == 0 || seen[r/64]&bit != 0 || known(r) {
			continue
		}
		seen[r/64] |= bit
		found = append(found, r)
		todo = g.Below(r, todo)
	}
	sortRefs(found)
	return found
}
