// Package sensitivity is the sensitivity analysis (report 5.1): which bits of a node's input have an impact on its
// branching function, and on those of all nodes above it.
//
// The plain way runs every single-bit mutation and the extreme values of each type; a change marks whole bytes. Unless the context is
// thorough, most of these runs are saved:
//
//   - First it changes values in groups, each value by patterns of its own; only groups that show an effect are halved, down to
//     single values.
//   - It flips the bits of a byte only when changing the whole byte had an effect and left the path: a byte whose
//     changes keep the path has shown all of its effects.
//   - It reuses results of an analysis whose node's input begins with the same bytes (Memory): a value whose every
//     change left the path before the inputs differ leaves it again, and a value whose changes all kept the path is tried in a
//     group with all others of its kind.
//   - Of the nodes of a run whose expressions were recorded it knows the bytes without any run (Memory.Tell).
package sensitivity

import (
	"bytes"
	"math"
	"slices"
	"sort"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

const (
	// batch is how many inputs are collected before they are sent: enough to make the hand-over cheap.
	batch = 64
	// groupSize is how many values are changed at once if nothing is known about them. It is picked by hand: in a group of values that all
	// matter, each value costs two runs more than by itself; a group in which none matters saves almost two runs a value.
	groupSize = 16
	// maxGroups bounds the groups of long inputs at first, which are larger then. Where all values matter, that costs one run more for 16 of
	// them.
	maxGroups = 16
	// patterns is the number of ways to change a value besides its extremes.
	patterns = 3
)

// Run analyses the node of ctx and stores the sensitive bits of all nodes on the path to it in the tree. Memory is that of
// all analyses of the tree.
func Run(ctx *analysis.Context, memory *Memory) error {
	a := &state{Context: ctx, path: ctx.Tree.PathTo(ctx.Node, nil)}
	if sensitive, ok := memory.recall(ctx.Tree, a.path); ok && !ctx.Thorough && memory.Knows(ctx.Node) {
		memory.Skipped++
		ctx.Tree.SetSensitive(a.path, sensitive)
		return nil
	}
	a.sensitive = make([][]uint32, len(a.path))
	ctx.Add()
	if err := ctx.Send(a.remember); err != nil {
		return err
	}
	a.length = uint32(ctx.Tree.InputBytes(ctx.Node))
	a.reads = ctx.Base.Reads[:sort.Search(len(ctx.Base.Reads), func(i int) bool { return ctx.Base.Reads[i].Offset >= a.length })]
	a.left, a.loose = make([]uint32, len(a.reads)), make([]bool, len(a.reads))
	if err := a.mutate(memory); err != nil {
		return err
	}
	a.markJoint()
	ctx.Tree.SetSensitive(a.path, a.sensitive)
	if !ctx.Thorough {
		memory.learn(a)
	}
	return nil
}

type state struct {
	*analysis.Context
	path      []tree.Node
	base      execution.Run // copy of the run of the unchanged input, up to the node
	length    uint32        // bytes read before the node
	reads     []layout.Read // the values that these bytes belong to
	sensitive [][]uint32    // by depth
	sent      []mutation
	left      []uint32 // by value: the most bytes read, on the path, before a change of the value left it; never: some change kept the path
	loose     []bool   // by value: whether all its changes kept the path
	joint     []int    // the smallest group of values that, changed together, changed the node's function
}

// never is in state.left for values of which some change kept the whole path.
const never = math.MaxUint32

// group is a set of values that are changed together, and what that showed.
type group struct {
	values []int
	from   int // the first depth at which an effect counts
	effect bool
	left   bool // whether some change left the path
}

// mutation is one input that was sent.
type mutation struct {
	*group
	first, end uint32 // bytes of the value that are marked, if the group is a single value
}

// remember stores what the mutated runs are compared with: a copy of the run up to the node, or up to the first
// record that cannot be true.
func (a *state) remember(_ int, run *execution.Run) {
	n := min(run.Conditions.Len(), len(a.path))
	base := run.Conditions.Head(n).Copy(a.Scratch)
	a.Scratch = base
	bytes := uint32(0)
	for i := range n {
		if base.InputBytes(i) < bytes {
			run.Garbled = true
			base = base.Head(i)
			break
		}
		bytes = base.InputBytes(i)
	}
	a.base.Conditions = base
}

func (a *state) mutate(memory *Memory) error {
	if a.Thorough {
		var all []*group
		for i := range a.reads {
			all = append(all, &group{values: []int{i}})
		}
		return a.flipBytes(all, a.changeWhole, true)
	}
	singles, err := a.narrow(a.groups(memory))
	if err != nil {
		return err
	}
	return a.flipBytes(singles, a.changeAll, false)
}

// narrow tries groups, halves those that show an effect, and returns the single values that show one.
func (a *state) narrow(groups []*group) (singles []*group, err error) {
	for len(groups) > 0 {
		if err := a.tryGroups(groups); err != nil {
			return nil, err
		}
		var next []*group
		for _, g := range groups {
			switch n := len(g.values); {
			case !g.effect:
				for _, i := range g.values {
					a.left[i], a.loose[i] = never, true
				}
			case n == 1:
				singles = append(singles, &group{values: g.values})
			default:
				next = append(next, &group{values: g.values[:n/2], from: g.from}, &group{values: g.values[n/2:], from: g.from})
			}
		}
		groups = next
	}
	return singles, nil
}

// tryGroups changes each group by one pattern; if that shows no effect, it tries all other patterns.
func (a *state) tryGroups(groups []*group) error {
	for _, g := range groups {
		a.changeGroup(g, 0)
		if err := a.send(batch); err != nil {
			return err
		}
	}
	if err := a.send(0); err != nil {
		return err
	}
	for _, g := range groups {
		if g.effect {
			continue
		}
		for way := 1; way < patterns; way++ {
			a.changeGroup(g, way)
		}
		a.setExtremes(g)
		if err := a.send(batch); err != nil {
			return err
		}
	}
	return a.send(0)
}

// changeGroup sends an input in which each value of the group is changed by different bits: with the same bits, the
// changes of two values would cancel each other in their difference. The first two ways change each bit once, the
// third all bits.
func (a *state) changeGroup(g *group, way int) {
	in := a.add(g, a.reads[g.values[0]])
	for _, i := range g.values {
		r := a.reads[i]
		for k := r.Offset; k < r.Offset+uint32(r.Size); k++ {
			mask := byte(k*0x9d+k>>5) | 1
			if way == 1 && mask != 0xff {
				mask = ^mask
			}
			if way == 2 {
				mask = 0xff
			}
			if analysis.IsBoolean(r) {
				mask = 1
			}
			in[k] ^= mask
		}
	}
}

// setExtremes sends inputs in which all values of the group are at an extreme of their types.
func (a *state) setExtremes(g *group) {
	most := 0
	for _, i := range g.values {
		most = max(most, len(analysis.Extremes(a.reads[i])))
	}
	for e := range most {
		if len(g.values) == 1 && a.isSet(g.values[0], analysis.Extremes(a.reads[g.values[0]])[e]) {
			continue
		}
		in := a.add(g, a.reads[g.values[0]])
		for _, i := range g.values {
			all := analysis.Extremes(a.reads[i])
			copy(in[a.reads[i].Offset:], all[e%len(all)])
		}
	}
}

// isSet reports whether a value of the unchanged input already equals this one.
func (a *state) isSet(i int, value []byte) bool {
	return bytes.HasPrefix(a.Base.Bytes[a.reads[i].Offset:], value)
}

// changeWhole sends the extremes of a single value.
func (a *state) changeWhole(g *group) { a.setExtremes(g) }

// changeAll sends the extremes of a single value, and patterns that show whether it matters at all.
func (a *state) changeAll(g *group) {
	a.setExtremes(g)
	r := a.reads[g.values[0]]
	if analysis.IsBoolean(r) {
		return
	}
	a.sendPatterns(g, r.Offset, r.Offset+uint32(r.Size))
}

// sendPatterns sends inputs with all bytes from first to end changed.
func (a *state) sendPatterns(g *group, first, end uint32) {
	for _, pattern := range [patterns]byte{0xff, 0x01, 0x54} {
		in := a.add(g, layout.Read{Offset: first, Size: uint16(end - first)})
		for k := first; k < end; k++ {
			in[k] ^= pattern
		}
	}
}

// flipBytes changes single values as a whole, and then flips their bits where that is needed, or all of them.
func (a *state) flipBytes(singles []*group, whole func(*group), all bool) error {
	for _, g := range singles {
		whole(g)
		if err := a.send(batch); err != nil {
			return err
		}
	}
	if err := a.send(0); err != nil {
		return err
	}
	pieces := a.pieces(singles, all)
	for _, p := range pieces {
		if !all && p.value.Size > 1 {
			a.sendPatterns(&p.group, p.first, p.first+1)
		} else {
			p.left = true
		}
		if err := a.send(batch); err != nil {
			return err
		}
	}
	if err := a.send(0); err != nil {
		return err
	}
	for _, p := range pieces {
		for bit := 0; bit < 8 && p.left; bit++ {
			a.add(&p.group, layout.Read{Offset: p.first, Size: 1})[p.first] ^= 0x80 >> bit
		}
		if err := a.send(batch); err != nil {
			return err
		}
	}
	if err := a.send(0); err != nil {
		return err
	}
	a.settle(singles, pieces)
	return nil
}

// piece is one byte of a value.
type piece struct {
	group
	value layout.Read
	first uint32
}

// pieces returns the bytes whose bits are to be flipped. They belong to values with an effect. A value of a single
// byte counts only if some change of it left the path; Booleans never count, since their extremes are all their
// values.
func (a *state) pieces(singles []*group, all bool) []*piece {
	var pieces []*piece
	for _, g := range singles {
		r := a.reads[g.values[0]]
		if !all && (!g.effect || r.Size == 1 && !g.left || analysis.IsBoolean(r)) {
			continue
		}
		for k := r.Offset; k < min(r.Offset+uint32(r.Size), a.length); k++ {
			pieces = append(pieces, &piece{group{values: g.values}, r, k})
		}
	}
	return pieces
}

// settle records which single values never left the path.
func (a *state) settle(singles []*group, pieces []*piece) {
	for _, g := range singles {
		a.loose[g.values[0]] = !g.left
	}
	for _, p := range pieces {
		if p.left {
			a.loose[p.values[0]] = false
		}
	}
}

// add starts an input in which a value of the group, or some bytes of it, is changed.
func (a *state) add(g *group, r layout.Read) []byte {
	a.sent = append(a.sent, mutation{g, r.Offset, min(r.Offset+uint32(r.Size), a.length)})
	return a.Add()
}

// send runs the pending inputs if there are at least that many.
func (a *state) send(least int) error {
	if a.Pending() < max(least, 1) {
		return nil
	}
	err := a.Send(func(i int, run *execution.Run) { a.compare(a.sent[i], run) })
	a.sent = a.sent[:0]
	return err
}

// compare marks the mutated bytes at each node that the run still passes and whose branching function changed.
func (a *state) compare(m mutation, run *execution.Run) {
	base := a.base.Conditions
	common := trace.Common(run.Conditions, base)
	m.note(a, common)
	first := max(m.from, sort.Search(common, func(k int) bool { return base.InputBytes(k) > m.first }))
	for k := first; k < common; k++ {
		if !a.changed(run, k) {
			continue
		}
		m.effect = true
		if len(m.values) == 1 {
			a.mark(k, m.first, min(m.end, base.InputBytes(k)))
		} else if k == base.Len()-1 && (a.joint == nil || len(m.values) < len(a.joint)) {
			a.joint = m.values
		}
	}
}

// note records where a run left the path of the base, if it did.
func (m *mutation) note(a *state, common int) {
	left := uint32(never)
	if common < a.base.Conditions.Len() {
		m.effect, m.left = true, true
		left = a.base.Conditions.InputBytes(common)
	}
	if len(m.values) == 1 {
		a.left[m.values[0]] = max(a.left[m.values[0]], left)
	}
}

// markJoint marks the values of the smallest group that changed the node's function, if no single value does: their bits are at the
// smallest Hamming distance at which an effect was seen, which is how the report defines sensitive bits.
func (a *state) markJoint() {
	last := len(a.path) - 1
	if len(a.sensitive[last]) > 0 || a.base.Conditions.Len() <= last {
		return
	}
	slices.Sort(a.joint)
	for _, i := range a.joint {
		r := a.reads[i]
		a.mark(last, r.Offset, min(r.Offset+uint32(r.Size), a.length))
	}
}

func (a *state) changed(run *execution.Run, k int) bool {
	_, left, right, wide := run.Conditions.Operands(k)
	_, baseLeft, baseRight, baseWide := a.base.Conditions.Operands(k)
	if left == baseLeft && right == baseRight && wide == 0 && baseWide == 0 {
		return false
	}
	decoder := a.Tree.Decoder()
	return decoder.Distance(run, k) != decoder.Distance(&a.base, k)
}

// mark adds the bytes from first to end at depth k, unless the previous mutation marked the same bytes.
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
