package sensitivity

import (
	"slices"

	"fizzer/fizzer/tree"
)

// maxRecords bounds the analyses remembered; when there are more, all are forgotten.
const maxRecords = 1 << 14

// Memory holds what the analyses of one tree found out about how the values of their inputs behaved. Make it with NewMemory.
type Memory struct {
	records int
	told    map[tree.Node][]uint32
	Skipped uint64                // analyses that made no runs, because of Tell
	of      map[tree.Node]*record // by node right after a read: the newest analysis whose path goes through the node
}

// record is one analysis.
type record struct {
	input []byte   // the input up to the node
	ends  []uint32 // by value: offset after its last byte
	left  []uint32
	loose []bool
}

// NewMemory returns an empty memory.
func NewMemory() *Memory {
	m := &Memory{}
	m.Forget()
	return m
}

// Forget forgets everything. Call it when nodes of the tree were freed.
func (m *Memory) Forget() {
	m.records, m.of, m.told = 0, map[tree.Node]*record{}, map[tree.Node][]uint32{}
}

func (m *Memory) learn(a *state) {
	if m.records++; m.records > maxRecords {
		m.Forget()
	}
	r := &record{input: slices.Clone(a.Base.Bytes[:a.length]), left: a.left, loose: a.loose}
	for _, read := range a.reads {
		r.ends = append(r.ends, read.Offset+uint32(read.Size))
	}
	bytes := 0
	for _, n := range a.path {
		if now := a.Tree.InputBytes(n); now > bytes {
			bytes = now
			m.of[n] = r
		}
	}
}

// nearest returns the analysis that shares the longest part of the path, and the depth of the last node known to be
// shared.
func (m *Memory) nearest(path []tree.Node) (*record, int) {
	for depth := len(path) - 1; depth >= 0; depth-- {
		if r := m.of[path[depth]]; r != nil {
			return r, depth
		}
	}
	return nil, 0
}

// groups returns the values to be tried, in groups. It leaves out values whose changes would leave the path again where they left it
// before. Values whose changes never left the path form one group, in which only effects behind the shared part of the path count.
func (a *state) groups(memory *Memory) []*group {
	r, depth := memory.nearest(a.path)
	var old, fresh []int
	known, shared := 0, uint32(0)
	if r != nil {
		shared = common(r.input, a.Base.Bytes[:a.length])
		for known < min(len(r.ends), len(a.reads)) && r.ends[known] <= shared &&
			r.ends[known] == a.reads[known].Offset+uint32(a.reads[known].Size) {
			known++
		}
	}
	for i := range a.reads {
		switch {
		case i < known && r.left[i] <= shared:
			a.left[i] = r.left[i]
		case i < known && r.loose[i]:
			old = append(old, i)
		default:
			fresh = append(fresh, i)
		}
	}
	var groups []*group
	if len(old) > 0 {
		from := 0
		for from <= depth && from < a.base.Conditions.Len() && a.base.Conditions.InputBytes(from) <= shared {
			from++
		}
		groups = append(groups, &group{values: old, from: from})
	}
	size := groupSize
	for size*maxGroups < len(fresh) {
		size *= 2
	}
	for part := range slices.Chunk(fresh, size) {
		groups = append(groups, &group{values: part})
	}
	return groups
}

// common returns the length of the common prefix of two inputs.
func common(x, y []byte) uint32 {
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return uint32(n)
}
