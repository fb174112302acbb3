package flow

// Pointers finds which functions the pointers of a program may point to: inclusion constraints between sets (Andersen), without regard
// to the order of instructions. A node stands for the values that a register or a place in memory may hold. What a node may hold is
// functions and the addresses of other nodes.
type Pointers struct {
	nodes   []pointerNode
	calls   []pointerCall
	linked  map[[2]int]bool // the copies of all nodes
	work    []holding
	left    int // how many more things the nodes may be found to hold
	outside int // node of all memory that code outside of the program reads and writes
}

// pointerNode is one node and the constraints that begin at it.
type pointerNode struct {
	holds    map[int]bool
	listed   []int     // holds, in the order of their discovery
	copies   []int     // nodes that hold whatever this one holds
	loads    []int     // nodes that hold whatever the places hold to which this one points
	stores   []int     // nodes of which the places hold everything to which this one points
	calls    []int     // calls that enter the functions to which this one points
	function *Callable // the node stands for a function
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
}

// holding is news: a node was found to hold something.
type holding struct{ node, what int }

// NewPointers returns a program without values. The search gives up when the nodes hold more than limit things in sum, which is its cost.
func NewPointers(limit int) *Pointers {
	p := &Pointers{left: limit, linked: map[[2]int]bool{}}
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

// Address says that a node holds the address of another one, a place or a function.
func (p *Pointers) Address(of, node int) {
	n := &p.nodes[node]
	if n.holds[of] || p.left == 0 {
		return
	}
	if n.holds == nil {
		n.holds = map[int]bool{}
	}
	p.left--
	n.holds[of] = true
	n.listed = append(n.listed, of)
	p.work = append(p.work, holding{node, of})
}

// Copy says that a node holds whatever another one holds. Like in all constraints, -1 stands for a node that holds nothing.
func (p *Pointers) Copy(from, to int) {
	if from < 0 || to < 0 || from == to || p.linked[[2]int{from, to}] {
		return
	}
	p.linked[[2]int{from, to}] = true
	p.nodes[from].copies = append(p.nodes[from].copies, to)
	for _, what := range p.nodes[from].listed {
		p.Address(what, to)
	}
}

// Load says that a node holds whatever the places hold to which a pointer points.
func (p *Pointers) Load(pointer, to int) {
	if pointer >= 0 && to >= 0 {
		p.nodes[pointer].loads = append(p.nodes[pointer].loads, to)
		p.again(pointer)
	}
}

// Store says that the places to which a pointer points hold whatever a node holds.
func (p *Pointers) Store(from, pointer int) {
	if pointer >= 0 && from >= 0 {
		p.nodes[pointer].stores = append(p.nodes[pointer].stores, from)
		p.again(pointer)
	}
}

// Call adds a call through a pointer and returns its number.
func (p *Pointers) Call(pointer int, arguments []int, result int) int {
	p.calls = append(p.calls, pointerCall{arguments, result, map[int]bool{}})
	call := len(p.calls) - 1
	if pointer >= 0 {
		p.nodes[pointer].calls = append(p.nodes[pointer].calls, call)
		p.again(pointer)
	}
	return call
}

// again makes news of all that a node holds, for a constraint that is new.
func (p *Pointers) again(node int) {
	for _, what := range p.nodes[node].listed {
		p.work = append(p.work, holding{node, what})
	}
}

// Enter says that a call enters a function. It returns false if that was known.
func (p *Pointers) Enter(call, function int) (news bool) {
	c, f := &p.calls[call], p.nodes[function].function
	if f == nil || c.entered[function] {
		return false
	}
	c.entered[function] = true
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
		news := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		p.spread(news)
	}
	return p.left > 0
}

// spread applies the constraints that begin at a node to one thing that it holds.
func (p *Pointers) spread(news holding) {
	for _, to := range p.nodes[news.node].copies {
		p.Address(news.what, to)
	}
	function := p.nodes[news.what].function
	for _, call := range p.nodes[news.node].calls {
		p.Enter(call, news.what)
	}
	switch {
	case news.node == p.outside && function != nil:
		for _, parameter := range function.Parameters {
			p.Copy(p.outside, parameter)
		}
		p.Copy(function.Result, p.outside)
	case news.node == p.outside:
		p.Copy(p.outside, news.what)
		p.Copy(news.what, p.outside)
	}
	if function != nil {
		return // nothing is read or written there
	}
	for _, to := range p.nodes[news.node].loads {
		p.Copy(news.what, to)
	}
	for _, from := range p.nodes[news.node].stores {
		p.Copy(from, news.what)
	}
}

// Holds tells whether a node may hold the address of another one.
func (p *Pointers) Holds(node, address int) bool { return node >= 0 && p.nodes[node].holds[address] }
