package expression

import (
	"testing"

	"fizzer/libfizzer/layout"
)

// TestFixed: facts about x and y, each 32 bits, after which an expression has one value or may have several.
func TestFixed(t *testing.T) {
	g := NewGraph([]Variable{{Bytes: 4}, {Bytes: 4}})
	x, y := g.Variable(0), g.Variable(1)
	k := func(v int64) Ref { return g.Const(32, Of(uint64(v)).Cut(32)) }
	order := func(kind Kind, a, b Ref) Ref { return g.Compare(kind, a, b) }
	isFive := g.Equal(x, k(5))
	wide := g.Make(Add, 64, 0, g.Make(SignExtend, 64, 0, x, 0, 0), g.Const(64, Of(0x1000)), 0)
	for _, test := range []struct {
		name  string
		facts []Ref
		of    Ref
		want  bool
	}{
		{"nothing", nil, x, false},
		{"a constant", nil, k(3), true},
		{"equal", []Ref{isFive}, x, true},
		{"equal, computed with", []Ref{isFive}, wide, true},
		{"equal, with another one", []Ref{isFive}, g.Make(Add, 32, 0, x, y, 0), false},
		{"both", []Ref{g.And(isFive, g.Equal(y, k(1)))}, g.Make(Add, 32, 0, x, y, 0), true},
		{"not equal", []Ref{g.Not(isFive)}, x, false},
		{"a bit", []Ref{g.Slice(x, 31, 1), g.Not(g.Slice(y, 31, 1))}, x, false},
		{"a loop to x", []Ref{order(LessSigned, k(4), x), g.Not(order(LessSigned, k(5), x))}, wide, true},
		{"below 0 too", []Ref{order(LessOrEqualSigned, x, k(0))}, x, false},
		{"unsigned", []Ref{order(LessOrEqualUnsigned, x, k(1)), g.Not(g.Equal(x, k(0)))}, x, true},
		{"signed and unsigned", []Ref{order(LessSigned, k(-1), x), order(LessUnsigned, x, k(1))}, x, true},
		{"down to the least", []Ref{order(LessSigned, x, k(-1<<31+1))}, x, true},
		{"other than two of three", []Ref{order(LessUnsigned, x, k(3)), g.Not(g.Equal(x, k(2))), g.Not(g.Equal(x, k(0)))}, x, true},
		{"one of three left out in the middle", []Ref{order(LessUnsigned, x, k(3)), g.Not(g.Equal(x, k(1)))}, x, false},
	} {
		facts := known{g, map[Ref]bounds{}}
		for _, r := range test.facts {
			facts.learn(r)
		}
		if got := facts.fixed(test.of); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestFixedAddress: where the conditions before it leave an address one value, it is no fact, and what is recorded later with it is
// constant. Where they do not, or where they come later, it is a fact.
func TestFixedAddress(t *testing.T) {
	node := func(kind Kind, width uint8, a, b uint32, value uint64) layout.Expression {
		return layout.Expression{Kind: uint8(kind), Width: width, A: a, B: b, Value: value}
	}
	condition := func(outcome, taken uint32) layout.Constraint {
		return layout.Constraint{Kind: uint32(layout.ConstraintKindCondition), Outcome: outcome, Taken: taken}
	}
	address := func(value uint64) layout.Constraint {
		return layout.Constraint{Kind: uint32(layout.ConstraintKindRange), Left: 1, Value: value, Low: 4, High: 8}
	}
	for _, test := range []struct {
		name        string
		value       uint64 // of the input
		constraints []layout.Constraint
		facts       int
	}{
		{"fixed before", 5, []layout.Constraint{condition(3, 1), address(5), condition(5, 0)}, 1},
		{"not fixed", 6, []layout.Constraint{condition(3, 0), address(6), condition(5, 0)}, 3},
		{"fixed later", 5, []layout.Constraint{address(5), condition(3, 1), condition(5, 0)}, 3},
	} {
		isFive := uint64(0)
		if test.value == 5 {
			isFive = 1
		}
		run := &Run{
			Input: []byte{byte(test.value)}, Reads: []layout.Read{{Size: 1, Type: uint16(layout.InputTypeUint8)}},
			Nodes: []layout.Expression{
				node(Read, 8, 0, 0, test.value), node(Constant, 8, 0, 0, 5), node(Equal, 1, 1, 2, isFive),
				node(Constant, 8, 0, 0, 7), node(Equal, 1, 1, 4, 0),
			},
			Constraints: test.constraints,
		}
		path, err := Build(run)
		if err != nil {
			t.Fatal(err)
		}
		if len(path.Facts) != test.facts || path.Mismatches != 0 {
			t.Errorf("%s: %d facts, %d mismatches", test.name, len(path.Facts), path.Mismatches)
		}
	}
}
