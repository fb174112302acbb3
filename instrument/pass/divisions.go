//go:build llvm19

package pass

import (
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
	i.insert.SetInsertPointBefore(division)
	refused := i.insert.CreateICmp(llvm.IntEQ, divisor, llvm.ConstNull(t), "")
	if i.functions.handlesSignals && !refused.IsAInstruction().IsNil() {
		refused.InstructionSetDebugLoc(division.InstructionDebugLoc())
		i.monitorBoolean(function, boolean{instruction: refused, kind: locations.KindInteger, predicate: "eq", left: divisor,
			right: llvm.ConstNull(t)})
		i.graph.addStep(flow.Step{Condition: -1, Candidate: -1, Effect: flow.Signals, Passes: true})
		i.insert.SetInsertPointBefore(division)
	}
	opcode := division.InstructionOpcode()
	// Divisions wider than a register are calls of gcc's library, which traps on zero only.
	if signed := opcode == llvm.SDiv || opcode == llvm.SRem; signed && !divisor.IsConstant() && t.IntTypeWidth() <= i.insert.pointer {
		least := llvm.ConstMin(t)
		overflow := i.insert.CreateAnd(
			i.insert.CreateICmp(llvm.IntEQ, dividend, least, ""),
			i.insert.CreateICmp(llvm.IntEQ, divisor, llvm.ConstAllOnes(t), ""), "")
		refused = i.insert.CreateOr(refused, overflow, "")
	}
	i.insert.call(i.insert.division(), refused).AddCallSiteAttribute(1, i.insert.attribute("zeroext"))
}

// isDivision tells whether an instruction with the opcode divides integers.
func isDivision(opcode llvm.Opcode) bool {
	switch opcode {
	case llvm.SDiv, llvm.UDiv, llvm.SRem, llvm.URem:
		return true
	}
	return false
}
