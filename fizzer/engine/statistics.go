package engine

import (
	"sync"
	"time"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
)

// AnalysisStatistics is what one analysis did, or one of the engine's own steps.
type AnalysisStatistics struct {
	Name       string `json:"name"`
	Started    uint64 `json:"started"`    // times it was applied to a node
	Finished   uint64 `json:"finished"`   // times its strategy ended by itself
	Forced     uint64 `json:"forced"`     // times it reached its goal
	Executions uint64 `json:"executions"` // runs made for it
	Covered    uint64 `json:"covered"`    // directions of locations that its runs covered first

	// Time by the clock while it was at work, its runs included; engine and target take turns on one processor.
	Milliseconds float64 `json:"milliseconds"`
}

// Add adds what another engine, or another run, did for the same analysis.
func (a *AnalysisStatistics) Add(b *AnalysisStatistics) {
	a.Started += b.Started
	a.Finished += b.Finished
	a.Forced += b.Forced
	a.Executions += b.Executions
	a.Covered += b.Covered
	a.Milliseconds += b.Milliseconds
}

// SourceStatistics is what one source of nodes led to.
type SourceStatistics struct {
	Name    string `json:"name"`
	Chosen  uint64 `json:"chosen"`  // times an analysis was applied to its node
	Covered uint64 `json:"covered"` // directions of locations covered first by these
}

// Statistics counts what an engine did.
type Statistics struct {
	Analyses []*AnalysisStatistics `json:"analyses"` // in the order of first use
	Sources  []*SourceStatistics   `json:"sources"`  // likewise
	Raised   uint64                `json:"raised"`   // times that limits rose
	Pruned   uint64                `json:"pruned"`   // times that nodes were freed
	Cut      uint64                `json:"cut"`      // runs recorded in part
	Repeated uint64                `json:"repeated"` // of them, those made again and recorded whole
	Garbled  uint64                `json:"garbled"`  // runs that left what cannot be true: the program overwrote it. They are executions, and lost
}

// Snapshot is the progress of a run.
type Snapshot struct {
	Tree       tree.Summary     `json:"tree"`
	Executions uint64           `json:"executions"`
	Tests      uint64           `json:"tests"`
	Locations  int              `json:"program_locations"` // in the location table, without those that follow from others
	Analysis   string           `json:"analysis"`          // applied at the moment
	Limits     execution.Limits `json:"limits"`
	Fill       byte             `json:"fill"`
}

// Summary is the result of a run.
type Summary struct {
	Snapshot
	Statistics
	Reason       string `json:"reason"`        // why the run ended
	ErrorReached bool   `json:"error_reached"` // some run entered reach_error
	Complete     bool   `json:"complete"`      // nothing was left to do: all is covered, or proved to be all that can be
}

// ledger knows what executions and coverage are due to: a step, and in it perhaps an analysis of a node.
type ledger struct {
	clock      func() time.Time
	bandit     bandit
	step       step
	doing      *AnalysisStatistics // of the step
	since      time.Time           // when it began
	source     *SourceStatistics   // nil when no node was selected
	analyses   *analyses           // likewise
	statistics Statistics
}

// begin says what the runs from now on are made for.
func (l *ledger) begin(s step) {
	now := l.clock()
	if l.doing != nil {
		l.doing.Milliseconds += float64(now.Sub(l.since)) / float64(time.Millisecond)
	}
	l.since, l.step = now, s
	l.doing = find(&l.statistics.Analyses, func(a *AnalysisStatistics) bool { return a.Name == s.name }, AnalysisStatistics{Name: s.name})
	l.source, l.analyses = nil, nil
	l.bandit.begin(s.arm, s.aside)
}

// beginAnalysis says that the runs from now on are made for the analysis of a node that was chosen last.
func (l *ledger) beginAnalysis(a *analyses) {
	name := a.choice.Source.Name
	l.begin(step{name: a.choice.Analysis.Name})
	l.analyses = a
	l.source = find(&l.statistics.Sources, func(s *SourceStatistics) bool { return s.Name == name }, SourceStatistics{Name: name})
	l.source.Chosen++
}

// spend accounts for a run of that cost, in conditions.
func (l *ledger) spend(cost uint64) {
	l.doing.Executions++
	l.bandit.spend(cost)
	if l.analyses != nil {
		l.analyses.strategy.Spend(&l.analyses.choice, cost)
	}
}

// win accounts for directions of locations that the run of now was the first to cover.
func (l *ledger) win(directions int) {
	l.doing.Covered += uint64(directions)
	l.bandit.win(directions)
	if l.analyses != nil {
		l.source.Covered += uint64(directions)
		l.analyses.strategy.Win(&l.analyses.choice, directions)
	}
}

// sourceName returns where the node of now comes from, "" when there is none.
func (l *ledger) sourceName() string {
	if l.source == nil {
		return ""
	}
	return l.source.Name
}

// copy returns what the ledger holds, shared with nobody.
func (l *ledger) copy() Statistics {
	s := l.statistics
	s.Analyses, s.Sources = nil, nil
	for _, a := range l.statistics.Analyses {
		c := *a
		s.Analyses = append(s.Analyses, &c)
	}
	for _, source := range l.statistics.Sources {
		c := *source
		s.Sources = append(s.Sources, &c)
	}
	return s
}

// progress is what other goroutines may read.
type progress struct {
	mutex    sync.Mutex
	snapshot Snapshot
}

// Snapshot returns the progress as of the last batch. It may be called from any goroutine.
func (e *Engine) Snapshot() Snapshot {
	e.progress.mutex.Lock()
	defer e.progress.mutex.Unlock()
	return e.progress.snapshot
}

// Progress returns the result that the run would have if it ended now. Only the goroutine that runs the engine may call
// it, that is Budget.Done and Config.OnTest.
func (e *Engine) Progress() Summary {
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
	e.progress.snapshot = Snapshot{
		e.tree.Summary(), e.executor.Counts().Executions, e.finds.tests, e.tree.Recorded(), e.ledger.doing.Name, limits, fill,
	}
}

func (e *Engine) summary() Summary {
	s := Summary{Snapshot: e.Snapshot(), Statistics: e.ledger.copy(), Reason: e.reason, ErrorReached: e.finds.errorReached}
	counts := e.executor.Counts()
	s.Cut, s.Repeated, s.Garbled = counts.Cut, counts.Repeated, counts.Garbled
	s.Complete = e.reason == reasonNothingLeft || e.tree.AllCovered()
	return s
}

// find returns the element for which is holds; it appends fresh when there is none.
func find[T any](all *[]*T, is func(*T) bool, fresh T) *T {
	for _, element := range *all {
		if is(element) {
			return element
		}
	}
	*all = append(*all, &fresh)
	return &fresh
}
