package flow

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

// inContext is a calling context and its depth in calls.
type inContext struct {
	context uint32
	depth   int
}

// contextPlace is a function with the calling context in which it runs.
type contextPlace struct {
	function int
	inContext
}

// Contexts finds every calling context of at most depth call sites that a run may have, and whether two of them share a
// hash. step returns the hash of a context extended by one call site. If every hash comes from only one pair of a context
// and a call site, then every hash stands for only one sequence of call sites: zero collisions are a proof. Contexts gives up
// after maxLookUps look-ups and says so in the result. The look-ups are its cost: one for each function in each of its
// contexts, and one for each call of that function.
func (p *Program) Contexts(depth, maxLookUps int, step func(context uint32, site int) uint32) Contexts {
	e := &enumeration{program: p, origins: map[uint32]origin{0: {0, -1}}, collided: map[uint32]bool{}, seen: map[contextPlace]bool{},
		opened: map[inContext]bool{}}
	unkept := make([][]int, len(p.Functions))
	for f := range p.Functions {
		unkept[f] = p.Functions[f].unkept()
	}
	e.enter(p.Main, inContext{})
	for len(e.work) > 0 && e.lookUps <= maxLookUps {
		at := e.work[len(e.work)-1]
		e.work = e.work[:len(e.work)-1]
		if p.Callbacks {
			e.enterAny(at.inContext)
		}
		for _, f := range unkept[at.function] {
			e.enter(f, at.inContext)
		}
		for _, call := range p.Functions[at.function].Calls {
			next := at.inContext
			if at.depth < depth {
				next = inContext{step(at.context, call.Site), at.depth + 1}
				e.note(next.context, origin{at.context, call.Site})
			}
			if call.Any {
				e.enterAny(next)
			}
			for _, f := range call.Callees {
				e.enter(f, next)
			}
		}
	}
	return Contexts{len(e.origins), len(e.collided), len(e.work) == 0 && !p.Untold}
}

// enumeration is the state of Contexts.
type enumeration struct {
	program  *Program
	origins  map[uint32]origin // of a hash
	collided map[uint32]bool
	seen     map[contextPlace]bool
	opened   map[inContext]bool // contexts in which every function that a pointer may call was entered
	work     []contextPlace
	lookUps  int
}

// origin is what a hash was computed from.
type origin struct {
	context uint32
	site    int
}

func (e *enumeration) enter(function int, in inContext) {
	e.lookUps++
	if at := (contextPlace{function, in}); !e.seen[at] {
		e.seen[at] = true
		e.work = append(e.work, at)
	}
}

func (e *enumeration) enterAny(in inContext) {
	e.lookUps++
	if e.opened[in] {
		return
	}
	e.opened[in] = true
	for _, f := range e.program.AddressTaken {
		e.enter(f, in)
	}
}

func (e *enumeration) note(context uint32, from origin) {
	e.lookUps++
	if before, known := e.origins[context]; !known {
		e.origins[context] = from
	} else if before != from {
		e.collided[context] = true
	}
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
