//go:build llvm19

package pass

import (
	"fmt"
	"slices"
	"strings"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// instrumenter inserts the monitors of one program and fills its location table.
type instrumenter struct {
	context        llvm.Context
	program        llvm.Module
	builder        llvm.Builder
	monitors       monitors
	defined        map[llvm.Value]int         // functions that the program defines: index in table.Functions
	switches       map[llvm.Value]bool        // comparisons made from switches
	files          map[string]int             // index in table.Files
	notes          map[string]*occurrences    // for table.Notes
	noteOrder      []string                   // keys of notes in the order of their first occurrence
	external       map[string]bool            // names for table.Externals
	substitutes    []string                   // names of what is defined nowhere
	addressTaken   map[llvm.Type][]llvm.Value // functions whose address is taken, by type
	handlesSignals bool                       // the program may install handlers of signals
	distances      distances                  // flow of the program, to compute the distances to errors
	goalMarks      []goalMark                 // marks of goals that were in the program
	leading        []leading                  // conditions that lead to goals
	locations      map[llvm.Value]int         // numbers of Boolean instructions in table.Conditions
	pointer        int                        // width of a pointer in bits
	table          *locations.Table           //
}

// occurrences is how often something noted occurs, and where first.
type occurrences struct {
	count int
	first llvm.Place
}

// instrument inserts all monitors and removes the program's debug information. Of the options it needs Substitutes, All, Long,
// Light and Plain.
func instrument(context llvm.Context, program llvm.Module, options Options) (*locations.Table, error) {
	i := newInstrumenter(context, program)
	i.substitutes, i.table.Substitutes = options.Substitutes, options.Substitutes
	defer i.builder.Dispose()
	reached := findReached(program)
	i.takeGoals(reached)
	for function := range llvm.Functions(program) {
		likeGcc(function)
	}
	if err := i.lowerSwitches(); err != nil {
		return nil, err
	}
	i.findLeading()
	i.addFunctions()
	i.findAddressTaken()
	i.findHandlers()
	i.noteModuleAssembly()
	i.collectExternals()
	i.addConstants()
	for function := range llvm.Functions(program) {
		if _, ok := i.defined[function]; ok {
			i.monitorFunction(function)
		}
	}
	i.nameGoals()
	reached.markUnreached(i)
	i.moveConstructors()
	i.addDistances()
	i.checkContexts()
	i.defineInputs()
	i.defineSubstitutes()
	i.rename()
	llvm.StripDebug(program)
	llvm.DefineBehaviour(program)
	if !options.All && !options.Plain {
		if err := i.leaveOutImplied(options); err != nil {
			return nil, err
		}
	}
	i.finishNotes()
	if err := llvm.Verify(program); err != nil {
		return nil, fmt.Errorf("the instrumented program is broken IR: %s; report this as a defect together with the program", firstLine(err))
	}
	return i.table, nil
}

func newInstrumenter(context llvm.Context, program llvm.Module) *instrumenter {
	pointer := llvm.PointerBits(program)
	return &instrumenter{
		context:      context,
		program:      program,
		builder:      context.NewBuilder(),
		monitors:     monitors{context: context, module: program, declared: map[string]llvm.Value{}},
		defined:      map[llvm.Value]int{},
		switches:     map[llvm.Value]bool{},
		files:        map[string]int{},
		locations:    map[llvm.Value]int{},
		notes:        map[string]*occurrences{},
		external:     map[string]bool{},
		addressTaken: map[llvm.Type][]llvm.Value{},
		pointer:      pointer,
		table: &locations.Table{LayoutHash: layout.Hash, PointerBits: pointer, ThreadLocal: hasThreadLocals(program), Files: []string{},
			Functions:  []locations.Function{},
			Conditions: []locations.Condition{}, Calls: []locations.Call{}, Externals: []string{}, Notes: []string{}},
	}
}

// addFunctions numbers the functions that the program defines.
func (i *instrumenter) addFunctions() {
	for function := range llvm.Functions(i.program) {
		if function.IsDeclaration() {
			continue
		}
		place := llvm.PlaceOf(function)
		i.defined[function] = len(i.table.Functions)
		i.table.Functions = append(i.table.Functions, locations.Function{Name: sourceName(function), File: i.file(place), Line: place.Line})
	}
	i.distances.program.Functions = make([]flow.Function, len(i.table.Functions))
	i.distances.program.Main = i.defined[i.program.NamedFunction("main")]
}

// sourceName returns a function's name in the source. Linking and assembler labels may have changed its name in the module.
func sourceName(function llvm.Value) string {
	if name := llvm.SourceName(function); name != "" {
		return name
	}
	return plainName(function)
}

// plainName returns the name of a function or variable without the byte that front ends put before assembler labels.
func plainName(v llvm.Value) string { return strings.TrimPrefix(v.Name(), "\x01") }

// file returns the index of a place's file. If the front end gave no place, this is the source file.
func (i *instrumenter) file(place llvm.Place) int {
	name := place.File
	if name == "" {
		name = llvm.SourceFile(i.program)
	}
	index, ok := i.files[name]
	if !ok {
		index = len(i.table.Files)
		i.files[name] = index
		i.table.Files = append(i.table.Files, name)
	}
	return index
}

// monitorFunction inserts the monitors of one function.
func (i *instrumenter) monitorFunction(function llvm.Value) {
	sources := backEdgeSources(function)
	i.beginFunction(function)
	for block := range llvm.Blocks(function) {
		i.distances.block = i.distances.blocks[block]
		xor := false
		for instruction := range llvm.Instructions(block) {
			i.monitorInstruction(i.defined[function], instruction, xor)
			xor = xor || isXor(instruction)
		}
		if sources[block] {
			i.monitorStep(block)
		}
	}
	i.endFunction(function)
	if slices.Contains(errorNames, sourceName(function)) {
		i.monitorError(function)
	}
}

func (i *instrumenter) monitorInstruction(function int, instruction llvm.Value, xor bool) {
	if instruction.InstructionOpcode() == llvm.Call {
		kept := i.monitorCall(function, instruction)
		i.addCall(instruction, kept)
	}
	if isDivision(instruction) {
		i.guardDivision(function, instruction)
	}
	if boolean, ok := i.booleanOf(instruction); ok {
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
	i.builder.SetInsertPointBefore(first)
	i.call(i.monitors.reachError())
}

// collectExternals lists the functions that the program uses and does not define.
func (i *instrumenter) collectExternals() {
	for function := range llvm.Functions(i.program) {
		if function.IsDeclaration() && !isIntrinsic(function) && !i.needsSubstitute(function) && !function.FirstUse().IsNil() {
			i.external[plainName(function)] = true
		}
	}
	for name := range i.external {
		i.table.Externals = append(i.table.Externals, name)
	}
	slices.Sort(i.table.Externals)
}

func isIntrinsic(function llvm.Value) bool { return strings.HasPrefix(function.Name(), "llvm.") }

func (i *instrumenter) noteModuleAssembly() {
	if llvm.ModuleAssembly(i.program) != "" {
		i.note("assembly outside functions, which keeps the names that it uses", llvm.Place{})
	}
}

// note counts one occurrence of something that the user should know.
func (i *instrumenter) note(what string, place llvm.Place) {
	if noted, ok := i.notes[what]; ok {
		noted.count++
		return
	}
	i.notes[what] = &occurrences{1, place}
	i.noteOrder = append(i.noteOrder, what)
}

// finishNotes writes one sentence for each kind of thing noted.
func (i *instrumenter) finishNotes() {
	for _, what := range i.noteOrder {
		noted := i.notes[what]
		sentence := fmt.Sprintf("The program has %s (occurrences: %d", what, noted.count)
		if noted.first.Line > 0 {
			sentence += fmt.Sprintf(", the first at %s:%d", noted.first.File, noted.first.Line)
		}
		i.table.Notes = append(i.table.Notes, sentence+").")
	}
}
