package symbolic

import (
	"hash/fnv"
	"slices"
)

// Candidate is an input worth recording.
type Candidate struct {
	Input      []byte
	Score      float64
	Level      int // generations before it
	Conditions int // conditions that its run evaluated, where its limits were higher than usual
	Lineage    Lineage
	Aim        *Aim   // for which it is to be recorded; nil: no direction in particular
	Step       string // of solving that found the input, if no run was made of it yet; otherwise ""
}

// Bounds of what is kept, picked by hand.
const (
	maxCandidates  = 512
	maxOpen        = 1024
	maxGenerations = 8 // recorded runs whose open directions are kept
	againWorth     = 1.0 / 2
	unaskedWorth   = 1.0 / 32 // of the best question of a forgotten run: recording it once more costs, and it has had its turn
)

// Queue holds the candidates to record and the open directions to ask for. The best come first; of equal ones the oldest, but see
// Candidate.
type Queue struct {
	candidates []Candidate
	open       []*Open
	recorded   map[uint64]bool // hashes of inputs that were candidates
	asked      map[key]bool
	alive      []*Generation
	scores     *Scores // nil: questions have no past
}

// key names a direction behind a path.
type key struct {
	path     uint64
	location uint32
	way      Way
	outcome  bool
}

// NewQueue returns an empty queue. The scores of open directions are multiplied by what scores has learned of them; nil: they are not.
func NewQueue(scores *Scores) *Queue {
	return &Queue{recorded: map[uint64]bool{}, asked: map[key]bool{}, scores: scores}
}

// score returns the score of an open direction.
func (q *Queue) score(o *Open) float64 { return o.Score * q.scores.Factor(o) }

// AddCandidate adds an input, unless it was a candidate before.
func (q *Queue) AddCandidate(c Candidate) {
	h := fnv.New64a()
	h.Write(c.Input)
	if sum := h.Sum64(); !q.recorded[sum] {
		q.recorded[sum] = true
		q.add(c)
	}
}

// add adds a candidate; of too many, the worst goes.
func (q *Queue) add(c Candidate) {
	q.candidates = append(q.candidates, c)
	if len(q.candidates) > maxCandidates {
		i := worst(q.candidates, func(c Candidate) float64 { return c.Score })
		q.candidates = slices.Delete(q.candidates, i, i+1)
	}
}

// Candidate removes and returns the best candidate, of equal ones the newest: a child comes before what its parent left behind.
func (q *Queue) Candidate() (Candidate, bool) {
	if len(q.candidates) == 0 {
		return Candidate{}, false
	}
	best := 0
	for i, c := range q.candidates {
		if c.Score >= q.candidates[best].Score {
			best = i
		}
	}
	c := q.candidates[best]
	q.candidates = slices.Delete(q.candidates, best, best+1)
	return c, true
}

// BestCandidate returns the score of the best candidate, 0 without any.
func (q *Queue) BestCandidate() float64 {
	best := 0.0
	for _, c := range q.candidates {
		best = max(best, c.Score)
	}
	return best
}

// BestOpen returns the score of the best open direction, as of the last time it was scored, 0 without any. Like Next and Empty, it
// skips directions that were already asked for with this effort.
func (q *Queue) BestOpen(effort int) float64 {
	best := 0.0
	for _, o := range q.open {
		if o.fresh(effort) {
			best = max(best, q.score(o))
		}
	}
	return best
}

// Again keeps a direction that was asked for with this effort in vain, so that it can be asked for with more.
func (q *Queue) Again(o *Open, effort int) {
	o.tried, o.Score = effort+1, o.Score*againWorth
	if slices.Contains(q.alive, o.Generation) {
		q.open = append(q.open, o)
	}
}

// fresh reports whether a direction was not asked for with this effort yet.
func (o *Open) fresh(effort int) bool { return o.tried <= effort }

// AddOpen adds the open directions of a recorded run, except those that were asked for behind the same path before. Of too many, those
// of the oldest run and the worst go.
func (q *Queue) AddOpen(g *Generation, open []*Open) {
	for _, o := range open {
		if k := o.key(); !q.asked[k] {
			q.asked[k] = true
			q.open = append(q.open, o)
		}
	}
	q.alive = append(q.alive, g)
	if len(q.alive) > maxGenerations {
		old := q.alive[0]
		q.alive = slices.Delete(q.alive, 0, 1)
		q.forget(old)
	}
	for len(q.open) > maxOpen {
		i := worst(q.open, q.score)
		delete(q.asked, q.open[i].key())
		q.open = slices.Delete(q.open, i, i+1)
	}
}

// forget removes the open directions of a recorded run. If some were never asked for, its input is a candidate again: to be recorded once
// more when these are the best that is left.
func (q *Queue) forget(old *Generation) {
	best := 0.0
	q.open = slices.DeleteFunc(q.open, func(o *Open) bool {
		if o.Generation != old {
			return false
		}
		if o.tried == 0 {
			best = max(best, q.score(o))
			delete(q.asked, o.key())
		}
		return true
	})
	if best > 0 {
		q.add(Candidate{Input: old.path.Input, Score: best * unaskedWorth, Level: old.level, Conditions: len(old.conditions),
			Lineage: old.lineage, Aim: old.aim})
	}
}

// key returns what distinguishes the direction from others.
func (o *Open) key() key {
	k := key{way: o.Way, location: o.Location, outcome: o.Outcome}
	if int(o.Index) < len(o.Generation.conditions) {
		k.path = o.Generation.conditions[o.Index].Path
	}
	if o.Way >= Turn {
		k.location = uint32(o.fact)
	}
	return k
}

// Next removes and returns the best open direction that was not asked for with this effort yet. It scores them anew, because much may
// have been covered since, and drops those with score 0.
func (q *Queue) Next(view View, effort int) (*Open, bool) {
	q.open = slices.DeleteFunc(q.open, func(o *Open) bool {
		if o.Way >= Turn {
			return false
		}
		c := o.Generation.conditions[o.Index]
		score := o.worth(view, &c)
		limit := score * max(1, view.Depth(o.Index)) // of a chain of assumptions the deepest stays the best
		if o.tried > 0 {
			limit *= againWorth // others of the location, which lost worth as well, come first
		}
		o.Score = min(o.Score, limit)
		return score <= 0
	})
	best, most := -1, 0.0
	for i, o := range q.open {
		if !o.fresh(effort) {
			continue
		}
		if score := q.score(o); best < 0 || score > most {
			best, most = i, score
		}
	}
	if best < 0 {
		return nil, false
	}
	o := q.open[best]
	if o.tried == 0 && o.aimed(view) {
		o.Generation.aim.left--
	}
	q.open = slices.Delete(q.open, best, best+1)
	return o, true
}

// Empty reports whether nothing is left to do with this effort.
func (q *Queue) Empty(effort int) bool {
	return len(q.candidates) == 0 && !slices.ContainsFunc(q.open, func(o *Open) bool { return o.fresh(effort) })
}

// worst returns the index of the lowest score, of equal ones the first.
func worst[T any](all []T, score func(T) float64) int {
	at := 0
	for i := range all {
		if score(all[i]) < score(all[at]) {
			at = i
		}
	}
	return at
}
