package breed

import (
	"bytes"
	"encoding/binary"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/text"
	"fizzer/libfizzer/layout"
)

// Stretched returns a parent that is continued up to the given length with values of a simple structure: one of its iterations or
// another part of it again and again; one value, which may differ at one place; numbers that rise or fall. A loop mostly does the same
// with each value that it reads, so one stretched input does what would otherwise take a child for each iteration (decision 031). A
// parent that is longer loses its end. A parent with a text may instead get one part of it many times, like brackets that nest; the rest
// stays (decision 067). There must be parents (Able).
func (b *Breeder) Stretched(random *draw.Source, length int) []byte {
	b.update()
	p := b.parent(random)
	if random.IntN(4) == 0 {
		if input, ok := nestedText(random, p, length); ok {
			return input
		}
	}
	from := min(offset(p, []int{0, len(p.Reads), random.IntN(len(p.Reads) + 1)}[random.IntN(3)]), length)
	input := append(make([]byte, 0, length), p.Bytes[:from]...)
	read := p.Reads[len(p.Reads)-1]
	if random.IntN(2) == 0 {
		read = p.Reads[random.IntN(len(p.Reads))]
	}
	value := p.Bytes[read.Offset : int(read.Offset)+int(read.Size)]
	switch random.IntN(5) {
	case 0:
		first, end := part(random, p)
		return goOn(input, p.Bytes[first:end], length)
	case 1:
		return goOn(input, value, length)
	case 2:
		return b.differs(random, goOn(input, value, length), from, read)
	case 3:
		return numbers(random, input, read, length, 1)
	}
	return numbers(random, input, read, length, -1)
}

// maxNested is the maximum number of characters of a part that nested repeats, picked by hand.
const maxNested = 8

// nestedText returns a parent with a part of one of its texts again and again (nested), of at most the given length; false if there is no
// such text, or no room for it.
func nestedText(random *draw.Source, p *corpus.Entry, length int) (input []byte, ok bool) {
	t, characters, ok := aText(random, p)
	if !ok || t.Fixed || len(characters) == 0 {
		return nil, false
	}
	others := len(p.Bytes) - len(characters)*t.Width + escapeBytes
	word, ok := nested(random, characters, (length-others)/t.Width)
	if !ok {
		return nil, false
	}
	return t.Replace(inputOf(p), 0, len(characters), word), true
}

// escapeBytes is the number of bytes by which an input grows besides its text, see text.Escape.
const escapeBytes = 2

// nested returns the characters, of which there must be some, with a part of them again and again, and half of the time with another part
// behind it as often: brackets enclose what lies between the two. There are at most as many as length; false if that is too few.
func nested(random *draw.Source, characters []byte, length int) (word []byte, ok bool) {
	from, end := nestedPart(random, characters)
	first, last := end, end // of the part behind it
	if random.IntN(2) == 0 && end < len(characters) {
		first, last = nestedPart(random, characters[end:])
		first, last = end+first, end+last
	}
	times := (length - len(characters)) / (end - from + last - first)
	if times <= 0 {
		return nil, false
	}
	return slices.Concat(characters[:end], bytes.Repeat(characters[from:end], times), characters[end:last],
		bytes.Repeat(characters[first:last], times), characters[last:]), true
}

// nestedPart draws a part of characters, of which there must be some: a word, or up to maxNested in a row.
func nestedPart(random *draw.Source, characters []byte) (from, end int) {
	from = random.IntN(len(characters))
	if random.IntN(2) == 0 {
		return text.WordAt(characters, from)
	}
	return from, min(from+1+random.IntN(maxNested), len(characters))
}

// goOn repeats part until the input has the given length; an empty part stands for a zero.
func goOn(input, part []byte, length int) []byte {
	if len(part) == 0 {
		part = []byte{0}
	}
	for len(input) < length {
		input = append(input, part[:min(len(part), length-len(input))]...)
	}
	return input
}

// differs changes one of the values from an offset on, which all have the size of read: the first one, the last one, or any.
func (b *Breeder) differs(random *draw.Source, input []byte, from int, read layout.Read) []byte {
	count := (len(input) - from) / max(int(read.Size), 1)
	if count == 0 || read.Size == 0 {
		return input
	}
	at := []int{0, count - 1, random.IntN(count), random.IntN(count)}[random.IntN(4)]
	value := input[from+at*int(read.Size):][:read.Size]
	if random.IntN(2) == 0 {
		value[0] += byte(1 + random.IntN(255))
		return input
	}
	other := b.parent(random)
	clear(value)
	copy(value, valueOf(other, random.IntN(len(other.Reads))))
	return input
}

func valueOf(p *corpus.Entry, i int) []byte { return p.Bytes[p.Reads[i].Offset:][:p.Reads[i].Size] }

// numbers continues the input with numbers of the size of read that rise from 0 by a step, or fall to it.
func numbers(random *draw.Source, input []byte, read layout.Read, length, step int) []byte {
	count := (length - len(input)) / max(int(read.Size), 1)
	times := 1 + random.IntN(2)
	var word [8]byte
	for i := range count {
		if step < 0 {
			i = count - 1 - i
		}
		binary.LittleEndian.PutUint64(word[:], uint64(i*times))
		input = goOn(input, word[:min(int(read.Size), len(word))], min(len(input)+min(int(read.Size), len(word)), length))
		for pad := int(read.Size) - len(word); pad > 0; pad-- {
			input = append(input, 0)
		}
	}
	return input
}
