package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
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

// about describes a kind of example, for the header of the program.
var about = map[string]struct{ exercises, family string }{
	"maze":        {"a maze with doors that open for some values of bytes", "Fuzzle"},
	"hardware":    {"a transition system over words, with an error state some steps deep", "Hardware"},
	"circuit":     {"a word-level circuit whose bad state ties counter and registers together", "Hardware"},
	"constraints": {"a chain of assumptions over small integers and Booleans", "XCSP"},
	"products":    {"products, quotients and remainders of unknown words", "XCSP"},
	"messages":    {"messages that advance a state by tables, among others of no use", "Combinations"},
	"parser":      {"a recognizer by tables of classes and states", "Combinations"},
	"clauses":     {"clauses of three over Booleans, one statement each", "XCSP"},
	"table":       {"clauses of three over Booleans, in a table", "XCSP"},
	"words":       {"clauses of three over the bits of words", "XCSP"},
	"coloring":    {"a graph in four colours, a Boolean for each node and colour", "XCSP"},
	"pigeons":     {"pigeons in holes of their own, a Boolean for each pigeon and hole", "XCSP"},
}

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
	s := &source{random: rand.New(rand.NewPCG(d.seed, 0))}
	switch d.kind {
	case "maze":
		s.maze(d)
	case "hardware":
		s.hardware(d)
	case "circuit":
		s.circuit(d)
	case "constraints":
		s.constraints(d)
	case "products":
		s.products(d)
	case "messages":
		protocol{s}.write(d)
	case "parser":
		recognizer{s}.write(d)
	case "clauses":
		(&formula{source: s}).write(d)
	case "table":
		(&formula{source: s}).table(d)
	case "words":
		(&formula{source: s}).words(d)
	case "coloring":
		(&formula{source: s}).coloring(d)
	case "pigeons":
		(&formula{source: s}).pigeons(d)
	default:
		return nil, nil, fmt.Errorf("there is no kind %q; ask for eca, maze, hardware, circuit, constraints, products, messages, parser, clauses, table, words, coloring or pigeons",
			d.kind)
	}
	var out source
	out.line("// Exercises: %s.", about[d.kind].exercises)
	out.line("// family: %s", about[d.kind].family)
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
