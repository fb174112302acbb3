//go:build llvm19

package pass

import (
	"slices"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// placeVariables puts the program's writable variables into sections of their own, where the runtime finds them to restore
// their first values between two runs of one process. Variables that start as zeros take no room in the file. It runs after
// the optimiser, which may find that a variable is never written. Variables that are still thread-local stay where they are; such programs
// run forked.
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

// threadNames are functions that start threads, or let the C library start them.
var threadNames = []string{"pthread_create", "thrd_create", "clone", "__clone", "clone3", "timer_create", "mq_notify", "aio_read",
	"aio_write", "aio_fsync", "lio_listio", "aio_read64", "aio_write64", "aio_fsync64", "lio_listio64", "getaddrinfo_a", "syscall"}

// threadPrefixes begin the names of functions that start the threads of OpenMP.
var threadPrefixes = []string{"GOMP_", "__kmpc_"}

// startsThreads tells whether a run may start a thread.
func (r *reached) startsThreads() bool {
	for function := range llvm.Functions(r.program) {
		name := plainName(function)
		if r.used[function] && function.IsDeclaration() && (slices.Contains(threadNames, name) || slices.Contains(byName, name) ||
			slices.ContainsFunc(threadPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })) {
			return true
		}
	}
	return false
}

// shareThreadLocals makes ordinary variables of thread-local ones that the program defines, where no run starts a thread: the runtime
// restores them, so that the program need not run forked.
func shareThreadLocals(program llvm.Module, reached *reached) {
	if reached.startsThreads() || llvm.ModuleAssembly(program) != "" {
		return
	}
	for alias := range llvm.Aliases(program) {
		if isThreadLocal(alias) {
			return
		}
	}
	for function := range llvm.Functions(program) {
		if !strings.HasPrefix(function.Name(), "llvm.threadlocal.address") {
			continue
		}
		for _, call := range slices.Collect(llvm.Users(function)) {
			if variable := call.Operand(0); !variable.IsDeclaration() {
				call.ReplaceAllUsesWith(variable)
				call.EraseFromParentAsInstruction()
			}
		}
	}
	for variable := range llvm.Globals(program) {
		if variable.IsThreadLocal() && !variable.IsDeclaration() {
			variable.SetThreadLocal(false)
		}
	}
}

// isThreadLocal tells whether a variable, or what an alias stands for, is thread-local.
func isThreadLocal(v llvm.Value) bool {
	v = llvm.Aliasee(v)
	return !v.IsAGlobalVariable().IsNil() && v.IsThreadLocal()
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
