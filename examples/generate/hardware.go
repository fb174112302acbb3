package main

import "fmt"

// register is a word of the state or of the input.
type register struct {
	name  string
	bits  int // 8, 16, 32 or 64
	value uint64
}

var typeNames = map[int]string{8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}
var inputNames = map[int]string{8: "uchar", 16: "ushort", 32: "uint", 64: "ulonglong"}

// hardware writes a transition system as tools for hardware print them: each step reads all inputs, computes the next state by
// operators on words, and checks for a bad state. A simulation with random inputs reaches the bad state after exactly that many
// steps; the program compares some bits of each register.
func (s *source) hardware(d *drawn) {
	count, steps := d.size, d.steps
	if count == 0 {
		count = s.between(2, 4)
	}
	if steps == 0 {
		steps = s.between(3, 9)
	}
	widths := []int{8, 16, 32, 64}
	var state, inputs []register
	for i := range count {
		state = append(state, register{fmt.Sprintf("s%d", i), widths[s.random.IntN(4)], 0})
	}
	for i := range s.between(1, 3) {
		inputs = append(inputs, register{fmt.Sprintf("in%d", i), widths[s.random.IntN(4)], 0})
	}
	next := make([]*term, count)
	for i := range next {
		next[i] = &term{"+", state[i].bits, []*term{s.term(state, inputs, 2), s.term(state, inputs, 3)}, 0, 0}
	}
	values := map[string]uint64{}
	for i := range state {
		state[i].value = s.random.Uint64() & mask(state[i].bits)
		values[state[i].name] = state[i].value
	}
	for range steps {
		for _, in := range inputs {
			values[in.name] = s.random.Uint64() & mask(in.bits)
			s.witness = append(s.witness, values[in.name])
		}
		after := map[string]uint64{}
		for i := range state {
			after[state[i].name] = next[i].value(values) & mask(state[i].bits)
		}
		for name, v := range after {
			values[name] = v
		}
	}
	s.system(state, inputs, next, values, steps)
}

// system writes the program.
func (s *source) system(state, inputs []register, next []*term, end map[string]uint64, steps int) {
	for _, bits := range []int{8, 16, 32, 64} {
		s.line("extern %s __VERIFIER_nondet_%s(void);", typeNames[bits], inputNames[bits])
	}
	s.line("\nint main(void) {\n  unsigned char step = 0;")
	for _, r := range state {
		s.line("  %s %s = %dULL;", typeNames[r.bits], r.name, r.value)
	}
	s.line("  for (;;) {")
	for _, r := range inputs {
		s.line("    %s %s = __VERIFIER_nondet_%s();", typeNames[r.bits], r.name, inputNames[r.bits])
	}
	for i, r := range state {
		s.line("    %s next_%s = (%s)%s;", typeNames[r.bits], r.name, typeNames[r.bits], next[i].text())
	}
	for _, r := range state {
		s.line("    %s = next_%s;", r.name, r.name)
	}
	s.line("    step++;\n    _Bool bad = step == %d;", steps)
	for _, r := range state {
		m := s.random.Uint64() & mask(r.bits) // about half of the bits
		s.line("    bad = bad & ((%s & %dULL) == %dULL);", r.name, m, end[r.name]&m)
	}
	s.line("    if (bad) {\n      reach_error();\n    }\n    if (step > %d) {\n      return 0;\n    }\n  }\n}", steps+1)
}

func mask(bits int) uint64 { return ^uint64(0) >> (64 - bits) }

// term is an expression over the state and the input. It is computed in 64 bits and cut to its width.
type term struct {
	kind     string // operator, or the name of a register, or "constant"
	bits     int    // width to which the result is cut
	of       []*term
	constant uint64
	distance int // of shifts
}

// term returns a random term.
func (s *source) term(state, inputs []register, depth int) *term {
	bits := []int{8, 16, 32, 64}[s.random.IntN(4)]
	if depth == 0 {
		return s.leaf(state, inputs)
	}
	below := func() *term { return s.term(state, inputs, depth-1) }
	kind := []string{"+", "-", "^", "&", "|", "<<", ">>", "~", "?", "+", "^", "*"}[s.random.IntN(12)]
	t := &term{kind, bits, []*term{below()}, 0, s.between(1, bits-1)}
	switch kind {
	case "*": // by a constant
		t.of = append(t.of, &term{"constant", bits, nil, uint64(s.between(1, 1<<15))*2 + 1, 0})
	case "?":
		t.of = append(t.of, below(), below(), below())
	case "<<", ">>", "~":
	default:
		t.of = append(t.of, below())
	}
	return t
}

func (s *source) leaf(state, inputs []register) *term {
	i := s.random.IntN(len(state) + 2*len(inputs) + 1)
	switch {
	case i < len(state):
		return &term{state[i].name, state[i].bits, nil, 0, 0}
	case i < len(state)+2*len(inputs):
		in := inputs[(i-len(state))/2]
		return &term{in.name, in.bits, nil, 0, 0}
	}
	return &term{"constant", 32, nil, s.random.Uint64() & mask(32), 0}
}

// text returns the term in C; a cast cuts each result.
func (t *term) text() string {
	inner := ""
	switch t.kind {
	case "constant":
		return fmt.Sprintf("%dULL", t.constant)
	case "~":
		inner = "~" + t.of[0].text()
	case "<<", ">>":
		inner = fmt.Sprintf("(unsigned long long)%s %s %d", t.of[0].text(), t.kind, t.distance)
	case "?":
		inner = fmt.Sprintf("%s < %s ? %s : %s", t.of[0].text(), t.of[1].text(), t.of[2].text(), t.of[3].text())
	default:
		if len(t.of) == 0 {
			return t.kind
		}
		inner = fmt.Sprintf("(unsigned long long)%s %s %s", t.of[0].text(), t.kind, t.of[1].text())
	}
	return fmt.Sprintf("((%s)(%s))", typeNames[t.bits], inner)
}

// value computes the term as C does.
func (t *term) value(values map[string]uint64) uint64 {
	var of [4]uint64
	for i, o := range t.of {
		of[i] = o.value(values)
	}
	var v uint64
	switch t.kind {
	case "constant":
		return t.constant
	case "~":
		v = ^of[0]
	case "<<":
		v = of[0] << t.distance
	case ">>":
		v = of[0] >> t.distance
	case "?":
		v = of[3]
		if of[0] < of[1] {
			v = of[2]
		}
	case "+":
		v = of[0] + of[1]
	case "-":
		v = of[0] - of[1]
	case "^":
		v = of[0] ^ of[1]
	case "&":
		v = of[0] & of[1]
	case "|":
		v = of[0] | of[1]
	case "*":
		v = of[0] * of[1]
	case "/":
		v = of[0] / of[1]
	case "%":
		v = of[0] % of[1]
	default:
		return values[t.kind]
	}
	return v & mask(t.bits)
}
