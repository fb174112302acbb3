// Package direct tries the values that the distance of a node names by itself: where an operand of the instruction is an
// input value, its negation, or either of them plus a constant, the value less or plus the distance is at the border
// (input to state, FUZZY-SAT III-C and III-D). It is not in the report. It needs no sensitive bits, so a success saves
// the whole sensitivity analysis; a failure costs a few executions.
package direct

import (
	"encoding/binary"
	"math"
	"math/bits"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/distance"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// recent is how many of the values read last before the node are tried. It is picked by hand: what an instruction
// compares was mostly read shortly before.
const recent = 4

// Run tries the values read last before the node of ctx, the last one first, in one batch of at most two inputs a value.
func Run(ctx *analysis.Context) error {
	t := target{ctx, ctx.Tree.Distance(ctx.Node), ctx.Tree.Decoder().Ordered(ctx.Tree.ID(ctx.Node).Location)}
	numbers := lastNumbers(ctx.Base.Reads, uint32(ctx.Tree.InputBytes(ctx.Node)))
	for _, sign := range [...]int{-1, 1} {
		for _, r := range numbers {
			if isFloat(r) {
				t.addFloat(r, sign)
			} else {
				t.addInteger(r, sign)
			}
		}
	}
	if ctx.Pending() == 0 {
		return nil
	}
	_, err := ctx.Evaluate()
	return err
}

// target is the node and what it takes to turn it.
type target struct {
	*analysis.Context
	distance distance.Distance
	ordered  bool // its instruction orders: the value has to go one beyond the border
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

func isFloat(r layout.Read) bool {
	return r.Type == uint16(layout.InputTypeFloat32) || r.Type == uint16(layout.InputTypeFloat64)
}

// change returns what the distance of an integer has to change by, in two's complement: to zero, or by one where it is
// zero already, and one further where values are ordered.
func (t *target) change() (low, high uint64, ok bool) {
	low, high, ok = t.distance.Bits()
	var step int64
	switch {
	case low == 0 && high == 0:
		step = 1
	case t.ordered && int64(high) < 0:
		step = -1
	case t.ordered:
		step = 1
	}
	low, carry := bits.Add64(low, uint64(step), 0)
	high, _ = bits.Add64(high, uint64(step>>63), carry)
	return low, high, ok
}

// addInteger adds the input in which the integer at r is changed by the distance with that sign, modulo its width.
func (t *target) addInteger(r layout.Read, sign int) {
	low, high, ok := t.change()
	if !ok {
		return
	}
	var raw [16]byte
	value := t.Add()[r.Offset : r.Offset+uint32(r.Size)]
	copy(raw[:], value)
	l, h := binary.LittleEndian.Uint64(raw[:]), binary.LittleEndian.Uint64(raw[8:])
	var carry uint64
	if sign > 0 {
		l, carry = bits.Add64(l, low, 0)
		h, _ = bits.Add64(h, high, carry)
	} else {
		l, carry = bits.Sub64(l, low, 0)
		h, _ = bits.Sub64(h, high, carry)
	}
	binary.LittleEndian.PutUint64(raw[:], l)
	binary.LittleEndian.PutUint64(raw[8:], h)
	copy(value, raw[:])
}

// addFloat does the same for a floating-point number.
func (t *target) addFloat(r layout.Read, sign int) {
	if !t.distance.Finite() {
		return
	}
	size := int(r.Size)
	d := t.distance.Float()
	x := analysis.DecodeFloat(t.Base.Bytes[r.Offset:r.Offset+uint32(r.Size)]) + float64(sign)*d
	if t.ordered || d == 0 {
		towards := math.Inf(sign)
		if d < 0 {
			towards = -towards
		}
		x = next(x, towards, size)
	}
	copy(t.Add()[r.Offset:], analysis.EncodeFloat(x, size))
}

// next returns the neighbour of x in the type of that many bytes.
func next(x, towards float64, size int) float64 {
	if size == 4 {
		return float64(math.Nextafter32(float32(x), float32(towards)))
	}
	return math.Nextafter(x, towards)
}
