// Package solve finds values of variables for which expressions hold that did not hold in a recorded run, by a table of steps, the
// cheapest first (design: symbolic, steps of solving).
//
//	s := solve.New(solve.Config{})
//	answer := s.Solve(&solve.Query{Graph: path.Graph, Wanted: r, Holds: facts, Values: path.Values})
//
// Each answer that is Solved was checked: the expressions were evaluated with it. Refuted means that a step searched
// everything. With the same queries in the same order and the same seed the answers are the same, as long as no child solver
// takes part.
package solve

import (
	"math/rand/v2"
	"slices"
	"time"

	"fizzer/fizzer/expression"
)

// Query is what is to be solved.
type Query struct {
	Graph  *expression.Graph
	Wanted expression.Ref     // of one bit: is to be true
	Holds  []expression.Ref   // of one bit each: are to be true, too; they are in the run
	Values []expression.Value // of all variables in the run
}

// Verdict is what came of a query.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // no step could tell
	Solved                 // with values
	Refuted                // no values do
)

// String returns the verdict in a word.
func (v Verdict) String() string { return [...]string{"unknown", "solved", "refuted"}[v] }

// Answer is what came of a query, and by which step.
type Answer struct {
	Verdict Verdict
	Values  []expression.Value // of all variables, when solved; those that the query does not have are those of the run
	Core    []expression.Ref   // when refuted: expressions that cannot all hold; the wanted one is among them
	Step    string
	Cost    uint64 // about what it took, in nanoseconds, told by what was done and not by a clock
}

// Config is what a solver is made of. All has a default.
type Config struct {
	Seed    uint64
	Without []string // names of steps that are left out
	// nodes that the search evaluates for one query; default half a million; 16 times as many when nothing else helped, and twice as many
	// with each effort
	Evaluations uint64
	Enumerated  uint64           // nodes that are evaluated to enumerate few values; default 4 million
	Conflicts   int              // of the complete search, with no effort; default 10 000
	Clauses     int              // beyond which it is not begun; default 400 000
	MaxNodes    int              // queries with more nodes are not begun; default 200 000
	Clock       func() time.Time // for what steps take; default: one that stands still
	Child       Child            // stronger solver outside of the process; nil: there is none
}

// Child is a solver that answers whole queries, package smt has them.
type Child interface {
	// Solve returns a verdict, and values for the variables that the query has.
	Solve(query *Query) (Verdict, map[int]expression.Value)
	// Until makes the questions that follow end without a verdict when done is closed.
	Until(done <-chan struct{})
}

// Count is what a step did.
type Count struct {
	Name    string        `json:"name"`
	Started uint64        `json:"started"`
	Solved  uint64        `json:"solved"`
	Refuted uint64        `json:"refuted"`
	Wrong   uint64        `json:"wrong,omitempty"`     // answers that did not hold when they were evaluated
	Work    uint64        `json:"work"`                // nodes evaluated; of sat: conflicts
	Time    time.Duration `json:"nanoseconds"`         // by the clock given
	Limit   uint64        `json:"too_large,omitempty"` // queries that the step could not begin
}

// step is a line of the table.
type step struct {
	name  string
	solve func(*problem) (Verdict, []expression.Value)
}

// Solver answers queries. It belongs to one goroutine.
type Solver struct {
	config Config
	random *rand.Rand
	steps  []step
	counts []Count
	large  uint64
	effort int
	done   <-chan struct{} // closed: nobody waits for answers any more; nil: somebody does
}

// Names returns the names of the steps, in their order.
func Names() []string {
	var names []string
	for _, s := range New(Config{}).table() {
		names = append(names, s.name)
	}
	return names
}

// table returns the steps, the cheapest first.
func (s *Solver) table() []step {
	return []step{
		{"invert", s.invert},
		{"intervals", s.intervals},
		{"linear", s.linear},
		{"search", s.search},
		{"sat", s.complete},
		{"long", s.long},
		{"child", s.child},
	}
}

// New returns a solver.
func New(config Config) *Solver {
	fill(&config.Evaluations, 1<<19)
	fill(&config.Enumerated, 4<<20)
	fill(&config.Conflicts, 10000)
	fill(&config.Clauses, 400000)
	fill(&config.MaxNodes, 200000)
	if config.Clock == nil {
		config.Clock = func() time.Time { return time.Time{} }
	}
	s := &Solver{config: config, random: rand.New(rand.NewPCG(config.Seed, 0x736f6c7665))}
	for _, line := range s.table() {
		if !slices.Contains(config.Without, line.name) && (line.name != "child" || config.Child != nil) {
			s.steps, s.counts = append(s.steps, line), append(s.counts, Count{Name: line.name})
		}
	}
	return s
}

func fill[T comparable](setting *T, value T) {
	var zero T
	if *setting == zero {
		*setting = value
	}
}

// Counts returns what the steps did so far.
func (s *Solver) Counts() []Count { return slices.Clone(s.counts) }

// TooLarge returns the number of queries that were not begun.
func (s *Solver) TooLarge() uint64 { return s.large }

// Effort says how long the steps that have no natural end try in the questions that follow: each unit doubles that. At first it is 0.
func (s *Solver) Effort(effort int) { s.effort = effort }

// Until makes the questions that follow end without an answer when done is closed: at once between two steps, in a complete search and
// in the child. The other steps take milliseconds.
func (s *Solver) Until(done <-chan struct{}) {
	s.done = done
	if s.config.Child != nil {
		s.config.Child.Until(done)
	}
}

func (s *Solver) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// Solve answers a query by the first step that can.
func (s *Solver) Solve(query *Query) Answer {
	p := newProblem(query, s.config.MaxNodes)
	switch {
	case p == nil:
		s.large++
		return Answer{Cost: nodePrice * uint64(s.config.MaxNodes)}
	case p.impossible:
		return Answer{Verdict: Refuted, Core: []expression.Ref{query.Wanted}, Step: "rules", Cost: nodePrice * uint64(p.program.Len())}
	}
	answer := s.ask(p)
	answer.Cost = nodePrice*uint64(p.program.Len()) + stepPrice*p.machine.Steps + p.cost
	return answer
}

// What things take, in nanoseconds, as measured.
const (
	nodePrice     = 600   // to make a node of a query ready
	stepPrice     = 4     // to evaluate one
	clausePrice   = 1200  // to make and load a clause
	conflictPrice = 20000 // of a complete search,
	variablePrice = 10    // and for each of its variables
)

// ask asks the steps in their order.
func (s *Solver) ask(p *problem) Answer {
	for i, line := range s.steps {
		if s.ended() {
			break
		}
		count, begin := &s.counts[i], s.config.Clock()
		before := p.machine.Steps
		count.Started++
		verdict, values := line.solve(p)
		count.Work += p.machine.Steps - before + p.work
		p.work = 0
		count.Time += s.config.Clock().Sub(begin)
		count.Limit += p.limit
		p.limit = 0
		if verdict == Solved && !p.works(values) {
			count.Wrong++
			verdict = Unknown
		}
		switch verdict {
		case Solved:
			count.Solved++
			return Answer{Verdict: Solved, Values: p.whole(values), Step: line.name}
		case Refuted:
			count.Refuted++
			return Answer{Verdict: Refuted, Core: p.goals, Step: line.name}
		}
	}
	return Answer{}
}
