// Package constants tries numbers that the program itself knows at the sensitive values: the constants of its text, in each width and
// byte order, and the operands that the run compared. Where an input goes through a function that nobody can turn round, and
// is compared with what it makes of a constant, nothing else helps. It is not in the report.
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
	mostNumbers   = 8    // sensitive numbers that get them
	mostConstants = 256  // of the text, and as many operands
	mostRuns      = 1024 // of one analysis
	mostOperands  = 64
)

// Run tries each constant, and its neighbours, at each sensitive number and across adjacent ones: at most mostRuns runs. It is for
// equalities that are to hold; what compares by order gives way to a descent.
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
	for _, r := range reads[:min(len(reads), mostNumbers)] {
		if analysis.IsFloat(r) {
			t.reals(r, reals)
			continue
		}
		for _, v := range slices.Concat(integers[:min(len(integers), mostConstants)], operands) {
			t.number(r, v)
		}
	}
	for _, v := range slices.Concat(integers[:min(len(integers), mostConstants)], operands) {
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

// operands runs the input and returns the operands of conditions up to the node that are no small numbers, the last ones first.
func (t *trial) operands() ([]uint64, error) {
	var all []uint64
	depth := t.Tree.Depth(t.Node)
	t.Add()
	err := t.Try(func(_ int, run *execution.Run) {
		for i := min(depth, run.Conditions.Len()-1); i >= 0 && len(all) < mostOperands; i-- {
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

// put adds an input with these bytes at an offset, unless it was added before.
func (t *trial) put(offset uint32, value []byte) {
	if t.Pending() >= mostRuns || int(offset)+len(value) > len(t.Base.Bytes) {
		return
	}
	key := string(binary.LittleEndian.AppendUint32(slices.Clone(value), offset))
	if t.seen[key] {
		return
	}
	t.seen[key] = true
	copy(t.Add()[offset:], value)
}

// number puts v, its neighbours and its bytes in the other order at r.
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

// across puts v over adjacent numbers of the same size, the low part first and last.
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

// reals puts the program's floating-point numbers, their neighbours and negations at r.
func (t *trial) reals(r layout.Read, all []uint64) {
	size := int(r.Size)
	for _, bits := range all[:min(len(all), mostConstants)] {
		v := math.Float64frombits(bits)
		for _, w := range [...]float64{v, -v, math.Nextafter(v, math.Inf(1)), math.Nextafter(v, math.Inf(-1))} {
			t.put(r.Offset, analysis.EncodeFloat(w, size))
		}
	}
}
