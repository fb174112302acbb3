//go:build llvm19

package pass

import (
	"slices"
	"strings"

	"fizzer/instrument/llvm"
)

// functions is what the pass knows of the program's functions and variables before it changes them.
type functions struct {
	module         llvm.Module
	defined        map[llvm.Value]int  // functions that the program defines: index in the location table
	undefined      map[llvm.Value]bool // functions and variables that are defined nowhere
	handlesSignals bool                // the program may install handlers of signals
}

func newFunctions(program llvm.Module) *functions {
	f := &functions{module: program, defined: map[llvm.Value]int{}, undefined: map[llvm.Value]bool{}}
	for function := range llvm.Functions(program) {
		switch {
		case !function.IsDeclaration():
			f.defined[function] = len(f.defined)
		case slices.Contains(handlerNames, plainName(function)):
			f.handlesSignals = true
		}
	}
	return f
}

// defines tells whether v is a function that the program defines.
func (f *functions) defines(v llvm.Value) bool {
	_, ok := f.defined[v]
	return ok
}

func (f *functions) indices(functions []llvm.Value) []int {
	indices := make([]int, len(functions))
	for n, function := range functions {
		indices[n] = f.defined[function]
	}
	return indices
}

// external lists the names of the functions that the program does not define and that code uses which a run may execute, sorted.
func (f *functions) external(reached *reached) []string {
	names := []string{}
	for function := range llvm.Functions(f.module) {
		if function.IsDeclaration() && !isIntrinsic(function) && !f.undefined[function] &&
			!function.FirstUse().IsNil() && reached.used[function] {
			names = append(names, plainName(function))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func isIntrinsic(function llvm.Value) bool { return strings.HasPrefix(function.Name(), "llvm.") }

// isInput tells whether a function is one of the competition's input functions.
func isInput(function llvm.Value) bool {
	return strings.HasPrefix(plainName(function), inputPrefix)
}

// sourceName returns a function's name in the source. Linking and assembler labels may have changed its name in the module.
func sourceName(function llvm.Value) string {
	if name := llvm.SourceName(function); name != "" {
		return name
	}
	return plainName(function)
}

// plainName returns the name of a function or variable without the byte that front ends put before assembler labels.
func plainName(v llvm.Value) string { return strings.TrimPrefix(v.Name(), "\x01") }
