//go:build llvm19

package pass

import (
	"fizzer/instrument/llvm"
)

// The standard leaves the order of evaluation of a call's arguments open. LLVM's front ends evaluate from left to right; gcc,
// with which validators compile, from right to left. There, the inputs of f(input(), input()) would come in another order.
// likeGcc puts evaluations into gcc's order where that keeps the program's meaning: all within one block, and each operand's
// evaluation in one piece. gcc also evaluates the address of a store before the call whose result is stored, and reads variables as
// late as llvm.VariablesLast does.

// likeGcc reorders the evaluations in one function.
func likeGcc(function llvm.Value) {
	for block := range llvm.Blocks(function) {
		for instruction, opcode := range llvm.Coded(block) {
			switch opcode {
			case llvm.Call:
				if instruction.CalledValue().IsAInlineAsm().IsNil() {
					reverse(instruction, arguments(instruction))
				}
			case llvm.Store:
				if stored := instruction.Operand(0); isCall(stored) {
					addressFirst(instruction, stored)
				}
			}
		}
	}
}

func arguments(call llvm.Value) []llvm.Value {
	operands := make([]llvm.Value, call.OperandsCount()-1)
	for n := range operands {
		operands[n] = call.Operand(n)
	}
	return operands
}

func isCall(v llvm.Value) bool { return !v.IsACallInst().IsNil() }

// evaluation is the sequence of instructions that evaluates the operands of one instruction, which comes last.
type evaluation struct {
	end    llvm.Value
	groups map[llvm.Value]int // number, from 0, of the operand that an instruction is for; shared if it is for several
}

// shared marks instructions that more than one operand needs; they stay where they are.
const shared = -1

// addressFirst moves the evaluation of the address of a store before the call whose value it stores, and behind that call's arguments.
// Where the value was assigned to something else before, gcc evaluates the call first.
func addressFirst(store, call llvm.Value) {
	e := evaluation{store, map[llvm.Value]int{}}
	e.collect(call, 0)
	e.collect(store.Operand(1), 1)
	order, ok := e.pieces(2)
	if !ok || order[0][len(order[0])-1] != call {
		return
	}
	for _, instruction := range order[1] {
		llvm.MoveBefore(instruction, call)
	}
}

// reverse moves the evaluation of the last operand to the front, then that of the one before it, and so on. It changes
// nothing if no operand needs a call, or if something else than evaluating operands happens in between.
func reverse(end llvm.Value, operands []llvm.Value) {
	if len(operands) < 2 {
		return
	}
	e := evaluation{end, map[llvm.Value]int{}}
	for n, operand := range operands {
		e.collect(operand, n)
	}
	order, ok := e.pieces(len(operands))
	if !ok {
		return
	}
	for n := len(order) - 1; n >= 0; n-- {
		for _, instruction := range order[n] {
			llvm.MoveBefore(instruction, end)
		}
	}
}

// collect adds the instructions of the block that compute v.
func (e *evaluation) collect(v llvm.Value, group int) {
	if v.IsAInstruction().IsNil() || v.InstructionParent() != e.end.InstructionParent() {
		return
	}
	switch v.InstructionOpcode() {
	case llvm.Alloca, llvm.PHI:
		return
	}
	if before, ok := e.groups[v]; ok {
		if before != group && before != shared {
			e.share(v)
		}
		return
	}
	e.groups[v] = group
	for n := range v.OperandsCount() {
		e.collect(v.Operand(n), group)
	}
}

// share moves an instruction, and those that it needs, from its group to the shared ones.
func (e *evaluation) share(v llvm.Value) {
	if group, ok := e.groups[v]; !ok || group == shared {
		return
	}
	e.groups[v] = shared
	for n := range v.OperandsCount() {
		e.share(v.Operand(n))
	}
}

// pieces returns the instructions of each group in order. It returns false if there is nothing to gain, or if the groups are
// not one piece each, one after the other, with no other effects in between.
func (e *evaluation) pieces(count int) (order [][]llvm.Value, ok bool) {
	order = make([][]llvm.Value, count)
	newest, filled, calls := 0, 0, 0
	for v := e.first(); v != e.end; v = llvm.NextInstruction(v) {
		group, found := e.groupOf(v)
		switch {
		case !found && isEffect(v):
			return nil, false
		case !found || group == shared:
			continue
		case group < newest:
			return nil, false
		}
		newest = group
		if len(order[group]) == 0 {
			filled++
		}
		order[group] = append(order[group], v)
		if isCall(v) {
			calls++
		}
	}
	return order, filled > 1 && calls > 0
}

// first returns the first instruction of any group, or the end if there is none.
func (e *evaluation) first() llvm.Value {
	first, left := e.end, 0
	for _, group := range e.groups {
		if group != shared {
			left++
		}
	}
	for left > 0 {
		first = llvm.PreviousInstruction(first)
		if group, ok := e.groups[first]; ok && group != shared {
			left--
		}
	}
	return first
}

// groupOf returns the group of an instruction. An instruction that uses one of a group, such as the store of ++, joins the group.
func (e *evaluation) groupOf(v llvm.Value) (group int, ok bool) {
	if group, ok = e.groups[v]; ok {
		return group, true
	}
	for n := range v.OperandsCount() {
		if used, found := e.groups[v.Operand(n)]; found && used != shared {
			e.groups[v] = max(group, used)
			group, ok = e.groups[v], true
		}
	}
	return group, ok
}

// isEffect tells whether an instruction does more than compute a value.
func isEffect(v llvm.Value) bool {
	switch v.InstructionOpcode() {
	case llvm.Call, llvm.Store, llvm.AtomicRMW, llvm.CmpXchg, llvm.Fence, llvm.Alloca:
		return true
	}
	return false
}
