//go:build llvm19

package pass

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
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

// findUndefined notes which functions and variables are defined nowhere: those that the linker did not find, and all others that the
// program uses and that are not in the list of what the linker finds, if there is a list. It returns the names of those that a run may
// use, sorted.
func (f *functions) findUndefined(options Options, reached *reached) (names []string, err error) {
	known, err := readNames(options.Defined)
	if err != nil {
		return nil, err
	}
	var assembly *assembly
	note := func(v llvm.Value) {
		name := plainName(v)
		told := slices.Contains(options.Substitutes, name)
		if !v.IsDeclaration() || !told && (known == nil || known[name] || !f.needsDefinition(v)) {
			return
		}
		if assembly == nil {
			assembly = assemblyOf(f.module)
		}
		if !told && assembly.mayDefine(name) {
			return
		}
		f.undefined[v] = true
		if told || reached.used[v] {
			names = append(names, name)
		}
	}
	for function := range llvm.Functions(f.module) {
		note(function)
	}
	for variable := range llvm.Globals(f.module) {
		note(variable)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// needsDefinition tells whether the linker would look for something that the program declares. It does not look for what nothing uses,
// what may be missing, what code generation replaces, and sections, whose bounds it knows.
func (f *functions) needsDefinition(v llvm.Value) bool {
	name := plainName(v)
	ours := isInput(v) || strings.HasPrefix(name, runtimePrefix) || slices.Contains(libfizzer.Replaced, name)
	section := strings.HasPrefix(name, "__start_") || strings.HasPrefix(name, "__stop_")
	return !v.FirstUse().IsNil() && v.Linkage() != llvm.ExternalWeakLinkage && !isIntrinsic(v) && !ours && !section
}

// assembly is what the assembly of a program, in its functions and outside, may define.
type assembly struct {
	words    map[string]bool // in its text
	operands bool            // it may define a name that is an operand
}

// operandDefined matches labels and directives that define an operand, in LLVM's assembly.
var operandDefined = regexp.MustCompile(`\$(\d+|\{\d+(:\w+)?\})\s*[:=]|\.[a-z]+\s[^;\n]*\$[{\d]`)

// assemblyOf looks for assembly everywhere in a program. The cost is linear in the program's size.
func assemblyOf(program llvm.Module) *assembly {
	a := &assembly{words: map[string]bool{}}
	a.add(llvm.ModuleAssembly(program))
	for function := range llvm.Functions(program) {
		for block := range llvm.Blocks(function) {
			for instruction, op := range llvm.Coded(block) {
				if (op == llvm.Call || op == llvm.CallBr) && !instruction.CalledValue().IsAInlineAsm().IsNil() {
					text := instruction.String()
					a.add(text)
					a.operands = a.operands || operandDefined.MatchString(text)
				}
			}
		}
	}
	return a
}

func (a *assembly) add(text string) {
	for _, name := range word.FindAllString(text, -1) {
		a.words[name] = true
	}
}

// mayDefine tells whether assembly may define a name, which then only the linker knows.
func (a *assembly) mayDefine(name string) bool { return a.operands || a.words[name] }

// runtimePrefix begins the names of the runtime's functions.
const runtimePrefix = "__fizzer_"

// readNames returns the lines of a file, nil if no file is named.
func readNames(path string) (map[string]bool, error) {
	if path == "" {
		return nil, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		names[strings.TrimSpace(line)] = true
	}
	return names, nil
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
