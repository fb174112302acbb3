// Package constants tries numbers from the program itself at the sensitive values: the constants of its text, in each width and byte
// order, and the operands that the run compared. Nothing else helps if the program puts the input through a function that nobody can
// invert and compares the result with the function's value for a constant. The report does not have this analysis.
package constants

import (
	"encoding/binary"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Picked by hand.
const (
	maxNumbers   = 8    // maximum of sensitive numbers that are tried
	maxConstants = 256  // maximum of constants of the text, and of operands
	maxRuns      = 1024 // maximum of runs of one analysis
	maxOperands  = 64
)

// Run tries each constant and its neighbours at each sensitive number and across adjacent numbers, in at most maxRuns
// runs. It is for equalities that are to hold; for ordered comparisons a descent is better.
func Run(ctx *analysis.Context) error {
	if equal, ok := ctx.Tree.Decoder().Equality(ctx.Tree.ID(ctx.Node).Location); !ok || equal != ctx.Direction {
		return nil
	}
	reads := trace.Reads(ctx.Base.Reads, ctx.Tree.Sensitive(ctx.Node))
	reads = slices.DeleteFunc(slices.Clone(reads), func(r layout.Read) bool { return !trace.Numeric(r) || r.Size > 8 })
	if len(reads) == 0 {
		return nil
	}
	t := trial{Context: ctx, seen: map[string]bool{}}
	operands, err := t.operands()
	if err != nil {
		return err
	}
	integers, reals := ctx.Tree.Decoder().Constants()
	for _, r := range reads[:min(len(reads), maxNumbers)] {
		if analysis.IsFloat(r) {
			t.reals(r, reals)
			continue
		}
		for _, v := range slices.Concat(integers[:min(len(integers), maxConstants)], operands) {
			t.number(r, v)
		}
	}
	for _, v := range slices.Concat(integers[:min(len(integers), maxConstants)], operands) {
		t.across(reads, v)
	}
	_, err = ctx.Evaluate()
	return err
}

// trial collects the inputs to be run.
type trial struct {
	*analysis.Context
	seen map[string]bool
}

// operands runs the input and returns the operands of the conditions up to the node, the last ones first, without
// small numbers.
func (t *trial) operands() ([]uint64, error) {
	var all []uint64
	depth := t.Tree.Depth(t.Node)
	t.Add()
	err := t.Try(func(_ int, run *execution.Run) {
		for i := min(depth, run.Conditions.Len()-1); i >= 0 && len(all) < maxOperands; i-- {
			_, left, right, _ := run.Conditions.Operands(i)
			for _, v := range [...]uint64{left, right} {
				if v > 255 && !slices.Contains(all, v) {
					all = append(all, v)
				}
			}
		}
	})
	return all, err
}

// put adds an input with these bytes at an offset, unless the same input was added before.
func (t *trial) put(offset uint32, value []byte) {
	if t.Pending() >= maxRuns || int(offset)+len(value) > len(t.Base.Bytes) {
		return
	}
	key := string(binary.LittleEndian.AppendUint32(slices.Clone(value), offset))
	if t.seen[key] {
		return
	}
	t.seen[key] = true
	copy(t.Add()[offset:], value)
}

// number tries v, its neighbours and its byte-swapped value at r.
func (t *trial) number(r layout.Read, v uint64) {
	for _, w := range [...]uint64{v, v - 1, v + 1, -v} {
		raw := binary.LittleEndian.AppendUint64(nil, w)[:r.Size]
		t.put(r.Offset, raw)
		if w == v {
			raw = slices.Clone(raw)
			slices.Reverse(raw)
			t.put(r.Offset, raw)
		}
	}
}

// across tries v over adjacent numbers of the same size, once with the low part first and once with it last.
func (t *trial) across(reads []layout.Read, v uint64) {
	for i := range reads {
		size := int(reads[i].Size)
		for _, width := range [...]int{2, 4, 8} {
			count := width / size
			if count < 2 || i+count > len(reads) || width < 8 && v>>(8*width) != 0 || !adjacent(reads[i:i+count]) {
				continue
			}
			raw := binary.LittleEndian.AppendUint64(nil, v)[:width]
			t.put(reads[i].Offset, raw)
			turned := make([]byte, 0, width)
			for k := count - 1; k >= 0; k-- {
				turned = append(turned, raw[k*size:(k+1)*size]...)
			}
			t.put(reads[i].Offset, turned)
		}
	}
}

func adjacent(reads []layout.Read) bool {
	for i := 1; i < len(reads); i++ {
		if reads[i].Size != reads[0].Size || reads[i].Offset != reads[i-1].Offset+uint32(reads[i-1].Size) {
			return false
		}
	}
	return true
}

// reals tries the program's floating-point numbers, their neighbours and their negations at r.
func (t *trial) reals(r layout.Read, all []uint64) {
	size := int(r.Size)
	for _, bits := range all[:min(len(all), maxConstants)] {
		v := math.Float64frombits(bits)
		for _, w := range [...]float64{v, -v, math.Nextafter(v, math.Inf(1)), math.Nextafter(v, math.Inf(-1))} {
			t.put(r.Offset, analysis.EncodeFloat(w, size))
		}
	}
}
