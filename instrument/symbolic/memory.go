//go:build llvm19

package symbolic

import "fizzer/instrument/llvm"

// Lines of memory: the runtime says of each whether any of its bytes may have a shadow; see libfizzer/c/symbolic.h.
const (
	lineShift = 6
	lines     = 65536
	widest    = 16 // largest access in bytes for which one line is looked at
)

// mark returns, at the builder's position, a byte that is not 0 if the memory at an address may have shadows.
func (f *function) mark(address llvm.Value) llvm.Value {
	b, word := f.builder, f.word()
	line := b.CreateLShr(b.CreatePtrToInt(address, word, ""), llvm.ConstInt(word, lineShift), "")
	line = b.CreateAnd(line, llvm.ConstInt(word, lines-1), "")
	byteType := f.context.Int8Type()
	array := f.variable("shadowed", llvm.ArrayTypeOf(byteType, lines))
	return b.CreateLoad(byteType, b.CreateGEP(byteType, array, []llvm.Value{line}, ""), "")
}

// touched returns whether a load or store of size bytes involves any shadow: of the memory or of the given values.
func (f *function) touched(address llvm.Value, size uint64, shadows []llvm.Value) llvm.Value {
	if size > widest {
		return llvm.ConstInt(f.context.Int1Type(), 1)
	}
	marked := f.isSet(f.mark(address))
	if len(shadows) == 0 {
		return marked
	}
	return f.builder.CreateOr(marked, f.isSet(f.or(shadows)), "")
}

// at returns the address of a leaf of the value at an address.
func (f *function) at(address llvm.Value, l leaf) llvm.Value {
	if l.offset == 0 {
		return address
	}
	return f.builder.CreateGEP(f.context.Int8Type(), address, []llvm.Value{llvm.ConstInt(f.word(), l.offset)}, "")
}

func (f *function) load(v llvm.Value) {
	address, before := v.Operand(0), llvm.NextInstruction(v)
	leaves := f.leavesOf(v.Type())
	if !f.reached[v] {
		f.checkAddress(address, v)
		return
	}
	f.flushFor(v, address)
	f.builder.SetInsertPointBefore(before)
	c := f.begin(f.touched(address, f.layout.TypeStoreSize(v.Type()), f.given(address)), before)
	shadows := make([]llvm.Value, len(leaves))
	for n, l := range leaves {
		if l.modelled {
			shadows[n] = f.shadowOf("load", f.at(address, l), f.number(l.width), f.shadow(address, 0))
		}
	}
	f.shadows[v] = f.end(c, shadows)
}

// given returns the shadow of a scalar as a list; the list is empty if the shadow is always 0.
func (f *function) given(v llvm.Value) []llvm.Value {
	if shadow := f.shadow(v, 0); !shadow.IsConstant() {
		return []llvm.Value{shadow}
	}
	return nil
}

// flushFor makes the waiting shadows if one of the values waits. Otherwise they may wait on: they depend on registers only.
func (f *function) flushFor(before llvm.Value, values ...llvm.Value) {
	for _, v := range values {
		if f.waiting[v] {
			f.flush(before)
			return
		}
	}
}

// checkAddress records the address of an access whose result has no shadow, if the address depends on input.
func (f *function) checkAddress(address, before llvm.Value) {
	if !f.maybe(address) {
		return
	}
	f.flushFor(before, address)
	f.builder.SetInsertPointBefore(before)
	f.when(f.shadow(address, 0), before)
	f.call("address", f.context.VoidType(), f.shadow(address, 0), f.low(address))
}

func (f *function) store(v llvm.Value) {
	stored, address, before := v.Operand(0), v.Operand(1), llvm.NextInstruction(v)
	if isFar(address.Type()) {
		return
	}
	f.flushFor(v, stored, address)
	leaves := f.leavesOf(stored.Type())
	if f.maybe(address) && len(leaves) == 1 {
		f.builder.SetInsertPointBefore(v)
		f.when(f.shadow(address, 0), v)
		f.call("overwrite", f.context.VoidType(), address, f.number(leaves[0].width))
	}
	f.builder.SetInsertPointBefore(before)
	shadows := f.given(address)
	for n := range f.shadows[stored] {
		if shadow := f.shadow(stored, n); !shadow.IsConstant() {
			shadows = append(shadows, shadow)
		}
	}
	size := f.layout.TypeStoreSize(stored.Type())
	c := f.begin(f.touched(address, size, shadows), before)
	for n, l := range leaves {
		f.call("store", f.context.VoidType(), f.at(address, l), f.number(l.width), f.shadow(address, 0), f.shadow(stored, n))
	}
	if len(leaves) == 0 {
		f.call("fill", f.context.VoidType(), address, f.number(0), llvm.ConstInt(f.word(), size))
	}
	f.end(c, nil)
}

// atomic handles an access that reads and writes at once: the value read has a shadow, the value written is concrete.
func (f *function) atomic(v llvm.Value) {
	address, before := v.Operand(0), llvm.NextInstruction(v)
	if isFar(address.Type()) {
		return
	}
	stored := v.Operand(1)
	kind := stored.Type()
	l := f.scalar(kind)
	f.flush(v)
	if f.reached[v] && l.modelled {
		f.builder.SetInsertPointBefore(v)
		c := f.begin(f.touched(address, f.layout.TypeStoreSize(kind), f.given(address)), v)
		f.shadows[v] = f.end(c, []llvm.Value{f.shadowOf("load", address, f.number(l.width), f.shadow(address, 0))})
	}
	f.builder.SetInsertPointBefore(before)
	c := f.begin(f.touched(address, f.layout.TypeStoreSize(kind), append(f.given(stored), f.given(address)...)), before)
	f.call("unmodelled", f.context.VoidType())
	f.call("store", f.context.VoidType(), address, f.number(int(8*f.layout.TypeStoreSize(kind))), f.number(0), f.number(0))
	f.end(c, nil)
}

// local tells the runtime about a variable on the stack that an index may address in more than one place.
func (f *function) local(v llvm.Value) {
	kind, count := v.AllocatedType(), v.Operand(0)
	before := llvm.NextInstruction(v)
	single := kind.TypeKind() != llvm.ArrayType && kind.TypeKind() != llvm.StructType
	if count.IsConstant() && (single || !isIndexed(v)) {
		return
	}
	if v.InstructionParent() == f.self.EntryBasicBlock() && count.IsConstant() {
		before = afterVariables(f.self)
	} else {
		f.flush(before)
	}
	f.builder.SetInsertPointBefore(before)
	if f.maybe(count) {
		c := f.begin(f.isSet(f.shadow(count, 0)), before)
		f.call("size", f.context.VoidType(), f.shadow(count, 0), f.low(count))
		f.end(c, nil)
	}
	size := f.builder.CreateMul(f.builder.CreateIntCast(count, f.word(), ""), llvm.ConstInt(f.word(), f.layout.TypeAllocSize(kind)), "")
	f.call("local", f.context.VoidType(), v, size)
}

// isIndexed reports whether the address of a variable is passed on or indexed by a value that is not constant.
func isIndexed(v llvm.Value) bool {
	for user := range llvm.Users(v) {
		if user.IsAInstruction().IsNil() {
			return true
		}
		switch user.InstructionOpcode() {
		case llvm.Load:
		case llvm.Store:
			if user.Operand(0) == v {
				return true
			}
		case llvm.GetElementPtr:
			for n := 1; n < user.OperandsCount(); n++ {
				if !user.Operand(n).IsConstant() {
					return true
				}
			}
			if isIndexed(user) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
