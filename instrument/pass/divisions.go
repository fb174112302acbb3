//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// guardDivision makes a division that traps on the processor (by zero, or the smallest number by -1) fail in the instrumented
// program as in unoptimised code. LLVM treats it as undefined and removes it if its result is not used. If signals have
// handlers, a divisor of zero is recorded as a condition, since it leads to code of the program.
func (i *instrumenter) guardDivision(function int, division llvm.Value) {
	dividend, divisor := division.Operand(0), division.Operand(1)
	t := divisor.Type()
	if t.TypeKind() != llvm.IntegerType || divisor.IsConstant() && !divisor.IsNull() {
		return
	}
	i.builder.SetInsertPointBefore(division)
	refused := i.builder.CreateICmp(llvm.IntEQ, divisor, llvm.ConstNull(t), "")
	if i.handlesSignals && !refused.IsAInstruction().IsNil() {
		refused.InstructionSetDebugLoc(division.InstructionDebugLoc())
		i.monitorBoolean(function, boolean{instruction: refused, kind: locations.KindInteger, predicate: "eq", left: divisor,
			right: llvm.ConstNull(t)})
		i.distances.addStep(flow.Step{Condition: -1, Candidate: -1, Effect: flow.Signals, Passes: true})
		i.builder.SetInsertPointBefore(division)
	}
	opcode := division.InstructionOpcode()
	// Divisions wider than a register are calls of gcc's library, which traps on zero only.
	if signed := opcode == llvm.SDiv || opcode == llvm.SRem; signed && !divisor.IsConstant() && t.IntTypeWidth() <= i.pointer {
		least := llvm.ConstMin(t)
		overflow := i.builder.CreateAnd(
			i.builder.CreateICmp(llvm.IntEQ, dividend, least, ""),
			i.builder.CreateICmp(llvm.IntEQ, divisor, llvm.ConstAllOnes(t), ""), "")
		refused = i.builder.CreateOr(refused, overflow, "")
	}
	i.call(i.monitors.division(), refused).AddCallSiteAttribute(1, i.attribute("zeroext"))
}

// isDivision tells whether an instruction divides integers.
func isDivision(instruction llvm.Value) bool {
	switch instruction.InstructionOpcode() {
	case llvm.SDiv, llvm.UDiv, llvm.SRem, llvm.URem:
		return true
	}
	return false
}

// findHandlers notes whether the program may install signal handlers.
func (i *instrumenter) findHandlers() {
	for function := range llvm.Functions(i.program) {
		if function.IsDeclaration() && slices.Contains(handlerNames, plainName(function)) {
			i.handlesSignals = true
		}
	}
}
