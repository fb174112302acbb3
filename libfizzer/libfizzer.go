// Package libfizzer holds the sources of the runtime that is linked into the target, and their names.
//
// The runtime is C11 for 32 and 64 bit. The clang that compiles the program also compiles it, when a run first needs it.
package libfizzer

import (
	"bytes"
	"embed"
	"fmt"
)

// Sources are the C files and headers of the runtime, under "c/", and the C library functions that are linked into the
// program before it is instrumented, under "c/string/".
//
//go:embed c/*.c c/*.h c/string/*.c
var Sources embed.FS

// ProgramPrefix is put before the name of everything that the program defines and exports, so that it collides
// neither with the C library nor with the runtime.
const ProgramPrefix = "__fizzer_program_"

// GoalMark is the function whose calls mark goals in the text of a program; the argument is the goal's number. It is never
// defined: the instrumenter removes the calls.
const GoalMark = "__fizzer_goal"

// OddMain is the name that the program's main gets if its parameters are not allowed by the front end.
const OddMain = "__fizzer_odd_main"

// ReplacePrefix precedes the name of a function in the name of its replacement in the runtime.
const ReplacePrefix = "__fizzer_replace_"

// Sections into which the instrumenter puts the program's writable variables, with one of its own for those that start as
// zero. The runtime restores them between two runs.
const (
	DataSection = "fizzer_data"
	ZeroSection = "fizzer_bss"
)

// Replaced names the C library functions that the runtime replaces: undefined references in a program are redirected to the
// replacements.
var Replaced = []string{
	// ending.c
	"abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert", "__assert_rtn",
	"fork", "vfork", "raise", "kill",
	// heap.c
	"malloc", "calloc", "realloc", "reallocarray", "free", "memalign", "aligned_alloc", "posix_memalign", "malloc_usable_size",
	"strdup", "strndup",
	// library.c
	"atexit", "at_quick_exit", "on_exit", "rand", "srand", "random", "srandom", "sleep", "usleep", "nanosleep",
	"printf", "vprintf", "fprintf", "vfprintf", "puts", "putchar", "putc", "_IO_putc", "fputc", "fputs", "fwrite", "fflush", "perror",
}

// Adopting names functions of the C library that may enlarge a block of the program. They are replaced, too, but leave a state behind in
// the C library.
var Adopting = []string{"getline", "getdelim", "__getdelim"} // heap.c

// compiled are the sources of the runtime's object file. monitor.c is not among them, because the instrumenter links it in.
var compiled = []string{"runtime.c", "heap.c", "globals.c", "library.c", "input.c", "cut.c", "ending.c", "scratch.c", "fork.c",
	"watchdog.c"}

// symbolic are the further sources that are linked to the second form of a program, which records expressions.
var symbolic = []string{"symbolic.c", "shadow.c", "object.c"}

// AllSources is a C file that includes the sources of the runtime in "c/", so that one compilation compiles them all.
func AllSources() []byte { return including(compiled) }

// SymbolicSources is such a C file with the further sources of the second form of a program.
func SymbolicSources() []byte { return including(symbolic) }

func including(names []string) []byte {
	var text bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&text, "#include \"c/%s\"\n", name)
	}
	return text.Bytes()
}

// library are the sources of the functions that become part of the program, so that their comparisons are monitored.
var library = []string{"compare.c", "search.c", "copy.c", "character.c", "number.c"}

// LibrarySources names the C files with our versions of the C library's functions for strings, memory, characters and numbers
// in strings. The paths use "/" and are relative to the root of Sources. Each file is a translation unit of its own. The
// instrumenter takes from them what the program uses but does not define.
func LibrarySources() []string {
	paths := make([]string, len(library))
	for i, name := range library {
		paths[i] = "c/string/" + name
	}
	return paths
}
