package main

import "fmt"

// protocol is a program that reads messages of a type and two words until they advance its state far enough. Which message advances
// a state stands in tables, so that one condition does it for all states; every third state has a condition of its own. Handlers of the
// other types ask questions of no use: some any message may answer, some none, and these are expensive to refute. size is the number of
// types, steps that of the states.
type protocol struct{ *source }

func (s protocol) write(d *drawn) {
	types, states := d.size, d.steps
	if types == 0 {
		types = s.between(6, 14)
	}
	if states == 0 {
		states = s.between(9, 18)
	}
	types = max(types, 2)
	var kinds, factors, keys []uint64
	for range states {
		kinds = append(kinds, uint64(s.random.IntN(types)))
		factors = append(factors, s.random.Uint64()&0xffff|1)
		a, b := s.random.Uint64()&0xffff, s.random.Uint64()&0xffff
		keys = append(keys, (a*factors[len(factors)-1]^b)&0xffff)
		s.witness = append(s.witness, kinds[len(kinds)-1], a, b)
	}
	s.line("extern unsigned char __VERIFIER_nondet_uchar(void);\nextern unsigned short __VERIFIER_nondet_ushort(void);\n")
	s.table("kinds", "char", kinds)
	s.table("factors", "short", factors)
	s.table("keys", "short", keys)
	s.line("static unsigned int noise;\n")
	for i := range types {
		s.handler(i)
	}
	s.line("int main(void) {\n  unsigned char state = 0;\n  for (int i = 0; i < %d; i++) {", 2*states)
	s.line("    unsigned char type = __VERIFIER_nondet_uchar();\n    unsigned short a = __VERIFIER_nondet_ushort();")
	s.line("    unsigned short b = __VERIFIER_nondet_ushort();")
	s.line("    if (type >= %d) {\n      return 1;\n    }", types)
	s.line("    if (type == kinds[state]) {\n      if ((unsigned short)(a * factors[state] ^ b) == keys[state]) {\n        state++;\n      }\n    }")
	for i := 3; i < states; i += 3 {
		s.line("    if (state == %d) {\n      noise += %d;\n    }", i, i)
	}
	s.line("    if (state == %d) {\n      reach_error();\n      return 0;\n    }", states)
	for i := range types {
		s.line("    if (type == %d) {\n      handle_%d(a, b);\n    }", i, i)
	}
	s.line("  }\n  return 0;\n}")
}

// table writes a constant array.
func (s *source) table(name, kind string, values []uint64) {
	s.line("static const unsigned %s %s[%d] = {", kind, name, len(values)+1) // the last state compares, too
	for _, v := range values {
		s.line("  %d,", v)
	}
	s.line("};")
}

// handler writes what is done for a type of message.
func (s protocol) handler(number int) {
	s.line("static void handle_%d(unsigned short a, unsigned short b) {", number)
	for range s.between(2, 5) {
		k, c := s.random.Uint64()&0xffff|1, s.random.Uint64()&0xffff
		switch s.random.IntN(3) {
		case 0: // any a has a b
			s.line("  if ((unsigned short)(a * %d + b) == %d) {\n    noise ^= %d;\n  }", k, c, c)
		case 1: // a range
			s.line("  if ((unsigned short)(a ^ %d) < %d) {\n    noise += b;\n  }", c, s.between(100, 9000))
		default: // a sum of two squares is never 3 modulo 4
			s.line("  if ((((unsigned)a * a + (unsigned)b * b) & %d) == %d) {\n    noise -= a;\n  }", 4<<s.between(3, 8)-1, s.between(0, 7)*4+3)
		}
	}
	s.line("}\n")
}

// recognizer is a parser by tables: the class of a byte and the state choose the next state. A chain of states leads to the error,
// most other ways lead back. steps is the length of the chain; the last state also asks for a sum of the bytes.
type recognizer struct{ *source }

func (s recognizer) write(d *drawn) {
	states := d.steps
	if states == 0 {
		states = s.between(10, 24)
	}
	states = max(states, 2)
	classes := 8
	of := make([]uint64, 256)
	for i := range of {
		of[i] = s.random.Uint64() % uint64(classes)
	}
	next := make([]uint64, states*classes)
	sum := uint64(0)
	for i := range states {
		for k := range classes {
			if s.random.IntN(3) == 0 {
				next[i*classes+k] = uint64(s.random.IntN(i + 1))
			}
		}
		if i == states-1 {
			break
		}
		v := s.random.Uint64() & 255
		next[i*classes+int(of[v])] = uint64(i + 1)
		sum = sum*5 + v
		s.witness = append(s.witness, v)
	}
	s.line("extern unsigned char __VERIFIER_nondet_uchar(void);\n")
	s.table("class_of", "char", of)
	s.table("next_of", "char", next)
	s.line("\nint main(void) {\n  unsigned char state = 0;\n  unsigned short sum = 0;\n  unsigned int noise = 0;")
	s.line("  for (int i = 0; i < %d; i++) {\n    unsigned char c = __VERIFIER_nondet_uchar();", 2*states)
	s.line("    if (c == %d) {\n      return 1;\n    }", s.absent())
	s.line("    state = next_of[state * %d + class_of[c]];\n    sum = sum * 5 + c;\n    switch (state) {", classes)
	for i := 1; i < states-1; i++ {
		s.line("    case %d:", i)
		if s.random.IntN(2) == 0 {
			s.line("      if ((c & 3) == %d) {\n        noise += c;\n      }", s.random.IntN(4))
		}
		s.line("      noise ^= %d;\n      break;", i)
	}
	s.line("    case %d:\n      if (sum == %d) {\n        reach_error();\n        return 0;\n      }\n      break;", states-1, sum&0xffff)
	s.line("    default:\n      break;\n    }\n  }\n  return 0;\n}")
}

// absent returns a byte that the witness has not; there is one, because it is shorter than 256 bytes.
func (s recognizer) absent() int {
	used := map[uint64]bool{}
	for _, v := range s.witness {
		used[v] = true
	}
	for v := range 256 {
		if !used[uint64(v)] {
			return v
		}
	}
	panic(fmt.Sprintf("%d values", len(s.witness)))
}
