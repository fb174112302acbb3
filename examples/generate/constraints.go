package main

import (
	"fmt"
	"strings"
)

// constraints writes a task like those of the XCSP family: variables with domains, assumptions over them, and the error behind the
// last assumption. It chooses a solution first, and draws the assumptions from those that hold for it.
func (s *source) constraints(d *drawn) {
	count := d.size
	kinds := []func(int){s.different, s.intervals, s.clauses, s.sums}
	kind := s.random.IntN(len(kinds))
	if count == 0 {
		count = s.between(5, 9)
		if kind == 2 {
			count = s.between(20, 60)
		}
	}
	s.line("extern int __VERIFIER_nondet_int(void);\nextern _Bool __VERIFIER_nondet_bool(void);\n")
	s.line("static void assume(int holds) {\n  if (!holds) {\n    abort();\n  }\n}\n\nint main(void) {")
	kinds[kind](max(count, 3))
	s.line("  reach_error();\n  return 0;\n}")
}

// variables reads integers, each with a domain; the solution becomes the witness.
func (s *source) variables(solution []int, low, high int) {
	for i, v := range solution {
		s.line("  int x%d = __VERIFIER_nondet_int();\n  assume(x%d >= %d && x%d <= %d);", i, i, low, i, high)
		s.witness = append(s.witness, uint64(v))
	}
}

// allDifferent assumes that every two of the variables differ.
func (s *source) allDifferent(name string, count int) {
	for i := range count {
		for j := range i {
			s.line("  assume(%s%d != %s%d);", name, j, name, i)
		}
	}
}

// different assumes that all variables differ, and states weighted differences of neighbours.
func (s *source) different(count int) {
	solution := s.random.Perm(2 * count)[:count]
	s.variables(solution, 0, 2*count-1)
	s.allDifferent("x", count)
	for i := range count - 1 {
		a, b := s.between(1, 5), s.between(1, 5)
		s.line("  assume(%d * x%d - %d * x%d == %d);", a, i, b, i+1, a*solution[i]-b*solution[i+1])
	}
}

// intervals assumes a permutation whose distances between neighbours are all different, too.
func (s *source) intervals(count int) {
	solution := make([]int, count)
	for i := range solution { // 0, n-1, 1, n-2, ... has every distance once
		if solution[i] = i / 2; i%2 == 1 {
			solution[i] = count - 1 - i/2
		}
	}
	s.variables(solution, 0, count-1)
	for i := range count - 1 {
		s.line("  int d%d = x%d > x%d ? x%d - x%d : x%d - x%d;", i, i, i+1, i, i+1, i+1, i)
	}
	s.allDifferent("x", count)
	s.allDifferent("d", count-1)
}

// clauses assumes disjunctions of three Booleans, nearly as many as there can be before a single solution is left.
func (s *source) clauses(count int) {
	values := make([]bool, count)
	for i := range values {
		values[i] = s.random.IntN(2) == 1
		s.line("  _Bool b%d = __VERIFIER_nondet_bool();", i)
		s.witness = append(s.witness, map[bool]uint64{true: 1}[values[i]])
	}
	for range 4 * count {
		var literals []string
		holds := false
		for range 3 {
			i, positive := s.random.IntN(count), s.random.IntN(2) == 1
			holds = holds || values[i] == positive
			literals = append(literals, map[bool]string{true: "", false: "!"}[positive]+fmt.Sprintf("b%d", i))
		}
		if holds {
			s.line("  assume(%s);", strings.Join(literals, " || "))
		}
	}
}

// sums assumes weighted sums of all variables, and products of neighbours.
func (s *source) sums(count int) {
	solution := make([]int, count)
	for i := range solution {
		solution[i] = s.between(0, 30)
	}
	s.variables(solution, 0, 30)
	for range 2 {
		var parts []string
		sum := 0
		for i := range solution {
			weight := s.between(1, 9)
			sum += weight * solution[i]
			parts = append(parts, fmt.Sprintf("%d * x%d", weight, i))
		}
		s.line("  assume(%s == %d);", strings.Join(parts, " + "), sum)
	}
	for i := 0; i+1 < count; i += 2 {
		s.line("  assume(x%d * x%d == %d);", i, i+1, solution[i]*solution[i+1])
	}
}
