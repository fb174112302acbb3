// Package libfizzer holds the sources of the runtime that is linked into the target, and their names.
//
// The runtime is C11 for 32 and 64 bit. It is compiled by the clang that compiles the program, when a run needs it first.
package libfizzer

import (
	"bytes"
	"embed"
	"fmt"
)

// Sources are the C files and headers of the runtime, under "c/", and the functions of the C library that are linked
// into the program before it is instrumented, under "c/string/".
//
//go:embed c/*.c c/*.h c/string/*.c
var Sources embed.FS

// ProgramPrefix is put before the name of everything that the program defines and exports, so that it collides
// neither with the C library nor with the runtime.
const ProgramPrefix = "__fizzer_program_"

// GoalMark is the function whose calls, with the goal's number, mark goals in the text of a program that is instrumented.
// Nobody defines it: the instrumenter takes the calls out.
const GoalMark = "__fizzer_goal"

// OddMain is the name that the program's main is given where it has parameters that the front end does not allow.
const OddMain = "__fizzer_odd_main"

// ReplacePrefix before the name of a function is the name of its replacement in the runtime.
const ReplacePrefix = "__fizzer_replace_"

// Sections into which the instrumenter puts the program's writable variables, those whose first value is zero apart.
// The runtime puts them back between two runs.
const (
	DataSection = "fizzer_data"
	ZeroSection = "fizzer_bss"
)

// Replaced names the functions of the C library whose undefined references in a program are turned to the runtime's
// replacement.
var Replaced = []string{
	// ending.c
	"abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert", "__assert_rtn",
	"fork", "vfork", "raise", "kill",
	// heap.c
	"malloc", "calloc", "realloc", "reallocarray", "free", "memalign", "aligned_alloc", "posix_memalign", "strdup", "strndup",
	// library.c
	"atexit", "rand", "srand", "random", "srandom", "sleep", "usleep", "nanosleep",
	"printf", "vprintf", "fprintf", "vfprintf", "puts", "putchar", "putc", "_IO_putc", "fputc", "fputs", "fwrite", "fflush", "perror",
}

// compiled are the sources of the runtime's object file; monitor.c is not among them, the instrumenter links it in.
var compiled = []string{"runtime.c", "heap.c", "globals.c", "library.c", "input.c", "cut.c", "ending.c", "scratch.c", "fork.c"}

// symbolic are the sources of what is linked to the second form of a program besides, which records expressions.
var symbolic = []string{"symbolic.c", "shadow.c", "object.c"}

// AllSources is one C file that includes the whole runtime beside it in "c/", so that one compilation makes it.
func AllSources() []byte { return including(compiled) }

// SymbolicSources is one C file like that with what the second form of a program needs besides.
func SymbolicSources() []byte { return including(symbolic) }

func including(names []string) []byte {
	var text bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&text, "#include \"c/%s\"\n", name)
	}
	return text.Bytes()
}

// library are the sources of the functions that become part of the program, so that what they compare is monitored.
var library = []string{"compare.c", "search.c", "copy.c", "character.c", "number.c"}

// LibrarySources names the C files, with "/" and relative to the root of Sources, of the C library's functions for
// texts, memory, characters and numbers in texts. Each is a translation unit of its own; the instrumenter takes from them
// what the program uses and does not define.
func LibrarySources() []string {
	paths := make([]string, len(library))
	for i, name := range library {
		paths[i] = "c/string/" + name
	}
	return paths
}
