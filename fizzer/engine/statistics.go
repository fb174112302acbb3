package engine

import (
	"sync"
	"time"

	"fizzer/fizzer/formats"
)

// AddAnalysis adds the work of another engine or another run to sum, for the same analysis.
func AddAnalysis(sum, a *formats.Analysis) {
	sum.Started += a.Started
	sum.Finished += a.Finished
	sum.Forced += a.Forced
	sum.Executions += a.Executions
	sum.Covered += a.Covered
	sum.Milliseconds += a.Milliseconds
}

// ledger knows which step causes the current executions and coverage, and perhaps which analysis of a node.
type ledger struct {
	clock    func() time.Time
	bandit   bandit
	step     step
	doing    *formats.Analysis // of the step
	since    time.Time         // when it began
	source   *formats.Source   // nil when no node was selected
	analyses *analyses         // likewise
	counts   formats.Counts
}

// begin sets the step that the next runs are made for.
func (l *ledger) begin(s step) {
	now := l.clock()
	if l.doing != nil {
		l.doing.Milliseconds += milliseconds(now.Sub(l.since))
	}
	l.since, l.step = now, s
	l.doing = find(&l.counts.Analyses, func(a *formats.Analysis) bool { return a.Name == s.name }, formats.Analysis{Name: s.name})
	l.source, l.analyses = nil, nil
	l.bandit.begin(s.arm, s.aside)
}

// beginAnalysis records that the next runs are made for the analysis of the last chosen node.
func (l *ledger) beginAnalysis(a *analyses) {
	name := a.choice.Source.Name
	l.begin(step{name: a.choice.Analysis.Name})
	l.analyses = a
	l.source = find(&l.counts.Sources, func(s *formats.Source) bool { return s.Name == name }, formats.Source{Name: name})
	l.source.Chosen++
}

// spend records a run of the given cost, in conditions.
func (l *ledger) spend(cost uint64) {
	l.doing.Executions++
	l.bandit.spend(cost)
	if l.analyses != nil {
		l.analyses.strategy.Spend(&l.analyses.choice, cost)
	}
}

// win records directions of locations that the current run was the first to cover.
func (l *ledger) win(directions int) {
	l.doing.Covered += uint64(directions)
	l.bandit.win(directions)
	if l.analyses != nil {
		l.source.Covered += uint64(directions)
		l.analyses.strategy.Win(&l.analyses.choice, directions)
	}
}

// sourceName returns the source of the current node, or "" when there is no node.
func (l *ledger) sourceName() string {
	if l.source == nil {
		return ""
	}
	return l.source.Name
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// copy returns a deep copy of the ledger's contents, with the time of the current step so far.
func (l *ledger) copy() formats.Counts {
	s := l.counts
	s.Analyses, s.Sources = nil, nil
	for _, a := range l.counts.Analyses {
		c := *a
		if a == l.doing {
			c.Milliseconds += milliseconds(l.clock().Sub(l.since))
		}
		s.Analyses = append(s.Analyses, &c)
	}
	for _, source := range l.counts.Sources {
		c := *source
		s.Sources = append(s.Sources, &c)
	}
	return s
}

// progress is what other goroutines may read.
type progress struct {
	mutex    sync.Mutex
	snapshot formats.Snapshot
}

// Snapshot returns the progress as of the last batch. It may be called from any goroutine.
func (e *Engine) Snapshot() formats.Snapshot {
	e.progress.mutex.Lock()
	defer e.progress.mutex.Unlock()
	return e.progress.snapshot
}

// Progress returns the result that the run would have if it ended now. Only the goroutine that runs the engine may
// call it: in Budget.Done and Config.OnTest.
func (e *Engine) Progress() formats.Summary {
	e.publish()
	return e.summary()
}

func (e *Engine) publish() {
	limits, fill := e.limits.now, e.limits.fill
	if r := e.executor.Running(); r != nil {
		limits, fill = r.Limits, r.Fill
	}
	e.progress.mutex.Lock()
	defer e.progress.mutex.Unlock()
	e.progress.snapshot = formats.Snapshot{
		Tree: formats.Tree(e.tree.Summary()), Executions: e.executor.Counts().Executions, Tests: e.finds.tests,
		Locations: e.tree.Awaited(), Analysis: e.ledger.doing.Name, Limits: formats.Limits(limits), Fill: fill,
	}
}

func (e *Engine) summary() formats.Summary {
	s := formats.Summary{Snapshot: e.Snapshot(), Counts: e.ledger.copy(), Reason: e.reason, ErrorReached: e.finds.errorReached}
	counts := e.executor.Counts()
	s.Cut, s.Lean, s.Repeated, s.Garbled = counts.Cut, counts.Lean, counts.Repeated, counts.Garbled
	s.Symbolic = e.symbolic.copyStatistics()
	s.Complete = e.reason == reasonNothingLeft || e.reason == reasonExplored || e.tree.AllCovered() && !e.config.Faults
	return s
}

// find returns the first element for which is holds; if there is none, it appends fresh and returns that.
func find[T any](all *[]*T, is func(*T) bool, fresh T) *T {
	for _, element := range *all {
		if is(element) {
			return element
		}
	}
	*all = append(*all, &fresh)
	return &fresh
}
