package blast

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve/sat"
)

// kinds are the kinds that have a circuit, by the shape of their operands.
var kinds = []struct {
	from, to expression.Kind
	widths   []int
}{
	{expression.Not, expression.TrailingZeros, []int{1, 3, 8, 16, 33}},
	{expression.Equal, expression.LessOrEqualSigned, []int{1, 3, 8, 33}},
	{expression.FloatNegate, expression.FloatAbsolute, []int{32, 64}},
	{expression.FloatCompare, expression.FloatCompare, []int{32, 64}},
}

// interesting returns values near which circuits are likely to be wrong.
func interesting(random *rand.Rand, width int) expression.Value {
	switch random.IntN(5) {
	case 0:
		return expression.Of(uint64(random.IntN(4))).Cut(width)
	case 1:
		return expression.Mask(random.IntN(width + 1))
	case 2:
		return expression.Mask(width).Xor(expression.Mask(random.IntN(width)))
	case 3: // near the infinity of floats
		return expression.Of([]uint64{0x7f800000, 0x7ff0000000000000, 0xff800001, 0x8000000000000000}[random.IntN(4)]).Cut(width)
	}
	return expression.Of(random.Uint64()).Cut(width)
}

// TestCircuits compares every kind with its evaluation: with the operands set, the circuit permits only that result.
func TestCircuits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, group := range kinds {
		for kind := group.from; kind <= group.to; kind++ {
			for _, width := range group.widths {
				if kind == expression.SwapBytes && width%16 != 0 {
					continue
				}
				for range 30 {
					check(t, random, kind, width, uint16(random.IntN(16)))
				}
			}
		}
	}
}

func check(t *testing.T, random *rand.Rand, kind expression.Kind, width int, flags uint16) {
	t.Helper()
	g := expression.NewGraph([]expression.Variable{{Bytes: 16}, {Bytes: 16}, {Bytes: 16}})
	var operands [3]expression.Ref
	values := make([]expression.Value, 3)
	for i := range operands {
		operands[i], values[i] = g.Slice(g.Variable(i), 0, width), interesting(random, width)
	}
	if random.IntN(3) == 0 {
		values[1] = values[0]
	}
	of := width
	if kind >= expression.Equal && kind <= expression.LessOrEqualSigned || kind == expression.FloatCompare {
		width = 1
	}
	r := g.Make(kind, width, flags, operands[0], operands[1], operands[2])
	m := g.Compile(r).NewMachine()
	m.SetAll(values)
	m.Run()
	want := m.Value(r)
	for _, wrong := range []uint64{0, 1} {
		c := New(g, 1<<20)
		for i := range operands {
			must(t, c.Assert(g.Equal(operands[i], g.Const(of, values[i]))))
		}
		must(t, c.Assert(g.Equal(r, g.Const(width, want.Xor(expression.Of(wrong))))))
		verdict, model, _ := sat.Solve(c.Clauses, nil, sat.Limit{Conflicts: 100000, Visits: 1 << 40}, nil)
		if verdict != sat.Verdict(1+wrong) {
			t.Fatalf("%v of %d bits, flags %d, of %x is not %x: %v", kind, of, flags, values, want.Xor(expression.Of(wrong)), verdict)
		}
		if v, found := c.Value(0, model); wrong == 0 && found && v.Cut(of) != values[0] {
			t.Fatalf("%v: a model with %x, not %x", kind, v, values[0])
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTable selects elements, also behind the last one.
func TestTable(t *testing.T) {
	for index := range uint64(9) {
		g := expression.NewGraph([]expression.Variable{{Bytes: 1}})
		var nodes []expression.Ref
		for i := range uint64(5) {
			nodes = append(nodes, g.Const(8, expression.Of(10+i)))
		}
		g.Tables = append(g.Tables, expression.Elements{Width: 8, Nodes: nodes})
		r := g.Make(expression.Table, 8, 0, g.Variable(0), 0, 0)
		want := uint64(0)
		if index < 5 {
			want = 10 + index
		}
		c := New(g, 1<<20)
		must(t, c.Assert(g.Equal(g.Variable(0), g.Const(8, expression.Of(index)))))
		must(t, c.Assert(g.Not(g.Equal(r, g.Const(8, expression.Of(want))))))
		if verdict, _, _ := sat.Solve(c.Clauses, nil, sat.Limit{Conflicts: 1000, Visits: 1 << 40}, nil); verdict != sat.Unsatisfiable {
			t.Errorf("element %d may be something else than %d", index, want)
		}
	}
}

// TestAssume: the literals of a value give the variable that value, and there are none for a variable that nothing uses.
func TestAssume(t *testing.T) {
	g := expression.NewGraph([]expression.Variable{{Bytes: 2}, {Bytes: 1, Boolean: true}, {Bytes: 4}})
	c := New(g, 1<<20)
	must(t, c.Assert(g.Equal(g.Variable(0), g.Extend(g.Variable(1), 16))))
	for _, flag := range []uint64{0, 1} {
		for variable, value := range []uint64{flag, flag, 7} {
			clauses := slices.Clone(c.Clauses)
			for _, l := range c.Assume(variable, expression.Of(value)) {
				clauses = append(clauses, []int{l})
			}
			verdict, model, _ := sat.Solve(clauses, nil, sat.Limit{Conflicts: 1000, Visits: 1 << 40}, nil)
			v, found := c.Value(variable, model)
			used := variable < 2
			if verdict != sat.Satisfiable || found != used || used && v.Low != value || !used && len(clauses) != len(c.Clauses) {
				t.Errorf("variable %d: %v, %x instead of %x, used: %t", variable, verdict, v, value, found)
			}
		}
	}
}

// TestCannot: expressions without a circuit give the right error.
func TestCannot(t *testing.T) {
	g := expression.NewGraph([]expression.Variable{{Bytes: 8}, {Bytes: 8}})
	a, b := g.Variable(0), g.Variable(1)
	sum := g.Make(expression.FloatAdd, 64, 0, a, b, 0)
	if err := New(g, 1<<20).Assert(g.Equal(sum, a)); !errors.Is(err, ErrModel) {
		t.Error(err)
	}
	product := g.Make(expression.Multiply, 64, 0, a, b, 0)
	if err := New(g, 100).Assert(g.Equal(product, a)); !errors.Is(err, ErrSize) {
		t.Error(err)
	}
}
