// Package ranges enumerates the values of a sensitive number if the conditions passed on the path leave only a few: then it does not
// matter what a table look-up or a hash makes of them. For numbers with more values it tries the bounds. The report does not have this
// analysis (FUZZY-SAT, range brute force).
package ranges

import (
	"math"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Picked by hand.
const (
	maxValues  = 2048 // maximum of values to enumerate, of all sensitive numbers together
	maxNumbers = 16
	atOnce     = 64 // inputs in a batch
)

// Run enumerates all combinations if there are at most maxValues. Otherwise it enumerates each number that has at most maxValues values
// by itself, and tries the bounds of the others. It makes one run to see what the path compares.
func Run(ctx *analysis.Context) error {
	numbers := numbersOf(ctx)
	if len(numbers) == 0 {
		return nil
	}
	if err := narrow(ctx, numbers); err != nil {
		return err
	}
	product := 1.0
	for i := range numbers {
		product *= numbers[i].count()
	}
	if product <= maxValues {
		return enumerate(ctx, numbers)
	}
	for i := range numbers {
		if numbers[i].count() <= maxValues {
			if err := enumerate(ctx, numbers[i:i+1]); err != nil {
				return err
			}
		} else if numbers[i].narrowed {
			numbers[i].Store(uint64(numbers[i].min), ctx.Add())
			numbers[i].Store(uint64(numbers[i].max), ctx.Add())
		}
	}
	_, err := ctx.Evaluate()
	return err
}

// interval is an integer with the range of values that it may have.
type interval struct {
	analysis.Integer
	min, max int64 // for an unsigned integer of 64 bits at most 2^63 - 1
	narrowed bool  // whether a condition has narrowed it
}

func numbersOf(ctx *analysis.Context) []interval {
	var all []interval
	for _, r := range analysis.ReadsNear(ctx) {
		integer, ok := analysis.IntegerOf(r)
		if !ok {
			return nil
		}
		n := interval{Integer: integer, max: math.MaxInt64}
		switch {
		case integer.Signed:
			n.max >>= 64 - 8*r.Size
			n.min = -n.max - 1
		case analysis.IsBoolean(r):
			n.max = 1
		case r.Size < 8:
			n.max = 1<<(8*r.Size) - 1
		}
		if all = append(all, n); len(all) > maxNumbers {
			return nil
		}
	}
	return all
}

func (n *interval) count() float64 { return float64(n.max) - float64(n.min) + 1 }

// narrow runs the input. If a number itself is the left operand of a condition before the node, narrow removes the values that this
// condition excludes.
func narrow(ctx *analysis.Context, numbers []interval) error {
	path := ctx.Tree.PathTo(ctx.Node, nil)
	ctx.Add()
	return ctx.Try(func(_ int, run *execution.Run) {
		for depth, node := range path[:len(path)-1] {
			if depth >= run.Conditions.Len() || len(ctx.Tree.Sensitive(node)) == 0 {
				continue
			}
			c, ok := ctx.Tree.Decoder().Condition(run, depth)
			if !ok {
				return
			}
			for i := range numbers {
				if numbers[i].alone(ctx.Tree, node, ctx.Base.Reads) {
					numbers[i].constrain(ctx, &c)
				}
			}
		}
	})
}

// alone reports whether node is sensitive to n and to nothing else.
func (n *interval) alone(t *tree.Tree, node tree.Node, reads []layout.Read) bool {
	of := trace.Reads(reads, t.Sensitive(node))
	return len(of) == 1 && of[0].Offset == n.Offset
}

// constrain narrows n by a condition that has n as its left operand.
func (n *interval) constrain(ctx *analysis.Context, c *layout.Condition) {
	decoder, location := ctx.Tree.Decoder(), execution.Location(c)
	relation, unsigned := decoder.Relation(location)
	bits := decoder.Bits(location)
	if relation == locations.NoRelation || bits > 64 {
		return
	}
	holds := relation.When(execution.Direction(c))
	shift := 64 - bits
	extend := func(v uint64) int64 { return int64(v<<shift) >> shift }
	if unsigned {
		extend = func(v uint64) int64 { return int64(v) }
		if n.min < 0 && extend(c.Right) >= 0 && (holds == locations.Less || holds == locations.LessOrEqual) {
			n.raise(0) // as unsigned, a negative number would be greater
		}
	}
	left, right := extend(c.Left), extend(c.Right)
	if left != int64(n.Load(ctx.Base.Bytes)) || unsigned && right < 0 {
		return
	}
	n.limit(holds, right)
}

// limit narrows n to the values that are in a relation to right.
func (n *interval) limit(relation locations.Relation, right int64) {
	switch relation {
	case locations.Less:
		n.lower(right - 1)
	case locations.LessOrEqual:
		n.lower(right)
	case locations.Greater:
		n.raise(right + 1)
	case locations.GreaterOrEqual:
		n.raise(right)
	}
}

func (n *interval) lower(v int64) {
	if v < n.max && v >= n.min {
		n.max, n.narrowed = v, true
	}
}

func (n *interval) raise(v int64) {
	if v > n.min && v <= n.max {
		n.min, n.narrowed = v, true
	}
}

// enumerate tries all combinations of the numbers' values, with the other numbers as in the node's input.
func enumerate(ctx *analysis.Context, numbers []interval) error {
	values := make([]int64, len(numbers))
	for i := range numbers {
		values[i] = numbers[i].min
	}
	for more := true; more; {
		in := ctx.Add()
		for i := range numbers {
			numbers[i].Store(uint64(values[i]), in)
		}
		more = next(numbers, values)
		if ctx.Pending() == atOnce || !more {
			if _, err := ctx.Evaluate(); err != nil {
				return err
			}
		}
	}
	return nil
}

// next moves to the next combination. It returns false after the last one.
func next(numbers []interval, values []int64) bool {
	for i := range numbers {
		if values[i] < numbers[i].max {
			values[i]++
			return true
		}
		values[i] = numbers[i].min
	}
	return false
}
