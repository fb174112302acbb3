//go:build llvm19

package symbolic

import "fizzer/instrument/llvm"

// savedVariadic makes a variable of the size of the runtime's fizzer_variadic: a count, and for each argument a shadow, a class and
// a pointer.
func (f *function) savedVariadic() llvm.Value {
	size := 4 + 2*4*maxArguments
	size = (size+7)/8*8 + maxArguments*f.pointer/8
	f.builder.SetInsertPointBefore(f.self.EntryBasicBlock().FirstInstruction())
	return f.builder.CreateAlloca(llvm.ArrayTypeOf(f.context.Int64Type(), (size+7)/8), "")
}

// startVariadic stores the shadows of the variable arguments where va_arg will read the arguments.
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
