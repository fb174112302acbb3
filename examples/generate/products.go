package main

import "fmt"

// products writes unknown words that are multiplied and divided.
type products struct{ *source }

// write writes assumptions over words in which unknowns are multiplied and divided by each other, as hashes, checksums and conversions
// of units do; the error is behind the last one. The solution is chosen first, and each assumption states what it gives. size is the
// number of unknowns, steps the number of assumptions.
func (s products) write(d *drawn) {
	count, steps := d.size, d.steps
	if count == 0 {
		count = s.between(2, 4)
	}
	if steps == 0 {
		steps = s.between(1, 4)
	}
	values := map[string]uint64{}
	var words []register
	for _, bits := range []int{8, 16, 32, 64} {
		s.line("extern %s __VERIFIER_nondet_%s(void);", typeNames[bits], inputNames[bits])
	}
	s.line("\nint main(void) {")
	for i := range max(count, 2) {
		w := register{name: fmt.Sprintf("x%d", i), bits: []int{16, 16, 32, 64}[s.random.IntN(4)]}
		w.value = max(2, s.random.Uint64()&mask(w.bits)>>s.random.IntN(w.bits/2))
		values[w.name] = w.value
		words = append(words, w)
		s.witness = append(s.witness, w.value)
		s.line("  %s %s = __VERIFIER_nondet_%s();", typeNames[w.bits], w.name, inputNames[w.bits])
	}
	for _, w := range words { // nothing is divided by zero
		s.line("  if (%s < 2) {\n    return 0;\n  }", w.name)
	}
	for i := range steps {
		t := s.product(i, words)
		s.line("  if (%s != %dULL) {\n    return 0;\n  }", t.text(), t.value(values))
	}
	s.line("  reach_error();\n  return 0;\n}")
}

// product returns a random term that multiplies or divides a word by another one.
func (s products) product(at int, words []register) *term {
	leaf := func(i int) *term { return &term{words[i%len(words)].name, words[i%len(words)].bits, nil, 0, 0} }
	drawn := func() *term { return leaf(s.random.IntN(len(words))) }
	kind, bits := []string{"*", "*", "*", "/", "%"}[s.random.IntN(5)], []int{16, 32, 32, 64}
	inner := &term{kind, bits[s.random.IntN(4)], []*term{leaf(at), leaf(at + s.between(1, len(words)-1))}, 0, 0}
	switch s.random.IntN(4) {
	case 0:
		return inner
	case 1:
		return &term{"+", 32, []*term{inner, {"*", 32, []*term{drawn(), drawn()}, 0, 0}}, 0, 0}
	}
	return &term{[]string{"^", "+", "-"}[s.random.IntN(3)], bits[s.random.IntN(4)], []*term{inner, drawn()}, 0, 0}
}
