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
	candidates := i.callees.of(call)
	if pointer.IsConstant() || len(candidates) < 2 || len(candidates) > maxCallees {
		return
	}
	for _, candidate := range candidates {
		i.insert.SetInsertPointBefore(call)
		comparison := i.insert.CreateICmp(llvm.IntEQ, pointer, candidate, "")
		comparison.InstructionSetDebugLoc(call.InstructionDebugLoc())
		i.monitorBoolean(function, boolean{instruction: comparison, kind: locations.KindPointer, predicate: "eq", left: pointer, right: candidate,
			candidate: candidate})
	}
}
