package engine

import (
	"time"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/tree"
)

// The engine's own steps, in the statistics beside the analyses.
const (
	stepStart     = "start"     // the first input, once for each fill value
	stepSeeds     = "seeds"     // inputs that the search starts from
	stepAhead     = "ahead"     // inputs that ended at a limit, within higher ones
	stepLimits    = "limits"    // inputs that ended at a limit, after it was raised
	stepRandom    = "random"    // random inputs
	stepAgain     = "again"     // inputs whose nodes found no place in the full tree
	stepOptimizer = "optimizer" // report Sec. 7
	stepShared    = "shared"    // inputs that other members of the crew found
	stepSeek      = "seek"      // inputs that cover what was lost
)

// StepBreed is the name of the runs of inputs made of those that covered something.
const StepBreed = "breed"

// PartCut is the name of recording long runs in part.
const PartCut = "cut"

// PartImplied is the name of leaving out of the records what follows from others. It is up to the build of the target.
const PartImplied = "implied"

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

// Snapshot returns the progress as of the last batch. It may be called from any goroutine.
func (e *Engine) Snapshot() Snapshot {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.snapshot
}

// Progress returns the result that the run would have if it ended now. Only the goroutine that runs the engine may call
// it, that is Budget.Done and Config.OnTest.
func (e *Engine) Progress() Summary {
	e.publish()
	return e.summary()
}

func (e *Engine) publish() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.snapshot = Snapshot{e.tree.Summary(), e.executions, e.tests, e.tree.Recorded(), e.doing.Name, e.batch.Limits, e.batch.Fill}
}

func (e *Engine) summary() Summary {
	s := Summary{Snapshot: e.Snapshot(), Reason: e.reason, ErrorReached: e.errorReached}
	s.Statistics = e.statistics
	s.Analyses = nil
	for _, a := range e.statistics.Analyses {
		c := *a
		s.Analyses = append(s.Analyses, &c)
	}
	s.Sources = nil
	for _, source := range e.statistics.Sources {
		c := *source
		s.Sources = append(s.Sources, &c)
	}
	s.Complete = e.reason == reasonNothingLeft || e.tree.AllCovered()
	return s
}

// credit says what the executions and the coverage from now on are due to.
func (e *Engine) credit(analysis string, source *strategy.Source) {
	now := e.config.Clock()
	if e.doing != nil {
		e.doing.Milliseconds += float64(now.Sub(e.since)) / float64(time.Millisecond)
	}
	e.since = now
	e.doing = find(&e.statistics.Analyses, func(a *AnalysisStatistics) bool { return a.Name == analysis }, AnalysisStatistics{Name: analysis})
	e.bandit.aside = analysis == stepStart || analysis == stepSeeds || analysis == stepShared || analysis == stepAgain
	e.source = nil
	if source != nil {
		e.source = find(&e.statistics.Sources, func(s *SourceStatistics) bool { return s.Name == source.Name }, SourceStatistics{Name: source.Name})
		e.source.Chosen++
	}
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
