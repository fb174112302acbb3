//go:build llvm19

package pass

import (
	"cmp"
	"slices"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
)

// moveConstructors makes main call the program's constructors: each run needs them, and the runtime is not ready for their
// conditions before main. It also makes main register the destructors as its first exit handlers, which run last.
func (i *instrumenter) moveConstructors() {
	i.builder.SetInsertPointBefore(i.program.NamedFunction("main").EntryBasicBlock().FirstInstruction())
	var calls []flow.Step
	for _, destructor := range i.takeFunctions("llvm.global_dtors") {
		i.call(i.monitors.atExit(), destructor)
		i.distances.program.Finally = append(i.distances.program.Finally, i.indices([]llvm.Value{destructor})...)
	}
	for _, constructor := range i.takeFunctions("llvm.global_ctors") {
		i.call(constructor)
		calls = append(calls, flow.Step{Condition: -1, Candidate: -1, Callees: i.indices([]llvm.Value{constructor})})
	}
	i.distances.addToMain(calls)
}

// takeFunctions removes a list of constructors or destructors from the program and returns those that the program defines,
// smallest priority number first.
func (i *instrumenter) takeFunctions(name string) []llvm.Value {
	entries := i.takeList(name)
	slices.SortStableFunc(entries, func(a, b llvm.Value) int {
		return cmp.Compare(a.Operand(0).ZExtValue(), b.Operand(0).ZExtValue())
	})
	var functions []llvm.Value
	for _, entry := range entries {
		function := llvm.Aliasee(entry.Operand(1))
		if _, defined := i.defined[function]; defined {
			functions = append(functions, function)
		}
	}
	return functions
}

// takeList removes a list of constructors or destructors from the program and returns its entries: structs of priority,
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
