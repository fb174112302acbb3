package flow

import "slices"

// Behind says which conditions a run may evaluate after a given one. The conditions are in components of the flow; a run goes from
// component to component along Next, and never back.
type Behind struct {
	Waiting []int   // by condition: its component as long as the run may still return to callers
	Called  []int   // by condition: its component in a call from one of the conditions that come before, whose return is not followed
	Next    [][]int // by component: those that directly follow it, with smaller numbers
	Errors  []int   // components that enter an error function, in order
	End     int     // the component of the end of the program
}

// Conditions returns the conditions that are behind one of them, in order. The cost is linear in the size of the program.
func (b *Behind) Conditions(location int) (found []int) {
	seen, open := map[int]bool{}, []int{b.Waiting[location]}
	for len(open) > 0 {
		component := open[len(open)-1]
		open = open[:len(open)-1]
		if !seen[component] {
			seen[component] = true
			open = append(open, b.Next[component]...)
		}
	}
	for other := range b.Waiting {
		if seen[b.Waiting[other]] || seen[b.Called[other]] {
			found = append(found, other)
		}
	}
	return found
}

// Behind returns what is behind each of the conditions 0 to count-1. Ways match calls with returns, except that a function in which a run
// ends returns to all of its callers. Within a block everything is behind everything. It returns nil if the program is continued in ways
// that its calls do not show: by signals, threads or coroutines. The cost is linear in the size of the program.
func (p *Program) Behind(count int) *Behind {
	if p.Untold || p.Handlers || len(p.Signalled) > 0 {
		return nil
	}
	w := ways{Program: p}
	w.number()
	for f := range p.Functions {
		for b := range p.Functions[f].Blocks {
			w.addBlock(f, b)
		}
	}
	w.addHubs()
	w.sort()
	of, number := components(w.nodes, func(node, i int) int {
		if next := w.next(node); i < len(next) {
			return next[i]
		}
		return -1
	})
	return w.condensed(of, number, count)
}

// ways is the graph of a program: two nodes for each block, one for the return of each function, and some for what leads from many places
// to many. A block is waiting while its function may return, and called where the way into its function began at a call.
type ways struct {
	*Program
	first  []int // by function: number of its first block
	added  []way
	errors []int // nodes that enter an error function
	starts []int // by node: where its ways begin in ends
	ends   []int // where the ways lead to, by where they come from

	blocks, nodes                      int
	finally, intoTaken, outOf, jumping int // functions of Finally; functions that outside code calls, and their return; marks
}

// way is an edge of the graph.
type way struct{ from, to int }

func (w *ways) number() {
	w.first = make([]int, len(w.Functions))
	for f := range w.Functions {
		w.first[f] = w.blocks
		w.blocks += len(w.Functions[f].Blocks)
	}
	w.finally = 2*w.blocks + len(w.Functions)
	w.intoTaken, w.outOf, w.jumping = w.finally+1, w.finally+2, w.finally+3
	w.nodes = w.finally + 4
	w.added = make([]way, 0, 3*w.nodes/2)
}

func (w *ways) waiting(f, b int) int { return 2 * (w.first[f] + b) }
func (w *ways) called(f, b int) int  { return w.waiting(f, b) + 1 }
func (w *ways) exit(f int) int       { return 2*w.blocks + f }

// entry returns where a call enters a function; false if the function has no code.
func (w *ways) entry(f int) (int, bool) { return w.called(f, 0), len(w.Functions[f].Blocks) > 0 }

func (w *ways) add(from, to int) { w.added = append(w.added, way{from, to}) }

// sort puts the ways into the order of where they come from.
func (w *ways) sort() {
	w.starts, w.ends = make([]int, w.nodes+2), make([]int, len(w.added))
	for _, way := range w.added {
		w.starts[way.from+2]++
	}
	for i := 2; i < len(w.starts); i++ {
		w.starts[i] += w.starts[i-1]
	}
	for _, way := range w.added {
		w.ends[w.starts[way.from+1]] = way.to
		w.starts[way.from+1]++
	}
}

// next returns where the ways from a node lead to.
func (w *ways) next(node int) []int { return w.ends[w.starts[node]:w.starts[node+1]] }

func (w *ways) addBlock(f, b int) {
	block, waiting, called := &w.Functions[f].Blocks[b], w.waiting(f, b), w.called(f, b)
	for _, edge := range block.Edges {
		w.add(waiting, w.waiting(f, edge.To))
		w.add(called, w.called(f, edge.To))
	}
	if block.Returns {
		w.add(waiting, w.exit(f))
	}
	if b == 0 && w.Functions[f].Error {
		w.errors = append(w.errors, waiting, called)
	}
	for i := range block.Steps {
		w.addStep(&block.Steps[i], waiting, called)
	}
}

// addStep adds the ways out of a step of a block, by calls and jumps.
func (w *ways) addStep(step *Step, waiting, called int) {
	for _, callees := range [][]int{step.Callees, step.Handed, step.Held} {
		for _, callee := range callees {
			w.addCall(callee, waiting, called)
		}
	}
	leadsTo := func(to int) {
		w.add(waiting, to)
		w.add(called, to)
	}
	switch step.Effect {
	case Ends:
		leadsTo(w.finally)
	case Jumps:
		leadsTo(w.jumping)
	case Marks:
		w.add(w.jumping, waiting)
	}
	if step.Any || step.Passes && w.backs() {
		leadsTo(w.intoTaken)
		w.add(w.outOf, waiting)
	}
	if step.Error {
		w.errors = append(w.errors, waiting, called)
	}
}

// backs reports whether code outside of the program may call the functions whose address is taken.
func (w *ways) backs() bool { return w.Callbacks || w.Back }

func (w *ways) addCall(callee, waiting, called int) {
	w.add(w.exit(callee), waiting)
	if entry, ok := w.entry(callee); ok {
		w.add(waiting, entry)
		w.add(called, entry)
	}
}

// addHubs adds the ways through what leads from many places to many.
func (w *ways) addHubs() {
	for _, f := range w.Finally {
		w.add(w.exit(f), w.finally)
		if entry, ok := w.entry(f); ok {
			w.add(w.finally, entry)
		}
	}
	w.add(w.exit(w.Main), w.finally)
	if w.Unnamed {
		w.add(w.finally, w.intoTaken)
		w.add(w.outOf, w.finally)
	}
	for _, f := range w.AddressTaken {
		w.add(w.exit(f), w.outOf)
		if entry, ok := w.entry(f); ok {
			w.add(w.intoTaken, entry)
		}
	}
}

// condensed keeps of the components those with conditions, errors and the end, and those that lead to several others.
func (w *ways) condensed(of []int, number, count int) *Behind {
	holds := make([]bool, number)
	behind := &Behind{Waiting: make([]int, count), Called: make([]int, count)}
	for f := range w.Functions {
		for b := range w.Functions[f].Blocks {
			for _, step := range w.Functions[f].Blocks[b].Steps {
				if step.Condition >= 0 {
					behind.Waiting[step.Condition], behind.Called[step.Condition] = of[w.waiting(f, b)], of[w.called(f, b)]
					holds[of[w.waiting(f, b)]], holds[of[w.called(f, b)]] = true, true
				}
			}
		}
	}
	for _, node := range append(w.errors, w.finally) {
		holds[of[node]] = true
	}
	members := ways{nodes: number, added: make([]way, 0, w.nodes)}
	for node, component := range of {
		members.add(component, node)
	}
	members.sort()
	kept := make([]int, number) // the number of what stands for a component; -1: nothing is behind it
	var next []int
	for component := range number {
		next = next[:0]
		for _, node := range members.next(component) {
			for _, to := range w.next(node) {
				if to = of[to]; to != component && kept[to] >= 0 {
					next = append(next, kept[to])
				}
			}
		}
		slices.Sort(next)
		next = slices.Compact(next)
		switch {
		case holds[component] || len(next) > 1:
			kept[component] = len(behind.Next)
			behind.Next = append(behind.Next, slices.Clone(next))
		case len(next) == 1:
			kept[component] = next[0]
		default:
			kept[component] = -1
		}
	}
	for i := range count {
		behind.Waiting[i], behind.Called[i] = kept[behind.Waiting[i]], kept[behind.Called[i]]
	}
	for _, node := range w.errors {
		behind.Errors = append(behind.Errors, kept[of[node]])
	}
	slices.Sort(behind.Errors)
	behind.Errors, behind.End = slices.Compact(behind.Errors), kept[of[w.finally]]
	return behind
}
