//go:build llvm19

package symbolic

import (
	"slices"
	"strings"

	"fizzer/instrument/llvm"
)

// printing are functions of the C library that show something to the user, or end the run. The program sees nothing of it but the result.
var printing = strings.Fields(`printf vprintf fprintf vfprintf puts putchar putc fputc fputs fwrite perror fflush
	abort exit _exit _Exit quick_exit __assert __assert_fail __assert_rtn`)

// computing are functions of the C library whose result depends on nothing but their arguments, and those that wait, allocate, draw numbers
// or call a handler: what they do with an argument that depends on the input is counted as lost, and they see no memory of the program.
var computing = strings.Fields(`free posix_memalign sleep usleep nanosleep raise kill srand rand srandom random atexit at_quick_exit on_exit malloc_usable_size
	abs labs llabs toupper tolower isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
	__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location
	acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 log log2 log10 log1p logb ilogb pow sqrt cbrt hypot
	fabs ceil floor trunc round lround llround rint lrint llrint nearbyint fmod remainder fmin fmax fdim fma copysign nextafter ldexp scalbn
	scalbln erf erfc tgamma lgamma isnan isinf finite __isnan __isinf __finite __fpclassify __signbit`)

// prints reports whether a function only prints, or ends the run.
func prints(name string) bool { return slices.Contains(printing, strings.TrimPrefix(name, replaced)) }

// computes reports whether a function, or its variant for float or long double, sees no memory that depends on the input.
func computes(name string) bool {
	name = strings.TrimPrefix(name, replaced)
	if slices.Contains(computing, name) {
		return true
	}
	shorter := strings.TrimSuffix(strings.TrimSuffix(name, "f"), "l")
	return len(name)-len(shorter) == 1 && slices.Contains(computing, shorter)
}

// meet counts the call of a function of which nothing is known: it may hand on memory that depends on the input, by a pointer, a file or a
// pipe.
func (f *function) meet(call llvm.Value, name string) {
	ofProcessor := strings.HasPrefix(name, "llvm.x86.") || strings.HasPrefix(name, "llvm.masked.") // some load and store
	known := strings.HasPrefix(name, "llvm.") && !ofProcessor || strings.HasPrefix(name, "__fizzer_") && !strings.HasPrefix(name, replaced)
	if known || prints(name) || computes(name) {
		return
	}
	f.noteForeign(call)
}

func (f *function) noteForeign(before llvm.Value) {
	f.builder.SetInsertPointBefore(before)
	f.call("foreign", f.context.VoidType())
}

// losesShadows reports whether an access to memory may lose, uncounted, what depends on the input: one of a type without expressions,
// one in another address space, or one that reads and writes at once.
func (f *function) losesShadows(v llvm.Value) bool {
	kind, address := v.Type(), 0
	switch v.InstructionOpcode() {
	case llvm.AtomicRMW, llvm.CmpXchg:
		return true
	case llvm.Store:
		kind, address = v.Operand(0).Type(), 1
	case llvm.Load:
	default:
		return false
	}
	leaves := f.leavesOf(kind)
	return isFar(v.Operand(address).Type()) || len(leaves) == 0 || slices.ContainsFunc(leaves, func(l leaf) bool { return !l.modelled })
}

// losesArguments reports whether a call may lose shadows of arguments, uncounted: it goes through a pointer, to a function that was
// declared otherwise, passes too much, or passes a vector as a variable argument.
func (f *function) losesArguments(call llvm.Value) bool {
	callee := llvm.Aliasee(call.CalledValue())
	if callee.IsAFunction().IsNil() || callee.GlobalValueType() != call.CalledFunctionType() {
		return true
	}
	passed := 0
	for n, v := range arguments(call) {
		if n >= call.CalledFunctionType().ParamTypesCount() && v.Type().TypeKind() == llvm.VectorType {
			return true
		}
		passed += len(f.leavesOf(v.Type()))
	}
	return passed > maxArguments
}
