package engine

import (
	"context"
	"math"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Picked by hand.
const (
	idleBeforeRecording = 1 << 17  // fewest conditions without a new location before the second form is built and the first run recorded
	buildPatience       = 1 << 11  // the same for each location of the program: about an eighth of what it takes to build the second form
	symbolicShare       = 1.0 / 2  // of the cost of this stage and the analyses, if both win equally
	symbolicCredit      = 1 << 26  // conditions that it may cost before it has to share: quick finds come at once
	symbolicRound       = 1 << 23  // conditions that its first round may cost
	maxSymbolicRound    = 1 << 26  // and its longest round
	randomWeight        = 8        // of the work of random inputs, when others wait for it
	maxProgressing      = 1 << 26  // and a round that comes nearer to its aim: behind assumptions, each answer meets the next one
	maxPause            = 24       // after a round that won nothing, the search does this many times the round's work before the next round
	minPause            = 3        // and this many times after several such rounds, if all others won nothing either
	maxEffort           = 5        // rounds without success after which effort no longer grows
	supportWork         = 1 << 20  // maximum of nodes of the graph visited to find the inputs of a run's conditions
	supportCost         = 10       // nanoseconds for each of them, roughly
	symbolicOpen        = 96       // maximum of open directions taken from one recorded run
	symbolicFailures    = 3        // failed recordings in a row after which no more is tried
	nanoseconds         = 40       // time of a condition, roughly: it makes the costs of questions and runs comparable
	expressionCost      = 2000     // nanoseconds to record and check an expression, roughly
	nodeCost            = 300      // nanoseconds to make a node of the graph
	conditionCost       = 300      // nanoseconds for a condition on the recorded path
	recordCost          = 1000000  // nanoseconds to make a recorded run at all
	values              = 4        // maximum of other addresses that are asked for at once
	coveredWorth        = 1.0 / 16 // worth of a direction that is covered, but not behind this path; an uncovered one has 1
	errorWeight         = 4.0      // worth of the nearest way to reach_error, on top of that of the direction
	depthScale          = 8        // log2 of the depth at which a score is halved or doubled
	siblings            = 3        // inputs that left a recorded run's path and are recorded next
	levelScale          = 1.0 / 16 // how much a score falls with each generation
	maxExtended         = 3        // times that the run of an answer may be repeated within higher limits
	maxExtendedInVain   = 12       // of these in a row that end at the next limit, too; then the program has probably no end
)

// Bounds of formats.Symbolic.Impossible, and of the conditions listed for each entry.
const (
	maxImpossible = 64
	maxBecause    = 8
)

// symbolicSearch is the stage of the generational search on recorded runs (package symbolic). Without a recorder it does nothing; as
// long as the other stages find something it costs nothing.
type symbolicSearch struct {
	*recordings
	solver    *solve.Solver
	queue     *symbolic.Queue
	scores    *symbolic.Scores // of questions; nil: nothing is learned
	rounds    rounds
	entries   uint64                // entries of the corpus, counted as in Corpus.Added, that have become candidates
	tried     map[uint32]*history   // by location
	table     []locations.Condition // of the program
	errorGoal bool
	paths     *explorer
	detours   detours
	room      room
	restarts  restarts
	deepest   int // conditions of the longest run that took a predicted way to what lies deep down and did not end at a limit
	inVain    int // runs in a row that were repeated within higher limits and ended at these, too
}

// history counts the answers to the questions about a location.
type history struct{ solved, failed int }

func newSymbolic(e *Engine) *symbolicSearch {
	s := &symbolicSearch{recordings: &recordings{e: e, recorder: e.config.Recorder}, queue: symbolic.NewQueue(nil),
		tried: map[uint32]*history{}, table: e.config.Locations.Conditions, errorGoal: e.config.ErrorGoal}
	s.restarts = newRestarts(s)
	s.paths, s.detours, s.room = &explorer{s: s}, detours{s: s}, room{s: s, made: map[direction]int{}}
	if e.parts.off(StepSymbolic) {
		s.recorder = nil
	}
	if !e.parts.off(PartScores) {
		s.scores = &symbolic.Scores{}
		s.queue = symbolic.NewQueue(s.scores)
	}
	if s.recorder != nil {
		s.statistics = &formats.Symbolic{}
		s.solver = solve.New(solve.Config{Seed: e.config.Seed, Without: e.parts, Time: e.config.Time,
			Clock: e.config.Clock, Child: e.config.Child})
	}
	return s
}

// due reports whether there may be something to record or to ask. The stage waits until nothing has been covered for some time,
// but not if the search works alone; then it tries harder as soon as nothing else is left.
func (s *symbolicSearch) due(stage *stage) bool {
	if s.recorder == nil {
		return false
	}
	left := func() bool {
		return !s.queue.Empty(s.rounds.effort) || s.entries < s.e.corpus.Added() || s.detours.due() || s.restarts.due()
	}
	bandit := &s.e.ledger.bandit
	switch {
	case s.e.config.Alone:
		stage.arm.credit = math.Inf(1)
		for !left() && s.rounds.effort < maxEffort {
			s.rounds.effort++
		}
	case !s.rounds.begun && s.e.limits.idle > max(idleBeforeRecording, buildPatience*uint64(len(s.table))):
		stage.arm.credit = symbolicCredit
		s.rounds.begin(bandit, stage.arm)
	}
	stage.arm.waiting = !s.e.config.Alone && !s.rounds.running(bandit, stage.arm)
	s.solver.Effort(s.rounds.effort)
	return !stage.arm.waiting && left()
}

// hurry is called after random inputs that took this work, because nothing else was left to do. They count several times where the symbolic
// search and the exploration wait for others to work.
func (s *symbolicSearch) hurry(work uint64) {
	work *= randomWeight - 1
	s.rounds.hurry(work)
	s.paths.others += float64(work)
}

// run asks for a direction or records a run.
func (s *symbolicSearch) run(ctx context.Context, stage *stage) (bool, error) {
	s.e.ledger.begin(stage.step)
	s.solver.Until(ctx.Done())
	s.gather()
	if s.detours.due() {
		s.e.ledger.doing.Started++
		return true, s.detours.next(ctx)
	}
	if s.queue.BestOpen(s.rounds.effort) >= s.queue.BestCandidate()/2 { // an uncovered direction comes before another recording
		if open, ok := s.queue.Next(s, s.rounds.effort); ok {
			s.e.ledger.doing.Started++
			covered, cost, deepest := s.e.ledger.doing.Covered, s.statistics.Cost, s.deepest
			err := s.ask(ctx, open)
			won := int(s.e.ledger.doing.Covered - covered)
			if s.deepest > deepest {
				won = max(won, 1) // nearer to what lies deep down
			}
			s.scores.Learn(open, won, s.statistics.Cost-cost)
			return true, err
		}
	}
	candidate, ok := s.queue.Candidate()
	switch {
	case ok:
	case s.restarts.due():
		candidate = s.restarts.next()
	default:
		return false, nil
	}
	s.e.ledger.doing.Started++
	return true, s.record(ctx, candidate)
}

// gather makes candidates of the inputs that covered something since the last call.
func (s *symbolicSearch) gather() {
	covering := s.e.corpus.Covering()
	fresh := min(int(s.e.corpus.Added()-s.entries), len(covering))
	for _, entry := range covering[len(covering)-fresh:] {
		s.queue.AddCandidate(symbolic.Candidate{Input: entry.Bytes, Score: 1 + 1/float64(1+len(entry.Bytes))})
	}
	s.entries = s.e.corpus.Added()
}

// record makes a generation of a candidate, and takes its open directions.
func (s *symbolicSearch) record(ctx context.Context, candidate symbolic.Candidate) error {
	ran, err := s.repeat(ctx, &candidate)
	if err != nil || len(ran.input) == 0 || len(s.conditions) == 0 {
		return err
	}
	generation, err := s.generate(ctx, ran, &candidate)
	if generation != nil {
		s.take(generation, candidate)
	}
	return err
}

// take queues the open directions of a generation.
func (s *symbolicSearch) take(generation *symbolic.Generation, candidate symbolic.Candidate) {
	nodes := nodesOf(s.e.tree, generation.Conditions())
	s.follow(generation.Conditions(), nodes, candidate.Level)
	s.tell(generation, nodes)
	s.queue.AddOpen(generation, generation.Open(s, s.missing(generation.Conditions()), symbolicOpen))
}

// tell hands the bytes on which the conditions of a recorded run depend to the sensitivity analysis.
func (s *symbolicSearch) tell(generation *symbolic.Generation, path []tree.Node) {
	if s.e.parts.off(PartSupport) {
		return
	}
	supports, work := generation.Supports(supportWork)
	s.spend(supportCost * uint64(work))
	known := min(len(path), len(supports))
	s.e.analyses.strategy.Memory.Tell(path[:known], supports[:known])
}

// follow makes candidates of the inputs that are known to leave the path of a recorded run: at the deepest conditions where that is
// worth something. Their directions need no question, but those behind them do.
func (s *symbolicSearch) follow(conditions []layout.Condition, path []tree.Node, level int) {
	for i, left := len(path)-1, siblings; i >= 0 && left > 0; i-- {
		other := s.e.tree.Successor(path[i], !execution.Direction(&conditions[i]))
		worth := s.Worth(&conditions[i], true) * s.Depth(uint32(i))
		if other == tree.None || worth <= 0 {
			continue
		}
		left--
		input := s.e.tree.Input(other)
		s.queue.AddCandidate(symbolic.Candidate{Input: append([]byte{}, input.Bytes...), Score: worth / 2, Level: level + 1})
	}
}

// missing reports for each condition whether no run took its other direction behind the same path.
func (s *symbolicSearch) missing(conditions []layout.Condition) []bool {
	missing := make([]bool, len(conditions))
	n := s.e.tree.Root()
	for i := range conditions {
		if n == tree.None {
			missing[i] = true
			continue
		}
		outcome := execution.Direction(&conditions[i])
		missing[i] = s.e.tree.Label(n, !outcome) == tree.NotVisited
		n = s.e.tree.Successor(n, outcome)
	}
	return missing
}

// Worth implements symbolic.View. It is 1 for a direction that nothing covered and less for one that is missing only on this path; near
// reach_error it is more, when that is the goal; and it falls with each failure at the location.
func (s *symbolicSearch) Worth(condition *layout.Condition, missing bool) float64 {
	location, outcome := execution.Location(condition), !execution.Direction(condition)
	worth := 0.0
	if missing {
		worth = coveredWorth
	}
	if !s.e.tree.LocationCovered(location, outcome) {
		worth = 1
	}
	if worth > 0 && s.errorGoal {
		switch away := s.away(location, outcome); {
		case away > 0:
			worth += errorWeight / float64(away)
		case worth < 1:
			return 0 // it leads away from the error, and something covered it
		default:
			worth = coveredWorth / 8 // the table does not see all ways
		}
	}
	if h := s.tried[location]; h != nil {
		worth *= float64(1+h.solved) / float64(1+h.solved+h.failed)
	}
	return worth
}

// deep reports whether what is wanted lies deep down, behind a chain of assumptions: reach_error, or nearly all of the program.
func (s *symbolicSearch) deep() bool { return s.errorGoal || s.restarts.wanted() }

// Depth implements symbolic.View: reach_error lies deep down; other goals are found sooner near the start, even where most of the program
// lies behind assumptions (decision 069).
func (s *symbolicSearch) Depth(index uint32) float64 {
	factor := 1 + math.Log2(1+float64(index))/depthScale
	if s.errorGoal {
		return factor
	}
	return 1 / factor
}

// away returns one more than the number of conditions between a direction and reach_error, 0 when there is no way.
func (s *symbolicSearch) away(location uint32, outcome bool) int {
	if outcome {
		return s.table[location].ErrorTrue
	}
	return s.table[location].ErrorFalse
}

// ask solves for an input that takes a direction, and runs it.
func (s *symbolicSearch) ask(ctx context.Context, open *symbolic.Open) error {
	s.statistics.Asked++
	if open.Way == symbolic.Place {
		return s.places(ctx, open)
	}
	h := s.tried[open.Location]
	if h == nil {
		h = &history{}
		s.tried[open.Location] = h
	}
	answer := s.solver.Solve(open.Query())
	s.spend(answer.Cost)
	s.judge(open, answer.Verdict)
	switch answer.Verdict {
	case solve.Solved:
		h.solved++
		return s.propose(ctx, open, answer, true)
	case solve.Refuted:
		h.failed++
		s.refuted(open, &answer)
		s.detours.excluded(open)
		if err := s.room.excluded(ctx, open); err != nil || open.Exact {
			return err
		}
	default:
		h.failed++
		if s.rounds.effort < maxEffort {
			s.queue.Again(open, s.rounds.effort)
		}
	}
	if open.Facts() == 0 {
		return nil
	}
	answer = s.solver.Solve(open.Alone())
	s.spend(answer.Cost)
	if answer.Verdict != solve.Solved {
		return nil
	}
	s.statistics.Alone++
	return s.propose(ctx, open, answer, false)
}

// places solves for other addresses, or for the extremes of a size, and runs the answers.
func (s *symbolicSearch) places(ctx context.Context, open *symbolic.Open) error {
	var answers []solve.Answer
	var cost uint64
	query := open.Query()
	if r, size := open.Of(); size {
		most, least := s.solver.Extreme(query, r, true), s.solver.Extreme(query, r, false)
		answers, cost = []solve.Answer{most, least}, most.Cost+least.Cost
	} else {
		answers, _, cost = s.solver.All(query, r, values)
	}
	s.spend(cost)
	for _, answer := range answers {
		if answer.Verdict != solve.Solved {
			continue
		}
		if err := s.propose(ctx, open, answer, false); err != nil {
			return err
		}
	}
	return nil
}

// judge tells the strategy whether a direction was proved out of reach behind its path, or may be taken. Where control goes does not
// depend on a merged condition, so that its refutation says nothing about other inputs; a turn has no condition.
func (s *symbolicSearch) judge(open *symbolic.Open, verdict solve.Verdict) {
	strategy := s.e.analyses.strategy
	switch refuted := verdict == solve.Refuted; {
	case open.Way == symbolic.Turn || refuted && open.Way == symbolic.Merged:
	case refuted && open.Exact:
		strategy.Doubt(open.Location, open.Outcome, int(open.Index))
	default:
		strategy.Trust(open.Location, open.Outcome)
	}
}

// refuted records that a direction has no input. If that is a proof, the direction's node is finished.
func (s *symbolicSearch) refuted(open *symbolic.Open, answer *solve.Answer) {
	s.statistics.Refuted++
	if !answer.Proved() {
		s.statistics.Told++
		return
	}
	if !open.Exact || open.Way != symbolic.Straight {
		return
	}
	s.statistics.Proved++
	s.prove(open)
	s.close(open.Generation.Conditions()[:open.Index])
}

// prove records a direction that is out of reach behind a path.
func (s *symbolicSearch) prove(open *symbolic.Open) {
	direction := formats.Direction{Location: open.Location, Outcome: open.Outcome}
	all := s.statistics.Impossible
	at := slices.IndexFunc(all, func(p formats.Proof) bool { return p.Direction == direction })
	switch {
	case at >= 0:
		all[at].Paths++
	case len(all) < maxImpossible:
		proof := formats.Proof{Direction: direction, Paths: 1}
		for _, c := range open.Because(maxBecause) {
			proof.Because = append(proof.Because, formats.Direction{Location: execution.Location(&c), Outcome: execution.Direction(&c)})
		}
		s.statistics.Impossible = append(all, proof)
	}
}

// propose runs an answer. If its run goes the predicted way, it becomes a candidate. If that run ends at the limit of conditions and what
// is wanted lies deep down, it is repeated within higher limits: all assumptions may hold in it.
func (s *symbolicSearch) propose(ctx context.Context, open *symbolic.Open, answer solve.Answer, predicted bool) error {
	s.statistics.Solved++
	request := s.e.request([][]byte{open.Generation.Input(answer.Values)})
	request.Record = executor.Whole
	s.e.limits.beyond(&request.Limits, int(open.Index), len(request.Inputs[0]))
	if open.Way == symbolic.Straight {
		request.Goal = open.Goal()
	}
	tests, covered := s.e.finds.tests, s.e.ledger.doing.Covered
	defer func() { s.solver.Won(answer.Step, s.e.ledger.doing.Covered-covered) }()
	var candidate symbolic.Candidate
	limited := false // the run went the predicted way and ended at the limit of conditions
	run := func(_ int, run *execution.Run) {
		took := open.Took(run)
		if predicted && !took {
			s.statistics.Astray++
		}
		limited = took && s.deep() && run.Ending == layout.EndingLimitConditions
		if length := run.Conditions.Len(); took && s.deep() && !trace.Limited(run.Ending) && length > s.deepest {
			s.deepest = length
			s.rounds.progress(s.e.ledger.bandit.running)
		}
		if took && len(run.Bytes) > 0 {
			score := open.Score
			if !s.deep() { // chains of assumptions have a level for each assumption
				score /= 1 + levelScale*float64(open.Generation.Level())
			}
			if s.e.finds.tests > tests || s.e.ledger.doing.Covered > covered {
				score = max(score, 1)
			}
			candidate = symbolic.Candidate{Input: append([]byte{}, run.Bytes...), Score: score, Level: open.Generation.Level() + 1,
				Conditions: run.Conditions.Len(), Lineage: open.Generation.Lineage().Then(open), Aim: open.Generation.Aim()}
		}
	}
	err := s.e.executor.Do(ctx, request, run)
	for range maxExtended {
		if err != nil || !limited || s.inVain >= maxExtendedInVain {
			break
		}
		s.inVain++
		s.e.limits.beyond(&request.Limits, candidate.Conditions, len(candidate.Input))
		if err = s.e.executor.Do(ctx, request, run); !limited {
			s.inVain = 0
		}
	}
	if candidate.Input != nil {
		s.queue.AddCandidate(candidate)
	}
	return err
}

// copyStatistics returns a copy of the statistics that shares nothing; nil without a recorder.
func (s *symbolicSearch) copyStatistics() *formats.Symbolic {
	if s.statistics == nil {
		return nil
	}
	c := *s.statistics
	c.Supports = s.e.analyses.strategy.Memory.Skipped
	c.Paths = s.paths.statistics()
	c.Impossible, c.Steps, c.TooLarge = slices.Clone(c.Impossible), nil, s.solver.TooLarge()
	for _, step := range s.solver.Counts() {
		c.Steps = append(c.Steps, formats.SolveStep(step))
	}
	return &c
}
