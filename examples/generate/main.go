// Command generate writes an example program and its task definition. The same arguments give the same bytes. The kinds:
//
//	eca          a state machine: a chain of if statements
//	maze         cells with doors between them, some of which open for one value only (maze.go)
//	hardware     a transition system over words, with an error state some steps deep (hardware.go)
//	circuit      a transition system whose error ties all registers together (circuit.go)
//	constraints  assumptions over small integers and Booleans (constraints.go)
//	products     products, quotients and remainders of unknown words (products.go)
//	messages     messages that advance a state, among others of no use (messages.go)
//	parser       a recognizer by tables (messages.go)
//	clauses      clauses of three over Booleans, one statement each (formulas.go)
//	table        the same in a table
//	words        the same over the bits of words
//	coloring     a graph in four colours, a Boolean for each node and colour
//	pigeons      pigeons in holes of their own, a Boolean for each pigeon and hole
//
// All kinds but the first are drawn by a seed. Their programs name, in a comment, an input that reaches the error.
//
// In a state machine, the first three quarters of the states are a wide tree with three transitions from each state, so that each
// of them is only a few inputs away. The last quarter is a chain in which exactly one input leads on from each state, so that its
// end is as many inputs away as it has states. One transition at the end of the chain reaches the error.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	inputs       = 6  // the symbols are 1 to inputs
	firstDigits  = 5  // values of the state variable a
	secondDigits = 4  // values of the state variable b
	perFunction  = 50 // if statements in one C function
)

// machine describes the example to write.
type machine struct {
	name       string // name of the files, without extension
	states     int    // at least 8
	arithmetic int    // further assignments in each transition, which make the program long
	symbols    int    // number of symbols that a run reads; 0: a run ends at an invalid symbol
	expected   string // the coverage that a good tool reaches, as "covered/total"
	budget     int    // executions that a good tool may need
}

// transition is one if statement: in state from, input leads to state to.
type transition struct {
	from, input, to int
	isError         bool
}

func main() {
	var m machine
	var d drawn
	flag.StringVar(&d.kind, "kind", "eca", "one of "+kindNames())
	flag.Uint64Var(&d.seed, "seed", 1, "what to write of a kind besides eca")
	flag.IntVar(&d.size, "size", 0, "of a kind besides eca: cells, registers, variables, types of messages, or Booleans; 0: chosen by the seed, or 100 Booleans")
	flag.IntVar(&d.steps, "steps", 0, "of hardware, circuit, messages and parser: how deep the error is; of products: assumptions; 0: chosen by the seed")
	flag.IntVar(&d.doors, "doors", 50, "of a maze: percentage of the doors that open for one value only")
	flag.IntVar(&d.loops, "loops", 20, "of a maze: percentage of walls that are doors besides those that it needs")
	flag.StringVar(&m.name, "name", "eca-states-60", "name of the files to write, without extension")
	flag.IntVar(&m.states, "states", 60, "number of states, at least 8")
	flag.IntVar(&m.arithmetic, "arithmetic", 0, "further assignments in each transition")
	flag.IntVar(&m.symbols, "symbols", 0,
		"symbols that every run reads; 0: a run ends at an invalid symbol, or at one without a transition")
	flag.StringVar(&m.expected, "expected", "0/0", "coverage to state in the program, as covered/total")
	flag.IntVar(&m.budget, "budget", 200000, "executions to state in the program")
	directory := flag.String("directory", ".", "folder to write to")
	properties := flag.String("properties", "properties", "folder of the properties, as seen from there")
	flag.Parse()
	err := error(nil)
	if d.kind == "eca" {
		err = write(m, *directory, *properties)
	} else {
		d.name, d.expected, d.budget = m.name, m.expected, m.budget
		err = d.write(*directory, *properties)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(m machine, directory, properties string) error {
	if m.states < 8 {
		return fmt.Errorf("%d states are too few for a tree and a chain; ask for at least 8", m.states)
	}
	return writeFiles(directory, m.name, program(m), task(m.name, properties))
}

func writeFiles(directory, name string, program, task []byte) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(directory, name+".c"), program, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, name+".yml"), task, 0o644)
}

func task(name, properties string) []byte {
	return fmt.Appendf(nil, `format_version: '2.0'
input_files: '%[1]s.c'
properties:
  - property_file: %[2]s/coverage-branches.prp
  - property_file: %[2]s/coverage-error-call.prp
options:
  language: C
  data_model: ILP32
`, name, properties)
}

func program(m machine) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `// Exercises: a state machine with %d states in a chain of if statements, as in event-condition-action programs.
// family: ECA
// expected: %s goals
// budget: %d executions
// Written by examples/generate.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "%s.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int a = 0;
int b = 0;
int c = 0;
unsigned int mixed = 1;
`, m.states, m.expected, m.budget, m.name)
	functions := writeFunctions(&out, transitions(m.states), m.arithmetic)
	writeMain(&out, functions, m.symbols)
	return out.Bytes()
}

// transitions returns the if statements in the order of their states.
func transitions(states int) []transition {
	chain := states - states/4
	var all []transition
	for s := range chain {
		for i := range 3 {
			all = append(all, transition{from: s, input: 1 + (s+2*i)%inputs, to: (3*s + i + 1) % chain})
		}
		if s == chain-1 {
			all = append(all, transition{from: s, input: 1 + (s+1)%inputs, to: chain})
		}
	}
	for s := chain; s < states-1; s++ {
		all = append(all, transition{from: s, input: 1 + (5*s)%inputs, to: s + 1})
	}
	return append(all, transition{from: states - 1, input: 3, isError: true})
}

// writeFunctions writes the transitions as C functions, the last one first, and returns the number of functions.
func writeFunctions(out *bytes.Buffer, all []transition, arithmetic int) int {
	functions := 0
	for start := 0; start < len(all); start += perFunction {
		part := all[start:min(start+perFunction, len(all))]
		fmt.Fprintf(out, "\nint calculate_output_%d(int input) {\n", functions)
		for _, t := range part {
			writeTransition(out, t, arithmetic)
		}
		fmt.Fprintf(out, "  return -2;\n}\n")
		functions++
	}
	return functions
}

func writeTransition(out *bytes.Buffer, t transition, arithmetic int) {
	a, b, c := digits(t.from)
	fmt.Fprintf(out, "  if (a == %d && (b == %d && (c == %d && input == %d))) {\n", a, b, c, t.input)
	for i := range arithmetic {
		fmt.Fprintf(out, "    mixed = (mixed * %du + %du) ^ (mixed >> %d);\n", 2*(t.from+i)+3, 7*t.to+i, 1+(t.input+i)%23)
	}
	if t.isError {
		fmt.Fprintf(out, "    reach_error();\n    return -1;\n  }\n")
		return
	}
	a, b, c = digits(t.to)
	fmt.Fprintf(out, "    a = %d;\n    b = %d;\n    c = %d;\n    return %d;\n  }\n", a, b, c, 20+t.to%7)
}

func digits(state int) (a, b, c int) {
	return state % firstDigits, state / firstDigits % secondDigits, state / (firstDigits * secondDigits)
}

func writeMain(out *bytes.Buffer, functions, symbols int) {
	if symbols > 0 {
		fmt.Fprintf(out, "\nint main() {\n  a = 0;\n  b = 0;\n  c = 0;\n  for (int i = 0; i < %d; i++) {\n", symbols)
		fmt.Fprintf(out, "    int input = 1 + (int)((unsigned)__VERIFIER_nondet_int() %% %d);\n    int output = -2;\n", inputs)
		writeCalls(out, functions)
		fmt.Fprintf(out, "  }\n  return 0;\n}\n")
		return
	}
	var tests []string
	for symbol := 1; symbol <= inputs; symbol++ {
		tests = append(tests, fmt.Sprintf("input != %d", symbol))
	}
	fmt.Fprintf(out, "\nint main() {\n  while (1) {\n    int input = __VERIFIER_nondet_int();\n")
	fmt.Fprintf(out, "    if (%s) {\n      return -2;\n    }\n    int output = -2;\n", strings.Join(tests, " && "))
	writeCalls(out, functions)
	fmt.Fprintf(out, "    if (output == -2) {\n      abort();\n    }\n  }\n}\n")
}

// writeCalls writes the calls of the functions, in order, until one of them finds a transition.
func writeCalls(out *bytes.Buffer, functions int) {
	for i := range functions {
		fmt.Fprintf(out, "    if (output == -2) {\n      output = calculate_output_%d(input);\n    }\n", i)
	}
}
