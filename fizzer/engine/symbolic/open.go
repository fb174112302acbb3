package symbolic

import (
	"cmp"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
	"fizzer/libfizzer/layout"
)

// Way tells how to check afterwards whether a run took an open direction.
type Way uint8

// The ways.
const (
	Straight Way = iota // the condition follows the same path: it is a goal
	Merged              // whether the condition is evaluated, and behind which others, depends on the input through earlier merged conditions
	Turn                // the branch has no condition of its own: it depends on merged ones
	Place               // an address or a size: no condition shows it
)

// Open is a direction that a recorded run did not take, or another place that it did not touch.
type Open struct {
	Generation *Generation
	Index      uint32 // of the condition in the trace
	Location   uint32 // none for a Place
	Outcome    bool   // the wanted direction
	Way        Way
	Score      float64
	Exact      bool // a refutation proves that no input takes this path and then this direction

	fact    int
	tried   int // one more than the effort of the last question for it; 0: never asked for
	missing bool
	also    expression.Ref // what an answer has to keep besides the path; 0: nothing
	wanted  expression.Ref
	holds   []expression.Ref
}

// View is what the search knows about a direction that a run did not take.
type View interface {
	// Worth returns the score of what lies behind the direction that a condition did not take, 0 when there is nothing to find. missing:
	// no run took it behind the same path.
	Worth(condition *layout.Condition, missing bool) float64
	// Depth returns the factor for the score of condition number index.
	Depth(index uint32) float64
}

// Picked by hand.
const (
	firstOccurrences = 6    // of one direction of a location in one recorded run; later ones have a score that falls with their number
	placeWorth       = 0.02 // of another address or size; a direction that nothing covered has 1
	maxFacts         = 1 << 16
)

// Open returns the best directions that the run did not take, best first, at most count. missing tells for each condition whether no
// run took its other direction behind the same path.
func (g *Generation) Open(view View, missing []bool, count int) []*Open {
	var all []*Open
	var last *expression.Fact
	merged := false // whether a merged condition came before
	occurred := map[[2]uint32]int{}
	for i := range g.path.Facts[:min(len(g.path.Facts), maxFacts)] {
		fact := &g.path.Facts[i]
		merged = merged || fact.Kind == layout.ConstraintKindMerged
		isCondition := fact.Kind == layout.ConstraintKindCondition || fact.Kind == layout.ConstraintKindMerged
		if isCondition && int(fact.Condition) >= len(g.conditions) {
			continue
		}
		o := g.open(i, fact, view, missing)
		if isCondition {
			last = fact
		}
		if o != nil && o.Way == Turn {
			o.turn(last, view)
		}
		if o == nil || o.Score <= 0 {
			continue
		}
		if merged && o.Way == Straight {
			o.Way = Merged
		}
		key := [2]uint32{o.Location, uint32(o.Way)<<1 | direction(o.Outcome)}
		if occurred[key]++; o.Way < Turn {
			o.Score *= min(1, firstOccurrences/float64(occurred[key]))
		}
		o.Score *= view.Depth(o.Index)
		all = append(all, o)
	}
	slices.SortStableFunc(all, func(a, b *Open) int { return cmp.Compare(b.Score, a.Score) })
	all = all[:min(len(all), count)]
	g.slice(all)
	return all
}

func direction(outcome bool) uint32 {
	if outcome {
		return 1
	}
	return 0
}

// open returns what a fact leaves open, or nil.
func (g *Generation) open(i int, fact *expression.Fact, view View, missing []bool) *Open {
	o := &Open{Generation: g, Index: fact.Condition, fact: i}
	switch fact.Kind {
	case layout.ConstraintKindCondition, layout.ConstraintKindMerged:
		if !fact.Evaluated {
			return nil
		}
		c := g.conditions[fact.Condition]
		o.Location, o.Outcome = execution.Location(&c), !fact.Taken
		if fact.Kind == layout.ConstraintKindMerged {
			o.Way = Merged
		}
		o.missing = o.Way == Straight && missing[fact.Condition] // of a merged condition, control goes the same way whatever its outcome
		o.Score = o.worth(view, &c)
	case layout.ConstraintKindBranch:
		o.Way = Turn
	case layout.ConstraintKindAddress, layout.ConstraintKindSize:
		o.Way, o.Score = Place, placeWorth
	default:
		return nil
	}
	return o
}

// worth returns what the other direction of a condition is worth: more than the view says if it leads to what the run was recorded for.
func (o *Open) worth(view View, condition *layout.Condition) float64 {
	worth := view.Worth(condition, o.missing)
	if o.aimed(view) {
		worth = max(worth, aimWorth)
	}
	return worth
}

// turn scores a branch without a condition of its own by the last condition before it, which is among those that decided the branch.
func (o *Open) turn(last *expression.Fact, view View) {
	if last == nil {
		return
	}
	c := o.Generation.conditions[last.Condition]
	o.Location = execution.Location(&c)
	o.Score = view.Worth(&c, true)
	c.Location ^= layout.DirectionBit
	o.Score = max(o.Score, view.Worth(&c, true))
}

// asserted reports whether a fact decides where control goes.
func asserted(fact *expression.Fact) bool { return fact.Kind != layout.ConstraintKindMerged }

// slice finds the facts with which each open direction shares inputs, in one walk along the path.
func (g *Generation) slice(all []*Open) {
	byFact := slices.Clone(all)
	slices.SortFunc(byFact, func(a, b *Open) int { return cmp.Compare(a.fact, b.fact) })
	slicer := g.path.NewSlicer()
	concrete := map[expression.Ref]bool{}
	for i := range g.path.Facts {
		fact := &g.path.Facts[i]
		for len(byFact) > 0 && byFact[0].fact == i {
			o := byFact[0]
			byFact = byFact[1:]
			if o.wanted = g.wanted(fact); o.also != 0 {
				o.wanted = g.path.And(o.wanted, o.also)
			}
			o.holds = slicer.Group(o.wanted)
			o.Exact = o.also == 0 && g.Exact() && !slices.ContainsFunc(o.holds, func(r expression.Ref) bool { return concrete[r] })
		}
		if len(byFact) == 0 {
			return
		}
		if !asserted(fact) {
			continue
		}
		slicer.Add(fact.Holds)
		if fact.Kind == layout.ConstraintKindAddress || fact.Kind == layout.ConstraintKindSize {
			concrete[fact.Holds] = true
		}
	}
}

// wanted returns the expression that has to hold instead of a fact.
func (g *Generation) wanted(fact *expression.Fact) expression.Ref {
	wanted := g.path.Not(fact.Holds)
	if fact.Guard != 0 {
		wanted = g.path.And(fact.Guard, wanted)
	}
	if fact.Kind == layout.ConstraintKindAddress && fact.High > fact.Low && fact.Left != 0 {
		k := func(x uint64) expression.Ref { return g.path.Const(g.path.Width(fact.Left), expression.Of(x)) }
		wanted = g.path.And(wanted, g.path.Compare(expression.LessOrEqualUnsigned, k(fact.Low), fact.Left))
		wanted = g.path.And(wanted, g.path.Compare(expression.LessUnsigned, fact.Left, k(fact.High)))
	}
	return wanted
}

// Query returns the question whose answers take the direction.
func (o *Open) Query() *solve.Query {
	return &solve.Query{Graph: o.Generation.path.Graph, Wanted: o.wanted, Holds: o.holds, Values: o.Generation.path.Values}
}

// Alone returns the question without the facts before it: when those make it too hard, its answer may be of use (QSYM's optimistic
// solving).
func (o *Open) Alone() *solve.Query {
	query := o.Query()
	query.Holds = nil
	return query
}

// Facts returns how many facts of the path share inputs with the direction.
func (o *Open) Facts() int { return len(o.holds) }

// Because returns conditions of the path that share inputs with the direction, the last ones first, each location and direction once,
// at most count. If the direction is refuted, these and the ones left out together exclude it.
func (o *Open) Because(count int) (all []layout.Condition) {
	g := o.Generation
	held := map[expression.Ref]bool{}
	for _, r := range o.holds {
		held[r] = true
	}
	seen := map[uint32]bool{}
	for i := o.fact - 1; i >= 0 && len(all) < count; i-- {
		fact := &g.path.Facts[i]
		if fact.Kind != layout.ConstraintKindCondition || int(fact.Condition) >= len(g.conditions) ||
			!slices.ContainsFunc(g.path.Conjuncts(fact.Holds), func(r expression.Ref) bool { return held[r] }) {
			continue
		}
		if c := g.conditions[fact.Condition]; !seen[c.Location] {
			seen[c.Location] = true
			all = append(all, c)
		}
	}
	return all
}

// Of returns the expression whose value a Place asks to change, and whether it is a size.
func (o *Open) Of() (r expression.Ref, size bool) {
	fact := &o.Generation.path.Facts[o.fact]
	return fact.Left, fact.Kind == layout.ConstraintKindSize
}

// Goal returns the goal of a run with an answer: the condition, evaluated in the direction. Only for a way that is Straight.
func (o *Open) Goal() *execution.Goal {
	return &execution.Goal{Index: o.Index, Path: o.Generation.conditions[o.Index].Path, Location: o.Location, Direction: o.Outcome}
}

// Took reports whether a run went the predicted way.
func (o *Open) Took(run *execution.Run) bool {
	switch o.Way {
	case Place, Turn:
		return true
	case Straight:
		return o.at(run) && run.Conditions.Path(int(o.Index)) == o.Generation.conditions[o.Index].Path
	}
	return o.at(run) || o.occurrences(run.Conditions) > o.occurrences(execution.NewTrace(o.Generation.conditions[:o.Index], nil))
}

// at reports whether condition number Index of the run took the direction at the location.
func (o *Open) at(run *execution.Run) bool {
	if int(o.Index) >= run.Conditions.Len() {
		return false
	}
	c := run.Conditions.At(int(o.Index))
	return execution.Location(&c) == o.Location && execution.Direction(&c) == o.Outcome
}

// occurrences counts how often the location took the direction.
func (o *Open) occurrences(conditions execution.Trace) (n int) {
	for _, c := range conditions.All() {
		if execution.Location(&c) == o.Location && execution.Direction(&c) == o.Outcome {
			n++
		}
	}
	return n
}
