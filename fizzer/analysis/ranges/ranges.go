// Package ranges enumerates the values of a sensitive number where the conditions passed on the path leave only some: what
// a table look-up or a hash does with it is of no interest then. Of numbers that may have more values the bounds are tried. It is
// not in the report (FUZZY-SAT, range brute force).
package ranges

import (
	"encoding/binary"
	"math"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// Picked by hand.
const (
	mostValues  = 2048 // that are enumerated, of all sensitive numbers together
	mostNumbers = 16
	atOnce      = 64 // inputs
)

// Run enumerates all combinations when there are no more than mostValues, otherwise those of each number that has no more by
// itself, and the bounds of the others. It makes one run to see what the path compares.
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
	if product <= mostValues {
		return enumerate(ctx, numbers)
	}
	for i := range numbers {
		if numbers[i].count() <= mostValues {
			if err := enumerate(ctx, numbers[i:i+1]); err != nil {
				return err
			}
		} else if numbers[i].narrowed {
			numbers[i].store(numbers[i].least, ctx.Add())
			numbers[i].store(numbers[i].greatest, ctx.Add())
		}
	}
	_, err := ctx.Evaluate()
	return err
}

// number is an integer with the values that it may have.
type number struct {
	layout.Read
	signed          bool
	least, greatest int64 // of an unsigned one of 64 bits at most 2^63 - 1
	narrowed        bool  // by a condition
}

func numbersOf(ctx *analysis.Context) []number {
	var all []number
	for _, r := range analysis.ReadsNear(ctx) {
		if !trace.Numeric(r) || analysis.IsFloat(r) || r.Size > 8 {
			return nil
		}
		n := number{Read: r, greatest: math.MaxInt64}
		switch layout.InputType(r.Type) {
		case layout.InputTypeSint8, layout.InputTypeSint16, layout.InputTypeSint32, layout.InputTypeSint64:
			n.signed = true
			n.greatest >>= 64 - 8*r.Size
			n.least = -n.greatest - 1
		case layout.InputTypeBoolean:
			n.greatest = 1
		default:
			if r.Size < 8 {
				n.greatest = 1<<(8*r.Size) - 1
			}
		}
		if all = append(all, n); len(all) > mostNumbers {
			return nil
		}
	}
	return all
}

func (n *number) count() float64 { return float64(n.greatest) - float64(n.least) + 1 }

func (n *number) store(v int64, input []byte) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], uint64(v))
	copy(input[n.Offset:n.Offset+uint32(n.Size)], raw[:])
}

func (n *number) load(input []byte) int64 {
	var raw [8]byte
	copy(raw[:], input[n.Offset:n.Offset+uint32(n.Size)])
	v := binary.LittleEndian.Uint64(raw[:])
	if n.signed {
		shift := 64 - 8*n.Size
		return int64(v<<shift) >> shift
	}
	return int64(v)
}

// narrow runs the input and takes from each number the values that conditions before the node exclude in which it is
// the left operand itself.
func narrow(ctx *analysis.Context, numbers []number) error {
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

// alone reports whether node is sensitive to n only.
func (n *number) alone(t *tree.Tree, node tree.Node, reads []layout.Read) bool {
	of := trace.Reads(reads, t.Sensitive(node))
	return len(of) == 1 && of[0].Offset == n.Offset
}

// constrain narrows n by a condition whose left operand it is.
func (n *number) constrain(ctx *analysis.Context, c *layout.Condition) {
	decoder, location := ctx.Tree.Decoder(), execution.Location(c)
	predicate, bits := decoder.Predicate(location), decoder.Bits(location)
	if predicate == "" || bits > 64 {
		return
	}
	shift := 64 - bits
	extend := func(v uint64) int64 { return int64(v<<shift) >> shift }
	if predicate[0] == 'u' {
		extend = func(v uint64) int64 { return int64(v) }
		if n.least < 0 && extend(c.Right) >= 0 && predicate[1] == 'l' == execution.Direction(c) {
			n.raise(0) // as unsigned, a negative number would be greater
		}
	}
	left, right := extend(c.Left), extend(c.Right)
	if left != n.load(ctx.Base.Bytes) || predicate[0] == 'u' && right < 0 {
		return
	}
	n.limit(predicate, execution.Direction(c), right)
}

// limit narrows n to the values for which the comparison with right has an outcome.
func (n *number) limit(predicate string, outcome bool, right int64) {
	if len(predicate) == 3 {
		predicate = predicate[1:]
	}
	switch {
	case predicate == "lt" && outcome || predicate == "ge" && !outcome:
		n.lower(right - 1)
	case predicate == "le" && outcome || predicate == "gt" && !outcome:
		n.lower(right)
	case predicate == "gt" && outcome || predicate == "le" && !outcome:
		n.raise(right + 1)
	case predicate == "ge" && outcome || predicate == "lt" && !outcome:
		n.raise(right)
	}
}

func (n *number) lower(v int64) {
	if v < n.greatest && v >= n.least {
		n.greatest, n.narrowed = v, true
	}
}

func (n *number) raise(v int64) {
	if v > n.least && v <= n.greatest {
		n.least, n.narrowed = v, true
	}
}

// enumerate tries all combinations of the numbers' values, the others as in the node's input.
func enumerate(ctx *analysis.Context, numbers []number) error {
	values := make([]int64, len(numbers))
	for i := range numbers {
		values[i] = numbers[i].least
	}
	for more := true; more; {
		in := ctx.Add()
		for i := range numbers {
			numbers[i].store(values[i], in)
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

// next moves to the next combination; false: that was the last one.
func next(numbers []number, values []int64) bool {
	for i := range numbers {
		if values[i] < numbers[i].greatest {
			values[i]++
			return true
		}
		values[i] = numbers[i].least
	}
	return false
}
