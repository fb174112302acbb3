// Package strategy selects what to do next (report Sec. 6): a node of the execution tree and the analysis for it. The
// policy is two tables in table.go, with one line for each source of nodes and one for each analysis. A source owns
// its state; source.go says what a source may do. The strategy offers new targets to all sources and asks one after
// the other for a node; it never looks inside them.
package strategy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/bitshare"
	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/analysis/sensitivity"
	"fizzer/fizzer/analysis/words"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/locations"
)

// Config bounds the memory of a strategy.
type Config struct {
	Pivots int // IID pivots kept for one execution ID; default 256
	Shared int // values that bitshare keeps for one location and direction; default 64
	// Without names the analyses and sources to switch off, so that their worth can be measured. An analysis that is switched off counts
	// as applied and runs nothing.
	Without []string
	// Shares says which targets this one of several strategies for one program prefers; nil: all are its own.
	Shares Shares
	// Fixed keeps the order of the tables, whatever the arms win, and sorts pivots for each choice, as the report does.
	Fixed bool
	// Interrupted tells that the time is over, so that nobody will select a node any more; nil: it never is. Then Observe and Finish leave
	// out the rest of the nodes of a long run.
	Interrupted func() bool
	// Error is the table of locations when the goal is a call of reach_error: the strategy prefers nodes by their
	// distance to it. It is nil when the goal is coverage.
	Error *locations.Table
}

// Strategy selects nodes and analyses. Make it with New.
type Strategy struct {
	*scope
	Bits   *bitshare.Store     // sensitive bits that took a direction
	Memory *sensitivity.Memory // of the sensitivity analyses

	words      *words.Index // of the program and the user; nil: there are none
	fixed      bool         // keep the order of the tables, whatever the arms win
	all        Success      // of all the work that was selected
	table      []Source
	analyses   []Analysis
	places     places
	failures   map[attempt]int // nodes at which an analysis did not reach its goal
	unfinished bool            // whether the last analysis is unfinished
	alarm      execution.Alarm
}

// places are all sources, once each, including those that are switched off, grouped by what they do.
type places struct {
	observers []observer
	followers []follower
	keepers   []keeper

	// The strategy itself gives nodes to these sources.
	continued            *continued
	later                *later
	sensitive, untouched *targets
	mute                 *mute
	recovered            *recovered
	stuck                *stuck
	doubted              *doubted
}

// attempt is an analysis, by its flag, applied to an execution ID.
type attempt struct {
	flag tree.Flag
	id   trace.ID
}

// Choice is a node and the analysis to apply to it.
type Choice struct {
	Node     tree.Node
	Analysis *Analysis
	Source   *Source
	selected tree.Node // what the source returned; the analysis may have moved down from it
}

// New returns a strategy for an empty tree. The error names an unknown analysis or source in config.Without.
func New(t *tree.Tree, random *draw.Source, config Config) (*Strategy, error) {
	if config.Pivots <= 0 {
		config.Pivots = 256
	}
	if config.Shared <= 0 {
		config.Shared = 64
	}
	choices := pivotChoices
	if config.Fixed {
		choices = 1
	}
	s := &Strategy{
		scope: &scope{
			tree: t, random: random, ways: newErrorWays(config.Error), shares: config.Shares, begun: map[tree.Node]int{},
			pivots: montecarlo.New(t, config.Pivots, choices, func(n tree.Node) bool { return montecarlo.IID(t, n) }),
		},
		Bits: bitshare.NewStore(config.Shared), Memory: sensitivity.NewMemory(), fixed: config.Fixed, analyses: Analyses(),
		failures: map[attempt]int{}, alarm: execution.Alarm{Interrupted: config.Interrupted},
	}
	if !slices.Contains(config.Without, analysisWords) { // switched off, it would still take the turns of nodes
		s.words = words.NewIndex(t.Decoder().Words())
	}
	s.scope.enqueue = s.offer
	s.table = s.newTable(config.Pivots)
	err := s.leaveOut(config.Without)
	s.places.doubted.off = !slices.ContainsFunc(s.table, func(source Source) bool { return source.Name == leftDoubted })
	return s, err
}

func (s *Strategy) leaveOut(names []string) error {
	for _, name := range names {
		count := len(s.table)
		s.table = slices.DeleteFunc(s.table, func(source Source) bool { return source.Name == name })
		i := slices.IndexFunc(s.analyses, func(a Analysis) bool { return a.Name == name })
		if i >= 0 {
			s.analyses[i].run = nothing(s.analyses[i].Flag)
		} else if count == len(s.table) {
			return fmt.Errorf("there is no analysis or source %q to leave out", name)
		}
	}
	return nil
}

// nothing returns the replacement of an analysis that is switched off. The sensitivity analysis is applied to whole paths.
func nothing(flag tree.Flag) func(*Strategy, *analysis.Context) error {
	return func(s *Strategy, c *analysis.Context) error {
		if flag == tree.SensitivityDone {
			s.tree.SetSensitive(s.tree.PathTo(c.Node, nil), nil)
		}
		return nil
	}
}

// Observe records what a run added to the tree. Call it after every Insert of a path that was not known yet, with the
// bytes that the run read.
func (s *Strategy) Observe(insertion *tree.Insertion, input []byte) {
	for _, n := range insertion.Created {
		if s.alarm.Rings() {
			return
		}
		s.offer(n)
	}
	for _, f := range s.places.followers {
		f.follow(insertion)
	}
	if n := insertion.Turned; n != tree.None && len(s.tree.Sensitive(n)) > 0 {
		s.Bits.Learn(s.tree.ID(n).Location, insertion.Direction, input, s.tree.Sensitive(n))
	}
}

// offer offers a primary target to all sources that collect them (report 6.1).
func (s *Strategy) offer(n tree.Node) {
	if !s.wanted(n) {
		return
	}
	for _, o := range s.places.observers {
		o.observe(n)
	}
}

// Select returns what to do next. It returns false when no analysis can make progress.
func (s *Strategy) Select() (Choice, bool) {
	if s.tree.Root() == tree.None {
		return Choice{}, false
	}
	for i := range s.table {
		source := &s.table[i]
		if !source.due(&s.all, s.fixed) {
			continue
		}
		if n := s.nodeOf(source); n != tree.None {
			return s.choose(n, source), true
		}
	}
	return Choice{}, false
}

// nodeOf returns the next node of a source that is not set aside. Some sources do not forget the nodes that they return: one that is set
// aside already ends the search.
func (s *Strategy) nodeOf(source *Source) tree.Node {
	d := s.places.doubted
	for {
		n := source.place.next()
		if n == tree.None || source.place == d || source.place == s.places.continued {
			return n
		}
		if again := d.in[n]; !d.setAside(n) {
			return n
		} else if again {
			return tree.None
		}
	}
}

// choose is Alg. 3 from line 4 on.
func (s *Strategy) choose(n tree.Node, source *Source) Choice {
	a := s.analysisFor(n, source.only)
	choice := Choice{Node: n, Analysis: a, Source: source, selected: n}
	if a.moves != nil {
		choice.Node = a.moves(s, n)
	}
	return choice
}

// overtakes is how many times more than an earlier analysis of its rank an analysis must have won for its cost to come before it.
const overtakes = 4

// analysisFor returns the first analysis in the table that applies to n, unless another one of the same rank
// overtakes it; or the one named only, if the source of n asks for it.
func (s *Strategy) analysisFor(n tree.Node, only string) *Analysis {
	var first *Analysis
	for i := range s.analyses {
		a := &s.analyses[i]
		switch {
		case a.Name == only:
			return a
		case first != nil && a.rank > first.rank:
			return first
		case !a.applies(s, n) || s.begun[n] > 0 && a.Flag != tree.MinimizationDone: // finish what was begun
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

// Spend records the cost of a run made for the choice, in conditions.
func (s *Strategy) Spend(choice *Choice, cost uint64) {
	choice.Analysis.success.Spend(cost)
	choice.Source.success.Spend(cost)
	s.all.Spend(cost)
}

// Win records directions that such a run was the first to cover.
func (s *Strategy) Win(choice *Choice, directions int) {
	choice.Analysis.success.Win(directions)
	choice.Source.success.Win(directions)
	s.all.Win(directions)
}

// Run applies the chosen analysis. The context must have been started for the chosen node.
func (s *Strategy) Run(choice Choice, ctx *analysis.Context) error {
	ctx.Resume(s.begun[choice.Node])
	err := choice.Analysis.run(s, ctx)
	s.unfinished = ctx.Unfinished(err)
	if s.unfinished {
		s.begun[choice.Node] = ctx.Used()
	}
	return err
}

// Finish updates tree and sets when an analysis has ended at an iteration, by itself or because it reached its goal. Do not call it
// when the whole run is interrupted.
func (s *Strategy) Finish(choice Choice, reached bool, iteration uint32) {
	n, p := choice.Node, &s.places
	p.continued.node = tree.None
	if s.unfinished {
		s.unfinished = false
		p.later.nodes = append(p.later.nodes, n)
		return
	}
	delete(s.begun, n)
	s.tree.Finish(n, choice.Analysis.Flag)
	if !reached {
		s.failures[attempt{choice.Analysis.Flag, s.tree.ID(n)}]++
	} else if choice.Source.reached != nil {
		choice.Source.reached()
	}
	switch {
	case choice.Analysis.Flag == tree.SensitivityDone:
		s.sort(s.tree.PathTo(n, nil))
	case choice.Analysis.Flag == tree.MinimizationDone && !reached:
		p.recovered.failed = append(p.recovered.failed, failure{n, iteration})
		if !s.tree.Covered(n) {
			p.stuck.Add(n)
		}
		p.mute.add(n)
	}
	s.offer(n)
	if n == p.mute.mending && !reached && s.mendable(n) {
		p.continued.node = n
	}
	if choice.Source.stays && s.tree.Open(choice.selected) {
		p.continued.node = choice.selected
	}
}

// sort puts the nodes that a sensitivity analysis changed into the sensitive targets or the pivots.
func (s *Strategy) sort(path []tree.Node) {
	for _, n := range path {
		if s.alarm.Rings() {
			return
		}
		if len(s.tree.Sensitive(n)) == 0 && !s.tree.Covered(n) && s.analysed(n) {
			s.pivots.Add(n)
			s.places.mute.add(n)
		} else {
			s.offer(n)
		}
	}
}

// mendable reports whether an analysis is left for a mute node.
func (s *Strategy) mendable(n tree.Node) bool {
	return s.unmended(n) || s.analysed(n) && slices.ContainsFunc(s.analyses, func(a Analysis) bool { return a.mute && a.applies(s, n) })
}

// Picked by hand. An analysis of a node costs about as many conditions as its depth times the bytes read before it, times two or three.
// Up to cheapPrice that is less than a tenth of a second.
const (
	cheapPrice = 1 << 20 // depth times bytes up to which an analysis may move down however far that is
	maxDescent = 2       // beyond that, a node is at most this many times deeper than the one whose analysis was asked for
)

// deepest is the loop of Alg. 3: the sensitivity analysis of a deeper node also serves n if no input is read in
// between. Where a program reads all of a long input first, that node may be the end of a run of any length, and its analysis more than the
// whole budget. So, unlike in the report, it moves down only some of the way there: all analyses of the path together then cost no more
// than a few times the last one.
func (s *Strategy) deepest(n tree.Node) tree.Node {
	end := math.MaxInt
	if !s.fixed {
		end = max(cheapPrice/max(s.tree.InputBytes(n), 1), maxDescent*s.tree.Depth(n))
	}
	for !s.Memory.Knows(n) {
		next := tree.None
		for _, direction := range [...]bool{false, true} {
			m := s.tree.Successor(n, direction)
			if m != tree.None && s.tree.InputBytes(m) == s.tree.InputBytes(n) && (next == tree.None || s.tree.Height(m) > s.tree.Height(next)) {
				next = m
			}
		}
		if next == tree.None || s.tree.Depth(next) > end {
			return n
		}
		n = next
	}
	return n
}

// Retain keeps the best nodes of each uncovered execution ID, at most limit in each set, by the orders of the report, and calls prune
// with them. Ancestors that stay in the tree remain targets. Do not use nodes that prune has freed.
func (s *Strategy) Retain(limit int, prune func(keep []tree.Node)) {
	var keep []tree.Node
	for _, k := range s.places.keepers {
		keep = append(keep, k.retain(limit)...)
	}
	s.Memory.Forget()
	prune(keep)
	for _, k := range s.places.keepers {
		k.forget(limit)
	}
	s.tree.Walk(func(n tree.Node) {
		if s.wanted(n) && !s.accountedFor(n) {
			s.offer(n) // an ancestor of a kept node
		}
	})
}

// Check returns an error when a primary target is in none of the sets (report 6.1); the nodes of the current choice
// are in none. The cost is proportional to the tree.
func (s *Strategy) Check(busy Choice) error {
	var missing []error
	s.tree.Walk(func(n tree.Node) {
		if !s.wanted(n) || n == busy.Node || n == busy.selected || s.accountedFor(n) {
			return
		}
		missing = append(missing, fmt.Errorf("strategy: node %d is open and its execution ID %+v not covered, but it is no target", n,
			s.tree.ID(n)))
	})
	return errors.Join(missing...)
}

func (s *Strategy) accountedFor(n tree.Node) bool {
	switch {
	case s.begun[n] > 0 || s.places.doubted.in[n]:
		return true
	case s.analysed(n):
		return s.places.sensitive.holds(n)
	case s.pivots.Has(s.tree.ID(n)):
		return true // a twin, or left out because it is farther than all pivots
	}
	return s.places.untouched.holds(n)
}
