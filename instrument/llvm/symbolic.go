//go:build llvm19

package llvm

// #include "shim.h"
import "C"

import base "tinygo.org/x/go-llvm"

// What the second form of a program needs besides (package symbolic).

// DataLayout answers for sizes and offsets of types; Dispose frees it.
type DataLayout = base.TargetData

// Opcodes of instructions whose results are expressions.
const (
	Add            = base.Add
	FAdd           = base.FAdd
	Sub            = base.Sub
	FSub           = base.FSub
	Mul            = base.Mul
	FMul           = base.FMul
	FDiv           = base.FDiv
	FRem           = base.FRem
	FNeg           = Opcode(C.LLVMFNeg)
	Shl            = base.Shl
	LShr           = base.LShr
	AShr           = base.AShr
	And            = base.And
	Or             = base.Or
	GetElementPtr  = base.GetElementPtr
	FPToUI         = base.FPToUI
	FPToSI         = base.FPToSI
	UIToFP         = base.UIToFP
	SIToFP         = base.SIToFP
	FPTrunc        = base.FPTrunc
	FPExt          = base.FPExt
	PtrToInt       = base.PtrToInt
	IntToPtr       = base.IntToPtr
	BitCast        = base.BitCast
	Select         = base.Select
	ExtractElement = base.ExtractElement
	InsertElement  = base.InsertElement
	ShuffleVector  = base.ShuffleVector
	InsertValue    = base.InsertValue
	IndirectBr     = base.IndirectBr
)

// Kinds of types that hold others.
const (
	StructType = base.StructTypeKind
	ArrayType  = base.ArrayTypeKind
)

// Predicates of integers besides IntEQ.
const (
	IntNE  = base.IntNE
	IntSLT = base.IntSLT
)

// NewDataLayout returns the layout of a module.
func NewDataLayout(m Module) DataLayout { return base.NewTargetData(m.DataLayout()) }

// AddGlobal declares a variable.
func AddGlobal(m Module, t Type, name string) Value { return base.AddGlobal(m, t, name) }

// ArrayTypeOf returns the type of an array.
func ArrayTypeOf(element Type, count int) Type { return base.ArrayType(element, count) }

// ConstArray returns a constant array.
func ConstArray(element Type, values []Value) Value { return base.ConstArray(element, values) }

// MaskOf returns the elements that a shufflevector takes, in order; -1 where none is named.
func MaskOf(shuffle Value) []int {
	mask := make([]int, shuffle.Type().VectorSize())
	for i := range mask {
		mask[i] = int(C.LLVMGetMaskValue(value(shuffle), C.uint(i)))
	}
	return mask
}

// InsertIf makes a block that is entered from before an instruction when the condition holds, seldom, and goes on there.
// It returns the instruction at the end of the block, before which code is to be inserted.
func InsertIf(condition, before Value) Value {
	return wrap(C.fizzer_insert_if(value(condition), value(before)))
}

// GuardedMonitors are the functions that record conditions, and their forms with a first argument that says whether they are
// to do it.
type GuardedMonitors struct {
	Condition, Guarded, Wide, GuardedWide Value
}

// MergeBranches turns branches whose sides do nothing but compute, at most that many instructions each, into selections of the
// results. Monitors in the sides become guarded ones. Decisions of && and || are combined where they lead to the same
// places.
func MergeBranches(m Module, monitors GuardedMonitors, most int) {
	C.fizzer_merge_branches(module(m), value(monitors.Condition), value(monitors.Guarded), value(monitors.Wide), value(monitors.GuardedWide),
		C.unsigned(most))
}

// DefineOperands puts zero in the place of operands that are undefined, and defines how many zeros 0 begins and ends with: its width.
func DefineOperands(m Module) { C.fizzer_define_operands(module(m)) }
