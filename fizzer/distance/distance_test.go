package distance

import (
	"math"
	"math/big"
	"testing"

	"fizzer/libfizzer/locations"
)

func integerFunction(predicate locations.Predicate, bits int) Function {
	return Of(&locations.Condition{Kind: locations.KindInteger, Predicate: predicate, Bits: bits})
}

func TestIntegersAreSubtractedAsThePredicateSays(t *testing.T) {
	tests := []struct {
		predicate   locations.Predicate
		bits        int
		left, right uint64
		want        Distance
	}{
		{"slt", 8, 0xff, 1, Integer(-2)},
		{"ult", 8, 0xff, 1, Integer(254)},
		{"eq", 8, 0xff, 1, Integer(-2)},
		{"ne", 16, 0x8000, 0x7fff, Integer(-65535)},
		{"uge", 16, 0x8000, 0x7fff, Integer(1)},
		{"sgt", 32, 0x80000000, 0, Integer(math.MinInt32)},
		{"eq", 64, 1234567890123456790, 1234567890123456789, Integer(1)}, // a double sees 0
		{"slt", 64, 1 << 63, 1<<63 - 1, Distance{low: math.MaxUint64, form: negativeInteger}},
		{"ugt", 64, math.MaxUint64, 0, Distance{low: math.MaxUint64, form: integer}},
		{"eq", 1, 1, 0, Integer(-1)},
	}
	for _, test := range tests {
		got := integerFunction(test.predicate, test.bits).Value(Operand{Low: test.left}, Operand{Low: test.right})
		if got != test.want {
			t.Errorf("%s i%d %#x, %#x: %+v, want %+v", test.predicate, test.bits, test.left, test.right, got, test.want)
		}
	}
}

// bigOf returns the value of an operand of 128 bits.
func bigOf(o Operand, signed bool) *big.Int {
	v := new(big.Int).SetUint64(o.High)
	v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(o.Low))
	if signed && o.High>>63 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return v
}

// FuzzWideIntegers compares 128-bit distances, their order, difference and rounding with math/big.
func FuzzWideIntegers(f *testing.F) {
	f.Add(uint64(0), uint64(1)<<63, uint64(math.MaxUint64), uint64(math.MaxInt64), true)
	f.Add(uint64(1), uint64(0), uint64(0), uint64(1), false)
	f.Add(uint64(1)<<53+1, uint64(1), uint64(3), uint64(0), true)
	f.Fuzz(func(t *testing.T, leftLow, leftHigh, rightLow, rightHigh uint64, isSigned bool) {
		predicate := locations.Predicate("ult")
		if isSigned {
			predicate = "slt"
		}
		left, right := Operand{leftLow, leftHigh}, Operand{rightLow, rightHigh}
		function := integerFunction(predicate, 128)
		d, e := function.Value(left, right), function.Value(right, Operand{Low: 1})
		wantD := new(big.Int).Sub(bigOf(left, isSigned), bigOf(right, isSigned))
		wantE := new(big.Int).Sub(bigOf(right, isSigned), big.NewInt(1))
		if got, _ := new(big.Float).SetInt(wantD).Float64(); d.Float() != got {
			t.Errorf("%v is %v as a double, want %v", wantD, d.Float(), got)
		}
		if got := d.Compare(e); got != wantD.CmpAbs(wantE) {
			t.Errorf("|%v| compares with |%v| as %d", wantD, wantE, got)
		}
		difference := new(big.Int).Sub(new(big.Int).Abs(wantD), new(big.Int).Abs(wantE))
		if want, _ := new(big.Float).SetInt(difference).Float64(); d.Difference(e) != want {
			t.Errorf("|%v| - |%v| is %v, want %v", wantD, wantE, d.Difference(e), want)
		}
	})
}

func TestFloats(t *testing.T) {
	double := func(v float64) Operand { return Operand{Low: math.Float64bits(v)} }
	tests := []struct {
		name        string
		bits        int
		left, right Operand
		want        Distance
	}{
		{"difference", 64, double(2.5), double(4), Real(-1.5)},
		{"no overflow", 64, double(math.MaxFloat64), double(-math.MaxFloat64), Real(math.MaxFloat64)},
		{"denormal", 64, double(math.SmallestNonzeroFloat64), double(0), Real(math.SmallestNonzeroFloat64)},
		{"zeros are equal", 64, double(math.Copysign(0, -1)), double(0), Real(0)},
		{"NaN", 64, double(math.NaN()), double(0), Distance{}},
		{"infinity", 64, double(math.Inf(-1)), double(0), Distance{}},
		{"float", 32, Operand{Low: uint64(math.Float32bits(1.5))}, Operand{Low: uint64(math.Float32bits(-1))}, Real(2.5)},
		{"half", 16, Operand{Low: 0x3c00}, Operand{Low: 0xc000}, Real(3)},
		{"half denormal", 16, Operand{Low: 1}, Operand{}, Real(0x1p-24)},
		{"x87 one and a half", 80, Operand{Low: 3 << 62, High: 0x3fff}, Operand{}, Real(1.5)},
		{"x87 minus two", 80, Operand{Low: 1 << 63, High: 0xc000}, Operand{}, Real(-2)},
		{"x87 infinity", 80, Operand{Low: 1 << 63, High: 0x7fff}, Operand{}, Distance{}},
		{"x87 last bit", 80, Operand{Low: 1<<63 + 1, High: 0x3fff}, Operand{Low: 1 << 63, High: 0x3fff}, Real(math.SmallestNonzeroFloat64)},
		{"quad three", 128, Operand{High: 0x4000800000000000}, Operand{}, Real(3)},
	}
	for _, test := range tests {
		function := Of(&locations.Condition{Kind: locations.KindFloat, Predicate: "olt", Bits: test.bits})
		if got := function.Value(test.left, test.right); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got.Float(), test.want.Float())
		}
	}
}

func TestOtherKinds(t *testing.T) {
	top := Operand{Low: math.MaxUint64}
	pointer := Of(&locations.Condition{Kind: locations.KindPointer, Predicate: "eq", Bits: 64})
	if got := pointer.Value(top, Operand{}); got.Float() != 0x1p64 {
		t.Errorf("pointers are not unsigned: %v", got.Float())
	}
	for _, kind := range []locations.Kind{locations.KindTruncate, locations.KindCall} {
		if got := Of(&locations.Condition{Kind: kind, Bits: 8}).Value(top, Operand{}); got != Integer(1) {
			t.Errorf("%s is %v instead of 1", kind, got.Float())
		}
	}
}

func TestNotFiniteIsFarthest(t *testing.T) {
	none, far := Distance{}, Real(math.MaxFloat64)
	if none.Compare(far) != 1 || far.Compare(none) != -1 || none.Compare(none) != 0 || none.Finite() {
		t.Error("what is not finite does not compare as the greatest")
	}
	if !math.IsInf(none.Magnitude(), 1) || Real(math.NaN()) != none || Real(math.Inf(1)) != none {
		t.Error("what is not finite has a magnitude")
	}
}

func BenchmarkValue(b *testing.B) {
	function := integerFunction("slt", 64)
	var sum Distance
	for i := range b.N {
		sum = function.Value(Operand{Low: uint64(i)}, Operand{Low: 77})
	}
	_ = sum
}

// TestMagnitude: the fast way gives the same as the exact one, for all kinds and widths.
func TestMagnitude(t *testing.T) {
	values := []uint64{0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 62, 1 << 63, 1<<64 - 1,
		math.Float64bits(-2.5)}
	for _, kind := range []locations.Kind{locations.KindInteger, locations.KindPointer, locations.KindFloat, locations.KindTruncate} {
		for _, predicate := range []locations.Predicate{"eq", "slt", "ult"} {
			for _, width := range []int{1, 8, 32, 64, 80, 128} {
				f := Of(&locations.Condition{Kind: kind, Predicate: predicate, Bits: width})
				mask := uint64(math.MaxUint64) >> (64 - min(width, 64))
				for _, l := range values {
					for _, r := range values {
						l, r := l&mask, r&mask
						want := f.Value(Operand{Low: l}, Operand{Low: r}).Magnitude()
						if got := f.Magnitude(l, r); got != want {
							t.Errorf("%s %s of %d bits: %x and %x: %v instead of %v", kind, predicate, width, l, r, got, want)
						}
					}
				}
			}
		}
	}
}

func TestBits(t *testing.T) {
	for v, want := range map[int64][2]uint64{0: {}, 5: {5, 0}, -5: {1<<64 - 5, 1<<64 - 1}, math.MinInt64: {1 << 63, 1<<64 - 1}} {
		if low, high, ok := Integer(v).Bits(); !ok || low != want[0] || high != want[1] {
			t.Errorf("%d: %x %x %v", v, low, high, ok)
		}
	}
	if _, _, ok := Real(1).Bits(); ok {
		t.Error("a float is no integer")
	}
}
