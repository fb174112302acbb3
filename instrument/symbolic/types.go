//go:build llvm19

package symbolic

import "fizzer/instrument/llvm"

// leaf is a scalar within a type: the type itself, or a field or element of an aggregate.
type leaf struct {
	kind     llvm.Type
	offset   uint64 // bytes from the start of the aggregate in memory
	path     []int  // indices that lead to the leaf
	width    int    // bits of its expression
	modelled bool   // the leaf can have an expression
}

// types knows how a program's types lie in memory, and their scalars.
type types struct {
	layout  llvm.DataLayout
	pointer int                  // width of a pointer in bits
	leaves  map[llvm.Type][]leaf // of the types seen so far
}

func newTypes(program llvm.Module) *types {
	return &types{layout: llvm.NewDataLayout(program), pointer: llvm.PointerBits(program), leaves: map[llvm.Type][]leaf{}}
}

// maxLeaves bounds the scalars of a type. A type with more of them is concrete in registers; front ends keep such values in memory.
const maxLeaves = 64

// leavesOf returns the scalars of a type; none for a type whose values cannot depend on input.
func (t *types) leavesOf(kind llvm.Type) []leaf {
	if leaves, ok := t.leaves[kind]; ok {
		return leaves
	}
	var leaves []leaf
	t.flatten(kind, 0, nil, &leaves)
	if len(leaves) > maxLeaves {
		leaves = nil
	}
	t.leaves[kind] = leaves
	return leaves
}

func (t *types) flatten(kind llvm.Type, offset uint64, path []int, leaves *[]leaf) {
	if len(*leaves) > maxLeaves {
		return
	}
	inner := func(n int) []int { return append(path[:len(path):len(path)], n) }
	switch kind.TypeKind() {
	case llvm.StructType:
		for n, field := range kind.StructElementTypes() {
			t.flatten(field, offset+t.layout.ElementOffset(kind, n), inner(n), leaves)
		}
	case llvm.ArrayType:
		size := t.layout.TypeAllocSize(kind.ElementType())
		for n := range min(kind.ArrayLength(), maxLeaves+1) {
			t.flatten(kind.ElementType(), offset+uint64(n)*size, inner(n), leaves)
		}
	case llvm.VectorType:
		bits := t.layout.TypeSizeInBits(kind.ElementType())
		for n := range min(kind.VectorSize(), maxLeaves+1) {
			l := t.scalar(kind.ElementType())
			l.offset, l.path = offset+uint64(n)*bits/8, inner(n)
			*leaves = append(*leaves, l)
		}
	case llvm.VoidType:
	default:
		l := t.scalar(kind)
		l.offset, l.path = offset, path
		*leaves = append(*leaves, l)
	}
}

// scalar describes a type that is no aggregate.
func (t *types) scalar(kind llvm.Type) leaf {
	l := leaf{kind: kind, modelled: true}
	switch kind.TypeKind() {
	case llvm.IntegerType:
		l.width = kind.IntTypeWidth()
		l.modelled = l.width <= 128
	case llvm.PointerType:
		l.width, l.modelled = t.pointer, !isFar(kind)
	case llvm.FloatType:
		l.width = 32
	case llvm.DoubleType:
		l.width = 64
	case llvm.HalfType, llvm.BFloatType, llvm.X86FP80Type, llvm.FP128Type:
		l.width, l.modelled = int(t.layout.TypeSizeInBits(kind)), false
	default: // metadata, labels, tokens
		l.modelled = false
	}
	return l
}

// isFar reports whether a type is one of pointers into another address space, such as what a segment register points to. The runtime
// knows nothing of memory there.
func isFar(kind llvm.Type) bool {
	return kind.TypeKind() == llvm.PointerType && kind.PointerAddressSpace() != 0
}

// hasShadow reports whether values of a type can depend on input.
func (t *types) hasShadow(kind llvm.Type) bool {
	switch kind.TypeKind() {
	case llvm.VoidType:
		return false
	case llvm.IntegerType, llvm.PointerType, llvm.FloatType, llvm.DoubleType:
		return t.scalar(kind).modelled
	}
	for _, l := range t.leavesOf(kind) {
		if l.modelled {
			return true
		}
	}
	return false
}

// part returns the value of a leaf, at the builder's position.
func (t *transformer) part(v llvm.Value, l leaf) llvm.Value {
	for _, n := range l.path {
		if v.Type().TypeKind() == llvm.VectorType {
			v = t.builder.CreateExtractElement(v, t.number(n), "")
		} else {
			v = t.builder.CreateExtractValue(v, n, "")
		}
	}
	return v
}

// halves returns the low and the high 64 bits of a scalar, zero-extended.
func (t *transformer) halves(v llvm.Value) (low, high llvm.Value) {
	word, b := t.context.Int64Type(), t.builder
	high = llvm.ConstInt(word, 0)
	switch v.Type().TypeKind() {
	case llvm.PointerType:
		v = b.CreatePtrToInt(v, t.word(), "")
	case llvm.FloatType:
		v = b.CreateBitCast(v, t.context.Int32Type(), "")
	case llvm.DoubleType:
		v = b.CreateBitCast(v, word, "")
	}
	if v.Type().IntTypeWidth() > 64 {
		shifted := b.CreateLShr(v, llvm.ConstInt(v.Type(), 64), "")
		return b.CreateTrunc(v, word, ""), b.CreateTrunc(shifted, word, "")
	}
	return b.CreateZExtOrBitCast(v, word, ""), high
}

// low returns the low 64 bits of a scalar.
func (t *transformer) low(v llvm.Value) llvm.Value {
	low, _ := t.halves(v)
	return low
}
