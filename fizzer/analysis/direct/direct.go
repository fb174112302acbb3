// Package direct computes the solution from the distance of a node (input to state, FUZZY-SAT III-C and III-D): if an operand of the
// instruction is an input value, its negation, or one of these plus a constant, then the value plus or minus the distance is at the
// border. The report does not have this analysis. It needs no sensitive bits, so a success saves the whole sensitivity analysis; a
// failure costs a few executions.
package direct

import (
	"fizzer/fizzer/analysis"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// recent is how many of the values read last before the node are tried. It is picked by hand: most instructions
// compare values that were read shortly before.
const recent = 4

// Run tries the values read last before the node of ctx, the last one first, in one batch of at most two inputs per
// value.
func Run(ctx *analysis.Context) error {
	t := ctx.Tree
	d, ordered := t.Distance(ctx.Node), t.Decoder().Ordered(t.ID(ctx.Node).Location)
	numbers := lastNumbers(ctx.Base.Reads, uint32(t.InputBytes(ctx.Node)))
	for _, sign := range [...]int{-1, 1} {
		for _, r := range numbers {
			if !analysis.Turn(ctx.Add(), r, d, ordered, sign) {
				ctx.Drop()
			}
		}
	}
	if ctx.Pending() == 0 {
		return nil
	}
	_, err := ctx.Evaluate()
	return err
}

// lastNumbers returns the last values with a numeric type among the first bytes of the input, the last one first.
func lastNumbers(reads []layout.Read, bytes uint32) []layout.Read {
	var last []layout.Read
	for i := len(reads) - 1; i >= 0 && len(last) < recent; i-- {
		if r := reads[i]; r.Offset+uint32(r.Size) <= bytes && trace.Numeric(r) {
			last = append(last, r)
		}
	}
	return last
}
