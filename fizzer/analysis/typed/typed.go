// Package typed is the typed minimization analysis (report 5.3, Alg. 1): a gradient descent of the unknown branching
// function of a node over the typed numbers in its input.
package typed

import (
	"cmp"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/distance"
	"fizzer/fizzer/tree"
)

// RunsPerBit times the number of sensitive bits is the report's K, the inputs that one analysis may evaluate.
const RunsPerBit = 100

// exponents are those of Alg. 1, line 16, in its order.
var exponents = [...]float64{1, 0.1, 10, 0.01, 100, 0.001, 1000}

// Applies reports whether all sensitive bits of n belong to numbers of a known type and no xor stands before its
// instruction (report 5.3).
func Applies(t *tree.Tree, n tree.Node) bool {
	return !t.Decoder().Xor(t.ID(n).Location) && variables(t.Input(n).Reads, t.Sensitive(n)) != nil
}

// Run descends from the node's own input first, which is on the path for sure, and then from the report's random seeds
// until the executions are used.
func Run(ctx *analysis.Context) error {
	d := &descent{Context: ctx, variables: variables(ctx.Base.Reads, ctx.Tree.Sensitive(ctx.Node))}
	if len(d.variables) == 0 {
		return nil
	}
	ctx.Limit = RunsPerBit * ctx.Tree.SensitiveBits(ctx.Node)
	d.prepare()
	for i := range d.variables {
		d.at[i] = d.variables[i].load(ctx.Base.Bytes)
	}
	d.value = ctx.Tree.Distance(ctx.Node)
	for {
		if err := d.descend(); err != nil {
			return err
		}
		if err := d.nextSeed(); err != nil {
			return err
		}
	}
}

type descent struct {
	*analysis.Context
	variables []variable
	at        []number          // v
	value     distance.Distance // f(v)
	gradient  []float64
	lock      []bool
	steps     [len(exponents)][]number // the v' of one line search
	seeds     [][]number               // random seeds whose value is known, to be used next
	found     []distance.Distance      // their values
	guesses   int                      // seeds to send with the next batch
}

func (d *descent) prepare() {
	m := len(d.variables)
	d.at, d.gradient, d.lock, d.guesses = make([]number, m), make([]float64, m), make([]bool, m), 1
	for i := range d.steps {
		d.steps[i] = make([]number, m)
	}
}

// add puts the input for v into the batch.
func (d *descent) add(v []number) {
	in := d.Add()
	for i := range d.variables {
		d.variables[i].store(v[i], in)
	}
}

// nextSeed moves to the next random seed with a finite value (lines 2 to 4). As long as seeds miss the path it sends
// more of them at once.
func (d *descent) nextSeed() error {
	for len(d.seeds) == 0 {
		if err := d.trySeeds(); err != nil {
			return err
		}
	}
	copy(d.at, d.seeds[0])
	d.value = d.found[0]
	d.seeds, d.found = d.seeds[1:], d.found[1:]
	return nil
}

func (d *descent) trySeeds() error {
	seeds := make([][]number, d.guesses)
	for i := range seeds {
		seeds[i] = make([]number, len(d.variables))
		for j := range d.variables {
			seeds[i][j] = d.variables[j].seed(d.Random, float64(min(d.Used()+i, d.Limit))/float64(d.Limit))
		}
		d.add(seeds[i])
	}
	values, err := d.Evaluate()
	if err != nil {
		return err
	}
	d.seeds, d.found = d.seeds[:0], d.found[:0]
	for i, value := range values {
		if value.Finite() {
			d.seeds, d.found = append(d.seeds, seeds[i]), append(d.found, value)
		}
	}
	d.guesses = min(2*d.guesses, 16)
	if len(d.seeds) > 0 {
		d.guesses = 1
	}
	return nil
}

// descend is the loop at line 5: steps as long as they help.
func (d *descent) descend() error {
	for {
		if err := d.differentiate(); err != nil {
			return err
		}
		improved, err := d.step()
		if err != nil || !improved {
			return err
		}
	}
}

// differentiate computes the gradient of |f| by right differences (lines 6 to 10), in one batch. Where no coordinate's
// least change shows anything, larger ones are tried: the report would give up a point on a plateau.
func (d *descent) differentiate() error {
	for i := range d.lock {
		d.gradient[i], d.lock[i] = 0, false
	}
	if err := d.crossZero(); err != nil {
		return err
	}
	if err := d.partials(d.neighbour); err != nil {
		return err
	}
	for round := 0; round < len(largerSteps) && d.flat(); round++ {
		if err := d.partials(func(i int) (number, float64) { return d.variables[i].larger(d.at[i], round) }); err != nil {
			return err
		}
	}
	return nil
}

// crossZero adds the left neighbours of a point at distance zero on the wrong side of the border, where lambda is zero
// and the report gives up; the right ones are evaluated with the gradient.
func (d *descent) crossZero() error {
	if d.value.Magnitude() != 0 {
		return nil
	}
	for i, old := range d.at {
		right, _ := d.neighbour(i)
		d.at[i] = d.variables[i].reflect(old, right)
		d.add(d.at)
		d.at[i] = old
	}
	_, err := d.Evaluate()
	return err
}

func (d *descent) flat() bool {
	for i, g := range d.gradient {
		if g != 0 || d.lock[i] {
			return false
		}
	}
	return true
}

func (d *descent) neighbour(i int) (number, float64) { return d.variables[i].neighbour(d.at[i]) }

// partials sets the gradient from one change of each coordinate.
func (d *descent) partials(change func(i int) (number, float64)) error {
	deltas := make([]float64, len(d.at))
	for i, old := range d.at {
		d.at[i], deltas[i] = change(i)
		d.add(d.at)
		d.at[i] = old
	}
	values, err := d.Evaluate()
	if err != nil {
		return err
	}
	for i := range d.at {
		d.gradient[i] = values[i].Difference(d.value) / deltas[i]
		if d.lock[i] = !finite(d.gradient[i]); d.lock[i] {
			d.gradient[i] = 0
		}
	}
	return nil
}

// step is the loop at line 12: it looks for a better point against the gradient and, while there is none, locks the
// coordinates that slow down the descent. It reports whether it moved.
func (d *descent) step() (bool, error) {
	for {
		square := 0.0
		unlocked := false
		for i, g := range d.gradient {
			square += g * g
			unlocked = unlocked || !d.lock[i]
		}
		lambda := d.value.Magnitude() / square
		if !unlocked || !finite(square) || lambda == 0 || !finite(lambda) {
			return false, nil
		}
		better, err := d.search(lambda)
		if err != nil || better {
			return better, err
		}
		if !d.lockSteep() {
			return false, nil
		}
	}
}

// search evaluates lines 15 to 20 in one batch and moves when the best point is better.
func (d *descent) search(lambda float64) (bool, error) {
	for k, e := range exponents {
		d.moveBy(d.steps[k], e*lambda)
		d.add(d.steps[k])
	}
	values, err := d.Evaluate()
	if err != nil {
		return false, err
	}
	best := 0
	for k, value := range values {
		if value.Compare(values[best]) < 0 {
			best = k
		}
	}
	if values[best].Compare(d.value) >= 0 {
		return false, nil
	}
	copy(d.at, d.steps[best])
	d.value = values[best]
	return true, nil
}

// moveBy sets v to the current point minus length times the gradient. What rounding to an integer takes from one
// coordinate is made up for by the next less steep one (Valkyrie, Sec. III-B): without that the last steps to a plane miss it.
func (d *descent) moveBy(v []number, length float64) {
	lost := 0.0 // change of f
	for _, i := range d.steepestFirst() {
		g := d.gradient[i]
		v[i] = d.at[i]
		if g == 0 {
			continue
		}
		wanted := lost/g - length*g
		v[i], lost = d.variables[i].add(d.at[i], wanted), 0
		if !d.variables[i].float {
			lost = (wanted - math.Round(wanted)) * g
		}
	}
}

// steepestFirst returns the coordinates in the order in which a rounding error is handed on.
func (d *descent) steepestFirst() []int {
	order := make([]int, len(d.gradient))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(d.gradient[j]), math.Abs(d.gradient[i])) })
	return order
}

// lockSteep locks the coordinates of lines 25 to 29 and reports whether there were any. The bound l is taken over
// coordinates with a nonzero derivative only: with the infinities of the others it would lock everything.
func (d *descent) lockSteep() bool {
	least, most := math.Inf(1), math.Inf(-1)
	for i, g := range d.gradient {
		if flatness := 1 / (g * g); !d.lock[i] && finite(flatness) {
			least, most = min(least, flatness), max(most, flatness)
		}
	}
	bound := least + 0.6*(most-least)
	locked := false
	for i, g := range d.gradient {
		if flatness := 1 / (g * g); !d.lock[i] && (!finite(flatness) || flatness < bound) {
			d.gradient[i], d.lock[i], locked = 0, true, true
		}
	}
	return locked
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
