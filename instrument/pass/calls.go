//go:build llvm19

package pass

import (
	"slices"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// endingNames are functions of the C library that do not return, even if their declaration does not say so.
var endingNames = []string{"abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert", "__assert_rtn"}

// returningTwice are functions of the C library that return a second time after longjmp.
var returningTwice = []string{"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"}

// monitorCall inserts monitors around a call that may run code of the program, so that the runtime knows the calling context,
// and before a call that ends the run. Other calls are left alone (report Sec. 2). It returns whether the context is kept.
func (i *instrumenter) monitorCall(function int, call llvm.Value) (kept bool) {
	called := call.CalledValue()
	callee := llvm.Aliasee(called)
	_, defined := i.defined[callee]
	switch {
	case !called.IsAInlineAsm().IsNil():
		i.note("inline assembly, which runs but is not monitored", llvm.PlaceOf(call))
	case llvm.IsMustTail(call):
	case defined, callee.IsAFunction().IsNil():
		i.compareCallees(function, call)
		i.surround(i.callSite(function, call, callee), call)
		i.addContext(function, callee)
		return true
	case slices.Contains(returningTwice, plainName(callee)):
		i.remember(call)
	case !isIntrinsic(callee) && i.endsRun(call, callee):
		site := i.callSite(function, call, callee)
		i.builder.SetInsertPointBefore(call)
		i.call(i.monitors.lastCall(), site)
	}
	return false
}

// callSite adds a call site to the table and returns its id.
func (i *instrumenter) callSite(function int, call, callee llvm.Value) llvm.Value {
	place := llvm.PlaceOf(call)
	site := locations.Call{Function: function, File: i.file(place), Line: place.Line, Column: place.Column}
	switch {
	case !callee.IsAFunction().IsNil():
		site.Callee = sourceName(callee)
	case llvm.IsIFunc(callee):
		site.Callee = plainName(callee)
	}
	i.table.Calls = append(i.table.Calls, site)
	return i.number(len(i.table.Calls) - 1)
}

// surround inserts the monitors before and after a call. A call that does not return gets none after it.
func (i *instrumenter) surround(site, call llvm.Value) {
	i.builder.SetInsertPointBefore(call)
	context := i.call(i.monitors.callBegin(), site)
	next := llvm.NextInstruction(call)
	if next.InstructionOpcode() == llvm.Unreachable {
		return
	}
	i.builder.SetInsertPointBefore(next)
	i.call(i.monitors.callEnd(), context)
}

// remember tells the runtime, after each return of a call, how many calls were open before it.
func (i *instrumenter) remember(call llvm.Value) {
	i.builder.SetInsertPointBefore(call)
	calls := i.call(i.monitors.callsOpen())
	i.builder.SetInsertPointBefore(llvm.NextInstruction(call))
	i.call(i.monitors.callsReturn(), calls)
}

// endsRun tells whether an external function does not return.
func (i *instrumenter) endsRun(call, callee llvm.Value) bool {
	kind := llvm.AttributeKind("noreturn")
	return !call.GetCallSiteEnumAttribute(llvm.FunctionAttributes, kind).IsNil() ||
		!callee.GetEnumFunctionAttribute(kind).IsNil() || slices.Contains(endingNames, plainName(callee))
}

// isInput tells whether a function is one of the competition's input functions.
func isInput(function llvm.Value) bool {
	return strings.HasPrefix(plainName(function), inputPrefix)
}
