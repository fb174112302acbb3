//go:build llvm19

package pass

import (
	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// maxCallees bounds the functions that a pointer is compared with before a call through it. It is picked by hand: if more
// functions have the pointer's type, most of them are not callees of this call, and their comparisons would never be true.
const maxCallees = 16

// compareCallees records, before a call through a pointer, comparisons of the pointer with each function that it may point
// to. The choice of the callee thus becomes a branch like any other.
func (i *instrumenter) compareCallees(function int, call llvm.Value) {
	pointer := call.CalledValue()
	candidates := i.addressTaken[call.CalledFunctionType()]
	if pointer.IsConstant() || len(candidates) < 2 || len(candidates) > maxCallees {
		return
	}
	for _, candidate := range candidates {
		i.builder.SetInsertPointBefore(call)
		comparison := i.builder.CreateICmp(llvm.IntEQ, pointer, candidate, "")
		comparison.InstructionSetDebugLoc(call.InstructionDebugLoc())
		i.monitorBoolean(function, boolean{instruction: comparison, kind: locations.KindPointer, predicate: "eq", left: pointer, right: candidate,
			candidate: candidate})
	}
}

// findAddressTaken lists, by type, the functions of the program whose address is used other than to call them.
func (i *instrumenter) findAddressTaken() {
	for function := range llvm.Functions(i.program) {
		if !function.IsDeclaration() && isAddressTaken(function) {
			t := function.GlobalValueType()
			i.addressTaken[t] = append(i.addressTaken[t], function)
			i.distances.program.AddressTaken = append(i.distances.program.AddressTaken, i.defined[function])
		}
	}
}

func isAddressTaken(function llvm.Value) bool {
	for user := range llvm.Users(function) {
		if user.IsAInstruction().IsNil() || user.InstructionOpcode() != llvm.Call || isArgument(function, user) {
			return true
		}
	}
	return false
}

// isArgument tells whether v is an argument of a call. The last operand of a call is its callee.
func isArgument(v, call llvm.Value) bool {
	for n := range call.OperandsCount() - 1 {
		if call.Operand(n) == v {
			return true
		}
	}
	return false
}
