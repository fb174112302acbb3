//go:build llvm19

package symbolic

import (
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/layout"
)

// binaryKinds maps opcodes to operations of two operands of equal width.
var binaryKinds = map[llvm.Opcode]layout.ExpressionKind{
	llvm.Add: layout.ExpressionKindAdd, llvm.Sub: layout.ExpressionKindSubtract, llvm.Mul: layout.ExpressionKindMultiply,
	llvm.UDiv: layout.ExpressionKindDivideUnsigned, llvm.SDiv: layout.ExpressionKindDivideSigned,
	llvm.URem: layout.ExpressionKindRemainderUnsigned, llvm.SRem: layout.ExpressionKindRemainderSigned,
	llvm.And: layout.ExpressionKindAnd, llvm.Or: layout.ExpressionKindOr, llvm.Xor: layout.ExpressionKindXor,
	llvm.Shl: layout.ExpressionKindShiftLeft, llvm.LShr: layout.ExpressionKindShiftRight, llvm.AShr: layout.ExpressionKindShiftRightSigned,
	llvm.FAdd: layout.ExpressionKindFloatAdd, llvm.FSub: layout.ExpressionKindFloatSubtract, llvm.FMul: layout.ExpressionKindFloatMultiply,
	llvm.FDiv: layout.ExpressionKindFloatDivide, llvm.FRem: layout.ExpressionKindFloatRemainder,
}

// unaryKinds maps opcodes to operations of one operand, mostly conversions.
var unaryKinds = map[llvm.Opcode]layout.ExpressionKind{
	llvm.ZExt: layout.ExpressionKindZeroExtend, llvm.SExt: layout.ExpressionKindSignExtend, llvm.FNeg: layout.ExpressionKindFloatNegate,
	llvm.FPToUI: layout.ExpressionKindFloatToUnsigned, llvm.FPToSI: layout.ExpressionKindFloatToSigned,
	llvm.UIToFP: layout.ExpressionKindUnsignedToFloat, llvm.SIToFP: layout.ExpressionKindSignedToFloat,
	llvm.FPTrunc: layout.ExpressionKindFloatConvert, llvm.FPExt: layout.ExpressionKindFloatConvert,
}

// moves are the opcodes that only move leaves to another place.
var moves = map[llvm.Opcode]bool{
	llvm.Freeze: true, llvm.ExtractValue: true, llvm.InsertValue: true, llvm.ExtractElement: true, llvm.InsertElement: true,
	llvm.ShuffleVector: true,
}

// isOperation reports whether the result of an instruction is an expression over the expressions of its operands. This includes
// PHIs.
func (f *function) isOperation(v llvm.Value) bool {
	opcode := v.InstructionOpcode()
	if !f.hasShadow(v.Type()) {
		return false
	}
	switch {
	case opcode == llvm.PHI:
		return true
	case opcode == llvm.Call:
		_, known := f.functionKind(v)
		return known
	case opcode == llvm.Select:
		return v.Operand(0).Type().TypeKind() == llvm.IntegerType
	case opcode == llvm.GetElementPtr:
		return v.Type().TypeKind() == llvm.PointerType
	case opcode == llvm.ExtractElement:
		return v.Operand(1).IsConstant()
	case opcode == llvm.InsertElement:
		return v.Operand(2).IsConstant()
	case moves[opcode]:
		return true
	}
	return f.isElementwise(v)
}

// isElementwise reports whether an instruction does the same with each element of vectors, or works on scalars.
func (f *function) isElementwise(v llvm.Value) bool {
	opcode := v.InstructionOpcode()
	_, binary := binaryKinds[opcode]
	_, unary := unaryKinds[opcode]
	if !f.hasShadow(v.Operand(0).Type()) || len(f.leavesOf(v.Type())) != len(f.leavesOf(v.Operand(0).Type())) {
		return false
	}
	switch opcode {
	case llvm.BitCast:
		return f.leavesOf(v.Type())[0].width == f.leavesOf(v.Operand(0).Type())[0].width
	case llvm.ICmp, llvm.FCmp, llvm.Trunc, llvm.PtrToInt, llvm.IntToPtr:
		return true
	}
	return binary || unary
}

// operation makes the shadows of an operation's leaves at the builder's position. That code runs only if an operand of the
// operation, or of one made together with it, has a shadow.
func (f *function) operation(v llvm.Value) []llvm.Value {
	leaves := f.leavesOf(v.Type())
	shadows := make([]llvm.Value, len(leaves))
	switch opcode := v.InstructionOpcode(); {
	case opcode == llvm.Call:
		return f.known(v)
	case opcode == llvm.Select:
		for n, l := range leaves {
			if l.modelled {
				shadows[n] = f.selection(v, n, l)
			}
		}
	case opcode == llvm.GetElementPtr:
		shadows[0] = f.address(v)
	case moves[opcode]:
		f.move(v, shadows)
	default:
		from := f.leavesOf(v.Operand(0).Type())
		for n, l := range leaves {
			if l.modelled && from[n].modelled {
				shadows[n] = f.elementwise(v, n, l, from[n])
			}
		}
	}
	return shadows
}

// packed encodes an operation for the runtime.
func (f *function) packed(kind layout.ExpressionKind, width, flags int) llvm.Value {
	return f.number(int(kind) | width<<8 | flags<<16)
}

func (f *function) elementwise(v llvm.Value, n int, l, from leaf) llvm.Value {
	opcode, width := v.InstructionOpcode(), f.number(l.width)
	a := f.shadow(v.Operand(0), n)
	if (opcode == llvm.FPToSI || opcode == llvm.FPToUI) && l.width < narrowest {
		return f.narrowed(v, a, l, from)
	}
	if kind, ok := unaryKinds[opcode]; ok {
		return f.shadowOf("unary", f.packed(kind, l.width, 0), a, f.low(f.part(v, l)))
	}
	switch opcode {
	case llvm.BitCast:
		return a
	case llvm.Trunc:
		return f.shadowOf("extract", width, a, f.number(0), f.low(f.part(v, l)))
	case llvm.PtrToInt, llvm.IntToPtr:
		switch {
		case l.width == from.width:
			return a
		case l.width < from.width:
			return f.shadowOf("extract", width, a, f.number(0), f.low(f.part(v, l)))
		}
		return f.shadowOf("unary", f.packed(layout.ExpressionKindZeroExtend, l.width, 0), a, f.low(f.part(v, l)))
	}
	b := f.shadow(v.Operand(1), n)
	left, leftHigh := f.halves(f.part(v.Operand(0), from))
	right, rightHigh := f.halves(f.part(v.Operand(1), from))
	if opcode == llvm.ICmp {
		return f.shadowOf("compare", f.number(int(v.IntPredicate())), a, b, left, leftHigh, right, rightHigh, f.part(v, l))
	}
	operation := f.packed(binaryKinds[opcode], l.width, 0)
	if opcode == llvm.FCmp {
		operation = f.packed(layout.ExpressionKindFloatCompare, 1, int(v.FloatPredicate()))
	}
	value := f.low(f.part(v, l))
	switch {
	case opcode == llvm.Sub && v.Operand(0).IsNull():
		return f.shadowOf("unary", f.packed(layout.ExpressionKindNegate, l.width, 0), b, value)
	case opcode == llvm.Xor && v.Operand(1) == llvm.ConstAllOnes(v.Type()):
		return f.shadowOf("unary", f.packed(layout.ExpressionKindNot, l.width, 0), a, value)
	}
	return f.shadowOf("binary", operation, a, b, left, leftHigh, right, rightHigh, value)
}

// narrowest is the least width to which expressions convert floats; narrower results are cut from it.
const narrowest = 32

// narrowed makes the shadow of a float converted to fewer bits than narrowest.
func (f *function) narrowed(v, shadow llvm.Value, l, from leaf) llvm.Value {
	converted := f.builder.CreateFPToSI(f.part(v.Operand(0), from), f.context.Int32Type(), "")
	wide := f.low(llvm.CreateFreeze(f.builder, converted))
	shadow = f.shadowOf("unary", f.packed(layout.ExpressionKindFloatToSigned, narrowest, 0), shadow, wide)
	return f.shadowOf("extract", f.number(l.width), shadow, f.number(0), wide)
}

func (f *function) selection(v llvm.Value, n int, l leaf) llvm.Value {
	left, leftHigh := f.halves(f.part(v.Operand(1), l))
	right, rightHigh := f.halves(f.part(v.Operand(2), l))
	return f.shadowOf("select", f.number(l.width), f.shadow(v.Operand(0), 0), f.shadow(v.Operand(1), n), f.shadow(v.Operand(2), n),
		v.Operand(0), left, leftHigh, right, rightHigh)
}

// move copies the shadows of leaves to their places in the result.
func (f *function) move(v llvm.Value, shadows []llvm.Value) {
	whole := v.Operand(0)
	switch v.InstructionOpcode() {
	case llvm.Freeze:
		f.copyLeaves(shadows, whole, 0)
	case llvm.ExtractValue:
		f.copyLeaves(shadows, whole, f.firstLeaf(whole.Type(), v.Indices()))
	case llvm.InsertValue:
		f.copyLeaves(shadows, whole, 0)
		inserted := v.Operand(1)
		first := f.firstLeaf(whole.Type(), v.Indices())
		f.copyLeaves(shadows[first:first+len(f.leavesOf(inserted.Type()))], inserted, 0)
	case llvm.ExtractElement:
		f.copyLeaves(shadows, whole, int(v.Operand(1).ZExtValue()))
	case llvm.InsertElement:
		f.copyLeaves(shadows, whole, 0)
		if n := int(v.Operand(2).ZExtValue()); n < len(shadows) {
			shadows[n] = f.shadow(v.Operand(1), 0)
		}
	case llvm.ShuffleVector:
		size := len(f.leavesOf(whole.Type()))
		for n, from := range llvm.MaskOf(v) {
			switch {
			case from >= size:
				shadows[n] = f.shadow(v.Operand(1), from-size)
			case from >= 0:
				shadows[n] = f.shadow(whole, from)
			}
		}
	}
}

// copyLeaves copies shadows from those of a value, starting at one of its leaves.
func (f *function) copyLeaves(shadows []llvm.Value, v llvm.Value, first int) {
	for n := range shadows {
		shadows[n] = f.shadow(v, first+n)
	}
}

// firstLeaf returns the number of the first leaf below the indices.
func (f *function) firstLeaf(kind llvm.Type, indices []uint32) int {
	for n, l := range f.leavesOf(kind) {
		below := len(l.path) >= len(indices)
		for i := 0; below && i < len(indices); i++ {
			below = l.path[i] == int(indices[i])
		}
		if below {
			return n
		}
	}
	return 0
}

// address makes the shadow of a computed address: the base plus each index that depends on input, times the size of the element.
func (f *function) address(v llvm.Value) llvm.Value {
	b, word := f.builder, f.context.Int64Type()
	base := v.Operand(0)
	shadow := f.shadow(base, 0)
	at := f.low(base)
	constant := uint64(0)
	kind := v.GEPSourceElementType()
	for n := 1; n < v.OperandsCount(); n++ {
		index := v.Operand(n)
		size := f.layout.TypeAllocSize(kind)
		if n > 1 {
			switch kind.TypeKind() {
			case llvm.StructType:
				field := int(index.ZExtValue())
				constant += f.layout.ElementOffset(kind, field)
				kind = kind.StructElementTypes()[field]
				continue
			default:
				kind = kind.ElementType()
				size = f.layout.TypeAllocSize(kind)
			}
		}
		if index.IsConstant() && index.Type().IntTypeWidth() <= 64 && !index.IsAConstantInt().IsNil() {
			constant += uint64(index.SExtValue()) * size
			continue
		}
		number := b.CreateIntCast(index, word, "") // sign-extended or truncated
		shadow = f.shadowOf("index", shadow, at, f.shadow(index, 0), f.number(index.Type().IntTypeWidth()), number, llvm.ConstInt(word, size))
		at = b.CreateAdd(at, b.CreateMul(number, llvm.ConstInt(word, size), ""), "")
	}
	if constant != 0 {
		shadow = f.shadowOf("index", shadow, at, f.number(0), f.number(64), llvm.ConstInt(word, constant), llvm.ConstInt(word, 1))
	}
	return shadow
}

// noteUnmodelled counts, at run time, that a value that depends on input goes into an instruction without a model.
func (f *function) noteUnmodelled(v llvm.Value) {
	if v.Type().TypeKind() == llvm.VoidType {
		return
	}
	var operands []llvm.Value
	for n := range v.OperandsCount() {
		if operand := v.Operand(n); f.reached[operand] {
			operands = append(operands, operand)
		}
	}
	if len(operands) == 0 || v.InstructionOpcode() == llvm.PHI {
		return
	}
	f.flush(v)
	f.builder.SetInsertPointBefore(v)
	f.when(f.any(operands...), v)
	f.call("unmodelled", f.context.VoidType())
}

// pureIntrinsics maps the beginnings of names of LLVM intrinsics that are one operation.
var pureIntrinsics = map[string]layout.ExpressionKind{
	"llvm.bswap.": layout.ExpressionKindSwapBytes, "llvm.ctpop.": layout.ExpressionKindCountOnes,
	"llvm.ctlz.": layout.ExpressionKindLeadingZeros,
	"llvm.cttz.": layout.ExpressionKindTrailingZeros, "llvm.fshl.": layout.ExpressionKindFunnelLeft,
	"llvm.fabs.": layout.ExpressionKindFloatAbsolute,
	"llvm.sqrt.": layout.ExpressionKindFloatSquareRoot, "llvm.floor.": layout.ExpressionKindFloatRound,
	"llvm.ceil.":  layout.ExpressionKindFloatRound,
	"llvm.trunc.": layout.ExpressionKindFloatRound, "llvm.rint.": layout.ExpressionKindFloatRound,
	"llvm.nearbyint.": layout.ExpressionKindFloatRound,
	"llvm.roundeven.": layout.ExpressionKindFloatRound, "llvm.round.": layout.ExpressionKindFloatRound,
	"llvm.minnum.": layout.ExpressionKindFloatMinimum,
	"llvm.maxnum.": layout.ExpressionKindFloatMaximum, "llvm.fma.": layout.ExpressionKindFloatFused,
	"llvm.sadd.with.overflow.": layout.ExpressionKindAdd, "llvm.uadd.with.overflow.": layout.ExpressionKindAdd,
	"llvm.ssub.with.overflow.": layout.ExpressionKindSubtract, "llvm.usub.with.overflow.": layout.ExpressionKindSubtract,
	"llvm.smul.with.overflow.": layout.ExpressionKindMultiply, "llvm.umul.with.overflow.": layout.ExpressionKindMultiply,
	"llvm.expect.": layout.ExpressionKindNone, "llvm.abs.": layout.ExpressionKindSelect, "llvm.fmuladd.": layout.ExpressionKindFloatMultiply,
}

// pureFunctions maps functions of the C library that are one operation; names of float variants lack the suffix.
var pureFunctions = map[string]layout.ExpressionKind{
	"fabs": layout.ExpressionKindFloatAbsolute, "sqrt": layout.ExpressionKindFloatSquareRoot, "fmod": layout.ExpressionKindFloatRemainder,
	"floor": layout.ExpressionKindFloatRound, "ceil": layout.ExpressionKindFloatRound, "trunc": layout.ExpressionKindFloatRound,
	"rint": layout.ExpressionKindFloatRound, "nearbyint": layout.ExpressionKindFloatRound, "round": layout.ExpressionKindFloatRound,
	"fmin": layout.ExpressionKindFloatMinimum, "fmax": layout.ExpressionKindFloatMaximum, "fma": layout.ExpressionKindFloatFused,
}

// absolutes are functions of the C library that return the absolute value of an integer.
var absolutes = map[string]bool{"abs": true, "labs": true, "llabs": true}

// rounding maps a function's name to the flags of float_round.
var rounding = map[string]int{"floor": 0, "ceil": 1, "trunc": 2, "rint": 3, "nearbyint": 3, "roundeven": 3, "round": 4}

// functionKind reports whether a call is one operation, and returns its kind.
func (f *function) functionKind(call llvm.Value) (layout.ExpressionKind, bool) {
	callee := llvm.Aliasee(call.CalledValue())
	if callee.IsAFunction().IsNil() || !callee.IsDeclaration() || call.OperandsCount() < 2 || !f.hasShadow(call.Type()) {
		return 0, false
	}
	if first := f.leavesOf(call.Operand(0).Type()); len(first) != 1 || !first[0].modelled || len(first[0].path) > 0 {
		return 0, false // no scalar; a vector may have one element
	}
	name := callee.Name()
	if strings.HasPrefix(name, "llvm.") {
		kind, ok := pureIntrinsics[name[:1+strings.LastIndexByte(name, '.')]]
		return kind, ok && first(f, call).width <= 64
	}
	if absolutes[name] && call.Type().TypeKind() == llvm.IntegerType && call.Type() == call.Operand(0).Type() {
		return layout.ExpressionKindSelect, true
	}
	plain := strings.TrimSuffix(name, "f")
	kind, ok := pureFunctions[plain]
	width := 64
	if plain != name {
		width = 32
	}
	return kind, ok && f.scalar(call.Type()).width == width && call.Type().TypeKind() != llvm.IntegerType
}

func first(f *function, call llvm.Value) leaf { return f.leavesOf(call.Operand(0).Type())[0] }

// known makes the shadows of a call that is one operation.
func (f *function) known(call llvm.Value) []llvm.Value {
	kind, _ := f.functionKind(call)
	name := call.CalledValue().Name()
	if strings.Contains(name, ".with.overflow.") {
		return f.overflowing(call, kind, strings.HasPrefix(name, "llvm.s"))
	}
	a, width := f.shadow(call.Operand(0), 0), f.leavesOf(call.Type())[0].width
	values := make([]llvm.Value, call.OperandsCount()-1)
	for n := range values {
		values[n] = call.Operand(n)
	}
	result := f.low(call)
	switch kind {
	case layout.ExpressionKindNone: // expect returns its argument
		return []llvm.Value{a}
	case layout.ExpressionKindFloatMultiply:
		return []llvm.Value{f.multiplied(call, width)}
	case layout.ExpressionKindSelect:
		return []llvm.Value{f.absolute(a, values[0], width)}
	case layout.ExpressionKindFloatMinimum, layout.ExpressionKindFloatMaximum, layout.ExpressionKindFloatRemainder:
		left, leftHigh := f.halves(values[0])
		right, rightHigh := f.halves(values[1])
		return []llvm.Value{f.shadowOf("binary", f.packed(kind, width, 0), a, f.shadow(values[1], 0), left, leftHigh, right, rightHigh, result)}
	case layout.ExpressionKindFloatFused, layout.ExpressionKindFunnelLeft:
		return []llvm.Value{f.shadowOf("ternary", f.packed(kind, width, 0), a, f.shadow(values[1], 0), f.shadow(values[2], 0),
			f.low(values[0]), f.low(values[1]), f.low(values[2]), result)}
	}
	plain := strings.TrimPrefix(name, "llvm.")
	if dot := strings.IndexByte(plain, '.'); dot >= 0 {
		plain = plain[:dot]
	} else {
		plain = strings.TrimSuffix(plain, "f")
	}
	return []llvm.Value{f.shadowOf("unary", f.packed(kind, width, rounding[plain]), a, result)}
}

// multiplied makes the shadow of a multiplication followed by an addition (fmuladd). It rounds twice, as the processors do that the
// code is made for.
func (f *function) multiplied(call llvm.Value, width int) llvm.Value {
	zero := llvm.ConstInt(f.context.Int64Type(), 0)
	a, b, c := call.Operand(0), call.Operand(1), call.Operand(2)
	product := f.low(f.builder.CreateFMul(a, b, ""))
	shadow := f.shadowOf("binary", f.packed(layout.ExpressionKindFloatMultiply, width, 0), f.shadow(a, 0), f.shadow(b, 0), f.low(a), zero,
		f.low(b), zero, product)
	return f.shadowOf("binary", f.packed(layout.ExpressionKindFloatAdd, width, 0), shadow, f.shadow(c, 0), product, zero, f.low(c), zero,
		f.low(call))
}

// absolute makes the shadow of the absolute value of an integer.
func (f *function) absolute(shadow, v llvm.Value, width int) llvm.Value {
	b, zero := f.builder, llvm.ConstInt(f.context.Int64Type(), 0)
	negated := f.low(b.CreateNeg(v, ""))
	isNegative := b.CreateICmp(llvm.IntSLT, v, llvm.ConstNull(v.Type()), "")
	decision := f.shadowOf("compare", f.number(int(llvm.IntSLT)), shadow, f.number(0), f.low(v), zero, zero, zero, isNegative)
	opposite := f.shadowOf("unary", f.packed(layout.ExpressionKindNegate, width, 0), shadow, negated)
	return f.shadowOf("select", f.number(width), decision, opposite, shadow, isNegative, negated, zero, f.low(v), zero)
}

// overflowing makes the shadows of a result and of the flag that says whether it overflowed.
func (f *function) overflowing(call llvm.Value, kind layout.ExpressionKind, signed bool) []llvm.Value {
	leaves, flags := f.leavesOf(call.Type()), 0
	if signed {
		flags = 1
	}
	a, b := f.shadow(call.Operand(0), 0), f.shadow(call.Operand(1), 0)
	left, leftHigh := f.halves(call.Operand(0))
	right, rightHigh := f.halves(call.Operand(1))
	width := leaves[0].width
	return []llvm.Value{
		f.shadowOf("binary", f.packed(kind, width, 0), a, b, left, leftHigh, right, rightHigh, f.low(f.part(call, leaves[0]))),
		f.shadowOf("overflow", f.packed(kind, width, flags), a, b, left, right, f.part(call, leaves[1])),
	}
}
