package solve

import (
	"slices"

	"fizzer/fizzer/expression"
)

// rounded returns an answer whose floating-point values have as few digits as the query allows, all as many: 5 instead of
// 5.000000000000001. Where operations on them are exact, a program that computes in wider registers (x87, 32 bits) does the same. The
// cost is at most an evaluation for each digit of the widest mantissa.
func (p *problem) rounded(values []expression.Value) []expression.Value {
	mantissa := 0
	for _, number := range p.variables {
		mantissa = max(mantissa, mantissaOf(&p.Graph.Variables[number]))
	}
	for digits := range mantissa {
		short := slices.Clone(values)
		for i, number := range p.variables {
			if v := &p.Graph.Variables[number]; mantissaOf(v) > digits {
				short[i] = toDigits(short[i], mantissaOf(v)-digits).Cut(v.Width())
			}
		}
		if p.works(short) {
			return short
		}
	}
	return values
}

// mantissaOf returns the number of stored digits of a floating-point variable, 0 for others.
func mantissaOf(v *expression.Variable) int {
	switch {
	case !v.Float:
		return 0
	case v.Bytes == 4:
		return 23
	}
	return 52
}

// toDigits rounds away the lowest bits of a mantissa, half up. A carry goes into the exponent, as it should.
func toDigits(v expression.Value, drop int) expression.Value {
	half := uint64(1) << (drop - 1)
	return expression.Of((v.Low + half) &^ (2*half - 1))
}
