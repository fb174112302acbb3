//go:build llvm19

// Package llvm is the instrumenter's only access to LLVM 19. It has the Go bindings' types under their own names, and
// functions that the bindings lack. Values belong to their module and modules to their context. One context must not be used
// concurrently.
package llvm

// #cgo CXXFLAGS: -std=c++17 -O1 -Wall -Wextra -Wno-unused-parameter
// #include <stdlib.h>
// #include <llvm-c/Comdat.h>
// #include <llvm-c/DebugInfo.h>
// #include "shim.h"
import "C"

import (
	"iter"
	"unsafe"

	base "tinygo.org/x/go-llvm"
)

// The bindings' types, see their documentation and LLVM's language reference.
type (
	Context        = base.Context
	Module         = base.Module
	Value          = base.Value
	Type           = base.Type
	BasicBlock     = base.BasicBlock
	Builder        = base.Builder
	Attribute      = base.Attribute
	Metadata       = base.Metadata
	Opcode         = base.Opcode
	TypeKind       = base.TypeKind
	IntPredicate   = base.IntPredicate
	FloatPredicate = base.FloatPredicate
	CodegenLevel   = base.CodeGenOptLevel
)

// Version is the version of the LLVM library, e.g. "19.1.7".
const Version = base.Version

// Opcodes of instructions that the instrumenter tells apart.
const (
	ICmp         = base.ICmp
	FCmp         = base.FCmp
	Trunc        = base.Trunc
	Xor          = base.Xor
	Call         = base.Call
	Br           = base.Br
	Load         = base.Load
	ZExt         = base.ZExt
	SExt         = base.SExt
	Ret          = base.Ret
	CallBr       = Opcode(C.LLVMCallBr)
	Switch       = base.Switch
	SDiv         = base.SDiv
	UDiv         = base.UDiv
	SRem         = base.SRem
	URem         = base.URem
	Unreachable  = base.Unreachable
	Alloca       = base.Alloca
	ExtractValue = base.ExtractValue
	PHI          = base.PHI
	Freeze       = Opcode(C.LLVMFreeze)
	CmpXchg      = Opcode(C.LLVMAtomicCmpXchg)
	AtomicRMW    = Opcode(C.LLVMAtomicRMW)
	Fence        = Opcode(C.LLVMFence)
	Store        = base.Store
)

// Kinds of types.
const (
	VoidType    = base.VoidTypeKind
	IntegerType = base.IntegerTypeKind
	PointerType = base.PointerTypeKind
	VectorType  = base.VectorTypeKind
	HalfType    = TypeKind(C.LLVMHalfTypeKind)
	BFloatType  = TypeKind(C.LLVMBFloatTypeKind)
	FloatType   = base.FloatTypeKind
	DoubleType  = base.DoubleTypeKind
	X86FP80Type = base.X86_FP80TypeKind
	FP128Type   = base.FP128TypeKind
)

// Linkages that the instrumenter sets or tests for.
const (
	ExternalLinkage     = base.ExternalLinkage
	InternalLinkage     = base.InternalLinkage
	PrivateLinkage      = base.PrivateLinkage
	CommonLinkage       = base.CommonLinkage
	ExternalWeakLinkage = base.ExternalWeakLinkage
)

// IntEQ is the first of the predicates of integers: eq, ne, ugt, uge, ult, ule, sgt, sge, slt, sle.
const IntEQ = base.IntEQ

// Indices of the attributes of a function or call; parameters count from 1.
const (
	ReturnAttributes   = 0
	FunctionAttributes = -1
)

// NewContext returns an empty context; Dispose frees it and all it holds.
func NewContext() Context { return base.NewContext() }

// NextInstruction returns the instruction after v in its block, nil behind the last.
func NextInstruction(v Value) Value { return base.NextInstruction(v) }

// PreviousInstruction returns the instruction before v in its block, nil before the first.
func PreviousInstruction(v Value) Value { return base.PrevInstruction(v) }

// MoveBefore moves an instruction, with its position in the source, to the place before another one.
func MoveBefore(instruction, place Value) { C.fizzer_move_before(value(instruction), value(place)) }

// ConstInt returns the constant n, zero-extended, of an integer type.
func ConstInt(t Type, n uint64) Value { return base.ConstInt(t, n, false) }

// ConstNull returns the zero of any type.
func ConstNull(t Type) Value { return base.ConstNull(t) }

// ConstAllOnes returns the constant of an integer type whose bits are all set.
func ConstAllOnes(t Type) Value { return base.ConstAllOnes(t) }

// ConstMin returns the smallest signed constant of an integer type of at most 64 bits.
func ConstMin(t Type) Value { return ConstInt(t, 1<<(t.IntTypeWidth()-1)) }

// FunctionType returns the type of functions without variable arguments.
func FunctionType(result Type, parameters ...Type) Type {
	return base.FunctionType(result, parameters, false)
}

// PointerTo returns the type of pointers. Pointers are opaque: they have no element type.
func PointerTo(context Context) Type { return base.PointerType(context.Int8Type(), 0) }

// AddFunction declares a function.
func AddFunction(m Module, name string, t Type) Value { return base.AddFunction(m, name, t) }

// AttributeKind returns the number of an attribute by its name in the language reference.
func AttributeKind(name string) uint { return base.AttributeKindID(name) }

// Functions yields the functions of the module, defined and declared. The loop body may erase the function it was given.
func Functions(m Module) iter.Seq[Value] { return chain(m.FirstFunction(), base.NextFunction) }

// Globals yields the global variables of the module. The loop body may erase the variable it was given.
func Globals(m Module) iter.Seq[Value] { return chain(m.FirstGlobal(), base.NextGlobal) }

// Blocks yields the basic blocks of a function, none for a declaration.
func Blocks(function Value) iter.Seq[BasicBlock] {
	return func(yield func(BasicBlock) bool) {
		for b := function.FirstBasicBlock(); !b.IsNil() && yield(b); b = base.NextBasicBlock(b) {
		}
	}
}

// Instructions yields the instructions of a block. The loop body may erase the instruction it was given. Instructions that it
// inserts before or right after that one are not yielded.
func Instructions(block BasicBlock) iter.Seq[Value] {
	return chain(block.FirstInstruction(), base.NextInstruction)
}

// Users yields the instructions and constants that use v, once for each use.
func Users(v Value) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for use := v.FirstUse(); !use.IsNil() && yield(use.User()); use = use.NextUse() {
		}
	}
}

func chain(first Value, next func(Value) Value) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for v := first; !v.IsNil(); {
			following := next(v)
			if !yield(v) {
				return
			}
			v = following
		}
	}
}

// Aliases yields the aliases and indirect functions (ifunc) of the module.
func Aliases(m Module) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for a := C.LLVMGetFirstGlobalAlias(module(m)); a != nil; a = C.LLVMGetNextGlobalAlias(a) {
			if !yield(wrap(a)) {
				return
			}
		}
		for i := C.LLVMGetFirstGlobalIFunc(module(m)); i != nil; i = C.LLVMGetNextGlobalIFunc(i) {
			if !yield(wrap(i)) {
				return
			}
		}
	}
}

// NamedAlias returns the alias or indirect function with this name, nil if there is none.
func NamedAlias(m Module, name string) Value {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	if alias := C.LLVMGetNamedGlobalAlias(module(m), text, C.size_t(len(name))); alias != nil {
		return wrap(alias)
	}
	return wrap(C.LLVMGetNamedGlobalIFunc(module(m), text, C.size_t(len(name))))
}

// Aliasee follows a chain of aliases to its end. It returns v itself if v is no alias.
func Aliasee(v Value) Value {
	for !v.IsAGlobalAlias().IsNil() {
		v = wrap(C.LLVMAliasGetAliasee(value(v)))
	}
	return v
}

// IsIFunc tells whether v is an indirect function.
func IsIFunc(v Value) bool { return C.LLVMGetValueKind(value(v)) == C.LLVMGlobalIFuncValueKind }

// RemoveComdat takes a function or variable out of its group of alternatives.
func RemoveComdat(v Value) { C.LLVMSetComdat(value(v), nil) }

// Keep keeps a function, variable or alias as it is, as if something that is not in the module used it.
func Keep(v Value) { C.fizzer_keep(value(v)) }

// SetWritableSections names the sections of a writable variable: data if it starts with a value, zero if it starts with zeros.
func SetWritableSections(variable Value, data, zero string) {
	dataName, zeroName := C.CString(data), C.CString(zero)
	defer C.free(unsafe.Pointer(dataName))
	defer C.free(unsafe.Pointer(zeroName))
	C.fizzer_set_sections(value(variable), dataName, zeroName)
}

// Element returns element i of a constant array, structure or vector, nil if there is none.
func Element(v Value, i int) Value { return wrap(C.LLVMGetAggregateElement(value(v), C.unsigned(i))) }

// Characters returns the elements of a constant array of 8-bit integers; false: it is none, or all are zero.
func Characters(v Value) (characters []byte, ok bool) {
	if C.LLVMIsAConstantDataArray(value(v)) == nil || C.LLVMIsConstantString(value(v)) == 0 {
		return nil, false
	}
	var length C.size_t
	text := C.LLVMGetAsString(value(v), &length)
	return C.GoBytes(unsafe.Pointer(text), C.int(length)), true
}

// IsMustTail tells whether the call must stay directly before its return.
func IsMustTail(call Value) bool { return C.fizzer_is_must_tail(value(call)) != 0 }

// MayFault tells whether a load or store may fault, or is visible to other threads or devices (volatile, atomic).
func MayFault(access Value) bool { return C.fizzer_may_fault(value(access)) != 0 }

// InstructionCount returns the number of instructions of a function.
func InstructionCount(function Value) int {
	return int(C.fizzer_instruction_count(value(function)))
}

// Place is a position in the source. Line and Column count from 1; 0 means unknown.
type Place struct {
	File         string
	Line, Column int
}

// PlaceOf returns the position of an instruction or function; its File is empty without debug information.
func PlaceOf(v Value) Place {
	var place C.struct_fizzer_place
	if C.fizzer_place(value(v), &place) != 0 {
		return Place{File: C.GoStringN(place.file, C.int(place.length)), Line: int(place.line), Column: int(place.column)}
	}
	var length C.unsigned
	file := C.LLVMGetDebugLocFilename(value(v), &length)
	if file == nil || length == 0 {
		return Place{}
	}
	return Place{File: C.GoStringN(file, C.int(length)), Line: int(C.LLVMGetDebugLocLine(value(v)))}
}

// SourceName returns the name of a function in the source, empty without debug information.
func SourceName(function Value) string {
	var length C.size_t
	name := C.fizzer_source_name(value(function), &length)
	return C.GoStringN(name, C.int(length))
}

// CreateFreeze inserts a freeze of v.
func CreateFreeze(b Builder, v Value) Value {
	return wrap(C.LLVMBuildFreeze(C.LLVMBuilderRef(unsafe.Pointer(b.C)), value(v), (*C.char)(unsafe.Pointer(&[1]byte{}))))
}

func module(m Module) C.LLVMModuleRef { return C.LLVMModuleRef(unsafe.Pointer(m.C)) }

func value(v Value) C.LLVMValueRef { return C.LLVMValueRef(unsafe.Pointer(v.C)) }

func wrap(v C.LLVMValueRef) (result Value) {
	*(*C.LLVMValueRef)(unsafe.Pointer(&result)) = v
	return result
}
