package breed

import (
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/text"
	"fizzer/fizzer/trace"
)

// Picked by hand.
const (
	wordChanges = 4       // maximum of words in one child
	maxText     = 1 << 12 // maximum of characters of a text that a child gets
)

// Worded returns a parent in one of whose texts (package text) something else stands instead of a word, between two of them, or anywhere:
// some of the words, or a part of the text of another parent. Other children lose what follows when they make a text longer, since the
// program has read the number of characters before. False: the parent that was drawn has no text. There must be parents (Able).
func (b *Breeder) Worded(random *draw.Source, words [][]byte) (input []byte, ok bool) {
	b.update()
	p := b.parent(random)
	t, characters, ok := aText(random, p)
	if !ok {
		return nil, false
	}
	length := len(characters)
	for range 1 + random.IntN(wordChanges) {
		characters = withWord(random, characters, b.word(random, words))
	}
	return t.Replace(inputOf(p), 0, length, characters[:min(len(characters), max(maxText, length))]), true
}

// aText draws a text of a parent, without the zeros at its end: to many programs a zero is the end, behind which they read nothing.
func aText(random *draw.Source, p *corpus.Entry) (t text.Text, characters []byte, ok bool) {
	texts := text.Of(inputOf(p), false)
	if len(texts) == 0 {
		return t, nil, false
	}
	t = texts[random.IntN(len(texts))]
	return t, written(t, p), true
}

func inputOf(p *corpus.Entry) trace.Input { return trace.Input{Bytes: p.Bytes, Reads: p.Reads} }

// separators is what often stands between words.
const separators = " \n\t\x00=:;,./-+*&|<>()[]{}\"'#"

// word draws one of the words, a separator, a parent's text, perhaps as a line of its own, or a part of such a text from the beginning of
// a word to the end of one.
func (b *Breeder) word(random *draw.Source, words [][]byte) []byte {
	switch {
	case random.IntN(8) == 0:
		return []byte{separators[random.IntN(len(separators))]}
	case len(words) > 0 && random.IntN(2) == 0:
		return words[random.IntN(len(words))]
	}
	_, characters, ok := aText(random, b.parent(random))
	if !ok || len(characters) == 0 {
		return nil
	}
	switch random.IntN(4) {
	case 0:
		return characters
	case 1:
		return append(slices.Insert(characters, 0, '\n'), '\n')
	}
	first, last := random.IntN(len(characters)), random.IntN(len(characters))
	from, _ := text.WordAt(characters, min(first, last))
	_, end := text.WordAt(characters, max(first, last))
	return characters[from:end]
}

// withWord puts a word into a text: before, after or instead of one of the words that stand there, over any characters, at the beginning or
// at the end.
func withWord(random *draw.Source, characters, word []byte) []byte {
	at := random.IntN(len(characters) + 1)
	from, end := text.WordAt(characters, at)
	switch random.IntN(6) {
	case 0:
		end = from
	case 1:
		from = end
	case 2:
		from, end = at, min(at+len(word), len(characters))
	case 3:
		from, end = 0, 0
	case 4:
		from, end = len(characters), len(characters)
	}
	return slices.Replace(characters, from, end, word...)
}
