// Package lattice flips a condition on integers when the path demands equalities and bounds of the same numbers. It looks for moves:
// changes of several numbers at once that keep every equality of the path. The moves are a lattice; Euclid's algorithm finds them from
// measured differences. One move takes the condition to its border; the moves that change neither the equalities nor the condition mend
// the bounds that this breaks. Measurements are taken as linear; if they are not, the search begins again from the nearest point on the
// path. The report does not have this analysis; FUZZY-SAT also keeps the conditions of the path as constraints, with its multi-goal
// (Alg. 1), but changes one number at a time.
package lattice

import (
	"math/big"
	"slices"
	"sort"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Picked by hand.
const (
	maxNumbers    = 16  // maximum of numbers that may move
	maxConditions = 128 // maximum of conditions of the path that are looked at
	maxRounds     = 16  // maximum of measurements of all moves
	maxSweeps     = 40  // maximum of passes over the moves that mend bounds
)

// Run makes at most maxRounds * (4 * maxNumbers + 12) runs. It needs the sensitive bits of the nodes on the path.
func Run(ctx *analysis.Context) error {
	s := newSearch(ctx)
	if len(s.numbers) == 0 {
		return nil
	}
	for round := 0; round < maxRounds; {
		p, err := s.at(s.x)
		if err != nil || p == nil || p.passed < len(s.conditions) {
			return err
		}
		s.base = p
		s.units()
		for kept := false; !kept && round < maxRounds; round++ {
			if err := s.measure(); err != nil {
				return err
			}
			kept = s.keepEqualities()
		}
		nearer, err := s.move()
		if err != nil || !nearer {
			return err
		}
	}
	return nil
}

// coordinate is an integer of the input that may move.
type coordinate struct {
	analysis.Integer
	min, max *big.Int // of its type
}

// bound is the range in which the distance of a condition has to stay; nil: no bound on that side.
type bound struct{ min, max *big.Int }

// point is what a run shows: the distances of the conditions looked at, as far as the run came, including the first
// one that it turned.
type point struct {
	distances []*big.Int
	passed    int // conditions that took the direction of the path
}

// move is a change of all numbers, and the effect that was measured for it.
type move struct {
	by      []*big.Int
	changes []*big.Int // of the distances, for as many conditions as are known
}

type search struct {
	*analysis.Context
	numbers    []coordinate
	conditions []int // depths of the conditions looked at, the node's own last
	path       []tree.Node
	bounds     []bound // by condition; the last one is the bound of the missing direction
	x          []*big.Int
	base       *point // at x
	moves      []move
}

func newSearch(ctx *analysis.Context) *search {
	s := &search{Context: ctx, path: ctx.Tree.PathTo(ctx.Node, nil)}
	last := len(s.path) - 1
	for depth, n := range s.path {
		b := s.boundAt(depth)
		// Behind an equality no single number has an effect, so numbers without an effect may matter there too.
		if depth == last || len(ctx.Tree.Sensitive(n)) > 0 || b.equality() || depth > last-maxConditions && b != (bound{}) {
			s.conditions, s.bounds = append(s.conditions, depth), append(s.bounds, b)
		}
	}
	s.bounds = s.bounds[max(len(s.conditions)-maxConditions, 0):]
	s.conditions = s.conditions[len(s.conditions)-len(s.bounds):]
	s.chooseNumbers()
	for i := range s.numbers {
		s.x = append(s.x, s.numbers[i].load(ctx.Base.Bytes))
	}
	return s
}

// boundAt returns the bound within which a condition of the path keeps its direction; for the node's own condition,
// the bound of the missing direction.
func (s *search) boundAt(depth int) bound {
	n, direction := s.path[depth], s.Direction
	if depth < len(s.path)-1 {
		direction = s.Tree.Successor(n, true) == s.path[depth+1]
	}
	relation, _ := s.Tree.Decoder().Relation(s.Tree.ID(n).Location)
	return boundOf(relation.When(direction))
}

// chooseNumbers takes the integers to which conditions of the path are sensitive, starting with the node and the conditions next to it.
func (s *search) chooseNumbers() {
	seen := map[uint32]bool{}
	for i := len(s.conditions) - 1; i >= 0; i-- {
		for _, r := range trace.Reads(s.Base.Reads, s.Tree.Sensitive(s.path[s.conditions[i]])) {
			if n, ok := coordinateOf(r); ok && !seen[r.Offset] && len(s.numbers) < maxNumbers {
				seen[r.Offset] = true
				s.numbers = append(s.numbers, n)
			}
		}
	}
	slices.SortFunc(s.numbers, func(a, b coordinate) int { return int(a.Offset) - int(b.Offset) })
}

func coordinateOf(r layout.Read) (coordinate, bool) {
	integer, ok := analysis.IntegerOf(r)
	if !ok || analysis.IsBoolean(r) {
		return coordinate{}, false
	}
	n := coordinate{integer, new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*r.Size))}
	n.max.Sub(n.max, big.NewInt(1))
	if integer.Signed {
		n.max.Rsh(n.max, 1)
		n.min.Not(n.max)
	}
	return n, true
}

// load returns the number's value in an input.
func (n *coordinate) load(input []byte) *big.Int {
	v := n.Load(input)
	if n.Signed {
		return big.NewInt(int64(v))
	}
	return new(big.Int).SetUint64(v)
}

// store writes a value within the bounds of the type.
func (n *coordinate) store(v *big.Int, input []byte) {
	if v.Sign() < 0 {
		n.Store(uint64(v.Int64()), input)
	} else {
		n.Store(v.Uint64(), input)
	}
}

func (n *coordinate) holds(v *big.Int) bool { return v.Cmp(n.min) >= 0 && v.Cmp(n.max) <= 0 }

// boundOf returns the bounds of left - right for operands in the given relation; there are no bounds if the relation is not an order.
func boundOf(relation locations.Relation) bound {
	zero, one, minusOne := new(big.Int), big.NewInt(1), big.NewInt(-1)
	switch relation {
	case locations.Equal:
		return bound{zero, zero}
	case locations.Less:
		return bound{nil, minusOne}
	case locations.LessOrEqual:
		return bound{nil, zero}
	case locations.Greater:
		return bound{one, nil}
	case locations.GreaterOrEqual:
		return bound{zero, nil}
	}
	return bound{}
}

func (b *bound) equality() bool { return b.min != nil && b.max != nil }

// lack returns what has to be added to d to bring it within the bounds.
func (b *bound) lack(d *big.Int) *big.Int {
	switch {
	case b.min != nil && d.Cmp(b.min) < 0:
		return new(big.Int).Sub(b.min, d)
	case b.max != nil && d.Cmp(b.max) > 0:
		return new(big.Int).Sub(b.max, d)
	}
	return new(big.Int)
}

// inside reports whether all numbers can hold the values.
func (s *search) inside(x []*big.Int) bool {
	for i := range s.numbers {
		if !s.numbers[i].holds(x[i]) {
			return false
		}
	}
	return true
}

func (s *search) add(x []*big.Int) {
	in := s.Add()
	for i := range s.numbers {
		s.numbers[i].store(x[i], in)
	}
}

// points runs the added inputs and returns what they show.
func (s *search) points() ([]*point, error) {
	all := make([]*point, s.Pending())
	err := s.Try(func(i int, run *execution.Run) { all[i] = s.pointOf(run) })
	return all, err
}

func (s *search) at(x []*big.Int) (*point, error) {
	s.add(x)
	all, err := s.points()
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

func (s *search) pointOf(run *execution.Run) *point {
	passes := func(i int) bool {
		depth := s.conditions[i]
		return trace.Passes(run, depth, s.Tree.Path(s.path[depth]), s.Tree.ID(s.path[depth]).Location)
	}
	count := sort.Search(len(s.conditions), func(i int) bool { return !passes(i) })
	p := &point{passed: count}
	for _, depth := range s.conditions[:count] {
		p.distances = append(p.distances, integer(s.Tree.Decoder().Distance(run, depth).Bits()))
	}
	return p
}

// integer returns a distance as a number of 128 bits in two's complement. For a distance that is not an integer it may return any
// number: its condition has no bounds.
func integer(low, high uint64, _ bool) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(int64(high)), 64)
	return v.Add(v, new(big.Int).SetUint64(low))
}

// units makes one move for each number alone, and one for each number together with all numbers after it: if the numbers are sorted and
// without gaps, no single one can move.
func (s *search) units() {
	s.moves = s.moves[:0]
	for i := range s.numbers {
		one, rest := make([]*big.Int, len(s.numbers)), make([]*big.Int, len(s.numbers))
		for k := range one {
			one[k], rest[k] = new(big.Int), new(big.Int)
			if k >= i {
				rest[k].SetInt64(1)
			}
		}
		one[i].SetInt64(1)
		if s.moves = append(s.moves, move{by: one}); i < len(s.numbers)-1 {
			s.moves = append(s.moves, move{by: rest})
		}
	}
}

// still reports whether a move changes nothing: combining linearly dependent moves gives such moves.
func still(m move) bool {
	return !slices.ContainsFunc(m.by, func(v *big.Int) bool { return v.Sign() != 0 })
}

// measure runs each move forwards and backwards, and keeps the result of the run that came farther.
func (s *search) measure() error {
	type try struct{ move, sign int }
	var tries []try
	for i := range s.moves {
		s.moves[i].changes = nil
		for _, sign := range [...]int64{1, -1} {
			if x := combine(s.x, s.moves[i].by, big.NewInt(sign)); s.inside(x) {
				s.add(x)
				tries = append(tries, try{i, int(sign)})
			}
		}
	}
	points, err := s.points()
	if err != nil {
		return err
	}
	for k, p := range points {
		m := &s.moves[tries[k].move]
		if p == nil || len(p.distances) <= len(m.changes) {
			continue
		}
		m.changes = m.changes[:0]
		for i, d := range p.distances {
			change := new(big.Int).Sub(d, s.base.distances[i])
			m.changes = append(m.changes, change.Mul(change, big.NewInt(int64(tries[k].sign))))
		}
	}
	return nil
}

func combine(x, by []*big.Int, times *big.Int) []*big.Int {
	sum := make([]*big.Int, len(x))
	for i := range x {
		sum[i] = new(big.Int).Mul(by[i], times)
		sum[i].Add(sum[i], x[i])
	}
	return sum
}

// keepEqualities changes the moves so that they keep the first equality of the path that some of them break: it keeps the moves that do
// not change it, and combinations of the others. It returns true when no equality is broken.
func (s *search) keepEqualities() bool {
	for i := range s.conditions[:len(s.conditions)-1] {
		if !s.bounds[i].equality() || !slices.ContainsFunc(s.moves, func(m move) bool { return i < len(m.changes) && m.changes[i].Sign() != 0 }) {
			continue
		}
		s.moves = slices.DeleteFunc(s.moves, func(m move) bool { return i >= len(m.changes) })
		if k := s.reduce(i); k >= 0 {
			s.moves = slices.Delete(s.moves, k, k+1)
		}
		s.moves = slices.DeleteFunc(s.moves, still)
		return false
	}
	return true
}

// reduce combines the moves so that only one of them changes condition i, by the greatest common divisor of all their changes. It
// returns the index of that move, or -1 when none changes the condition. Moves whose change is unknown stay as they are.
func (s *search) reduce(i int) int {
	known := func(m *move) bool { return i < len(m.changes) && m.changes[i].Sign() != 0 }
	for {
		least := -1
		others := false
		for k := range s.moves {
			if m := &s.moves[k]; known(m) {
				others = others || least >= 0
				if least < 0 || m.changes[i].CmpAbs(s.moves[least].changes[i]) < 0 {
					least = k
				}
			}
		}
		if !others {
			return least
		}
		for k := range s.moves {
			if m := &s.moves[k]; k != least && known(m) {
				m.subtract(&s.moves[least], nearest(m.changes[i], s.moves[least].changes[i]))
			}
		}
	}
}

// subtract subtracts another move from m, the given number of times.
func (m *move) subtract(other *move, times *big.Int) {
	minus := new(big.Int).Neg(times)
	m.by = combine(m.by, other.by, minus)
	n := min(len(m.changes), len(other.changes))
	m.changes = combine(m.changes[:n], other.changes[:n], minus)
}

// nearest returns a / b rounded to the nearest integer.
func nearest(a, b *big.Int) *big.Int {
	half := new(big.Int).Rsh(new(big.Int).Abs(b), 1)
	if a.Sign() < 0 {
		half.Neg(half)
	}
	return half.Quo(half.Add(half, a), b)
}

// move goes to the point where the node's condition turns if everything is linear; if that fails, to the nearest point on the way
// there. It returns whether it came nearer.
func (s *search) move() (bool, error) {
	last := len(s.conditions) - 1
	lack := s.bounds[last].lack(s.base.distances[last])
	s.moves = slices.DeleteFunc(s.moves, func(m move) bool { return len(m.changes) <= last })
	k := s.reduce(last)
	if k < 0 || lack.Sign() == 0 {
		return false, nil
	}
	main := s.moves[k]
	s.moves = slices.Delete(s.moves, k, k+1)
	s.shorten()
	candidates := s.candidates(&main, lack)
	var tried [][]*big.Int
	for _, x := range candidates {
		if s.inside(x) {
			s.add(x)
			tried = append(tried, x)
		}
	}
	points, err := s.points()
	if err != nil {
		return false, err
	}
	nearer, best := false, new(big.Int).Abs(lack)
	for i, p := range points {
		if p == nil || p.passed <= last {
			continue
		}
		if d := s.bounds[last].lack(p.distances[last]); d.CmpAbs(best) < 0 {
			nearer, best, s.x = true, d.Abs(d), tried[i]
		}
	}
	return nearer, nil
}

// maxShortenings bounds the passes over all pairs of moves. It is picked by hand.
const maxShortenings = 16

// shorten reduces each move by multiples of the others (pairwise reduction). It turns moves that all go through one
// number (e_i - 256^i e_0) into moves between neighbours (e_i+1 - 256 e_i), which can mend bounds one after the
// other.
func (s *search) shorten() {
	for range maxShortenings {
		s.moves = slices.DeleteFunc(s.moves, still)
		better := false
		for i := range s.moves {
			for k := range s.moves {
				if i == k || still(s.moves[k]) {
					continue
				}
				times := nearest(product(s.moves[i].by, s.moves[k].by), product(s.moves[k].by, s.moves[k].by))
				if times.Sign() != 0 {
					s.moves[i].subtract(&s.moves[k], times)
					better = true
				}
			}
		}
		if !better {
			return
		}
	}
}

func product(a, b []*big.Int) *big.Int {
	sum := new(big.Int)
	for i := range a {
		sum.Add(sum, new(big.Int).Mul(a[i], b[i]))
	}
	return sum
}

// candidates returns points to try: the main move, repeated as often as the condition lacks (rounded down and up) and
// fractions of that, each with the bounds mended by the other moves.
func (s *search) candidates(main *move, lack *big.Int) [][]*big.Int {
	last := len(s.conditions) - 1
	times, rest := new(big.Int).QuoRem(lack, main.changes[last], new(big.Int))
	all := []*big.Int{times}
	if rest.Sign() != 0 {
		all = append(all, new(big.Int).Add(times, big.NewInt(1)), new(big.Int).Sub(times, big.NewInt(1)))
	}
	for _, shift := range [...]uint{1, 2, 4} {
		if part := new(big.Int).Quo(times, new(big.Int).Lsh(big.NewInt(1), shift)); part.Sign() != 0 {
			all = append(all, part)
		}
	}
	var points [][]*big.Int
	for _, t := range all {
		x := combine(s.x, main.by, t)
		n := min(len(main.changes), len(s.base.distances))
		d := combine(s.base.distances[:n], main.changes[:n], t)
		points = append(points, s.mend(x, d), x)
	}
	return points
}

// slope is one constraint on a point while one move is looked at: its value, its bounds, and its change by the move.
type slope struct {
	value, change *big.Int
	bound
}

// mend applies moves that leave the node's distance unchanged, until the point breaks no bound of a number or a condition, or until
// nothing helps. d holds the distances at the point.
func (s *search) mend(x, d []*big.Int) []*big.Int {
	for range maxSweeps {
		better := false
		for k := range s.moves {
			slopes := s.slopes(&s.moves[k], x, d)
			times, helps := bestTimes(slopes)
			if !helps {
				continue
			}
			better = true
			x = combine(x, s.moves[k].by, times)
			n := min(len(d), len(s.moves[k].changes))
			d = combine(d[:n], s.moves[k].changes[:n], times)
		}
		if !better {
			break
		}
	}
	return x
}

// slopes lists the constraints that a move changes.
func (s *search) slopes(m *move, x, d []*big.Int) []slope {
	var all []slope
	for i := range s.numbers {
		if m.by[i].Sign() != 0 {
			all = append(all, slope{x[i], m.by[i], bound{s.numbers[i].min, s.numbers[i].max}})
		}
	}
	for i := range min(len(d), len(m.changes), len(s.conditions)-1) {
		if m.changes[i].Sign() != 0 && (s.bounds[i].min != nil || s.bounds[i].max != nil) {
			all = append(all, slope{d[i], m.changes[i], s.bounds[i]})
		}
	}
	return all
}

// bestTimes returns how often to make the move so that the sum of the squares of what the constraints lack is minimal, and whether that
// sum is less than without the move. The sum is convex and smooth, so mending with one move after the other does not get stuck in a
// corner. bestTimes bisects the derivative of the sum between the outermost places at which a bound is met.
func bestTimes(slopes []slope) (*big.Int, bool) {
	var low, high *big.Int
	for i := range slopes {
		for _, b := range [...]*big.Int{slopes[i].min, slopes[i].max} {
			if b == nil {
				continue
			}
			t := new(big.Int).Sub(b, slopes[i].value)
			t.Quo(t, slopes[i].change)
			if low == nil || t.Cmp(low) < 0 {
				low = t
			}
			if high == nil || t.Cmp(high) > 0 {
				high = t
			}
		}
	}
	if low == nil {
		return nil, false
	}
	one := big.NewInt(1)
	low, high = new(big.Int).Sub(low, one), new(big.Int).Add(high, one)
	for new(big.Int).Sub(high, low).Cmp(one) > 0 {
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle, 1)
		if descends(slopes, middle) {
			low = middle
		} else {
			high = middle
		}
	}
	best, least := new(big.Int), lacking(slopes, new(big.Int))
	helps := false
	for _, t := range [...]*big.Int{low, high} {
		if sum := lacking(slopes, t); sum.Cmp(least) < 0 {
			best, least, helps = t, sum, true
		}
	}
	return best, helps
}

// lacking returns the sum of the squares of what the constraints lack after the move is made that many times.
func lacking(slopes []slope, times *big.Int) *big.Int {
	sum := new(big.Int)
	for i := range slopes {
		v := new(big.Int).Mul(slopes[i].change, times)
		lack := slopes[i].lack(v.Add(v, slopes[i].value))
		sum.Add(sum, lack.Mul(lack, lack))
	}
	return sum
}

// descends reports whether that sum falls when the move is made once more.
func descends(slopes []slope, times *big.Int) bool {
	sum := new(big.Int)
	for i := range slopes {
		v := new(big.Int).Mul(slopes[i].change, times)
		lack := slopes[i].lack(v.Add(v, slopes[i].value))
		sum.Add(sum, lack.Mul(lack, slopes[i].change))
	}
	return sum.Sign() > 0
}
