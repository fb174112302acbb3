package symbolic

import (
	"fmt"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Bounds of an exploration, picked by hand. Programs with more paths are not explored to the end.
const (
	maxPaths    = 2048 // recorded runs
	maxPromises = 4096 // inputs that wait to be recorded
	maxAsked    = 4096 // facts of a run: each takes a question
	maxSteps    = 1 << 18
	maxHard     = 64 // questions without a verdict: each keeps a recorded run in memory
)

// Whole explores all paths of a program. It records a run, asks for each of its facts whether an input comes there and makes it false,
// and goes on with the answers. When no question is left, every input takes one of the recorded paths: whatever they did not cover cannot
// be covered. It gives up at the first thing that is not known for certain: a path that is not modelled exactly, a run that ended by a
// crash or at a limit, an address that may be another one, a question without a verdict.
//
// The proof goes along the path of any input. It shares the first facts with a recorded run; at the first fact that is false for it, the
// question about that fact had an answer, so that a run that shares one fact more was recorded.
type Whole struct {
	begun     bool
	waiting   bool      // for an answer, or for what the run of a promise shows
	promises  []Promise // the last one is next
	questions []*Question
	hard      []*Question       // without a verdict so far
	known     map[step]bool     // true: a recorded run took it; false: it is promised or impossible
	places    map[uint64]uint32 // by path: the location behind it, or end
	paths     int
	refuted   int
	told      int // steps that a child solver says are impossible, without a proof
	failure   string
}

// end is the place behind the last condition of a run.
const end = ^uint32(0)

// step is what comes behind a path: a condition with its outcome, or another fact.
type step struct {
	path     uint64 // before it
	location uint32 // of a condition
	outcome  bool
	other    int // number of another fact among those in its place, from 1
}

// Promise is an input that is known to take a step.
type Promise struct {
	Input      []byte
	Conditions int    // of the run that it is to leave
	Step       string // of solving that found it; "": the first input
	index      int    // of the condition
	step       step
	first      bool // it is the first input, of which nothing is known
}

// Question asks for an input that comes to a fact of a recorded run and makes it false.
type Question struct {
	Generation *Generation
	Index      uint32 // of the condition; only where Way is Straight
	Way        Way
	step       step
	query      *solve.Query
	effort     int // one more than that of the last try; 0: it was never asked
}

// Query returns the question for the solver.
func (q *Question) Query() *solve.Query { return q.query }

// Failure says why not all paths can be known; empty: nothing speaks against it.
func (w *Whole) Failure() string { return w.failure }

// Paths returns how many paths were recorded, how many steps were proved to be impossible, and how many a child solver says are so.
func (w *Whole) Paths() (recorded, refuted, told int) { return w.paths, w.refuted, w.told }

// GiveUp ends the exploration without a result.
func (w *Whole) GiveUp(why string) {
	*w = Whole{begun: true, paths: w.paths, refuted: w.refuted, told: w.told, failure: why}
}

// Done reports whether each input of the program takes one of the recorded paths.
func (w *Whole) Done() bool {
	return w.paths > 0 && w.told == 0 && w.failure == "" && !w.waiting && len(w.promises) == 0 && len(w.questions) == 0 && len(w.hard) == 0
}

// Knows reports whether some recorded run came by this path to a condition with this outcome.
func (w *Whole) Knows(path uint64, location uint32, outcome bool) bool {
	return w.known[step{path: path, location: location, outcome: outcome}]
}

// Left reports whether there is something to do with this effort.
func (w *Whole) Left(effort int) bool {
	return !w.begun || len(w.promises) > 0 || len(w.questions) > 0 ||
		slices.ContainsFunc(w.hard, func(q *Question) bool { return q.effort <= effort })
}

// Begin begins with any input; the second call does nothing.
func (w *Whole) Begin(input []byte) {
	if !w.begun {
		*w = Whole{begun: true, known: map[step]bool{}, places: map[uint64]uint32{}, promises: []Promise{{Input: input, first: true}}}
	}
}

// Question returns the next question, if one is left: those of the last recorded run come first, then those that need more effort. The
// last fact of a run is asked for last, so that its answer is the next promise: what lies behind assumptions is deep down. Answered
// follows.
func (w *Whole) Question(effort int) (*Question, bool) {
	if len(w.questions) > 0 {
		q := w.questions[0]
		w.questions, w.waiting = w.questions[1:], true
		return q, true
	}
	if len(w.promises) > 0 {
		return nil, false
	}
	i := slices.IndexFunc(w.hard, func(q *Question) bool { return q.effort <= effort })
	if i < 0 {
		return nil, false
	}
	q := w.hard[i]
	w.hard, w.waiting = slices.Delete(w.hard, i, i+1), true
	return q, true
}

// Answered records the verdict on a question, asked with this effort of at most maxEffort.
func (w *Whole) Answered(q *Question, answer solve.Answer, effort, maxEffort int) {
	w.waiting = false
	switch {
	case answer.Verdict == solve.Refuted && !answer.Proved(): // it is not asked again, but the exploration proves nothing any more
		w.told++
		w.known[q.step] = false
	case answer.Verdict == solve.Refuted:
		w.refuted++
		w.known[q.step] = false
	case answer.Verdict == solve.Unknown && (effort >= maxEffort || len(w.hard) == maxHard):
		w.GiveUp("a question was not decided")
	case answer.Verdict == solve.Unknown:
		q.effort = effort + 1
		w.hard = append(w.hard, q)
	case q.step.other > 0:
		w.GiveUp("an address, a size or a branch may be another one on the same path")
	case len(w.promises) == maxPromises:
		w.GiveUp("there are too many paths")
	default:
		w.known[q.step] = false
		w.promises = append(w.promises, Promise{Input: q.Generation.Input(answer.Values), Conditions: len(q.Generation.conditions),
			Step: answer.Step, index: int(q.Index), step: q.step})
	}
}

// Promise returns the next input to record, if there is one and no question about the last recorded run is left. Ran and Recorded follow,
// or GiveUp.
func (w *Whole) Promise() (Promise, bool) {
	n := len(w.promises)
	if n == 0 || len(w.questions) > 0 {
		return Promise{}, false
	}
	p := w.promises[n-1]
	w.promises, w.waiting = w.promises[:n-1], true
	return p, true
}

// Ran checks the run of a promise before it is recorded. The conditions are all of it.
func (w *Whole) Ran(p Promise, ending layout.Ending, reads []layout.Read, conditions []layout.Condition) {
	switch {
	case w.paths == maxPaths || len(w.known) > maxSteps:
		w.GiveUp("there are too many paths")
	case trace.Limited(ending) || trace.Exceptional(ending) || ending == layout.EndingNone:
		w.GiveUp(fmt.Sprintf("a run ended as %v", ending))
	case slices.ContainsFunc(reads, func(r layout.Read) bool { return layout.InputType(r.Type) == layout.InputTypeString }):
		w.GiveUp("a text is read, whose length is not modelled")
	case !p.first && (p.index >= len(conditions) || stepOf(&conditions[p.index]) != p.step):
		w.GiveUp("an answer did not take the predicted way")
	}
}

func stepOf(c *layout.Condition) step {
	return step{path: c.Path, location: execution.Location(c), outcome: execution.Direction(c)}
}

// Recorded takes what was recorded of the run of a promise.
func (w *Whole) Recorded(g *Generation) {
	facts := g.path.Facts
	w.waiting = false
	switch {
	case g.diverged || !g.Exact() || g.path.Conditions < len(g.conditions):
		w.GiveUp("a path is not modelled exactly")
		return
	case g.foreign:
		w.GiveUp("a function is called of which nothing is known, or memory is used in an unusual way")
		return
	case g.calculates():
		w.GiveUp("floating-point numbers are calculated with: the machine may be more precise, or keep bits of no number")
		return
	case len(facts) > maxAsked:
		w.GiveUp("a path is too long")
		return
	case !slices.IsSortedFunc(facts, func(a, b expression.Fact) int { return int(a.Condition) - int(b.Condition) }):
		w.GiveUp("the facts of a path are in another order than its conditions")
		return
	}
	w.paths++
	if !w.compare(g) {
		w.GiveUp("the program does not depend on its input alone")
		return
	}
	w.ask(g)
}

// calculates reports whether an expression calculates with floating-point numbers. To compare them is exact everywhere.
func (g *Generation) calculates() bool {
	for r := expression.Ref(1); int(r) < g.path.Len(); r++ {
		if kind := g.path.Kind(r); kind >= expression.FloatAdd && kind != expression.FloatCompare {
			return true
		}
	}
	return false
}

// compare notes the steps of a run. It returns false if, behind some path, runs differ in something that does not depend on their inputs.
func (w *Whole) compare(g *Generation) bool {
	decided := map[uint32]bool{} // conditions with a fact
	for i := range g.path.Facts {
		if fact := &g.path.Facts[i]; isCondition(fact) {
			decided[fact.Condition] = true
		}
	}
	last := uint64(layout.StartPath)
	place := func(path uint64, location uint32) bool {
		before, seen := w.places[path]
		w.places[path] = location
		return !seen || before == location
	}
	for i := range g.conditions {
		c := &g.conditions[i]
		at := stepOf(c)
		w.known[at] = true
		at.outcome = !at.outcome
		if !place(c.Path, at.location) || !decided[uint32(i)] && w.known[at] {
			return false
		}
		last = execution.ExtendPath(c.Path, c.Location, c.Context)
	}
	return place(last, end)
}

// isCondition reports whether a fact is one about a condition that the run evaluated.
func isCondition(fact *expression.Fact) bool {
	return fact.Kind == layout.ConstraintKindCondition || fact.Kind == layout.ConstraintKindMerged && fact.Evaluated
}

// ask makes the questions of a run, in one walk along its path. Merged conditions count like all others here: the path is that of the
// first form of the program.
func (w *Whole) ask(g *Generation) {
	slicer, others, place := g.path.NewSlicer(), 0, uint32(0)
	for i := range g.path.Facts {
		fact := &g.path.Facts[i]
		if fact.Condition != place {
			others, place = 0, fact.Condition
		}
		at := step{path: g.pathBefore(fact.Condition)}
		way := Place
		if isCondition(fact) && int(fact.Condition) < len(g.conditions) {
			at = stepOf(&g.conditions[fact.Condition])
			at.outcome = !at.outcome
			way = Straight
		} else {
			others++
			at.other = others
		}
		holds := g.holds(fact)
		if _, settled := w.known[at]; !settled {
			wanted := g.path.Not(holds)
			if v, constant := g.path.Constant(wanted); !constant || !v.IsZero() {
				w.questions = append(w.questions, &Question{Generation: g, Index: fact.Condition, Way: way, step: at, query: &solve.Query{
					Graph: g.path.Graph, Wanted: wanted, Holds: slicer.Group(wanted), Values: g.path.Values}})
			}
		}
		slicer.Add(holds)
	}
}

// holds returns what a fact says about the path of the first form of the program.
func (g *Generation) holds(fact *expression.Fact) expression.Ref {
	switch {
	case fact.Guard == 0:
		return fact.Holds
	case !fact.Evaluated:
		return g.path.Not(fact.Guard)
	}
	return g.path.And(fact.Guard, fact.Holds)
}

// pathBefore returns the hash of the path before a condition of the run, or before its end.
func (g *Generation) pathBefore(index uint32) uint64 {
	if int(index) < len(g.conditions) {
		return g.conditions[index].Path
	}
	if len(g.conditions) == 0 {
		return layout.StartPath
	}
	last := &g.conditions[len(g.conditions)-1]
	return execution.ExtendPath(last.Path, last.Location, last.Context)
}
