package replay

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"

	"fizzer/testcomp/property"
	"fizzer/testcomp/task"
)

// TestAnnotateByExecution: lines are marked by how much of them was executed, and goals appear on the line that decides about
// them. A covered missing else does not make the statement under its never true condition covered.
func TestAnnotateByExecution(t *testing.T) {
	source := `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    abort();
  if (x == 2) abort();
  while (x > 100)
    x--;
  switch (x) {
  case 3:
    x = 4;
    break;
  default:
    x = 5;
  }
  if (x == 5)
    x = 6;
  if (x == 7)
    return 1;
  else
    return 2;
}
`
	want := map[string]string{ // one sign for each line
		"0":         "  ++~-~~-+---++ ~+~- + ",
		"1":         "  ++~+--------- ---- - ",
		"0 | 1 | 2": "  +++++~-+---++ ~+~- + ",
		"":          "  ++----------- ---- - ",
	}
	for _, name := range []string{"program.c", "program.i"} {
		paths := parts(t, map[string]string{name: source}, name)
		for tests, signs := range want {
			o := Options{Programs: paths, DataModel: task.LP64, Property: property.Property{Kind: property.Branches}, Scratch: t.TempDir()}
			p, err := Build(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			report, err := p.Report(context.Background(), testsOf(tests))
			if err != nil {
				t.Fatal(err)
			}
			o.Scratch = t.TempDir()
			lines, err := Lines(context.Background(), o, testsOf(tests))
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := p.Annotate(&text, report, lines); err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for line := range strings.Lines(text.String()) {
				if !strings.HasPrefix(line, "        ") { // else it is the name of the file
					got.WriteByte(line[0])
				}
			}
			if got.String() != signs {
				t.Errorf("%s, tests %q: signs %q, want %q:\n%s", name, tests, got.String(), signs, text.String())
			}
		}
	}
}

// TestLinesOfSeveralFiles: in a program of several files, code of a header belongs to no line of these files.
func TestLinesOfSeveralFiles(t *testing.T) {
	paths := parts(t, map[string]string{
		"inline.h": "static int both(int x) { return x; }\n",
		"main.c":   "#include \"inline.h\"\nextern int __VERIFIER_nondet_int(void), twice(int);\nint main(void) { return both(twice(__VERIFIER_nondet_int())); }\n",
		"twice.i":  "int twice(int x) {\n  if (x)\n    return 2;\n  return 0;\n}\n",
	}, "inline.h", "main.c", "twice.i")
	got, err := Lines(context.Background(), Options{Programs: paths[1:], DataModel: task.ILP32, Scratch: t.TempDir()}, testsOf("5"))
	want := [][]Line{{NoCode, NoCode, Executed}, {Executed, Executed, Executed, Unexecuted, NoCode}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v (%v), want %v", got, err, want)
	}
}

func TestLineWithGoals(t *testing.T) {
	for _, test := range []struct {
		line    Line
		covered []bool
		want    Line
	}{
		{NoCode, nil, NoCode}, {NoCode, []bool{true, true}, Executed}, {NoCode, []bool{false, false}, Unexecuted},
		{NoCode, []bool{false, true}, Partly}, {NoCode, []bool{true, false}, Partly}, {Executed, []bool{true}, Executed},
		{Executed, []bool{true, false}, Partly}, {Unexecuted, []bool{false}, Unexecuted}, {Partly, []bool{true}, Partly},
	} {
		if got := test.line.With(test.covered); got != test.want {
			t.Errorf("%v with %v is %v, want %v", test.line, test.covered, got, test.want)
		}
	}
}

// Each line knows the tests that execute it, of the first ones that were asked for.
func TestLinesByTest(t *testing.T) {
	paths := parts(t, map[string]string{"p.c": "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 1)\n    return 1;\n  return 0;\n}\n"}, "p.c")
	for first, want := range map[int][][]int{
		3: {nil, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {1}, {0, 2}, nil},
		1: {nil, {0}, {0}, {0}, nil, {0}, nil},
		0: make([][]int, 7),
	} {
		lines, by, err := LinesByTest(context.Background(), Options{Programs: paths, DataModel: task.LP64, Scratch: t.TempDir()},
			testsOf("0 | 1 | 2"), first)
		if err != nil || !reflect.DeepEqual(by[0], want) {
			t.Errorf("of %d tests: %v (%v), want %v", first, by, err, want)
		}
		if err == nil && lines[0][4] != Executed {
			t.Errorf("of %d tests: line 5 is %v", first, lines[0][4])
		}
	}
}

// Counts are those of all tests together, by line of the file's own text, with the function and the outcomes of jumps.
func TestCounts(t *testing.T) {
	paths := parts(t, map[string]string{
		"inline.h": "static int both(int x) { return x; }\n",
		"main.c":   "#include \"inline.h\"\nextern int __VERIFIER_nondet_int(void), twice(int);\nint main(void) { return both(twice(__VERIFIER_nondet_int())); }\n",
		"twice.i":  "int twice(int x) {\n  if (x)\n    return 2;\n  return 0;\n}\n",
	}, "inline.h", "main.c", "twice.i")
	got, err := Counts(context.Background(), Options{Programs: paths[1:], DataModel: task.ILP32, Scratch: t.TempDir()},
		testsOf("5 | 0 | 7"))
	want := []FileCount{
		{paths[1], []LineCount{{3, "main", 3, nil}}},
		{paths[2], []LineCount{{1, "twice", 3, nil}, {2, "twice", 3, []uint64{2, 1}}, {3, "twice", 2, nil}, {4, "twice", 1, nil}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v (%v), want %v", got, err, want)
	}
}
