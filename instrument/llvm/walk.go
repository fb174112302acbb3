//go:build llvm19

package llvm

// #cgo noescape fizzer_instructions
// #cgo nocallback fizzer_instructions
// #cgo noescape fizzer_successors
// #cgo nocallback fizzer_successors
// #cgo noescape fizzer_constants
// #cgo nocallback fizzer_constants
// #cgo noescape fizzer_choice
// #cgo nocallback fizzer_choice
// #cgo noescape fizzer_place
// #cgo nocallback fizzer_place
// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"iter"
	"unsafe"
)

// Coded yields the instructions of a block with their opcodes. The loop body may erase the instruction it was given, and move others.
// Instructions that it inserts are not yielded.
func Coded(block BasicBlock) iter.Seq2[Value, Opcode] {
	return func(yield func(Value, Opcode) bool) {
		var few [64]uintptr
		var fewCodes [64]uint8
		values, codes := few[:], fewCodes[:]
		count := coded(block, values, codes)
		if count > len(values) {
			values, codes = make([]uintptr, count), make([]uint8, count)
			coded(block, values, codes)
		}
		for n := range count {
			if !yield(valueAt(values[n]), Opcode(codes[n])) {
				return
			}
		}
	}
}

func coded(block BasicBlock, values []uintptr, codes []uint8) int {
	return int(C.fizzer_instructions(basicBlock(block), (*C.uintptr_t)(unsafe.Pointer(&values[0])),
		(*C.uint8_t)(unsafe.Pointer(&codes[0])), C.size_t(len(values))))
}

// Successors returns the blocks that a block's terminator names. Of a branch on a condition, where it goes when that is false comes first.
func Successors(block BasicBlock) []BasicBlock {
	var few [2]uintptr
	count := successors(block, few[:])
	found := few[:min(count, len(few))]
	if count > len(few) {
		found = make([]uintptr, count)
		successors(block, found)
	}
	blocks := make([]BasicBlock, count)
	for n := range blocks {
		*(*uintptr)(unsafe.Pointer(&blocks[n])) = found[n]
	}
	return blocks
}

func successors(block BasicBlock, found []uintptr) int {
	return int(C.fizzer_successors(basicBlock(block), (*C.uintptr_t)(unsafe.Pointer(&found[0])), C.size_t(len(found))))
}

// Constants returns the constants among the operands of a block's instructions, each once, in the order of first use.
func Constants(block BasicBlock) []Value {
	var few [64]uintptr
	count := constants(block, few[:])
	found := few[:min(count, len(few))]
	if count > len(few) {
		found = make([]uintptr, count)
		constants(block, found)
	}
	values := make([]Value, count)
	for n := range values {
		values[n] = valueAt(found[n])
	}
	return values
}

func constants(block BasicBlock, found []uintptr) int {
	return int(C.fizzer_constants(basicBlock(block), (*C.uintptr_t)(unsafe.Pointer(&found[0])), C.size_t(len(found))))
}

// Reached tells, for each block of a function in order, whether a way leads to it from the entry. Where a constant decides a branch, only
// one side counts.
func Reached(function Value) []bool {
	reached := make([]bool, function.BasicBlocksCount())
	if len(reached) > 0 {
		C.fizzer_reached(value(function), (*C.uint8_t)(unsafe.Pointer(&reached[0])), C.size_t(len(reached)))
	}
	return reached
}

// AssemblyText returns the text of inline assembly, in which operands are numbers behind a $.
func AssemblyText(assembly Value) string {
	var length C.size_t
	text := C.LLVMGetInlineAsmAsmString(value(assembly), &length)
	return C.GoStringN(text, C.int(length))
}

// ReturnsTwice tells whether a function calls one that may return twice (setjmp), or the one whose name is also.
func ReturnsTwice(function Value, also string) bool {
	name := C.CString(also)
	defer C.free(unsafe.Pointer(name))
	return C.fizzer_returns_twice(value(function), name) != 0
}

// Choice is how a block is left: the Boolean by which it chooses between two ways, if it does.
type Choice struct {
	Root    Value // without negations; nil: the block does not choose
	Negated bool  // the number of negations is odd
	Inside  bool  // Root is an instruction of the block
	Merge   bool  // Root is a phi of the block
	Returns bool  // the block ends with a return
}

// ChoiceOf returns the choice of a block.
func ChoiceOf(block BasicBlock) Choice {
	var c C.struct_fizzer_choice
	C.fizzer_choice(basicBlock(block), &c)
	return Choice{wrap(c.root), c.negated != 0, c.inside != 0, c.merge != 0, c.returns != 0}
}

// Record inserts a call of the monitor of conditions before an instruction; right may be nil. It returns false and does nothing if an
// operand is neither a pointer, of the given width, nor an integer of at most 64 bits.
func Record(before, monitor Value, location int, outcome, left, right Value, pointer int) bool {
	done := C.fizzer_record(value(before), value(monitor), C.unsigned(location), value(outcome), value(left), value(right),
		C.unsigned(pointer))
	return done != 0
}

func basicBlock(b BasicBlock) C.LLVMBasicBlockRef { return C.LLVMBasicBlockRef(unsafe.Pointer(b.C)) }

func valueAt(address uintptr) (v Value) {
	*(*uintptr)(unsafe.Pointer(&v)) = address
	return v
}
