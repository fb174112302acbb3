package symbolic

// kind is what questions have in common that are judged by the same past: location and direction, or that they ask for a branch without a
// condition behind a location, or for another place.
type kind struct {
	location uint32
	way      Way // Straight also stands for Merged
	outcome  bool
}

// kind returns the kind of a question.
func (o *Open) kind() kind {
	switch o.Way {
	case Place:
		return kind{way: Place}
	case Turn:
		return kind{location: o.Location, way: Turn}
	}
	return kind{location: o.Location, outcome: o.Outcome}
}

// Picked by hand.
const (
	ancestors    = 4   // questions before one that covers something that have a part in it
	part         = 0.5 // of each in what the question after it won
	maxWin       = 4   // directions that one question is given at most: behind a door there may be a whole new part of the program
	priorCost    = 4   // of the questions of average success with which each kind begins
	maxFactor    = 8   // by which a score rises or falls at most: the past of a kind says little about what lies behind a new path
	questionCost = 4e6 // nanoseconds of work of a question besides solving: its answer is run and recorded
)

// Lineage names the questions whose answers led to a recorded run, the last one first. The zero value names none.
type Lineage struct {
	kinds [ancestors]kind
	count int
}

// Then returns the lineage of the answer to a question; with more than a few questions the first one is forgotten.
func (l Lineage) Then(o *Open) Lineage {
	copy(l.kinds[1:], l.kinds[:ancestors-1])
	l.kinds[0], l.count = o.kind(), min(l.count+1, ancestors)
	return l
}

// tally is what questions won, and what they cost.
type tally struct {
	won  float64 // directions that were covered first
	cost float64 // in questions that need no solving
}

// Scores tells which kinds of questions have covered more for their work than others, on this program and so far (RIVER E.3, E.4, with a
// mean for each kind in place of a network). A question that covers something also counts, in part, for those whose answers led to it.
// It takes memory for each kind that was asked for: three for each location at most. The zero value knows nothing.
type Scores struct {
	kinds map[kind]*tally
	all   tally
}

// Learn records how many directions the answer to a question was the first to cover, at least 0, and what the question cost in
// nanoseconds of work.
func (s *Scores) Learn(o *Open, covered int, cost uint64) {
	if s == nil {
		return
	}
	k, spent, won := o.kind(), 1+float64(cost)/questionCost, min(float64(covered), maxWin)
	s.add(k, won, spent)
	for _, k := range o.Generation.lineage.kinds[:o.Generation.lineage.count] {
		if won *= part; won > 0 {
			s.add(k, won, 0)
		}
	}
}

func (s *Scores) add(k kind, won, cost float64) {
	t := s.kinds[k]
	if t == nil {
		if s.kinds == nil {
			s.kinds = map[kind]*tally{}
		}
		t = &tally{}
		s.kinds[k] = t
	}
	t.won, t.cost = t.won+won, t.cost+cost
	s.all.won, s.all.cost = s.all.won+won, s.all.cost+cost
}

// Factor returns how much more questions of the same kind won for their cost than all questions did, from 1/8 to 8. It is 1 for a kind
// that nobody asked for.
func (s *Scores) Factor(o *Open) float64 {
	if s == nil {
		return 1
	}
	t := s.kinds[o.kind()]
	if t == nil {
		return 1
	}
	usual := (s.all.won + 1) / (s.all.cost + priorCost)
	return min(max((t.won/usual+priorCost)/(t.cost+priorCost), 1.0/maxFactor), maxFactor)
}
