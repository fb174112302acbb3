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
	"fizzer/libfizzer/layout"
)

// RunsPerBit times the number of sensitive bits is the report's K: the number of inputs that one analysis may
// evaluate.
const RunsPerBit = 100

// exponents are those of Alg. 1, line 16, in its order.
var exponents = [...]float64{1, 0.1, 10, 0.01, 100, 0.001, 1000}

// Applies reports whether all sensitive bits of n belong to numbers of a known type and no xor precedes its instruction (report 5.3).
func Applies(t *tree.Tree, n tree.Node) bool {
	return !t.Decoder().Xor(t.ID(n).Location) && variables(t.Input(n).Reads, t.Sensitive(n)) != nil
}

// Run first descends from the node's own input, which is surely on the path; it does so a second time along one coordinate at a time.
// Then it descends from the report's random seeds, several at a time, until its share of the executions is used. A resumed analysis goes
// on with random seeds.
func Run(ctx *analysis.Context) error {
	s := &search{Context: ctx, variables: variables(ctx.Base.Reads, ctx.Tree.Sensitive(ctx.Node)), guesses: 1}
	if len(s.variables) == 0 {
		return nil
	}
	resumed := ctx.Used() > 0
	ctx.Within(RunsPerBit * ctx.Tree.SensitiveBits(ctx.Node))
	if !resumed {
		if err := s.newDescent(ctx.Evaluate).fromBase(); err != nil {
			return err
		}
	}
	return s.fromSeeds()
}

// fromBase descends from the node's own input, twice. The second descent is for sums of digits, where each digit leaves the path beyond
// its range: there the whole gradient gets stuck next to the border.
func (d *descent) fromBase() error {
	if err := d.reversed(); err != nil {
		return err
	}
	for _, alone := range [...]bool{false, true} {
		if alone && len(d.variables) < 2 {
			break
		}
		for i := range d.variables {
			d.at[i] = d.variables[i].load(d.Base.Bytes)
		}
		d.value, d.alone, d.sideways = d.Tree.Distance(d.Node), alone, maxSideways
		if err := d.descend(); err != nil {
			return err
		}
	}
	d.alone = false
	return nil
}

// reversed tries each integer with its bytes in the opposite order, minus the distance: this hits the border if the program swaps the
// bytes (input to state, FUZZY-SAT III-C). A descent would have to climb a saw tooth of 2^24.
func (d *descent) reversed() error {
	ordered := d.Tree.Decoder().Ordered(d.Tree.ID(d.Node).Location)
	for i := range d.variables {
		v := &d.variables[i]
		if v.float || v.size < 2 {
			continue
		}
		in := d.Add()
		value := in[v.offset : v.offset+v.size]
		slices.Reverse(value)
		if !analysis.Turn(value, layout.Read{Size: uint16(v.size)}, d.Tree.Distance(d.Node), ordered, -1) {
			d.Drop()
			continue
		}
		slices.Reverse(value)
	}
	_, err := d.evaluate()
	return err
}

// search is what all descents of an analysis share.
type search struct {
	*analysis.Context
	variables []variable
	room      []scalar            // memory of the seeds of the last batch
	seeds     [][]scalar          // random seeds with known values, to be used next
	found     []distance.Distance // values of seeds
	guesses   int                 // fewest seeds to send with the next batch
}

type descent struct {
	*search
	evaluate func() ([]distance.Distance, error) // Context.Evaluate, for the inputs added by this descent
	at       []scalar                            // v
	value    distance.Distance                   // f(v)
	slope
	steps    [][]scalar // the v' of one line search
	sideways int        // steps left that may leave the distance unchanged
	alone    bool       // whether only one coordinate moves in a step
}

// slope is the gradient of |f| at a point.
type slope struct {
	gradient []float64
	lock     []bool // coordinates that are left out
	order    []int  // memory of steepestFirst
}

func (s *search) newDescent(evaluate func() ([]distance.Distance, error)) *descent {
	m := len(s.variables)
	return &descent{search: s, evaluate: evaluate, at: make([]scalar, m), slope: slope{gradient: make([]float64, m), lock: make([]bool, m)}}
}

// nextStep adds one more v'; it starts as a copy of the current point. It reuses the memory of an earlier step.
func (d *descent) nextStep() []scalar {
	if len(d.steps) == cap(d.steps) {
		d.steps = append(d.steps, nil)[:len(d.steps)]
	}
	i := len(d.steps)
	d.steps = d.steps[:i+1]
	d.steps[i] = append(d.steps[i][:0], d.at...)
	return d.steps[i]
}

// add puts the input for v into the batch.
func (s *search) add(v []scalar) {
	in := s.Add()
	for i := range s.variables {
		s.variables[i].store(v[i], in)
	}
}

// descend is the loop at line 5: it makes steps as long as they help.
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

// differentiate computes the gradient of |f| by right differences (lines 6 to 10), in one batch. If the least change shows an effect at
// no coordinate, it tries larger changes; the report would give up a point on a plateau.
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
	if err := d.leftPartials(); err != nil {
		return err
	}
	for round := 0; round < len(largerSteps) && d.flat(); round++ {
		if err := d.partials(func(i int) (scalar, float64) { return d.variables[i].larger(d.at[i], round) }); err != nil {
			return err
		}
	}
	return nil
}

// crossZero adds the left neighbours of a point that has distance zero but is on the wrong side of the border; lambda is zero there,
// and the report gives up. The right neighbours are evaluated with the gradient.
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
	_, err := d.evaluate()
	return err
}

func (s *slope) flat() bool {
	for i, g := range s.gradient {
		if g != 0 || s.lock[i] {
			return false
		}
	}
	return true
}

func (d *descent) neighbour(i int) (scalar, float64) { return d.variables[i].neighbour(d.at[i]) }

// partials computes the gradient from one change of each coordinate.
func (d *descent) partials(change func(i int) (scalar, float64)) error {
	deltas := make([]float64, len(d.at))
	for i, old := range d.at {
		d.at[i], deltas[i] = change(i)
		d.add(d.at)
		d.at[i] = old
	}
	values, err := d.evaluate()
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

// leftPartials takes the difference to the left for coordinates whose right difference is not finite. Such a coordinate is at the end
// of a range that the path demands, like '9' for a digit; the report locks it.
func (d *descent) leftPartials() error {
	var locked []int
	for i, old := range d.at {
		if !d.lock[i] {
			continue
		}
		right, _ := d.neighbour(i)
		d.at[i] = d.variables[i].reflect(old, right)
		d.add(d.at)
		d.at[i] = old
		locked = append(locked, i)
	}
	if len(locked) == 0 {
		return nil
	}
	values, err := d.evaluate()
	if err != nil {
		return err
	}
	for k, i := range locked {
		right, _ := d.neighbour(i)
		delta := d.variables[i].minus(d.variables[i].reflect(d.at[i], right), d.at[i])
		if g := values[k].Difference(d.value) / delta; finite(g) {
			d.gradient[i], d.lock[i] = g, false
		}
	}
	return nil
}

// step is the loop at line 12: it looks for a better point against the gradient. While there is none, it locks the coordinates that
// slow down the descent. It reports whether it moved.
func (d *descent) step() (bool, error) {
	for {
		square := 0.0
		unlocked := false
		for i, g := range d.gradient {
			square += g * g
			unlocked = unlocked || !d.lock[i]
		}
		lambda := min(d.value.Magnitude()/square, math.MaxFloat64)
		if !unlocked || !finite(square) || square == 0 || lambda == 0 || !finite(lambda) {
			return false, nil
		}
		better, err := d.lineSearch(lambda)
		if err == nil && !better && d.alone {
			better, err = d.overshoot()
		}
		if err != nil || better {
			return better, err
		}
		if !d.lockSteep() {
			return false, nil
		}
	}
}

// lineSearch evaluates lines 15 to 20, plus steps that the report does not have. It moves when the best point is better.
func (d *descent) lineSearch(lambda float64) (bool, error) {
	d.steps = d.steps[:0]
	if !d.alone {
		for _, e := range exponents {
			d.moveBy(d.nextStep(), e*lambda)
		}
		d.byMagnitude(d.steps[0])
	}
	d.alongOne(false)
	return d.moveToBest(0)
}

// maxSideways is the maximum of steps of one descent that leave the distance unchanged. It is picked by hand.
const maxSideways = 4

// overshoot moves one coordinate past the point where a linear f is zero. Example: if the aim is 365, it moves from 299, the greatest
// number with these hundreds, to 399.
func (d *descent) overshoot() (bool, error) {
	d.steps = d.steps[:0]
	d.alongOne(true)
	return d.moveToBest(d.sideways)
}

// moveToBest evaluates the steps in one batch. It moves when the best point is better or, while sideways steps are left, equal: for
// example from 370 to 360 when the aim is 365.
func (d *descent) moveToBest(sideways int) (bool, error) {
	if len(d.steps) == 0 {
		return false, nil
	}
	for _, v := range d.steps {
		d.add(v)
	}
	values, err := d.evaluate()
	if err != nil {
		return false, err
	}
	best := 0
	for k, value := range values {
		if value.Compare(values[best]) < 0 {
			best = k
		}
	}
	switch order := values[best].Compare(d.value); {
	case order > 0 || order == 0 && sideways == 0:
		return false, nil
	case order == 0:
		d.sideways--
	}
	copy(d.at, d.steps[best])
	d.value = values[best]
	return true, nil
}

// maxAlone bounds the coordinates that alongOne moves. It is picked by hand: the number of exponents.
const maxAlone = len(exponents)

// alongOne adds, for each coordinate, the point at which a linear f is zero when only this coordinate moves. It rounds integers so that
// f keeps its sign, or so that f changes its sign. The gradient moves all coordinates at once and gets stuck next to a x b = c; with a
// fixed, b = c / a is one step, and exact if a divides c.
func (d *descent) alongOne(beyond bool) {
	if len(d.at) < 2 {
		return
	}
	for k, i := range d.steepestFirst() {
		if g := d.gradient[i]; k < maxAlone && g != 0 {
			step := -d.value.Magnitude() / g
			if !d.variables[i].float {
				if step = math.Trunc(step); beyond {
					step += math.Copysign(1, -g)
				}
			}
			d.nextStep()[i] = d.variables[i].add(d.at[i], step)
		}
	}
}

// halvings is how often byMagnitude halves the way: the rest, 1/64 of all doubles, spans 32 powers of two.
const halvings = 6

// byMagnitude adds points on the way to the step of e = 0. It halves the way again and again in the order of the floating-point numbers
// instead of by value: from 1 towards 1e-100, a step by value either stays near 1 or ends at 0.
func (d *descent) byMagnitude(full []scalar) {
	if !slices.ContainsFunc(d.variables, func(v variable) bool { return v.float }) {
		return
	}
	for range halvings {
		v := d.nextStep()
		for i := range v {
			if d.variables[i].float && d.gradient[i] != 0 {
				v[i] = d.variables[i].middle(d.at[i], full[i])
			}
		}
		full = v
	}
}

// moveBy sets v to the current point minus length times the gradient. What a coordinate misses by rounding to an integer, or at the end
// of its type, the next less steep coordinate compensates (Valkyrie, Sec. III-B): otherwise the last steps to a plane would miss it.
func (d *descent) moveBy(v []scalar, length float64) {
	missing := 0.0 // change of f that v does not make
	for _, i := range d.steepestFirst() {
		g := d.gradient[i]
		v[i] = d.at[i]
		if g == 0 {
			continue
		}
		wanted := missing/g - length*g
		v[i], missing = d.variables[i].add(d.at[i], wanted), 0
		if !d.variables[i].float {
			missing = (wanted - moved(d.at[i], v[i])) * g
		}
	}
}

// steepestFirst returns the coordinates in the order in which a rounding error is handed on, until the next call.
func (s *slope) steepestFirst() []int {
	s.order = s.order[:0]
	for i := range s.gradient {
		s.order = append(s.order, i)
	}
	order := s.order
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(s.gradient[j]), math.Abs(s.gradient[i])) })
	return order
}

// lockSteep locks the coordinates of lines 25 to 29 and reports whether there were any. It computes the bound l from coordinates with a
// nonzero derivative only: the infinities of the others would lock everything.
func (s *slope) lockSteep() bool {
	least, most := math.Inf(1), math.Inf(-1)
	for i, g := range s.gradient {
		if flatness := 1 / (g * g); !s.lock[i] && finite(flatness) {
			least, most = min(least, flatness), max(most, flatness)
		}
	}
	bound := least + 0.6*(most-least)
	locked := false
	for i, g := range s.gradient {
		if flatness := 1 / (g * g); !s.lock[i] && (!finite(flatness) || flatness < bound) {
			s.gradient[i], s.lock[i], locked = 0, true, true
		}
	}
	return locked
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
