//go:build llvm19

package pass

import (
	"fmt"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// effort is how much work the optimiser does on a program.
type effort struct {
	instructions int  // size of the largest program that gets this effort, in instructions (effort.work); 0: any
	long         bool // only before a run that takes minutes
	inline       bool // the monitoring functions are inlined
	passes       string
	codegen      llvm.CodegenLevel
}

// efforts goes from the fastest code to the fastest compilation. A program gets the first effort that it is small enough for.
// Measured: the first takes about 0.3 s for 10,000 instructions, and a condition in a small loop then costs 2 ns. For 200,000
// instructions (30,000 conditions in one function) the first takes more than 25 s, the second 8 s, and the third 3 s, for code
// that runs half as long again. The third differs from the last in the code generator and in simplifycfg: for 18,000 conditions it makes
// the whole build 5.3 s instead of 3.7 s, and its faster code repays that after about half a minute of search. Without a better code
// generator simplifycfg wins nothing over sccp, and its time grows with the square of the depth of nesting (decision 048).
var efforts = []effort{
	{instructions: 10_000, inline: true, passes: "default<O2>", codegen: llvm.CodegenDefault},
	{instructions: 50_000, inline: false, passes: "default<O1>", codegen: llvm.CodegenDefault},
	{long: true, inline: false, passes: "function(sroa,early-cse,simplifycfg),globaldce", codegen: llvm.CodegenLess},
	{inline: false, passes: "function(sroa,early-cse,sccp),globaldce", codegen: llvm.CodegenNone},
}

// plainEffort takes no pass over functions.
var plainEffort = effort{inline: false, passes: "globaldce", codegen: llvm.CodegenNone}

// emit links the monitoring functions into the program, optimises it and writes the object file.
func emit(context llvm.Context, program llvm.Module, effort effort, monitor, object string) error {
	internalise(context, program)
	if err := linkMonitor(context, program, monitor, effort.inline); err != nil {
		return err
	}
	machine, err := llvm.NewMachine(program, effort.codegen)
	if err != nil {
		return fmt.Errorf("no code generator for %s: %w; compile with -m32 or -m64 on x86", program.Target(), err)
	}
	defer machine.Close()
	if err := machine.Run(program, effort.passes); err != nil {
		return err
	}
	placeVariables(program)
	if effort.codegen == llvm.CodegenNone {
		llvm.EaseCalls(program)
	}
	if err := machine.Emit(program, object); err != nil {
		return fmt.Errorf("writing the object file %s: %s; see whether its folder is writable and the program's inline assembly correct", object,
			firstLine(err))
	}
	return nil
}

// effortFor chooses an effort by the size of the instrumented program and by whether the run is long. Light asks for the
// least of efforts whatever the size, Plain for no optimisation.
func effortFor(program llvm.Module, options Options) effort {
	if options.Plain {
		return plainEffort
	}
	if options.Light {
		return efforts[len(efforts)-1]
	}
	for _, e := range efforts {
		if (e.instructions == 0 || e.work(program) <= e.instructions) && (options.Long || !e.long) {
			return e
		}
	}
	return efforts[len(efforts)-1]
}

// minLessened is the size of the smallest program, in instructions, whose optimisation is worth putting off: it takes 0.1 s.
const minLessened = 2000

// lessen returns the least of efforts instead of the one chosen for a program, unless the program is small. It tells if these differ.
func lessen(program llvm.Module, chosen effort, tell func()) effort {
	least := efforts[len(efforts)-1]
	if chosen == least || chosen.work(program) < minLessened {
		return chosen
	}
	if tell != nil {
		tell()
	}
	return least
}

// symbolicEfforts are the efforts for the second form, which has several times the instructions and seldom runs. Its size
// is counted by symbolicEffort.
var symbolicEfforts = []effort{
	{instructions: 60_000, inline: true, passes: "function(early-cse,simplifycfg,adce),globaldce", codegen: llvm.CodegenLess},
	{inline: false, passes: "function(adce),globaldce", codegen: llvm.CodegenNone},
}

// largeFunction is the size of a function, in instructions, from which on the slower code generator takes more than linear time for
// it. Measured: 0.05 s for 1000 instructions of functions of up to 3000, 5 s for one of 17,000 and 22 s for one of 36,000.
const largeFunction = 3000

// symbolicEffort chooses an effort for the second form. Each instruction counts by how much longer its code generation takes in a function
// of this size than in a small one.
func symbolicEffort(program llvm.Module, light bool) effort {
	size := 0
	for function := range llvm.Functions(program) {
		n := llvm.InstructionCount(function)
		size += n * max(n, largeFunction) / largeFunction
	}
	if light || size > symbolicEfforts[0].instructions {
		return symbolicEfforts[1]
	}
	return symbolicEfforts[0]
}

// inlinedInstructions is how many instructions the optimiser has to work on for a monitoring function that is inlined; picked by hand.
const inlinedInstructions = 45

// work returns the number of instructions of an instrumented program that the effort works on. Inlined monitoring functions count: a
// thousand of them take the optimiser and the code generator 12 s, and make the program no faster (decision 051).
func (e *effort) work(program llvm.Module) int {
	size := sizeOf(program)
	if !e.inline {
		return size
	}
	for _, name := range monitorNames {
		if monitor := program.NamedFunction(name); !monitor.IsNil() {
			for range llvm.Users(monitor) {
				size += inlinedInstructions
			}
		}
	}
	return size
}

// sizeOf returns the number of instructions of a program.
func sizeOf(program llvm.Module) (size int) {
	for function := range llvm.Functions(program) {
		size += llvm.InstructionCount(function)
	}
	return size
}

// internalise hides everything that the program defines except main, so that the optimiser knows all uses.
func internalise(context llvm.Context, program llvm.Module) {
	for function := range llvm.Functions(program) {
		if !function.IsDeclaration() {
			hide(function)
			keepWhole(context, function)
			if returnsTwice(function) {
				keepPlain(context, function)
			}
		}
	}
	for variable := range llvm.Globals(program) {
		if !variable.IsDeclaration() && !strings.HasPrefix(variable.Name(), "llvm.") {
			hide(variable)
		}
	}
	for alias := range llvm.Aliases(program) {
		hide(alias)
	}
}

// keepPlain forbids to optimise a function to which longjmp may return. Its variables stay in memory and have their last values then, as
// with gcc -O0. LLVM may give a value from before the call of setjmp, such as a part of a path hash, a place on the stack that other
// values of the same variable overwrite before the second return.
func keepPlain(context llvm.Context, function llvm.Value) {
	function.AddFunctionAttr(context.CreateEnumAttribute(llvm.AttributeKind("optnone"), 0))
}

func hide(v llvm.Value) {
	if v.IsAGlobalAlias().IsNil() && !llvm.IsIFunc(v) {
		llvm.RemoveComdat(v)
	}
	if v.Linkage() != llvm.PrivateLinkage && v.Name() != libfizzer.ProgramPrefix+"main" {
		v.SetLinkage(llvm.InternalLinkage)
	}
}

// keepWhole forbids inlining a function of the program. Its calls are monitored, so inlining would gain little. Many functions
// that are called once would merge into a function so large that its compilation takes minutes.
func keepWhole(context llvm.Context, function llvm.Value) {
	function.AddFunctionAttr(context.CreateEnumAttribute(llvm.AttributeKind("noinline"), 0))
	// A large array on the stack must hit the guard page, not the memory beyond it, which belongs to the runtime.
	function.AddFunctionAttr(context.CreateStringAttribute("probe-stack", "inline-asm"))
}

// linkMonitor links the runtime's monitoring functions into the program and embeds them.
func linkMonitor(context llvm.Context, program llvm.Module, path string, inline bool) error {
	monitor, err := readModule(context, path)
	if err != nil {
		return fmt.Errorf("monitoring functions: %w", err)
	}
	defined, err := definedMonitors(monitor, path)
	if err != nil {
		return err
	}
	if err := sameModel(program, monitor, path); err != nil {
		return fmt.Errorf("monitoring functions: %w", err)
	}
	llvm.StripDebug(monitor)
	if err := llvm.Link(program, monitor); err != nil {
		return fmt.Errorf("monitoring functions: %s does not fit the program: %s; compile the runtime's monitor.c for it again", path,
			firstLine(err))
	}
	for _, name := range defined {
		embed(context, program.NamedFunction(name), inline)
	}
	llvm.BindStatically(program)
	return nil
}

// definedMonitors returns the names of the functions that the runtime's module exports. They must include those that the
// program calls.
func definedMonitors(monitor llvm.Module, path string) ([]string, error) {
	var names []string
	for function := range llvm.Functions(monitor) {
		if !function.IsDeclaration() && function.Linkage() == llvm.ExternalLinkage {
			names = append(names, function.Name())
		}
	}
	for _, name := range monitorNames {
		if function := monitor.NamedFunction(name); function.IsNil() || function.IsDeclaration() {
			return nil, fmt.Errorf("%s does not define %s; give the bitcode of the runtime's monitor.c with --monitor", path, name)
		}
	}
	return names, nil
}

// embed makes a monitoring function internal to the program: inlined at each call, or never inlined.
func embed(context llvm.Context, function llvm.Value, inline bool) {
	for _, name := range []string{"optnone", "noinline", "alwaysinline"} {
		function.RemoveEnumFunctionAttribute(llvm.AttributeKind(name))
	}
	attribute := "noinline"
	if inline {
		attribute = "alwaysinline"
	}
	function.AddFunctionAttr(context.CreateEnumAttribute(llvm.AttributeKind(attribute), 0))
	function.SetLinkage(llvm.InternalLinkage)
}
