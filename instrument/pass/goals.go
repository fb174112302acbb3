//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
	"fizzer/libfizzer/locations"
)

// The text of a program may mark the goals of the validators by calls of libfizzer.GoalMark with the goal's number. The pass
// removes these calls before it inserts monitors. What it keeps, for each goal, is the directions of conditions that certainly
// lead to the goal.

// goalMark is one mark and the block that it was in.
type goalMark struct {
	number int
	block  llvm.BasicBlock
}

// goals are the validators' goals that were marked in the program.
type goals struct {
	edges   [][]locations.Edge // directions that lead to each goal; nil if nothing is marked
	reached []bool             // whether a mark of each goal is in reached code
	places  []goalMark         // all marks
	marks   []goalMark         // those before all calls of their block
	leading []leading
}

// take removes the marks from the program, and notes which of them are in reached code. It drops a mark behind a call, because the call
// may not return.
func (g *goals) take(program llvm.Module, r *reached) {
	mark := program.NamedFunction(libfizzer.GoalMark)
	if mark.IsNil() {
		return
	}
	for function := range llvm.Functions(program) {
		reached := llvm.Reached(function)
		for n, block := range numbered(llvm.Blocks(function)) {
			g.takeFrom(block, mark, r.used[function] && reached[n])
		}
	}
	if mark.FirstUse().IsNil() {
		mark.EraseFromParentAsFunction()
	}
}

func (g *goals) takeFrom(block llvm.BasicBlock, mark llvm.Value, reached bool) {
	called := false
	for instruction, opcode := range llvm.Coded(block) {
		switch {
		case opcode != llvm.Call:
		case instruction.CalledValue() != mark:
			called = called || mayEnd(instruction)
		default:
			number := int(instruction.Operand(0).ZExtValue())
			for len(g.edges) <= number {
				g.edges = append(g.edges, []locations.Edge{})
				g.reached = append(g.reached, false)
			}
			g.reached[number] = g.reached[number] || reached
			g.places = append(g.places, goalMark{number, block})
			if !called {
				g.marks = append(g.marks, goalMark{number, block})
			}
			instruction.EraseFromParentAsInstruction()
		}
	}
}

// mayEnd tells whether a call may end the run, or leave the function other than by returning.
func mayEnd(call llvm.Value) bool { return !isIntrinsic(call.CalledValue()) }

// leading is a condition, not numbered yet, whose direction leads to a goal.
type leading struct {
	goal      int
	condition llvm.Value
	direction bool
}

// findLeading finds the conditions that lead to goals. It must run after switches are lowered and before monitors are inserted.
func (g *goals) findLeading(program llvm.Module) {
	if len(g.marks) == 0 {
		return
	}
	predecessors := map[llvm.BasicBlock][]llvm.BasicBlock{}
	for function := range llvm.Functions(program) {
		for block := range llvm.Blocks(function) {
			for _, next := range llvm.Successors(block) {
				predecessors[next] = append(predecessors[next], block)
			}
		}
	}
	for _, mark := range g.marks {
		g.lead(mark.number, mark.block, predecessors, map[llvm.BasicBlock]bool{})
	}
}

// lead adds the conditions at the edges into a block, and those that lead to it through blocks that cannot end the run.
func (g *goals) lead(goal int, block llvm.BasicBlock, predecessors map[llvm.BasicBlock][]llvm.BasicBlock,
	seen map[llvm.BasicBlock]bool) {
	if seen[block] {
		return
	}
	seen[block] = true
	for _, before := range predecessors[block] {
		branch := before.LastInstruction()
		targets := llvm.Successors(before)
		switch {
		case branch.InstructionOpcode() != llvm.Br:
		case len(targets) == 2:
			if targets[0] != targets[1] {
				// The operands of a branch are the condition, where it goes when that is false, and where when it is true.
				g.leadBy(goal, branch.Operand(0), targets[1] == block)
			}
		case !endsWithin(before):
			g.lead(goal, before, predecessors, seen)
		}
	}
}

func endsWithin(block llvm.BasicBlock) bool {
	for instruction, opcode := range llvm.Coded(block) {
		if opcode == llvm.Call && mayEnd(instruction) {
			return true
		}
	}
	return false
}

// leadBy adds a condition. It looks through any number of logical negations.
func (g *goals) leadBy(goal int, condition llvm.Value, direction bool) {
	for !condition.IsAInstruction().IsNil() && condition.InstructionOpcode() == llvm.Xor && isAllOnes(condition.Operand(1)) {
		condition, direction = condition.Operand(0), !direction
	}
	if !condition.IsAInstruction().IsNil() {
		g.leading = append(g.leading, leading{goal, condition, direction})
	}
}

// name writes the directions of each goal to the table. It must run after the conditions are numbered.
func (g *goals) name(table *table) {
	for _, l := range g.leading {
		if location, ok := table.numbers[l.condition]; ok {
			g.edges[l.goal] = append(g.edges[l.goal], locations.Edge{Location: uint32(location), Outcome: l.direction})
		}
	}
	for goal, edges := range g.edges {
		slices.SortFunc(edges, locations.Edge.Compare)
		g.edges[goal] = slices.Compact(edges)
	}
	table.Goals, table.Reached = g.edges, g.reached
}
