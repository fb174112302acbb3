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

// undefined is what the program uses and nothing defines.
type undefined struct {
	names  []string // functions and variables that a run may use, sorted
	called bool     // assembly that a run may reach calls others, for which there are no substitutes
}

// findUndefined notes which functions and variables are defined nowhere: those that the linker did not find, and all others that the
// program uses and that are not in the list of what the linker finds, if there is a list.
func (f *functions) findUndefined(options Options, reached *reached) (found undefined, err error) {
	known, err := readNames(options.Defined)
	if err != nil {
		return found, err
	}
	found.called = known != nil && reached.callsUndefined(known, options.Substitutes)
	var written *assembly // found when it is needed
	note := func(v llvm.Value) {
		name := plainName(v)
		told := slices.Contains(options.Substitutes, name)
		if !v.IsDeclaration() || !told && (known == nil || known[name] || !f.needsDefinition(v)) {
			return
		}
		if written == nil {
			written = assemblyOf(f.module)
		}
		if !told && written.mayDefine(name) {
			return
		}
		f.undefined[v] = true
		if told || reached.used[v] {
			found.names = append(found.names, name)
		}
	}
	for function := range llvm.Functions(f.module) {
		note(function)
	}
	for variable := range llvm.Globals(f.module) {
		note(variable)
	}
	slices.Sort(found.names)
	found.names = slices.Compact(found.names)
	return found, nil
}

// asmCall matches a call or a jump to a name in assembly.
var asmCall = regexp.MustCompile(`\b(?:call|jmp)[lq]?[ \t]+([A-Za-z_][\w.]*)[ \t]*(?:[@;#\n]|$)`)

// callsUndefined tells whether assembly in functions calls what neither the program, nor the linker, nor a substitute defines, and assembly
// only calls.
func (r *reached) callsUndefined(known map[string]bool, substitutes []string) bool {
	called, other := map[string]bool{}, assembly{words: map[string]bool{}}
	other.add(llvm.ModuleAssembly(r.program))
	for _, text := range r.assembly {
		for _, match := range asmCall.FindAllStringSubmatch(text, -1) {
			called[match[1]] = true
		}
		other.add(asmCall.ReplaceAllString(text, "\n"))
	}
	for name := range called {
		if !known[name] && !other.words[name] && !r.defines(name) && !slices.Contains(substitutes, name) {
			return true
		}
	}
	return false
}

// defines tells whether the program defines a name, other than in assembly.
func (r *reached) defines(name string) bool {
	return slices.ContainsFunc(r.named(name), func(v llvm.Value) bool { return !v.IsNil() && !v.IsDeclaration() })
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
				if isAssembly(instruction, op) {
					text := llvm.AssemblyText(instruction.CalledValue())
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
