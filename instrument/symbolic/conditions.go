//go:build llvm19

package symbolic

import (
	"strings"

	"fizzer/instrument/llvm"
)

// monitored handles a call of a function of the runtime. It returns false for other calls.
func (f *function) monitored(call llvm.Value) bool {
	callee := call.CalledValue()
	name := callee.Name()
	switch {
	case name == conditionMonitor, name == wideMonitor:
		f.condition(call)
	case name == guardedMonitor, name == guardedWide:
		f.guardedCondition(call)
	case name == "__fizzer_division":
		f.decide(call.Operand(0), call)
	case strings.HasPrefix(name, "__fizzer_symbolic_"), isMonitor(name):
	default:
		return false
	}
	return true
}

func isMonitor(name string) bool {
	switch name {
	case "__fizzer_call_begin", "__fizzer_call_end", "__fizzer_calls_open", "__fizzer_calls_return", "__fizzer_last_call", "__fizzer_step",
		"__fizzer_reach_error":
		return true
	}
	return false
}

// condition records a constraint on the outcome of a condition, after the condition's own record.
func (f *function) condition(call llvm.Value) {
	outcome := call.Operand(1)
	if !f.maybe(outcome) {
		return
	}
	f.flushFor(call, outcome)
	before := llvm.NextInstruction(call)
	f.builder.SetInsertPointBefore(before)
	f.when(f.shadow(outcome, 0), before)
	left, right, value := f.operands(outcome)
	f.call("condition", f.context.VoidType(), call.Operand(0), f.truth(!decides(outcome)), f.shadow(outcome, 0), outcome, left, right, value)
}

// guardedCondition does the same for a condition with a guard, even if the guard is false and the condition is not recorded.
func (f *function) guardedCondition(call llvm.Value) {
	guard, outcome := call.Operand(0), call.Operand(2)
	if !f.maybe(outcome) {
		return
	}
	f.flushFor(call, guard, outcome)
	before := llvm.NextInstruction(call)
	f.builder.SetInsertPointBefore(before)
	f.when(f.shadow(outcome, 0), before)
	left, right, value := f.operands(outcome)
	f.call("guarded", f.context.VoidType(), call.Operand(1), f.shadow(guard, 0), guard, f.shadow(outcome, 0), outcome, left, right, value)
}

// operands returns the shadows of the two values that a condition compares, and the low bits of the left one.
func (f *function) operands(outcome llvm.Value) (left, right, value llvm.Value) {
	left, right, value = f.shadow(outcome, 0), f.number(0), f.low(outcome)
	if outcome.IsAInstruction().IsNil() {
		return left, right, value
	}
	switch outcome.InstructionOpcode() {
	case llvm.ICmp, llvm.FCmp:
		if a := outcome.Operand(0); f.hasShadow(a.Type()) && a.Type().TypeKind() != llvm.VectorType {
			return f.shadow(a, 0), f.shadow(outcome.Operand(1), 0), f.low(a)
		}
	case llvm.Trunc:
		a := outcome.Operand(0)
		return f.shadow(a, 0), right, f.low(a)
	}
	return left, right, value
}

func (f *function) truth(b bool) llvm.Value {
	if b {
		return llvm.ConstInt(f.context.Int1Type(), 1)
	}
	return llvm.ConstInt(f.context.Int1Type(), 0)
}

// decides reports whether a branch depends directly on a value.
func decides(v llvm.Value) bool {
	for user := range llvm.Users(v) {
		if !user.IsAInstruction().IsNil() && user.InstructionOpcode() == llvm.Br {
			return true
		}
	}
	return false
}

// isRecorded reports whether a value is the outcome of a condition that is recorded wherever it is computed.
func isRecorded(v llvm.Value) bool {
	for user := range llvm.Users(v) {
		if !user.IsAInstruction().IsNil() && user.InstructionOpcode() == llvm.Call {
			if name := user.CalledValue().Name(); (name == conditionMonitor || name == wideMonitor) && user.Operand(1) == v {
				return true
			}
		}
	}
	return false
}

// branch records a constraint on a decision that is not a recorded condition: it combines several conditions, or it is not recorded
// because it follows from others.
func (f *function) branch(v llvm.Value) {
	if v.OperandsCount() == 3 && !isRecorded(v.Operand(0)) {
		f.decide(v.Operand(0), v)
	}
}

// decide records the constraint that a Boolean has its value, before an instruction that depends on it.
func (f *function) decide(v, before llvm.Value) {
	if !f.maybe(v) {
		return
	}
	f.flushFor(before, v)
	f.builder.SetInsertPointBefore(before)
	f.when(f.shadow(v, 0), before)
	f.call("branch", f.context.VoidType(), f.shadow(v, 0), v)
}

// jump records the constraint that a number or address, by which control is transferred, has its value.
func (f *function) jump(v llvm.Value) { f.checkAddress(v.Operand(0), v) }

// assume records a constraint on the argument of an assumption: an integer that must not be 0.
func (f *function) assume(call llvm.Value) {
	v := call.Operand(0)
	if !f.maybe(v) {
		return
	}
	f.flush(call)
	f.builder.SetInsertPointBefore(call)
	f.when(f.shadow(v, 0), call)
	zero := llvm.ConstInt(f.context.Int64Type(), 0)
	holds := f.builder.CreateICmp(llvm.IntNE, v, llvm.ConstNull(v.Type()), "")
	outcome := f.shadowOf("compare", f.number(int(llvm.IntNE)), f.shadow(v, 0), f.number(0), f.low(v), zero, zero, zero, holds)
	f.call("branch", f.context.VoidType(), outcome, holds)
}
