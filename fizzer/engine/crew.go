package engine

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
)

// Crew is one or more engines that search the same program at the same time, each with a target, a tree and a goroutine of
// its own. They share what they find: an input that covers something that no member covered before is run by all others. Of the
// targets of the search each member prefers its own part (strategy.Config.Of). Why there is not one tree for all: decision 012.
//
// A crew of one is its engine and nothing else, with the same sequence of tests for the same seed. The callbacks of Config
// are called by one goroutine at a time, whichever.
type Crew struct {
	config  Config
	members []*member
	total   atomic.Uint64 // executions of all members

	lock         sync.Mutex // around the callbacks, and of what follows
	current      *member    // whose callback it is
	covered      [][2]worth // by location
	directions   int        // covered
	tests        uint64
	errorReached bool
	credits      map[string]uint64 // directions covered first, by analysis and by source
}

// worth is what the coverage of a direction is worth to validators.
type worth uint8

const (
	uncovered worth = iota
	unsound         // only by runs whose coverage a validator may lose
	lasting
)

// member is an engine of a crew.
type member struct {
	crew    *Crew
	engine  *Engine
	counted uint64 // executions that are in Crew.total
	summary Summary
	mail    mailbox
}

// Shared is an input that another member of a crew found.
type Shared struct {
	Bytes  []byte
	Limits execution.Limits
}

// mailbox holds what the others found and a member has not run yet.
type mailbox struct {
	lock   sync.Mutex
	filled atomic.Bool
	inputs []Shared
}

func (m *mailbox) put(s Shared) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.inputs = append(m.inputs, s)
	m.filled.Store(true)
}

// take empties the mailbox. Cost: one look while it is empty.
func (m *mailbox) take() []Shared {
	if !m.filled.Load() {
		return nil
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	inputs := m.inputs
	m.inputs = nil
	m.filled.Store(false)
	return inputs
}

// NewCrew returns a crew with one engine for each of the targets, at least one, instead of Config.Target. They divide the
// memory of the tree among them.
func NewCrew(config Config, targets []execution.Target) (*Crew, error) {
	if len(targets) == 0 || config.Locations == nil {
		return nil, errors.New("a crew needs targets and their table of locations")
	}
	config.setDefaults()
	c := &Crew{config: config, covered: make([][2]worth, len(config.Locations.Conditions)), credits: map[string]uint64{}}
	for i, target := range targets {
		m := &member{crew: c}
		own := config
		own.Target = target
		if len(targets) > 1 {
			own.Seed += uint64(i)
			own.Tree.Bytes = cmp.Or(own.Tree.Bytes, tree.DefaultBytes) / uint64(len(targets))
			own.Strategy.Part, own.Strategy.Of = i, len(targets)
			own.Budget, own.OnTest, own.BadEnd, own.Others = m, m.onTest, m.badEnd, m.mail.take
		}
		var err error
		if m.engine, err = New(own); err != nil {
			return nil, err
		}
		c.members = append(c.members, m)
	}
	c.current = c.members[0]
	return c, nil
}

// alone returns the only engine, nil when there are several.
func (c *Crew) alone() *Engine {
	if len(c.members) == 1 {
		return c.members[0].engine
	}
	return nil
}

// Run lets all members work until the first one ends, as Engine.Run does, and returns the sum of what they did.
func (c *Crew) Run(ctx context.Context) (Summary, error) {
	if e := c.alone(); e != nil {
		return e.Run(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ends := make(chan end, len(c.members))
	for _, m := range c.members[1:] {
		go m.work(ctx, cancel, ends)
	}
	ends <- c.members[0].run(ctx, cancel)
	reason, failures := interrupted, []error{}
	for range c.members {
		e := <-ends
		failures = append(failures, e.err)
		if reason == interrupted { // whoever was the first to end for a reason of its own says why
			reason = e.summary.Reason
		}
	}
	summary := c.sum()
	summary.Reason = reason
	return summary, errors.Join(failures...)
}

// end is how a member ended.
type end struct {
	summary Summary
	err     error
}

// work runs a member in a thread of its own.
func (m *member) work(ctx context.Context, cancel func(), ends chan<- end) {
	runtime.LockOSThread() // it may share a processor with its target
	defer runtime.UnlockOSThread()
	if bound, ok := m.engine.config.Target.(execution.Bound); ok {
		defer bound.Release()
	}
	ends <- m.run(ctx, cancel)
}

func (m *member) run(ctx context.Context, cancel func()) end {
	defer cancel()
	summary, err := m.engine.Run(ctx)
	m.count(summary.Executions)
	m.crew.lock.Lock()
	defer m.crew.lock.Unlock()
	m.summary = summary // others that still work may read it
	return end{summary, err}
}

// count brings the number of all executions up to date with those of this member.
func (m *member) count(executions uint64) uint64 {
	added := executions - m.counted
	m.counted = executions
	return m.crew.total.Add(added)
}

// summaryEvery is how many executions a member makes between two summaries of it that others can read.
const summaryEvery = 1 << 12

// Done implements Budget for a member. While another one is in a callback it is not asked: a test takes some time to be
// written, but never long.
func (m *member) Done(executions uint64) (string, bool) {
	c := m.crew
	before := m.counted
	total := m.count(executions)
	if !c.lock.TryLock() {
		return "", false
	}
	defer c.lock.Unlock()
	if executions/summaryEvery > before/summaryEvery {
		m.summary = m.engine.Progress()
	}
	c.current = m
	return c.config.Budget.Done(total)
}

func (m *member) badEnd(run *execution.Run) {
	m.crew.lock.Lock()
	defer m.crew.lock.Unlock()
	m.crew.current = m
	m.crew.config.BadEnd(run)
}

// onTest hands a test over unless other members covered all of it, and to them.
func (m *member) onTest(f Found) error {
	c := m.crew
	c.lock.Lock()
	defer c.lock.Unlock()
	f.Covered, f.Again = c.mark(&f)
	f.FirstError = f.FirstError && (!c.errorReached || c.config.ErrorGoal)
	if len(f.Covered) == 0 && len(f.Again) == 0 && !f.FirstError && c.tests > 0 {
		return nil
	}
	f.Executions = m.count(f.Executions)
	c.current = m
	c.tests++
	c.errorReached = c.errorReached || f.FirstError
	c.directions += len(f.Covered)
	c.credits[f.Analysis] += uint64(len(f.Covered))
	c.credits[f.Source] += uint64(len(f.Covered))
	for _, other := range c.members {
		if other != m {
			other.mail.put(Shared{Bytes: f.Bytes, Limits: f.Limits})
		}
	}
	return c.config.OnTest(f)
}

// mark notes what a test covers and returns what no test covered before, and what none covered soundly.
func (c *Crew) mark(f *Found) (fresh, again []Direction) {
	now := unsound
	if Keeps(f.Ending) {
		now = lasting
	}
	for _, d := range slices.Concat(f.Covered, f.Again) {
		known := &c.covered[d.Location][side(d.Outcome)]
		switch {
		case *known == uncovered:
			fresh = append(fresh, d)
		case *known < now:
			again = append(again, d)
		default:
			continue
		}
		*known = now
	}
	return fresh, again
}

// Seek is Engine.Seek of the member whose callback it is.
func (c *Crew) Seek(lost []Direction) {
	for _, d := range lost {
		if known := &c.covered[d.Location][side(d.Outcome)]; *known == lasting {
			*known = unsound
		}
	}
	c.current.engine.Seek(lost)
}

// Optimize is Engine.Optimize of all members, one after the other.
func (c *Crew) Optimize(ctx context.Context) error {
	for _, m := range c.members {
		if err := m.engine.Optimize(ctx); err != nil {
			return err
		}
		m.summary = m.engine.Progress()
	}
	return nil
}

// Progress is Engine.Progress. Of members other than the one whose callback it is it says what they last told.
func (c *Crew) Progress() Summary {
	if e := c.alone(); e != nil {
		return e.Progress()
	}
	c.current.summary = c.current.engine.Progress()
	return c.sum()
}

// sum adds the last summaries of all members.
func (c *Crew) sum() Summary {
	sum := c.members[0].summary
	sum.Analyses, sum.Sources = nil, nil
	sum.Tests, sum.ErrorReached = c.tests, c.errorReached
	for i, m := range c.members {
		s := &m.summary
		for _, a := range s.Analyses {
			total := find(&sum.Analyses, func(b *AnalysisStatistics) bool { return b.Name == a.Name }, AnalysisStatistics{Name: a.Name, Covered: c.credits[a.Name]})
			total.Add(a)
			total.Covered = c.credits[a.Name] // what one of them covered first the others cover, too
		}
		for _, a := range s.Sources {
			total := find(&sum.Sources, func(b *SourceStatistics) bool { return b.Name == a.Name }, SourceStatistics{Name: a.Name, Covered: c.credits[a.Name]})
			total.Chosen += a.Chosen
		}
		sum.Complete = sum.Complete || s.Complete
		if i == 0 {
			continue
		}
		sum.Executions += s.Executions
		sum.Raised, sum.Pruned, sum.Garbled = sum.Raised+s.Raised, sum.Pruned+s.Pruned, sum.Garbled+s.Garbled
		sum.Cut, sum.Repeated = sum.Cut+s.Cut, sum.Repeated+s.Repeated
		addTree(&sum.Tree, &s.Tree)
	}
	sum.Tree.CoveredDirections = c.directions
	return sum
}

// addTree adds what two trees hold; of what both know of the program it takes the greater number.
func addTree(sum, t *tree.Summary) {
	sum.Nodes += t.Nodes
	sum.Bytes += t.Bytes
	sum.Inputs += t.Inputs
	sum.Strange += t.Strange
	sum.Locations = max(sum.Locations, t.Locations)
	sum.IDs = max(sum.IDs, t.IDs)
	sum.CoveredIDs = max(sum.CoveredIDs, t.CoveredIDs)
	sum.InputBytes = max(sum.InputBytes, t.InputBytes)
}

// Missed is Engine.Missed: of all members the run that came closest to each direction. The tree is that of the first one.
// It is to be called when Run has ended.
func (c *Crew) Missed() ([]Missed, *Branch) {
	first, branch := c.members[0].engine.Missed()
	best := map[Direction]Missed{}
	for i, m := range c.members {
		missed := first
		if i > 0 {
			missed, _ = m.engine.Missed()
		}
		for _, d := range missed {
			if known, ok := best[d.Direction]; !ok || d.closer(&known) {
				best[d.Direction] = d
			}
		}
	}
	covered := c.Covered()
	maps.DeleteFunc(best, func(d Direction, _ Missed) bool { return covered[d.Location][side(d.Outcome)] })
	return slices.SortedFunc(maps.Values(best), compareMissed), branch
}

// Covered is Engine.Covered: what any member covered. It is to be called when Run has ended.
func (c *Crew) Covered() [][2]bool {
	covered := c.members[0].engine.Covered()
	for _, m := range c.members[1:] {
		for i, directions := range m.engine.Covered() {
			for k, yes := range directions {
				covered[i][k] = covered[i][k] || yes
			}
		}
	}
	return covered
}
