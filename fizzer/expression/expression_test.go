package expression

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/libfizzer/layout"
)

// random makes random expressions over three variables, both with and without rules, for tests that compare the two.
type random struct {
	*rand.Rand
	plain, simple *Graph
	pairs         [][2]Ref // one expression in both graphs
}

func newRandom(seed uint64) *random {
	variables := []Variable{{Offset: 0, Bytes: 1}, {Offset: 1, Bytes: 4}, {Offset: 5, Bytes: 8}, {Offset: 13, Bytes: 16},
		{Offset: 29, Bytes: 1, Boolean: true}}
	r := &random{Rand: rand.New(rand.NewPCG(seed, 1)), plain: NewGraph(variables), simple: NewGraph(variables)}
	r.plain.depth = maxDepth // no rules
	for i := range variables {
		r.pairs = append(r.pairs, [2]Ref{r.plain.Variable(i), r.simple.Variable(i)})
	}
	for _, w := range []int{1, 8, 16, 32, 64, 128} {
		for _, v := range []Value{{}, Of(1), Of(r.Uint64() >> r.IntN(64)), Mask(w), Of(1).Left(w - 1), Of(4)} {
			r.pairs = append(r.pairs, [2]Ref{r.plain.Const(w, v), r.simple.Const(w, v)})
		}
	}
	for range 60 {
		r.grow()
	}
	return r
}

// pick returns an expression of that width, or of any width if it is 0.
func (r *random) pick(width int) [2]Ref {
	for {
		pair := r.pairs[r.IntN(len(r.pairs))]
		if w := r.plain.Width(pair[0]); width == 0 || w == width {
			return pair
		} else if r.IntN(4) == 0 {
			if w > width {
				return r.both(Extract, width, 0, pair, [2]Ref{Ref(r.IntN(w - width + 1)), 0}, [2]Ref{})
			}
			return r.both([]Kind{ZeroExtend, SignExtend}[r.IntN(2)], width, 0, pair, [2]Ref{}, [2]Ref{})
		}
	}
}

func (r *random) both(kind Kind, width int, flags uint16, a, b, c [2]Ref) [2]Ref {
	if kind == Extract {
		b[1] = b[0]
	}
	pair := [2]Ref{r.plain.Make(kind, width, flags, a[0], b[0], c[0]), r.simple.Make(kind, width, flags, a[1], b[1], c[1])}
	r.pairs = append(r.pairs, pair)
	return pair
}

// grow makes one more expression.
func (r *random) grow() {
	kind := Kind(3 + r.IntN(int(SignedToFloat)-2))
	width := []int{1, 3, 8, 16, 32, 64, 128}[r.IntN(7)]
	if shapes[kind].rule == float || kind == FloatCompare || shapes[kind].rule == convert {
		width = []int{32, 64}[r.IntN(2)]
	}
	flags := uint16(r.IntN(5))
	x := r.pick(width)
	switch shapes[kind].rule {
	case same, float:
		if kind == SwapBytes && width%16 != 0 {
			return
		}
		r.both(kind, width, flagsOf(kind, flags), x, r.pick(width), r.pick(width))
	case relate:
		r.both(kind, 1, flagsOf(kind, flags), x, r.pick(width), [2]Ref{})
	case convert:
		if to := []int{32, 64}[r.IntN(2)]; converts(kind, to, width) {
			r.both(kind, to, 0, x, [2]Ref{}, [2]Ref{})
		}
	}
	switch kind {
	case Concat:
		if y := r.pick(0); r.plain.Width(y[0])+width <= 128 {
			r.both(kind, width+r.plain.Width(y[0]), 0, x, y, [2]Ref{})
		}
	case Select:
		r.both(kind, width, 0, r.pick(1), x, r.pick(width))
	case Extract, ZeroExtend, SignExtend:
		r.pick(1 + r.IntN(128))
	}
}

// interesting returns values on which many rules depend.
func (r *random) interesting() Value {
	switch r.IntN(4) {
	case 0:
		return Of(uint64(r.IntN(3)))
	case 1:
		return Mask(r.IntN(129))
	case 2:
		return Of(r.Uint64() >> r.IntN(64))
	}
	return Value{r.Uint64(), r.Uint64()}
}

// TestRules compares each expression, made with rules and run by fast code, with the same one made without rules and evaluated by
// compute.
func TestRules(t *testing.T) {
	for seed := range uint64(1500) {
		r := newRandom(seed)
		var plain, simple []Ref
		for _, pair := range r.pairs {
			plain, simple = append(plain, pair[0]), append(simple, pair[1])
		}
		slow, fast := r.plain.Compile(plain...).NewMachine(), r.simple.Compile(simple...).NewMachine()
		for range 4 {
			values := make([]Value, 5)
			for i := range values {
				values[i] = r.interesting()
			}
			slow.SetAll(values)
			for i := range slow.code {
				slow.general(int32(i), &slow.code[i])
			}
			fast.SetAll(values)
			fast.Run()
			for _, pair := range r.pairs {
				if a, b := slow.Value(pair[0]), fast.Value(pair[1]); a != b {
					t.Fatalf("seed %d: %v of %d bits is %x, simplified to %v it is %x, with %x", seed, r.plain.Node(pair[0]), r.plain.Width(pair[0]), a,
						r.simple.Node(pair[1]), b, values)
				}
			}
		}
	}
}

// TestRunFrom changes one variable after the other and compares the values with those of a whole run.
func TestRunFrom(t *testing.T) {
	for seed := range uint64(200) {
		r := newRandom(seed)
		var roots []Ref
		for _, pair := range r.pairs {
			roots = append(roots, pair[1])
		}
		p := r.simple.Compile(roots...)
		m, whole := p.NewMachine(), p.NewMachine()
		m.Run()
		for range 20 {
			i, v := r.IntN(len(p.Variables())), r.interesting()
			m.Set(i, v)
			m.RunFrom(i)
			whole.Set(i, v)
			whole.Run()
			for _, root := range roots {
				if m.Value(root) != whole.Value(root) {
					t.Fatalf("seed %d: %v", seed, r.simple.Node(root))
				}
			}
		}
	}
}

func toBig(v Value) *big.Int {
	x := new(big.Int).SetUint64(v.High)
	return x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(v.Low))
}

// TestValue compares 128-bit arithmetic with math/big.
func TestValue(t *testing.T) {
	r := newRandom(7)
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	for range 100000 {
		a, b, n := r.interesting(), r.interesting(), r.IntN(129)
		x, y := toBig(a), toBig(b)
		check := func(what string, got Value, want *big.Int) {
			if toBig(got).Cmp(want.Mod(want, modulus)) != 0 {
				t.Fatalf("%x %s %x, %d: %x, not %x", a, what, b, n, got, want)
			}
		}
		check("+", a.Add(b), new(big.Int).Add(x, y))
		check("-", a.Sub(b), new(big.Int).Sub(x, y))
		check("*", a.Mul(b), new(big.Int).Mul(x, y))
		check("<<", a.Left(n), new(big.Int).Lsh(x, uint(n)))
		check(">>", a.Right(n), new(big.Int).Rsh(x, uint(n)))
		if !b.IsZero() {
			q, rest := a.Divide(b)
			check("/", q, new(big.Int).Div(x, y))
			check("%", rest, new(big.Int).Mod(x, y))
		}
		if a.Low&1 != 0 && a.Mul(a.Inverse()) != Of(1) {
			t.Fatalf("inverse of %x", a)
		}
	}
}

// sum returns a run that reads four bytes, adds them up n times and finds that the sum is not 0.
func sum(n int) *Run {
	run := &Run{Input: []byte{1, 0, 0, 0}, Reads: []layout.Read{{Type: uint16(layout.InputTypeUint32), Size: 4}}}
	run.Nodes = append(run.Nodes, layout.Expression{Kind: uint8(Read), Width: 32, Value: 1},
		layout.Expression{Kind: uint8(Constant), Width: 32})
	last := uint32(1)
	for i := range n {
		run.Nodes = append(run.Nodes, layout.Expression{Kind: uint8(Multiply), Width: 32, A: last, B: last, Value: 1},
			layout.Expression{Kind: uint8(Add), Width: 32, A: last + 1 + bit32(i == 0), B: 1, Value: 2},
			layout.Expression{Kind: uint8(Subtract), Width: 32, A: last + 2 + bit32(i == 0), B: 1, Value: 1})
		last = uint32(len(run.Nodes))
	}
	run.Nodes = append(run.Nodes, layout.Expression{Kind: uint8(Equal), Width: 1, A: last, B: 2})
	run.Constraints = []layout.Constraint{{Kind: uint32(layout.ConstraintKindCondition), Outcome: last + 1}}
	return run
}

func bit32(b bool) uint32 { return uint32(bit(b)) }

// TestDeep builds, evaluates and slices a chain of a million expressions.
func TestDeep(t *testing.T) {
	path, err := Build(sum(350000))
	if err != nil {
		t.Fatal(err)
	}
	if path.Mismatches != 0 || len(path.Facts) != 1 || path.Len() < 1000000 {
		t.Fatalf("%d mismatches, %d facts, %d nodes", path.Mismatches, len(path.Facts), path.Len())
	}
	m := path.Compile(path.Facts[0].Holds).NewMachine()
	m.SetAll(path.Values)
	m.Run()
	if m.Value(path.Facts[0].Holds) != Of(1) {
		t.Error("the fact does not hold in the run")
	}
	s := path.NewSlicer()
	s.Add(path.Facts[0].Holds)
	if group := s.Group(path.Facts[0].Holds); len(group) != 1 {
		t.Errorf("%d facts in the group", len(group))
	}
}

// TestMismatch: a record whose expression does not give the value in the run becomes that value.
func TestMismatch(t *testing.T) {
	run := sum(1)
	run.Nodes[3].Value = 77
	run.Nodes[4].Value = 76
	run.Nodes[5].Value, run.Constraints[0].Taken = 0, 0
	path, err := Build(run)
	if err != nil || path.Mismatches != 1 {
		t.Fatalf("%v, %d mismatches", err, path.Mismatches)
	}
}

// TestSlicer groups facts by their inputs.
func TestSlicer(t *testing.T) {
	g := NewGraph([]Variable{{Bytes: 1}, {Offset: 1, Bytes: 1}, {Offset: 2, Bytes: 1}, {Offset: 3, Bytes: 1}})
	x := func(i int) Ref { return g.Variable(i) }
	less := func(a, b Ref) Ref { return g.Compare(LessUnsigned, a, b) }
	facts := []Ref{less(x(0), x(1)), less(x(2), x(3)), less(x(1), g.Const(8, Of(9)))}
	s := g.NewSlicer()
	for _, f := range facts {
		s.Add(f)
	}
	for _, test := range []struct {
		wanted Ref
		want   int
	}{{less(x(1), x(0)), 2}, {less(x(3), g.Const(8, Of(9))), 1}, {less(x(0), x(3)), 3}} {
		if group := s.Group(test.wanted); len(group) != test.want {
			t.Errorf("%d facts, not %d", len(group), test.want)
		}
	}
	s.Add(less(x(0), x(3)))
	if group := s.Group(x(2)); len(group) != 4 {
		t.Errorf("%d facts after all were tied", len(group))
	}
}

// BenchmarkRun measures the cost of a node: divide by 3 000 003.
func BenchmarkRun(b *testing.B) {
	path, err := Build(sum(1000))
	if err != nil {
		b.Fatal(err)
	}
	m := path.Compile(path.Facts[0].Holds).NewMachine()
	b.ResetTimer()
	for b.Loop() {
		m.Run()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(m.Steps), "ns/node")
}

// TestChoices: a state that each turn of a loop may change and compares with all its values needs a number of nodes in proportion
// to the turns.
func TestChoices(t *testing.T) {
	g := NewGraph([]Variable{{Bytes: 16}})
	state, turns := g.Const(8, Value{}), 3000
	for i := range turns {
		for k := range uint64(4) {
			is := g.Equal(state, g.Const(8, Of(k)))
			event := g.Slice(g.Variable(0), (7*i+int(k))%128, 1)
			state = g.Make(Select, 8, 0, g.And(is, event), g.Const(8, Of((k+1)%4)), state)
		}
	}
	if g.Len() > 40*turns {
		t.Errorf("%d nodes for %d turns", g.Len(), turns)
	}
}

// TestSupport: a byte that is not in the support of an expression does not change its value; of some expressions every byte is.
func TestSupport(t *testing.T) {
	for seed := range uint64(40) {
		r := newRandom(seed)
		support := r.simple.NewSupport(1 << 20)
		for range 40 {
			root := r.pick(0)[1]
			offsets, ok := support.Bytes(root)
			if !ok {
				t.Fatal("the work is used up")
			}
			values := make([]Value, len(r.simple.Variables))
			for i, v := range r.simple.Variables {
				values[i] = Value{r.Uint64(), r.Uint64()}.Cut(v.Width()).And(v.Domain())
			}
			before := r.simple.ValueOf(root, values)
			for i, v := range r.simple.Variables {
				for k := range int(v.Bytes) {
					if _, in := slices.BinarySearch(offsets, v.Offset+uint32(k)); in {
						continue
					}
					old := values[i]
					values[i] = old.Xor(Of(uint64(1 + r.IntN(255))).Left(8 * k)).And(v.Domain())
					if after := r.simple.ValueOf(root, values); after != before {
						t.Fatalf("seed %d: byte %d of variable %d changes %v to %v; the support is %v", seed, k, i, before, after, offsets)
					}
					values[i] = old
				}
			}
		}
	}
	g := NewGraph([]Variable{{Offset: 4, Bytes: 4}, {Offset: 8, Bytes: 2}})
	x, y := g.Variable(0), g.Variable(1)
	for _, test := range []struct {
		roots []Ref
		want  []uint32
	}{
		{[]Ref{x}, []uint32{4, 5, 6, 7}}, {[]Ref{g.Slice(x, 8, 9)}, []uint32{5, 6}}, {[]Ref{0, g.Extend(y, 32)}, []uint32{8, 9}},
		{[]Ref{y, g.Make(Add, 32, 0, x, g.Extend(y, 32), 0)}, []uint32{4, 5, 6, 7, 8, 9}}, {[]Ref{g.Const(8, Of(3))}, nil},
	} {
		if got, ok := g.NewSupport(9).Bytes(test.roots...); !ok || !slices.Equal(got, test.want) {
			t.Errorf("%v instead of %v", got, test.want)
		}
	}
	if _, ok := g.NewSupport(1).Bytes(g.Make(Add, 32, 0, x, g.Extend(y, 32), 0)); ok {
		t.Error("one node is enough for three")
	}
}
