package flow

import "maps"

// Node is what matters of a basic block to find the conditions that follow from others.
type Node struct {
	Events  []Event // in the order in which they happen
	Ways    []int   // the blocks that may follow
	Decides bool    // there are two different ways, and Boolean chooses between them: the first if it is false
	Boolean Boolean
	Unknown bool // something else chooses the way
}

// Event is the record of a condition, or something that may end the run or leave the function other than by returning.
type Event struct {
	Ends     bool
	Location int
	Outcome  State // the outcome, if it is the same in each run
	Boolean  Boolean
}

// Boolean is a value of one bit, plain or negated. Two uses of a number are the same value as long as the block that makes it
// is not entered again.
type Boolean struct {
	Number  int
	Negated bool
}

// Direction is a direction of a location.
type Direction struct {
	Location int
	Outcome  bool
}

// Leads are the directions after which a condition is certainly false, and those after which it is certainly true.
type Leads [2][]Direction

// maxSteps bounds the search backwards from one condition: it counts blocks, their ways in, and decisions on the value.
const maxSteps = 256

// Implied returns the locations of one function whose outcome follows from earlier records, and whose directions are covered
// exactly when certain other directions are. Every way to such a location starts at a recorded decision that determines the
// outcome, and goes on through blocks that cannot end the run. The location's own record would therefore add nothing
// (Valkyrie, Alg. 1 and Theorem 1, for conditions in place of edges). The returned directions are the only ways to the
// locations. made gives, by the number of a Boolean, the block that makes it, or -1 if no block does; the first node is the entry.
// Cost: about linear, at most maxSteps steps for each condition.
func Implied(nodes []Node, made []int) map[int]Leads {
	g := newImplications(nodes, made)
	found := map[int]Leads{}
	records := map[int]int{} // by location
	for b := range nodes {
		for k, event := range nodes[b].Events {
			if event.Ends || !g.reached[b] {
				continue
			}
			records[event.Location]++
			if leads, ok := g.leadsTo(b, k, event); ok {
				found[event.Location] = leads
			}
		}
	}
	// If a condition is recorded at several places, no single place stands for all its records.
	maps.DeleteFunc(found, func(location int, _ Leads) bool { return records[location] > 1 })
	return found
}

// implications is what is known of the nodes of one function.
type implications struct {
	nodes     []Node
	made      []int
	reached   []bool
	before    [][]int       // reachable predecessors of a block; one that decides is listed once for each of its ways
	dominator []int         // immediate dominator, by block; the entry is its own
	order     []int         // place in the reverse postorder, by block
	first     []int         // place in a preorder of the tree of dominators, by block
	after     []int         // first place behind all that the block dominates
	decisions map[int][]int // blocks that decide by a Boolean
}

func newImplications(nodes []Node, made []int) *implications {
	g := &implications{nodes: nodes, made: made, reached: make([]bool, len(nodes)), before: make([][]int, len(nodes)),
		dominator: make([]int, len(nodes)), order: make([]int, len(nodes)), first: make([]int, len(nodes)), after: make([]int, len(nodes)),
		decisions: map[int][]int{}}
	sequence := g.postorder()
	for place, b := range sequence {
		g.order[b] = len(sequence) - 1 - place
		for _, next := range nodes[b].Ways {
			g.before[next] = append(g.before[next], b)
		}
		if nodes[b].Decides {
			number := nodes[b].Boolean.Number
			g.decisions[number] = append(g.decisions[number], b)
		}
	}
	g.dominate(sequence)
	g.number(sequence)
	return g
}

// postorder returns the blocks that are reachable from the entry in postorder of a depth-first search.
func (g *implications) postorder() []int {
	type visit struct{ block, way int }
	var sequence []int
	path := []visit{{0, 0}}
	g.reached[0] = true
	for len(path) > 0 {
		last := &path[len(path)-1]
		if last.way == len(g.nodes[last.block].Ways) {
			sequence = append(sequence, last.block)
			path = path[:len(path)-1]
			continue
		}
		next := g.nodes[last.block].Ways[last.way]
		last.way++
		if !g.reached[next] {
			g.reached[next] = true
			path = append(path, visit{next, 0})
		}
	}
	return sequence
}

// dominate finds the immediate dominators: it iterates over the blocks until nothing changes.
func (g *implications) dominate(sequence []int) {
	for b := range g.dominator {
		g.dominator[b] = -1
	}
	g.dominator[0] = 0
	for changed := true; changed; {
		changed = false
		for place := len(sequence) - 2; place >= 0; place-- { // the last is the entry
			b, common := sequence[place], -1
			for _, before := range g.before[b] {
				if g.dominator[before] >= 0 {
					common = g.common(before, common)
				}
			}
			if g.dominator[b] != common {
				g.dominator[b], changed = common, true
			}
		}
	}
}

// common returns the nearest block that dominates both; -1 stands for none yet.
func (g *implications) common(a, b int) int {
	if b < 0 {
		return a
	}
	for a != b {
		for g.order[a] > g.order[b] {
			a = g.dominator[a]
		}
		for g.order[b] > g.order[a] {
			b = g.dominator[b]
		}
	}
	return a
}

// number gives the blocks their places in a preorder of the tree of dominators: a block comes before all that it dominates.
func (g *implications) number(sequence []int) {
	below := make([]int, len(g.nodes)) // blocks that a block dominates, itself included
	for _, b := range sequence {       // a dominator is behind what it dominates
		below[b]++
		if b != 0 {
			below[g.dominator[b]] += below[b]
		}
	}
	next := make([]int, len(g.nodes)) // place of the next block right below
	for place := len(sequence) - 1; place >= 0; place-- {
		b := sequence[place]
		if b != 0 {
			above := g.dominator[b]
			g.first[b] = next[above]
			next[above] += below[b]
		}
		g.after[b], next[b] = g.first[b]+below[b], g.first[b]+1
	}
}

// dominates tells whether every way to block goes through by.
func (g *implications) dominates(by, block int) bool {
	return g.first[by] <= g.first[block] && g.first[block] < g.after[by]
}

// leadSearch is the state of a search for the decisions before a condition.
type leadSearch struct {
	*implications
	event Event
	seen  map[int]bool
	steps int
	found Leads
}

// leadsTo finds the decisions before event number k of a block. ok: the list is complete, and each decision determines the
// outcome.
func (g *implications) leadsTo(block, k int, event Event) (found Leads, ok bool) {
	s := &leadSearch{implications: g, event: event, seen: map[int]bool{}}
	ok = s.back(block, k)
	return s.found, ok
}

// back searches backwards from an event of a block.
func (s *leadSearch) back(block, k int) bool {
	s.seen[block] = true
	s.steps += len(s.before[block])
	if block == 0 || s.steps > maxSteps || s.ends(block, 0, k) || s.event.Outcome == Unknown && s.made[s.event.Boolean.Number] == block {
		return false
	}
	for _, before := range s.before[block] {
		if !s.through(before, block) {
			return false
		}
	}
	return true
}

// through searches backwards over the way from one block to another.
func (s *leadSearch) through(before, block int) bool {
	switch node := &s.nodes[before]; {
	case node.Unknown:
		return false
	case node.Decides:
		return s.decide(before, node.Ways[1] == block)
	case s.seen[before]:
		return true
	}
	return s.back(before, len(s.nodes[before].Events))
}

// decide adds a way out of a block that decides. The way counts if the deciding condition is recorded at the end of the block.
func (s *leadSearch) decide(block int, second bool) bool {
	node := &s.nodes[block]
	for k := len(node.Events) - 1; k >= 0 && !node.Events[k].Ends; k-- {
		recorded := node.Events[k].Boolean
		if node.Events[k].Outcome != Unknown || recorded.Number != node.Boolean.Number {
			continue
		}
		outcome, known := s.outcome(block, second)
		if !known {
			return false
		}
		from := Direction{node.Events[k].Location, second != (recorded.Negated != node.Boolean.Negated)}
		s.found[index(outcome)] = append(s.found[index(outcome)], from)
		return true
	}
	return false
}

// outcome returns the outcome of the condition if the block takes its first or second way.
func (s *leadSearch) outcome(block int, second bool) (outcome, known bool) {
	if s.event.Outcome != Unknown {
		return s.event.Outcome == True, true
	}
	boolean := s.event.Boolean
	if by := s.nodes[block].Boolean; by.Number == boolean.Number {
		return second != (by.Negated != boolean.Negated), true
	}
	for n, decision := range s.decisions[boolean.Number] {
		if n == maxSteps {
			break
		}
		by := s.nodes[decision].Boolean
		for side, next := range s.nodes[decision].Ways {
			if len(s.before[next]) == 1 && s.dominates(next, block) {
				return (side == 1) != (by.Negated != boolean.Negated), true
			}
		}
	}
	return false, false
}

// ends tells whether an event of a block in the range from..to may end the run.
func (g *implications) ends(block, from, to int) bool {
	for _, event := range g.nodes[block].Events[from:to] {
		if event.Ends {
			return true
		}
	}
	return false
}

func index(outcome bool) int {
	if outcome {
		return 1
	}
	return 0
}
