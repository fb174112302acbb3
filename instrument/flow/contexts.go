package flow

import "slices"

// Call is a call site by which the runtime tells calling contexts apart, and the functions of the program that it may enter.
type Call struct {
	Site    int
	Callees []int // by name
	Any     bool  // the call goes through a pointer and may enter any function of Program.AddressTaken
}

// Contexts says how well hashes tell the calling contexts of a program apart.
type Contexts struct {
	Number     int  // number of different hashes found
	Collisions int  // hashes that stand for two contexts
	Complete   bool // no run has others; false: there are too many to enumerate, or calls alone do not tell them apart
}

// Contexts finds every calling context of at most depth call sites (at least one) that a run may have, and whether two of them share a
// hash: zero collisions are a proof. step returns the hash of a context extended by one call site. Contexts gives up after maxSteps steps
// and says so in the result. The steps are its cost, some 0.1 microseconds each: one for each function in each of its contexts, one for
// each call of that function, and one for each function that a call site enters.
func (p *Program) Contexts(depth, maxSteps int, step func(context uint32, site int) uint32) Contexts {
	e := &enumeration{program: p, step: step, depth: depth, left: maxSteps, entered: map[int][]int{}, hashes: []uint32{0}}
	e.mark, e.unkept = make([]int, len(p.Functions)), make([][]int, len(p.Functions))
	for f := range p.Functions {
		e.unkept[f] = p.Functions[f].unkept()
	}
	first := Call{Site: noSite, Callees: []int{p.Main}}
	e.walk(e.enteredBy(&first), 0, 0)
	result := Contexts{Complete: e.left >= 0 && !p.Untold}
	result.Number, result.Collisions = different(e.hashes)
	return result
}

// noSite stands for the call of main.
const noSite = -1

// enumeration is the state of Contexts. A call site is in one function, so each sequence of call sites is met once, and its hash kept once.
type enumeration struct {
	program *Program
	step    func(context uint32, site int) uint32
	depth   int
	left    int           // steps
	entered map[int][]int // functions that a call site enters, without any of its own
	hashes  []uint32      // of all contexts found
	unkept  [][]int       // by function: what it enters without a call site
	mark    []int         // by function: the number of the list that has it
	lists   int
}

// walk finds the contexts that begin with one in which these functions run.
func (e *enumeration) walk(functions []int, context uint32, depth int) {
	for _, f := range functions {
		e.left--
		calls := e.program.Functions[f].Calls
		for i := range calls {
			if e.left--; e.left < 0 {
				return
			}
			next := e.step(context, calls[i].Site)
			e.hashes = append(e.hashes, next)
			if depth+1 < e.depth { // deeper calls do not change the context
				e.walk(e.enteredBy(&calls[i]), next, depth+1)
			}
		}
	}
}

// enteredBy returns the functions that run in the context of a call, each once: those that it calls, callbacks, and what these enter
// without a call site.
func (e *enumeration) enteredBy(call *Call) []int {
	if found, known := e.entered[call.Site]; known {
		return found
	}
	e.lists++
	var all []int
	add := func(functions []int) {
		for _, f := range functions {
			if e.mark[f] != e.lists {
				e.mark[f] = e.lists
				all = append(all, f)
			}
		}
	}
	add(call.Callees)
	if call.Any || e.program.Callbacks {
		add(e.program.AddressTaken)
	}
	for i := 0; i < len(all); i++ {
		add(e.unkept[all[i]])
	}
	e.left -= len(all)
	e.entered[call.Site] = all
	return all
}

// different counts the different hashes, and those that are there more than once. It sorts the hashes.
func different(hashes []uint32) (number, repeated int) {
	slices.Sort(hashes)
	for i, n := 0, 0; i < len(hashes); i += n {
		n = 1
		for i+n < len(hashes) && hashes[i+n] == hashes[i] {
			n++
		}
		number++
		if n > 1 {
			repeated++
		}
	}
	return number, repeated
}

// unkept returns the functions that this one enters without changing the context, such as constructors.
func (f *Function) unkept() (all []int) {
	for _, block := range f.Blocks {
		for _, step := range block.Steps {
			if !step.Kept {
				all = append(all, step.Callees...)
			}
		}
	}
	return all
}
