//go:build llvm19

package pass

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// Code that no input reaches: functions to which no chain of calls and addresses leads from main, and blocks to which no way leads
// from the entry of their function. Whatever is used at all in reached code counts as called. What code outside of the program may
// call by its name counts as called, too.

// calledFromOutside are functions that compilers or the C library call although the program does not: gcc makes calls of most of
// them out of others even without optimisation; the allocators replace those of the C library.
var calledFromOutside = []string{
	"main", "memcpy", "memmove", "memset", "memcmp", "bcmp", "bzero", "strlen", "strcpy", "strncpy", "stpcpy", "strcat",
	"strncat", "strchr", "strrchr", "strcmp", "strncmp", "strstr", "strspn", "strcspn", "strpbrk", "puts", "putchar", "fputs",
	"fputc", "putc", "fwrite", "sprintf", "printf", "fprintf", "abs", "sqrt", "sqrtf", "sincos", "abort", "exit", "malloc",
	"calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc", "reallocarray",
	"malloc_usable_size",
}

// systemName matches names of functions that start-up code, compilers' libraries and what compilers add may call: arithmetic on modes
// (__divdi3, __fixdfsi, __mulxc3), checks, profiles, thread-local storage, sanitizers. Other names that begin with two underscores are
// reserved, too, but nothing calls them: programs that other tools have made are full of such functions.
var systemName = regexp.MustCompile(`^__([a-z]+([hbsdxt]f|[sdt]d|[hsdxt]c|[qhsdt]i)[a-z]*[0-9]?$|.*_chk(_fail)?$|` +
	`memcmpeq$|gmon_start__$|fentry__$|(avx|sse|libc|cxa|gcov|gcc|llvm|[a-z]{1,4}san|sanitizer|sancov|cyg_profile|_?tls|emutls|atomic|` +
	`sync|(de)?register|cpu|pthread|stack_chk|libgcc)_|bid|mcount|morestack|x86|clear_cache|enable_execute_stack|errno_location|assert)`)

// byName are functions that find others by their name: if the program uses one, any function that it exports may be called.
var byName = []string{"dlsym", "dlvsym", "dlopen", "dlmopen"}

// rootLists are variables of LLVM that list functions and variables that something outside of the program uses.
var rootLists = []string{"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"}

// word matches a name in assembly.
var word = regexp.MustCompile(`[\w.$]+`)

// reached is the set of the functions, variables and other constants that a run may use.
type reached struct {
	program  llvm.Module
	used     map[llvm.Value]bool
	outside  map[llvm.Value]bool // used by code outside of the program's functions, or by assembly
	open     []llvm.Value        // used, but not looked into yet
	assembly []string            // texts of what stands in functions
	written  map[llvm.Value]bool // what the program defines and assembly names
}

// findReached must see the program as the front end made it, with plain operations. The cost is linear in the program's size.
func findReached(program llvm.Module) *reached {
	r := &reached{program: program, used: map[llvm.Value]bool{}, outside: map[llvm.Value]bool{}, written: map[llvm.Value]bool{}}
	r.addRoots()
	for len(r.open) > 0 {
		v := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		r.addOperands(v)
		if !v.IsAFunction().IsNil() {
			r.addBody(v)
		}
	}
	return r
}

func (r *reached) add(v llvm.Value) {
	if !v.IsNil() && !r.used[v] {
		r.used[v] = true
		r.open = append(r.open, v)
	}
}

// addOutside adds what code may use in ways that its instructions do not show.
func (r *reached) addOutside(v llvm.Value) {
	if !v.IsNil() {
		r.outside[v] = true
		r.add(v)
	}
}

// outsideNames returns the present names of what was added by addOutside and is still in the program.
func (r *reached) outsideNames() map[string]bool {
	names := map[string]bool{}
	for _, all := range r.all() {
		for v := range all {
			if r.outside[v] {
				names[v.Name()] = true
			}
		}
	}
	return names
}

// addRoots adds what is used by code outside of the program's functions.
func (r *reached) addRoots() {
	anyName := slices.ContainsFunc(byName, func(name string) bool { return !r.program.NamedFunction(name).IsNil() })
	for function := range llvm.Functions(r.program) {
		name := plainName(function)
		system := systemName.MatchString(name)
		if function.IsDeclaration() { // not the program's
			continue
		}
		if slices.Contains(calledFromOutside, name) || exported(function) && (anyName || system) {
			r.addOutside(function)
		}
	}
	for variable := range llvm.Globals(r.program) {
		switch {
		case variable.Section() != "" || exported(variable) && anyName || strings.HasPrefix(plainName(variable), "__"):
			r.addOutside(variable)
		case exported(variable) && !variable.IsDeclaration() || slices.Contains(rootLists, variable.Name()):
			r.add(variable)
		}
	}
	for alias := range llvm.Aliases(r.program) {
		if llvm.IsIFunc(alias) || slices.Contains(calledFromOutside, plainName(alias)) || exported(alias) && anyName {
			r.addOutside(alias)
		}
	}
	r.addNames(llvm.ModuleAssembly(r.program))
}

// exported tells whether code outside of the program may know the name.
func exported(v llvm.Value) bool {
	return v.Linkage() != llvm.InternalLinkage && v.Linkage() != llvm.PrivateLinkage && !strings.HasPrefix(v.Name(), "llvm.")
}

// addNames adds what is named in assembly.
func (r *reached) addNames(assembly string) {
	for _, name := range word.FindAllString(assembly, -1) {
		for _, v := range r.named(name) {
			r.addOutside(v)
			if !v.IsNil() && !v.IsDeclaration() && !slices.Contains(calledFromOutside, name) && !systemName.MatchString(name) {
				r.written[v] = true
			}
		}
	}
}

// keepWritten keeps what assembly names as it is, so that the optimiser neither removes it nor changes how it is called.
func (r *reached) keepWritten() {
	var written []llvm.Value
	for _, all := range r.all() {
		for v := range all {
			if r.written[v] {
				written = append(written, v)
			}
		}
	}
	for _, v := range written {
		llvm.Keep(v)
	}
}

// all yields the program's functions, variables and aliases.
func (r *reached) all() []iter.Seq[llvm.Value] {
	return []iter.Seq[llvm.Value]{llvm.Functions(r.program), llvm.Globals(r.program), llvm.Aliases(r.program)}
}

// named returns what has this name in assembly; values may be nil.
func (r *reached) named(name string) (values []llvm.Value) {
	for _, named := range []string{name, "\x01" + name} {
		values = append(values, r.program.NamedFunction(named), r.program.NamedGlobal(named), llvm.NamedAlias(r.program, named))
	}
	return values
}

// addOperands adds the constants among the operands.
func (r *reached) addOperands(v llvm.Value) {
	for n := range v.OperandsCount() {
		if operand := v.Operand(n); !operand.IsNil() && operand.IsConstant() {
			r.add(operand)
		}
	}
}

// addBody adds what the reached blocks of a function use.
func (r *reached) addBody(function llvm.Value) {
	reached := llvm.Reached(function)
	for n, block := range numbered(llvm.Blocks(function)) {
		if !reached[n] {
			continue
		}
		for _, constant := range llvm.Constants(block) {
			r.add(constant)
		}
		for instruction, op := range llvm.Coded(block) {
			if isAssembly(instruction, op) {
				text := llvm.AssemblyText(instruction.CalledValue())
				r.addNames(text)
				r.addNames(strings.Join(namesOf(instruction, nil), " "))
				r.assembly = append(r.assembly, text)
			}
		}
	}
}

// isAssembly tells whether an instruction with this opcode is inline assembly.
func isAssembly(instruction llvm.Value, op llvm.Opcode) bool {
	return (op == llvm.Call || op == llvm.CallBr) && !instruction.CalledValue().IsAInlineAsm().IsNil()
}

// namesOf appends the names of the functions and variables among the operands of an instruction or constant.
func namesOf(v llvm.Value, names []string) []string {
	for n := range v.OperandsCount() {
		operand := v.Operand(n)
		switch {
		case operand.IsNil() || !operand.IsConstant():
		case !operand.IsAGlobalValue().IsNil():
			names = append(names, plainName(operand))
		default:
			names = namesOf(operand, names)
		}
	}
	return names
}

// numbered yields the blocks of a function with their numbers from 0.
func numbered(blocks iter.Seq[llvm.BasicBlock]) iter.Seq2[int, llvm.BasicBlock] {
	return func(yield func(int, llvm.BasicBlock) bool) {
		n := 0
		for block := range blocks {
			if !yield(n, block) {
				return
			}
			n++
		}
	}
}

// markUnreached marks functions and conditions that no input reaches. It must run after the conditions are numbered and before the
// instrumenter adds calls to main.
func (r *reached) markUnreached(functions *functions, table *table) {
	for function, number := range functions.defined {
		f := &table.Functions[number]
		f.Uncalled = !r.used[function]
		reached := llvm.Reached(function)
		for n, block := range numbered(llvm.Blocks(function)) {
			if f.Uncalled || !reached[n] {
				r.markBlock(block, table.numbers, table.Table)
			}
		}
	}
}

func (r *reached) markBlock(block llvm.BasicBlock, numbers map[llvm.Value]int, table *locations.Table) {
	for instruction := range llvm.Instructions(block) {
		if location, ok := numbers[instruction]; ok {
			table.Conditions[location].Unreachable = true
		}
	}
}
