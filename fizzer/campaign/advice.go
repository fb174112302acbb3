package campaign

import (
	"slices"
	"strings"

	"fizzer/libfizzer/locations"
	"fizzer/testcomp/property"
)

// inputPrefix begins the names of input functions.
const inputPrefix = "__VERIFIER_nondet_"

// oldErrorName is what the error function was called in older tasks; it counts, too.
const oldErrorName = "__VERIFIER_error"

// advice says why the search for this property will find little in the program, in one sentence each. What a program does
// through pointers to functions the table does not tell; then nothing is said.
func advice(table *locations.Table, p property.Property) (notes []string) {
	if !readsInput(table) {
		notes = append(notes, "the program calls no input function ("+inputPrefix+
			"int() and the like), so that all its runs are the same and one test is all there is")
	}
	if p.Kind == property.Error && !names(table, p.Function) && !names(table, oldErrorName) {
		notes = append(notes, "the program has no function "+p.Function+
			", so that no test can reach it; another property is chosen with --property")
	}
	return notes
}

// readsInput tells whether the program uses a function that returns an input.
func readsInput(table *locations.Table) bool {
	return len(table.Substitutes) > 0 ||
		slices.ContainsFunc(table.Externals, func(name string) bool { return strings.HasPrefix(name, inputPrefix) })
}

// names tells whether the program has a function of that name or uses one that is defined elsewhere.
func names(table *locations.Table, function string) bool {
	defined := slices.ContainsFunc(table.Functions, func(f locations.Function) bool { return f.Name == function })
	return defined || slices.Contains(table.Externals, function)
}
