//go:build llvm19

package pass

import (
	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// monitors declares the functions of the runtime that the program calls, each on its first use.
type monitors struct {
	context  llvm.Context
	module   llvm.Module
	declared map[string]llvm.Value
}

// monitorNames are all functions of the runtime's hot path, see monitor.h.
var monitorNames = []string{
	"__fizzer_condition", "__fizzer_condition_wide", "__fizzer_call_begin", "__fizzer_call_end",
	"__fizzer_calls_open", "__fizzer_calls_return", "__fizzer_last_call", "__fizzer_step", "__fizzer_division",
}

func (m *monitors) declare(name string, result llvm.Type, parameters ...llvm.Type) llvm.Value {
	if function, ok := m.declared[name]; ok {
		return function
	}
	// If the program defines this name itself, its own function is renamed later.
	function := llvm.AddFunction(m.module, name, llvm.FunctionType(result, parameters...))
	m.declared[name] = function
	return function
}

func (m *monitors) condition() llvm.Value {
	if known, ok := m.declared["__fizzer_condition"]; ok {
		return known
	}
	c := m.context
	return m.declare("__fizzer_condition", c.VoidType(), c.Int32Type(), c.Int1Type(), c.Int64Type(), c.Int64Type())
}

func (m *monitors) conditionWide() llvm.Value {
	c := m.context
	word := c.Int64Type()
	return m.declare("__fizzer_condition_wide", c.VoidType(), c.Int32Type(), c.Int1Type(), word, word, word, word)
}

func (m *monitors) callBegin() llvm.Value {
	return m.declare("__fizzer_call_begin", m.context.Int32Type(), m.context.Int32Type())
}

func (m *monitors) callEnd() llvm.Value {
	return m.declare("__fizzer_call_end", m.context.VoidType(), m.context.Int32Type())
}

func (m *monitors) callsOpen() llvm.Value {
	return m.declare("__fizzer_calls_open", m.context.Int64Type())
}

func (m *monitors) callsReturn() llvm.Value {
	return m.declare("__fizzer_calls_return", m.context.VoidType(), m.context.Int64Type())
}

func (m *monitors) lastCall() llvm.Value {
	return m.declare("__fizzer_last_call", m.context.VoidType(), m.context.Int32Type())
}

// atExit is the runtime's atexit, which takes a pointer.
func (m *monitors) atExit() llvm.Value {
	return m.declare(libfizzer.ReplacePrefix+"atexit", m.context.Int32Type(), llvm.PointerTo(m.context))
}

func (m *monitors) division() llvm.Value {
	return m.declare("__fizzer_division", m.context.VoidType(), m.context.Int1Type())
}

func (m *monitors) step() llvm.Value { return m.declare("__fizzer_step", m.context.VoidType()) }

func (m *monitors) reachError() llvm.Value {
	return m.declare("__fizzer_reach_error", m.context.VoidType())
}
