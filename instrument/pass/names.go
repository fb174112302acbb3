//go:build llvm19

package pass

import (
	"slices"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// rename prefixes all names that the program exports, so that they collide neither with the C library's nor with the
// runtime's. Uses of functions that the runtime replaces are redirected to the replacements. What assembly names keeps its name, but will
// be exported no more (internalise).
func rename(program llvm.Module, monitors *monitors, table *table, reached *reached) {
	reached.keepWritten()
	for function := range llvm.Functions(program) {
		if !reached.written[function] {
			renameFunction(program, function)
		}
	}
	for variable := range llvm.Globals(program) {
		if variable.IsThreadLocal() {
			table.note("thread-local variables, which keep their values from one run of a process to the next", llvm.Place{})
		}
		if !variable.IsDeclaration() && !reached.written[variable] {
			renameExported(variable)
		}
	}
	for alias := range llvm.Aliases(program) {
		if !reached.written[alias] {
			renameExported(alias)
		}
	}
	monitors.restoreNames()
}

func renameFunction(program llvm.Module, function llvm.Value) {
	switch {
	case !function.IsDeclaration():
		renameExported(function)
	case slices.Contains(libfizzer.Replaced, plainName(function)), slices.Contains(libfizzer.Adopting, plainName(function)):
		name := libfizzer.ReplacePrefix + plainName(function)
		if monitor := program.NamedFunction(name); !monitor.IsNil() { // the instrumenter calls it too
			function.ReplaceAllUsesWith(monitor)
			return
		}
		function.SetName(name)
	}
}

func renameExported(v llvm.Value) {
	local := v.Linkage() == llvm.InternalLinkage || v.Linkage() == llvm.PrivateLinkage
	if !local && !strings.HasPrefix(v.Name(), "llvm.") {
		v.SetName(libfizzer.ProgramPrefix + plainName(v))
	}
}

// restoreNames gives the monitoring functions their proper names if the program had used these.
func (m *monitors) restoreNames() {
	for name, function := range m.declared {
		if function.Name() == name {
			continue
		}
		if taken := m.module.NamedFunction(name); !taken.IsNil() {
			taken.SetName(libfizzer.ProgramPrefix + name)
		}
		function.SetName(name)
	}
}
