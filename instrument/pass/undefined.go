//go:build llvm19

package pass

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

// findUndefined notes which functions and variables are defined nowhere: those that the linker did not find, and all others that the
// program uses and that are not in the list of what the linker finds, if there is a list. It returns the names of those that a run may
// use, sorted.
func (f *functions) findUndefined(options Options, reached *reached) (names []string, err error) {
	known, err := readNames(options.Defined)
	if err != nil {
		return nil, err
	}
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

// asmText matches the text of assembly in an instruction as LLVM prints it, irEscape a byte in it: quotes are \22, line ends \0A.
var (
	asmText  = regexp.MustCompile(`\basm [a-z ]*"([^"]*)"`)
	irEscape = regexp.MustCompile(`\\[0-9A-F]{2}`)
)

// irByte returns the byte that an escape stands for.
func irByte(escape string) string {
	code, _ := strconv.ParseUint(escape[1:], 16, 8) // irEscape has matched it
	return string([]byte{byte(code)})
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
					for _, match := range asmText.FindAllStringSubmatch(instruction.String(), -1) {
						text := irEscape.ReplaceAllStringFunc(match[1], irByte)
						a.add(text)
						a.operands = a.operands || operandDefined.MatchString(text)
					}
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
