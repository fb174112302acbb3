package breed

import (
	"bytes"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/text"
	"fizzer/fizzer/trace"
)

// Picked by hand.
const (
	maxWorded      = 64      // characters of the longest text of which Wordings makes inputs
	maxWordings    = 256     // inputs of one kind for one text
	maxWordedTexts = 8       // texts of one entry
	maxWordedBytes = 1 << 12 // bytes of the longest input of which there are others: those of an entry take at most 40 MB
)

// Wordings returns inputs made by one edit of a text of an entry: without each of the words that stand there (text.Words), with each of
// words or characters instead of it, before it and behind the last, and with texts of others as a line before or behind all. If there are
// more than maxWordings of a kind, it draws as many. Texts longer than maxWorded are left out, and so are those behind the first
// maxWordedTexts and inputs longer than maxWordedBytes.
func Wordings(random *draw.Source, entry *corpus.Entry, words, characters [][]byte, others []*corpus.Entry) (inputs [][]byte) {
	if len(entry.Bytes) > maxWordedBytes {
		return nil
	}
	lines, texts := linesOf(others), text.Of(entry.Input, false)
	for _, t := range texts[:min(len(texts), maxWordedTexts)] {
		if present := written(t, entry); len(present) <= maxWorded {
			w := wordings{t, entry.Input, present}
			inputs = slices.Concat(inputs, w.shortened(), w.worded(random, words), w.worded(random, characters), w.longer(random, lines))
		}
	}
	return inputs
}

// linesOf returns the texts of entries that are not too long.
func linesOf(entries []*corpus.Entry) (lines [][]byte) {
	for _, entry := range entries {
		for _, t := range text.Of(entry.Input, false) {
			if line := written(t, entry); len(line) <= maxWorded {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// written returns the characters of a text without the zeros at its end.
func written(t text.Text, entry *corpus.Entry) []byte {
	return bytes.TrimRight(t.Characters(nil, entry.Bytes), "\x00")
}

// wordings makes inputs of one text.
type wordings struct {
	text    text.Text
	input   trace.Input
	present []byte // its characters
}

// shortened returns an input without each word.
func (w *wordings) shortened() (inputs [][]byte) {
	for _, place := range text.Words(w.present) {
		inputs = append(inputs, w.text.Replace(w.input, place[0], place[1], nil))
	}
	return inputs
}

// worded returns inputs with words instead of those that stand there, before each of them, and at the end.
func (w *wordings) worded(random *draw.Source, words [][]byte) (inputs [][]byte) {
	var places [][2]int
	for _, place := range text.Words(w.present) {
		places = append(places, place, [2]int{place[0], place[0]})
	}
	places = append(places, [2]int{len(w.present), len(w.present)})
	for _, i := range some(random, len(places)*len(words)) {
		place := places[i/len(words)]
		inputs = append(inputs, w.text.Replace(w.input, place[0], place[1], words[i%len(words)]))
	}
	return inputs
}

// longer returns inputs with lines before and behind all.
func (w *wordings) longer(random *draw.Source, lines [][]byte) (inputs [][]byte) {
	for _, i := range some(random, 2*len(lines)) {
		parts := [][]byte{lines[i/2], w.present}
		if i%2 == 1 {
			slices.Reverse(parts)
		}
		inputs = append(inputs, w.text.Replace(w.input, 0, len(w.present), bytes.Join(parts, []byte{'\n'})))
	}
	return inputs
}

// some returns all numbers below n, or, of more than maxWordings, as many at random.
func some(random *draw.Source, n int) []int {
	numbers := make([]int, min(n, maxWordings))
	for i := range numbers {
		if numbers[i] = i; n > maxWordings {
			numbers[i] = random.IntN(n)
		}
	}
	return numbers
}
