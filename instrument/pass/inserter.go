//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// inserter writes instructions into the program. The builder in it knows where.
type inserter struct {
	llvm.Builder
	monitors
	pointer int // width of a pointer in bits
}

// newInserter returns an inserter, which must be disposed of.
func newInserter(context llvm.Context, program llvm.Module) *inserter {
	return &inserter{
		Builder:  context.NewBuilder(),
		monitors: monitors{context: context, module: program, declared: map[string]llvm.Value{}},
		pointer:  llvm.PointerBits(program),
	}
}

// call inserts a call of a monitoring function at the builder's position.
func (i *inserter) call(function llvm.Value, arguments ...llvm.Value) llvm.Value {
	return i.CreateCall(function.GlobalValueType(), function, arguments, "")
}

// number returns a 32-bit constant.
func (i *inserter) number(n int) llvm.Value {
	return llvm.ConstInt(i.context.Int32Type(), uint64(n))
}

// attribute returns an attribute without a value.
func (i *inserter) attribute(name string) llvm.Attribute {
	return i.context.CreateEnumAttribute(llvm.AttributeKind(name), 0)
}

// halves returns the low and the high 64 bits of a value of more than 64 bits.
func (i *inserter) halves(v llvm.Value) (low, high llvm.Value) {
	word := i.context.Int64Type()
	if v.Type().TypeKind() != llvm.IntegerType {
		v = i.CreateBitCast(v, i.context.IntType(i.bits(v.Type())), "")
	}
	shifted := i.CreateLShr(v, llvm.ConstInt(v.Type(), 64), "")
	return i.CreateTrunc(v, word, ""), i.CreateTrunc(shifted, word, "")
}

// raw returns a value of up to 64 bits as an integer, zero-extended to 64 bits.
func (i *inserter) raw(v llvm.Value) llvm.Value {
	word := i.context.Int64Type()
	switch v.Type().TypeKind() {
	case llvm.PointerType:
		return i.CreateZExtOrBitCast(i.CreatePtrToInt(v, i.context.IntType(i.pointer), ""), word, "")
	case llvm.HalfType:
		return i.raw(i.CreateBitCast(v, i.context.IntType(16), ""))
	case llvm.BFloatType:
		return i.raw(i.CreateFPExt(v, i.context.FloatType(), ""))
	case llvm.FloatType:
		return i.raw(i.CreateBitCast(v, i.context.Int32Type(), ""))
	case llvm.DoubleType:
		return i.CreateBitCast(v, word, "")
	}
	return i.CreateZExtOrBitCast(v, word, "")
}

// bits returns the width in which a scalar operand is recorded: its width in the program, but 32 for bfloat.
func (i *inserter) bits(t llvm.Type) int {
	switch t.TypeKind() {
	case llvm.PointerType:
		return i.pointer
	case llvm.HalfType:
		return 16
	case llvm.BFloatType, llvm.FloatType:
		return 32
	case llvm.DoubleType:
		return 64
	case llvm.X86FP80Type:
		return 80
	case llvm.FP128Type:
		return 128
	}
	return t.IntTypeWidth()
}
