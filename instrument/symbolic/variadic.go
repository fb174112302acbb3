//go:build llvm19

package symbolic

import "fizzer/instrument/llvm"

// savedVariadic makes a variable for what the runtime's fizzer_variadic holds: a count, and for each argument a shadow, a class and a
// pointer.
func (f *function) savedVariadic() llvm.Value {
	size := 4 + 2*4*maxArguments
	size = (size+7)/8*8 + maxArguments*f.pointer/8
	f.builder.SetInsertPointBefore(f.self.EntryBasicBlock().FirstInstruction())
	return f.builder.CreateAlloca(llvm.ArrayTypeOf(f.context.Int64Type(), (size+7)/8), "")
}

// startVariadic gives the variable arguments their shadows where va_arg will find them.
func (f *function) startVariadic(call llvm.Value) {
	if f.variadic.IsNil() {
		return
	}
	before := llvm.NextInstruction(call)
	f.builder.SetInsertPointBefore(before)
	count := f.builder.CreateLoad(f.context.Int32Type(), f.variadic, "")
	f.when(count, before)
	f.call("variadic", f.context.VoidType(), f.variadic, call.Operand(0))
}
