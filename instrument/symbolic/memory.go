//go:build llvm19

package symbolic

import "fizzer/instrument/llvm"

// Lines of memory of which the runtime says whether any byte may have a shadow; see libfizzer/c/symbolic.h.
const (
	lineShift = 6
	lines     = 65536
	widest    = 16 // bytes that may be looked for in one line
)

// mark returns the byte that is not 0 where the memory at an address may have shadows, at the builder's place.
func (f *function) mark(address llvm.Value) llvm.Value {
	b, word := f.builder, f.word()
	line := b.CreateLShr(b.CreatePtrToInt(address, word, ""), llvm.ConstInt(word, lineShift), "")
	line = b.CreateAnd(line, llvm.ConstInt(word, lines-1), "")
	byteType := f.context.Int8Type()
	array := f.variable("shadowed", llvm.ArrayTypeOf(byteType, lines))
	return b.CreateLoad(byteType, b.CreateGEP(byteType, array, []llvm.Value{line}, ""), "")
}

// touched returns whether a load or store of size bytes has anything to do with shadows, of the address or the values given besides.
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

// at returns the address of a leaf of what is at an address.
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

// given returns the shadow of a scalar as a list, empty where it is 0 in any case.
func (f *function) given(v llvm.Value) []llvm.Value {
	if shadow := f.shadow(v, 0); !shadow.IsConstant() {
		return []llvm.Value{shadow}
	}
	return nil
}

// flushFor makes the shadows that wait, if one of the values does. Elsewhere they may wait on: what waits is only looked at.
func (f *function) flushFor(before llvm.Value, values ...llvm.Value) {
	for _, v := range values {
		if f.waiting[v] {
			f.flush(before)
			return
		}
	}
}

// checkAddress notes an address that depends on input where what it leads to does not.
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
	f.flushFor(v, stored, address)
	f.builder.SetInsertPointBefore(before)
	shadows := f.given(address)
	for n := range f.shadows[stored] {
		if shadow := f.shadow(stored, n); !shadow.IsConstant() {
			shadows = append(shadows, shadow)
		}
	}
	size := f.layout.TypeStoreSize(stored.Type())
	c := f.begin(f.touched(address, size, shadows), before)
	leaves := f.leavesOf(stored.Type())
	for n, l := range leaves {
		f.call("store", f.context.VoidType(), f.at(address, l), f.number(l.width), f.shadow(address, 0), f.shadow(stored, n))
	}
	if len(leaves) == 0 {
		f.call("fill", f.context.VoidType(), address, f.number(0), llvm.ConstInt(f.word(), size))
	}
	f.end(c, nil)
}

// atomic treats an access that reads and writes at once: what it finds has its shadow, what it leaves is concrete.
func (f *function) atomic(v llvm.Value) {
	address, before := v.Operand(0), llvm.NextInstruction(v)
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

// local tells the runtime of a variable on the stack in which an index may lead to more than one place.
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

// isIndexed tells whether the address of a variable is handed on, or an index into it is no constant.
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
