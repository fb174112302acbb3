package engine

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// breeding makes new inputs of those that covered something, a genetic search (RIVER, appendix C). No analysis of a single
// condition finds a long way through the states of a program, where what a condition depends on was decided many inputs
// before; parts of inputs that led somewhere, put together anew, sometimes do. It costs nothing as long as the analyses
// find something, and from then on the share of what is recorded that the bandit gives it. Parents are fit that reach
// what few children reach: the elite are the fittest, others are selected by their rank or at random.
type breeding struct {
	off     bool
	random  *rand.Rand // of its own, so that children change nothing of what the analyses do but by what they find
	parents []parent   // the newest last
	ranked  []int      // the parents by fitness, the fittest first, as they were when they were ranked last
	batches int        // since then
	reached []uint32   // by direction: how many children that were recorded whole took it
	seen    []uint32   // by direction: the number of the child that took it last
	child   uint32     // number of the child of now
	arm     *arm
}

// parent is an input and the directions that it was the first to take, if only in their calling context.
type parent struct {
	trace.Input
	first []int  // numbers of directions
	seams []seam // by offset, strictly increasing
}

// seam says what the program asked first after it had read a value, or several at once: where inputs of one shape are cut.
type seam struct {
	location uint32
	outcome  bool
	offset   uint32 // of the value
}

// seamsOf returns the seams of a run that read so many bytes: of many the first half and the last. Cost: the length of its trace. Of a known
// path the beginning is not checked: where the program overwrote it, the seams end.
func seamsOf(conditions execution.Trace, length int) []seam {
	var all []seam
	read := uint32(0)
	for _, c := range conditions.All() {
		if c.InputBytes <= read {
			continue
		}
		if int(c.InputBytes) > length {
			break
		}
		all = append(all, seam{execution.Location(&c), execution.Direction(&c), read})
		read = c.InputBytes
	}
	if len(all) > mostSeams {
		return slices.Concat(all[:mostSeams/2], all[len(all)-mostSeams/2:])
	}
	return all
}

func directionNumber(location uint32, direction bool) int { return 2*int(location) + side(direction) }

// Picked by hand.
const (
	breedPatience = 1 << 18 // conditions that cover no location before it begins
	breedShare    = 1.0 / 4 // of the conditions of children and analyses are recorded by children from then on, when they win as much
	mostParents   = 1 << 10
	elite         = 16 // parents from which a part is taken
	rankedAgain   = 64 // batches after which the parents are ranked again
	mostSmall     = 8  // values below are tried more often than others
	mostSeams     = 256
	// The longer nothing is covered, the more changes are made to one child: the number doubles with each plateauStep
	// conditions, at most mostPlateaus times.
	plateauStep  = 1 << 26
	mostPlateaus = 3
)

// able reports whether there are parents.
func (b *breeding) able() bool { return len(b.parents) > 0 }

// due reports whether it is time, after that many conditions that covered nothing.
func (b *breeding) due(idle uint64) bool {
	b.arm.waiting = b.arm.waiting && idle <= breedPatience
	return b.able() && b.arm.due()
}

// keep makes an input a parent, unless nothing was read. The conditions are those of its run.
func (b *breeding) keep(input trace.Input, conditions execution.Trace, first []tree.Coverage) {
	if b.off || len(input.Reads) == 0 {
		return
	}
	if len(b.parents) == mostParents {
		b.parents = slices.Delete(b.parents, 0, 1)
		b.ranked = nil
	}
	p := parent{Input: input.Clone(), seams: seamsOf(conditions, len(input.Bytes))}
	for _, c := range first {
		p.first = append(p.first, directionNumber(c.ID.Location, c.Direction))
	}
	b.ranked = slices.Insert(b.ranked, 0, len(b.parents)) // it is rare until children have shown otherwise
	b.parents = append(b.parents, p)
}

// count notes which directions a child took. One that was cut does not count. Cost: the length of its trace.
func (b *breeding) count(run *execution.Run, locations int) {
	if !run.Whole() {
		return
	}
	if b.reached == nil {
		b.reached, b.seen = make([]uint32, 2*locations), make([]uint32, 2*locations)
	}
	b.child++
	for _, c := range run.Conditions.All() {
		at := directionNumber(execution.Location(&c), execution.Direction(&c))
		if at >= len(b.seen) { // the trace of a known path was not checked yet
			run.Garbled = true
			return
		}
		if b.seen[at] != b.child {
			b.seen[at] = b.child
			b.reached[at]++
		}
	}
}

// rank sorts the parents by fitness: by how few children took the rarest of the directions that they took first.
func (b *breeding) rank() {
	rarest := make([]uint32, len(b.parents))
	b.ranked, b.batches = b.ranked[:0], 0
	for i, p := range b.parents {
		b.ranked = append(b.ranked, len(b.parents)-1-i) // of equal ones the newest first
		rarest[i] = math.MaxUint32
		for _, at := range p.first {
			if b.reached != nil {
				rarest[i] = min(rarest[i], b.reached[at])
			}
		}
	}
	slices.SortStableFunc(b.ranked, func(i, j int) int { return cmp.Compare(rarest[i], rarest[j]) })
}

// breed runs a batch of children.
func (e *Engine) breed() error {
	e.credit(StepBreed, nil)
	e.doing.Started++
	b := &e.breeding
	if b.batches++; b.batches >= rankedAgain {
		b.rank()
	}
	inputs := make([][]byte, e.config.BatchSize)
	plateaus := min(int(e.schedule.idle/plateauStep), mostPlateaus)
	for i := range inputs {
		inputs[i] = b.newChild(b.random, int(e.batch.Limits.InputBytes), 2<<plateaus)
	}
	locations := e.tree.Decoder().Locations()
	return e.bandit.run(b.arm, func() error {
		return e.context.Execute(inputs, nil, func(_ int, run *execution.Run) { b.count(run, locations) })
	})
}

// parent selects a parent: one of the elite, one by its rank, or any.
func (b *breeding) parent(random *rand.Rand) *parent {
	n := len(b.parents)
	switch random.IntN(4) {
	case 0, 1:
		return &b.parents[b.ranked[random.IntN(min(n, elite))]]
	case 2: // the chance falls linearly with the rank
		return &b.parents[b.ranked[min(random.IntN(n), random.IntN(n))]]
	}
	return &b.parents[random.IntN(n)]
}

// newChild returns a new input of 1 to most bytes: a parent with one change to that many.
func (b *breeding) newChild(random *rand.Rand, most, changes int) []byte {
	if len(b.ranked) < len(b.parents) {
		b.rank()
	}
	p := b.parent(random)
	input := slices.Clone(p.Bytes)
	for range 1 + random.IntN(changes) {
		switch random.IntN(9) {
		case 0: // its beginning and the end of another one
			if m, rest := b.branch(random, p); rest != nil {
				input = append(input[:min(int(m.offset), len(input))], rest...)
				break
			}
			other := b.parent(random)
			at := min(offset(p, random.IntN(len(p.Reads)+1)), len(input))
			input = append(input[:at], other.Bytes[offset(other, random.IntN(len(other.Reads)+1)):]...)
		case 1: // a part of another one in between
			other := b.parent(random)
			i, j := part(random, len(other.Reads))
			at := min(offset(p, random.IntN(len(p.Reads)+1)), len(input))
			input = slices.Insert(input, at, other.Bytes[offset(other, i):offset(other, j)]...)
		case 2: // without a part
			first, end := p.part(random)
			input = slices.Delete(input, min(first, len(input)), min(end, len(input)))
		case 3: // with a part of it repeated
			first, end := p.part(random)
			repeated := bytes.Repeat(p.Bytes[first:end], 1<<random.IntN(6))
			input = slices.Insert(input, min(end, len(input)), repeated[:min(len(repeated), most)]...)
		default:
			b.change(random, p, input)
		}
	}
	if len(input) == 0 {
		input = append(input, 0)
	}
	return input[:min(len(input), most)]
}

// branch returns a question that p answers, and the rest of another input from the value on by which it answers the same question the other
// way; nil, mostly: any other rest may do as well.
func (b *breeding) branch(random *rand.Rand, p *parent) (seam, []byte) {
	if len(p.seams) == 0 || random.IntN(2) == 0 {
		return seam{}, nil
	}
	m, other := p.seams[random.IntN(len(p.seams))], b.parent(random)
	if len(other.seams) == 0 {
		return m, nil
	}
	start := random.IntN(len(other.seams))
	for k := range other.seams {
		if o := &other.seams[(start+k)%len(other.seams)]; o.location == m.location && o.outcome != m.outcome {
			return m, other.Bytes[o.offset:]
		}
	}
	return m, nil
}

// part returns the bounds of a part of the input: an iteration of a loop, between two values after both of which the program asks the
// same question and between which it does not, or else a part of any length, mostly a short one.
func (p *parent) part(random *rand.Rand) (first, end int) {
	if len(p.seams) > 0 && random.IntN(2) == 0 {
		i := random.IntN(len(p.seams))
		for _, m := range p.seams[i+1:] {
			if m.location == p.seams[i].location {
				return int(p.seams[i].offset), int(m.offset)
			}
		}
	}
	i, j := part(random, len(p.Reads))
	return offset(p, i), offset(p, j)
}

// change replaces one to eight values that stand where those of a parent stand.
func (b *breeding) change(random *rand.Rand, p *parent, input []byte) {
	for range 1 << random.IntN(4) {
		r := p.Reads[random.IntN(len(p.Reads))]
		end := int(r.Offset) + int(r.Size)
		if end > len(input) || r.Size == 0 {
			continue
		}
		value := input[r.Offset:end]
		switch random.IntN(4) {
		case 0: // by one that is read elsewhere
			other := b.parent(random)
			s := other.Reads[random.IntN(len(other.Reads))]
			clear(value)
			copy(value, other.Bytes[s.Offset:s.Offset+uint32(s.Size)])
		case 1: // by a small one
			clear(value)
			value[0] = byte(random.IntN(mostSmall))
		case 2: // by a neighbour
			value[0] += byte(2*random.IntN(2)) - 1
		case 3:
			for k := range value {
				value[k] = byte(random.Uint32())
			}
		}
	}
}

// offset returns where value i begins, or the end behind the last one.
func offset(p *parent, i int) int {
	if i < len(p.Reads) {
		return int(p.Reads[i].Offset)
	}
	return len(p.Bytes)
}

// part returns the bounds of a part of n values, mostly a short one.
func part(random *rand.Rand, n int) (int, int) {
	if n == 0 {
		return 0, 0
	}
	i := random.IntN(n)
	return i, min(n, i+1+random.IntN(1<<random.IntN(7)))
}
