package typed

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

func integer(predicate locations.Predicate, bits int) locations.Condition {
	return locations.Condition{Kind: locations.KindInteger, Predicate: predicate, Bits: bits}
}

// TestDescent states for each branching function the number of executions within which the algorithm must flip the
// root, when all bytes of the input are sensitive. The first runs try each integer of several bytes with its bytes
// swapped.
func TestDescent(t *testing.T) {
	tests := []struct {
		name       string
		executions int
		location   locations.Condition
		program    func(m *faketarget.Machine)
	}{
		// One derivative, and the first sample of the first line search is exact.
		{"linear", 1 + 2, integer("eq", 32), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 1000000) }},
		// A step of 10^e for e = 0 ends at distance 0, which is not yet greater; the third sample overshoots.
		{"inequality", 4, integer("sgt", 32), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 1000000) }},
		// Two derivatives, and the plane is hit at once although half of an odd number is no integer.
		{"plane", 2 + 2 + 1, integer("eq", 64), func(m *faketarget.Machine) {
			m.Compare(0, int64(m.Int())+int64(m.Int()), 3333333)
		}},
		// The other coordinate compensates what the step misses at the end of a character's type.
		{"plane beyond a type", 1 + 2 + 1, integer("eq", 64), func(m *faketarget.Machine) {
			m.Compare(0, int64(m.Char())+int64(m.Int()), 1000000)
		}},
		// Digits, the least significant first: the smaller ones compensate the rounding of the greatest.
		{"digits", 3 + 3 + 1, integer("eq", 64), func(m *faketarget.Machine) {
			x, y, z := int64(m.Short()), int64(m.Short()), int64(m.Short())
			m.Compare(0, x+1000*y+1000000*z, 7531246)
		}},
		// The first sample is off by the rounding of a double, the second step is exact.
		{"64 bits", 8 + 2, integer("eq", 64), func(m *faketarget.Machine) { m.Compare(0, m.Long(), math.MinInt64+7) }},
		// The coordinate with the steep slope hides the other one: only x = 0 is allowed, so y has to move alone.
		{"steep coordinate", 2*(2+7+7) + 9, integer("eq", 64), func(m *faketarget.Machine) {
			x, y := int64(m.Int()), int64(m.Int())
			if x > 1 || x < 0 {
				m.End(layout.EndingAssumptionFailed, 0)
			}
			m.Compare(0, 1000*x+y, 250)
		}},
		// Newton's method on a parabola gains at least one bit a step; 20 bits are needed.
		{"parabola", 20 * 8, integer("slt", 64), func(m *faketarget.Machine) {
			x := int64(m.Int()) - 1000000
			m.Compare(0, x*x, 100)
		}},
		{"plateau of 4096", 1 + 1 + 3 + 1, integer("eq", 32), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int())>>12, 77) }},
		{"double", 1 + 1 + 1 + 7, locations.Condition{Kind: locations.KindFloat, Predicate: "oeq", Bits: 64}, func(m *faketarget.Machine) {
			m.CompareDoubles(0, m.Double(), 0.1)
		}},
		{"float", 2 * (1 + 3 + 7), locations.Condition{Kind: locations.KindFloat, Predicate: "ogt", Bits: 32}, func(m *faketarget.Machine) {
			m.CompareDoubles(0, float64(m.Float()), 1e30)
		}},
		// A step of 2^1020 is the first to show a slope at a distance whose neighbours are 2^969 apart, and e = 1 overshoots
		// what e = 0 met exactly.
		{"double near infinity", 5 + 1 + 4, locations.Condition{Kind: locations.KindFloat, Predicate: "ogt", Bits: 64},
			func(m *faketarget.Machine) {
				m.CompareDoubles(0, m.Double()/16, 1.1e307)
			}},
		{"float near infinity", 4 + 1 + 4, locations.Condition{Kind: locations.KindFloat, Predicate: "ogt", Bits: 32},
			func(m *faketarget.Machine) {
				m.CompareDoubles(0, float64(m.Float()/16), 2.1e37)
			}},
		// The bytes in the other order are the first run of all.
		{"swapped bytes", 1, integer("eq", 32), func(m *faketarget.Machine) {
			m.Compare(0, int64(int32(bits.ReverseBytes32(m.Uint()))), 0x11223344)
		}},
		// From each of a few seeds below 128, the other factor is one step away; a fifth of these seeds divides 30030.
		{"product", 10 * 60, integer("eq", 64), func(m *faketarget.Machine) { m.Compare(0, int64(m.Uint())*int64(m.Uint()), 30030) }},
		// Three digits are all at the end of their range, where no neighbour is to the right. Values of one byte take no runs with
		// swapped bytes. Each digit takes a gradient of both sides (3 + 3 runs) and a line search of 10 runs, for both kinds of descent.
		{"digits at the end", 6 * (3 + 3 + 10), integer("eq", 32), func(m *faketarget.Machine) {
			number := int64(0)
			for range 3 {
				c := int64(9 - m.Uchar())
				if c < 0 {
					m.End(layout.EndingAssumptionFailed, 0)
				}
				number = 10*number + c
			}
			m.Compare(0, number, 365)
		}},
		// From 099 the hundreds stop at 299; no digit can move on before the hundreds overshoot to 399.
		{"digits that have to overshoot", 7 * (3 + 3 + 2*10), integer("eq", 32), func(m *faketarget.Machine) {
			number := int64(0)
			for i := range 3 {
				c := int64(m.Uchar())
				if i > 0 {
					c = 9 - c
				}
				if c < 0 || c > 9 {
					m.End(layout.EndingAssumptionFailed, 0)
				}
				number = 10*number + c
			}
			m.Compare(0, number, 365)
		}},
		// At distance 0 on the wrong side the left neighbour is the answer.
		{"window", 8 + 3, integer("slt", 32), func(m *faketarget.Machine) {
			x := int64(m.Int()) + 1024
			if x <= 1000 {
				m.End(layout.EndingAssumptionFailed, 0)
			}
			m.Compare(0, x, 1003)
		}},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New([]locations.Condition{test.location}, test.program), nil)
		bytes := make([]uint32, f.Tree.InputBytes(f.Node("")))
		for i := range bytes {
			bytes[i] = uint32(i)
		}
		f.Sensitive(f.Node(""), bytes...)
		executions, err := f.Run(f.Node(""), Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.executions {
			t.Errorf("%s: %d executions instead of %d, error %v", test.name, executions, test.executions, err)
		}
	}
}

// TestTinyDouble: the window has 2^49 of the 2^62 doubles above 0. Each line search of 14 runs at least halves the
// number of doubles on the way to it, so 13 searches reach it.
func TestTinyDouble(t *testing.T) {
	conditions := []locations.Condition{{Kind: locations.KindFloat, Predicate: "olt", Bits: 64}}
	f := analysistest.New(t, faketarget.New(conditions, func(m *faketarget.Machine) {
		x := m.Double()
		if x <= 1e-100 {
			m.End(layout.EndingAssumptionFailed, 0)
		}
		m.CompareDoubles(0, x, 1.1e-100)
	}), analysis.EncodeFloat(0x1p-52, 8))
	f.Sensitive(f.Node(""), 0, 1, 2, 3, 4, 5, 6, 7)
	executions, err := f.Run(f.Node(""), Run)
	if !errors.Is(err, analysis.ErrReached) || executions > 13*14 {
		t.Errorf("%d executions, error %v", executions, err)
	}
}

// TestLimit: an impossible flip ends after K = 100 |sbits| inputs, most of them new, an eighth of them at a time.
func TestLimit(t *testing.T) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		m.Compare(0, x*x, 2)
	}), nil)
	f.Sensitive(f.Node(""), 0, 1, 2, 3)
	total, used := 0, 0
	for share := 1; share <= 8; share++ {
		executions, err := f.Run(f.Node(""), func(ctx *analysis.Context) error {
			ctx.Resume(used)
			return Run(ctx)
		})
		total, used = total+executions, f.Context.Used()
		if !errors.Is(err, analysis.ErrExhausted) || used != 400*share || f.Context.Unfinished(err) != (share < 8) {
			t.Errorf("share %d: %d inputs, error %v", share, used, err)
		}
	}
	if total > 3200 || total < 1600 {
		t.Errorf("%d executions", total)
	}

	// Another analysis with a larger K may have begun at the node.
	executions, err := f.Run(f.Node(""), func(ctx *analysis.Context) error {
		ctx.Resume(4000)
		return Run(ctx)
	})
	if !errors.Is(err, analysis.ErrExhausted) || executions > 0 || f.Context.Unfinished(err) {
		t.Errorf("beyond K: %d executions, error %v", executions, err)
	}
}

// TestLongDescents: descents that need a good part of a share are finished, although several are made together. Only one of four seeds is
// in a basin from which the parabola leads below 100.
func TestLongDescents(t *testing.T) {
	solved := 0
	for seed := range uint64(100) {
		f := analysistest.New(t, faketarget.New([]locations.Condition{integer("slt", 64)}, func(m *faketarget.Machine) {
			x, y := int64(m.Int())-1000000, int64(m.Int())
			v := x * x
			if (y>>8)%4 != 3 {
				v += 5000
			}
			m.Compare(0, v, 100)
		}), nil)
		f.Sensitive(f.Node(""), 0, 1, 2, 3, 4, 5, 6, 7)
		f.Context.Random = draw.New(seed, 3)
		for used, unfinished := 0, true; unfinished; {
			_, err := f.Run(f.Node(""), func(ctx *analysis.Context) error {
				ctx.Resume(used)
				err := Run(ctx)
				used, unfinished = ctx.Used(), ctx.Unfinished(err)
				return err
			})
			if errors.Is(err, analysis.ErrReached) {
				solved++
				break
			}
		}
	}
	if solved < 90 {
		t.Errorf("%d of 100 solved", solved)
	}
}

func TestApplies(t *testing.T) {
	conditions := faketarget.Integers("eq", "eq")
	conditions[1].Xor = true
	f := analysistest.New(t, faketarget.New(conditions, func(m *faketarget.Machine) {
		x, y := int64(m.Int()), int64(m.Untyped())
		m.Compare(0, x, 1)
		m.Compare(1, x, 2)
		m.Compare(0, x+y, 3)
	}), nil)
	f.Sensitive(f.Node(""), 1)
	f.Sensitive(f.Node("f"), 1)
	f.Sensitive(f.Node("ff"), 1, 4)
	if !Applies(f.Tree, f.Node("")) || Applies(f.Tree, f.Node("f")) || Applies(f.Tree, f.Node("ff")) {
		t.Error("typed descent is for typed input without xor only")
	}
}

// TestOnlySensitiveBytesChange also shows that load and store leave a number unchanged.
func TestOnlySensitiveBytesChange(t *testing.T) {
	reads := []layout.Read{{Offset: 0, Type: uint16(layout.InputTypeSint32), Size: 4},
		{Offset: 4, Type: uint16(layout.InputTypeFloat64), Size: 8}}
	input := make([]byte, 12)
	binary.LittleEndian.PutUint32(input, 0x80000001)
	binary.LittleEndian.PutUint64(input[4:], math.Float64bits(-2.5))
	vs := variables(reads, []uint32{0, 1, 5})
	for i := range vs {
		again := append([]byte(nil), input...)
		vs[i].store(vs[i].load(again), again)
		if string(again) != string(input) {
			t.Errorf("variable %d: % x became % x", i, input, again)
		}
	}
	vs[0].store(vs[0].add(vs[0].load(input), 0x7fff1234), input)
	if got := binary.LittleEndian.Uint32(input); got != 0x80001235 {
		t.Errorf("%#x: bytes that are not sensitive changed", got)
	}
}

func variableOf(t layout.InputType, size int) *variable {
	sensitive := make([]uint32, size)
	for i := range sensitive {
		sensitive[i] = uint32(i)
	}
	return &variables([]layout.Read{{Type: uint16(t), Size: uint16(size)}}, sensitive)[0]
}

func TestArithmeticStaysWithinTheType(t *testing.T) {
	for kind, size := range map[layout.InputType]int{
		layout.InputTypeSint8: 1, layout.InputTypeUint16: 2, layout.InputTypeSint32: 4, layout.InputTypeUint64: 8,
		layout.InputTypeSint64: 8, layout.InputTypeUint128: 16, layout.InputTypeSint128: 16,
	} {
		v := variableOf(kind, size)
		high, low := v.top()
		if got := v.add(scalar{high: high, low: low - 1}, 5); got != (scalar{high: high, low: low}) {
			t.Errorf("%v: above the top is %+v", kind, got)
		}
		if got := v.add(scalar{low: 3}, -1e40); got != (scalar{}) {
			t.Errorf("%v: below the bottom is %+v", kind, got)
		}
		if got := v.add(scalar{low: 3}, 2.6); got != (scalar{low: 6}) {
			t.Errorf("%v: 3 + 2.6 is %+v", kind, got)
		}
		if n, delta := v.neighbour(scalar{high: high, low: low}); delta != -1 || n.low != low-1 {
			t.Errorf("%v: the neighbour of the top is %+v", kind, n)
		}
	}
	v := variableOf(layout.InputTypeFloat32, 4)
	if n, delta := v.neighbour(scalar{float: 1e20}); n.float == 1e20 || delta != n.float-1e20 || float64(float32(n.float)) != n.float {
		t.Errorf("the neighbour of 1e20 is %v", n.float)
	}
}

// TestMoved compares the differences of integers in offset binary, as doubles, with known ones.
func TestMoved(t *testing.T) {
	top := scalar{high: math.MaxUint64, low: math.MaxUint64}
	for _, test := range []struct {
		from, to scalar
		want     float64
	}{
		{scalar{low: 3}, scalar{low: 10}, 7}, {scalar{low: 10}, scalar{low: 3}, -7}, {scalar{low: math.MaxUint64}, scalar{high: 1}, 1},
		{scalar{}, top, 0x1p128}, {top, scalar{}, -0x1p128}, {top, top, 0},
	} {
		if got := moved(test.from, test.to); got != test.want {
			t.Errorf("from %+v to %+v: %v instead of %v", test.from, test.to, got, test.want)
		}
	}
}

// TestSeedIntervals compares seeds with the intervals of Sec. 5.3 at the beginning and the end.
func TestSeedIntervals(t *testing.T) {
	random := draw.New(3, 4)
	tests := []struct {
		kind     layout.InputType
		size     int
		progress float64
		low, top float64
	}{
		{layout.InputTypeSint8, 1, 0, -128, 127},
		{layout.InputTypeBoolean, 1, 1, 0, 1},
		{layout.InputTypeSint32, 4, 0, -128, 128},
		{layout.InputTypeSint32, 4, 1, -0x1p30, 0x1p30},
		{layout.InputTypeUint16, 2, 0, 0, 128},
		{layout.InputTypeUint64, 8, 1, 0, 0x1p63},
		{layout.InputTypeSint128, 16, 1, -0x1p126, 0x1p126},
		{layout.InputTypeFloat32, 4, 0, -128, 128},
		{layout.InputTypeFloat64, 8, 1, -0x1p114, 0x1p114},
	}
	for _, test := range tests {
		v := variableOf(test.kind, test.size)
		least, most := math.Inf(1), math.Inf(-1)
		for range 2000 {
			x := valueOf(v, v.seed(random, test.progress))
			least, most = min(least, x), max(most, x)
		}
		span := test.top - test.low
		if least < test.low || most > test.top || least > test.low+span/8 || most < test.top-span/8 {
			t.Errorf("%v at %v: seeds in [%v, %v] instead of [%v, %v]", test.kind, test.progress, least, most, test.low, test.top)
		}
	}
}

func valueOf(v *variable, n scalar) float64 {
	if v.float {
		return n.float
	}
	x := float64(n.high)*0x1p64 + float64(n.low)
	if v.signed {
		x -= math.Exp2(float64(8*v.size - 1))
	}
	return x
}

func BenchmarkRun(b *testing.B) {
	f := analysistest.New(b, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		m.Compare(0, x*x, 2)
	}), nil)
	f.Sensitive(f.Node(""), 0, 1, 2, 3)
	b.ReportAllocs()
	for b.Loop() {
		f.Context.Start(f.Node(""))
		if err := Run(f.Context); !errors.Is(err, analysis.ErrExhausted) {
			b.Fatal(err)
		}
	}
}
