package breed

import (
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
)

// maxSmall bounds the values that are tried more often than others. Picked by hand.
const maxSmall = 8

// maxBuffer bounds the memory in which children are made and that is kept for the next ones, in bytes.
const maxBuffer = 1 << 20

// keptBytes is the memory that is taken at a time for children.
const keptBytes = 1 << 14

// Child returns a child of one of the parents (ChildOf).
func (b *Breeder) Child(random *draw.Source, bounds Bounds) []byte {
	b.update()
	return b.childOf(random, b.parent(random), bounds)
}

// ChildOf returns a new input of 1 to MaxBytes bytes: an input that read something, with one change up to bounds.Changes changes. What is
// written into it may come from the parents. There must be parents (Able).
func (b *Breeder) ChildOf(random *draw.Source, input *corpus.Entry, bounds Bounds) []byte {
	b.update()
	return b.childOf(random, input, bounds)
}

func (b *Breeder) childOf(random *draw.Source, p *corpus.Entry, bounds Bounds) []byte {
	input := append(b.buffer[:0], p.Bytes...)
	for range 1 + random.IntN(bounds.Changes) {
		switch random.IntN(9) {
		case 0:
			input = b.splice(random, p, input)
		case 1: // with a part of another parent inserted
			other := b.parent(random)
			i, j := values(random, len(other.Reads))
			at := min(offset(p, random.IntN(len(p.Reads)+1)), len(input))
			input = slices.Insert(input, at, other.Bytes[offset(other, i):offset(other, j)]...)
		case 2: // with a part removed
			first, end := part(random, p)
			input = slices.Delete(input, min(first, len(input)), min(end, len(input)))
		case 3: // with a part repeated
			first, end := part(random, p)
			input = insertRepeated(input, min(end, len(input)), p.Bytes[first:end], min((end-first)<<random.IntN(6), bounds.MaxBytes))
		default:
			b.change(random, p, input)
		}
	}
	if len(input) == 0 {
		input = append(input, 0)
	}
	if b.buffer = input; cap(input) > maxBuffer {
		b.buffer = nil
	}
	return b.keep(input[:min(len(input), bounds.MaxBytes)])
}

// keep returns a copy. Copies of short inputs have their memory together, so that one allocation does for many.
func (b *Breeder) keep(input []byte) []byte {
	if len(input) > cap(b.kept)-len(b.kept) {
		b.kept = make([]byte, 0, max(keptBytes, len(input)))
	}
	start := len(b.kept)
	b.kept = append(b.kept, input...)
	return b.kept[start:len(b.kept):len(b.kept)]
}

// insertRepeated inserts n bytes that repeat a part, which is not empty unless n is 0.
func insertRepeated(input []byte, at int, part []byte, n int) []byte {
	length := len(input)
	input = slices.Grow(input, n)[:length+n]
	copy(input[at+n:], input[at:length])
	for gap := input[at : at+n]; len(gap) > 0; {
		gap = gap[copy(gap, part):]
	}
	return input
}

// splice joins the beginning of an input made from p with the end of another parent.
func (b *Breeder) splice(random *draw.Source, p *corpus.Entry, input []byte) []byte {
	if m, rest := b.branch(random, p); rest != nil {
		return append(input[:min(int(m.Offset), len(input))], rest...)
	}
	other := b.parent(random)
	at := min(offset(p, random.IntN(len(p.Reads)+1)), len(input))
	return append(input[:at], other.Bytes[offset(other, random.IntN(len(other.Reads)+1)):]...)
}

// branch returns a question that p answers, and the rest of another parent from the value by which it answers the
// same question the other way. Mostly it returns nil: any other rest may do as well.
func (b *Breeder) branch(random *draw.Source, p *corpus.Entry) (corpus.Seam, []byte) {
	if len(p.Seams) == 0 || random.IntN(2) == 0 {
		return corpus.Seam{}, nil
	}
	m, other := p.Seams[random.IntN(len(p.Seams))], b.parent(random)
	if len(other.Seams) == 0 {
		return m, nil
	}
	start := random.IntN(len(other.Seams))
	for k := range other.Seams {
		if o := &other.Seams[(start+k)%len(other.Seams)]; o.Location == m.Location && o.Outcome != m.Outcome {
			return m, other.Bytes[o.Offset:]
		}
	}
	return m, nil
}

// part returns the bounds of a part of the input. Half of the time it is an iteration of a loop: the program asks the same question
// after the values at both ends and not in between. Otherwise it is a part of any length, mostly a short one.
func part(random *draw.Source, p *corpus.Entry) (first, end int) {
	if len(p.Seams) > 0 && random.IntN(2) == 0 {
		i := random.IntN(len(p.Seams))
		for _, m := range p.Seams[i+1:] {
			if m.Location == p.Seams[i].Location {
				return int(p.Seams[i].Offset), int(m.Offset)
			}
		}
	}
	i, j := values(random, len(p.Reads))
	return offset(p, i), offset(p, j)
}

// change replaces one to eight consecutive values at the positions of a parent's values.
func (b *Breeder) change(random *draw.Source, p *corpus.Entry, input []byte) {
	for range 1 << random.IntN(4) {
		r := p.Reads[random.IntN(len(p.Reads))]
		end := int(r.Offset) + int(r.Size)
		if end > len(input) || r.Size == 0 {
			continue
		}
		value := input[r.Offset:end]
		switch random.IntN(4) {
		case 0: // by a value from elsewhere in the inputs
			other := b.parent(random)
			s := other.Reads[random.IntN(len(other.Reads))]
			clear(value)
			copy(value, other.Bytes[s.Offset:s.Offset+uint32(s.Size)])
		case 1: // by a small number
			clear(value)
			value[0] = byte(random.IntN(maxSmall))
		case 2: // by a neighbour
			value[0] += byte(2*random.IntN(2)) - 1
		case 3:
			random.Fill(value)
		}
	}
}

// offset returns the start of value i, or the end of the last value.
func offset(p *corpus.Entry, i int) int {
	if i < len(p.Reads) {
		return int(p.Reads[i].Offset)
	}
	return len(p.Bytes)
}

// values returns the bounds of some consecutive values out of n, mostly few.
func values(random *draw.Source, n int) (int, int) {
	if n == 0 {
		return 0, 0
	}
	i := random.IntN(n)
	return i, min(n, i+1+random.IntN(1<<random.IntN(7)))
}
