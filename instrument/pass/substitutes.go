//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// defineSubstitutes defines the names that the linker did not find, as weak definitions would: each function reads one input
// of the type that it returns, each variable is zero.
func (i *inputs) defineSubstitutes() {
	for function := range llvm.Functions(i.functions.module) {
		if function.IsDeclaration() && i.functions.needsSubstitute(function) {
			i.table.note("the function "+plainName(function)+", which is defined nowhere and returns an input", llvm.Place{})
			i.defineInput(function)
		}
	}
	for variable := range llvm.Globals(i.functions.module) {
		if variable.IsDeclaration() && i.functions.needsSubstitute(variable) {
			i.table.note("the variable "+plainName(variable)+", which is defined nowhere and starts as zero", llvm.Place{})
			variable.SetInitializer(llvm.ConstNull(variable.GlobalValueType()))
			variable.SetLinkage(llvm.InternalLinkage)
		}
	}
}
