package flow

import "slices"

// Pointers finds which functions the pointers of a program may point to: inclusion constraints between sets (Andersen), without regard
// to the order of instructions. A node stands for the values that a register or a place in memory may hold. What a node may hold is
// functions and the addresses of other nodes.
//
// Three things keep thousands of nodes from listing thousands of others each. Code outside of the program reads and writes all places
// that it knows, so that they all hold the same: one node stands for them. What such code knows is one thing in the sets of other nodes.
// And one node stands for nodes that copy from each other in a circle (cycles.go).
type Pointers struct {
	pace
	nodes   []pointerNode
	calls   []pointerCall
	linked  map[[2]int32]bool // the copies of all nodes
	work    []holding
	numbers numbering
	outside int  // node of all memory that code outside of the program reads and writes
	placed  bool // there is such memory
}

// pace counts what is done.
type pace struct {
	limit    int // things that the nodes may be found to hold
	left     int // how many more
	circles  int // circles of copies are looked for when no more than that is left
	patience int // how many things are found at first before that
}

// looks tells whether circles are to be looked for now. It is not due again before the nodes hold twice as much.
func (p *pace) looks() bool {
	if p.left > p.circles {
		return false
	}
	p.circles = p.left - max(p.patience, p.limit-p.left)
	return true
}

// everything is what a node holds that may hold all that code outside of the program knows.
const everything = -1

// pointerNode is one node and the constraints that begin at it.
type pointerNode struct {
	holds    []uint64  // bits, by the numbers of things: the same as listed, if these are more than a few
	number   int       // of the node among the things that nodes hold; 0: none holds its address
	listed   []int     // what the node may hold, in the order of its discovery
	copies   []int     // nodes that hold whatever this one holds
	loads    []int     // nodes that hold whatever the places hold to which this one points
	stores   []int     // nodes of which the places hold everything to which this one points
	calls    []int     // calls that enter the functions to which this one points
	function *Callable // the node stands for a function
	merged   bool      // another node stands for this one
	into     int       // that node, or one for which it stands
}

// numbering counts the things that nodes hold.
type numbering int

// number returns the number of a node among the things that nodes hold. That of everything is 0.
func (n *numbering) number(what *pointerNode) int {
	if what.number == 0 {
		*n++
		what.number = int(*n)
	}
	return what.number
}

// A few things of a node are looked for one after the other: bits would take more room than they do.
const few = 16

// has tells whether the node holds the thing with this number.
func (n *pointerNode) has(what, number int) bool {
	if len(n.listed) <= few {
		return slices.Contains(n.listed, what)
	}
	return number/64 < len(n.holds) && n.holds[number/64]>>(number%64)&1 != 0
}

// set sets the bit of a thing. It returns how many words that took.
func (n *pointerNode) set(number int) (words int) {
	if words = number/64 + 1 - len(n.holds); words > 0 {
		n.holds = append(n.holds, make([]uint64, words)...)
	}
	n.holds[number/64] |= 1 << (number % 64)
	return max(words, 0)
}

// Callable is what a call needs to know of a function: the nodes of its parameters and of its result, -1 where nothing is tracked.
type Callable struct {
	Parameters []int
	Result     int
}

// pointerCall is a call through a pointer.
type pointerCall struct {
	arguments []int
	result    int
	entered   map[int]bool
	open      bool // it enters the functions that code outside of the program knows
}

// holding is news: a node was found to hold something.
type holding struct{ node, what int }

// NewPointers returns a program without values. The search gives up when the nodes hold more than limit things in sum, which is its cost.
func NewPointers(limit int) *Pointers {
	p := &Pointers{pace: pace{limit, limit, limit, firstHeld}, linked: map[[2]int32]bool{}}
	p.outside = p.Node()
	return p
}

// Outside is the node of what code outside of the program may hold. That code reads and writes all places to which it has pointers,
// and calls all functions.
func (p *Pointers) Outside() int { return p.outside }

// Node adds a node.
func (p *Pointers) Node() int {
	p.nodes = append(p.nodes, pointerNode{})
	return len(p.nodes) - 1
}

// Function adds a node that stands for a function.
func (p *Pointers) Function(f *Callable) int {
	node := p.Node()
	p.nodes[node].function = f
	return node
}

// of returns the node that stands for a node.
func (p *Pointers) of(node int) int {
	for p.nodes[node].merged {
		into := &p.nodes[node].into
		if p.nodes[*into].merged {
			*into = p.nodes[*into].into
		}
		node = *into
	}
	return node
}

// isPlace tells whether a thing that a node holds is the address of a place.
func (p *Pointers) isPlace(what int) bool { return what != everything && p.nodes[what].function == nil }

// wordsForThing is how many words of bits cost as much as one thing that is found.
const wordsForThing = 4

// number returns the number of a thing among all that nodes hold.
func (p *Pointers) number(what int) int {
	if what == everything {
		return 0
	}
	return p.numbers.number(&p.nodes[what])
}

// Address says that a node holds the address of another one, a place or a function.
func (p *Pointers) Address(of, node int) {
	if node < 0 || p.left <= 0 {
		return
	}
	node = p.of(node)
	n, number := &p.nodes[node], p.number(of)
	if of == everything && node == p.outside || n.has(of, number) {
		return
	}
	p.left--
	n.listed = append(n.listed, of)
	switch {
	case len(n.listed) == few+1:
		for _, held := range n.listed {
			p.left -= n.set(p.number(held)) / wordsForThing
		}
	case len(n.listed) > few:
		p.left -= n.set(number) / wordsForThing
	}
	p.work = append(p.work, holding{node, of})
}

// Copy says that a node holds whatever another one holds. Like in all constraints, -1 stands for a node that holds nothing.
func (p *Pointers) Copy(from, to int) {
	if from < 0 || to < 0 {
		return
	}
	from, to = p.of(from), p.of(to)
	link := [2]int32{int32(from), int32(to)}
	switch {
	case from == to || p.linked[link]:
		return
	case from == p.outside:
		p.Address(everything, to)
		return
	}
	p.linked[link] = true
	p.nodes[from].copies = append(p.nodes[from].copies, to)
	for _, what := range p.nodes[from].listed {
		p.Address(what, to)
	}
}

// Load says that a node holds whatever the places hold to which a pointer points.
func (p *Pointers) Load(pointer, to int) {
	if pointer < 0 || to < 0 {
		return
	}
	pointer = p.of(pointer)
	if pointer == p.outside && p.placed {
		p.Copy(p.outside, to)
		return
	}
	p.nodes[pointer].loads = append(p.nodes[pointer].loads, to)
	for _, what := range p.nodes[pointer].listed {
		p.load(what, to)
	}
}

// load applies a load to one thing that its pointer holds.
func (p *Pointers) load(what, to int) {
	switch {
	case what == everything:
		p.Load(p.outside, to)
	case p.isPlace(what):
		p.Copy(what, to)
	}
}

// Store says that the places to which a pointer points hold whatever a node holds.
func (p *Pointers) Store(from, pointer int) {
	if pointer < 0 || from < 0 {
		return
	}
	pointer = p.of(pointer)
	if pointer == p.outside && p.placed {
		p.Copy(from, p.outside)
		return
	}
	p.nodes[pointer].stores = append(p.nodes[pointer].stores, from)
	for _, what := range p.nodes[pointer].listed {
		p.store(from, what)
	}
}

// store applies a store to one thing that its pointer holds.
func (p *Pointers) store(from, what int) {
	switch {
	case what == everything:
		p.Store(from, p.outside)
	case p.isPlace(what):
		p.Copy(from, what)
	}
}

// Call adds a call through a pointer and returns its number.
func (p *Pointers) Call(pointer int, arguments []int, result int) int {
	p.calls = append(p.calls, pointerCall{arguments: arguments, result: result, entered: map[int]bool{}})
	call := len(p.calls) - 1
	if pointer >= 0 {
		p.addCall(p.of(pointer), call)
	}
	return call
}

// addCall says that a call enters the functions to which a node points.
func (p *Pointers) addCall(pointer, call int) {
	n := &p.nodes[pointer]
	n.calls = append(n.calls, call)
	for _, what := range n.listed {
		p.enter(call, what)
	}
}

// enter applies a call to one thing that its pointer holds.
func (p *Pointers) enter(call, what int) {
	if what != everything {
		p.Enter(call, what)
		return
	}
	if p.calls[call].open {
		return
	}
	p.calls[call].open = true
	outside := &p.nodes[p.outside]
	outside.calls = append(outside.calls, call)
	for _, what := range outside.listed {
		p.Enter(call, what)
	}
}

// Enter says that a call enters a function. It returns false if that was known.
func (p *Pointers) Enter(call, function int) (news bool) {
	c, f := &p.calls[call], p.nodes[function].function
	if f == nil || c.entered[function] {
		return false
	}
	c.entered[function] = true
	p.left--
	for n, argument := range c.arguments {
		if n < len(f.Parameters) {
			p.Copy(argument, f.Parameters[n])
		} else {
			p.Copy(argument, p.outside) // it is read by va_arg
		}
	}
	p.Copy(f.Result, c.result)
	return true
}

// Solve finds what each node holds. It returns false if it gave up. More constraints may be added, and Solve called again.
func (p *Pointers) Solve() bool {
	for len(p.work) > 0 && p.left > 0 {
		if p.looks() {
			mergeCircles(p)
			continue
		}
		news := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		p.spread(news)
	}
	return p.left > 0
}

// spread applies the constraints that begin at a node to one thing that it holds.
func (p *Pointers) spread(news holding) {
	n := &p.nodes[news.node]
	if n.merged {
		return // what it held and its constraints went to the node that stands for it
	}
	for _, to := range n.copies {
		p.Address(news.what, to)
	}
	for _, call := range n.calls {
		p.enter(call, news.what)
	}
	for _, to := range n.loads {
		p.load(news.what, to)
	}
	for _, from := range n.stores {
		p.store(from, news.what)
	}
	if news.node != p.outside {
		return
	}
	if p.isPlace(news.what) {
		p.know(news.what)
		return
	}
	function := p.nodes[news.what].function
	for _, parameter := range function.Parameters {
		p.Copy(p.outside, parameter)
	}
	p.Copy(function.Result, p.outside)
}

// know says that code outside of the program knows a place.
func (p *Pointers) know(place int) {
	if !p.placed { // its loads and stores have been applied to this place, and all others are the same
		p.placed = true
		p.nodes[p.outside].loads, p.nodes[p.outside].stores = nil, nil
	}
	if place = p.of(place); place != p.outside {
		merge(p, p.outside, place)
	}
}

// Holds tells whether a node may hold the address of another one.
func (p *Pointers) Holds(node, address int) bool {
	if node < 0 {
		return false
	}
	n, number := &p.nodes[p.of(node)], p.number(address)
	return n.has(address, number) || n.has(everything, 0) && p.nodes[p.outside].has(address, number)
}
