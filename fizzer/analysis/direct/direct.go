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

// Run tries the values read last before the node of ctx, the last one first, in one batch.
func Run(ctx *analysis.Context) error {
	d := ctx.Tree.Distance(ctx.Node)
	for _, r := range lastNumbers(ctx.Base.Reads, uint32(ctx.Tree.InputBytes(ctx.Node))) {
		if isFloat(r) {
			addFloats(ctx, r, d)
		} else {
			addIntegers(ctx, r, d)
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

func isFloat(r layout.Read) bool {
	return r.Type == uint16(layout.InputTypeFloat32) || r.Type == uint16(layout.InputTypeFloat64)
}

// addIntegers adds v - d and v + d for the integer v at r, and the neighbours of both, in arithmetic modulo its width.
func addIntegers(ctx *analysis.Context, r layout.Read, d distance.Distance) {
	low, high, ok := d.Bits()
	if !ok {
		return
	}
	for _, offset := range [...]int64{0, -1, 1} {
		l, carry := bits.Add64(low, uint64(offset), 0)
		h, _ := bits.Add64(high, uint64(offset>>63), carry)
		addInteger(ctx, r, l, h, false)
		addInteger(ctx, r, l, h, true)
	}
}

// addInteger adds the input in which the difference is taken from the value at r, or added to it.
func addInteger(ctx *analysis.Context, r layout.Read, low, high uint64, plus bool) {
	if low == 0 && high == 0 {
		return
	}
	var raw [16]byte
	in := ctx.Add()
	value := in[r.Offset : r.Offset+uint32(r.Size)]
	copy(raw[:], value)
	l, h := binary.LittleEndian.Uint64(raw[:]), binary.LittleEndian.Uint64(raw[8:])
	if plus {
		var carry uint64
		l, carry = bits.Add64(l, low, 0)
		h, _ = bits.Add64(h, high, carry)
	} else {
		var borrow uint64
		l, borrow = bits.Sub64(l, low, 0)
		h, _ = bits.Sub64(h, high, borrow)
	}
	binary.LittleEndian.PutUint64(raw[:], l)
	binary.LittleEndian.PutUint64(raw[8:], h)
	copy(value, raw[:])
}

// addFloats adds v - d and v + d for the floating-point number v at r, and the neighbours of both.
func addFloats(ctx *analysis.Context, r layout.Read, d distance.Distance) {
	if !d.Finite() {
		return
	}
	size := int(r.Size)
	v := analysis.DecodeFloat(ctx.Base.Bytes[r.Offset : r.Offset+uint32(r.Size)])
	for _, border := range [...]float64{v - d.Float(), v + d.Float()} {
		for _, x := range [...]float64{border, next(border, -1, size), next(border, 1, size)} {
			copy(ctx.Add()[r.Offset:], analysis.EncodeFloat(x, size))
		}
	}
}

// next returns the neighbour of x in the type of that many bytes, towards minus or plus infinity.
func next(x float64, sign, size int) float64 {
	if size == 4 {
		return float64(math.Nextafter32(float32(x), float32(math.Inf(sign))))
	}
	return math.Nextafter(x, math.Inf(sign))
}
