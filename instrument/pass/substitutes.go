//go:build llvm19

package pass

import (
	"fmt"
	"slices"

	"fizzer/instrument/llvm"
)

// defineSubstitutes defines what is defined nowhere, as weak definitions would: each function reads one input
// of the type that it returns, each variable is zero.
func (i *inputs) defineSubstitutes() {
	for function := range llvm.Functions(i.functions.module) {
		if i.functions.undefined[function] {
			i.noteSubstitute("the function %s, which is defined nowhere and returns an input", function)
			i.defineInput(function)
		}
	}
	for variable := range llvm.Globals(i.functions.module) {
		if i.functions.undefined[variable] {
			i.noteSubstitute("the variable %s, which is defined nowhere and starts as zero", variable)
			variable.SetInitializer(llvm.ConstNull(variable.GlobalValueType()))
			variable.SetLinkage(llvm.InternalLinkage)
		}
	}
}

// noteSubstitute tells the user of a substitute, unless no run uses it.
func (i *inputs) noteSubstitute(format string, v llvm.Value) {
	if name := plainName(v); slices.Contains(i.table.Substitutes, name) {
		i.table.note(fmt.Sprintf(format, name), llvm.Place{})
	}
}
