//go:build llvm19

package llvm

// #include <stdlib.h>
// #include <llvm-c/DebugInfo.h>
// #include <llvm-c/Target.h>
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	base "tinygo.org/x/go-llvm"
)

// Read returns the module in a file of bitcode or of IR as text, written by LLVM 19 or older.
func Read(context Context, path string) (Module, error) {
	buffer, err := base.NewMemoryBufferFromFile(path)
	if err != nil {
		return Module{}, err
	}
	return context.ParseIR(buffer)
}

// Link moves everything from source into destination. source is gone afterwards, even after an error.
func Link(destination, source Module) error {
	return take(C.fizzer_link(module(destination), module(source)))
}

// LinkNeeded moves to destination what it declares but does not define and source defines, with everything that this needs
// in turn. source is gone afterwards, even after an error.
func LinkNeeded(destination, source Module) error {
	return take(C.fizzer_link_needed(module(destination), module(source)))
}

// Verify checks that the module keeps the rules of LLVM's language reference.
func Verify(m Module) error { return base.VerifyModule(m, base.ReturnStatusAction) }

// SourceFile returns the path of the source as the front end was given it.
func SourceFile(m Module) string {
	var length C.size_t
	name := C.LLVMGetSourceFileName(module(m), &length)
	return C.GoStringN(name, C.int(length))
}

// ModuleAssembly returns the inline assembly outside all functions.
func ModuleAssembly(m Module) string {
	var length C.size_t
	text := C.LLVMGetModuleInlineAsm(module(m), &length)
	return C.GoStringN(text, C.int(length))
}

// PointerBits returns the width of a pointer in the module's data layout.
func PointerBits(m Module) int {
	data := base.NewTargetData(m.DataLayout())
	defer data.Dispose()
	return data.PointerSize() * 8
}

// Clone returns a copy of a module, in the same context; its Dispose frees it.
func Clone(m Module) (copy Module) {
	*(*C.LLVMModuleRef)(unsafe.Pointer(&copy)) = C.LLVMCloneModule(module(m))
	return copy
}

// StripDebug removes all debug information.
func StripDebug(m Module) { C.LLVMStripModuleDebugInfo(module(m)) }

// DefineBehaviour removes from the module whatever lets an optimiser assume that the program has no undefined behaviour:
// attributes beyond the calling convention, flags and metadata of instructions. Shift counts are taken modulo the width.
// Conversions of floating-point numbers that fit no integer give what gcc's code gives. Control that reaches undefined
// behaviour (unreachable) stops with a trap. The result behaves as unoptimised code does.
func DefineBehaviour(m Module) { C.fizzer_define_behaviour(module(m)) }

// PlainOperations gives operations that have more than one meaning the one that they have in gcc's code without optimisation:
// comparisons of floats, and conversions to integers, that respect the environment of floats (#pragma STDC FENV_ACCESS, which gcc
// ignores); a*b+c, which is rounded twice; __builtin_constant_p, false for all that the front end did not know;
// __builtin_object_size, unknown; __builtin_unreachable, behind which the next code is executed; and alloca, also where the program
// declares it.
func PlainOperations(m Module) { C.fizzer_plain_operations(module(m)) }

// VariablesLast moves the reading of a variable that is the first operand of a comparison or a commutative operation behind the evaluation
// of the second one, unless that is a variable, too: gcc evaluates the second one first, and it may change the variable.
func VariablesLast(m Module) { C.fizzer_variables_last(module(m)) }

// LowerSwitches turns each switch into branches on comparisons. The comparisons get the switch's position and the metadata
// mark. There is one equality for each case, in order. If there are more than 8 cases, order comparisons narrow them down
// first; each direction of such a comparison is taken by some value.
func LowerSwitches(m Module, mark int) { C.fizzer_lower_switches(module(m), C.unsigned(mark)) }

// BindStatically lets the code access variables of other object files without a table of addresses. The program must be
// linked at a fixed address.
func BindStatically(m Module) { C.fizzer_bind_statically(module(m)) }

// EaseCalls rewrites calls of monitors such that code is generated quickly without optimisation: a comparison of integers or pointers and
// its record become one call. The monitors' definitions must be in the module.
func EaseCalls(m Module) { C.fizzer_ease_calls(module(m)) }

// VerifyOnce makes Read leave out a check of the module, which costs as much as Verify, after which Verify is to be called. The setting
// holds for the whole process.
func VerifyOnce() { C.fizzer_verify_once() }

// ReportFatalErrors makes LLVM end the process with one sentence on standard error and status 1 on a fatal error. Without
// it, the process aborts. The setting holds for the whole process.
func ReportFatalErrors() { C.fizzer_report_fatal_errors() }

// Machine generates code for one module's target.
type Machine struct {
	machine base.TargetMachine
}

// NewMachine returns a generator of non-relocatable x86 code (32 or 64 bit) for the module's triple, in the small code
// model. Close frees it.
func NewMachine(m Module, level CodegenLevel) (*Machine, error) {
	C.LLVMInitializeX86TargetInfo()
	C.LLVMInitializeX86Target()
	C.LLVMInitializeX86TargetMC()
	C.LLVMInitializeX86AsmPrinter()
	C.LLVMInitializeX86AsmParser()
	target, err := base.GetTargetFromTriple(m.Target())
	if err != nil {
		return nil, err
	}
	return &Machine{target.CreateTargetMachine(m.Target(), "", "", level, base.RelocStatic, base.CodeModelSmall)}, nil
}

// Close frees the generator.
func (g *Machine) Close() { g.machine.Dispose() }

// Levels of code generation, from the fastest to the slowest.
const (
	CodegenNone    = base.CodeGenLevelNone
	CodegenLess    = base.CodeGenLevelLess
	CodegenDefault = base.CodeGenLevelDefault
)

// Run runs passes over the module, in the syntax of opt -passes. It does not vectorise code and does not unroll loops.
func (g *Machine) Run(m Module, passes string) error {
	options := base.NewPassBuilderOptions()
	defer options.Dispose()
	options.SetLoopVectorization(false)
	options.SetSLPVectorization(false)
	options.SetLoopUnrolling(false)
	if err := m.RunPasses(passes, g.machine, options); err != nil {
		return fmt.Errorf("passes %q: %w", passes, err)
	}
	return nil
}

// Emit writes the module as an object file. This lowers the module: it is of no other use afterwards.
func (g *Machine) Emit(m Module, path string) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	machine := C.LLVMTargetMachineRef(unsafe.Pointer(g.machine.C))
	return take(C.fizzer_emit(machine, module(m), name))
}

func take(message *C.char) error {
	if message == nil {
		return nil
	}
	defer C.free(unsafe.Pointer(message))
	return errors.New(C.GoString(message))
}
