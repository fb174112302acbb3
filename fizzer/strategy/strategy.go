// Package strategy selects what is done next (report Sec. 6): a node of the execution tree and the analysis for it. The
// policy is two tables in table.go, one line for each source of nodes and for each analysis.
package strategy

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/bitshare"
	"fizzer/fizzer/analysis/loops"
	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/analysis/sensitivity"
	"fizzer/fizzer/distance"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/locations"
)

// Config bounds the memory of a strategy.
type Config struct {
	Pivots int // IID pivots kept for one execution ID; default 256
	Shared int // values that bitshare keeps for one location and direction; default 64
	// Without names analyses and sources that are switched off, to measure what they are worth. An analysis switched off
	// counts as applied and runs nothing.
	Without []string
	// Of several strategies for one program, Of in number, this is Part, from 0: of the targets it takes those first that are
	// its own by their execution ID. 0 and 1: all are.
	Part, Of int
	// Fixed keeps the tables' order whatever wins.
	Fixed bool
	// Error is the table of locations when the goal is a call of reach_error: nodes are preferred by their distance to it.
	// Nil when the goal is coverage.
	Error *locations.Table
}

// Strategy holds the sets of nodes from which the next one is selected. Make it with New.
type Strategy struct {
	Bits *bitshare.Store // sensitive bits that took a direction

	memory                   *sensitivity.Memory // of the sensitivity analyses
	part, of                 int
	fixed                    bool
	all                      Success // of all that was selected
	tree                     *tree.Tree
	random                   *rand.Rand
	sources                  []Source
	analyses                 []Analysis
	fresh                    []tree.Node // new targets, for what is cheap to try
	tried                    map[trace.ID]int
	muteTried                map[trace.ID]int
	freshTried, freshReached int
	tail                     []tree.Node // ends of runs that covered something, the newest last
	mute                     []tree.Node // nodes that cannot be flipped alone, it seems
	heads                    []tree.Node // the report's H
	sensitive                queue       // S
	untouched                queue       // U
	twins                    []tree.Node // T
	twinsLack                bool        // those not nearer than farthestTwin are left out
	farthestTwin             distance.Distance
	far                      []tree.Node // of the execution IDs of pivots, but no twins
	pivots                   *montecarlo.Pivots
	ways                     errorWays          // nil when the goal is coverage
	near                     queue              // targets by their distance to reach_error; empty when the goal is coverage
	sinceNear                int                // nodes selected since one was from near
	stuck                    *montecarlo.Pivots // where minimization failed: it takes another path, too
	pivotsAsked              int
	reopened                 map[trace.ID]int
	failed                   []failure
	later                    []tree.Node       // minimizations that are to go on
	begun                    map[tree.Node]int // their nodes, and the inputs used so far
	failures                 map[attempt]int   // nodes at which an analysis did not reach its goal
	mending                  tree.Node         // the mute node selected last: all that is for such nodes is applied in one go
	unfinished               bool              // the analysis that ran last
	continued                tree.Node
}

// attempt is what an analysis, by its flag, does for an execution ID.
type attempt struct {
	flag tree.Flag
	id   trace.ID
}

// failure is a minimization that did not reach its goal (report 6.3).
type failure struct {
	node      tree.Node
	iteration uint32
}

// Choice is a node and the analysis to apply to it.
type Choice struct {
	Node     tree.Node
	Analysis *Analysis
	Source   *Source
	selected tree.Node // what the source returned: the analysis may have moved down from it
}

// New returns a strategy for an empty tree. An error names what is to be left out and does not exist.
func New(t *tree.Tree, random *rand.Rand, config Config) (*Strategy, error) {
	if config.Pivots <= 0 {
		config.Pivots = 256
	}
	if config.Shared <= 0 {
		config.Shared = 64
	}
	s := &Strategy{
		Bits: bitshare.NewStore(config.Shared), tree: t, random: random, tried: map[trace.ID]int{}, muteTried: map[trace.ID]int{}, sources: Sources(), analyses: Analyses(),
		continued: tree.None, mending: tree.None, ways: newErrorWays(config.Error),
		pivots: montecarlo.New(t, config.Pivots, func(n tree.Node) bool { return montecarlo.IID(t, n) }),
		stuck:  montecarlo.New(t, config.Pivots, func(n tree.Node) bool { return t.Has(n, tree.MinimizationDone) }),
		memory: sensitivity.NewMemory(), part: config.Part, of: config.Of, fixed: config.Fixed, reopened: map[trace.ID]int{}, begun: map[tree.Node]int{}, failures: map[attempt]int{},
	}
	s.sensitive, s.untouched, s.near = newQueue(t, s.class), newQueue(t, s.class), newQueue(t, s.ways.from)
	return s, s.leaveOut(config.Without)
}

func (s *Strategy) leaveOut(names []string) error {
	for _, name := range names {
		count := len(s.sources)
		s.sources = slices.DeleteFunc(s.sources, func(source Source) bool { return source.Name == name })
		i := slices.IndexFunc(s.analyses, func(a Analysis) bool { return a.Name == name })
		if i >= 0 {
			s.analyses[i].run = nothing(s.analyses[i].Flag)
		} else if count == len(s.sources) {
			return fmt.Errorf("there is no analysis or source %q to leave out", name)
		}
	}
	return nil
}

// nothing returns what takes the place of an analysis that is switched off. That of sensitive bits is applied to whole paths.
func nothing(flag tree.Flag) func(*Strategy, *analysis.Context) error {
	return func(s *Strategy, c *analysis.Context) error {
		if flag == tree.SensitivityDone {
			s.tree.SetSensitive(s.tree.PathTo(c.Node, nil), nil)
		}
		return nil
	}
}

// Observe takes note of what a run added to the tree. It must be called after every Insert that is not of a known path,
// with the bytes that the run read.
func (s *Strategy) Observe(insertion *tree.Insertion, input []byte) {
	for _, n := range insertion.Created {
		s.enqueue(n)
	}
	s.addTail(insertion)
	if n := insertion.Turned; n != tree.None && len(s.tree.Sensitive(n)) > 0 {
		s.Bits.Learn(s.tree.ID(n).Location, insertion.Direction, input, s.tree.Sensitive(n))
	}
}

// enqueue puts a node into the set of primary targets that it belongs to (report 6.1), and among the fresh ones when
// values that its distance names are still to be tried.
func (s *Strategy) enqueue(n tree.Node) {
	if s.wanted(n) {
		s.addNear(n)
	}
	if s.wanted(n) && untried(s, n) && s.class(s.tree, n) == 0 {
		s.fresh = append(s.fresh, n)
	}
	switch {
	case !s.wanted(n):
	case s.begun[n] > 0: // in s.later
	case s.tree.Has(n, tree.SensitivityDone):
		s.sensitive.add(n)
	case !s.pivots.Has(s.tree.ID(n)):
		s.untouched.add(n)
	case s.pivots.Twin(n):
		s.addTwin(n)
	case len(s.far) < mostFar:
		s.far = append(s.far, n)
	}
}

// class comes before the report's order of targets, smallest first: those without a way to the error come last, and of
// both kinds those of other parts.
func (s *Strategy) class(t *tree.Tree, n tree.Node) int {
	class := 2 * s.ways.class(t, n)
	if s.of > 1 {
		id := t.ID(n)
		if int(execution.ExtendPath(0, id.Location, id.Context)>>32)%s.of != s.part {
			class++
		}
	}
	return class
}

// wanted: only open nodes of uncovered execution IDs are primary targets.
func (s *Strategy) wanted(n tree.Node) bool { return s.tree.Open(n) && !s.tree.Covered(n) }

func (s *Strategy) wantedSensitive(n tree.Node) bool {
	return s.wanted(n) && s.tree.Has(n, tree.SensitivityDone)
}

// wantedUntouched also moves a node whose execution ID became that of a pivot to the twins, if it is one.
func (s *Strategy) wantedUntouched(n tree.Node) bool {
	if !s.wanted(n) || s.tree.Has(n, tree.SensitivityDone) {
		return false
	}
	if !s.pivots.Has(s.tree.ID(n)) {
		return true
	}
	s.enqueue(n)
	return false
}

func (s *Strategy) wantedTwin(n tree.Node) bool {
	return s.wanted(n) && !s.tree.Has(n, tree.SensitivityDone) && s.pivots.Twin(n)
}

// Select returns what to do next. It returns false when no analysis can make progress.
func (s *Strategy) Select() (Choice, bool) {
	if s.tree.Root() == tree.None {
		return Choice{}, false
	}
	for i := range s.sources {
		source := &s.sources[i]
		if !source.due(&s.all, s.fixed) {
			continue
		}
		if n := source.next(s); n != tree.None {
			return s.choose(n, source), true
		}
	}
	return Choice{}, false
}

// choose is Alg. 3 from line 4 on.
func (s *Strategy) choose(n tree.Node, source *Source) Choice {
	a := s.analysisFor(n)
	choice := Choice{Node: n, Analysis: a, Source: source, selected: n}
	if a.moves != nil {
		choice.Node = a.moves(s, n)
	}
	return choice
}

// overtakes is how many times as much an analysis must have won for its cost as one of its rank before it in the table.
const overtakes = 4

// analysisFor returns the first analysis in the table that applies to n, unless one of the same rank is to overtake it.
func (s *Strategy) analysisFor(n tree.Node) *Analysis {
	var first *Analysis
	for i := range s.analyses {
		a := &s.analyses[i]
		switch {
		case first != nil && a.rank > first.rank:
			return first
		case !a.applies(s, n) || s.begun[n] > 0 && a.Flag != tree.MinimizationDone: // what was begun goes on
		case first == nil || !s.fixed && a.success.Rate() > overtakes*first.success.Rate():
			first = a
		}
		if first != nil && s.fixed {
			return first
		}
	}
	if first == nil {
		panic(fmt.Sprintf("no analysis applies to the open node %d", n))
	}
	return first
}

// Spend takes note of a run made for the choice, by its cost in conditions.
func (s *Strategy) Spend(choice *Choice, cost uint64) {
	choice.Analysis.success.Spend(cost)
	choice.Source.success.Spend(cost)
	s.all.Spend(cost)
}

// Win takes note of directions that such a run covered first.
func (s *Strategy) Win(choice *Choice, directions int) {
	choice.Analysis.success.Win(directions)
	choice.Source.success.Win(directions)
	s.all.Win(directions)
}

// Run applies the chosen analysis. The context must have been started with the chosen node.
func (s *Strategy) Run(choice Choice, ctx *analysis.Context) error {
	ctx.Resume(s.begun[choice.Node])
	err := choice.Analysis.run(s, ctx)
	s.unfinished = ctx.Unfinished(err)
	if s.unfinished {
		s.begun[choice.Node] = ctx.Used()
	}
	return err
}

// Finish updates tree and sets when an analysis ended at an iteration, by itself or because it reached its goal. It is
// not to be called when the run as a whole is interrupted.
func (s *Strategy) Finish(choice Choice, reached bool, iteration uint32) {
	n := choice.Node
	s.continued = tree.None
	if s.unfinished {
		s.unfinished = false
		s.later = append(s.later, n)
		return
	}
	delete(s.begun, n)
	s.tree.Finish(n, choice.Analysis.Flag)
	if !reached {
		s.failures[attempt{choice.Analysis.Flag, s.tree.ID(n)}]++
	}
	if reached && choice.Source.Name == "fresh" {
		s.freshReached++
	}
	switch {
	case choice.Analysis.Flag == tree.SensitivityDone:
		s.sort(s.tree.PathTo(n, nil))
	case choice.Analysis.Flag == tree.MinimizationDone && !reached:
		s.failed = append(s.failed, failure{n, iteration})
		if !s.tree.Covered(n) {
			s.stuck.Add(n)
		}
		s.addMute(n)
	}
	s.enqueue(n)
	if n == s.mending && !reached && s.mendable(n) {
		s.continued = n
	}
	if choice.Source.stays && s.tree.Open(choice.selected) {
		s.continued = choice.selected
	}
}

// sort puts the nodes that a sensitivity analysis changed among the sensitive targets or the pivots.
func (s *Strategy) sort(path []tree.Node) {
	for _, n := range path {
		if len(s.tree.Sensitive(n)) == 0 && !s.tree.Covered(n) && s.tree.Has(n, tree.SensitivityDone) {
			s.pivots.Add(n)
			s.addMute(n)
		} else {
			s.enqueue(n)
		}
	}
}

// freshTries is how many nodes of one execution ID are tried as soon as they appear. It is picked by hand: in a loop that
// never ends every run brings new nodes of the same few IDs.
const freshTries = 32

// Fresh targets are tried as long as one of freshShare is reached, measured after freshTrial of them: in programs of many
// conditions over their state, few of which compare an input, it is better to look at a target when its turn comes.
const (
	freshTrial = 1024
	freshShare = 64
)

// nextFresh returns a new target to which only cheap analyses have to be applied. Without it a new target waits behind
// expensive analyses of others, which lead to less in most cases.
func (s *Strategy) nextFresh() tree.Node {
	if s.freshTried >= freshTrial && s.freshReached*freshShare < s.freshTried {
		s.fresh = s.fresh[:0]
	}
	for len(s.fresh) > 0 {
		n := s.fresh[0]
		s.fresh = s.fresh[1:]
		if id := s.tree.ID(n); s.wanted(n) && untried(s, n) && s.tried[id] < freshTries && !s.pivots.Has(id) {
			s.tried[id]++
			s.freshTried++
			return n
		}
	}
	return tree.None
}

// tailNodes is how many open nodes are tried at the end of a run that covered something. It is picked by hand: enough for
// the comparisons of one more input in a loop that reads commands. They are looked for in the last conditions only.
const (
	tailNodes = 16
	tailDepth = 256
)

// addTail takes note of the deepest open nodes of a run that covered a location: a state that was reached for the first
// time is left by the next input, which such a run got from the fill value only.
func (s *Strategy) addTail(insertion *tree.Insertion) {
	if !slices.ContainsFunc(insertion.Covered, func(c tree.Coverage) bool { return c.Location }) {
		return
	}
	start := len(s.tail)
	for n, i := insertion.Leaf, 0; n != tree.None && i < tailDepth && len(s.tail) < start+tailNodes; n, i = s.tree.Parent(n), i+1 {
		if s.tree.Open(n) {
			s.tail = append(s.tail, n)
		}
	}
	slices.Reverse(s.tail[start:]) // the deepest last
}

// nextTail returns a node from the end of the newest run that covered something, the deepest first, to which only what is
// cheap has to be applied. In the report the nodes of a loop get their turn by classes of input sizes, in which those at
// the end of a long input come last.
func (s *Strategy) nextTail() tree.Node {
	for len(s.tail) > 0 {
		n := s.tail[len(s.tail)-1]
		s.tail = s.tail[:len(s.tail)-1]
		if s.tree.Open(n) && untried(s, n) {
			return n
		}
	}
	return tree.None
}

// muteTries is how many nodes of one execution ID repair is applied to. It is picked by hand:
// enough for a condition behind constraints that every single change breaks, few enough for counters.
const muteTries = 4

// addMute takes note of a node at which everything failed that is applied to one condition.
func (s *Strategy) addMute(n tree.Node) {
	if id := s.tree.ID(n); s.muteTried[id] < muteTries && !s.tree.Has(n, tree.RepairDone) {
		s.muteTried[id]++
		s.mute = append(s.mute, n)
	}
}

// nextMute returns a node of which no sensitive bits are known, perhaps because every change of one value leaves the
// path, or at which minimization failed.
func (s *Strategy) nextMute() tree.Node {
	for len(s.mute) > 0 {
		n := s.mute[0]
		s.mute = s.mute[1:]
		if !s.tree.Covered(n) && s.mendable(n) {
			s.mending = n
			return n
		}
	}
	return tree.None
}

// muteEvery: mute nodes are asked for once in that many turns, as long as there are others.
const muteEvery = 16

// mendable reports whether an analysis is left for a mute node.
func (s *Strategy) mendable(n tree.Node) bool {
	return s.unmended(n) || s.tree.Has(n, tree.SensitivityDone) && slices.ContainsFunc(s.analyses, func(a Analysis) bool { return a.mute && a.applies(s, n) })
}

// unmended reports whether repair is the analysis for n: when minimization failed, or has nothing to work on.
func (s *Strategy) unmended(n tree.Node) bool {
	return s.tree.Has(n, tree.SensitivityDone) && !s.tree.Has(n, tree.RepairDone) &&
		(len(s.tree.Sensitive(n)) == 0 || s.tree.Has(n, tree.MinimizationDone))
}

// laterEvery: a minimization goes on once in that many turns, as long as there are other nodes. It is picked by hand: a share of a minimization takes about as many executions as the sensitivity analysis of some nodes.
const laterEvery = 4

// nextLater returns the node whose minimization waits longest.
func (s *Strategy) nextLater() tree.Node {
	for len(s.later) > 0 {
		n := s.later[0]
		s.later = s.later[1:]
		if s.wanted(n) {
			return n
		}
		delete(s.begun, n)
	}
	return tree.None
}

func (s *Strategy) nextContinued() tree.Node {
	n := s.continued
	s.continued = tree.None
	return n
}

// nextHead returns a loop head. When there is none, it looks for heads along the path to the node that the next sources
// would return, once for each such node (Alg. 4, lines 5 to 7).
func (s *Strategy) nextHead() tree.Node {
	if n := s.popHead(); n != tree.None {
		return n
	}
	for _, first := range []func() tree.Node{s.firstSensitive, s.firstUntouched, s.firstTwin} {
		if n := first(); n != tree.None {
			s.detectHeads(n)
			return s.popHead()
		}
	}
	return tree.None
}

func (s *Strategy) popHead() tree.Node {
	for len(s.heads) > 0 {
		n := s.heads[0]
		s.heads = s.heads[1:]
		if s.tree.Open(n) {
			return n
		}
	}
	return tree.None
}

// detectHeads adds the loop heads along the path to n (Alg. 6), unless that was done before.
func (s *Strategy) detectHeads(n tree.Node) {
	if s.tree.Has(n, tree.LoopsDetected) {
		return
	}
	s.tree.Finish(n, tree.LoopsDetected)
	path := s.tree.PathTo(n, nil)
	_, bodies := loops.Detect(loops.IDs(s.tree, path))
	for _, head := range s.representatives(path, bodies) {
		if head != tree.None {
			s.heads = append(s.heads, head)
		}
	}
}

func (s *Strategy) firstSensitive() tree.Node {
	return s.firstOf(&s.sensitive, s.wantedSensitive, s.wantedSensitive)
}

func (s *Strategy) firstUntouched() tree.Node {
	return s.firstOf(&s.untouched, s.wantedUntouched, func(n tree.Node) bool {
		return s.wanted(n) && !s.tree.Has(n, tree.SensitivityDone) && !s.pivots.Has(s.tree.ID(n))
	})
}

// firstOf returns the smallest node of a queue. When there is none, the nodes of the tree that were left out of it for
// better ones get their turn.
func (s *Strategy) firstOf(q *queue, wanted, belongs func(tree.Node) bool) tree.Node {
	n := q.first(wanted)
	if n != tree.None || !q.lacks() {
		return n
	}
	s.tree.Walk(func(n tree.Node) {
		if belongs(n) {
			q.add(n)
		}
	})
	return q.first(wanted)
}

// mostTwins bounds the twins held, twice that for a while: the nearest to their border. It is picked by hand; all of them
// are looked at whenever a node is selected.
const mostTwins = 256

// addTwin takes note of a twin, unless enough nearer ones are known.
func (s *Strategy) addTwin(n tree.Node) {
	if s.twinsLack && s.tree.Distance(n).Compare(s.farthestTwin) >= 0 {
		return
	}
	s.twins = append(s.twins, n)
	if len(s.twins) <= 2*mostTwins {
		return
	}
	slices.SortStableFunc(s.twins, func(m, n tree.Node) int { return s.tree.Distance(m).Compare(s.tree.Distance(n)) })
	s.twins = s.twins[:mostTwins]
	s.twinsLack, s.farthestTwin = true, s.tree.Distance(s.twins[mostTwins-1])
}

// firstTwin moves the twin that is nearest to its border to the front and returns it. The report takes them as they
// come; the nearest first climbs towards the border and needs far fewer executions for counters.
func (s *Strategy) firstTwin() tree.Node {
	s.twins = slices.DeleteFunc(s.twins, func(n tree.Node) bool { return !s.wantedTwin(n) })
	if len(s.twins) == 0 {
		s.twinsLack = false
		return tree.None
	}
	best := 0
	for i, n := range s.twins {
		if s.tree.Distance(n).Compare(s.tree.Distance(s.twins[best])) < 0 {
			best = i
		}
	}
	s.twins[0], s.twins[best] = s.twins[best], s.twins[0]
	return s.twins[0]
}

func (s *Strategy) nextSensitive() tree.Node {
	n := s.firstSensitive()
	if n != tree.None {
		s.sensitive.drop()
	}
	return n
}

func (s *Strategy) nextUntouched() tree.Node {
	n := s.firstUntouched()
	if n != tree.None {
		s.untouched.drop()
	}
	return n
}

// nextTwin returns a twin. One that is no nearer than all pivots shares its turns with the search from these: every run
// may bring such twins, and the search would never start.
func (s *Strategy) nextTwin() tree.Node {
	n := s.firstTwin()
	if n != tree.None && !s.pivots.Nearest(n) && s.random.IntN(2) == 0 {
		return tree.None
	}
	if n != tree.None {
		s.twins = s.twins[1:]
	}
	return n
}

// representatives returns the smallest open loop head for each class of input sizes: the one with the fewest input bytes,
// then the least depth (Alg. 6).
func (s *Strategy) representatives(path []tree.Node, bodies loops.Bodies) [11]tree.Node {
	var best [11]tree.Node
	for i := range best {
		best[i] = tree.None
	}
	for _, n := range path { // by depth, and bytes grow with depth: the first of a class is its smallest
		if bodies[s.tree.ID(n)] == nil || !s.tree.Open(n) {
			continue
		}
		if class := tree.SizeClass(float64(s.tree.InputBytes(n))); best[class] == tree.None {
			best[class] = n
		}
	}
	return best
}

// mostFar bounds the nodes held for nextFar.
const mostFar = 1 << 16

// nextFar returns a random node that is farther from the border than all pivots of its execution ID and therefore no
// target of the report. That the distance does not depend on the input is said of the paths to the pivots only: a number
// of no digits is 0 whatever the input, one of three is not. Half of the times it leaves the choice to the sources below.
func (s *Strategy) nextFar() tree.Node {
	if s.random.IntN(2) == 0 {
		return tree.None
	}
	for len(s.far) > 0 {
		i, last := s.random.IntN(len(s.far)), len(s.far)-1
		n := s.far[i]
		s.far[i], s.far = s.far[last], s.far[:last]
		if s.wanted(n) && !s.tree.Has(n, tree.SensitivityDone) {
			return n
		}
	}
	return tree.None
}

// reopenings is how many nodes of one execution ID are analysed again because their distance changed. It is picked by
// hand, as muteTries is.
const reopenings = 4

// nextChanged makes a node available again that seemed not to depend on the input and whose distance changed since.
func (s *Strategy) nextChanged() tree.Node {
	for _, n := range s.tree.TakeChanged() {
		if id := s.tree.ID(n); !s.tree.Covered(n) && montecarlo.IID(s.tree, n) && s.reopened[id] < reopenings {
			s.reopened[id]++
			s.tree.Reopen(n)
			return n
		}
	}
	return tree.None
}

// pivotShare: one of that many times the sources behind the pivots are asked, which might otherwise never be.
const pivotShare = 8

func (s *Strategy) nextFromPivot() tree.Node {
	if s.pivotsAsked++; s.pivotsAsked%pivotShare == 0 {
		return tree.None
	}
	return s.pivots.Choose(s.random)
}

// nextFromStuck looks for another path to an instruction at which minimization failed, as the report does for those
// without sensitive bits: how many digits a number has, say, is decided before it is compared. Half of the times it
// leaves the choice to nextOpen.
func (s *Strategy) nextFromStuck() tree.Node {
	if s.random.IntN(2) == 0 {
		return tree.None
	}
	return s.stuck.Choose(s.random)
}

// nextRecovered makes nodes available again at which a minimization failed but whose input has changed since (report
// 6.3), and selects among them.
func (s *Strategy) nextRecovered() tree.Node {
	failed := s.failed
	s.failed = nil
	for _, f := range failed {
		switch {
		case s.tree.Covered(f.node):
		case f.iteration >= s.tree.Improved(f.node):
			s.failed = append(s.failed, f)
		default:
			s.tree.Reopen(f.node)
			s.enqueue(f.node)
		}
	}
	for _, next := range []func() tree.Node{s.nextSensitive, s.nextUntouched, s.nextTwin} {
		if n := next(); n != tree.None {
			return n
		}
	}
	return tree.None
}

// nextOpen returns any open node: when all that is known is covered, what is not known yet may be behind it.
func (s *Strategy) nextOpen() tree.Node {
	if s.tree.Closed(s.tree.Root()) {
		return tree.None
	}
	return montecarlo.Wander(s.tree, s.random, s.tree.Root())
}

// deepest is the loop of Alg. 3: the sensitivity analysis of a deeper node that reads no further input serves n as well.
func (s *Strategy) deepest(n tree.Node) tree.Node {
	for {
		next := tree.None
		for _, direction := range [...]bool{false, true} {
			m := s.tree.Successor(n, direction)
			if m != tree.None && s.tree.InputBytes(m) == s.tree.InputBytes(n) && (next == tree.None || s.tree.Height(m) > s.tree.Height(next)) {
				next = m
			}
		}
		if next == tree.None {
			return n
		}
		n = next
	}
}
