//go:build llvm19

package pass

import (
	"bytes"
	"math"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// Bounds of what addConstants collects, picked by hand.
const (
	maxConstants   = 4096
	maxElements    = 1024 // of one array or structure
	minInteger     = 256  // smaller integers are tried anyway, but for long inputs
	minSmall       = 4    // which these are for
	maxSmall       = 64
	constantsWidth = 64
	maxWords       = 4096
	minWord        = 2  // characters, but see constants.word
	maxWord        = 64 // characters; longer texts are messages or tables
)

// addConstants lists the integers, floating-point numbers and words in the program's functions and variables. It lists each once, in
// the order of first use.
func addConstants(functions *functions, table *locations.Table) {
	c := constants{table: table, integers: map[uint64]bool{}, reals: map[uint64]bool{}, words: map[string]bool{}}
	seen := map[llvm.Value]bool{}
	for function := range llvm.Functions(functions.module) {
		if !functions.defines(function) {
			continue
		}
		for block := range llvm.Blocks(function) {
			for _, constant := range llvm.Constants(block) {
				if !seen[constant] {
					seen[constant] = true
					c.add(constant)
				}
			}
		}
	}
	for variable := range llvm.Globals(functions.module) {
		if !variable.IsDeclaration() {
			c.add(variable.Initializer())
		}
	}
}

type constants struct {
	table           *locations.Table
	integers, reals map[uint64]bool
	words           map[string]bool
}

// add notes the numbers in a value when it is a constant.
func (c *constants) add(v llvm.Value) {
	if v.IsNil() {
		return
	}
	if characters, ok := llvm.Characters(v); ok {
		c.word(characters)
		return
	}
	if len(c.table.Constants)+len(c.table.Reals) >= maxConstants {
		return
	}
	switch {
	case !v.IsAConstantInt().IsNil():
		if v.Type().IntTypeWidth() <= constantsWidth {
			c.integer(v.ZExtValue(), v.Type().IntTypeWidth())
		}
	case !v.IsAConstantFP().IsNil():
		if value, inexact := v.DoubleValue(); !inexact || value != 0 {
			if bits := math.Float64bits(value); !c.reals[bits] {
				c.reals[bits] = true
				c.table.Reals = append(c.table.Reals, bits)
			}
		}
	case v.IsConstant():
		for k := range maxElements {
			element := llvm.Element(v, k)
			if element.IsNil() {
				break
			}
			c.add(element)
		}
	}
}

// integer notes an integer of the given width, unless the integer or its negation is small; then it may be one of the small ones.
func (c *constants) integer(value uint64, bits int) {
	sign := int64(value<<(64-bits)) >> (64 - bits)
	if value >= minSmall && value < minInteger && !c.integers[value] && len(c.table.Small) < maxSmall {
		c.integers[value] = true
		c.table.Small = append(c.table.Small, value)
	}
	if value < minInteger || sign < 0 && sign > -minInteger || c.integers[value] {
		return
	}
	c.integers[value] = true
	c.table.Constants = append(c.table.Constants, value)
}

// word notes an array of characters, up to its first zero if nothing but zeros follows. A string of one character is a word, too: a longer
// word may stand where the program compares, and changing characters does not shorten it.
func (c *constants) word(characters []byte) {
	word := bytes.TrimRight(characters, "\x00")
	if len(word) < minWord && len(characters) != len("x\x00") || len(word) == 0 || len(word) > maxWord || len(c.table.Words) >= maxWords ||
		c.words[string(word)] {
		return
	}
	c.words[string(word)] = true
	c.table.Words = append(c.table.Words, word)
}
