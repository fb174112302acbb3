//go:build llvm19

package pass

import (
	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// Bounds of the functions that a pointer is compared with before a call through it, picked by hand. If only their type is known,
// most of many functions are not callees of this call, and their comparisons would never be true. Each comparison takes a place in
// the records of a run, of which the first runs may have about a thousand.
const (
	maxByType = 16
	maxKnown  = 256
)

// compareCallees records, before a call through a pointer, comparisons of the pointer with each function that it may point
// to. The choice of the callee thus becomes a branch like any other.
func (i *instrumenter) compareCallees(function int, call llvm.Value) {
	pointer := call.CalledValue()
	candidates, known := i.callees.of(call)
	if pointer.IsConstant() || len(candidates) < 2 || len(candidates) > maxKnown || !known && len(candidates) > maxByType {
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
