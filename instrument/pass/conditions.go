//go:build llvm19

package pass

import (
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// boolean is one Boolean instruction (report Sec. 2).
type boolean struct {
	instruction llvm.Value // its result is the outcome
	kind        locations.Kind
	predicate   locations.Predicate
	left, right llvm.Value // operands; right is nil if there is only one
	xor         bool       // an xor of integers precedes it in its block
	candidate   llvm.Value // if it compares with a possible callee of the next call: the callee
}

// booleanOf tells whether an instruction makes a Boolean from values that are not Booleans, and from which. An i1 that is
// only passed on (loaded, selected, merged, combined by and, or, xor) was monitored where it was made.
func (i *instrumenter) booleanOf(instruction llvm.Value, opcode llvm.Opcode) (boolean, bool) {
	switch opcode {
	case llvm.ICmp, llvm.FCmp:
		return i.comparison(instruction)
	case llvm.Trunc:
		return i.truncation(instruction)
	case llvm.Call:
		return boolean{instruction: instruction, kind: locations.KindCall, left: instruction}, i.isExternalBoolean(instruction)
	case llvm.ExtractValue:
		return extraction(instruction)
	}
	return boolean{}, false
}

func (i *instrumenter) comparison(instruction llvm.Value) (boolean, bool) {
	left, right := instruction.Operand(0), instruction.Operand(1)
	b := boolean{instruction: instruction, left: left, right: right}
	if isArgumentRoom(left) {
		return b, false
	}
	switch kind := left.Type().TypeKind(); {
	case kind == llvm.VectorType:
		i.table.note("comparisons of vectors, which are not monitored", llvm.PlaceOf(instruction))
		return b, false
	case kind == llvm.PointerType:
		b.kind, b.predicate = locations.KindPointer, integerPredicate(instruction.IntPredicate())
	case kind == llvm.IntegerType:
		b.kind, b.predicate = locations.KindInteger, integerPredicate(instruction.IntPredicate())
	default:
		b.kind, b.predicate = locations.KindFloat, floatPredicate(instruction.FloatPredicate())
		return b, b.predicate != "" // without a predicate, the result is constant
	}
	return b, true
}

// isArgumentRoom tells whether v is the used-up size of a list of variable arguments. va_arg compares it to choose between
// registers and memory, which is no branch of the program.
func isArgumentRoom(v llvm.Value) bool {
	if v.IsAInstruction().IsNil() || v.InstructionOpcode() != llvm.Load {
		return false
	}
	field := v.Operand(0)
	return !field.IsAGetElementPtrInst().IsNil() && field.GEPSourceElementType().StructName() == "struct.__va_list_tag"
}

func (i *instrumenter) truncation(instruction llvm.Value) (boolean, bool) {
	b := boolean{instruction: instruction, kind: locations.KindTruncate, left: instruction.Operand(0)}
	return b, isBoolean(instruction.Type())
}

// extraction finds Booleans that are paired with a value. These are the overflow of an addition, subtraction or
// multiplication, which is treated as a call that returns a Boolean, and the success of a compare-and-exchange, which compares
// the value found with the one expected.
func extraction(instruction llvm.Value) (boolean, bool) {
	if !isBoolean(instruction.Type()) || instruction.Indices()[0] != 1 {
		return boolean{}, false
	}
	pair := instruction.Operand(0)
	switch {
	case pair.IsAInstruction().IsNil():
		return boolean{}, false
	case pair.InstructionOpcode() == llvm.CmpXchg && pair.Operand(1).Type().TypeKind() == llvm.IntegerType:
		return boolean{instruction: instruction, kind: locations.KindInteger, predicate: "eq", left: pair, right: pair.Operand(1)}, true
	case pair.InstructionOpcode() == llvm.Call && strings.Contains(pair.CalledValue().Name(), ".with.overflow."):
		return boolean{instruction: instruction, kind: locations.KindCall, left: instruction}, true
	}
	return boolean{}, false
}

// isExternalBoolean tells whether a call returns a Boolean that was made outside the program, such as an input. Of the
// intrinsic functions, is.fpclass makes a Boolean from a number; the others that return i1 (expect, is.constant) only pass one on.
func (i *instrumenter) isExternalBoolean(call llvm.Value) bool {
	callee := llvm.Aliasee(call.CalledValue())
	if !isBoolean(call.Type()) || callee.IsAFunction().IsNil() || llvm.IsMustTail(call) {
		return false
	}
	if isIntrinsic(callee) {
		return strings.HasPrefix(callee.Name(), "llvm.is.fpclass.")
	}
	return !i.functions.defines(callee)
}

func isBoolean(t llvm.Type) bool {
	return t.TypeKind() == llvm.IntegerType && t.IntTypeWidth() == 1
}

// isXor tells whether an exclusive or is one of integers that says something about the distance (report
// Sec. 2): neither the logical not (of i1) nor the bitwise one (with all ones).
func isXor(instruction llvm.Value) bool {
	t := instruction.Type()
	return t.TypeKind() == llvm.IntegerType && t.IntTypeWidth() > 1 &&
		!isAllOnes(instruction.Operand(0)) && !isAllOnes(instruction.Operand(1))
}

func isAllOnes(v llvm.Value) bool { return v == llvm.ConstAllOnes(v.Type()) }

// monitorBoolean adds a location and records its conditions right after the instruction.
func (i *instrumenter) monitorBoolean(function int, b boolean) {
	place, next := llvm.PlaceOf(b.instruction), llvm.NextInstruction(b.instruction)
	i.insert.SetInsertPointBefore(next)
	if b.left.Type().TypeKind() == llvm.StructType { // of a compare-and-exchange
		b.left = i.insert.CreateExtractValue(b.left, 0, "")
	}
	bits := i.insert.bits(b.left.Type())
	number := i.table.addCondition(b.instruction, locations.Condition{
		Function: function, File: i.table.file(place), Line: place.Line, Column: place.Column,
		Kind: b.kind, Predicate: b.predicate, Bits: bits,
		Xor: b.xor, Switch: i.switches[b.instruction], Constant: !b.right.IsNil() && b.right.IsConstant(),
	})
	i.graph.addCondition(number, b.candidate)
	if llvm.Record(next, i.insert.condition(), number, b.instruction, b.left, b.right, i.insert.pointer) {
		return
	}
	location := i.insert.number(number)
	if bits > 64 {
		i.recordWide(location, b)
		return
	}
	left, right := i.insert.raw(b.left), llvm.ConstInt(i.insert.context.Int64Type(), 0)
	if !b.right.IsNil() {
		right = i.insert.raw(b.right)
	}
	i.markOutcome(i.insert.call(i.insert.condition(), location, b.instruction, left, right))
}

// recordWide records operands of more than 64 bits in two halves. It truncates operands to 128 bits.
func (i *instrumenter) recordWide(location llvm.Value, b boolean) {
	if i.insert.bits(b.left.Type()) > 128 {
		i.table.note("comparisons of more than 128 bits, of which the lowest 128 are monitored", llvm.PlaceOf(b.instruction))
	}
	left, leftHigh := i.insert.halves(b.left)
	right, rightHigh := llvm.ConstInt(i.insert.context.Int64Type(), 0), llvm.ConstInt(i.insert.context.Int64Type(), 0)
	if !b.right.IsNil() {
		right, rightHigh = i.insert.halves(b.right)
	}
	i.markOutcome(i.insert.call(i.insert.conditionWide(), location, b.instruction, left, leftHigh, right, rightHigh))
}

// markOutcome tells the code generator how a bool argument is passed.
func (i *instrumenter) markOutcome(call llvm.Value) {
	call.AddCallSiteAttribute(2, i.insert.attribute("zeroext"))
}

func integerPredicate(p llvm.IntPredicate) locations.Predicate {
	return [...]locations.Predicate{"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"}[p-llvm.IntEQ]
}

func floatPredicate(p llvm.FloatPredicate) locations.Predicate {
	return [...]locations.Predicate{"", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une",
		""}[p]
}
