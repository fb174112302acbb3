package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// readers are input functions that hand out the values on standard input.
const readers = `
#include <stdio.h>
#include <stdlib.h>
static unsigned long long next_value(void) {
  unsigned long long v;
  if (scanf("%llu", &v) != 1) {
    puts("out of values");
    exit(3);
  }
  return v;
}
`

// TestWitness: the named values reach the error; with one value changed most programs do not; a seed gives the same program again.
func TestWitness(t *testing.T) {
	compiler, err := exec.LookPath("gcc")
	if err != nil {
		t.Fatalf("%v; the tests need gcc", err)
	}
	folder := t.TempDir()
	missed, drawnPrograms := 0, 0
	for _, kind := range []string{"maze", "hardware", "circuit", "constraints", "products", "messages", "parser", "clauses", "table",
		"words", "coloring", "pigeons"} {
		for seed := range uint64(8) {
			d := &drawn{kind: kind, name: fmt.Sprintf("%s-%d", kind, seed), seed: seed, doors: 60, loops: 20, expected: "0/0"}
			text, witness, err := d.program()
			if err != nil {
				t.Fatal(err)
			}
			if again, _, _ := d.program(); !bytes.Equal(again, text) {
				t.Errorf("%s differs the second time", d.name)
			}
			program := filepath.Join(folder, d.name)
			build(t, compiler, program, text)
			if out := runWith(program, witness); !strings.Contains(out, "reach_error") {
				t.Errorf("%s with %v does not reach the error: %s", d.name, witness, out)
			}
			drawnPrograms++
			witness[len(witness)/2] ^= 1
			if !strings.Contains(runWith(program, witness), "reach_error") {
				missed++
			}
		}
	}
	if 2*missed < drawnPrograms {
		t.Errorf("%d of %d programs reach the error with another value, too", drawnPrograms-missed, drawnPrograms)
	}
}

func build(t *testing.T, compiler, program string, text []byte) {
	t.Helper()
	var all strings.Builder
	all.WriteString(readers)
	for name, c := range map[string]string{"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int",
		"ulonglong": "unsigned long long", "int": "int", "bool": "_Bool"} {
		fmt.Fprintf(&all, "%s __VERIFIER_nondet_%s(void) { return (%s)next_value(); }\n", c, name, c)
	}
	all.Write(text)
	if err := os.WriteFile(program+".c", []byte(all.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-w", "-O1", "-o", program, program+".c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// runWith runs a program with these values and returns its output.
func runWith(program string, values []uint64) string {
	command := exec.Command(program)
	command.Stdin = strings.NewReader(strings.Trim(fmt.Sprint(values), "[]"))
	out, _ := command.CombinedOutput()
	return string(out)
}

// TestKinds: the generator writes what it is asked for, and reports what it cannot write.
func TestKinds(t *testing.T) {
	if _, _, err := (&drawn{kind: "circus"}).program(); err == nil || !strings.Contains(err.Error(), "constraints") {
		t.Error(err)
	}
	text, witness, err := (&drawn{kind: "hardware", steps: 5, size: 3, seed: 2}).program()
	if err != nil || len(witness)%5 != 0 || !bytes.Contains(text, []byte("step == 5")) || !bytes.Contains(text, []byte("next_s2")) {
		t.Errorf("%d values, %v", len(witness), err)
	}
	folder := t.TempDir()
	if err := (&drawn{kind: "maze", name: "m", size: 9}).write(folder, "properties"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "m.yml")); err != nil {
		t.Error(err)
	}
}
