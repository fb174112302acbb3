package main

import (
	"fmt"
	"strings"
)

// formula is a program that reads Booleans, assumes constraints on them, one after the other, and has its error behind the last one. The
// values are chosen first, and the constraints drawn from those that hold for them.
type formula struct {
	*source
	values []bool
}

// clausesOfABoolean is the number of clauses for each Boolean, picked by hand: random clauses of three are hardest near 4.27.
const clausesOfABoolean = 4

// ofFormula makes a method of a formula what writes programs of a kind.
func ofFormula(write func(*formula, *drawn)) func(*source, *drawn) {
	return func(s *source, d *drawn) { write(&formula{source: s}, d) }
}

// count returns the number of Booleans: 100 unless the size says otherwise.
func count(d *drawn) int {
	if d.size == 0 {
		return 100
	}
	return max(d.size, 16)
}

// literal is a Boolean, or its negation.
type literal struct {
	of      int // index of the Boolean
	negated bool
}

// sign returns what stands before a literal: not, if it is negated.
func (l literal) sign(not string) string {
	if l.negated {
		return not
	}
	return ""
}

// choose draws the values.
func (f *formula) choose(count int) {
	f.values = make([]bool, count)
	for i := range f.values {
		f.values[i] = f.random.IntN(2) == 1
	}
}

// clauses returns the number of clauses.
func (f *formula) clauses() int { return clausesOfABoolean * len(f.values) }

// clause draws three literals over different Booleans, at least one of which holds.
func (f *formula) clause() []literal {
	for {
		var clause []literal
		holds := false
		for _, of := range f.random.Perm(len(f.values))[:3] {
			negated := f.random.IntN(2) == 0
			clause = append(clause, literal{of, negated})
			holds = holds || f.values[of] != negated
		}
		if holds {
			return clause
		}
	}
}

// booleans declares an array of Booleans and reads it.
func (f *formula) booleans() {
	f.line("extern _Bool __VERIFIER_nondet_bool(void);\n")
	f.assume()
	f.line("int main(void) {\n  _Bool x[%d];\n  for (int i = 0; i < %[1]d; i++) {\n    x[i] = __VERIFIER_nondet_bool();\n  }", len(f.values))
	for _, v := range f.values {
		value := uint64(0)
		if v {
			value = 1
		}
		f.witness = append(f.witness, value)
	}
}

// assume defines the function that ends a run when a constraint does not hold.
func (f *formula) assume() {
	f.line("static void assume(int holds) {\n  if (!holds) {\n    abort();\n  }\n}\n")
}

// statements writes each clause as a statement of its own.
func (f *formula) statements(d *drawn) {
	f.choose(count(d))
	f.booleans()
	for range f.clauses() {
		var parts []string
		for _, l := range f.clause() {
			parts = append(parts, fmt.Sprintf("%sx[%d]", l.sign("!"), l.of))
		}
		f.line("  assume(%s);", strings.Join(parts, " | "))
	}
	f.end()
}

// end writes the error, and the end of main.
func (f *formula) end() { f.line("  reach_error();\n  return 0;\n}") }

// table writes the clauses as a table over Booleans, which a loop checks.
func (f *formula) table(d *drawn) {
	f.choose(count(d))
	f.line("static const short clauses[%d][3] = {", f.clauses())
	for range f.clauses() {
		var parts []string
		for _, l := range f.clause() {
			parts = append(parts, fmt.Sprintf("%s%d", l.sign("-"), l.of+1))
		}
		f.line("    {%s},", strings.Join(parts, ", "))
	}
	f.line("};\n")
	f.booleans()
	f.line("  for (int i = 0; i < %d; i++) {\n    _Bool holds = 0;\n    for (int k = 0; k < 3; k++) {", f.clauses())
	f.line("      int literal = clauses[i][k];\n      holds |= literal > 0 ? x[literal - 1] : !x[-literal - 1];\n    }\n    assume(holds);\n  }")
	f.end()
}

// words writes the clauses over the bits of words of 32 bits: for each word the bits of which one has to be set or, of others, clear.
func (f *formula) words(d *drawn) {
	const width = 32
	f.choose(count(d))
	words := (len(f.values) + width - 1) / width
	f.line("extern unsigned int __VERIFIER_nondet_uint(void);\n")
	f.line("static const unsigned int clauses[%d][%d][2] = {", f.clauses(), words)
	for range f.clauses() {
		masks := make([]struct{ set, clear uint32 }, words)
		for _, l := range f.clause() {
			bit := uint32(1) << (l.of % width)
			if l.negated {
				masks[l.of/width].clear |= bit
			} else {
				masks[l.of/width].set |= bit
			}
		}
		var parts []string
		for _, m := range masks {
			parts = append(parts, fmt.Sprintf("{%#x, %#x}", m.set, m.clear))
		}
		f.line("    {%s},", strings.Join(parts, ", "))
	}
	f.line("};\n")
	f.assume()
	f.line("int main(void) {\n  unsigned int x[%d];\n  for (int i = 0; i < %[1]d; i++) {\n    x[i] = __VERIFIER_nondet_uint();\n  }", words)
	f.line("  for (int i = 0; i < %d; i++) {\n    unsigned int holds = 0;\n    for (int k = 0; k < %d; k++) {", f.clauses(), words)
	f.line("      holds |= (x[k] & clauses[i][k][0]) | (~x[k] & clauses[i][k][1]);\n    }\n    assume(holds != 0);\n  }")
	f.end()
	read := make([]uint64, words)
	for i, v := range f.values {
		if v {
			read[i/width] |= 1 << (i % width)
		}
	}
	f.witness = append(f.witness, read...)
}

// coloring writes that a graph is coloured in four colours: a Boolean for each node and colour. Each node has one of them, and no edge
// has one twice.
func (f *formula) coloring(d *drawn) {
	const colors = 4
	nodes := count(d) / colors
	color := make([]int, nodes)
	f.values = make([]bool, colors*nodes)
	for i := range color {
		color[i] = f.random.IntN(colors)
		f.values[colors*i+color[i]] = true
	}
	var edges [][2]int
	for len(edges) < 4*nodes {
		if a, b := f.random.IntN(nodes), f.random.IntN(nodes); color[a] != color[b] {
			edges = append(edges, [2]int{a, b})
		}
	}
	f.line("static const unsigned char edges[%d][2] = {", len(edges))
	for _, e := range edges {
		f.line("    {%d, %d},", e[0], e[1])
	}
	f.line("};\n")
	f.booleans()
	f.line("  for (int i = 0; i < %d; i++) {", nodes)
	f.line("    assume(x[4 * i] + x[4 * i + 1] + x[4 * i + 2] + x[4 * i + 3] == 1);\n  }")
	f.line("  for (int i = 0; i < %d; i++) {\n    for (int c = 0; c < 4; c++) {", len(edges))
	f.line("      assume(!(x[4 * edges[i][0] + c] & x[4 * edges[i][1] + c]));\n    }\n  }")
	f.end()
}

// pigeons writes that each of the pigeons sits in a hole of its own, where as many holes as pigeons are left and each pigeon likes a few:
// a Boolean for each pigeon and hole.
func (f *formula) pigeons(d *drawn) {
	pigeons := 4
	for (pigeons+1)*(pigeons+1) <= count(d) {
		pigeons++
	}
	hole := f.random.Perm(pigeons)
	f.values = make([]bool, pigeons*pigeons)
	f.line("static const unsigned int liked[%d] = {", pigeons)
	for i, h := range hole {
		f.values[pigeons*i+h] = true
		f.line("    %#x,", 1<<h|1<<f.random.IntN(pigeons)|1<<f.random.IntN(pigeons))
	}
	f.line("};\n")
	f.booleans()
	f.line("  for (int i = 0; i < %d; i++) {\n    int holes = 0;\n    for (int h = 0; h < %[1]d; h++) {", pigeons)
	f.line("      holes += x[%d * i + h];\n      assume(!x[%[1]d * i + h] | (liked[i] >> h & 1));\n    }\n    assume(holes == 1);\n  }", pigeons)
	f.line("  for (int h = 0; h < %d; h++) {\n    for (int i = 0; i < %[1]d; i++) {\n      for (int k = 0; k < i; k++) {", pigeons)
	f.line("        assume(!(x[%d * i + h] & x[%[1]d * k + h]));\n      }\n    }\n  }", pigeons)
	f.end()
}
