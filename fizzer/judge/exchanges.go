package judge

import (
	"iter"
	"slices"

	"fizzer/testcomp/suite"
)

// maxExchanged is the length of the longest sequence of values that changes places with the one behind it: the members of a structure that
// is an argument, say.
const maxExchanged = 3

// exchanges returns the inputs with two neighbouring sequences of values exchanged, the shortest sequences first, and of these those of one
// type. Each is different from the inputs themselves.
func exchanges(inputs []suite.Input) iter.Seq[[]suite.Input] {
	return func(yield func([]suite.Input) bool) {
		for both := 2; both <= 2*maxExchanged; both++ {
			for _, mixed := range []bool{false, true} {
				for first := max(1, both-maxExchanged); first < both && first <= maxExchanged; first++ {
					for at := 0; at+both <= len(inputs); at++ {
						if exchanged := exchange(inputs, at, first, both, mixed); exchanged != nil && !yield(exchanged) {
							return
						}
					}
				}
			}
		}
	}
}

// exchange exchanges the first of so many values from an index on with the rest of them. It returns nil if their types are mixed and should
// not be or the other way round, or if nothing would change.
func exchange(inputs []suite.Input, at, first, both int, mixed bool) []suite.Input {
	values := inputs[at : at+both]
	if mixed != slices.ContainsFunc(values, func(value suite.Input) bool { return value.Type != values[0].Type }) {
		return nil
	}
	exchanged := slices.Concat(inputs[:at], values[first:], values[:first], inputs[at+both:])
	if slices.Equal(exchanged, inputs) {
		return nil
	}
	return exchanged
}
