//go:build llvm19

package symbolic

import (
	"strings"

	"fizzer/instrument/llvm"
)

// Maximum numbers of shadows that a call and a return pass on; see libfizzer/c/symbolic.h.
const (
	maxArguments = 256
	maxResults   = 64
)

// structureOf returns the type of a structure that is passed by value as parameter n of a function, or nil.
func (t *transformer) structureOf(function llvm.Value, n int) (kind llvm.Type) {
	if attribute := function.GetEnumAttributeAtIndex(n+1, llvm.AttributeKind("byval")); !attribute.IsNil() {
		return attribute.GetTypeValue()
	}
	return kind
}

// structureAt is structureOf for an argument of a call.
func (t *transformer) structureAt(call llvm.Value, n int) (kind llvm.Type) {
	if attribute := call.GetCallSiteEnumAttribute(n+1, llvm.AttributeKind("byval")); !attribute.IsNil() {
		return attribute.GetTypeValue()
	}
	return kind
}

// hasBody reports whether a called function may have a second form: it is defined, or called through a pointer.
func hasBody(call llvm.Value) bool {
	called := call.CalledValue()
	if !called.IsAInlineAsm().IsNil() {
		return false
	}
	callee := llvm.Aliasee(called)
	return callee.IsAFunction().IsNil() || !callee.IsDeclaration() && !isNaked(callee)
}

// isInput reports whether a function is an input function, which reads a value from the input and returns it.
func isInput(name string) bool {
	return strings.HasPrefix(name, "__VERIFIER_nondet_") || strings.HasPrefix(name, "__fizzer_input_")
}

// returnsShadow reports whether the result of a call may depend on input whatever its arguments.
func (f *function) returnsShadow(call llvm.Value) bool {
	if !call.CalledValue().IsAInlineAsm().IsNil() {
		return false
	}
	callee := llvm.Aliasee(call.CalledValue())
	return hasBody(call) || isInput(callee.Name()) && callee.Name() != "__VERIFIER_nondet_string"
}

func (f *function) callOrOperation(call llvm.Value) {
	if f.monitored(call) {
		return
	}
	if _, ok := f.functionKind(call); ok {
		if f.reached[call] {
			f.add(call)
		}
		return
	}
	called := call.CalledValue()
	callee := llvm.Aliasee(called)
	switch {
	case hasBody(call):
		f.flush(call)
		if callee.IsAFunction().IsNil() {
			f.checkAddress(called, call)
			f.checkTaken(call)
		}
		if f.losesArguments(call) {
			at := call
			if !llvm.IsMustTail(call) {
				at = llvm.NextInstruction(call) // it may be an input function
			}
			f.noteForeign(at)
		}
		f.pass(call)
		f.receive(call)
	case isInput(callee.Name()):
		f.input(call, callee.Name())
	case !f.library(call, callee.Name()):
		f.drop(call)
		f.meet(call, callee.Name())
	}
}

// arguments returns the arguments of a call.
func arguments(call llvm.Value) []llvm.Value {
	values := make([]llvm.Value, call.OperandsCount()-1)
	for n := range values {
		values[n] = call.Operand(n)
	}
	return values
}

// drop counts a call of a function without a second form that receives a value that depends on input.
func (f *function) drop(call llvm.Value) {
	if strings.HasPrefix(call.CalledValue().Name(), "llvm.") && call.Type().TypeKind() == llvm.VoidType {
		return
	}
	given := arguments(call)
	if !f.maybe(given...) || call.FirstUse().IsNil() && prints(call.CalledValue().Name()) {
		return
	}
	f.flushFor(call, given...)
	f.builder.SetInsertPointBefore(call)
	if any := f.any(given...); !any.IsConstant() {
		f.when(any, call)
		f.call("external", f.context.VoidType())
	}
}

// pass passes the shadows of arguments on, before a call.
func (f *function) pass(call llvm.Value) {
	given := arguments(call)
	f.builder.SetInsertPointBefore(call)
	if f.hasShadow(call.Type()) {
		f.builder.CreateStore(llvm.ConstNull(llvm.PointerTo(f.context)), f.variable("returner", llvm.PointerTo(f.context)))
	}
	always := f.handsOver(call, given)
	any := f.any(given...)
	switch {
	case always:
		f.write(call, given)
	case !any.IsConstant():
		c := f.begin(f.isSet(any), call)
		f.write(call, given)
		f.end(c, nil)
	}
}

// checkTaken counts a call through a pointer whose function did not take the shadows of its arguments: it has no second form.
func (f *function) checkTaken(call llvm.Value) {
	before := llvm.NextInstruction(call)
	if !f.maybe(arguments(call)...) || before.InstructionOpcode() == llvm.Unreachable || llvm.IsMustTail(call) {
		return
	}
	b, pointer := f.builder, llvm.PointerTo(f.context)
	b.SetInsertPointBefore(before)
	c := f.begin(b.CreateICmp(llvm.IntEQ, b.CreateLoad(pointer, f.variable("callee", pointer), ""), call.CalledValue(), ""), before)
	b.CreateStore(llvm.ConstNull(pointer), f.variable("callee", pointer))
	f.call("external", f.context.VoidType())
	f.end(c, nil)
}

// handsOver reports whether a call passes memory that may have shadows even if no argument has: a structure by value, or variable
// arguments, which lie where those of an earlier call did.
func (f *function) handsOver(call llvm.Value, given []llvm.Value) bool {
	if kind := call.CalledFunctionType(); kind.IsFunctionVarArg() && len(given) > kind.ParamTypesCount() {
		return true
	}
	for n := range given {
		if !f.structureAt(call, n).IsNil() {
			return true
		}
	}
	return false
}

// write writes the shadows that the callee reads.
func (f *function) write(call llvm.Value, given []llvm.Value) {
	kind := call.CalledFunctionType()
	fixed := kind.ParamTypesCount()
	slot := 0
	for n, v := range given {
		if n == fixed {
			f.setVariable("variadic", slot)
		}
		slot = f.handOver(call, n, v, slot, n >= fixed)
	}
	if kind.IsFunctionVarArg() {
		if len(given) <= fixed {
			f.setVariable("variadic", slot)
		}
		f.setVariable("variadic_end", slot)
	}
	f.builder.CreateStore(call.CalledValue(), f.variable("callee", llvm.PointerTo(f.context)))
}

func (f *function) setVariable(name string, n int) {
	f.builder.CreateStore(f.number(n), f.variable(name, f.context.Int32Type()))
}

// handOver writes the shadows of one argument from a slot on and returns the next free slot.
func (f *function) handOver(call llvm.Value, n int, v llvm.Value, slot int, variable bool) int {
	leaves := f.leavesOf(v.Type())
	if variable && v.Type().TypeKind() == llvm.VectorType {
		leaves = []leaf{{kind: v.Type(), width: int(f.layout.TypeSizeInBits(v.Type()))}} // it is passed as a whole, without its shadows
	}
	if slot+len(leaves) > maxArguments {
		return maxArguments
	}
	structure := f.structureAt(call, n)
	for i, l := range leaves {
		shadow := f.number(0)
		if l.modelled {
			shadow = f.shadow(v, i)
		}
		f.builder.CreateStore(shadow, f.element("arguments", f.context.Int32Type(), slot+i))
		source := llvm.ConstNull(llvm.PointerTo(f.context))
		if !structure.IsNil() {
			source = v
		}
		if variable || !structure.IsNil() {
			f.builder.CreateStore(source, f.element("sources", llvm.PointerTo(f.context), slot+i))
		}
		if variable {
			f.builder.CreateStore(f.number(f.class(l, structure)), f.element("classes", f.context.Int32Type(), slot+i))
		}
	}
	return slot + len(leaves)
}

// class returns how a variable argument is passed, and its size.
func (f *function) class(l leaf, structure llvm.Type) int {
	const general, float, memory = 0, 1, 2
	switch {
	case !structure.IsNil():
		return memory | int(f.layout.TypeAllocSize(structure))<<8
	case l.kind.TypeKind() == llvm.X86FP80Type:
		return memory | int(f.layout.TypeAllocSize(l.kind))<<8
	case l.kind.TypeKind() == llvm.FloatType || l.kind.TypeKind() == llvm.DoubleType || l.kind.TypeKind() == llvm.FP128Type:
		return float | l.width/8<<8
	case l.kind.TypeKind() == llvm.VectorType && l.width <= 128:
		return float | l.width/8<<8
	case l.kind.TypeKind() == llvm.VectorType:
		return memory | l.width/8<<8
	}
	return general | (l.width+7)/8<<8
}

// enter makes the shadows of a function's parameters, before its first instruction.
func (f *function) enter(first llvm.Value) {
	b, self := f.builder, f.self
	if self.Name() == "__fizzer_program_main" || !f.takes() {
		return
	}
	variadic := self.GlobalValueType().IsFunctionVarArg()
	if variadic {
		f.variadic = f.savedVariadic()
	}
	b.SetInsertPointBefore(first)
	pointer := llvm.PointerTo(f.context)
	if variadic { // empty if the caller passes nothing that depends on input
		b.CreateStore(f.number(0), f.variadic)
	}
	active := b.CreateICmp(llvm.IntEQ, b.CreateLoad(pointer, f.variable("callee", pointer), ""), self, "")
	c := f.begin(active, first)
	b.CreateStore(llvm.ConstNull(pointer), f.variable("callee", pointer))
	var flat []llvm.Value
	slot := 0
	for n, parameter := range self.Params() {
		leaves := f.leavesOf(parameter.Type())
		shadows := make([]llvm.Value, len(leaves))
		if slot+len(leaves) > maxArguments {
			slot = maxArguments
		}
		for i, l := range leaves {
			switch structure := f.structureOf(self, n); {
			case slot >= maxArguments || !l.modelled:
			case !structure.IsNil():
				source := b.CreateLoad(pointer, f.element("sources", pointer, slot), "")
				f.call("copy", f.context.VoidType(), parameter, source, llvm.ConstInt(f.word(), f.layout.TypeAllocSize(structure)))
			default:
				shadows[i] = f.shadowOf("argument", f.number(slot), f.number(l.width))
			}
			slot++
		}
		flat = append(flat, shadows...)
	}
	if variadic {
		f.call("save_variadic", f.context.VoidType(), f.variadic)
	}
	flat = f.end(c, flat)
	for _, parameter := range self.Params() {
		count := len(f.leavesOf(parameter.Type()))
		if f.reached[parameter] {
			f.shadows[parameter] = flat[:count:count]
		}
		flat = flat[count:]
	}
}

// takes reports whether the function can receive anything that has a shadow.
func (f *function) takes() bool {
	for _, parameter := range f.self.Params() {
		if f.hasShadow(parameter.Type()) {
			return true
		}
	}
	return f.self.GlobalValueType().IsFunctionVarArg()
}

// endsInTailCall reports whether a return passes on the result of a call that must stay directly before it.
func endsInTailCall(v llvm.Value) bool {
	before := llvm.PreviousInstruction(v)
	return !before.IsNil() && !before.IsACallInst().IsNil() && llvm.IsMustTail(before)
}

// mayRunProgram reports whether an instruction is a call that may enter a function of the program: by its name, through a pointer, or from
// a function outside that calls back.
func mayRunProgram(v llvm.Value) bool {
	if v.InstructionOpcode() != llvm.Call || !v.CalledValue().IsAInlineAsm().IsNil() {
		return false
	}
	name := v.CalledValue().Name()
	monitor := strings.HasPrefix(name, "__fizzer_") && !strings.HasPrefix(name, replaced) && v.CalledValue().IsDeclaration()
	return !monitor && !strings.HasPrefix(name, "llvm.")
}

// leave passes on the shadows of a result, before a return. What a call of the function itself returned is not what this one returns.
func (f *function) leave(v llvm.Value) {
	if v.OperandsCount() == 0 || !f.hasShadow(v.Operand(0).Type()) || endsInTailCall(v) {
		return
	}
	result := v.Operand(0)
	f.builder.SetInsertPointBefore(v)
	if f.calls {
		f.builder.CreateStore(llvm.ConstNull(llvm.PointerTo(f.context)), f.variable("returner", llvm.PointerTo(f.context)))
	}
	any := f.any(result)
	if any.IsConstant() {
		return
	}
	f.when(any, v)
	for n := range f.shadows[result] {
		if n < maxResults {
			f.builder.CreateStore(f.shadow(result, n), f.element("results", f.context.Int32Type(), n))
		}
	}
	f.builder.CreateStore(f.self, f.variable("returner", llvm.PointerTo(f.context)))
}

// receive makes the shadows of a call's result.
func (f *function) receive(call llvm.Value) {
	before := llvm.NextInstruction(call)
	if !f.reached[call] || call.FirstUse().IsNil() || before.InstructionOpcode() == llvm.Unreachable || llvm.IsMustTail(call) {
		return
	}
	b, pointer := f.builder, llvm.PointerTo(f.context)
	b.SetInsertPointBefore(before)
	returner := b.CreateLoad(pointer, f.variable("returner", pointer), "")
	c := f.begin(b.CreateICmp(llvm.IntEQ, returner, llvm.Aliasee(call.CalledValue()), ""), before)
	leaves := f.leavesOf(call.Type())
	shadows := make([]llvm.Value, len(leaves))
	for n, l := range leaves {
		if l.modelled && n < maxResults {
			shadows[n] = f.shadowOf("result", f.number(n), f.number(l.width))
		}
	}
	f.shadows[call] = f.end(c, shadows)
}
