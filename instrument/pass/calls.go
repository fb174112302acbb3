//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// endingNames are functions of the C library that do not return, even if their declaration does not say so.
var endingNames = []string{"abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert", "__assert_rtn"}

// returningTwice are functions of the C library that return a second time after longjmp or setcontext, and what front ends make of
// __builtin_setjmp.
var returningTwice = []string{"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "getcontext", "llvm.eh.sjlj.setjmp"}

// monitorCall inserts monitors around a call that may run code of the program, so that the runtime knows the calling context,
// and before a call that ends the run. Other calls are left alone (report Sec. 2). It returns whether the context is kept.
func (i *instrumenter) monitorCall(function int, call llvm.Value) (kept bool) {
	called := call.CalledValue()
	callee := llvm.Aliasee(called)
	switch {
	case !called.IsAInlineAsm().IsNil():
		i.table.note("inline assembly, which runs but is not monitored", llvm.PlaceOf(call))
	case llvm.IsMustTail(call):
	case i.functions.defines(callee), callee.IsAFunction().IsNil():
		i.compareCallees(function, call)
		site := i.callSite(function, call, callee)
		i.surround(site, call)
		i.graph.addContext(function, site, call)
		return true
	case slices.Contains(returningTwice, plainName(callee)):
		i.remember(call)
	case !isIntrinsic(callee) && endsRun(call, callee):
		site := i.callSite(function, call, callee)
		i.insert.SetInsertPointBefore(call)
		i.insert.call(i.insert.lastCall(), i.insert.number(site))
	}
	return false
}

// callSite adds a call site to the table and returns its number.
func (i *instrumenter) callSite(function int, call, callee llvm.Value) int {
	place := llvm.PlaceOf(call)
	site := locations.Call{Function: function, File: i.table.file(place), Line: place.Line, Column: place.Column}
	switch {
	case !callee.IsAFunction().IsNil():
		site.Callee = sourceName(callee)
	case llvm.IsIFunc(callee):
		site.Callee = plainName(callee)
	}
	return i.table.addCall(site)
}

// surround inserts the monitors before and after a call. A call that does not return gets none after it.
func (i *instrumenter) surround(site int, call llvm.Value) {
	i.insert.SetInsertPointBefore(call)
	context := i.insert.call(i.insert.callBegin(), i.insert.number(site))
	next := llvm.NextInstruction(call)
	if next.InstructionOpcode() == llvm.Unreachable {
		return
	}
	i.insert.SetInsertPointBefore(next)
	i.insert.call(i.insert.callEnd(), context)
}

// remember tells the runtime, after each return of a call, how many calls were open before it.
func (i *instrumenter) remember(call llvm.Value) {
	i.insert.SetInsertPointBefore(call)
	calls := i.insert.call(i.insert.callsOpen())
	i.insert.SetInsertPointBefore(llvm.NextInstruction(call))
	i.insert.call(i.insert.callsReturn(), calls)
}

// endsRun tells whether an external function does not return.
func endsRun(call, callee llvm.Value) bool {
	kind := llvm.AttributeKind("noreturn")
	return !call.GetCallSiteEnumAttribute(llvm.FunctionAttributes, kind).IsNil() ||
		!callee.GetEnumFunctionAttribute(kind).IsNil() || slices.Contains(endingNames, plainName(callee))
}
