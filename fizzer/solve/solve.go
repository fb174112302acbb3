// Package solve finds values of variables under which expressions hold that did not hold in a recorded run. It tries a table of
// steps, the cheapest first (design: symbolic, steps of solving); those that seldom win come after the complete search (order.go).
//
//	s := solve.New(solve.Config{})
//	answer := s.Solve(&solve.Query{Graph: path.Graph, Wanted: r, Holds: facts, Values: path.Values})
//
// Every Solved answer was checked: the expressions were evaluated with its values. Refuted means that a step excluded all values.
// The same queries in the same order with the same seed give the same answers, unless a child solver takes part.
package solve

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"fizzer/fizzer/expression"
)

// Query is what is to be solved.
type Query struct {
	Graph  *expression.Graph
	Wanted expression.Ref     // one bit, must become true
	Holds  []expression.Ref   // one bit each, must be true as well; they are true in the run
	Values []expression.Value // of all variables, in the run
}

// Verdict says how a query ended.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // no step could decide
	Solved                 // a step found values
	Refuted                // no values satisfy the query
)

// String returns the verdict in a word.
func (v Verdict) String() string { return [...]string{"unknown", "solved", "refuted"}[v] }

// Answer is the verdict on a query, with the values found and the step that decided.
type Answer struct {
	Verdict Verdict
	Values  []expression.Value // of all variables, if solved; variables that the query does not use keep the value of the run
	Core    []expression.Ref   // if refuted: expressions that cannot all hold, the wanted one among them
	Step    string
	Cost    uint64 // approximate time in nanoseconds, computed from the work done and not read from a clock
}

// Proved reports whether a refutation is a proof: what a child solver says is only told, since nothing checks it.
func (a *Answer) Proved() bool { return a.Verdict == Refuted && a.Step != stepChild }

// Config holds the settings of a solver. Every field has a default.
type Config struct {
	Seed    uint64
	Without []string // names of steps that are left out
	// nodes that the search evaluates for one query; default half a million. The step long evaluates 16 times as many, and each unit of
	// effort doubles that
	Evaluations uint64
	Enumerated  uint64               // nodes that enumerating all values may evaluate; default 4 million
	Conflicts   uint64               // of the complete search, at effort 0; default 40 000
	Visits      uint64               // of clauses during the complete search, at effort 0; default 2^23
	Clauses     int                  // the complete search skips larger circuits; default 400 000
	MaxNodes    int                  // queries with more nodes are not tried; default 200 000
	Time        func() time.Duration // CPU time of the calling thread, for the time of steps; default: it stands still
	Clock       func() time.Time     // wall time, for that of the step child, which computes elsewhere; default: it stands still
	Child       Child                // stronger solver outside of the process; nil: there is none
}

// Child is a child solver, which answers whole queries. Package smt implements it.
type Child interface {
	// Solve returns a verdict, and values for the variables of the query.
	Solve(query *Query) (Verdict, map[int]expression.Value)
	// Until makes later queries end without a verdict when done is closed.
	Until(done <-chan struct{})
}

// Count holds the statistics of a step.
type Count struct {
	Name    string        `json:"name"`
	Started uint64        `json:"started"`
	Solved  uint64        `json:"solved"`
	Refuted uint64        `json:"refuted"`
	Wrong   uint64        `json:"wrong,omitempty"`     // answers that did not hold when they were evaluated
	Work    uint64        `json:"work"`                // nodes evaluated; for sat: conflicts
	Covered uint64        `json:"covered"`             // as told by Won
	Time    time.Duration `json:"nanoseconds"`         // CPU time; of child: wall time
	Limit   uint64        `json:"too_large,omitempty"` // queries that were too large for the step
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
	order  order
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

// stepChild is the step that asks the child solver.
const stepChild = "child"

// table returns the steps, the cheapest first.
func (s *Solver) table() []step {
	return []step{
		{"invert", s.invert},
		{"intervals", s.intervals},
		{"linear", s.linear},
		{"search", s.search},
		{"sat", s.complete},
		{"long", s.long},
		{stepChild, s.child},
	}
}

// New returns a solver.
func New(config Config) *Solver {
	fill(&config.Evaluations, 1<<19)
	fill(&config.Enumerated, 4<<20)
	fill(&config.Conflicts, 40000)
	fill(&config.Visits, 1<<23)
	fill(&config.Clauses, 400000)
	fill(&config.MaxNodes, 200000)
	if config.Time == nil {
		config.Time = func() time.Duration { return 0 }
	}
	if config.Clock == nil {
		config.Clock = func() time.Time { return time.Time{} }
	}
	s := &Solver{config: config, random: rand.New(rand.NewPCG(config.Seed, 0x736f6c7665))}
	for _, line := range s.table() {
		if !slices.Contains(config.Without, line.name) && (line.name != stepChild || config.Child != nil) {
			s.steps, s.counts = append(s.steps, line), append(s.counts, Count{Name: line.name})
		}
	}
	s.order = newOrder(s.steps)
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

// Won counts that answers of a step have covered something. Other names than those of steps are ignored.
func (s *Solver) Won(step string, covered uint64) {
	if i := slices.IndexFunc(s.counts, func(c Count) bool { return c.Name == step }); i >= 0 {
		s.counts[i].Covered += covered
	}
}

// stopwatch returns what measures the time of a step from now on. The goroutine stays on its thread until then.
func (c *Config) stopwatch(step string) (took func() time.Duration) {
	if step == stepChild {
		begin := c.Clock()
		return func() time.Duration { return c.Clock().Sub(begin) }
	}
	runtime.LockOSThread()
	begin := c.Time()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		return c.Time() - begin
	}
}

// TooLarge returns the number of queries that were too large to be tried.
func (s *Solver) TooLarge() uint64 { return s.large }

// Effort sets how long the steps without a natural end try in later queries: each unit doubles that. It is 0 at first.
func (s *Solver) Effort(effort int) { s.effort = effort }

// Until makes later queries end without an answer when done is closed: at once between two steps, in a search and in the child solver. The
// other steps take milliseconds.
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

// Prices in nanoseconds, as measured.
const (
	nodePrice   = 600 // for preparing a node of a query
	stepPrice   = 4   // for evaluating a node
	clausePrice = 800 // for making and loading a clause
	visitPrice  = 90  // for visiting a clause in the complete search, with all that conflicts cost
)

// ask tries the steps, in the order of their success, until one decides.
func (s *Solver) ask(p *problem) Answer {
	for _, i := range s.order.next() {
		if s.ended() {
			break
		}
		line, count := s.steps[i], &s.counts[i]
		before, cost := p.machine.Steps, p.cost
		count.Started++
		took := s.config.stopwatch(line.name)
		verdict, values := line.solve(p)
		count.Time += took()
		count.Work += p.machine.Steps - before + p.work
		p.work = 0
		count.Limit += p.limit
		p.limit = 0
		if verdict == Solved && !p.works(values) {
			count.Wrong++
			verdict = Unknown
		}
		s.order.learn(i, stepPrice*(p.machine.Steps-before)+p.cost-cost, verdict != Unknown)
		switch verdict {
		case Solved:
			count.Solved++
			return Answer{Verdict: Solved, Values: p.whole(p.rounded(values)), Step: line.name}
		case Refuted:
			count.Refuted++
			return Answer{Verdict: Refuted, Core: p.goals, Step: line.name}
		}
	}
	return Answer{}
}
