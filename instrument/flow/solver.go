package flow

import "slices"

// value is a distance of at most None.
type value = int

func add(a, b value) value { return min(a+b, None) }

// solver holds the distances found so far; they only shrink.
type solver struct {
	*Program
	through []value      // conditions from the entry of a function to its return
	enter   []value      // from the entry to the error, before the function returns
	after   []value      // from its return to the error
	jump    value        // from behind the calls that mark to the error
	blocks  [][][3]value // by function, block and state: from the start of the block to the error
	callers [][]int      // by function, without repetition
	before  [][][]int    // by function and block: the blocks that lead to it
}

func newSolver(p *Program) *solver {
	count := len(p.Functions)
	s := &solver{Program: p, jump: None, callers: make([][]int, count), before: make([][][]int, count), blocks: make([][][3]value, count)}
	s.through, s.enter, s.after = unknown(count), unknown(count), unknown(count)
	for f := range p.Functions {
		blocks := p.Functions[f].Blocks
		s.before[f], s.blocks[f] = make([][]int, len(blocks)), make([][3]value, len(blocks))
		for b := range blocks {
			s.prepare(f, b)
		}
	}
	return s
}

func unknown(count int) []value {
	values := make([]value, count)
	for i := range values {
		values[i] = None
	}
	return values
}

// prepare sets the callees of calls that end the program or cause a signal, and notes the predecessors of blocks and the
// callers of functions.
func (s *solver) prepare(f, b int) {
	block := &s.Functions[f].Blocks[b]
	for i := range block.Steps {
		step := &block.Steps[i]
		switch step.Effect {
		case Ends:
			step.Callees = append(slices.Clone(step.Callees), s.Finally...)
		case Signals:
			step.Callees = append(slices.Clone(step.Callees), s.Signalled...)
		}
		for _, callees := range [][]int{step.Callees, step.Handed} {
			for _, callee := range callees {
				if known := s.callers[callee]; len(known) == 0 || known[len(known)-1] != f { // functions come in order
					s.callers[callee] = append(known, f)
				}
			}
		}
	}
	for _, edge := range block.Edges {
		s.before[f][edge.To] = append(s.before[f][edge.To], b)
	}
}

func (s *solver) hasError() bool {
	for f := range s.Functions {
		if s.Functions[f].Error || s.callsError(f) {
			return true
		}
	}
	return false
}

func (s *solver) callsError(f int) bool {
	return slices.ContainsFunc(s.Functions[f].Blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Steps, func(step Step) bool { return step.Error })
	})
}

// solve finds all distances. If the program jumps back to marks, the distance from behind a mark is known only at the end.
// solve therefore iterates until that distance does not change.
func (s *solver) solve() {
	s.solveThrough()
	for {
		jump := s.jump
		s.solveEnter()
		s.solveAfter()
		if s.jump == jump {
			return
		}
	}
}

// all returns the numbers of all functions, the last first: callees mostly come before their callers.
func (s *solver) all() []int {
	functions := make([]int, len(s.Functions))
	for i := range functions {
		functions[i] = len(functions) - 1 - i
	}
	return functions
}

// solveThrough finds how many conditions it takes to pass through each function. The error is not considered yet.
func (s *solver) solveThrough() {
	enter, jump := s.enter, s.jump
	s.enter, s.jump = unknown(len(s.Functions)), None
	work := newQueue(len(s.Functions), s.all())
	for f, ok := work.take(); ok; f, ok = work.take() {
		if len(s.Functions[f].Blocks) == 0 {
			continue
		}
		s.flow(f, 0, false)
		if through := s.blocks[f][0][Unknown]; through < s.through[f] {
			s.through[f] = through
			work.put(s.callers[f]...)
		}
	}
	s.enter, s.jump = enter, jump
}

// solveEnter finds the shortest ways to the error that start at the entry of a function and do not return from it.
func (s *solver) solveEnter() {
	work := newQueue(len(s.Functions), s.all())
	for f, ok := work.take(); ok; f, ok = work.take() {
		enter := value(0)
		if !s.Functions[f].Error {
			enter = None
			if len(s.Functions[f].Blocks) > 0 {
				s.flow(f, None, true)
				enter = s.blocks[f][0][Unknown]
			}
		}
		if enter < s.enter[f] {
			s.enter[f] = enter
			work.put(s.callers[f]...)
		}
	}
}

// solveAfter finds the shortest ways that return from the function in which they start, callers before callees.
func (s *solver) solveAfter() {
	for _, f := range append([]int{s.Main}, s.Finally...) {
		for _, handler := range s.Finally {
			s.after[f] = min(s.after[f], s.enter[handler])
		}
	}
	start := s.all()
	slices.Reverse(start)
	work := newQueue(len(s.Functions), start)
	for f, ok := work.take(); ok; f, ok = work.take() {
		s.flow(f, s.after[f], true)
		for b := range s.Functions[f].Blocks {
			s.returnInto(f, b, work)
		}
	}
}

// returnInto passes the distances from behind the calls of a block to the functions that they enter.
func (s *solver) returnInto(f, b int, work *queue) {
	block := &s.Functions[f].Blocks[b]
	v := s.end(f, b, Unknown, nil, false)
	for i := len(block.Steps) - 1; i >= 0; i-- {
		step := &block.Steps[i]
		if step.Effect == Marks {
			s.jump = min(s.jump, v)
		}
		for _, callee := range step.Callees {
			if v < s.after[callee] {
				s.after[callee] = v
				work.put(callee)
			}
		}
		v = s.over(step, v)
	}
}

// flow finds the distances from all blocks of a function, given the distance from its return. Without goal, error functions
// are treated like other functions.
func (s *solver) flow(f int, atReturn value, goal bool) {
	blocks, values := s.Functions[f].Blocks, s.blocks[f]
	order := make([]int, len(blocks))
	for b := range blocks {
		values[b] = [3]value{None, None, None}
		order[b] = len(blocks) - 1 - b
	}
	s.after[f], atReturn = atReturn, s.after[f] // end reads it there
	defer func() { s.after[f] = atReturn }()
	work := newQueue(len(blocks), order)
	for b, ok := work.take(); ok; b, ok = work.take() {
		if s.improve(f, b, goal) {
			work.put(s.before[f][b]...)
		}
	}
}

// improve brings the values of one block up to date and tells whether one of them shrank.
func (s *solver) improve(f, b int, goal bool) bool {
	shrank := false
	for state := Unknown; state <= True; state++ {
		v := s.end(f, b, state, nil, false)
		for steps := s.Functions[f].Blocks[b].Steps; len(steps) > 0; steps = steps[:len(steps)-1] {
			step := &steps[len(steps)-1]
			if step.Error && !goal {
				continue
			}
			v = s.over(step, v)
		}
		if v < s.blocks[f][b][state] {
			s.blocks[f][b][state] = v
			shrank = true
		}
	}
	return shrank
}

// end returns the distance from behind the last step of a block. If condition is not nil, it has the given outcome.
func (s *solver) end(f, b int, state State, condition *int, outcome bool) value {
	block := &s.Functions[f].Blocks[b]
	v := value(None)
	if block.Returns {
		v = s.after[f]
	}
	for _, edge := range block.Edges {
		excluded := condition != nil && edge.Condition == *condition && edge.Outcome != outcome
		if !excluded && (edge.If == Unknown || state == Unknown || edge.If == state) {
			v = min(v, s.blocks[f][edge.To][edge.State])
		}
	}
	return v
}

// over returns the distance from before a step, given the distance v from behind it.
func (s *solver) over(step *Step, v value) value {
	if step.Condition >= 0 {
		return add(v, 1)
	}
	best := value(None)
	switch {
	case step.Error:
		return 0
	case step.Effect == Jumps:
		best = s.jump
	case step.Passes:
		best = v
	}
	for _, callee := range step.Callees {
		best = min(best, s.into(callee, v))
	}
	for _, callee := range step.Handed {
		best = min(best, s.enter[callee])
	}
	return best
}

// into returns the distance from the call of a function, given the distance v from behind the call.
func (s *solver) into(callee int, v value) value {
	return min(s.enter[callee], add(s.through[callee], v))
}

// record writes the distances of the conditions of a function to result.
func (s *solver) record(f int, result []Distances) {
	for b := range s.Functions[f].Blocks {
		block := &s.Functions[f].Blocks[b]
		v := s.end(f, b, Unknown, nil, false)
		for i := len(block.Steps) - 1; i >= 0; i-- {
			if step := &block.Steps[i]; step.Condition >= 0 {
				result[step.Condition] = s.directions(f, b, i, v)
			}
			v = s.over(&block.Steps[i], v)
		}
	}
}

// directions returns the distances of the condition that is step i of a block; v is the distance from behind it.
func (s *solver) directions(f, b, i int, v value) Distances {
	block := &s.Functions[f].Blocks[b]
	step := &block.Steps[i]
	if step.Candidate >= 0 {
		return s.candidate(block, i, f, b)
	}
	decides := slices.ContainsFunc(block.Edges, func(e Edge) bool { return e.Condition == step.Condition })
	if !decides {
		return Distances{v, v}
	}
	var result Distances
	for side, outcome := range []bool{false, true} {
		result[side] = s.overAll(block.Steps[i+1:], s.end(f, b, Unknown, &step.Condition, outcome))
	}
	return result
}

// candidate returns the distances of a comparison of a pointer with one function that the next call may enter.
func (s *solver) candidate(block *Block, i, f, b int) Distances {
	call := i + 1
	for block.Steps[call].Condition >= 0 {
		call++
	}
	behind := s.overAll(block.Steps[call+1:], s.end(f, b, Unknown, nil, false))
	result := Distances{None, add(s.into(block.Steps[i].Candidate, behind), call-i-1)}
	for _, callee := range block.Steps[call].Callees {
		if callee != block.Steps[i].Candidate {
			result[0] = min(result[0], add(s.into(callee, behind), call-i-1))
		}
	}
	return result
}

func (s *solver) overAll(steps []Step, v value) value {
	for i := len(steps) - 1; i >= 0; i-- {
		v = s.over(&steps[i], v)
	}
	return v
}

// queue is a first-in first-out list of numbers without repetition.
type queue struct {
	items   []int
	waiting []bool
}

func newQueue(count int, items []int) *queue {
	q := &queue{waiting: make([]bool, count)}
	q.put(items...)
	return q
}

func (q *queue) put(items ...int) {
	for _, item := range items {
		if !q.waiting[item] {
			q.waiting[item] = true
			q.items = append(q.items, item)
		}
	}
}

func (q *queue) take() (item int, ok bool) {
	if len(q.items) == 0 {
		return 0, false
	}
	item = q.items[0]
	q.items = q.items[1:]
	q.waiting[item] = false
	return item, true
}
