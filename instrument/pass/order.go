//go:build llvm19

package pass

import (
	"strings"

	"fizzer/instrument/llvm"
)

// The standard leaves open in which order the arguments of a call are evaluated. Front ends of LLVM go from left to right,
// gcc, with which validators compile, from right to left; so the inputs of f(input(), input()) would come in another order
// there. likeGcc puts evaluations into gcc's order where that can be done soundly: all within one block, and each operand's
// evaluation in one piece. gcc also evaluates where to store before the call whose result is stored.

// likeGcc reorders the evaluations in one function.
func likeGcc(function llvm.Value) {
	for block := range llvm.Blocks(function) {
		for instruction := range llvm.Instructions(block) {
			switch instruction.InstructionOpcode() {
			case llvm.Call:
				if called := instruction.CalledValue(); called.IsAInlineAsm().IsNil() && !isCopy(called) {
					reverse(instruction, arguments(instruction))
				}
			case llvm.Store:
				if stored := instruction.Operand(0); isCall(stored) {
					reverse(instruction, []llvm.Value{stored, instruction.Operand(1)})
				}
			}
		}
	}
}

// isCopy tells whether the front end calls a function to assign structures, of which gcc evaluates the target first, too.
func isCopy(function llvm.Value) bool { return strings.HasPrefix(function.Name(), "llvm.memcpy.") }

func arguments(call llvm.Value) []llvm.Value {
	operands := make([]llvm.Value, call.OperandsCount()-1)
	for n := range operands {
		operands[n] = call.Operand(n)
	}
	return operands
}

func isCall(v llvm.Value) bool { return !v.IsACallInst().IsNil() }

// evaluation is the way in which the operands of one instruction, the last of it, are evaluated.
type evaluation struct {
	end    llvm.Value
	groups map[llvm.Value]int // number of the operand that an instruction is for, from 0; shared where it is for several
}

// shared marks instructions that more than one operand needs; they stay where they are.
const shared = -1

// reverse moves the evaluation of the last operand to the front, then that of the one before it, and so on. It changes
// nothing where no operand needs a call, or where more is done on the way than evaluating operands.
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

// collect adds what computes v in the block, as far as no other block is concerned.
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

// share takes an instruction, and what it needs, from the group that it was in.
func (e *evaluation) share(v llvm.Value) {
	if group, ok := e.groups[v]; !ok || group == shared {
		return
	}
	e.groups[v] = shared
	for n := range v.OperandsCount() {
		e.share(v.Operand(n))
	}
}

// pieces returns the instructions of each group in their order. It returns false when nothing is to be gained or the
// groups are not one piece each, one after the other, with nothing in between that has an effect of its own.
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

// first returns the first instruction of any group, the end when there is none.
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

// groupOf returns the group of an instruction. One that uses an instruction of a group, such as the store of ++, joins it.
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
