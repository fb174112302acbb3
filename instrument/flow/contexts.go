package flow

import "slices"

// Call is a call site by which the runtime tells calling contexts apart, and the functions of the program that it may enter.
type Call struct {
	Site    int
	Callees []int
}

// Contexts says what the hashes of calling contexts are worth in a program.
type Contexts struct {
	Number     int  // different hashes that were found
	Collisions int  // hashes that stand for two contexts
	Complete   bool // these are all that a run can have; otherwise they were too many
}

// contextPlace is a function with the calling context in which it runs.
type contextPlace struct {
	function int
	context  uint32
	depth    int
}

// Contexts finds every calling context of at most depth call sites that a run may have, and whether two of them have the same
// hash. step is the hash of a context and one more call site. It gives up behind that many places, functions in their
// contexts. A hash that stands for one pair only of the context before and the call site, for all hashes, stands for one
// sequence of call sites: so no collision is a proof. What others may call, handlers of signals and functions handed to
// the library, is taken to run in every context. Cost: linear in the places.
func (p *Program) Contexts(depth, most int, step func(context uint32, site int) uint32) Contexts {
	type origin struct {
		context uint32
		site    int
	}
	anywhere, unmonitored := p.calledByOthers(), p.unmonitored()
	origins := map[uint32]origin{0: {0, -1}}
	collided := map[uint32]bool{}
	seen := map[contextPlace]bool{}
	var work []contextPlace
	enter := func(at contextPlace) {
		if !seen[at] {
			seen[at] = true
			work = append(work, at)
		}
	}
	result := func(complete bool) Contexts { return Contexts{len(origins), len(collided), complete} }
	for _, f := range append([]int{p.Main}, anywhere...) {
		enter(contextPlace{f, 0, 0})
	}
	for len(work) > 0 {
		if len(seen) > most {
			return result(false)
		}
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range anywhere {
			enter(contextPlace{f, at.context, at.depth})
		}
		for _, f := range unmonitored[at.function] {
			enter(contextPlace{f, at.context, at.depth})
		}
		for _, call := range p.Functions[at.function].Calls {
			next := at
			if at.depth < depth {
				next.context, next.depth = step(at.context, call.Site), at.depth+1
				from := origin{at.context, call.Site}
				if before, known := origins[next.context]; !known {
					origins[next.context] = from
				} else if before != from {
					collided[next.context] = true
				}
			}
			for _, f := range call.Callees {
				next.function = f
				enter(next)
			}
		}
	}
	return result(true)
}

// unmonitored returns by function those that it enters without a change of context, such as constructors.
func (p *Program) unmonitored() [][]int {
	all := make([][]int, len(p.Functions))
	for i := range p.Functions {
		monitored := map[int]bool{}
		for _, call := range p.Functions[i].Calls {
			for _, f := range call.Callees {
				monitored[f] = true
			}
		}
		for _, block := range p.Functions[i].Blocks {
			for _, step := range block.Steps {
				for _, f := range step.Callees {
					if !monitored[f] {
						monitored[f] = true
						all[i] = append(all[i], f)
					}
				}
			}
		}
	}
	return all
}

// calledByOthers returns the functions that the library or the system may call.
func (p *Program) calledByOthers() []int {
	all := slices.Concat(p.Finally, p.Signalled)
	for i := range p.Functions {
		for _, block := range p.Functions[i].Blocks {
			for _, step := range block.Steps {
				all = append(all, step.Handed...)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
