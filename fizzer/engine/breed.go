package engine

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"fizzer/fizzer/trace"
)

// breeding makes new inputs of those that covered something (RIVER, appendix C, in a simple form). No analysis of a single
// condition finds a long way through the states of a program, where what a condition depends on was decided many inputs
// before; parts of inputs that led somewhere, put together anew, sometimes do. It costs nothing as long as the analyses
// find something, and from then on the share of what is recorded that the bandit gives it.
type breeding struct {
	off     bool
	parents []trace.Input // the newest last
	arm     *arm
}

// Picked by hand.
const (
	breedPatience = 1 << 18 // conditions that cover no location before it begins
	breedShare    = 1.0 / 4 // of the conditions are recorded by children from then on, when these win as much as analyses do
	mostParents   = 1 << 10
	newestParents = 16 // from which every second parent is taken
	mostSmall     = 8  // values below are tried more often than others
)

// able reports whether there are parents.
func (b *breeding) able() bool { return len(b.parents) > 0 }

// due reports whether it is time, after that many conditions that covered nothing.
func (b *breeding) due(idle uint64) bool {
	b.arm.waiting = b.arm.waiting && idle <= breedPatience
	return b.able() && b.arm.due()
}

// keep makes an input a parent, unless nothing was read.
func (b *breeding) keep(input trace.Input) {
	if b.off || len(input.Reads) == 0 {
		return
	}
	if len(b.parents) == mostParents {
		b.parents = slices.Delete(b.parents, 0, 1)
	}
	b.parents = append(b.parents, input.Clone())
}

// breed runs a batch of children.
func (e *Engine) breed() error {
	e.credit(StepBreed, nil)
	e.doing.Started++
	inputs := make([][]byte, e.config.BatchSize)
	for i := range inputs {
		inputs[i] = e.breeding.child(e.random, int(e.batch.Limits.InputBytes))
	}
	return e.bandit.run(e.breeding.arm, func() error { return e.runAll(inputs) })
}

// parent returns a parent, the newest ones more often: they were found last and are rare.
func (b *breeding) parent(random *rand.Rand) *trace.Input {
	n := len(b.parents)
	if random.IntN(2) == 0 {
		return &b.parents[n-1-random.IntN(min(n, newestParents))]
	}
	return &b.parents[random.IntN(n)]
}

// child returns a new input of 1 to most bytes: a parent with one or two changes.
func (b *breeding) child(random *rand.Rand, most int) []byte {
	p := b.parent(random)
	input := slices.Clone(p.Bytes)
	for range 1 + random.IntN(2) {
		switch random.IntN(9) {
		case 0: // its beginning and the end of another one
			other := b.parent(random)
			at := min(offset(p, random.IntN(len(p.Reads)+1)), len(input))
			input = append(input[:at], other.Bytes[offset(other, random.IntN(len(other.Reads)+1)):]...)
		case 1: // a part of another one in between
			other := b.parent(random)
			i, j := part(random, len(other.Reads))
			at := min(offset(p, random.IntN(len(p.Reads)+1)), len(input))
			input = slices.Insert(input, at, other.Bytes[offset(other, i):offset(other, j)]...)
		case 2: // without a part
			i, j := part(random, len(p.Reads))
			input = slices.Delete(input, min(offset(p, i), len(input)), min(offset(p, j), len(input)))
		case 3: // with a part of it repeated
			i, j := part(random, len(p.Reads))
			at := min(offset(p, j), len(input))
			repeated := bytes.Repeat(p.Bytes[offset(p, i):offset(p, j)], 1<<random.IntN(6))
			input = slices.Insert(input, at, repeated[:min(len(repeated), most)]...)
		default:
			b.change(random, p, input)
		}
	}
	if len(input) == 0 {
		input = append(input, 0)
	}
	return input[:min(len(input), most)]
}

// change replaces one to eight values that stand where those of a parent stand.
func (b *breeding) change(random *rand.Rand, p *trace.Input, input []byte) {
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
func offset(p *trace.Input, i int) int {
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
