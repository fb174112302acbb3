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
var computing = strings.Fields(`free posix_memalign sleep usleep nanosleep raise kill srand rand srandom random atexit
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
	known := strings.HasPrefix(name, "llvm.") || strings.HasPrefix(name, "__fizzer_") && !strings.HasPrefix(name, replaced)
	if known || prints(name) || computes(name) {
		return
	}
	f.builder.SetInsertPointBefore(call)
	f.call("foreign", f.context.VoidType())
}
