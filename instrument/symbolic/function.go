//go:build llvm19

package symbolic

import (
	"slices"

	"fizzer/instrument/llvm"
)

// function transforms one function of the program.
type function struct {
	*transformer
	self     llvm.Value
	reached  map[llvm.Value]bool         // values that may depend on input
	shadows  map[llvm.Value][]llvm.Value // their shadows, one for each leaf; nil: 0
	pending  []llvm.Value                // operations whose shadows still have to be made, all in one block
	waiting  map[llvm.Value]bool         // pending as a set
	merges   []llvm.Value                // PHIs whose shadows lack their incoming values
	variadic llvm.Value                  // holds the shadows of variable arguments; nil: there are none
	calls    bool                        // a call in the function may run code of the program
}

func (t *transformer) function(self llvm.Value) {
	f := &function{transformer: t, self: self, reached: map[llvm.Value]bool{}, shadows: map[llvm.Value][]llvm.Value{},
		waiting: map[llvm.Value]bool{}}
	order := reversePostorder(self)
	f.calls = slices.ContainsFunc(order, func(instructions []llvm.Value) bool { return slices.ContainsFunc(instructions, mayRunProgram) })
	f.reach(order)
	f.enter(afterVariables(self))
	for _, instructions := range order {
		for _, instruction := range instructions {
			f.instruction(instruction)
		}
	}
	f.fillMerges()
}

// afterVariables returns the first instruction of a function behind the allocations at its start.
func afterVariables(self llvm.Value) llvm.Value {
	first := self.EntryBasicBlock().FirstInstruction()
	for first.InstructionOpcode() == llvm.Alloca {
		first = llvm.NextInstruction(first)
	}
	return first
}

// reversePostorder returns the instructions of the reachable blocks, each block behind those that dominate it.
func reversePostorder(self llvm.Value) [][]llvm.Value {
	type step struct {
		block llvm.BasicBlock
		next  []llvm.BasicBlock
	}
	var order [][]llvm.Value
	seen := map[llvm.BasicBlock]bool{self.EntryBasicBlock(): true}
	stack := []step{{self.EntryBasicBlock(), successors(self.EntryBasicBlock())}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.next) == 0 {
			var instructions []llvm.Value
			for instruction := range llvm.Instructions(top.block) {
				instructions = append(instructions, instruction)
			}
			order = append(order, instructions)
			stack = stack[:len(stack)-1]
			continue
		}
		block := top.next[0]
		top.next = top.next[1:]
		if !seen[block] {
			seen[block] = true
			stack = append(stack, step{block, successors(block)})
		}
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// successors returns the blocks to which control may go from the end of a block.
func successors(block llvm.BasicBlock) []llvm.BasicBlock {
	end := block.LastInstruction()
	var blocks []llvm.BasicBlock
	for n := range end.OperandsCount() {
		if operand := end.Operand(n); operand.IsBasicBlock() {
			blocks = append(blocks, operand.AsBasicBlock())
		}
	}
	return blocks
}

// instruction adds the code that an instruction needs for its shadow.
func (f *function) instruction(v llvm.Value) {
	if llvm.NextInstruction(v).IsNil() { // the waiting shadows belong to one block
		f.flush(v)
	}
	if f.losesShadows(v) {
		f.noteForeign(v)
	}
	switch v.InstructionOpcode() {
	case llvm.PHI:
		f.phi(v)
	case llvm.Load:
		f.load(v)
	case llvm.Store:
		f.store(v)
	case llvm.AtomicRMW, llvm.CmpXchg:
		f.atomic(v)
	case llvm.Alloca:
		f.local(v)
	case llvm.Call:
		f.callOrOperation(v)
	case llvm.Br:
		f.branch(v)
	case llvm.Switch, llvm.IndirectBr:
		f.jump(v)
	case llvm.Ret:
		f.leave(v)
	default:
		if f.reached[v] {
			f.add(v)
		} else {
			f.noteUnmodelled(v)
		}
	}
}

// phi adds a PHI of shadows beside one of values.
func (f *function) phi(v llvm.Value) {
	if !f.reached[v] {
		return
	}
	shadows := make([]llvm.Value, len(f.leavesOf(v.Type())))
	f.builder.SetInsertPointBefore(v)
	for n, l := range f.leavesOf(v.Type()) {
		if l.modelled {
			shadows[n] = f.builder.CreatePHI(f.context.Int32Type(), "")
		}
	}
	f.shadows[v] = shadows
	f.merges = append(f.merges, v)
}

// fillMerges gives the PHIs of shadows their incoming values, once all are known.
func (f *function) fillMerges() {
	for _, phi := range f.merges {
		for n, shadow := range f.shadows[phi] {
			if shadow.IsNil() {
				continue
			}
			for i := range phi.IncomingCount() {
				shadow.AddIncoming([]llvm.Value{f.shadow(phi.IncomingValue(i), n)}, []llvm.BasicBlock{phi.IncomingBlock(i)})
			}
		}
	}
}

// shadow returns the shadow of a leaf of a value. It is available wherever the value is, once the waiting operations are made.
func (f *function) shadow(v llvm.Value, leaf int) llvm.Value {
	if shadows := f.shadows[v]; leaf < len(shadows) && !shadows[leaf].IsNil() {
		return shadows[leaf]
	}
	return f.number(0)
}

// maybe reports whether any of the values may have a shadow other than 0.
func (f *function) maybe(values ...llvm.Value) bool {
	for _, v := range values {
		if f.reached[v] {
			return true
		}
	}
	return false
}

// any returns the bitwise or of the shadows of all leaves of the values: 0 if all are 0.
func (f *function) any(values ...llvm.Value) llvm.Value {
	var all []llvm.Value
	for _, v := range values {
		for n := range f.shadows[v] {
			if shadow := f.shadow(v, n); !shadow.IsConstant() {
				all = append(all, shadow)
			}
		}
	}
	return f.or(all)
}

func (f *function) or(shadows []llvm.Value) llvm.Value {
	all := f.number(0)
	for n, shadow := range shadows {
		if n == 0 {
			all = shadow
		} else {
			all = f.builder.CreateOr(all, shadow, "")
		}
	}
	return all
}

// when inserts, before an instruction, code that runs only if a shadow is not 0. It leaves the builder in that code.
func (f *function) when(shadow, before llvm.Value) {
	condition := f.builder.CreateICmp(llvm.IntNE, shadow, llvm.ConstNull(shadow.Type()), "")
	f.builder.SetInsertPointBefore(llvm.InsertIf(condition, before))
}

// choice is code that seldom runs and whose results are merged with zeros.
type choice struct {
	from   llvm.BasicBlock // block that skips the code
	before llvm.Value      // instruction where both ways continue
}

// begin inserts such code before an instruction, for a condition computed there. It leaves the builder in the code.
func (f *function) begin(condition, before llvm.Value) choice {
	from := f.builder.GetInsertBlock()
	f.builder.SetInsertPointBefore(llvm.InsertIf(condition, before))
	return choice{from, before}
}

// end merges the results of the code, in which the builder still is, with 0; nil results stay nil.
func (f *function) end(c choice, results []llvm.Value) []llvm.Value {
	inside := f.builder.GetInsertBlock()
	f.builder.SetInsertPointBefore(c.before.InstructionParent().FirstInstruction())
	merged := make([]llvm.Value, len(results))
	for n, result := range results {
		if !result.IsNil() {
			merged[n] = f.builder.CreatePHI(result.Type(), "")
			merged[n].AddIncoming([]llvm.Value{llvm.ConstNull(result.Type()), result}, []llvm.BasicBlock{c.from, inside})
		}
	}
	f.builder.SetInsertPointBefore(c.before)
	return merged
}

// isSet returns whether a shadow is not 0.
func (f *function) isSet(shadow llvm.Value) llvm.Value {
	return f.builder.CreateICmp(llvm.IntNE, shadow, llvm.ConstNull(shadow.Type()), "")
}

// add queues an operation for its shadow. The queued operations of a block are made together, so that one test serves all.
func (f *function) add(v llvm.Value) {
	f.pending = append(f.pending, v)
	f.waiting[v] = true
	if len(f.pending) >= maxCluster {
		f.flush(llvm.NextInstruction(v))
	}
}

// maxCluster bounds the operations that one test serves, since the test looks at the shadows of all of them.
const maxCluster = 64

// flush makes the shadows of the waiting operations, before an instruction.
func (f *function) flush(before llvm.Value) {
	if len(f.pending) == 0 {
		return
	}
	pending := f.pending
	f.builder.SetInsertPointBefore(before)
	c := f.begin(f.isSet(f.or(f.inputs(pending))), before)
	results := make([][]llvm.Value, len(pending))
	for n, v := range pending {
		results[n] = f.operation(v)
		f.shadows[v] = results[n]
	}
	var flat []llvm.Value
	for _, r := range results {
		flat = append(flat, r...)
	}
	flat = f.end(c, flat)
	for n, v := range pending {
		f.shadows[v], flat = flat[:len(results[n]):len(results[n])], flat[len(results[n]):]
		delete(f.waiting, v)
	}
	f.pending = f.pending[:0]
}

// inputs returns, once each, the shadows that operations take from values outside of the group.
func (f *function) inputs(operations []llvm.Value) (shadows []llvm.Value) {
	seen := map[llvm.Value]bool{}
	for _, v := range operations {
		for n := range v.OperandsCount() {
			operand := v.Operand(n)
			if seen[operand] || f.waiting[operand] {
				continue
			}
			seen[operand] = true
			for leaf := range f.shadows[operand] {
				if shadow := f.shadow(operand, leaf); !shadow.IsConstant() {
					shadows = append(shadows, shadow)
				}
			}
		}
	}
	return shadows
}
