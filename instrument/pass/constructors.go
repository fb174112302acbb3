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
func moveConstructors(functions *functions, insert *inserter, graph *graph) {
	insert.SetInsertPointBefore(functions.module.NamedFunction("main").EntryBasicBlock().FirstInstruction())
	var calls []flow.Step
	for _, destructor := range functions.take("llvm.global_dtors") {
		insert.call(insert.atExit(), destructor)
		graph.program.Finally = append(graph.program.Finally, functions.indices([]llvm.Value{destructor})...)
	}
	for _, constructor := range functions.take("llvm.global_ctors") {
		insert.call(constructor)
		calls = append(calls, flow.Step{Condition: -1, Candidate: -1, Callees: functions.indices([]llvm.Value{constructor})})
	}
	graph.addToMain(calls)
}

// take removes a list of constructors or destructors from the program and returns those that the program defines,
// smallest priority number first.
func (f *functions) take(name string) []llvm.Value {
	entries := takeList(f.module, name)
	slices.SortStableFunc(entries, func(a, b llvm.Value) int {
		return cmp.Compare(a.Operand(0).ZExtValue(), b.Operand(0).ZExtValue())
	})
	var functions []llvm.Value
	for _, entry := range entries {
		function := llvm.Aliasee(entry.Operand(1))
		if f.defines(function) {
			functions = append(functions, function)
		}
	}
	return functions
}

// takeList removes a list of constructors or destructors from the program and returns its entries: structs of priority,
// function and data.
func takeList(program llvm.Module, name string) []llvm.Value {
	list := program.NamedGlobal(name)
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
