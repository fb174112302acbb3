//go:build llvm19

// Package symbolic makes the second form of an instrumented program. Along a run, that form records its conditions and addresses as
// expressions over the input.
//
// Every value in a register gets a shadow beside it: the number of its expression, or 0 for a concrete value. The runtime holds the
// shadows of memory (libfizzer/c/shadow.c). The program's monitors stay, so that the trace of a run is that of the ordinary form.
// While all shadows are 0, the added code costs only tests (function.flush).
//
// A function is transformed as follows. Branches that only compute are merged (llvm.MergeBranches). A first pass finds the values
// that may depend on input at all (reach.go). Then each instruction gets the code that makes its shadow: operations
// (operations.go), loads and stores (memory.go), calls (calls.go, library.go, variadic.go), conditions and branches
// (conditions.go).
package symbolic

import (
	"fmt"

	"fizzer/instrument/llvm"
)

// maxSide bounds the instructions of one side of a branch that is merged. It is generous: both sides are computed then, but a
// single query replaces up to two to the power of the branches.
const maxSide = 256

// preparation puts variables into registers, where shadows need no memory. It does not copy blocks.
const preparation = "function(sroa,early-cse)"

const (
	conditionMonitor = "__fizzer_condition"
	wideMonitor      = "__fizzer_condition_wide"
	guardedMonitor   = "__fizzer_guarded_condition"
	guardedWide      = "__fizzer_guarded_condition_wide"
)

// Transform turns an instrumented program, whose monitors are declared and not yet linked in, into its second form. The cost is
// linear in the program's size.
func Transform(context llvm.Context, program llvm.Module) error {
	machine, err := llvm.NewMachine(program, llvm.CodegenNone)
	if err != nil {
		return err
	}
	defer machine.Close()
	llvm.DefineOperands(program)
	keepVariables(context, program)
	if err := machine.Run(program, preparation); err != nil {
		return err
	}
	llvm.DefineOperands(program)
	t := newTransformer(context, program)
	defer t.close()
	t.mergeBranches()
	for function := range llvm.Functions(program) {
		if !function.IsDeclaration() && !t.own[function] && !isNaked(function) {
			t.function(function)
		}
	}
	t.listObjects()
	if err := llvm.Verify(program); err != nil {
		return fmt.Errorf("the second form of the program is broken IR: %w; report this as a defect together with the program", err)
	}
	return nil
}

// keepVariables forbids to optimise functions to which longjmp may return: their variables stay in memory, and have their last values then,
// as in the ordinary form.
func keepVariables(context llvm.Context, program llvm.Module) {
	for function := range llvm.Functions(program) {
		if !function.IsDeclaration() && llvm.ReturnsTwice(function, "__fizzer_calls_open") {
			for _, name := range []string{"noinline", "optnone"} {
				function.AddFunctionAttr(context.CreateEnumAttribute(llvm.AttributeKind(name), 0))
			}
		}
	}
}

// isNaked reports whether a function consists of assembly and nothing else, so that no code can be added.
func isNaked(function llvm.Value) bool {
	return !function.GetEnumFunctionAttribute(llvm.AttributeKind("naked")).IsNil()
}

// transformer works on one program.
type transformer struct {
	*types
	context llvm.Context
	program llvm.Module
	builder llvm.Builder
	own     map[llvm.Value]bool   // functions that the transformer has added
	runtime map[string]llvm.Value // functions and variables of the runtime declared so far
}

func newTransformer(context llvm.Context, program llvm.Module) *transformer {
	return &transformer{
		types: newTypes(program), context: context, program: program, builder: context.NewBuilder(),
		own: map[llvm.Value]bool{}, runtime: map[string]llvm.Value{},
	}
}

func (t *transformer) close() {
	t.builder.Dispose()
	t.layout.Dispose()
}

// mergeBranches turns branches into select instructions.
func (t *transformer) mergeBranches() {
	monitors := llvm.GuardedMonitors{Condition: t.monitor(conditionMonitor, 2), Wide: t.monitor(wideMonitor, 4)}
	monitors.Guarded = t.guarded(guardedMonitor, monitors.Condition)
	monitors.GuardedWide = t.guarded(guardedWide, monitors.Wide)
	llvm.MergeBranches(t.program, monitors, maxSide)
}

// monitor returns a function that records a condition with that many words of operands.
func (t *transformer) monitor(name string, words int) llvm.Value {
	if monitor := t.program.NamedFunction(name); !monitor.IsNil() {
		return monitor
	}
	parameters := []llvm.Type{t.context.Int32Type(), t.context.Int1Type()}
	for range words {
		parameters = append(parameters, t.context.Int64Type())
	}
	return llvm.AddFunction(t.program, name, llvm.FunctionType(t.context.VoidType(), parameters...))
}

// guarded defines a variant of a monitor that records only if its first argument is true.
func (t *transformer) guarded(name string, monitor llvm.Value) llvm.Value {
	b, kind := t.builder, monitor.GlobalValueType()
	function := llvm.AddFunction(t.program, name,
		llvm.FunctionType(t.context.VoidType(), append([]llvm.Type{t.context.Int1Type()}, kind.ParamTypes()...)...))
	function.SetLinkage(llvm.InternalLinkage)
	t.own[function] = true
	entry, record, end := t.context.AddBasicBlock(function, ""), t.context.AddBasicBlock(function, ""), t.context.AddBasicBlock(function, "")
	b.SetInsertPointAtEnd(entry)
	b.CreateCondBr(function.Param(0), record, end)
	b.SetInsertPointAtEnd(record)
	call := b.CreateCall(kind, monitor, function.Params()[1:], "")
	call.AddCallSiteAttribute(2, t.context.CreateEnumAttribute(llvm.AttributeKind("zeroext"), 0))
	b.CreateBr(end)
	b.SetInsertPointAtEnd(end)
	b.CreateRetVoid()
	return function
}

// listObjects makes main tell the runtime where the program's variables are.
func (t *transformer) listObjects() {
	word := t.word()
	var starts, sizes []llvm.Value
	for variable := range llvm.Globals(t.program) {
		if variable.IsDeclaration() || variable.IsThreadLocal() || isFar(variable.Type()) ||
			len(variable.Name()) > 5 && variable.Name()[:5] == "llvm." {
			continue
		}
		starts = append(starts, variable)
		sizes = append(sizes, llvm.ConstInt(word, t.layout.TypeAllocSize(variable.GlobalValueType())))
	}
	main := t.program.NamedFunction("__fizzer_program_main")
	if len(starts) == 0 || main.IsNil() {
		return
	}
	pointers := t.table("__fizzer_object_starts", llvm.PointerTo(t.context), starts)
	lengths := t.table("__fizzer_object_sizes", word, sizes)
	t.builder.SetInsertPointBefore(main.EntryBasicBlock().FirstInstruction())
	t.call("objects", t.context.VoidType(), pointers, lengths, t.number(len(starts)))
}

// table makes a constant array.
func (t *transformer) table(name string, element llvm.Type, values []llvm.Value) llvm.Value {
	content := llvm.ConstArray(element, values)
	table := llvm.AddGlobal(t.program, content.Type(), name)
	table.SetInitializer(content)
	table.SetGlobalConstant(true)
	table.SetLinkage(llvm.PrivateLinkage)
	return table
}

// word returns the integer type of a pointer's width.
func (t *transformer) word() llvm.Type { return t.context.IntType(t.pointer) }

// number returns a 32-bit constant.
func (t *transformer) number(n int) llvm.Value {
	return llvm.ConstInt(t.context.Int32Type(), uint64(n))
}

// call calls a function of the runtime, named without its prefix, at the builder's position.
func (t *transformer) call(name string, result llvm.Type, arguments ...llvm.Value) llvm.Value {
	name = "__fizzer_symbolic_" + name
	function, ok := t.runtime[name]
	if !ok {
		parameters := make([]llvm.Type, len(arguments))
		for n, argument := range arguments {
			parameters[n] = argument.Type()
		}
		function = llvm.AddFunction(t.program, name, llvm.FunctionType(result, parameters...))
		t.runtime[name] = function
	}
	call := t.builder.CreateCall(function.GlobalValueType(), function, arguments, "")
	for n, argument := range arguments {
		if kind := argument.Type(); kind.TypeKind() == llvm.IntegerType && kind.IntTypeWidth() == 1 {
			call.AddCallSiteAttribute(n+1, t.context.CreateEnumAttribute(llvm.AttributeKind("zeroext"), 0))
		}
	}
	return call
}

// shadowOf calls a function of the runtime that returns a shadow.
func (t *transformer) shadowOf(name string, arguments ...llvm.Value) llvm.Value {
	return t.call(name, t.context.Int32Type(), arguments...)
}

// variable returns a variable of the runtime.
func (t *transformer) variable(name string, kind llvm.Type) llvm.Value {
	name = "__fizzer_" + name
	variable, ok := t.runtime[name]
	if !ok {
		variable = llvm.AddGlobal(t.program, kind, name)
		t.runtime[name] = variable
	}
	return variable
}

// element returns the address of an element of an array of the runtime.
func (t *transformer) element(name string, kind llvm.Type, n int) llvm.Value {
	array := t.variable(name, llvm.ArrayTypeOf(kind, 0))
	return t.builder.CreateGEP(kind, array, []llvm.Value{t.number(n)}, "")
}
