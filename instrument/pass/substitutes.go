//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/llvm"
)

// needsSubstitute tells whether a function or variable is among those that the linker did not find.
func (i *instrumenter) needsSubstitute(v llvm.Value) bool {
	return slices.Contains(i.substitutes, plainName(v))
}

// defineSubstitutes defines the names that the linker did not find, as weak definitions would: each function reads one input
// of the type that it returns, each variable is zero.
func (i *instrumenter) defineSubstitutes() {
	for function := range llvm.Functions(i.program) {
		if function.IsDeclaration() && i.needsSubstitute(function) {
			i.note("the function "+plainName(function)+", which is defined nowhere and returns an input", llvm.Place{})
			i.defineInput(function)
		}
	}
	for variable := range llvm.Globals(i.program) {
		if variable.IsDeclaration() && i.needsSubstitute(variable) {
			i.note("the variable "+plainName(variable)+", which is defined nowhere and starts as zero", llvm.Place{})
			variable.SetInitializer(llvm.ConstNull(variable.GlobalValueType()))
			variable.SetLinkage(llvm.InternalLinkage)
		}
	}
}
