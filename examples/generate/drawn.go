package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// drawn describes an example that is drawn by a seed.
type drawn struct {
	kind, name   string
	seed         uint64
	size, steps  int // 0: chosen by the seed
	doors, loops int // percentages
	expected     string
	budget       int
}

// source is the program being written, and the input that reaches its error.
type source struct {
	bytes.Buffer
	random  *rand.Rand
	witness []uint64 // the values that the program reads, in their order
}

func (s *source) line(format string, arguments ...any) { fmt.Fprintf(s, format+"\n", arguments...) }

// between returns a number from low to high.
func (s *source) between(low, high int) int { return low + s.random.IntN(high-low+1) }

// kind is a kind of example: what the header of its programs says, and what writes a program and the values that reach its error.
type kind struct {
	exercises, family string
	write             func(*source, *drawn)
}

// kinds are those that are drawn by a seed.
var kinds = map[string]kind{
	"maze":        {"a maze with doors that open for some values of bytes", "Fuzzle", (*source).maze},
	"hardware":    {"a transition system over words, with an error state some steps deep", "Hardware", (*source).hardware},
	"circuit":     {"a word-level circuit whose bad state ties counter and registers together", "Hardware", (*source).circuit},
	"constraints": {"a chain of assumptions over small integers and Booleans", "XCSP", (*source).constraints},
	"products": {"products, quotients and remainders of unknown words", "XCSP",
		func(s *source, d *drawn) { products{s}.write(d) }},
	"messages": {"messages that advance a state by tables, among others of no use", "Combinations",
		func(s *source, d *drawn) { protocol{s}.write(d) }},
	"parser": {"a recognizer by tables of classes and states", "Combinations",
		func(s *source, d *drawn) { recognizer{s}.write(d) }},
	"clauses":  {"clauses of three over Booleans, one statement each", "XCSP", ofFormula((*formula).statements)},
	"table":    {"clauses of three over Booleans, in a table", "XCSP", ofFormula((*formula).table)},
	"words":    {"clauses of three over the bits of words", "XCSP", ofFormula((*formula).words)},
	"coloring": {"a graph in four colours, a Boolean for each node and colour", "XCSP", ofFormula((*formula).coloring)},
	"pigeons":  {"pigeons in holes of their own, a Boolean for each pigeon and hole", "XCSP", ofFormula((*formula).pigeons)},
}

// kindNames returns the names of all kinds.
func kindNames() string { return "eca, " + strings.Join(slices.Sorted(maps.Keys(kinds)), ", ") }

// write writes the program and its task.
func (d *drawn) write(directory, properties string) error {
	text, _, err := d.program()
	if err != nil {
		return err
	}
	return writeFiles(directory, d.name, text, task(d.name, properties))
}

// program returns the program's text, and the values that reach its error.
func (d *drawn) program() (text []byte, witness []uint64, err error) {
	k, known := kinds[d.kind]
	if !known {
		return nil, nil, fmt.Errorf("there is no kind %q; ask for one of %s", d.kind, kindNames())
	}
	s := &source{random: rand.New(rand.NewPCG(d.seed, 0))}
	k.write(s, d)
	var out source
	out.line("// Exercises: %s.", k.exercises)
	out.line("// family: %s", k.family)
	out.line("// expected: %s goals", d.expected)
	out.line("// budget: %d executions", d.budget)
	out.line("// Written by examples/generate -kind %s -seed %d. The error is reached by the values", d.kind, d.seed)
	for i := 0; i < len(s.witness); i += 12 {
		out.WriteString("//")
		for _, v := range s.witness[i:min(i+12, len(s.witness))] {
			fmt.Fprintf(&out, " %d", v)
		}
		out.WriteString("\n")
	}
	out.line("extern void abort(void);")
	out.line("extern void __assert_fail(const char *, const char *, unsigned int, const char *) " +
		"__attribute__((__nothrow__, __noreturn__));")
	out.line("void reach_error() { __assert_fail(\"0\", \"%s.c\", 3, \"reach_error\"); }", d.name)
	out.Write(s.Bytes())
	return out.Bytes(), s.witness, nil
}
