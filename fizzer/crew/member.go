package crew

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
)

// member is an engine of a crew.
type member struct {
	crew    *Crew
	target  execution.Target
	engine  *engine.Engine
	counted uint64 // executions that are in Crew.total
	quota   uint64 // executions that this member may make, all since its start
	spent   bool   // it has made them, and nothing is left to claim: the others make theirs
	summary formats.Summary
	mail    mailbox
}

// mailbox holds what the others found and this member has not run yet.
type mailbox struct {
	lock   sync.Mutex
	filled atomic.Bool
	inputs []engine.Shared
}

func (m *mailbox) put(s engine.Shared) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.inputs = append(m.inputs, s)
	m.filled.Store(true)
}

// take empties the mailbox. An empty mailbox costs one look.
func (m *mailbox) take() []engine.Shared {
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

// work runs a member in a thread of its own.
func (m *member) work(ctx context.Context, cancel func(), ends chan<- end) {
	runtime.LockOSThread() // it may share a processor with its target
	defer runtime.UnlockOSThread()
	if bound, ok := m.target.(execution.Bound); ok {
		defer bound.Release()
	}
	ends <- m.run(ctx, cancel)
}

func (m *member) run(ctx context.Context, cancel func()) end {
	summary, err := m.engine.Run(ctx)
	if err != nil || !m.spent {
		cancel()
	}
	m.count(summary.Executions)
	m.crew.lock.Lock()
	defer m.crew.lock.Unlock()
	m.summary = summary // others that still work may read it
	return end{summary, err}
}

// count adds this member's new executions to the number of all executions.
func (m *member) count(executions uint64) uint64 {
	added := executions - m.counted
	m.counted = executions
	return m.crew.total.Add(added)
}

// summaryEvery is the number of executions between two summaries that a member publishes for the others.
const summaryEvery = 1 << 12

// Done implements Budget for a member. It is not asked while another member is in a callback: writing a test takes
// some time, but never long.
func (m *member) Done(executions uint64) (string, bool) {
	c := m.crew
	before := m.counted
	total := m.count(executions)
	if m.spent = executions > 0 && m.Left(executions) == 0; m.spent {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.current = m
		return c.config.Budget.Done(c.bound)
	}
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

// Left implements engine.Counted. What a member may make is claimed from what the crew may make, so that the sum is exact: some at a
// time, at most its part of one half of what no member has claimed, so that all members end at about the same time.
func (m *member) Left(executions uint64) uint64 {
	c := m.crew
	if c.bound == math.MaxUint64 {
		return math.MaxUint64
	}
	for {
		left := m.quota - min(executions, m.quota)
		unclaimed := c.unclaimed.Load()
		claim := unclaimed / uint64(2*len(c.members))
		if left == 0 && unclaimed > 0 {
			claim = max(claim, executions-m.quota+1)
		}
		if claim = min(claim, unclaimed); left >= claim {
			return left
		}
		if c.unclaimed.CompareAndSwap(unclaimed, unclaimed-claim) {
			m.quota += claim
		}
	}
}

func (m *member) badEnd(run *execution.Run) {
	m.crew.lock.Lock()
	defer m.crew.lock.Unlock()
	m.crew.current = m
	m.crew.config.BadEnd(run)
}

// memberTrials are the trials of a member.
type memberTrials struct{ *member }

// Open implements engine.Trials.
func (t memberTrials) Open() bool {
	t.crew.lock.Lock()
	defer t.crew.lock.Unlock()
	return t.crew.config.Trials.Open()
}

// Try implements engine.Trials.
func (t memberTrials) Try(trial engine.Trial) (engine.Tried, error) {
	t.crew.lock.Lock()
	defer t.crew.lock.Unlock()
	t.crew.current = t.member
	return t.crew.config.Trials.Try(trial)
}
