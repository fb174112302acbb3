package campaign

import (
	"slices"
	"strings"

	"fizzer/libfizzer/locations"
	"fizzer/testcomp/property"
)

// inputPrefix is the prefix of all input functions.
const inputPrefix = "__VERIFIER_nondet_"

// oldErrorName is the name of the error function in older tasks. It counts, too.
const oldErrorName = "__VERIFIER_error"

// advice returns sentences on why the search for this property will find little in the program. The table does not know what a
// program calls through pointers to functions; if there may be such calls, advice says nothing.
func advice(table *locations.Table, p property.Property) (notes []string) {
	if !readsInput(table) {
		notes = append(notes, "the program calls no input function ("+inputPrefix+
			"int() and the like), so all its runs are the same and one test is enough; "+inputOption(table))
	}
	if p.Kind == property.Error && !names(table, p.Function) && !names(table, oldErrorName) {
		notes = append(notes, "the program has no function "+p.Function+
			", so no test can reach it; choose another property with --property")
	}
	return notes
}

// sources are functions of the C library by which programs read what is not an input without an option, and the option.
var sources = []struct{ function, advice string }{
	{"fgets", readsStdin}, {"getchar", readsStdin}, {"scanf", readsStdin}, {"__isoc99_scanf", readsStdin}, {"__isoc23_scanf", readsStdin},
	{"read", readsStdin}, {"fread", readsStdin}, {"fgetc", readsStdin}, {"getc", readsStdin}, {"_IO_getc", readsStdin},
	{"getline", readsStdin},
	{"getopt", "it reads its arguments: --input argv"}, {"getopt_long", "it reads its arguments: --input argv"},
	{"getenv", "it reads environment variables: --input env:NAME"},
	{"fopen", "it reads files: --input file:NAME"}, {"open", "it reads files: --input file:NAME"},
}

const readsStdin = "it reads standard input: --input stdin"

// inputOption returns which option gives inputs to a program that calls no input function.
func inputOption(table *locations.Table) string {
	for _, s := range sources {
		if slices.Contains(table.Externals, s.function) {
			return s.advice
		}
	}
	return "--input argv gives it arguments, and --entry FUNCTION calls one of its functions"
}

// readsInput tells whether the program uses a function that returns an input.
func readsInput(table *locations.Table) bool {
	return len(table.Substitutes) > 0 ||
		slices.ContainsFunc(table.Externals, func(name string) bool { return strings.HasPrefix(name, inputPrefix) })
}

// names tells whether the program defines a function with this name or uses an external one.
func names(table *locations.Table, function string) bool {
	defined := slices.ContainsFunc(table.Functions, func(f locations.Function) bool { return f.Name == function })
	return defined || slices.Contains(table.Externals, function)
}
