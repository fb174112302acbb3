//go:build llvm19

package pass

import (
	"fmt"
	"slices"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// instrument inserts all monitors and removes the program's debug information. Of the options it needs Substitutes, Defined, All, Long,
// Light, Plain and NoDistances. It tells whether the linker will refuse the program unless the optimiser takes assembly out.
func instrument(context llvm.Context, program llvm.Module, options Options) (_ *locations.Table, refused bool, err error) {
	insert := newInserter(context, program)
	defer insert.Dispose()
	llvm.PlainOperations(program)
	reached, goals := findReached(program), goals{}
	shareThreadLocals(program, reached)
	table := newTable(program)
	goals.take(program, reached)
	llvm.VariablesLast(program)
	for function := range llvm.Functions(program) {
		likeGcc(function)
	}
	switches, err := lowerSwitches(context, program)
	if err != nil {
		return nil, false, err
	}
	goals.findLeading(program)
	functions := newFunctions(program)
	undefined, err := functions.findUndefined(options, reached)
	if err != nil {
		return nil, false, err
	}
	table.Substitutes = undefined.names
	table.addFunctions(functions)
	callees := newCallees(functions)
	graph := newGraph(functions, callees, table)
	if llvm.ModuleAssembly(program) != "" {
		table.note("assembly outside functions, which keeps the names that it uses", llvm.Place{})
	}
	table.Externals = functions.external(reached)
	addConstants(functions, table.Table)
	i := instrumenter{insert: insert, table: table, functions: functions, callees: callees, graph: graph, switches: switches}
	for function := range llvm.Functions(program) {
		if functions.defines(function) {
			i.monitorFunction(function)
		}
	}
	goals.name(table)
	reached.markUnreached(functions, table)
	moveConstructors(functions, insert, graph)
	graph.finish()
	if !options.NoDistances {
		graph.describeErrors()
	}
	graph.describeBehind()
	graph.describeContexts()
	inputs := inputs{insert, functions, table}
	inputs.define()
	inputs.defineSubstitutes()
	rename(program, &insert.monitors, table, reached)
	llvm.StripDebug(program)
	llvm.DefineBehaviour(program)
	if !options.All && !options.Plain {
		implication := implication{insert, functions, table, &goals, reached}
		if err := implication.leaveOut(options, graph.program.Untold); err != nil {
			return nil, false, err
		}
	}
	table.finishNotes()
	if options.Plain { // a check takes a thirtieth of the time, which is short here
		return table.Table, undefined.called, nil
	}
	if err := llvm.Verify(program); err != nil {
		return nil, false, fmt.Errorf("the instrumented program is broken IR: %s; report this as a defect together with the program", firstLine(err))
	}
	return table.Table, undefined.called, nil
}

// instrumenter inserts the monitors of the program's functions, and tells table and graph what it monitors.
type instrumenter struct {
	insert    *inserter
	table     *table
	functions *functions
	callees   *callees
	graph     *graph
	switches  map[llvm.Value]bool // comparisons made from switches
}

// monitorFunction inserts the monitors of one function.
func (i *instrumenter) monitorFunction(function llvm.Value) {
	sources := backEdgeSources(function)
	number := i.functions.defined[function]
	i.graph.beginFunction(function)
	for block := range llvm.Blocks(function) {
		i.graph.beginBlock(block)
		xor := false
		for instruction, opcode := range llvm.Coded(block) {
			i.monitorInstruction(number, instruction, opcode, xor)
			xor = xor || opcode == llvm.Xor && isXor(instruction)
		}
		if sources[block] {
			i.monitorStep(block)
		}
	}
	i.graph.endFunction()
	if slices.Contains(errorNames, sourceName(function)) {
		i.monitorError(function)
	}
}

func (i *instrumenter) monitorInstruction(function int, instruction llvm.Value, opcode llvm.Opcode, xor bool) {
	if opcode == llvm.Call {
		kept := i.monitorCall(function, instruction)
		i.graph.addCall(instruction, kept)
	}
	if isDivision(opcode) {
		i.guardDivision(function, instruction)
	}
	if boolean, ok := i.booleanOf(instruction, opcode); ok {
		boolean.xor = xor
		i.monitorBoolean(function, boolean)
	}
}

// monitorError reports that the function is entered. The report follows the function's stack allocations.
func (i *instrumenter) monitorError(function llvm.Value) {
	first := function.EntryBasicBlock().FirstInstruction()
	for first.InstructionOpcode() == llvm.Alloca {
		first = llvm.NextInstruction(first)
	}
	i.insert.SetInsertPointBefore(first)
	i.insert.call(i.insert.reachError())
}
