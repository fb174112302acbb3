// Package crew couples several engines that search the same program at the same time. It uses only the public side of
// an engine: its configuration, its tests, its summary.
package crew

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/tree"
)

// Crew is one or more engines that search the same program at the same time, each with a target, a tree and a
// goroutine of its own. They share what they find: if an input covers something that no member covered before, all
// other members run it. Each member prefers its own part of the search's targets (strategy.Config.Shares). Decision 012
// says why there is not one tree for all.
//
// A crew of one behaves like its engine, with the same sequence of tests for the same seed. The callbacks of Config
// are called by one goroutine at a time, not always the same.
type Crew struct {
	config  engine.Config
	members []*member
	total   atomic.Uint64 // executions of all members

	bound     uint64        // executions that the budget allows all members, MaxUint64: any number
	unclaimed atomic.Uint64 // executions of bound that no member has claimed

	lock         sync.Mutex // held during callbacks, and for the fields below
	current      *member    // the member that is in a callback
	covered      [][2]worth // by location
	directions   int        // covered
	tests        uint64
	errorReached bool
	credits      map[string]uint64 // directions first covered, by analysis and by source
}

// worth is what the coverage of a direction means to validators.
type worth uint8

const (
	uncovered worth = iota
	atRisk          // only by runs whose coverage a validator may lose
	kept
)

// New returns a crew with one engine for each of the targets (at least one), which replace Config.Target. The engines
// divide the memory of the tree between them.
func New(config engine.Config, targets []execution.Target) (*Crew, error) {
	if len(targets) == 0 || config.Locations == nil {
		return nil, errors.New("a crew needs targets and their table of locations")
	}
	c := &Crew{config: config.WithDefaults(), bound: math.MaxUint64,
		covered: make([][2]worth, len(config.Locations.Conditions)), credits: map[string]uint64{}}
	if counted, ok := c.config.Budget.(engine.Counted); ok {
		c.bound = counted.Left(0)
		targets = targets[:min(uint64(len(targets)), max(c.bound, 1))]
	}
	c.unclaimed.Store(c.bound - min(c.bound, uint64(len(targets))))
	for i, target := range targets {
		m := &member{crew: c, target: target, quota: 1} // no budget forbids the first run
		own := c.config
		own.Target = target
		if len(targets) > 1 {
			own.Seed += uint64(i)
			own.Tree.Bytes = cmp.Or(own.Tree.Bytes, tree.DefaultBytes) / uint64(len(targets))
			own.Strategy.Shares = strategy.Both{Outer: c.config.Strategy.Shares, Inner: strategy.Part{Number: i, Of: len(targets)}}
			if i > 0 {
				own.Recorder, own.Child = nil, nil // one of each there is; what the first member finds the others get
			}
			own.Budget, own.OnTest, own.BadEnd, own.Others = m, m.onTest, m.badEnd, m.mail.take
			if config.Trials != nil {
				own.Trials = memberTrials{m}
			}
			if i == 0 && c.config.Others != nil { // from other machines; what is new of it the first member gives to the others
				own.Others = func() []engine.Shared { return append(m.mail.take(), c.config.Others()...) }
			}
		}
		var err error
		if m.engine, err = engine.New(own); err != nil {
			return nil, err
		}
		c.members = append(c.members, m)
	}
	c.current = c.members[0]
	return c, nil
}

// alone returns the only engine, or nil when there are several.
func (c *Crew) alone() *engine.Engine {
	if len(c.members) == 1 {
		return c.members[0].engine
	}
	return nil
}

// Run lets all members work until the first one ends, as Engine.Run does, and returns the sum of their work. When the executions are used
// up, each member ends by itself.
func (c *Crew) Run(ctx context.Context) (formats.Summary, error) {
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
	reason, failures := engine.Interrupted, []error{}
	for range c.members {
		e := <-ends
		failures = append(failures, e.err)
		if reason == engine.Interrupted { // the first member that ended for a reason of its own says why
			reason = e.summary.Reason
		}
	}
	summary := c.sum()
	summary.Reason = reason
	return summary, errors.Join(failures...)
}

// end is how a member ended.
type end struct {
	summary formats.Summary
	err     error
}

// onTest hands a test over, unless other members covered all of it, and sends it to them.
func (m *member) onTest(f engine.Found) error {
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
			other.mail.put(engine.Shared{Bytes: f.Bytes, Limits: f.Limits})
		}
	}
	return c.config.OnTest(f)
}

// mark records what a test covers. It returns what no test covered before, and what none covered in a way that
// validators keep.
func (c *Crew) mark(f *engine.Found) (fresh, again []engine.Direction) {
	now := atRisk
	if execution.Keeps(f.Ending) {
		now = kept
	}
	for _, d := range slices.Concat(f.Covered, f.Again) {
		known := c.worth(d)
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

// worth returns a pointer to the worth of a direction's coverage so far.
func (c *Crew) worth(d engine.Direction) *worth {
	side := 0
	if d.Outcome {
		side = 1
	}
	return &c.covered[d.Location][side]
}

// Seek is Engine.Seek of the member that is in a callback.
func (c *Crew) Seek(rejected []engine.Direction) {
	for _, d := range rejected {
		if known := c.worth(d); *known == kept {
			*known = atRisk
		}
	}
	c.current.engine.Seek(rejected)
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

// Progress is Engine.Progress. For members other than the one in a callback it uses their last summaries.
func (c *Crew) Progress() formats.Summary {
	if e := c.alone(); e != nil {
		return e.Progress()
	}
	c.current.summary = c.current.engine.Progress()
	return c.sum()
}
