//go:build llvm19

package pass

import (
	"slices"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// rename prefixes all names that the program exports, so that they collide neither with the C library's nor with the
// runtime's. Uses of functions that the runtime replaces are redirected to the replacements.
func (i *instrumenter) rename() {
	for function := range llvm.Functions(i.program) {
		i.renameFunction(function)
	}
	for variable := range llvm.Globals(i.program) {
		if variable.IsThreadLocal() {
			i.note("thread-local variables, which keep their values from one run of a process to the next", llvm.Place{})
		}
		if !variable.IsDeclaration() {
			renameExported(variable)
		}
	}
	for alias := range llvm.Aliases(i.program) {
		renameExported(alias)
	}
	i.nameMonitors()
}

func (i *instrumenter) renameFunction(function llvm.Value) {
	switch {
	case !function.IsDeclaration():
		renameExported(function)
	case slices.Contains(libfizzer.Replaced, plainName(function)):
		name := libfizzer.ReplacePrefix + plainName(function)
		if monitor := i.program.NamedFunction(name); !monitor.IsNil() { // the instrumenter calls it too
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

// nameMonitors gives the monitoring functions their proper names if the program had used these.
func (i *instrumenter) nameMonitors() {
	for name, function := range i.monitors.declared {
		if function.Name() == name {
			continue
		}
		if taken := i.program.NamedFunction(name); !taken.IsNil() {
			taken.SetName(libfizzer.ProgramPrefix + name)
		}
		function.SetName(name)
	}
}
