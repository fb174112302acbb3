// Package binary is the report's minimization analysis (5.4, Alg. 2): a descent over single bits, for inputs without a numeric type and
// for branching functions behind an xor.
package binary

import (
	"cmp"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/distance"
)

// RunsPerBit bounds the analysis: it evaluates at most this many inputs per sensitive bit. The report states no
// limit; the number of its steps grows with the cube of the number of bits.
const RunsPerBit = 1000

// Run looks for the missing direction of the node of ctx. It returns nil when all seeds were tried. A resumed
// analysis goes on with new seeds.
func Run(ctx *analysis.Context) error {
	d := &descent{Context: ctx, sensitive: ctx.Tree.Sensitive(ctx.Node)}
	m := 8 * len(d.sensitive)
	if m == 0 {
		return nil
	}
	resumed := ctx.Used() > 0
	ctx.Within(RunsPerBit * m)
	d.bits, d.magnitude = make([]bool, m), make([]float64, m)
	if !resumed {
		if err := d.from(d.baseBits(), ctx.Tree.Distance(ctx.Node)); err != nil {
			return err
		}
	}
	for _, seed := range d.seeds() {
		values, err := d.evaluate(seed)
		if err != nil {
			return err
		}
		if err := d.from(seed, values[0]); err != nil {
			return err
		}
	}
	return nil
}

type descent struct {
	*analysis.Context
	sensitive []uint32
	bits      []bool            // v: one for each sensitive bit, in order of offset and from the highest bit down
	value     distance.Distance // f(v)
	magnitude []float64         // mag: greatest change of |f| seen when a bit was flipped
}

func (d *descent) baseBits() []bool {
	bits := make([]bool, len(d.bits))
	for i := range bits {
		bits[i] = d.Base.Bytes[d.sensitive[i/8]]&(0x80>>(i%8)) != 0
	}
	return bits
}

// seeds returns one random input from each class of equal Hamming distance from zero (Alg. 2, line 1).
func (d *descent) seeds() [][]bool {
	m := len(d.bits)
	seeds, order := make([][]bool, m+1), make([]int, m)
	for bit := range order {
		order[bit] = bit
	}
	for i := range seeds {
		seeds[i] = make([]bool, m)
		d.Random.Shuffle(m, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, bit := range order[:i] {
			seeds[i][bit] = true
		}
	}
	return seeds
}

// add puts an input with these values of the sensitive bits into the batch.
func (d *descent) add(bits []bool) {
	in := d.Add()
	for i, bit := range bits {
		mask := byte(0x80 >> (i % 8))
		in[d.sensitive[i/8]] &^= mask
		if bit {
			in[d.sensitive[i/8]] |= mask
		}
	}
}

func (d *descent) evaluate(bits []bool) ([]distance.Distance, error) {
	d.add(bits)
	return d.Evaluate()
}

// from descends from a seed until neither kind of step helps (Alg. 2, lines 3 to 21).
func (d *descent) from(seed []bool, value distance.Distance) error {
	copy(d.bits, seed)
	d.value = value
	clear(d.magnitude)
	for {
		improved, err := d.flipOne()
		if err == nil && !improved {
			improved, err = d.flipTail()
		}
		if err != nil || !improved {
			return err
		}
	}
}

// flipOne evaluates every single flip and takes the best one if it helps (lines 6 to 12).
func (d *descent) flipOne() (bool, error) {
	for i := range d.bits {
		d.bits[i] = !d.bits[i]
		d.add(d.bits)
		d.bits[i] = !d.bits[i]
	}
	values, err := d.Evaluate()
	if err != nil {
		return false, err
	}
	for i, v := range values {
		d.magnitude[i] = max(d.magnitude[i], change(v, d.value))
	}
	k := smallest(values)
	if values[k].Compare(d.value) >= 0 {
		return false, nil
	}
	d.bits[k], d.value = !d.bits[k], values[k]
	return true, nil
}

// change returns how much |f| changed. A run that leaves the path counts as the largest change, as in the report.
func change(from, to distance.Distance) float64 {
	if from.Finite() != to.Finite() {
		return math.MaxFloat64
	}
	if !from.Finite() {
		return 0
	}
	return math.Abs(from.Difference(to))
}

// flipTail inverts the k least important bits together, for every k, and takes the best result if it helps: this is a step of an
// integer by one, with carry (lines 13 to 20).
func (d *descent) flipTail() (bool, error) {
	order := make([]int, len(d.bits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d.magnitude[j], d.magnitude[i]) })
	for i := range order {
		d.flip(order[i:])
		d.add(d.bits)
		d.flip(order[i:])
	}
	values, err := d.Evaluate()
	if err != nil {
		return false, err
	}
	k := smallest(values)
	if values[k].Compare(d.value) >= 0 {
		return false, nil
	}
	d.flip(order[k:])
	d.value = values[k]
	return true, nil
}

func (d *descent) flip(indices []int) {
	for _, i := range indices {
		d.bits[i] = !d.bits[i]
	}
}

func smallest(values []distance.Distance) int {
	best := 0
	for i, v := range values {
		if v.Compare(values[best]) < 0 {
			best = i
		}
	}
	return best
}
