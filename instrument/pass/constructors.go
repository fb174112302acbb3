//go:build llvm19

package pass

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
)

// moveConstructors makes main call the program's constructors: each run needs them, and the runtime is not ready for their
// conditions before main. It also makes main register the destructors as its first exit handlers, which run last.
func moveConstructors(functions *functions, insert *inserter, graph *graph) {
	insert.SetInsertPointBefore(functions.startOf(insert))
	var calls []flow.Step
	for _, destructor := range functions.take("llvm.global_dtors", endSections) {
		insert.call(insert.atExit(), destructor)
		graph.program.Finally = append(graph.program.Finally, functions.indices([]llvm.Value{destructor})...)
	}
	for _, constructor := range functions.take("llvm.global_ctors", startSections) {
		insert.call(constructor, functions.startArguments(constructor)...)
		calls = append(calls, flow.Step{Condition: -1, Candidate: -1, Callees: functions.indices([]llvm.Value{constructor})})
	}
	graph.addToMain(calls)
}

// startOf returns the instruction of main before which constructors are called. If the program calls main itself, they are called the first
// time only.
func (f *functions) startOf(insert *inserter) llvm.Value {
	main := f.module.NamedFunction("main")
	first := main.EntryBasicBlock().FirstInstruction()
	hasLists := !f.module.NamedGlobal("llvm.global_ctors").IsNil() || !f.module.NamedGlobal("llvm.global_dtors").IsNil()
	if main.FirstUse().IsNil() || !hasLists {
		return first
	}
	for first.InstructionOpcode() == llvm.Alloca {
		first = llvm.NextInstruction(first)
	}
	flag := insert.context.Int8Type()
	started := llvm.AddGlobal(f.module, flag, "fizzer.started")
	started.SetInitializer(llvm.ConstNull(flag))
	started.SetLinkage(llvm.InternalLinkage)
	insert.SetInsertPointBefore(first)
	begins := insert.CreateICmp(llvm.IntEQ, insert.CreateLoad(flag, started, ""), llvm.ConstNull(flag), "")
	end := llvm.InsertIf(begins, first)
	insert.SetInsertPointBefore(end)
	insert.CreateStore(llvm.ConstInt(flag, 1), started)
	return end
}

// Sections of variables that hold pointers to functions, which start-up code calls before main and behind it.
var (
	startSections = []string{".preinit_array", ".init_array"}
	endSections   = []string{".fini_array"}
)

// defaultPriority is that of constructors and destructors that have none.
const defaultPriority = 65535

// startup is a constructor or destructor.
type startup struct {
	priority int
	function llvm.Value
}

// startArguments returns what start-up code passes to a constructor: what main gets.
func (f *functions) startArguments(constructor llvm.Value) (arguments []llvm.Value) {
	given := f.module.NamedFunction("main").Params()
	for n, parameter := range constructor.Params() {
		argument := llvm.ConstNull(parameter.Type())
		if n < len(given) && given[n].Type() == parameter.Type() {
			argument = given[n]
		}
		arguments = append(arguments, argument)
	}
	return arguments
}

// take removes a list of constructors or destructors from the program, and empties the sections for pointers to such functions. It returns
// those that the program defines, smallest priority number first.
func (f *functions) take(name string, sections []string) []llvm.Value {
	entries := append(takeList(f.module, name), f.takeSections(sections)...)
	slices.SortStableFunc(entries, func(a, b startup) int { return cmp.Compare(a.priority, b.priority) })
	var functions []llvm.Value
	for _, entry := range entries {
		if f.defines(entry.function) {
			functions = append(functions, entry.function)
		}
	}
	return functions
}

// takeList removes a list of constructors or destructors from the program, whose entries are structs of priority, function and data.
func takeList(program llvm.Module, name string) (entries []startup) {
	list := program.NamedGlobal(name)
	if list.IsNil() {
		return nil
	}
	for n := range list.Initializer().OperandsCount() {
		entry := list.Initializer().Operand(n)
		entries = append(entries, startup{int(entry.Operand(0).ZExtValue()), llvm.Aliasee(entry.Operand(1))})
	}
	list.EraseFromParentAsGlobal()
	return entries
}

// takeSections makes ordinary variables of those in the sections that hold nothing but functions of the program, which it returns.
func (f *functions) takeSections(sections []string) (entries []startup) {
	for variable := range llvm.Globals(f.module) {
		priority, ok := priorityOf(variable.Section(), sections)
		if !ok || variable.IsDeclaration() {
			continue
		}
		if functions := f.listed(variable.Initializer()); len(functions) > 0 {
			variable.SetSection("")
			for _, function := range functions {
				entries = append(entries, startup{priority, function})
			}
		}
	}
	return entries
}

// priorityOf returns the priority of the functions in a section; ok: it is one of the sections or has a number behind its name.
func priorityOf(section string, sections []string) (priority int, ok bool) {
	for _, name := range sections {
		number, found := strings.CutPrefix(section, name)
		switch {
		case !found || number != "" && number[0] != '.':
		case name == ".preinit_array":
			return -1, true
		case number == "":
			return defaultPriority, true
		default:
			priority, err := strconv.Atoi(number[1:])
			return priority, err == nil
		}
	}
	return 0, false
}

// listed returns the functions in a pointer or an array of pointers; none if there is anything else.
func (f *functions) listed(v llvm.Value) (functions []llvm.Value) {
	if function := llvm.Aliasee(v); f.defines(function) {
		return []llvm.Value{function}
	}
	if v.Type().TypeKind() != llvm.ArrayType {
		return nil
	}
	for n := range v.Type().ArrayLength() {
		function := llvm.Aliasee(llvm.Element(v, n))
		if !f.defines(function) {
			return nil
		}
		functions = append(functions, function)
	}
	return functions
}
