//go:build llvm19

package pass

import (
	"cmp"
	"slices"

	"fizzer/instrument/llvm"
)

// moveConstructors lets main call the program's constructors: each run needs them, and before main the runtime is not
// ready for their conditions. Destructors would run after the record of a run is closed; they are left out.
func (i *instrumenter) moveConstructors() {
	constructors := i.takeList("llvm.global_ctors")
	slices.SortStableFunc(constructors, func(a, b llvm.Value) int {
		return cmp.Compare(a.Operand(0).ZExtValue(), b.Operand(0).ZExtValue())
	})
	i.builder.SetInsertPointBefore(i.program.NamedFunction("main").EntryBasicBlock().FirstInstruction())
	for _, constructor := range constructors {
		if function := llvm.Aliasee(constructor.Operand(1)); !function.IsAFunction().IsNil() {
			i.call(function)
		}
	}
	if len(i.takeList("llvm.global_dtors")) > 0 {
		i.note("destructors, which are not run", llvm.Place{})
	}
}

// takeList removes a list of constructors or destructors from the program and returns its entries, structs of priority,
// function and data.
func (i *instrumenter) takeList(name string) []llvm.Value {
	list := i.program.NamedGlobal(name)
	if list.IsNil() {
		return nil
	}
	var entries []llvm.Value
	for n := range list.Initializer().OperandsCount() {
		entries = append(entries, list.Initializer().Operand(n))
	}
	list.EraseFromParentAsGlobal()
	return entries
}
