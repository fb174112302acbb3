package campaign

import (
	"testing"

	"fizzer/libfizzer/locations"
	"fizzer/testcomp/property"
)

func TestAdvice(t *testing.T) {
	branches, errors := property.Property{Kind: property.Branches}, property.Property{Kind: property.Error, Function: "reach_error"}
	input := []string{"__VERIFIER_nondet_uint"}
	for _, test := range []struct {
		name     string
		table    locations.Table
		property property.Property
		notes    int
	}{
		{"nothing", locations.Table{Externals: []string{"printf"}}, branches, 1},
		{"an input function", locations.Table{Externals: input}, branches, 0},
		{"a function that is nowhere", locations.Table{Substitutes: []string{"read_sensor"}}, branches, 0},
		{"no error function", locations.Table{Externals: input}, errors, 1},
		{"neither", locations.Table{}, errors, 2},
		{"an error function", locations.Table{Externals: input, Functions: []locations.Function{{Name: "main"}, {Name: "reach_error"}}},
			errors, 0},
		{"one of the old name that is defined elsewhere", locations.Table{Externals: append(input, oldErrorName)}, errors, 0},
	} {
		if notes := advice(&test.table, test.property); len(notes) != test.notes {
			t.Errorf("%s: %q", test.name, notes)
		}
	}
}
