//go:build llvm19

package pass

import (
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// placeVariables puts the program's writable variables into sections of their own, where the runtime finds them to restore
// their first values between two runs of one process. Variables that start as zeros take no room in the file. It runs after
// the optimiser, which may find that a variable is never written. Thread-local variables stay where they are; programs with
// threads run forked.
func placeVariables(program llvm.Module) {
	for variable := range llvm.Globals(program) {
		if variable.IsDeclaration() || strings.HasPrefix(variable.Name(), "llvm.") || variable.IsGlobalConstant() || variable.IsThreadLocal() ||
			isBounded(program, variable) {
			continue
		}
		variable.SetSection("")
		llvm.SetWritableSections(variable, libfizzer.DataSection, libfizzer.ZeroSection)
	}
}

// isBounded tells whether a variable must stay in its section because the program asks where the section begins.
func isBounded(program llvm.Module, variable llvm.Value) bool {
	section := variable.Section()
	return section != "" && !program.NamedGlobal("__start_"+section).IsNil()
}

// hasThreadLocals tells whether the program has variables that placeVariables leaves alone.
func hasThreadLocals(program llvm.Module) bool {
	for variable := range llvm.Globals(program) {
		if variable.IsThreadLocal() {
			return true
		}
	}
	return false
}
