//go:build llvm19

package symbolic

import (
	"strings"

	"fizzer/instrument/llvm"
)

// input makes the shadow of a value that an input function returned.
func (f *function) input(call llvm.Value, name string) {
	before := llvm.NextInstruction(call)
	switch {
	case name == "__VERIFIER_nondet_memory":
		f.flush(call)
		f.checkSize(call.Operand(1), call)
		f.builder.SetInsertPointBefore(before)
		f.call("read_memory", f.context.VoidType(), call.Operand(0), f.size(call.Operand(1)))
	case name == "__VERIFIER_nondet_string":
		f.builder.SetInsertPointBefore(before)
		f.call("read_text", f.context.VoidType(), call)
	case f.reached[call] && len(f.leavesOf(call.Type())) == 1:
		f.builder.SetInsertPointBefore(before)
		width := f.leavesOf(call.Type())[0].width
		f.shadows[call] = []llvm.Value{f.shadowOf("read", f.number(width))}
	}
}

// size returns a number of bytes as wide as a pointer.
func (f *function) size(v llvm.Value) llvm.Value {
	if v.Type().IntTypeWidth() > f.pointer {
		return f.builder.CreateTrunc(v, f.word(), "")
	}
	return f.builder.CreateZExtOrBitCast(v, f.word(), "")
}

// checkSize records a constraint on a number of bytes, before a call.
func (f *function) checkSize(v, call llvm.Value) {
	if !f.maybe(v) {
		return
	}
	f.builder.SetInsertPointBefore(call)
	f.when(f.shadow(v, 0), call)
	f.call("size", f.context.VoidType(), f.shadow(v, 0), f.low(v))
}

const replaced = "__fizzer_replace_"

// library handles a call of a function without a second form whose effect on memory is known. It returns false for other calls.
func (f *function) library(call llvm.Value, name string) bool {
	if before, _, ok := strings.Cut(strings.TrimPrefix(name, "llvm."), "."); ok && strings.HasPrefix(name, "llvm.") {
		if before == "memcpy" || before == "memmove" || before == "memset" {
			name = before
		}
		if before == "va_start" {
			name = "llvm.va_start"
		}
	}
	given := arguments(call)
	switch name {
	case "memcpy", "memmove", "mempcpy":
		f.copyMemory(call, given[0], given[1], given[2])
	case "bcopy":
		f.copyMemory(call, given[1], given[0], given[2])
	case "memset":
		f.fillMemory(call, given[0], given[1], given[2])
	case "bzero":
		f.fillMemory(call, given[0], f.number(0), given[1])
	case "__VERIFIER_assume":
		f.assume(call)
	case "llvm.va_start":
		f.startVariadic(call)
	case replaced + "malloc", replaced + "calloc", replaced + "memalign", replaced + "aligned_alloc", replaced + "reallocarray",
		replaced + "realloc",
		replaced + "strdup", replaced + "strndup":
		f.allocate(call, strings.TrimPrefix(name, replaced), given)
	case replaced + "free":
	default:
		return false
	}
	return true
}

// copyMemory makes the call copy the shadows with the memory.
func (f *function) copyMemory(call, to, from, size llvm.Value) {
	if isFar(to.Type()) || isFar(from.Type()) {
		f.noteForeign(call)
		f.fillMemory(call, to, f.number(0), size)
		return
	}
	f.flushFor(call, to, from, size)
	f.checkSize(size, call)
	f.checkAddress(to, call)
	f.checkAddress(from, call)
	f.builder.SetInsertPointBefore(llvm.NextInstruction(call))
	f.call("copy", f.context.VoidType(), to, from, f.size(size))
}

func (f *function) fillMemory(call, to, value, size llvm.Value) {
	if isFar(to.Type()) {
		return
	}
	f.flushFor(call, to, value, size)
	f.checkSize(size, call)
	f.checkAddress(to, call)
	f.builder.SetInsertPointBefore(llvm.NextInstruction(call))
	f.call("fill", f.context.VoidType(), to, f.shadow(value, 0), f.size(size))
}

// allocate tells the runtime about a new block.
func (f *function) allocate(call llvm.Value, name string, given []llvm.Value) {
	f.flush(call)
	var sizes []llvm.Value
	switch name {
	case "malloc":
		sizes = given[:1]
	case "calloc":
		sizes = given[:2]
	case "memalign", "aligned_alloc", "realloc":
		sizes = given[1:2]
	case "reallocarray":
		sizes = given[1:3]
	}
	for _, size := range sizes {
		f.checkSize(size, call)
	}
	b := f.builder
	b.SetInsertPointBefore(llvm.NextInstruction(call))
	if len(sizes) == 0 {
		f.call("copied_text", f.context.VoidType(), call, given[0])
		return
	}
	size := f.size(sizes[0])
	if len(sizes) == 2 {
		size = b.CreateMul(size, f.size(sizes[1]), "")
	}
	if strings.HasPrefix(name, "realloc") {
		f.call("reallocated", f.context.VoidType(), call, given[0], size)
		return
	}
	f.call("allocated", f.context.VoidType(), call, size)
}
