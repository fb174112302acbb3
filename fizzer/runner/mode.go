package runner

import "slices"

// pure are functions of the C library that leave no state behind, or only state that the runtime restores.
var pure = []string{
	"memccpy", "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memrchr", "memset", "bzero", "bcmp", "bcopy", "rawmemchr",
	"stpcpy", "stpncpy", "strcasecmp", "strcat", "strchr", "strchrnul", "strcmp", "strcoll", "strcpy", "strcspn", "strlen",
	"strncasecmp", "strncat", "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strsep", "strspn", "strstr", "strtok_r",
	"strcasestr", "memmem", "index", "rindex", "ffs", "ffsl", "ffsll", "swab",
	"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "isalnum", "isalpha", "isascii", "isblank", "iscntrl",
	"isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "toascii", "tolower", "toupper",
	"abs", "labs", "llabs", "div", "ldiv", "lldiv", "atof", "atoi", "atol", "atoll", "strtod", "strtof", "strtol", "strtold",
	"__strtod_internal", "__strtof_internal", "__strtold_internal", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "bsearch",
	"qsort", "getenv", "rand_r",
	"__isoc99_sscanf", "__isoc23_sscanf", "sscanf", "sprintf", "snprintf", "vsprintf", "vsnprintf", "vsscanf",
	"_setjmp", "setjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp",
	"clock", "time", "gettimeofday", "clock_gettime", "getpid", "getppid", "getuid", "geteuid", "difftime", "__errno_location",
	"ntohl", "ntohs", "htonl", "htons", "localeconv", "strerror", "__xpg_strerror_r",
	"gmtime", "gmtime_r", "timegm", "asctime", "asctime_r", "strftime",
	"localtime", "localtime_r", "mktime", "timelocal", "ctime", "ctime_r", // the runtime has read the zone
	"wcslen", "wcsnlen", "wcscmp", "wcsncmp", "wcscpy", "wcsncpy", "wcscat", "wcsncat", "wcschr", "wcsrchr", "wcsstr", "wcsspn", "wcscspn",
	"wcspbrk", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmemset",
	"iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper",
	"iswxdigit", "towlower", "towupper",
	// A lock is in memory of the program. A program that starts threads is not persistent, because pthread_create is not here.
	"pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock",
	"pthread_mutexattr_init", "pthread_mutexattr_destroy", "pthread_mutexattr_settype",
	"pthread_rwlock_init", "pthread_rwlock_destroy", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_tryrdlock",
	"pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "pthread_spin_init", "pthread_spin_destroy", "pthread_spin_lock",
	"pthread_spin_trylock", "pthread_spin_unlock", "pthread_cond_init", "pthread_cond_destroy", "pthread_cond_signal",
	"pthread_cond_broadcast", "pthread_self", "pthread_equal",
	"reach_error", "__VERIFIER_error", "__VERIFIER_assume", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end",
}

// mathematics are functions that also exist with the suffixes f and l.
var mathematics = []string{
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc", "exp",
	"exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb", "ldexp", "llrint",
	"llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nan", "nearbyint", "nextafter",
	"nexttoward", "pow", "remainder", "remquo", "rint", "round", "scalb", "scalbln", "scalbn", "sin", "sinh", "sqrt", "tan",
	"tanh", "tgamma", "trunc", "drem", "significand", "finite", "isinf", "isnan", "__finite", "__fpclassify", "__isinf",
	"__isnan", "__issignaling", "__signbit", "__iseqsig",
}

// ModeFor tells whether a program that uses these external functions can run persistently. If not, because names a function whose
// effect could outlive a run. handled are functions whose effect does not: the runtime defines them itself, or a harness renews what
// they change.
func ModeFor(externals, handled []string) (persistent bool, because string) {
	for _, name := range externals {
		if !isInput(name) && !slices.Contains(handled, name) && !slices.Contains(pure, name) && !isMathematics(name) {
			return false, name
		}
	}
	return true, ""
}

const inputPrefix = "__VERIFIER_nondet_"

func isInput(name string) bool {
	return len(name) > len(inputPrefix) && name[:len(inputPrefix)] == inputPrefix
}

func isMathematics(name string) bool {
	if slices.Contains(mathematics, name) {
		return true
	}
	last := len(name) - 1
	return last > 0 && (name[last] == 'f' || name[last] == 'l') && slices.Contains(mathematics, name[:last])
}
