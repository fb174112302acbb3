//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/llvm"
)

// easing rewrites calls of monitors for LLVM's fast instruction selector, just before code is generated. The selector gives up at a
// zero-extended bit, and for 32 bits at any integer of 64; a slower one then does the rest of the block. What is passed in registers and on
// the stack stays the same.
type easing struct{ *inserter }

// easeCalls rewrites all calls of monitors that take bits.
func easeCalls(context llvm.Context, program llvm.Module) {
	e := easing{newInserter(context, program)}
	defer e.Dispose()
	for _, name := range append([]string{"__fizzer_division"}, conditionMonitors...) {
		monitor := program.NamedFunction(name)
		if monitor.IsNil() {
			continue
		}
		for _, call := range slices.Collect(llvm.Users(monitor)) {
			if !call.IsACallInst().IsNil() && call.CalledValue() == monitor {
				e.rewrite(call, monitor)
			}
		}
	}
}

func (e easing) rewrite(call, monitor llvm.Value) {
	e.SetInsertPointBefore(call)
	var arguments []llvm.Value
	var types []llvm.Type
	var bits []int                            // positions of arguments that were bits; they count from 1
	for n := range call.OperandsCount() - 1 { // the last one is the monitor
		argument := call.Operand(n)
		if argument.Type() == e.context.Int1Type() {
			argument = e.CreateZExt(argument, e.context.Int8Type(), "")
			bits = append(bits, len(arguments)+1)
		}
		arguments = append(arguments, e.halve(argument)...)
	}
	for _, argument := range arguments {
		types = append(types, argument.Type())
	}
	eased := e.CreateCall(llvm.FunctionType(e.context.VoidType(), types...), monitor, arguments, "")
	for _, n := range bits {
		eased.AddCallSiteAttribute(n, e.attribute("zeroext"))
	}
	call.EraseFromParentAsInstruction()
}

// halve returns what a 32-bit program passes in place of an integer of 64 bits. Integers that use all their bits stay whole.
func (e easing) halve(argument llvm.Value) []llvm.Value {
	half := e.context.Int32Type()
	switch {
	case e.pointer != 32 || argument.Type() != e.context.Int64Type():
	case !argument.IsAConstantInt().IsNil():
		n := argument.ZExtValue()
		return []llvm.Value{llvm.ConstInt(half, n&(1<<32-1)), llvm.ConstInt(half, n>>32)}
	case !argument.IsAInstruction().IsNil() && argument.InstructionOpcode() == llvm.ZExt && e.bits(argument.Operand(0).Type()) <= 32:
		return []llvm.Value{e.CreateZExtOrBitCast(argument.Operand(0), half, ""), llvm.ConstInt(half, 0)}
	}
	return []llvm.Value{argument}
}
