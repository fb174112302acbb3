// Package sensitivity is the sensitivity analysis (report 5.1): which bits of a node's input have an impact on its
// branching function, and on those of all nodes above it.
//
// Every single-bit mutation and the extreme values of each type are run. A change marks whole bytes. Unless the context
// is thorough, the bits of a value are flipped only when changing the value as a whole (extremes, all bits inverted, and
// two patterns) showed an effect on the path: five or more runs instead of 8 per byte for a value that does not matter.
package sensitivity

import (
	"bytes"
	"math"
	"sort"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// batch is how many inputs are collected before they are sent: enough to make the hand-over cheap.
const batch = 64

// Run analyses the node of ctx and stores the sensitive bits of all nodes on the path to it in the tree.
func Run(ctx *analysis.Context) error {
	a := &state{Context: ctx, path: ctx.Tree.PathTo(ctx.Node, nil)}
	a.sensitive = make([][]uint32, len(a.path))
	ctx.Add()
	if err := ctx.Send(a.remember); err != nil {
		return err
	}
	if err := a.mutate(); err != nil {
		return err
	}
	ctx.Tree.SetSensitive(a.path, a.sensitive)
	return nil
}

type mutation struct {
	first, end uint32 // bytes of the value that was changed
	read       int    // index of the value
}

type state struct {
	*analysis.Context
	path      []tree.Node
	base      execution.Run // copy of the run of the unchanged input, up to the node
	sensitive [][]uint32    // by depth
	sent      []mutation
	effect    []bool // by value: a mutation of it showed an effect
}

// remember keeps what the mutated runs are compared with.
func (a *state) remember(_ int, run *execution.Run) {
	n := min(len(run.Conditions), len(a.path))
	a.base.Conditions = append([]layout.Condition(nil), run.Conditions[:n]...)
	a.base.Wides = append([]layout.Wide(nil), run.Wides...)
}

func (a *state) mutate() error {
	most := uint32(a.Tree.InputBytes(a.Node))
	reads := a.Base.Reads[:sort.Search(len(a.Base.Reads), func(i int) bool { return a.Base.Reads[i].Offset >= most })]
	a.effect = make([]bool, len(reads))
	for i, r := range reads {
		if err := a.changeWhole(i, r, most); err != nil {
			return err
		}
	}
	if err := a.send(0); err != nil {
		return err
	}
	for i, r := range reads {
		if err := a.flipBits(i, r, most); err != nil {
			return err
		}
	}
	return a.send(0)
}

// changeWhole replaces the value by the extremes of its type, and by patterns that tell whether it matters at all.
func (a *state) changeWhole(i int, r layout.Read, most uint32) error {
	end := min(r.Offset+uint32(r.Size), most)
	for _, extreme := range extremes(layout.InputType(r.Type), int(r.Size)) {
		copy(a.add(mutation{r.Offset, end, i})[r.Offset:], extreme)
	}
	if !a.Thorough && r.Size > 1 {
		for _, pattern := range [...]byte{0xff, 0x01, 0x54} {
			in := a.add(mutation{r.Offset, end, i})
			for k := r.Offset; k < r.Offset+uint32(r.Size); k++ {
				in[k] ^= pattern
			}
		}
	}
	return a.send(batch)
}

func (a *state) flipBits(i int, r layout.Read, most uint32) error {
	if !a.Thorough && r.Size > 1 && !a.effect[i] {
		return nil
	}
	for k := r.Offset; k < min(r.Offset+uint32(r.Size), most); k++ {
		for bit := range 8 {
			a.add(mutation{k, k + 1, i})[k] ^= 0x80 >> bit
		}
		if err := a.send(batch); err != nil {
			return err
		}
	}
	return nil
}

func (a *state) add(m mutation) []byte {
	a.sent = append(a.sent, m)
	return a.Add()
}

// send runs what is pending when it is at least that much.
func (a *state) send(least int) error {
	if a.Pending() < max(least, 1) {
		return nil
	}
	err := a.Send(func(i int, run *execution.Run) { a.compare(a.sent[i], run) })
	a.sent = a.sent[:0]
	return err
}

// compare marks the mutated bytes at each node whose branching function changed and that the run still passes.
func (a *state) compare(m mutation, run *execution.Run) {
	base := a.base.Conditions
	common := trace.Common(run.Conditions, base)
	if common < len(base) {
		a.effect[m.read] = true
	}
	first := sort.Search(common, func(k int) bool { return base[k].InputBytes > m.first })
	for k := first; k < common; k++ {
		if a.changed(run, k) {
			a.effect[m.read] = true
			a.mark(k, m.first, min(m.end, base[k].InputBytes))
		}
	}
}

func (a *state) changed(run *execution.Run, k int) bool {
	c, d := &run.Conditions[k], &a.base.Conditions[k]
	if c.Left == d.Left && c.Right == d.Right && c.Wide == 0 && d.Wide == 0 {
		return false
	}
	decoder := a.Tree.Decoder()
	return decoder.Distance(run, k) != decoder.Distance(&a.base, k)
}

// mark adds the bytes from first to end at depth k, unless the mutation before marked the same ones.
func (a *state) mark(k int, first, end uint32) {
	set := a.sensitive[k]
	if n, m := len(set), int(end-first); n >= m && set[n-1] == end-1 && set[n-m] == first {
		return
	}
	for b := first; b < end; b++ {
		set = append(set, b)
	}
	a.sensitive[k] = set
}

// extremes returns the special values of a type, in the byte order of the target.
func extremes(t layout.InputType, size int) [][]byte {
	switch t {
	case layout.InputTypeBoolean:
		return [][]byte{{0}, {1}}
	case layout.InputTypeFloat32, layout.InputTypeFloat64:
		return floatExtremes(size)
	}
	zeros, ones := make([]byte, size), bytes.Repeat([]byte{0xff}, size)
	least, greatest := bytes.Clone(zeros), bytes.Clone(ones) // of the signed type; the unsigned ones are the two above
	least[size-1], greatest[size-1] = 0x80, 0x7f
	return [][]byte{zeros, ones, least, greatest}
}

func floatExtremes(size int) [][]byte {
	epsilon := 0x1p-52
	if size == 4 {
		epsilon = 0x1p-23
	}
	var all [][]byte
	for _, v := range []float64{0, -1, 1, math.Inf(1), math.Inf(-1), math.NaN(), epsilon} {
		all = append(all, analysis.EncodeFloat(v, size))
	}
	return all
}
