// Package words writes the words of the program and of the user's dictionary where an input has the beginning of one. A comparison of
// strings is a condition for each character, and a search that mends one character after the other loses what it has as soon as another
// part of the input moves. The distance of the node says how far two characters are apart; a place in the input and a word that differ by
// as much there, behind characters that agree, are what the program compares, whatever copies lie between. Neither the report nor its
// sensitivity analysis is needed for that. It is input to state (FUZZY-SAT III-C) for whole words.
package words

import (
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/text"
	"fizzer/fizzer/tree"
)

// Picked by hand.
const (
	maxMatches   = 16   // maximum of places and words that are tried at a node whose execution ID is not covered
	maxOfCovered = 4    // at another node
	maxCompared  = 4096 // maximum of characters of an input that are looked at
)

// Index finds words by their first character. Make it with NewIndex.
type Index struct {
	byFirst [256][][]byte // by the first character in lower case
}

// NewIndex returns the index of words, nil if there are none. Empty words are left out.
func NewIndex(words [][]byte) *Index {
	var x *Index
	for _, word := range words {
		if len(word) == 0 {
			continue
		}
		if x == nil {
			x = &Index{}
		}
		first := text.Fold(word[0])
		x.byFirst[first] = append(x.byFirst[first], word)
	}
	return x
}

// match is a place in the input where the program may compare a word.
type match struct {
	text text.Text
	from int    // index of the word's first character in the text
	same int    // characters that agree
	ends bool   // the text ends where they differ, or the program took what stands there for its end
	word []byte //
}

// compare orders matches: the longer ones first, then those in which two characters differ.
func (m match) compare(n match) int {
	switch {
	case m.same != n.same:
		return n.same - m.same
	case m.ends == n.ends:
		return 0
	case m.ends:
		return 1
	}
	return -1
}

// Applies reports whether Run may find anything at a node: its condition compares for equality, and the equality is missing.
func (x *Index) Applies(t *tree.Tree, n tree.Node) bool {
	if x == nil {
		return false
	}
	missing, _ := t.Missing(n)
	equal, ok := t.Decoder().Equality(t.ID(n).Location)
	return ok && equal == missing
}

// Run writes words at the node of ctx, to which Applies.
func (x *Index) Run(ctx *analysis.Context) error {
	distance := math.Abs(ctx.Tree.Distance(ctx.Node).Float())
	if distance == 0 || !(distance <= math.MaxUint8) { // not of two characters
		return nil
	}
	matches := x.find(ctx, int(distance))
	limit := maxMatches
	if ctx.Tree.Covered(ctx.Node) {
		limit = maxOfCovered
	}
	for _, m := range matches[:min(len(matches), limit)] {
		m.add(ctx)
	}
	return ctx.Send(func(int, *execution.Run) {})
}

// find returns the places where a word differs by the distance behind characters that agree, those with the most of them first.
func (x *Index) find(ctx *analysis.Context, distance int) []match {
	var matches []match
	var characters []byte
	left := maxCompared
	for _, t := range text.Of(ctx.Base, true) {
		characters = t.Characters(characters[:0], ctx.Base.Bytes)
		characters = characters[:min(len(characters), left)]
		left -= len(characters)
		for from := range characters {
			for _, word := range x.candidates(int(characters[from]), distance) {
				if same, ends, ok := differs(characters[from:], word, distance); ok {
					matches = append(matches, match{t, from, same, ends, word})
				}
			}
		}
	}
	slices.SortStableFunc(matches, match.compare)
	return matches
}

// candidates returns the words that may begin at a character: with the same one, or one at the distance.
func (x *Index) candidates(character, distance int) [][]byte {
	folded := int(text.Fold(byte(character)))
	firsts := []int{folded, distance, character + distance, character - distance, folded + distance, folded - distance}
	for i, first := range firsts {
		firsts[i] = int(text.Fold(byte(first)))
	}
	slices.Sort(firsts)
	var words [][]byte
	for _, first := range slices.Compact(firsts) {
		words = append(words, x.byFirst[first]...)
	}
	return words
}

// differs reports whether the first difference between text and word may be one of the given distance, and how many characters are the
// same before it. Case is ignored, since the program may have changed it. Behind its last character a word ends with 0; so may the text,
// at its end or at a character that the program takes for a separator (ends).
func differs(characters, word []byte, distance int) (same int, ends, ok bool) {
	for same < min(len(word), len(characters)) && text.Fold(word[same]) == text.Fold(characters[same]) {
		same++
	}
	has, wants := 0, 0
	if same < len(word) {
		wants = int(word[same])
	}
	if same < len(characters) {
		has = int(characters[same])
		folded := int(text.Fold(byte(has))) - int(text.Fold(byte(wants)))
		if abs(has-wants) == distance || abs(folded) == distance {
			return same, false, true
		}
	}
	return same, true, wants == distance
}

func abs(x int) int { return max(x, -x) }

// add adds inputs with the word at its place: over what stands there, instead of the word that begins there, and before the characters that
// differ.
func (m match) add(ctx *analysis.Context) {
	characters := m.text.Characters(nil, ctx.Base.Bytes)
	_, end := text.WordAt(characters, m.from)
	ends := []int{min(m.from+len(m.word), len(characters)), max(end, m.from+m.same), m.from + m.same}
	slices.Sort(ends)
	for _, end := range slices.Compact(ends) {
		ctx.AddInput(m.text.Replace(ctx.Base, m.from, end, m.word))
	}
}
