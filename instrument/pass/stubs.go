//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/llvm"
)

// isStub tells whether a function or variable is one that is defined nowhere.
func (i *instrumenter) isStub(v llvm.Value) bool { return slices.Contains(i.stubs, plainName(v)) }

// defineStubs defines what the linker did not find: each function reads one input of the type that it returns, each
// variable is zero.
func (i *instrumenter) defineStubs() {
	for function := range llvm.Functions(i.program) {
		if function.IsDeclaration() && i.isStub(function) {
			i.note("the function "+plainName(function)+", which is defined nowhere and returns an input", llvm.Place{})
			i.defineInput(function)
		}
	}
	for variable := range llvm.Globals(i.program) {
		if variable.IsDeclaration() && i.isStub(variable) {
			i.note("the variable "+plainName(variable)+", which is defined nowhere and starts as zero", llvm.Place{})
			variable.SetInitializer(llvm.ConstNull(variable.GlobalValueType()))
			variable.SetLinkage(llvm.InternalLinkage)
		}
	}
}
