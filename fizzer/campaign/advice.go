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
			"int() and the like), so all its runs are the same and one test is enough")
	}
	if p.Kind == property.Error && !names(table, p.Function) && !names(table, oldErrorName) {
		notes = append(notes, "the program has no function "+p.Function+
			", so no test can reach it; choose another property with --property")
	}
	return notes
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
