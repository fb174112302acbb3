// Package repair flips a condition that cannot be flipped alone: the values that flip it break conditions before it on
// the path. It is a random walk over the numbers of the input that always mends the first broken condition of the path,
// by one number that is sensitive there, and counts the node's own missing direction as the last of these conditions. It
// is not in the report; mending what a flip broke with bytes that it does not share is FUZZY-SAT's multi-goal (Alg. 1).
package repair

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/distance"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// Picked by hand, as measured on constraint puzzles.
const (
	walkers    = 8      // walks that are made side by side, one input each in a batch
	steps      = 64     // rounds of one analysis
	restart    = 24     // steps of a walk before it starts again at the node's input
	mostChange = 0x1p62 // of an integer
)

// Run walks for at most walkers * steps executions. It needs the sensitive bits of the nodes on the path to that of ctx.
// Where the node itself has none, all numbers that a node above it is sensitive to are taken for its own.
func Run(ctx *analysis.Context) error {
	s := newSearch(ctx)
	if last := len(s.path) - 1; len(s.numbers[last]) == 0 {
		s.numbers[last] = s.union()
		if len(s.numbers[last]) == 0 {
			return nil
		}
	}
	all := make([]walker, walkers)
	for i := range all {
		s.begin(&all[i])
	}
	for range steps {
		for i := range all {
			s.step(&all[i])
			copy(ctx.Add(), all[i].input)
		}
		if err := ctx.Try(func(i int, run *execution.Run) { s.observe(&all[i], run) }); err != nil {
			return err
		}
	}
	return nil
}

// search is what the walkers have in common.
type search struct {
	*analysis.Context
	path    []tree.Node
	numbers [][]layout.Read // by depth: the numbers that are sensitive there
}

func newSearch(ctx *analysis.Context) *search {
	s := &search{Context: ctx, path: ctx.Tree.PathTo(ctx.Node, nil)}
	known := map[*uint32][]layout.Read{} // nodes of a path share few sets
	for _, n := range s.path {
		var numbers []layout.Read
		if set := ctx.Tree.Sensitive(n); len(set) > 0 {
			var ok bool
			if numbers, ok = known[&set[0]]; !ok {
				numbers = slices.DeleteFunc(trace.Reads(ctx.Base.Reads, set), func(r layout.Read) bool { return !trace.Numeric(r) })
				known[&set[0]] = numbers
			}
		}
		s.numbers = append(s.numbers, numbers)
	}
	return s
}

// union returns the numbers that any node of the path is sensitive to, by their order.
func (s *search) union() []layout.Read {
	var all []layout.Read
	for _, numbers := range s.numbers {
		all = append(all, numbers...)
	}
	slices.SortFunc(all, func(p, q layout.Read) int { return cmp.Compare(p.Offset, q.Offset) })
	return slices.Compact(all)
}

// walker is one walk: an input, the first condition of the path that it breaks, and the last change.
type walker struct {
	input    []byte
	age      int
	broken   int               // depth
	distance distance.Distance // of the broken condition
	last     layout.Read       // the number changed last; Size 0: none
	aims     map[int]aimed     // by depth
}

// aimed is what was so when a walker last tried to mend a condition.
type aimed struct {
	number   layout.Read // that was changed
	value    float64     // of it, before
	distance float64     // of the condition, before
	sign     int         // of the change by the distance
}

// begin puts a walker back to the node's input, at which only the last condition is broken.
func (s *search) begin(w *walker) {
	*w = walker{
		input: append(w.input[:0], s.Base.Bytes...), broken: len(s.path) - 1, distance: s.Tree.Distance(s.Node), aims: map[int]aimed{},
	}
}

// step changes one number: the one with which the broken condition was to be mended the last time when that, together
// with what was mended since, moved its distance, otherwise another one at which it is sensitive.
func (s *search) step(w *walker) {
	w.age++
	if w.age > restart || len(s.numbers[w.broken]) == 0 {
		s.begin(w)
	}
	if !s.secant(w) {
		s.mend(w)
	}
}

// mend changes a number by the distance of the broken condition, now and then by something else.
func (s *search) mend(w *walker) {
	numbers := s.numbers[w.broken]
	r := numbers[s.Random.IntN(len(numbers))]
	for len(numbers) > 1 && r == w.last {
		r = numbers[s.Random.IntN(len(numbers))]
	}
	a := aimed{r, s.load(w.input, r), w.distance.Float(), -w.aims[w.broken].sign}
	if a.sign == 0 {
		a.sign = sign(s.Random)
	}
	ordered := s.Tree.Decoder().Ordered(s.Tree.ID(s.path[w.broken]).Location)
	if s.Random.IntN(4) == 0 || !analysis.Turn(w.input, r, w.distance, ordered, a.sign) {
		s.shift(w.input, r, s.anyChange(w.distance))
	}
	w.last, w.aims[w.broken] = r, a
}

// secant follows the line through the last two distances of the broken condition. It returns false where there is none.
func (s *search) secant(w *walker) bool {
	a, ok := w.aims[w.broken]
	if !ok || !w.distance.Finite() || s.Random.IntN(4) == 0 {
		return false
	}
	value, now := s.load(w.input, a.number), w.distance.Float()
	change := -now * (value - a.value) / (now - a.distance)
	if !(math.Abs(change) < mostChange) || change == 0 || !analysis.IsFloat(a.number) && math.Round(change) == 0 {
		return false
	}
	w.last, w.aims[w.broken] = a.number, aimed{a.number, value, now, a.sign}
	s.shift(w.input, a.number, change)
	return true
}

// anyChange returns a random change of the order of the distance, or a small one.
func (s *search) anyChange(d distance.Distance) float64 {
	most := 1.0
	if d.Finite() && s.Random.IntN(2) == 0 {
		most = min(max(d.Magnitude(), 1), mostChange)
	}
	return math.Ceil(most*s.Random.Float64()) * float64(sign(s.Random))
}

func sign(random *rand.Rand) int { return 1 - 2*random.IntN(2) }

// observe finds the first condition of the path that a run breaks: the last one that it reaches.
func (s *search) observe(w *walker, run *execution.Run) {
	passed := sort.Search(len(s.path), func(i int) bool {
		return !trace.Passes(run, i, s.Tree.Path(s.path[i]), s.Tree.ID(s.path[i]).Location)
	})
	if passed == 0 { // the run ended before the root
		w.age = restart
		return
	}
	w.broken = passed - 1
	w.distance = s.Tree.Decoder().Distance(run, w.broken)
}

// load returns the number at r as a double, integers as signed.
func (s *search) load(input []byte, r layout.Read) float64 {
	value := input[r.Offset : r.Offset+uint32(r.Size)]
	if analysis.IsFloat(r) {
		return analysis.DecodeFloat(value)
	}
	return analysis.DecodeInteger(value)
}

// shift adds a change, rounded for integers, to the number at r.
func (s *search) shift(input []byte, r layout.Read, change float64) {
	value := input[r.Offset : r.Offset+uint32(r.Size)]
	if analysis.IsFloat(r) {
		copy(value, analysis.EncodeFloat(analysis.DecodeFloat(value)+change, len(value)))
		return
	}
	step := int64(math.Round(change))
	analysis.AddInteger(value, uint64(step), uint64(step>>63))
}
