//go:build llvm19

package pass

import (
	"slices"
	"strings"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
)

// impliedReader translates a function of the copy to flow.Nodes.
type impliedReader struct {
	own     map[string]bool // names of the functions that the program defines
	blocks  map[llvm.BasicBlock]int
	numbers map[llvm.Value]int // of Booleans
	nodes   []flow.Node
	made    []int
}

func (r *impliedReader) read(function llvm.Value) {
	for block := range llvm.Blocks(function) {
		r.blocks[block] = len(r.blocks)
	}
	for block := range llvm.Blocks(function) {
		node := flow.Node{}
		for instruction := range llvm.Instructions(block) {
			if event, ok := r.event(instruction); ok {
				node.Events = append(node.Events, event)
			}
		}
		r.end(&node, block.LastInstruction())
		r.nodes = append(r.nodes, node)
	}
}

// end reads the ways out of a block. Of a branch on a constant, only the way taken counts.
func (r *impliedReader) end(node *flow.Node, last llvm.Value) {
	for _, next := range llvm.Successors(last.InstructionParent()) {
		node.Ways = append(node.Ways, r.blocks[next])
	}
	switch {
	case len(node.Ways) < 2 && last.InstructionOpcode() == llvm.Br, len(node.Ways) == 0:
	case last.InstructionOpcode() != llvm.Br:
		node.Unknown = true
	case node.Ways[0] == node.Ways[1]:
		node.Ways = node.Ways[:1]
	case last.Operand(0).IsConstant():
		outcome, known := constantBoolean(last.Operand(0))
		node.Unknown = !known
		if known {
			// The operands of a branch are the condition, where it goes when that is false, and where when it is true.
			node.Ways = node.Ways[outcome : outcome+1]
		}
	default:
		node.Decides, node.Boolean = true, r.boolean(last.Operand(0))
	}
}

func constantBoolean(v llvm.Value) (outcome int, known bool) {
	if v.IsAConstantInt().IsNil() {
		return 0, false
	}
	return int(v.ZExtValue()), true
}

// boolean returns the number of a Boolean. It looks through negations, and through comparisons with 0 after widening.
func (r *impliedReader) boolean(v llvm.Value) flow.Boolean {
	negated := false
	for !v.IsAInstruction().IsNil() {
		inner, not := unwrap(v)
		if inner.IsNil() {
			break
		}
		v, negated = inner, negated != not
	}
	number, ok := r.numbers[v]
	if !ok {
		number = len(r.made)
		r.numbers[v] = number
		made := -1
		if !v.IsAInstruction().IsNil() {
			made = r.blocks[v.InstructionParent()]
		}
		r.made = append(r.made, made)
	}
	return flow.Boolean{Number: number, Negated: negated}
}

// unwrap returns the Boolean that an instruction passes on, and whether the instruction negates it; nil if it makes a new one.
func unwrap(v llvm.Value) (inner llvm.Value, not bool) {
	switch v.InstructionOpcode() {
	case llvm.Xor:
		if isAllOnes(v.Operand(1)) {
			return v.Operand(0), true
		}
	case llvm.Freeze:
		return v.Operand(0), false
	case llvm.ICmp:
		wide := v.Operand(0)
		predicate := integerPredicate(v.IntPredicate())
		if (predicate == "eq" || predicate == "ne") && v.Operand(1).IsNull() && !wide.IsAInstruction().IsNil() &&
			(wide.InstructionOpcode() == llvm.ZExt || wide.InstructionOpcode() == llvm.SExt) && isBoolean(wide.Operand(0).Type()) {
			return wide.Operand(0), predicate == "eq"
		}
	}
	return llvm.Value{}, false
}

// event translates an instruction to an event, if it is one.
func (r *impliedReader) event(instruction llvm.Value) (flow.Event, bool) {
	switch instruction.InstructionOpcode() {
	case llvm.Call:
		return r.call(instruction)
	case llvm.Load, llvm.Store:
		return flow.Event{Ends: true}, llvm.MayFault(instruction)
	case llvm.CmpXchg, llvm.AtomicRMW, llvm.Fence:
		return flow.Event{Ends: true}, true
	case llvm.SDiv, llvm.UDiv, llvm.SRem, llvm.URem: // those of scalars are guarded
		return flow.Event{Ends: true}, instruction.Type().TypeKind() == llvm.VectorType
	}
	return flow.Event{}, false
}

// harmfulIntrinsics are prefixes of the names of intrinsic functions that touch memory or end the run.
var harmfulIntrinsics = []string{"llvm.mem", "llvm.masked.", "llvm.va_", "llvm.trap", "llvm.debugtrap", "llvm.ubsantrap"}

func (r *impliedReader) call(call llvm.Value) (flow.Event, bool) {
	callee := call.CalledValue()
	if callee.IsAFunction().IsNil() || r.own[callee.Name()] {
		return flow.Event{Ends: true}, true
	}
	isHarmful := func(beginning string) bool { return strings.HasPrefix(callee.Name(), beginning) }
	switch name := callee.Name(); {
	case slices.Contains(conditionMonitors, name):
		return r.condition(call), true
	case slices.Contains(harmlessMonitors, name), onlyInCopy(name):
		return flow.Event{}, false
	case isInput(callee), strings.HasPrefix(name, "__fizzer_input_"):
		return flow.Event{Ends: true}, callee.ParamsCount() > 0 // it writes to memory
	case name == "__fizzer_division":
		return flow.Event{Ends: true}, !call.Operand(0).IsNull()
	case isIntrinsic(callee) && !slices.ContainsFunc(harmfulIntrinsics, isHarmful):
		return flow.Event{}, false
	}
	return flow.Event{Ends: true}, true
}

func (r *impliedReader) condition(call llvm.Value) flow.Event {
	event := flow.Event{Location: int(call.Operand(0).ZExtValue())}
	if outcome, known := constantBoolean(call.Operand(1)); known {
		event.Outcome = flow.State(1 + outcome)
		return event
	}
	event.Boolean = r.boolean(call.Operand(1))
	return event
}
