// Package repair flips a condition that cannot be flipped alone, because the values that flip it break earlier
// conditions on the path. It is a random walk over the numbers of the input: each step mends the first broken
// condition of the path by changing one number that is sensitive there. The node's own missing direction counts as
// the last of these conditions. The report does not have this analysis; FUZZY-SAT's multi-goal (Alg. 1) mends what a
// flip broke with bytes that the flip does not share.
package repair

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/distance"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// Picked by hand after measurements on constraint puzzles.
const (
	walkers   = 8      // walks side by side, one input each in a batch
	steps     = 64     // rounds of one analysis
	restart   = 24     // steps after which a walk starts again at the node's input
	maxChange = 0x1p62 // of an integer
)

// Run makes at most walkers * steps executions. It needs the sensitive bits of the nodes on the path to the node of ctx. If the node
// itself has none, Run uses all numbers to which a node above it is sensitive.
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

// search is what the walkers share.
type search struct {
	*analysis.Context
	path    []tree.Node
	numbers [][]layout.Read // by depth: the numbers to which the node is sensitive
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

// union returns all numbers to which some node of the path is sensitive, in order.
func (s *search) union() []layout.Read {
	var all []layout.Read
	for _, numbers := range s.numbers {
		all = append(all, numbers...)
	}
	slices.SortFunc(all, func(p, q layout.Read) int { return cmp.Compare(p.Offset, q.Offset) })
	return slices.Compact(all)
}

// walker is one walk: an input, the first condition of the path that it breaks, and the last change made.
type walker struct {
	input    []byte
	age      int
	broken   int               // depth
	distance distance.Distance // of the broken condition
	last     layout.Read       // the number changed last; Size 0: none
	aims     map[int]aimed     // by depth
}

// aimed records the state when a walker last tried to mend a condition.
type aimed struct {
	number   layout.Read // the number that was changed
	value    float64     // of the number, before the change
	distance float64     // of the condition, before the change
	sign     int         // of the change relative to the distance
}

// begin puts a walker back to the node's input, which breaks only the last condition.
func (s *search) begin(w *walker) {
	*w = walker{
		input: append(w.input[:0], s.Base.Bytes...), broken: len(s.path) - 1, distance: s.Tree.Distance(s.Node), aims: map[int]aimed{},
	}
}

// step changes one number. It takes the number with which it last tried to mend the broken condition, if the distance has moved since
// then; otherwise it takes another number to which the condition is sensitive.
func (s *search) step(w *walker) {
	w.age++
	if w.age > restart || len(s.numbers[w.broken]) == 0 {
		s.begin(w)
	}
	if !s.secant(w) {
		s.mend(w)
	}
}

// mend changes a number by the distance of the broken condition, or now and then by something else.
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

// secant follows the line through the last two distances of the broken condition. It returns false if there is no such line.
func (s *search) secant(w *walker) bool {
	a, ok := w.aims[w.broken]
	if !ok || !w.distance.Finite() || s.Random.IntN(4) == 0 {
		return false
	}
	value, now := s.load(w.input, a.number), w.distance.Float()
	change := -now * (value - a.value) / (now - a.distance)
	if !(math.Abs(change) < maxChange) || change == 0 || !analysis.IsFloat(a.number) && math.Round(change) == 0 {
		return false
	}
	w.last, w.aims[w.broken] = a.number, aimed{a.number, value, now, a.sign}
	s.shift(w.input, a.number, change)
	return true
}

// anyChange returns a random change in the order of magnitude of the distance, or a small one.
func (s *search) anyChange(d distance.Distance) float64 {
	most := 1.0
	if d.Finite() && s.Random.IntN(2) == 0 {
		most = min(max(d.Magnitude(), 1), maxChange)
	}
	return math.Ceil(most*s.Random.Float64()) * float64(sign(s.Random))
}

func sign(random *draw.Source) int { return 1 - 2*random.IntN(2) }

// observe finds the first condition of the path that a run breaks: the last condition that the run reaches.
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

// load returns the number at r as a double; integers are read as signed.
func (s *search) load(input []byte, r layout.Read) float64 {
	value := input[r.Offset : r.Offset+uint32(r.Size)]
	if analysis.IsFloat(r) {
		return analysis.DecodeFloat(value)
	}
	return analysis.DecodeInteger(value)
}

// shift adds a change to the number at r; for integers it rounds the change.
func (s *search) shift(input []byte, r layout.Read, change float64) {
	value := input[r.Offset : r.Offset+uint32(r.Size)]
	if analysis.IsFloat(r) {
		copy(value, analysis.EncodeFloat(analysis.DecodeFloat(value)+change, len(value)))
		return
	}
	step := int64(math.Round(change))
	analysis.AddInteger(value, uint64(step), uint64(step>>63))
}
