package main

import "fmt"

// wire is a register or an input of a circuit: a word of some bits in the next larger type.
type wire struct {
	name  string
	bits  int // 4 to 64
	value uint64
}

func (w *wire) kind() int {
	for _, bits := range []int{8, 16, 32} {
		if w.bits <= bits {
			return bits
		}
	}
	return 64
}

// mix is how a data register changes: rotated, with an input and another register mixed in.
type mix struct {
	rotate, other, input int
	enabled              uint64 // value of two bits of the control input for which the register keeps its value
	at                   int    // the lowest of these bits
	add, times           uint64 // times is odd
}

// circuit is a transition system in the style of translators of word-level circuits: no branches but the one at the bad state, each
// operator masked to its width, and the parts of the bad state tied to each other.
//
//	count' = ((rotated key ^ control) & lock) == code ? count + 1 : 0
//	r'     = enabled(control) ? (rotate(r) ^ input + other) * odd + constant : r      for each data register
//	bad    = count == steps && each data register has one exact value, as far as its inputs may bring it there
//
// The count asks for a relation between state and control in each of the steps, and the data registers share their inputs, so that no
// input moves one part of the bad state alone.
type circuit struct {
	*source
	control, count *wire
	data, inputs   []*wire
	mixes          []mix
	lock, code     uint64
	key            int // data register that the lock compares
	steps          int
}

// circuit draws one; size is the number of data registers.
func (s *source) circuit(d *drawn) {
	c := &circuit{source: s, steps: d.steps, count: &wire{name: "count", bits: 8}, control: s.wire("control", 8, 16)}
	if c.steps == 0 {
		c.steps = s.between(3, 8)
	}
	size := d.size
	if size == 0 {
		size = s.between(2, 4)
	}
	for i := range s.between(1, 2) {
		c.inputs = append(c.inputs, s.wire(fmt.Sprintf("in%d", i), 8, 48))
	}
	for i := range size {
		r := s.wire(fmt.Sprintf("r%d", i), 6, 40)
		r.value = s.random.Uint64() & mask(r.bits)
		c.data = append(c.data, r)
		m := mix{rotate: s.between(1, r.bits-1), other: s.random.IntN(size), input: s.random.IntN(len(c.inputs)), times: 1,
			enabled: s.random.Uint64() & 3, at: s.random.IntN(c.control.bits - 1), add: s.random.Uint64() & mask(r.bits)}
		if r.bits <= 16 && s.random.IntN(3) == 0 {
			m.times = s.random.Uint64()&mask(r.bits) | 1
		}
		c.mixes = append(c.mixes, m)
	}
	c.key = s.random.IntN(size)
	c.lock = c.drawLock()
	c.code = s.random.Uint64() & c.lock
	c.write()
}

// wire draws the width of a word.
func (s *source) wire(name string, low, high int) *wire {
	return &wire{name: name, bits: s.between(low, high)}
}

// drawLock returns a mask of 4 to 8 bits of the control input.
func (c *circuit) drawLock() (lock uint64) {
	for range c.between(4, 8) {
		lock |= 1 << c.random.IntN(c.control.bits)
	}
	return lock
}

// simulate makes the witness: inputs at random, but the control satisfies the lock in each step. Afterwards the wires have the bad state.
func (c *circuit) simulate() {
	for range c.steps {
		key := c.data[c.key].value
		c.control.value = c.random.Uint64()&mask(c.control.bits)&^c.lock | (c.turned(c.key, key)^c.code)&c.lock
		c.witness = append(c.witness, c.control.value)
		for _, in := range c.inputs {
			in.value = c.random.Uint64() & mask(in.bits)
			c.witness = append(c.witness, in.value)
		}
		next := make([]uint64, len(c.data))
		for i, r := range c.data {
			next[i] = c.next(i, r)
		}
		for i, r := range c.data {
			r.value = next[i]
		}
	}
}

// turned is a data register's value, rotated as in its mix.
func (c *circuit) turned(i int, v uint64) uint64 {
	bits, by := c.data[i].bits, c.mixes[i].rotate
	return (v<<by | v>>(bits-by)) & mask(bits)
}

func (c *circuit) next(i int, r *wire) uint64 {
	m := &c.mixes[i]
	if c.control.value>>m.at&3 == m.enabled {
		return r.value
	}
	return (((c.turned(i, r.value)^c.inputs[m.input].value)+c.data[m.other].value)*m.times + m.add) & mask(r.bits)
}

// write writes the program.
func (c *circuit) write() {
	for _, bits := range []int{8, 16, 32, 64} {
		c.line("extern %s __VERIFIER_nondet_%s(void);", typeNames[bits], inputNames[bits])
	}
	c.line("\nint main(void) {\n  unsigned char count = 0;\n  unsigned char step = 0;")
	for _, r := range c.data {
		c.line("  %s %s = %dULL;", typeNames[r.kind()], r.name, r.value)
	}
	c.line("  for (;;) {")
	for _, in := range append([]*wire{c.control}, c.inputs...) {
		c.line("    %s %s = __VERIFIER_nondet_%s() & %dULL;", typeNames[in.kind()], in.name, inputNames[in.kind()], mask(in.bits))
	}
	for i, r := range c.data {
		c.line("    unsigned long long turned_%[1]s = ((unsigned long long)%[1]s << %[2]d | %[1]s >> %[3]d) & %[4]dULL;", r.name, c.mixes[i].rotate,
			r.bits-c.mixes[i].rotate, mask(r.bits))
	}
	key := c.data[c.key]
	c.line("    unsigned char open = ((turned_%s ^ control) & %dULL) == %dULL;", key.name, c.lock, c.code)
	for i, r := range c.data {
		m := &c.mixes[i]
		c.line("    unsigned char keep_%s = (control >> %d & 3) == %d;", r.name, m.at, m.enabled)
		c.line("    unsigned long long mixed_%[1]s = (((turned_%[1]s ^ %[2]s) + %[3]s) * %[4]dULL + %[5]dULL) & %[6]dULL;", r.name, c.inputs[m.input].name,
			c.data[m.other].name, m.times, m.add, mask(r.bits))
	}
	for _, r := range c.data {
		c.line("    %s = keep_%[1]s ? %[1]s : mixed_%[1]s;", r.name)
	}
	c.line("    count = open ? (count + 1) & 255 : 0;\n    step = step + 1;")
	c.simulate()
	c.line("    unsigned char bad = count == %d;", c.steps)
	for _, r := range c.data {
		c.line("    bad = bad & (%s == %dULL);", r.name, r.value)
	}
	c.line("    if (bad) {\n      reach_error();\n    }\n    if (step > %d) {\n      return 0;\n    }\n  }\n}", c.steps+2)
}
